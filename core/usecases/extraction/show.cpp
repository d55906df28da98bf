#include "usecases/extraction/show.h"

#include "describe/json_reader.h"
#include "rules/planning/plan_diff.h"
#include "rules/planning/setting_names.h"
#include "usecases/evidence/source_reading.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using ports::ListedTable;

namespace {

constexpr qint64 largestPage = 10'000;

/// A cursor is the digest of the plan and the last table shown, so that pages of two plans never mix.
QString cursorAfter(const PlanDigest &digest, const TableName &table)
{
    return digest.toString() + QLatin1Char('/') + table.toString();
}

/// Where a page begins. Fails with Stale when the cursor is of another plan.
Result<std::size_t> startOf(const std::optional<QString> &after, const ListedPlan &plan)
{
    if (!after)
        return std::size_t(0);
    const QString start = plan.head.digest.toString() + QLatin1Char('/');
    const auto name = after->startsWith(start) ? TableName::parse(after->mid(start.size())) : Result<TableName>(Error{ErrorCode::Stale, {}});
    const ListedTable *last = name ? plan.find(name.value()) : nullptr;
    if (!last)
        return Error{ErrorCode::Stale, QT_TRANSLATE_NOOP("core", "The plan changed while it was read."), QT_TRANSLATE_NOOP("core", "Read it again from the start.")};
    return std::size_t(last - plan.list->tables.data()) + 1;
}

Result<PlanRow> rowOf(const ListedTable &table, const ApprovedMoves &moves)
{
    EKOS_TRY(PlanListRow listed, listRow(table));
    listed.row.move = moves.of(table.table, table.digest);
    return std::move(listed.row);
}

/// The table as it was approved last, beside how it is proposed.
Result<std::optional<ApprovedTable>> approvedTable(const PlannedTable &proposed, const ListedPlan &plan, const SettingsDigest &settings, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const std::optional<LedgerEntry> entry, currentApprovalEntry(workspace, plan.head.database, run));
    if (!entry)
        return std::optional<ApprovedTable>();
    EKOS_TRY(const ApprovalFact fact, describe::readJson<ApprovalFact>(entry->body));
    EKOS_TRY(const ListedPlan approved, listedApproval(fact, workspace, run));
    ApprovedTable answer{.actor = entry->actor.toString(), .atUtc = entry->recordedAtUtc, .reason = fact.reason, .planDigest = fact.planDigest, .generator = fact.generator,
        .isSqlAsSeen = fact.generator == generatorName() && approved.head.settingsDigest == settings};
    ExtractionPlan before{.database = plan.head.database};
    if (const ListedTable *listed = approved.find(proposed.decision.table)) {
        EKOS_TRY(PlannedTable table, plannedTable(approved, *listed, workspace, run));
        EKOS_TRY(answer.sql, sqlOfTable(table, plan.head.database, workspace, run));
        before.tables.push_back(std::move(table));
    }
    for (TableDifference &difference : rules::planDifference(before, ExtractionPlan{.database = plan.head.database, .tables = {proposed}}))
        answer.differences = std::move(difference.fields); // one at most: both hold this one table
    return std::optional(std::move(answer));
}

Result<TableDetail> detailOf(const ListedTable &table, const ListedPlan &plan, const SettingsDigest &settings, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(PlannedTable planned, plannedTable(plan, table, workspace, run));
    TableDetail detail{.planned = std::move(planned), .digest = table.digest};
    EKOS_TRY(detail.sql, sqlOfTable(detail.planned, plan.head.database, workspace, run));
    EKOS_TRY(detail.approved, approvedTable(detail.planned, plan, settings, workspace, run));
    EKOS_TRY(detail.functions, triggerFunctions(table.table, plan.head.database, workspace, run));
    return detail;
}

} // namespace

Result<ApprovedMoves> ApprovedMoves::of(const PlanDigest &proposal, const std::optional<ApprovalFact> &approval, Workspace &workspace, RunContext &run)
{
    ApprovedMoves moves;
    moves.m_isApproved = approval.has_value();
    if (approval && approval->planDigest != proposal) {
        EKOS_TRY(moves.m_approved, listedApproval(*approval, workspace, run));
    }
    return moves;
}

PlanMove ApprovedMoves::of(const TableName &table, const TableDigest &digest) const
{
    if (!m_isApproved)
        return PlanMove::Unapproved;
    if (!m_approved)
        return PlanMove::Same;
    const ListedTable *approved = m_approved->find(table);
    return !approved ? PlanMove::New : approved->digest == digest ? PlanMove::Same : PlanMove::Changed;
}

Result<ExtractionPage> showExtraction(const ShowExtraction &request, const CallContext &, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const ListedPlan plan, listedProposal(workspace, run));
    EKOS_TRY(const auto approval, currentApprovalFact(workspace, plan.head.database, run));
    EKOS_TRY(const ApprovedMoves moves, ApprovedMoves::of(plan.head.digest, approval, workspace, run));
    const SettingsDigest settings = rules::settingsDigest(loaded.settings.lakehouse);
    const SettingsState settingsState = settings == plan.head.settingsDigest ? SettingsState::Same : SettingsState::Moved;
    ExtractionPage page{.digest = plan.head.digest, .counts = plan.head.counts, .approval = approvalState(plan.head.digest, plan.head.sqlDigest.value_or(SqlDigest()), settingsState, approval),
        .approvedDigest = approval ? std::optional(approval->planDigest) : std::nullopt, .warnings = plan.head.warnings};
    const std::vector<ListedTable> &tables = plan.list->tables;
    if (request.table) {
        EKOS_TRY(const TableName name, rules::resolveTable(*request.table, plan.names()));
        const ListedTable &table = *plan.find(name);
        EKOS_TRY(PlanRow row, rowOf(table, moves));
        page.tables.push_back(std::move(row));
        EKOS_TRY(page.detail, detailOf(table, plan, settings, workspace, run));
        page.wantsAllSql = request.allSql;
        return page;
    }
    EKOS_TRY(const std::size_t start, startOf(request.after, plan));
    const std::size_t end = std::min(tables.size(), start + std::size_t(std::clamp<qint64>(request.limit, 1, largestPage)));
    for (std::size_t i = start; i < end; ++i) {
        EKOS_TRY(PlanRow row, rowOf(tables[i], moves));
        page.tables.push_back(std::move(row));
    }
    if (end < tables.size())
        page.next = cursorAfter(page.digest, tables[end - 1].table);
    return page;
}

Result<std::vector<SourceFunction>> triggerFunctions(const TableName &table, const QString &database, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    std::vector<SourceFunction> functions;
    EKOS_TRY(const std::vector<LedgerEntry> triggers, ledger->currentOfKind(FactKind::Trigger, run));
    for (const LedgerEntry &entry : triggers) {
        if (entry.subject.database != database || entry.subject.schema != table.schema() || entry.subject.object != table.table())
            continue;
        EKOS_TRY(const SourceTrigger trigger, describe::readJson<SourceTrigger>(entry.body));
        functions.push_back({sqlIdentifier(trigger.functionSchema) + QLatin1Char('.') + sqlIdentifier(trigger.functionName), trigger.name, trigger.functionSource});
    }
    return functions;
}

} // namespace lakehouse::usecases
