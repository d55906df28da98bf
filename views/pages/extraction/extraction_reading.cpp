#include "pages/extraction/extraction_presenter.h"

#include <algorithm>

namespace lakehouse::views {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr qint64 mostTables = 10'000; ///< on a page: all of any plan that was seen so far
constexpr qint64 mostLines = 1000;
constexpr int mostRestarts = 3;

} // namespace

void ExtractionPresenter::refresh()
{
    if (m_state.isReading) {
        m_isReadAgain = true;
        return;
    }
    m_state.isReading = true;
    m_state.isStopped = false;
    m_isReadAgain = false;
    m_isPulseNew = false;
    m_restarts = 0;
    Q_EMIT planChanged();
    readPage({}, nullptr);
    readOfPlan(m_approvalsReading, model::FactKind::LakehouseApproval, &ExtractionState::approvals);
    readOfPlan(m_revocationsReading, model::FactKind::ApprovalRevocation, &ExtractionState::revocations);
    if (const Result<model::TableSelector> selector = model::TableSelector::parse(m_state.table); selector && m_part == Part::History && row())
        readChanges(selector.value());
}

void ExtractionPresenter::stopReading()
{
    if (!m_reading.giveUp())
        return;
    m_isReadAgain = m_isReviewWanted = m_isPlanWanted = false;
    m_state.isStopped = true;
    readingEnded({});
}

void ExtractionPresenter::readPage(const std::optional<QString> &after, std::shared_ptr<ReadPlan> partial)
{
    m_reading.askFor<PlanPage>(api::ShowExtraction{.after = after, .limit = mostTables},
        [partial = std::move(partial), known = m_state.plan, retired = m_retired.take()](const Result<api::ExtractionPage> &answer) -> Result<PlanPage> {
            if (!answer)
                return answer.error();
            return pageOf(answer.value(), partial, known);
        },
        [this](const Result<PlanPage> &page) { pageCame(page); });
}

void ExtractionPresenter::pageCame(const Result<PlanPage> &page)
{
    if (!page && page.error().code == ErrorCode::Stale && ++m_restarts <= mostRestarts)
        return readPage({}, nullptr);
    if (!page)
        return readingFailed(page.error());
    if (page.value().next)
        return readPage(page.value().next, page.value().partial);
    m_state.readAtUtc = m_calls.host().clock().now();
    m_state.error.reset();
    const ReadPlanPointer &plan = page.value().plan;
    if (page.value().known == m_state.plan)
        readingEnded(arrive(plan, page.value().moves));
    else // another one came on screen meanwhile
        readingEnded(arrive(plan, movesBetween(*m_state.plan, *plan)));
}

void ExtractionPresenter::readingFailed(const Error &error)
{
    m_state.error = error;
    m_isReviewWanted = m_isPlanWanted = false;
    readingEnded({});
}

void ExtractionPresenter::readingEnded(const Arrival &arrival)
{
    m_state.isReading = false;
    const bool isPulseOther = m_isPulseNew && m_pulse && m_pulse->plan && m_state.plan && !m_state.arrived && *m_pulse->plan != m_state.plan->digest;
    const bool isAgain = std::exchange(m_isReadAgain, false) || isPulseOther;
    if (!isAgain && std::exchange(m_isStale, false)) {
        // What moved is said by the plan that arrived; where none did, the refusal itself is all there is to say.
        if (m_state.arrived)
            m_work.dismissError();
        else
            showWork();
    }
    Q_EMIT planChanged();
    if (arrival.isReviewed)
        Q_EMIT reviewStarted();
    if (arrival.isMade)
        Q_EMIT planned(arrival.isFirst);
    if (isAgain)
        refresh();
}

ExtractionPresenter::Arrival ExtractionPresenter::arrive(ReadPlanPointer plan, const PlanMoves &moves)
{
    const bool isFirst = !m_state.plan;
    const bool isLast = !m_isReadAgain; // what was asked for while this was read waits for the reading that follows
    const bool isWanted = isLast && std::exchange(m_isReviewWanted, false);
    const bool isMade = isLast && std::exchange(m_isPlanWanted, false);
    const bool isOwn = isOwnMove(*plan, moves);
    if (isLast)
        m_own.reset();
    if (isFirst || moves.isEmpty() || isOwn) {
        takeUp(std::move(plan), isOwn || isFirst ? PlanMoves{} : m_state.reviewed);
        return {.isReviewed = false, .isMade = isMade, .isFirst = isFirst};
    }
    if (isWanted || isMade) {
        takeUp(std::move(plan), moves);
        return {.isReviewed = true, .isMade = isMade};
    }
    m_state.isMoved = true;
    m_retired.add(std::exchange(m_state.arrived, std::move(plan)));
    m_state.moves = moves;
    return {};
}

