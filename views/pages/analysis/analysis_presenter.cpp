#include "pages/analysis/analysis_presenter.h"

namespace lakehouse::views {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr qint64 tablesOnPage = 5'000;
constexpr qint64 entriesOnPage = 1'000;
constexpr int mostRestarts = 3;

} // namespace

const api::AnalyzedTable *AnalysisState::row() const
{
    return analysis && !table.isEmpty() ? analysis->find(table) : nullptr;
}

AnalysisPresenter::AnalysisPresenter(PageHost &host, QObject *parent)
    : QObject(parent), m_calls(host), m_reading(m_calls), m_tableReading(m_calls), m_timelineReading(m_calls), m_work(m_calls)
{
    connect(&m_calls, &PageCalls::settled, this, &AnalysisPresenter::settled);
    connect(&m_work, &PageWork::changed, this, &AnalysisPresenter::workChanged);
}

AnalysisPresenter::~AnalysisPresenter() = default;

void AnalysisPresenter::refresh()
{
    if (m_reading.isUnderWay()) {
        m_isReadAgain = true;
        return;
    }
    m_state.isReading = true;
    m_state.isStopped = false;
    m_isReadAgain = false;
    m_restarts = 0;
    readPage({}, nullptr);
    Q_EMIT analysisChanged();
}

void AnalysisPresenter::stopReading()
{
    if (!m_reading.giveUp())
        return;
    m_isReadAgain = false;
    m_state.isStopped = true;
    readingEnded();
}

void AnalysisPresenter::pulse(const api::ProjectPulse &pulse)
{
    const bool isOther = pulse.ledgerEntries != m_ledgerEntries || pulse.settingsDigest != m_settingsDigest;
    m_ledgerEntries = pulse.ledgerEntries;
    m_settingsDigest = pulse.settingsDigest;
    if (isOther)
        refresh();
}

void AnalysisPresenter::readPage(const std::optional<QString> &after, std::shared_ptr<ReadAnalysis> partial)
{
    m_reading.askFor<AnalysisPart>(api::ShowAnalysis{.after = after, .limit = tablesOnPage},
        [partial = std::move(partial), known = m_state.analysis](const Result<api::AnalysisPage> &answer) -> Result<AnalysisPart> {
            if (!answer)
                return answer.error();
            return partOf(answer.value(), partial, known);
        },
        [this](const Result<AnalysisPart> &part) { partCame(part); });
}

void AnalysisPresenter::partCame(const Result<AnalysisPart> &part)
{
    if (!part && part.error().code == ErrorCode::Stale && ++m_restarts <= mostRestarts)
        return readPage({}, nullptr); // the source was read anew since the first page
    if (part && part.value().next)
        return readPage(part.value().next, part.value().partial);
    if (part) {
        m_state.analysis = part.value().whole;
        m_state.readAtUtc = m_calls.host().clock().now();
        m_state.error.reset();
    } else {
        m_state.error = part.error();
    }
    readingEnded();
}

void AnalysisPresenter::readingEnded()
{
    m_state.isReading = false;
    const bool isAgain = std::exchange(m_isReadAgain, false);
    Q_EMIT analysisChanged();
    if (isAgain)
        return refresh();
    if (!m_state.error && !m_state.isStopped)
        readTable();
}

void AnalysisPresenter::forgetTable()
{
    m_tableReading.giveUp();
    m_timelineReading.giveUp();
    m_state.detail.reset();
    m_state.detailError.reset();
    m_state.timeline.reset();
    m_state.timelineError.reset();
    m_missed.reset();
}

void AnalysisPresenter::select(const QString &table)
{
    if (table == m_state.table)
        return;
    m_state.table = table;
    forgetTable();
    Q_EMIT tableChanged();
    readTable();
}

void AnalysisPresenter::show(Part part)
{
    if (std::exchange(m_part, part) != part && part == Part::History)
        readTimeline(0, nullptr);
}

void AnalysisPresenter::readTable()
{
    const Result<model::TableSelector> selector = model::TableSelector::parse(m_state.table);
    if (!selector || !m_state.analysis)
        return;
    if (m_state.row()) {
        m_tableReading.askFor<ReadTablePointer>(api::ShowAnalysis{.table = selector.value()},
            [known = m_state.detail](const Result<api::AnalysisPage> &answer) -> Result<ReadTablePointer> {
                if (!answer)
                    return answer.error();
                return tableOf(answer.value(), known);
            },
            [this](const Result<ReadTablePointer> &read) { tableCame(read); });
    } else if (m_state.detail || m_state.detailError) {
        forgetTable(); // it is gone from the source; the ledger still tells of it
        Q_EMIT tableChanged();
    }
    if (m_part == Part::History)
        readTimeline(0, nullptr);
}

void AnalysisPresenter::tableCame(const Result<ReadTablePointer> &read)
{
    m_state.detailError = read ? std::nullopt : std::optional(read.error());
    if (read && read.value())
        m_state.detail = read.value();
    Q_EMIT tableChanged();
    const bool isOfOther = read && read.value() && m_state.analysis && read.value()->digest != m_state.analysis->page.digest;
    if (isOfOther && std::exchange(m_missed, read.value()->digest) != read.value()->digest)
        refresh(); // the source was read anew since the list was
}

void AnalysisPresenter::readTimeline(qint64 after, std::shared_ptr<ReadTimeline> partial)
{
    const Result<model::TableSelector> selector = model::TableSelector::parse(m_state.table);
    if (!selector || !m_state.analysis)
        return;
    if (!partial)
        partial = std::make_shared<ReadTimeline>(ReadTimeline{.table = m_state.table});
    m_timelineReading.askFor<TimelinePart>(api::ShowTimeline{.table = selector.value(), .after = after, .limit = entriesOnPage},
        [partial = std::move(partial), known = m_state.timeline](const Result<api::LedgerTimeline> &answer) -> Result<TimelinePart> {
            if (!answer)
                return answer.error();
            return partOf(answer.value(), partial, known);
        },
        [this](const Result<TimelinePart> &part) { timelineCame(part); });
}

void AnalysisPresenter::timelineCame(const Result<TimelinePart> &part)
{
    if (part && part.value().next)
        return readTimeline(*part.value().next, part.value().partial);
    m_state.timelineError = part ? std::nullopt : std::optional(part.error());
    if (part)
        m_state.timeline = part.value().whole;
    Q_EMIT tableChanged();
}

void AnalysisPresenter::analyze()
{
    dismissReport();
    api::AnalyzeSource request;
    if (m_state.analysis && !m_state.analysis->page.database.isEmpty())
        request.database = m_state.analysis->page.database;
    m_work.start(std::move(request), [this](const api::AnalysisReport &report) { m_state.report = report; }, [this] { refresh(); });
}

void AnalysisPresenter::stopWork()
{
    m_work.stop();
    refresh(); // what it had done stays
}

void AnalysisPresenter::dismissWorkError()
{
    m_work.dismissError();
}

void AnalysisPresenter::dismissReport()
{
    if (!std::exchange(m_state.report, std::nullopt))
        return;
    Q_EMIT analysisChanged();
}

} // namespace lakehouse::views
