#include "pages/pipeline/pipeline_presenter.h"

#include <algorithm>

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
    if (!m_state.status || m_state.table.isEmpty())
        return nullptr;
    const auto &rows = m_state.status->tables;
    const auto found = std::ranges::find_if(rows, [this](const api::PipelineRow &row) { return row.table.toString() == m_state.table; });
    return found == rows.end() ? nullptr : &*found;
}

void PipelinePresenter::refresh()
{
    m_isReadAgain = m_reading.isUnderWay();
    if (m_isReadAgain)
        return;
    m_state.isReading = true;
    m_reading.ask(api::ShowPipeline{}, [this](const Result<api::PipelineStatus> &answer) { tablesCame(answer); });
    Q_EMIT statusChanged();
}

void PipelinePresenter::tablesCame(const Result<api::PipelineStatus> &answer)
{
    m_state.isReading = false;
    const std::optional<api::PipelineRow> before = row() ? std::optional(*row()) : std::nullopt;
    if (answer) {
        m_state.status = answer.value();
        m_state.readAtUtc = m_calls.host().clock().now();
        m_state.error.reset();
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
    start(api::RunPipeline{.asset = {tables.begin(), tables.end()}, .inProcess = inProcess, .wait = false},
          [this](const api::RunReport &report) { Q_EMIT launched(report.run.id.toString()); });
}

void PipelinePresenter::stopRun()
{
    if (m_state.status && !m_state.status->active.empty())
        start(api::StopRun{.run = m_state.status->active.front().id.toString()});
}

void PipelinePresenter::reconcile(const QStringList &tables)
{
    api::ReconcileTables request;
    for (const QString &table : tables)
        if (auto selector = selectorOf(table))
            request.table.push_back(*std::move(selector));
    start(std::move(request));
}

void PipelinePresenter::reload(const QString &table, const QString &reason)
{
    const auto selector = selectorOf(table);
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (selector && why)
        start(api::LoadTable{.table = *selector, .reload = true, .reason = why.value()});
}

void PipelinePresenter::acceptLoss(const QString &table, const QString &reason)
{
    const auto selector = selectorOf(table);
    const Result<model::Reason> why = model::Reason::parse(reason);
    if (selector && why)
        start(api::LoadTable{.table = *selector, .acceptLoss = true, .reason = why.value()});
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