bool ExtractionPresenter::isOwnMove(const ReadPlan &plan, const PlanMoves &moves) const
{
    return m_own && m_own->digest == plan.digest && moves.all == QStringList{m_own->table.table.toString()};
}

void ExtractionPresenter::takeUp(ReadPlanPointer plan, PlanMoves reviewed)
{
    const bool isOther = plan != m_state.plan;
    m_retired.add(std::exchange(m_state.arrived, nullptr));
    m_retired.add(std::exchange(m_state.plan, std::move(plan)));
    m_state.moves = {};
    m_state.isMoved = false;
    m_state.reviewed = std::move(reviewed);
    if (isOther || m_state.detailError || m_missed)
        readTable();
}

void ExtractionPresenter::review()
{
    if (m_state.arrived) {
        const PlanMoves moves = m_state.moves;
        takeUp(m_state.arrived, moves);
        Q_EMIT planChanged();
        Q_EMIT reviewStarted();
        return;
    }
    m_isReviewWanted = true;
    refresh();
}

void ExtractionPresenter::readTable()
{
    const Result<model::TableSelector> selector = model::TableSelector::parse(m_state.table);
    m_detailReading.giveUp();
    m_lineageReading.giveUp();
    m_changesReading.giveUp();
    if (!selector || !row())
        return;
    readDetail(selector.value());
    if (m_part == Part::Lineage)
        readLineage(selector.value());
    if (m_part == Part::History)
        readChanges(selector.value());
}

void ExtractionPresenter::readDetail(const model::TableSelector &selector)
{
    m_detailReading.ask(api::ShowExtraction{.table = selector, .allSql = true}, [this](const Result<api::ExtractionPage> &answer) {
        if (m_state.plan)
            detailCame(answer);
    });
}

void ExtractionPresenter::detailCame(const Result<api::ExtractionPage> &answer)
{
    if (answer && answer.value().digest == m_state.plan->digest) {
        m_state.detail = answer.value().detail;
        m_state.detailError.reset();
        m_missed.reset();
    } else if (answer) { // of another plan than the one on screen: that one is read and compared first
        m_state.detail.reset();
        m_state.isMoved = true;
        if (std::exchange(m_missed, answer.value().digest) != answer.value().digest && !m_state.arrived)
            refresh();
    } else {
        m_state.detail.reset();
        m_state.detailError = answer.error();
    }
    Q_EMIT tableChanged();
}

void ExtractionPresenter::readLineage(const model::TableSelector &selector)
{
    m_lineageReading.ask(api::ShowLineage{.table = selector}, [this](const Result<model::Lineage> &answer) {
        m_state.lineageError.reset();
        if (answer)
            m_state.lineage = answer.value();
        else
            m_state.lineageError = answer.error();
        Q_EMIT tableChanged();
    });
}

void ExtractionPresenter::readChanges(const model::TableSelector &selector)
{
    readEvents(m_changesReading, {.table = selector, .kind = model::FactKind::PlanChange, .limit = mostLines}, nullptr, [this](const Result<HistoryPage> &page) {
        m_state.historyError = page ? std::nullopt : std::optional(page.error());
        if (page)
            m_state.changes = std::move(*page.value().events);
        Q_EMIT tableChanged();
    });
}

/// What the ledger has of a kind about the whole plan.
void ExtractionPresenter::readOfPlan(PageCall &call, model::FactKind kind, std::vector<PlanEvent> ExtractionState::*part)
{
    readEvents(call, {.kind = kind, .limit = mostLines}, nullptr, [this, part](const Result<HistoryPage> &page) {
        if (!page || *page.value().events == m_state.*part) // without them the rest of the page is as good as before
            return;
        m_state.*part = std::move(*page.value().events);
        Q_EMIT tableChanged();
    });
}

/// All pages of what the ledger has.
void ExtractionPresenter::readEvents(PageCall &call, const api::ShowLedger &request, std::shared_ptr<std::vector<PlanEvent>> events, EventsRead done)
{
    call.askFor<HistoryPage>(request,
        [request, events = std::move(events)](const Result<api::LedgerPage> &answer) -> Result<HistoryPage> {
            if (!answer)
                return answer.error();
            return historyOf(answer.value(), request, events);
        },
        [this, &call, done = std::move(done)](const Result<HistoryPage> &page) {
            if (page && page.value().more)
                readEvents(call, *page.value().more, page.value().events, done);
            else
                done(page);
        });
}

} // namespace lakehouse::views
