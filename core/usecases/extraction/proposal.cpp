#include "usecases/extraction/proposal.h"

#include "describe/canonical_json.h"
#include "rules/deletes/delete_sql.h"
#include "rules/lineage/lineage.h"
#include "rules/planning/extraction_planner.h"
#include "rules/planning/setting_names.h"
#include "rules/reconcile/reconciliation_files.h"
#include "rules/sqlgen/pipeline_files.h"
#include "usecases/evidence/source_reading.h"
#include "usecases/extraction/label_history.h"
#include "usecases/extraction/plan_list.h"
#include "usecases/review/review_state.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::usecases {

using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using describe::canonicalJson;

namespace {

/// The files of deletes and of reconciliation stand in the table's folder, where its lock lists them.
std::vector<GeneratedFile> moreFilesInRepository(const TableDecision &table)
{
    std::vector<GeneratedFile> files = rules::deleteFiles(table);
    std::ranges::move(rules::reconciliationFiles(table), std::back_inserter(files));
    for (GeneratedFile &file : files)
        file.path.prepend(rules::tableFolder(table.places) + QLatin1Char('/'));
    return files;
}

Proposal withFiles(ExtractionPlan plan, const ports::LoadedSettings &loaded)
{
    Proposal proposal{.plan = std::move(plan)};
    proposal.digest = proposal.plan.digest();
    proposal.files = rules::pipelineFiles({.plan = proposal.plan, .settings = loaded.settings, .project = loaded.id, .generator = generatorName(),
        .moreTableFiles = moreFilesInRepository});
    proposal.sqlDigest = rules::sqlDigest(proposal.files);
    proposal.areSettingsMoved = proposal.plan.settingsDigest != rules::settingsDigest(loaded.settings.lakehouse);
    return proposal;
}

/// Over everything that a reader of the plan sees; the moment of making it apart, so that making the same plan again changes nothing.
BlobDigest documentDigest(ExtractionPlan plan)
{
    plan.madeAtUtc = {};
    for (PlannedTable &table : plan.tables) {
        table.estimatedRows = 0;
        table.estimatedBytes = 0;
    }
    return BlobDigest::of(canonicalJson(plan));
}

/// All changes by people that count, oldest first: of each table, its row security and each column the newest.
Result<std::vector<PlanChange>> planChanges(ports::Ledger &ledger, RunContext &run)
{
    EKOS_TRY(std::vector<LedgerEntry> entries, ledger.currentOfKind(FactKind::PlanChange, run));
    std::ranges::sort(entries, {}, &LedgerEntry::sequence);
    std::vector<PlanChange> changes;
    for (const LedgerEntry &entry : entries) {
        EKOS_TRY(PlanChange change, describe::readJson<PlanChange>(entry.body));
        changes.push_back(std::move(change));
    }
    return changes;
}

/// What a reader of the plan would look for in vain.
std::optional<PlanWarning> outOfScopeWarning(const CatalogSnapshot &catalog, const DecisionsInForce &review)
{
    constexpr qsizetype mostNamed = 20;
    QStringList tables;
    for (const SourceTable &table : catalog.tables)
        if (std::ranges::binary_search(review.outOfScope, table.name))
            tables += table.name.toString();
    if (tables.isEmpty())
        return std::nullopt;
    const qint64 count = tables.size();
    tables.sort();
    if (count > mostNamed)
        tables = tables.first(mostNamed) << QStringLiteral("…");
    return PlanWarning{QT_TRANSLATE_NOOP("core", "%n table(s) are out of scope, as a person signed, and not planned: %2."), base::Plural{count}, tables.join(QStringLiteral(", "))};
}

} // namespace

QString generatorName()
{
    return QStringLiteral("ekos-lakehouse " LAKEHOUSE_VERSION);
}

SubjectName planSubject(const QString &database)
{
    return {.database = database, .kind = SubjectKind::Plan};
}

