#include "usecases/extraction/extraction.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"
#include "rules/planning/extraction_planner.h"
#include "rules/planning/plan_diff.h"
#include "rules/planning/setting_names.h"
#include "usecases/authorisation.h"
#include "usecases/extraction/approval.h"
#include "usecases/extraction/lineage.h"
#include "usecases/extraction/show.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using describe::canonicalJson;

namespace {

constexpr qint64 planningSteps = 2; // ask Trino, plan; reading the source counts its own

PlanRow rowOf(const PlannedTable &table, const ApprovedMoves &moves)
{
    PlanRow row = planRow(table);
    row.move = moves.of(row.table, row.digest);
    return row;
}

Result<PlanSummary> makePlan(const MakePlan &, const CallContext &context, Workspace &workspace, RunContext &run)
{
    run.expectSteps(planningSteps);
    return recorded<PlanSummary>(workspace, MakePlan::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<PlanSummary>> {
        EKOS_TRY(const Proposal proposal, makeProposal(workspace, recorder, run));
        EKOS_TRY(const auto approval, currentApprovalFact(workspace, proposal.plan.database, run));
        PlanSummary summary{.digest = proposal.digest, .counts = planCounts(proposal.plan), .approval = approvalState(proposal, approval)};
        EKOS_TRY(const ApprovedMoves moves, ApprovedMoves::of(proposal.digest, approval, workspace, run));
        for (const PlannedTable &table : proposal.plan.tables)
            summary.tables.push_back(rowOf(table, moves));
        summary.warnings = proposal.plan.warnings;
        const base::Text outcome{QT_TRANSLATE_NOOP("core", "Plan %1 made: %2 full, %3 incremental, %4 refused."), proposal.digest.toShortString(),
                                 summary.counts.full, summary.counts.incremental, summary.counts.refused};
        return Recorded<PlanSummary>{std::move(summary), outcome};
    });
}

Result<ExtractionDifference> compare(const CompareExtraction &, const CallContext &context, Workspace &workspace, RunContext &run)
{
    run.expectSteps(planningSteps);
    return recorded<ExtractionDifference>(workspace, CompareExtraction::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<ExtractionDifference>> {
        EKOS_TRY(const Proposal proposal, makeProposal(workspace, recorder, run));
        EKOS_TRY(const auto approval, currentApproval(workspace, proposal.plan.database, run));
        ExtractionDifference difference{.proposed = proposal.digest};
        if (approval) {
            difference.approved = approval->planDigest;
            difference.isSqlMoved = approval->planDigest == proposal.digest && approval->sqlDigest != proposal.sqlDigest;
        }
        difference.tables = rules::planDifference(approval ? approval->plan : ExtractionPlan{.database = proposal.plan.database}, proposal.plan);
        const base::Text outcome{QT_TRANSLATE_NOOP("core", "%n table(s) moved."), base::Plural{qint64(difference.tables.size())}};
        return Recorded<ExtractionDifference>{std::move(difference), outcome};
    });
}

QString subjectInWords(const PlanChange &change)
{
    return change.table.toString() + (change.column ? QLatin1Char('.') + sqlIdentifier(*change.column) : QString());
}

/// Each thing that a person decides has a subject of its own, so that its newest entry is what counts: the column, or an aspect of the table. Undoing what
/// was decided about a table takes back all of the latter.
std::vector<SubjectName> subjectsOf(const PlanChange &change, const PlannedTable &planned, const QString &database)
{
    if (change.column)
        return {columnSubject(database, change.table, *change.column)};
    const auto ofAspect = [&](PlanAspect aspect) -> SubjectName {
        if (aspect == PlanAspect::Mode || aspect == PlanAspect::Column)
            return tableSubject(database, change.table);
        const QString part = aspect == PlanAspect::Deletes ? QStringLiteral("deletes") : aspect == PlanAspect::Purges ? QStringLiteral("purges") : QString();
        return {.database = database, .schema = change.table.schema(), .object = change.table.table(), .kind = SubjectKind::Policy, .part = part};
    };
    std::vector<SubjectName> subjects{ofAspect(aspectOf(change.edit))};
    if (change.edit == PlanEdit::Undo)
        for (const PlannedChange &decision : planned.decisions)
            if (!decision.change.column)
                subjects.push_back(ofAspect(aspectOf(decision.change.edit)));
    return subjects;
}

Result<ExtractionChanged> change(const ChangeExtraction &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const Proposal before, savedProposal(ProposalFiles::None, workspace, run));
    EKOS_CHECK(checkStillCurrent(request.expectedDigest, before.digest));
    const std::vector<TableName> tables = tableNames(before.plan);
    EKOS_TRY(const TableName name, rules::resolveTable(request.table, tables));
    const PlannedTable &planned = *before.plan.find(name);
    std::optional<QString> column;
    if (request.column) {
        EKOS_TRY(column, rules::resolveColumn(planned, *request.column));
    }
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_CHECK(rules::checkChange(planned, request.edit, request.reason, column, rules::purgePolicyOf(name, loaded.settings.lakehouse, tables)));
    EKOS_CHECK(checkReason(request.reason, context, workspace, run));
    run.expectSteps(planningSteps);
    return recorded<ExtractionChanged>(workspace, ChangeExtraction::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<ExtractionChanged>> {
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
        const PlanChange made{name, request.edit, request.reason, context.actor.toString(), workspace.clock().now(), column};
        std::vector<NewFact> facts;
        for (SubjectName &subject : subjectsOf(made, planned, before.plan.database))
            facts.push_back({FactKind::PlanChange, std::move(subject), canonicalJson(made), recorder.id()});
        EKOS_CHECK(ledger->append(facts, context.actor, run));
        recorder.info("change", subjectInWords(made), {QT_TRANSLATE_NOOP("core", "Changed by %1: %2"), context.actor.toString(), request.reason.toString()});
        EKOS_TRY(const Proposal after, makeProposal(workspace, recorder, run));
        const PlannedTable *table = after.plan.find(name);
        if (!table)
            return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The source has no table %1 any more; the change is kept in case it comes back."), name.toString()},
                         QT_TRANSLATE_NOOP("core", "See what moved with: ekos-lakehouse lakehouse extraction diff"), name.toString()};
        EKOS_TRY(const auto approval, currentApprovalFact(workspace, after.plan.database, run));
        EKOS_TRY(const ApprovedMoves moves, ApprovedMoves::of(after.digest, approval, workspace, run));
        return Recorded<ExtractionChanged>{{after.digest, rowOf(*table, moves)}, {QT_TRANSLATE_NOOP("core", "%1 changed."), subjectInWords(made)}};
    });
}

} // namespace

void addExtraction(HandlerRegistry &registry, WorkspaceProvider &workspaces)
{
    registry.add<MakePlan>(inWorkspace<MakePlan>(workspaces, makePlan));
    registry.add<ShowExtraction>(inWorkspace<ShowExtraction>(workspaces, showExtraction));
    registry.add<ShowLineage>(inWorkspace<ShowLineage>(workspaces, showLineage));
    registry.add<CompareExtraction>(inWorkspace<CompareExtraction>(workspaces, compare));
    registry.add<ChangeExtraction>(inWorkspace<ChangeExtraction>(workspaces, change));
    registry.add<ApproveExtraction>(inWorkspace<ApproveExtraction>(workspaces, approveExtraction));
    registry.add<RevokeExtraction>(inWorkspace<RevokeExtraction>(workspaces, revokeExtraction));
}

} // namespace lakehouse::usecases
