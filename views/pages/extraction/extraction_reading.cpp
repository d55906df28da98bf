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
    m_isReadAgain = false;
    m_isPulseNew = false;
    m_restarts = 0;
    m_readCancel = {};
    ++m_asked;
    Q_EMIT planChanged();
    readPage({});
    readApprovals();
    if (const Result<model::TableSelector> selector = model::TableSelector::parse(m_state.table); selector && m_part == Part::History && row())
        readChanges(selector.value());
}

void ExtractionPresenter::stopReading()
{
    if (!m_state.isReading)
        return;
    m_readCancel.cancel();
    ++m_readNumber;
    m_isReadAgain = m_isReviewWanted = m_isPlanWanted = false;
    readingEnded();
}

void ExtractionPresenter::readPage(const std::optional<QString> &after)
{
    if (!after)
        m_partial.reset();
    m_host.workbench().ask(api::ShowExtraction{.after = after, .limit = mostTables}, m_host.call(m_readCancel))
        .then<PlanPage>([known = m_state.plan](const Result<api::ExtractionPage> &answer) -> Result<PlanPage> {
            if (!answer)
                return answer.error();
            return pageOf(answer.value(), known);
        })
        .onSettled(this, [this, number = ++m_readNumber](const Result<PlanPage> &page) {
            if (number == m_readNumber)
                pageCame(page);
        });
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
    m_state.readAtUtc = m_host.clock().now();
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
    if (m_stale && !isAgain) {
        // What moved is said by the plan that arrived; where none did, the refusal itself is all there is to say.
        const Error stale = *std::exchange(m_stale, std::nullopt);
        workEnded(m_state.arrived ? std::nullopt : std::optional(stale));
    }
    Q_EMIT planChanged();
    if (isAgain)
        refresh();
    endedOne();
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
    ++m_tableNumber;
    m_tableCancel.cancel();
    m_tableCancel = {};
    const Result<model::TableSelector> selector = model::TableSelector::parse(m_state.table);
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
    ++m_asked;
    m_host.workbench().ask(api::ShowExtraction{.table = selector, .allSql = true}, m_host.call(m_tableCancel))
        .onSettled(this, [this, number = m_tableNumber](const Result<api::ExtractionPage> &answer) {
            if (number == m_tableNumber && m_state.plan) {
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
            endedOne();
        });
}

void ExtractionPresenter::readLineage(const model::TableSelector &selector)
{
    ++m_asked;
    m_host.workbench().ask(api::ShowLineage{.table = selector}, m_host.call(m_tableCancel)).onSettled(this,
        [this, number = m_tableNumber](const Result<model::Lineage> &answer) {
        if (number == m_tableNumber) {
            m_state.lineageError.reset();
            if (answer)
                m_state.lineage = answer.value();
            else
                m_state.lineageError = answer.error();
            Q_EMIT tableChanged();
        }
        endedOne();
    });
}

void ExtractionPresenter::readChanges(const model::TableSelector &selector)
{
    readLines({.table = selector, .kind = model::FactKind::PlanChange, .limit = mostLines}, std::make_shared<std::vector<api::LedgerLine>>(),
              [this, number = m_tableNumber](const Lines &lines, const std::optional<Error> &error) {
                  if (number != m_tableNumber)
                      return;
                  m_state.historyError = error;
                  if (!error)
                      m_state.changes = std::move(*lines);
                  Q_EMIT tableChanged();
              });
}

void ExtractionPresenter::readApprovals()
{
    readLines({.kind = model::FactKind::LakehouseApproval, .limit = mostLines}, std::make_shared<std::vector<api::LedgerLine>>(),
              [this](const Lines &lines, const std::optional<Error> &error) {
                  if (error || *lines == m_state.approvals) // without them the rest of the page is as good as before
                      return;
                  m_state.approvals = std::move(*lines);
                  Q_EMIT tableChanged();
              });
}

/// All pages of what the ledger has.
void ExtractionPresenter::readLines(api::ShowLedger request, Lines lines, LinesRead done)
{
    ++m_asked;
    m_host.workbench().ask(request, m_host.call({})).onSettled(this,
        [this, request, lines, done = std::move(done)](const Result<api::LedgerPage> &answer) {
        if (answer)
            lines->insert(lines->end(), answer.value().entries.begin(), answer.value().entries.end());
        if (answer && answer.value().next) {
            api::ShowLedger more = request;
            more.after = *answer.value().next;
            readLines(more, lines, done);
        } else {
            done(lines, answer ? std::nullopt : std::optional(answer.error()));
        }
        endedOne();
    });
}

} // namespace lakehouse::views
