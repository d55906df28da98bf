#include "usecases/pipeline/generate.h"

#include "describe/canonical_json.h"
#include "rules/sqlgen/pipeline_files.h"
#include "usecases/approval_gate.h"
#include "usecases/evidence/source_reading.h"
#include "usecases/extraction/plan_list.h"
#include "usecases/pipeline/reload.h"

#include <QDir>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 generateSteps = 3; // ask Trino, plan, write; reading the source counts its own

std::vector<RefusedTable> refusedTables(const ExtractionPlan &plan)
{
    std::vector<RefusedTable> refused;
    for (const PlannedTable &table : plan.tables)
        if (table.decision.mode == LoadMode::Refused && !table.refusals.empty())
            refused.push_back({table.decision.table, table.refusals.front().reason, table.refusals.front().remedy});
    return refused;
}

/// Asks for a reload of each incremental table whose columns load by a newer rule than its rows in bronze did.
Result<std::vector<TableName>> requestReloads(const ExtractionPlan &plan, const RunRecorder &recorder, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(const Reason reason, Reason::parse(QStringLiteral("a rule that loads one of its columns is newer")));
    std::vector<TableName> reloads;
    for (const PlannedTable &table : plan.tables) {
        if (table.decision.mode != LoadMode::Incremental)
            continue;
        EKOS_TRY(const ports::TableLoadState state, runs->loadState(table.decision.table));
        if (!state.boundUtc || state.loadRule == table.decision.loadRule)
            continue;
        if (!state.reload) // one that stands already, of a person perhaps, asks for the same
            EKOS_CHECK(requestReload({.table = table.decision.table, .reason = reason, .actor = recorder.actor().toString(), .atUtc = workspace.clock().now()}, plan.database, recorder.id(),
                                     recorder.actor(), workspace, run));
        reloads.push_back(table.decision.table);
    }
    return reloads;
}

ports::CommitRequest commitRequest(const Proposal &proposal, bool isApproved, const Actor &actor)
{
    const QString person = actor.subject.isEmpty() ? actor.systemUser : actor.subject;
    ports::CommitRequest request{.files = proposal.files, .ownedFolders = rules::generatedFolders(),
        .message = QStringLiteral("Generate plan %1").arg(proposal.digest.toShortString()),
        .trailers = {{QStringLiteral("Ekos-Plan-Digest"), proposal.digest.toString()}, {QStringLiteral("Ekos-Sql-Digest"), proposal.sqlDigest.toString()},
                     {QStringLiteral("Ekos-Generator"), generatorName()}, {QStringLiteral("Ekos-Approved"), isApproved ? QStringLiteral("yes") : QStringLiteral("no")}},
        .authorName = person, .authorEmail = person + QLatin1Char('@') + actor.host};
    return request;
}

/// Records what is about to be committed, by the ids of its trees, and seals the commit with the ledger's head. The fact comes first: a
/// program that dies in between leaves a commit that is not the recorded one, and nothing of it runs before `generate` runs again.
Result<ports::CommitRequest> sealedCommit(const Proposal &proposal, bool isApproved, const RunRecorder &recorder, ports::PipelineRepository &repository, Workspace &workspace, RunContext &run)
{
    ports::CommitRequest request = commitRequest(proposal, isApproved, recorder.actor());
    const PlanCounts counts = planCounts(proposal.plan);
    GenerationFact made{proposal.digest, proposal.plan.catalogDigest, proposal.sqlDigest, generatorName(), counts.full + counts.incremental, isApproved, {}};
    EKOS_TRY(const auto trees, repository.plannedTreeIds(request, run));
    for (const auto &[folder, tree] : trees)
        made.trees.push_back({folder, tree});
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    const SubjectName subject = planSubject(proposal.plan.database);
    EKOS_TRY(const std::optional<GenerationFact> before, currentFact<GenerationFact>(*ledger, FactKind::Generation, subject, run));
    if (before != made)
        EKOS_CHECK(ledger->append({{FactKind::Generation, subject, describe::canonicalJson(made), recorder.id()}}, recorder.actor(), run));
    EKOS_TRY(const ports::LedgerHead head, ledger->head(run));
    if (head.hash)
        request.trailers.push_back({QStringLiteral("Ekos-Ledger-Head"), head.hash->toString()});
    return request;
}

} // namespace

Result<GenerateReceipt> generate(const GeneratePipeline &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    run.expectSteps(generateSteps);
    return recorded<GenerateReceipt>(workspace, GeneratePipeline::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<GenerateReceipt>> {
        EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
        EKOS_TRY(const Proposal proposal, makeProposal(workspace, recorder, run));
        if (request.expectedDigest) {
            EKOS_CHECK(checkStillCurrent(*request.expectedDigest, proposal.digest));
        }
        EKOS_CHECK(checkMayGenerate(proposal, loaded.settings.lakehouse, workspace, run));
        EKOS_TRY(const std::optional<ApprovalFact> approval, currentApprovalFact(workspace, proposal.plan.database, run));
        const bool isApproved = approvalState(proposal, approval) == ApprovalState::Current;
        EKOS_TRY(const std::unique_ptr<ports::Lease> lease, holdRepository(workspace, recorder, run));
        EKOS_CHECK(run.step(QT_TRANSLATE_NOOP("core", "Write the pipeline")));
        EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
        EKOS_CHECK(repository->createIfAbsent(run));
        const PlanCounts counts = planCounts(proposal.plan);
        EKOS_TRY(ports::CommitRequest commit, sealedCommit(proposal, isApproved, recorder, *repository, workspace, run));
        EKOS_CHECK(lease->check());
        EKOS_TRY(const ports::CommitReceipt receipt, repository->commit(commit, run));
        GenerateReceipt answer{.planDigest = proposal.digest, .sqlDigest = proposal.sqlDigest, .folder = QDir(loaded.folder).filePath(QStringLiteral("pipeline")),
            .commit = receipt.commit, .isNew = receipt.isNew, .isApproved = isApproved, .tables = counts.full + counts.incremental, .files = qint64(proposal.files.size()),
            .changedPaths = receipt.changedPaths, .refused = refusedTables(proposal.plan)};
        [[maybe_unused]] const auto listed = keepGenerated(receipt.commit, proposal.plan, workspace, run); // made anew where it is missing
        EKOS_TRY(answer.reloads, requestReloads(proposal.plan, recorder, workspace, run));
        recorder.info("generate", {}, {QT_TRANSLATE_NOOP("core", "Commit %1: tables %2, changed files %3"), receipt.commit.left(12), answer.tables, qint64(receipt.changedPaths.size())});
        const base::Text outcome{QT_TRANSLATE_NOOP("core", "%1 table(s) generated at commit %2."), base::Plural{answer.tables}, receipt.commit.left(12)};
        return Recorded<GenerateReceipt>{std::move(answer), outcome};
    });
}

} // namespace lakehouse::usecases
