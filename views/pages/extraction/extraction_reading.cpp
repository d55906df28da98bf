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
    readPage({});
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
    readingEnded();
}

void ExtractionPresenter::readPage(const std::optional<QString> &after)
{
    if (!after)
        m_partial.reset();
    m_reading.askFor<PlanPage>(api::ShowExtraction{.after = after, .limit = mostTables},
        [known = m_state.plan](const Result<api::ExtractionPage> &answer) -> Result<PlanPage> {
            if (!answer)
                return answer.error();
            return pageOf(answer.value(), known);
        },
        [this](const Result<PlanPage> &page) { pageCame(page); });
}

void ExtractionPresenter::pageCame(const Result<PlanPage> &page)
{
    if (!page && page.error().code == ErrorCode::Stale && ++m_restarts <= mostRestarts)
        return readPage({});
    if (!page)
        return readingFailed(page.error());
    if (!m_partial)
        m_partial = page.value().plan;
    else
        m_partial->tables.insert(m_partial->tables.end(), std::make_move_iterator(page.value().plan->tables.begin()),
            std::make_move_iterator(page.value().plan->tables.end()));
    if (page.value().next)
        return readPage(page.value().next);
    m_state.readAtUtc = m_calls.host().clock().now();
    m_state.error.reset();
    const ReadPlanPointer plan = std::exchange(m_partial, nullptr);
    const bool isCompared = plan == page.value().plan && page.value().known == m_state.plan;
    if (isCompared && page.value().isSame)
        arrive(m_state.plan, {});
    else if (isCompared || !m_state.plan)
        arrive(plan, page.value().moves);
    else
        arrive(plan, movesBetween(*m_state.plan, *plan));
    readingEnded();
}

void ExtractionPresenter::readingFailed(const Error &error)
{
    m_state.error = error;
    m_isReviewWanted = m_isPlanWanted = false;
    readingEnded();
}

void ExtractionPresenter::readingEnded()
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
    if (isAgain)
        refresh();
}

void ExtractionPresenter::arrive(ReadPlanPointer plan, const PlanMoves &moves)
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
    } else if (isWanted || isMade) {
        takeUp(std::move(plan), moves);
        Q_EMIT reviewStarted();
    } else {
        m_state.isMoved = true;
        m_state.arrived = std::move(plan);
        m_state.moves = moves;
    }
    if (isMade)
        Q_EMIT planned();
}

bool ExtractionPresenter::isOwnMove(const ReadPlan &plan, const PlanMoves &moves) const
{
    return m_own && m_own->digest == plan.digest && moves.all() == QStringList{m_own->table.table.toString()};
}

void ExtractionPresenter::takeUp(ReadPlanPointer plan, PlanMoves reviewed)
{
    const bool isOther = plan != m_state.plan;
    m_state.plan = std::move(plan);
    m_state.arrived.reset();
    m_state.moves = {};
    m_state.isMoved = false;
    m_state.reviewed = std::move(reviewed);
    Q_EMIT planChanged();
    if (isOther || m_state.detailError || m_missed)
        readTable();
}

void ExtractionPresenter::review()
{
    if (m_state.arrived) {
        const PlanMoves moves = m_state.moves;
        takeUp(m_state.arrived, moves);
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
    readLines(m_changesReading, {.table = selector, .kind = model::FactKind::PlanChange, .limit = mostLines},
        std::make_shared<std::vector<api::LedgerLine>>(), [this](const Lines &lines, const std::optional<Error> &error) {
            m_state.historyError = error;
            if (!error)
                m_state.changes = std::move(*lines);
            Q_EMIT tableChanged();
        });
}

/// What the ledger has of a kind about the whole plan.
void ExtractionPresenter::readOfPlan(PageCall &call, model::FactKind kind, std::vector<api::LedgerLine> ExtractionState::*part)
{
    readLines(call, {.kind = kind, .limit = mostLines}, std::make_shared<std::vector<api::LedgerLine>>(),
        [this, part](const Lines &lines, const std::optional<Error> &error) {
            if (error || *lines == m_state.*part) // without them the rest of the page is as good as before
                return;
            m_state.*part = std::move(*lines);
            Q_EMIT tableChanged();
        });
}

/// All pages of what the ledger has.
void ExtractionPresenter::readLines(PageCall &call, api::ShowLedger request, Lines lines, LinesRead done)
{
    call.ask(request, [this, &call, request, lines, done = std::move(done)](const Result<api::LedgerPage> &answer) {
        if (answer)
            lines->insert(lines->end(), answer.value().entries.begin(), answer.value().entries.end());
        if (!answer || !answer.value().next)
            return done(lines, answer ? std::nullopt : std::optional(answer.error()));
        api::ShowLedger more = request;
        more.after = *answer.value().next;
        readLines(call, more, lines, done);
    });
}

} // namespace lakehouse::views