Result<Proposal> makeProposal(Workspace &workspace, const RunRecorder &recorder, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection connection, extractionSource(loaded.settings));
    EKOS_TRY(const SourceReading reading, readSource(workspace, connection, Measuring::Missing, recorder, run));
    EKOS_TRY(ports::LakeSql *lake, workspace.lake(run));
    EKOS_CHECK(run.step({QT_TRANSLATE_NOOP("core", "See what Trino exposes of %1"), loaded.settings.lakehouse.sourceCatalog}));
    EKOS_TRY(const auto exposed, lake->exposedTables(loaded.settings.lakehouse.sourceCatalog, run));
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const std::vector<PlanChange> changes, planChanges(*ledger, run));
    EKOS_TRY(const std::optional<ExtractionApproval> approval, currentApproval(workspace, connection.alias, run));
    EKOS_TRY(const DecisionsInForce review, decisionsInForce(workspace, run));
    EKOS_TRY(const std::vector<WriteBehaviour> writes, writeBehaviours(workspace, connection.alias, run));
    EKOS_TRY(const std::vector<rules::LabelRename> renames, unloadedLabelRenames(reading.catalog, *ledger, workspace, run));
    EKOS_CHECK(run.step(QT_TRANSLATE_NOOP("core", "Plan")));
    ExtractionPlan plan = rules::plan({.catalog = reading.catalog, .measures = reading.measures, .exposed = exposed,
        .settings = loaded.settings.lakehouse, .changes = changes, .madeAtUtc = workspace.clock().now(),
        .review = &review, .writes = &writes, .approved = approval ? &approval->plan : nullptr, .renamedLabels = renames});
    plan.settingsDigest = rules::settingsDigest(loaded.settings.lakehouse);
    plan.warnings = rules::settingWarnings(loaded.settings.lakehouse, reading.catalog);
    if (auto warning = outOfScopeWarning(reading.catalog, review))
        plan.warnings.push_back(*std::move(warning));
    for (const PlanWarning &warning : plan.warnings)
        recorder.warning("plan", connection.alias, warning);
    Proposal proposal = withFiles(std::move(plan), loaded);
    EKOS_CHECK(workspace.project().savePlan(ports::PlanCopy::Proposal, proposal.plan, planList(planHead(proposal), proposal.plan), run));
    EKOS_TRY(const std::optional<PlanFact> before, currentFact<PlanFact>(*ledger, FactKind::PlanProposal, planSubject(connection.alias), run));
    const BlobDigest document = documentDigest(proposal.plan);
    if (!before || before->document != document || before->sqlDigest != proposal.sqlDigest || before->generator != generatorName()) {
        const NewFact fact{FactKind::PlanProposal, planSubject(connection.alias), canonicalJson(PlanFact{proposal.digest, proposal.plan.catalogDigest, document, proposal.sqlDigest, generatorName()}), recorder.id()};
        EKOS_CHECK(ledger->append({fact}, recorder.actor(), run));
    }
    const api::PlanCounts counts = planCounts(proposal.plan);
    recorder.info("plan", connection.alias, {QT_TRANSLATE_NOOP("core", "Plan %1: %2 full, %3 incremental, %4 refused"), proposal.digest.toShortString(),
        counts.full, counts.incremental, counts.refused});
    return proposal;
}

namespace {

/// Whether the list that pages show is of this plan; without one they read the plan itself.
Result<bool> isListedAsItIs(const ExtractionPlan &plan, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const std::shared_ptr<const ports::PlanList> list, workspace.project().planList(ports::PlanCopy::Proposal, run));
    if (!list)
        return true;
    return std::ranges::equal(list->tables, planList({}, plan).tables, [](const ports::ListedTable &shown, const ports::ListedTable &planned) {
        return shown.table == planned.table && shown.digest == planned.digest && shown.row == planned.row;
    });
}

} // namespace

Result<> checkUntouched(const ExtractionPlan &plan, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const std::optional<PlanFact> fact, currentFact<PlanFact>(*ledger, FactKind::PlanProposal, planSubject(plan.database), run));
    EKOS_TRY(const bool isListed, isListedAsItIs(plan, workspace, run));
    if (fact && fact->document == documentDigest(plan) && isListed)
        return base::Ok{};
    return Error{ErrorCode::Stale, QT_TRANSLATE_NOOP("core", "The saved plan is not the one that was made last: its file was changed or replaced."),
                 QT_TRANSLATE_NOOP("core", "Plan again with: ekos-lakehouse lakehouse plan")};
}

Result<std::vector<api::SqlText>> sqlOfTable(const PlannedTable &table, const QString &database, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    const ExtractionPlan only{.database = database, .tables = {table}};
    const std::vector<GeneratedFile> files = rules::pipelineFiles({.plan = only, .settings = loaded.settings, .project = loaded.id, .generator = generatorName(),
        .moreTableFiles = moreFilesInRepository});
    std::vector<api::SqlText> sql;
    for (const GeneratedFile &file : files)
        if (file.path.endsWith(QLatin1String(".sql")))
            sql.push_back({file.path, QString::fromUtf8(file.content)});
    return sql;
}

Result<Proposal> savedProposal(ProposalFiles files, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(std::optional<ExtractionPlan> plan, workspace.project().proposal(run));
    if (!plan)
        return Error{ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "There is no plan yet."), QT_TRANSLATE_NOOP("core", "Make one with: ekos-lakehouse lakehouse plan")};
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const std::optional<PlanFact> fact, currentFact<PlanFact>(*ledger, FactKind::PlanProposal, planSubject(plan->database), run));
    const PlanDigest digest = plan->digest();
    if (files == ProposalFiles::All || !fact || fact->digest != digest || fact->generator != generatorName())
        return withFiles(*std::move(plan), loaded);
    const bool areSettingsMoved = plan->settingsDigest != rules::settingsDigest(loaded.settings.lakehouse);
    return Proposal{.plan = *std::move(plan), .digest = digest, .sqlDigest = fact->sqlDigest, .areSettingsMoved = areSettingsMoved};
}

