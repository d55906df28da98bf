#include "usecases/project/project.h"

#include "api/operations/project.h"
#include "rules/planning/setting_names.h"
#include "rules/workflow/step_status.h"
#include "usecases/evidence/source_reading.h"
#include "usecases/extraction/plan_list.h"
#include "usecases/pipeline/locked_tables.h"
#include "usecases/review/review_state.h"

#include <array>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 runsInPulse = 10;

Result<ConfigurationText> showConfiguration(const ShowConfiguration &request, const CallContext &, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    ConfigurationText text{.warnings = loaded.warnings};
    EKOS_TRY(text.toml, request.effective ? workspace.project().effectiveToml(run) : workspace.project().writtenToml(run));
    return text;
}

/// A part that could not even be opened is a failed line, like any other.
template<typename Part, typename Check>
std::vector<ServiceCheck> checked(const char *service, const Result<Part *> &part, Check check)
{
    if (part)
        return check(*part.value());
    return {{QString::fromLatin1(service), QStringLiteral("settings"), CheckState::Failed, part.error().message, part.error().hint}};
}

Result<ports::SourceEngine *> openSource(const ProjectSettings &settings, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const SourceConnection connection, extractionSource(settings));
    return workspace.source(connection, run);
}

/// Before anything was generated Dagster cannot know the project, and that is no fault.
Result<> forgiveMissingLocation(std::vector<ServiceCheck> &dagster, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
    const Result<std::optional<QString>> head = repository->head(run);
    if (head && head.value())
        return base::Ok{};
    for (ServiceCheck &check : dagster) {
        if (check.check != QLatin1String("code-location") || check.state != CheckState::Failed)
            continue;
        check.state = CheckState::Skipped;
        check.finding = QT_TRANSLATE_NOOP("core", "Nothing was generated yet that Dagster could know.");
        check.remedy = {};
    }
    return base::Ok{};
}

Result<DoctorReport> checkServices(const CheckServices &, const CallContext &, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    const LakehouseSection &settings = loaded.settings.lakehouse;
    std::array<std::vector<ServiceCheck>, 5> parts;
    run.expectSteps(qint64(parts.size()));
    EKOS_CHECK(run.parallelFor(qsizetype(parts.size()), int(parts.size()), [&](qsizetype part) -> Result<> {
        switch (part) {
        case 0: parts[0] = checked("source", openSource(loaded.settings, workspace, run), [&](ports::SourceEngine &source) { return source.check(run); }); break;
        case 1: parts[1] = checked("trino", workspace.lake(run), [&](ports::LakeSql &lake) { return lake.check(settings.sourceCatalog, settings.lakeCatalog, run); }); break;
        case 2: parts[2] = workspace.checkStorage(run); break;
        case 3: parts[3] = checked("dagster", workspace.orchestrator(run), [&](ports::Orchestrator &orchestrator) { return orchestrator.check(run); }); break;
        default: parts[4] = checked("pipeline-repository", workspace.repository(run), [&](ports::PipelineRepository &repository) { return repository.check(run); }); break;
        }
        return base::Ok{};
    }));
    EKOS_CHECK(forgiveMissingLocation(parts[3], workspace, run));
    DoctorReport report;
    for (const std::vector<ServiceCheck> &part : parts)
        report.checks.insert(report.checks.end(), part.begin(), part.end());
    return report;
}

Result<rules::ProposedPlan> proposedPlan(const ListedPlan &listed)
{
    rules::ProposedPlan plan{.database = listed.head.database, .catalogDigest = listed.head.catalogDigest.value_or(CatalogDigest()), .digest = listed.head.digest};
    for (const ports::ListedTable &table : listed.list->tables) {
        EKOS_TRY(const PlanListRow row, listRow(table));
        if (row.row.mode != LoadMode::Refused)
            plan.tables.push_back(table.table);
    }
    return plan;
}

