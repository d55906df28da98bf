#include "pages/pipeline/pipeline_banners.h"

#include "kit/localized.h"
#include "kit/notice_banner.h"

#include <QAction>

#include <algorithm>

namespace lakehouse::views {

PipelineBanners::PipelineBanners(const Offers &offers, QWidget *page)
    : QObject(page), m_trouble(new NoticeBanner(page)), m_problem(new NoticeBanner(page)), m_waiting(new NoticeBanner(page)), m_moved(new NoticeBanner(page)),
      m_running(new NoticeBanner(page)), m_banners{m_trouble, m_problem, m_waiting, m_moved, m_running}, m_offers(offers)
{
    m_trouble->setObjectName(QStringLiteral("orchestrator-notice"));
    m_problem->setObjectName(QStringLiteral("commit-notice"));
    m_waiting->setObjectName(QStringLiteral("waiting-notice"));
    m_moved->setObjectName(QStringLiteral("moved-notice"));
    m_running->setObjectName(QStringLiteral("running-notice"));
    m_waiting->setButtons({m_offers.acceptWaiting, m_offers.openSource, m_offers.repeatWaiting});
    m_moved->setButtons({m_offers.openPlan});
}

/// What stays true keeps its banner on show: a button in it may have the focus.
void PipelineBanners::show(const PipelineState &state)
{
    if (!state.pipeline) {
        for (NoticeBanner *banner : m_banners)
            banner->hide();
        return;
    }
    const api::PipelineStatus &status = state.pipeline->status();
    showTrouble(state);
    tell(m_problem, Status::Blocked, status.problem.isEmpty() ? QString() : tr("Nothing of it is executed. %1").arg(localized(status.problem)));
    tell(m_waiting, Status::NeedsYou, waitingWords(*state.pipeline));
    const bool isMoved = status.isGenerated && status.isPlanMoved;
    tell(m_moved, Status::Stale, isMoved ? tr("The plan moved since this was generated. What runs is still commit %1.").arg(status.commit.left(12)) : QString());
    tell(m_running, Status::Running, runWords(status));
}

/// Nothing to say hides the banner.
void PipelineBanners::tell(NoticeBanner *banner, Status status, const QString &words)
{
    if (words.isEmpty())
        banner->hide();
    else
        banner->setNotice(status, words);
}

void PipelineBanners::showTrouble(const PipelineState &state)
{
    if (!state.trouble)
        return m_trouble->hide();
    const OrchestratorTrouble &trouble = *state.trouble;
    m_trouble->setButtons({trouble.operation == QLatin1String(api::StopRun::operation.name) ? m_offers.stop : m_offers.run}); // before, to come on show with it
    m_trouble->setNotice(Status::Failed, tr("The orchestrator was not reached at %1: %2 What stands below is what was known at %3. %4") // a command may end the hint
        .arg(localized(trouble.atUtc), localized(trouble.error.message), localized(state.readAtUtc.value_or(trouble.atUtc)), localized(trouble.error.hint)));
}

/// The counts are in the message of the guard, which begins with the table's name. What both choices do stands with them.
QString PipelineBanners::waitingWords(const ReadPipeline &pipeline)
{
    const api::PipelineRow *waiting = pipeline.waiting();
    if (!waiting)
        return {};
    const QString name = waiting->table.toString(), start = name + QLatin1String(": ");
    QString message = localized(waiting->message);
    if (message.startsWith(start) && message.size() > start.size()) {
        message.remove(0, start.size()); // it is said already
        message.front() = message.front().toUpper();
    }
    QString words = tr("%1 waits for a person. %2").arg(name, message) + QLatin1Char(' ')
        + (waiting->isOfDeletes ? tr("Accept that the keys are gone, or look at the source and search again.") : tr("Accept that the rows are gone, or look at the source and load it again."));
    const qint64 others = std::ranges::count(pipeline.tables(), api::TableState::NeedsPerson, &api::PipelineRow::state) - 1;
    if (others > 0)
        words += QLatin1Char(' ') + tr("Waiting besides: %n table(s).", nullptr, int(others));
    return words;
}

QString PipelineBanners::runWords(const api::PipelineStatus &status)
{
    if (status.active.empty())
        return {};
    const model::Run &run = status.active.front();
    const qint64 done = std::ranges::count_if(status.tables, [&](const api::PipelineRow &row) { return row.run == run.id && !row.isInRun && row.state != api::TableState::Running; });
    const qint64 still = std::ranges::count(status.tables, true, &api::PipelineRow::isInRun);
    return tr("A run of %1 is under way since %2: %3 of %4 tables have a result.").arg(run.actor, localized(run.startedAtUtc), countText(done), countText(done + still));
}

} // namespace lakehouse::views