Result<std::optional<LedgerEntry>> currentApprovalEntry(Workspace &workspace, const QString &database, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(std::optional<LedgerEntry> approval, ledger->current(FactKind::LakehouseApproval, planSubject(database), run));
    EKOS_TRY(const std::optional<RevocationFact> revocation, currentFact<RevocationFact>(*ledger, FactKind::ApprovalRevocation, planSubject(database), run));
    if (approval && revocation && revocation->approval == approval->sequence)
        return std::optional<LedgerEntry>();
    return approval;
}

Result<std::optional<ApprovalFact>> currentApprovalFact(Workspace &workspace, const QString &database, RunContext &run)
{
    EKOS_TRY(const std::optional<LedgerEntry> entry, currentApprovalEntry(workspace, database, run));
    if (!entry)
        return std::optional<ApprovalFact>();
    EKOS_TRY(ApprovalFact fact, describe::readJson<ApprovalFact>(entry->body));
    return std::optional(std::move(fact));
}

Result<std::optional<ExtractionApproval>> currentApproval(Workspace &workspace, const QString &database, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const std::optional<ApprovalFact> fact, currentApprovalFact(workspace, database, run));
    if (!fact)
        return std::optional<ExtractionApproval>();
    EKOS_TRY(const QByteArray bytes, ledger->blob(fact->approval, run));
    EKOS_TRY(ExtractionApproval approval, describe::readJson<ExtractionApproval>(bytes, {.bytes = qsizetype(1) << 30}));
    return std::optional(std::move(approval));
}

api::ApprovalState approvalState(const PlanDigest &plan, const SqlDigest &sql, SettingsState settings, const std::optional<ApprovalFact> &approval)
{
    if (settings == SettingsState::Moved)
        return api::ApprovalState::SettingsMoved;
    if (!approval)
        return api::ApprovalState::None;
    return approval->planDigest == plan && approval->sqlDigest == sql ? api::ApprovalState::Current : api::ApprovalState::Moved;
}

api::ApprovalState approvalState(const Proposal &proposal, const std::optional<ApprovalFact> &approval)
{
    return approvalState(proposal.digest, proposal.sqlDigest, proposal.areSettingsMoved ? SettingsState::Moved : SettingsState::Same, approval);
}

api::PlanRow planRow(const PlannedTable &table)
{
    const TableDecision &decision = table.decision;
    api::PlanRow row{.table = decision.table, .mode = decision.mode, .key = decision.key,
        .columns = std::ranges::count_if(decision.columns, [](const PlannedColumn &column) { return column.fidelity != Fidelity::Refused; }),
        .estimatedRows = table.estimatedRows, .estimatedBytes = table.estimatedBytes, .isChanged = table.change && !table.isChangeStale,
        .isChangeStale = table.isChangeStale, .deletes = decision.deletes, .purgePolicy = decision.purgePolicy, .digest = table.digest()};
    if (decision.watermark) {
        row.watermark = decision.watermark->column;
        row.proof = decision.watermark->proof;
        row.isAgainstFacts = decision.watermark->proof == WatermarkProof::Person;
    }
    if (table.change && table.change->edit != PlanEdit::Undo)
        row.change = table.change;
    for (const PlannedChange &decision : table.decisions)
        ++(decision.isStale ? row.staleDecisions : row.decisions);
    for (const Refusal &refusal : table.refusals)
        row.refusedColumns += refusal.column ? 1 : 0;
    if (decision.mode == LoadMode::Refused) {
        if (!table.refusals.empty())
            row.why = table.refusals.front().reason;
    } else {
        row.bronze = rules::bronzeName(decision.places);
        const auto reason = std::ranges::find(table.reasons, QStringLiteral("mode"), &PlanReason::about);
        if (reason != table.reasons.end())
            row.why = reason->statement;
    }
    return row;
}

api::PlanCounts planCounts(const ExtractionPlan &plan)
{
    api::PlanCounts counts;
    for (const PlannedTable &table : plan.tables) {
        switch (table.decision.mode) {
        case LoadMode::Full: ++counts.full; break;
        case LoadMode::Incremental: ++counts.incremental; break;
        case LoadMode::Refused: ++counts.refused; break;
        }
        counts.refusedColumns += std::ranges::count_if(table.refusals, [](const Refusal &refusal) { return refusal.column.has_value(); });
    }
    return counts;
}

std::vector<TableName> tableNames(const ExtractionPlan &plan)
{
    std::vector<TableName> names;
    for (const PlannedTable &table : plan.tables)
        names.push_back(table.decision.table);
    return names;
}

Result<> checkStillCurrent(const PlanDigest &expected, const PlanDigest &current)
{
    if (expected != current)
        return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The plan moved from %1 to %2."), expected.toShortString(), current.toShortString()},
                     QT_TRANSLATE_NOOP("core", "Read it again with: ekos-lakehouse lakehouse extraction show")};
    return base::Ok{};
}

} // namespace lakehouse::usecases