Result<WorkflowStatus> showWorkflow(const CallContext &context, Workspace &workspace, RunContext &run, ReviewMemory &reviews)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    rules::WorkflowFacts facts{.settings = loaded.settings};
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    if (const auto sources = configuredSources(loaded.settings)) {
        for (const SourceConnection &source : sources.value()) {
            facts.configuredDatabases.push_back(source.alias);
            EKOS_TRY(const auto read, currentFact<CatalogFact>(*ledger, FactKind::Catalog, SubjectName{.database = source.alias, .kind = SubjectKind::Database}, run));
            if (read)
                facts.readDatabases.emplace_back(source.alias, *read);
        }
    }
    if (!facts.readDatabases.empty()) {
        EKOS_TRY(const ReviewStatePointer review, reviews.read(context.project, workspace, run));
        for (const ReviewSubject subject : allReviewSubjects)
            facts.review.push_back({subject, review->of(subject).standing.state, review->of(subject).open()});
    }
    if (const Result<ListedPlan> listed = listedProposal(workspace, run)) {
        const PlanHead &head = listed.value().head;
        facts.proposedSql = head.sqlDigest.value_or(SqlDigest());
        facts.areSettingsMoved = head.settingsDigest != rules::settingsDigest(loaded.settings.lakehouse);
        EKOS_TRY(facts.approval, currentApprovalFact(workspace, head.database, run));
        EKOS_TRY(facts.generation, currentFact<GenerationFact>(*ledger, FactKind::Generation, planSubject(head.database), run));
        EKOS_TRY(facts.proposal, proposedPlan(listed.value()));
    } else if (listed.error().code != ErrorCode::NotFound) {
        return listed.error();
    }
    EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
    if (const auto head = repository->head(run); facts.generation && head && head.value()) {
        EKOS_TRY(facts.isCommitAsGenerated, isAsGenerated(*head.value(), workspace, run));
    }
    EKOS_TRY(facts.loads, runs->latestLoads());
    EKOS_TRY(facts.reconciliations, runs->latestReconciliations());
    return rules::workflowStatus(facts);
}

/// The newest plan that was made, by what is quick to read: the saved proposal's list, else what the ledger has of it.
Result<std::optional<PlanDigest>> newestPlan(const ProjectSettings &settings, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const std::optional<PlanDigest> listed, proposalDigestAtAGlance(workspace, run));
    const Result<SourceConnection> source = extractionSource(settings);
    if (listed || !source)
        return listed;
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const auto made, currentFact<PlanFact>(*ledger, FactKind::PlanProposal, planSubject(source.value().alias), run));
    return made ? std::optional(made->digest) : std::nullopt;
}

Result<ProjectPulse> showPulse(const ShowPulse &, const CallContext &, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    ProjectPulse pulse{.project = loaded.settings.project.name, .environment = loaded.settings.project.environment, .settingsDigest = loaded.digest};
    EKOS_TRY(pulse.plan, newestPlan(loaded.settings, workspace, run));
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const ports::LedgerHead head, ledger->head(run));
    pulse.ledgerEntries = head.sequence;
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(pulse.runs, runs->list(runsInPulse));
    return pulse;
}

} // namespace

void addProject(HandlerRegistry &registry, WorkspaceProvider &workspaces, std::shared_ptr<ReviewMemory> reviews)
{
    registry.add<ShowConfiguration>(inWorkspace<ShowConfiguration>(workspaces, showConfiguration));
    registry.add<CheckServices>(inWorkspace<CheckServices>(workspaces, checkServices));
    registry.add<ShowPulse>(inWorkspace<ShowPulse>(workspaces, showPulse));
    registry.add<ShowWorkflow>(inWorkspace<ShowWorkflow>(workspaces, [reviews](const ShowWorkflow &, const CallContext &context, Workspace &workspace, RunContext &run) {
        return showWorkflow(context, workspace, run, *reviews);
    }));
}

} // namespace lakehouse::usecases
