#include "pages/pipeline/pipeline_presenter.h"

#include <algorithm>

namespace lakehouse::views {

using base::Error;
using base::Result;

namespace {

constexpr qint64 historyRuns = 50;

std::optional<model::TableSelector> selectorOf(const QString &table)
{
    Result<model::TableSelector> selector = model::TableSelector::parse(table);
    return selector ? std::optional(std::move(selector).value()) : std::nullopt;
}

} // namespace

PipelinePresenter::PipelinePresenter(PageHost &host, QObject *parent) : QObject(parent), m_host(host) {}

PipelinePresenter::~PipelinePresenter()
{
    m_readCancel.cancel();
    m_workCancel.cancel();
}

const api::PipelineRow *PipelinePresenter::row() const
{
    if (!m_state.status || m_state.table.isEmpty())
        return nullptr;
    const auto &rows = m_state.status->tables;
    const auto found = std::ranges::find_if(rows, [this](const api::PipelineRow &row) { return row.table.toString() == m_state.table; });
    return found == rows.end() ? nullptr : &*found;
}

void PipelinePresenter::refresh()
{
    if (m_state.isReading)
        return;
    m_state.isReading = true;
    m_readCancel = {};
    const quint64 number = ++m_readNumber;
    ++m_asked;
    Q_EMIT statusChanged();
    m_host.workbench().ask(api::ShowPipeline{}, m_host.call(m_readCancel)).onSettled(this, [this, number](const Result<api::PipelineStatus> &answer) {
        if (number != m_readNumber)
            return endedOne();
        m_state.isReading = false;
        if (answer) {
            m_state.status = answer.value();
            m_state.readAtUtc = m_host.clock().now();
            m_state.error.reset();
        } else {
            m_state.error = answer.error();
        }
        Q_EMIT statusChanged();
        readTable();
        endedOne();
    });
}

void PipelinePresenter::stopReading()
{
    if (!m_state.isReading)
        return;
    m_readCancel.cancel();
    ++m_readNumber;
    m_state.isReading = false;
    Q_EMIT statusChanged();
}

void PipelinePresenter::pulse(const api::ProjectPulse &pulse)
{
    const bool isRunning = m_state.status && !m_state.status->active.empty();
    const bool hasMoved = pulse.ledgerEntries != m_ledgerEntries || pulse.runs != m_runs;
    m_ledgerEntries = pulse.ledgerEntries;
    m_runs = pulse.runs;
    if (hasMoved || isRunning)
        refresh();
}

void PipelinePresenter::select(const QString &table)
{
    if (table == m_state.table)
        return;
    m_state.table = table;
    m_state.history.reset();
    m_state.historyError.reset();
    m_state.detail.reset();
    m_state.log.clear();
    Q_EMIT tableChanged();
    readTable();
}

void PipelinePresenter::readTable()
{
    const quint64 number = ++m_tableNumber;
    const std::optional<model::TableSelector> selector = selectorOf(m_state.table);
    if (!selector)
        return;
    ++m_asked;
    m_host.workbench().ask(api::ShowTableHistory{.table = *selector, .limit = historyRuns}, m_host.call({}))
        .onSettled(this, [this, number](const Result<api::TableHistory> &answer) {
            if (number == m_tableNumber) {
                if (answer) {
                    m_state.history = answer.value();
                    m_state.historyError.reset();
                    readLog();
                } else {
                    m_state.historyError = answer.error();
                }
                Q_EMIT tableChanged();
            }
            endedOne();
        });
    if (m_state.detail)
        return;
    ++m_asked;
    m_host.workbench().ask(api::ShowExtraction{.table = selector, .allSql = true}, m_host.call({}))
        .onSettled(this, [this, table = m_state.table](const Result<api::ExtractionPage> &answer) {
            // A failure here says nothing about the runs: the tab of the SQL stays empty and says why.
            if (answer && table == m_state.table) {
                m_state.detail = answer.value().detail;
                Q_EMIT tableChanged();
            }
            endedOne();
        });
}

void PipelinePresenter::readLog()
{
    if (!m_state.history || m_state.history->runs.empty())
        return;
    ++m_asked;
    m_host.workbench().ask(api::ShowRun{.run = m_state.history->runs.front().run.id.toString(), .limit = 10'000}, m_host.call({}))
        .onSettled(this, [this, table = m_state.table](const Result<api::RunDetail> &answer) {
            if (answer && table == m_state.table) {
                m_state.log.clear();
                std::ranges::copy_if(answer.value().events, std::back_inserter(m_state.log),
                                     [&table](const model::RunEvent &event) { return event.subject.isEmpty() || event.subject == table; });
                Q_EMIT tableChanged();
            }
            endedOne();
        });
}

template<api::OperationRequest R>
void PipelinePresenter::work(R request, std::function<void(const typename R::Answer &)> done)
{
    if (!m_state.work.isEmpty())
        return;
    const quint64 number = ++m_workNumber;
    m_state.work = QString::fromLatin1(R::operation.name);
    m_state.progress = {};
    m_state.workError.reset();
    m_workCancel = {};
    ++m_asked;
    Q_EMIT workChanged();
    const api::CallContext context = m_host.callFor(this, m_workCancel, [this, number](const base::Progress &progress) {
        if (number != m_workNumber || m_state.work.isEmpty())
            return;
        m_state.progress = progress;
        Q_EMIT workChanged();
    });
    m_host.workbench().ask(std::move(request), context).onSettled(this, [this, number, done = std::move(done)](const Result<typename R::Answer> &answer) {
        if (number == m_workNumber) {
            m_state.work.clear();
            if (!answer && answer.error().code != base::ErrorCode::Cancelled)
                m_state.workError = answer.error();
            Q_EMIT workChanged();
            if (answer)
                done(answer.value());
        }
        refresh();
        endedOne();
    });
}

void PipelinePresenter::run(const QStringList &tables, bool inProcess)
{
    work(api::RunPipeline{.asset = {tables.begin(), tables.end()}, .inProcess = inProcess, .wait = false},
         [this](const api::RunReport &report) { Q_EMIT launched(report.run.id.toString()); });
}

void PipelinePresenter::stopRuns()
{
    if (!m_state.status || m_state.status->active.empty())
        return;
    work(api::StopRun{.run = m_state.status->active.front().id.toString()}, [](const model::Run &) {});
}

void PipelinePresenter::reconcile(const QStringList &tables)
{
    api::ReconcileTables request;
    for (const QString &table : tables)
        if (auto selector = selectorOf(table))
            request.table.push_back(*std::move(selector));
    work(std::move(request), [](const api::ReconcileReport &) {});
}

void PipelinePresenter::reload(const QString &table, const QString &reason)
{
    const auto selector = selectorOf(table);
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (selector && why)
        work(api::LoadTable{.table = *selector, .reload = true, .reason = why.value()}, [](const model::LoadReport &) {});
}

void PipelinePresenter::acceptLoss(const QString &table, const QString &reason)
{
    const auto selector = selectorOf(table);
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (selector && why)
        work(api::LoadTable{.table = *selector, .acceptLoss = true, .reason = why.value()}, [](const model::LoadReport &) {});
}

void PipelinePresenter::stopWork()
{
    if (m_state.work.isEmpty())
        return;
    m_workCancel.cancel();
    ++m_workNumber;
    m_state.work.clear();
    Q_EMIT workChanged();
}

void PipelinePresenter::dismissWorkError()
{
    m_state.workError.reset();
    Q_EMIT workChanged();
}

void PipelinePresenter::endedOne()
{
    if (--m_asked == 0)
        Q_EMIT settled();
}

} // namespace lakehouse::views
