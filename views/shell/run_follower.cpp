#include "shell/run_follower.h"

#include "shell/run_words.h"

#include <algorithm>

namespace lakehouse::views {

namespace {
constexpr qint64 page = 1000; ///< events of one answer
}

RunFollower::RunFollower(PageHost &host, QObject *parent)
    : QObject(parent), m_host(host)
{
    m_next.setSingleShot(true);
    m_next.setInterval(1000);
    connect(&m_next, &QTimer::timeout, this, &RunFollower::readNow);
}

void RunFollower::follow(const QString &runId)
{
    if (runId == m_runId && m_run)
        return readNow();
    m_reading.cancel();
    m_reading = {};
    m_isReading = false;
    m_next.stop();
    m_runId = runId;
    m_run.reset();
    m_tables.clear();
    m_events.clear();
    m_problems = 0;
    Q_EMIT changed();
    readNow();
}

bool RunFollower::isActive() const
{
    return m_run && views::isActive(m_run->state);
}

base::Progress RunFollower::progress() const
{
    base::Progress progress{.steps = qint64(m_tables.size())};
    const auto isOver = [](const api::TableOutcome &table) { return table.state != api::TableState::Waiting
                                                            && table.state != api::TableState::Running; };
    progress.step = std::ranges::count_if(m_tables, isOver);
    if (m_events.empty())
        return progress;
    const model::RunEvent &last = m_events.back();
    progress.what = last.subject.isEmpty() ? last.message : base::Text("%1 %2", last.stage, last.subject);
    return progress;
}

void RunFollower::readNow()
{
    if (m_runId.isEmpty() || m_isReading)
        return;
    m_isReading = true;
    const qint64 after = m_events.empty() ? 0 : m_events.back().sequence;
    const api::ShowRun request{.run = m_runId, .after = after, .limit = page};
    m_host.workbench().ask(request, m_host.call(m_reading)).onSettled(this, [this, token = m_reading](const base::Result<api::RunDetail> &detail) {
        if (token.isCancelled())
            return;
        m_isReading = false;
        if (detail)
            return take(detail.value());
        Q_EMIT failed(detail.error());
        m_next.start();
    });
}

void RunFollower::take(api::RunDetail detail)
{
    m_run = std::move(detail.run);
    m_tables = std::move(detail.tables);
    const bool isMore = qint64(detail.events.size()) >= page;
    for (model::RunEvent &event : detail.events) {
        m_problems += event.level != model::EventLevel::Info;
        m_events.push_back(std::move(event));
    }
    Q_EMIT changed();
    if (isMore)
        readNow();
    else if (isActive())
        m_next.start();
}

void RunFollower::stop()
{
    m_stopping = {};
    m_host.workbench().ask(api::StopRun{.run = m_runId}, m_host.call(m_stopping)).onSettled(this,
            [this, token = m_stopping](const base::Result<model::Run> &run) {
        if (token.isCancelled())
            return;
        if (run)
            Q_EMIT stopped();
        else
            Q_EMIT stopFailed(run.error());
        readNow();
    });
}

void RunFollower::leave()
{
    m_stopping.cancel();
}

} // namespace lakehouse::views
