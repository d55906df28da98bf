#include "pages/pipeline/pipeline_presenter.h"

#include <algorithm>
#include <utility>

namespace lakehouse::views {

using base::Result;

namespace {

constexpr qint64 historyRuns = 50;
constexpr qint64 logLines = 10'000;

std::optional<model::TableSelector> selectorOf(const QString &table)
{
    Result<model::TableSelector> selector = model::TableSelector::parse(table);
    return selector ? std::optional(std::move(selector).value()) : std::nullopt;
}

} // namespace

PipelinePresenter::PipelinePresenter(PageHost &host, QObject *parent)
    : QObject(parent), m_calls(host), m_reading(m_calls), m_historyReading(m_calls), m_detailReading(m_calls), m_logReading(m_calls), m_work(m_calls)
{
    connect(&m_calls, &PageCalls::settled, this, &PipelinePresenter::settled);
    connect(&m_work, &PageWork::changed, this, &PipelinePresenter::workChanged);
}

PipelinePresenter::~PipelinePresenter() = default;

const api::PipelineRow *PipelinePresenter::row() const
{
    return m_state.pipeline ? m_state.pipeline->find(m_state.table) : nullptr;
}

void PipelinePresenter::refresh()
{
    m_isReadAgain = m_reading.isUnderWay();
    if (m_isReadAgain)
        return;
    m_state.isReading = true;
    m_reading.askFor<ReadPipelinePointer>(api::ShowPipeline{},
        [retired = m_retired.take()](const Result<api::PipelineStatus> &answer) -> Result<ReadPipelinePointer> {
            if (!answer)
                return answer.error();
            return std::make_shared<const ReadPipeline>(answer.value());
        },
        [this](const Result<ReadPipelinePointer> &answer) { tablesCame(answer); });
    Q_EMIT statusChanged();
}

void PipelinePresenter::tablesCame(const Result<ReadPipelinePointer> &answer)
{
    m_state.isReading = false;
    const std::optional<api::PipelineRow> before = row() ? std::optional(*row()) : std::nullopt;
    if (answer) {
        m_retired.add(std::exchange(m_state.pipeline, answer.value()));
        m_state.readAtUtc = m_calls.host().clock().now();
        m_state.error.reset();
        if (isReachedAgain())
            m_state.trouble.reset();
    } else {
        m_state.error = answer.error();
    }
    Q_EMIT statusChanged();
    const bool hasTableMoved = (row() ? std::optional(*row()) : std::nullopt) != before;
    if (hasTableMoved || !m_state.history)
        readTable();
    else
        Q_EMIT tableChanged();
    if (m_isReadAgain)
        refresh();
}

void PipelinePresenter::stopReading()
{
    m_isReadAgain = false;
    if (!m_reading.giveUp())
        return;
    m_state.isReading = false;
    Q_EMIT statusChanged();
}

void PipelinePresenter::pulse(const api::ProjectPulse &pulse)
{
    const bool isRunning = m_state.pipeline && !m_state.pipeline->status().active.empty();
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
    m_logReading.giveUp(); // it would be cut to the lines of this table
    Q_EMIT tableChanged();
    readTable();
}

void PipelinePresenter::readTable()
{
    const std::optional<model::TableSelector> selector = selectorOf(m_state.table);
    if (!selector) {
        m_historyReading.giveUp();
        m_detailReading.giveUp();
        m_logReading.giveUp();
        return;
    }
    m_historyReading.ask(api::ShowTableHistory{.table = *selector, .limit = historyRuns}, [this](const Result<api::TableHistory> &answer) {
        if (answer) {
            m_state.history = answer.value();
            m_state.historyError.reset();
            readLog();
        } else {
            m_state.historyError = answer.error();
        }
        Q_EMIT tableChanged();
    });
    if (m_state.detail)
        return;
    m_detailReading.ask(api::ShowExtraction{.table = selector, .allSql = true}, [this](const Result<api::ExtractionPage> &answer) {
        // A failure here says nothing about the runs: the tab of the SQL stays empty and says why.
        if (!answer)
            return;
        m_state.detail = answer.value().detail;
        Q_EMIT tableChanged();
    });
}

void PipelinePresenter::readLog()
{
    if (!m_state.history || m_state.history->runs.empty())
        return;
    m_logReading.ask(api::ShowRun{.run = m_state.history->runs.front().run.id.toString(), .limit = logLines}, [this](const Result<api::RunDetail> &answer) {
        if (!answer)
            return;
        m_state.log.clear();
        std::ranges::copy_if(answer.value().events, std::back_inserter(m_state.log),
                             [this](const model::RunEvent &event) { return event.subject.isEmpty() || event.subject == m_state.table; });
        Q_EMIT tableChanged();
    });
}

template<api::OperationRequest R>
void PipelinePresenter::start(R request, std::function<void(const typename R::Answer &)> done)
{
    m_work.start(std::move(request), std::move(done), [this] { refresh(); });
}

void PipelinePresenter::run(const QStringList &tables, bool inProcess)
{
    m_work.start(api::RunPipeline{.asset = {tables.begin(), tables.end()}, .inProcess = inProcess, .wait = false},
        [this](const api::RunReport &report) {
            m_state.trouble.reset();
            Q_EMIT launched(report.run.id.toString());
        },
        [this] { heardOfOrchestrator(api::RunPipeline::operation.name); });
}

void PipelinePresenter::stopRun()
{
    if (!m_state.pipeline || m_state.pipeline->status().active.empty())
        return;
    m_work.start(api::StopRun{.run = m_state.pipeline->status().active.front().id.toString()}, [this](const model::Run &) { m_state.trouble.reset(); },
        [this] { heardOfOrchestrator(api::StopRun::operation.name); });
}

/// Whatever else it refused, it was there to refuse it: only not being reached is trouble of the orchestrator itself.
void PipelinePresenter::heardOfOrchestrator(const char *operation)
{
    if (const std::optional<base::Error> &error = m_work.error(); error && (error->code == base::ErrorCode::Unreachable || error->code == base::ErrorCode::TimedOut))
        m_state.trouble = {QString::fromLatin1(operation), m_calls.host().clock().now(), *error};
    refresh();
}

/// Somebody launched a run since, from wherever.
bool PipelinePresenter::isReachedAgain() const
{
    return m_state.trouble && std::ranges::any_of(m_state.pipeline->status().active, [this](const model::Run &run) {
        return run.foreignId && run.startedAtUtc.microseconds > m_state.trouble->atUtc.microseconds;
    });
}

void PipelinePresenter::reconcile(const QStringList &tables)
{
    api::ReconcileTables request;
    for (const QString &table : tables)
        if (auto selector = selectorOf(table))
            request.table.push_back(*std::move(selector));
    start(std::move(request));
}

void PipelinePresenter::maintain(const QStringList &tables)
{
    api::MaintainTables request;
    for (const QString &table : tables)
        if (auto selector = selectorOf(table))
            request.table.push_back(*std::move(selector));
    start(std::move(request), [this](const api::MaintenanceReport &report) { Q_EMIT maintained(report); });
}

void PipelinePresenter::requestReload(const QString &table, const QString &reason)
{
    const auto selector = selectorOf(table);
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (selector && why)
        start(api::ReloadTable{.table = *selector, .reason = why.value()}, [this](const model::ReloadRequest &request) { Q_EMIT reloadAsked(request); });
}

void PipelinePresenter::undoReload(const QString &table, const QString &reason)
{
    const auto selector = selectorOf(table);
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (selector && why)
        start(api::ReloadTable{.table = *selector, .undo = true, .reason = why.value()}, [this](const model::ReloadRequest &request) { Q_EMIT reloadAsked(request); });
}

void PipelinePresenter::findDeletes(const QString &table)
{
    if (const auto selector = selectorOf(table))
        start(api::FindDeletes{.table = *selector}, [this](const model::DeleteReport &report) { Q_EMIT deletesFound(report); });
}

void PipelinePresenter::acceptDeletes(const QString &table, const QString &reason)
{
    const auto selector = selectorOf(table);
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (selector && why)
        start(api::FindDeletes{.table = *selector, .accept = true, .reason = why.value()}, [this](const model::DeleteReport &report) { Q_EMIT deletesFound(report); });
}

void PipelinePresenter::acceptLoss(const QString &table, const QString &reason)
{
    const auto selector = selectorOf(table);
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (selector && why)
        start(api::LoadTable{.table = *selector, .acceptLoss = true, .reason = why.value()}, [this](const model::LoadReport &report) { Q_EMIT lossAccepted(report); });
}

void PipelinePresenter::stopWork()
{
    m_work.stop();
}

void PipelinePresenter::dismissWorkError()
{
    m_work.dismissError();
}

} // namespace lakehouse::views
