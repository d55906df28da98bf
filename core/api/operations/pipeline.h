#pragma once

#include "api/operation.h"
#include "model/extraction_plan.h"
#include "model/reconciliation.h"
#include "model/run.h"

namespace lakehouse::api {

struct RefusedTable {
    model::TableName table = {};
    base::Text reason = {};
    base::Text remedy = {};
    friend bool operator==(const RefusedTable &, const RefusedTable &) = default;
};

struct GenerateReceipt {
    model::PlanDigest planDigest = {};
    model::SqlDigest sqlDigest = {};
    QString folder = {};                  ///< the pipeline repository, inside the project
    QString commit = {};
    bool isNew = false;                   ///< false: everything stood there already
    bool isApproved = false;              ///< a person approved exactly this plan and SQL
    qint64 tables = 0;                    ///< that are generated
    qint64 files = 0;
    std::vector<QString> changedPaths = {};
    std::vector<RefusedTable> refused = {};
    std::vector<model::TableName> reloads = {}; ///< incremental tables whose next load reads every row, since a rule for a column is newer
    friend bool operator==(const GenerateReceipt &, const GenerateReceipt &) = default;
};

/// Writes SQL, lock files and the Dagster project of the plan into the pipeline repository, as one commit. Plans first when it must.
/// Fails with RefusedByRule (exit 4) under require-plan-approval when the plan moved, naming the tables; with Stale when a generated file was edited.
struct GeneratePipeline {
    using Answer = GenerateReceipt;
    static constexpr Operation operation{.name = "pipeline.generate", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "lakehouse generate",
        .route = Route::post("/v1/projects/{project}/pipeline/generations"), .request = &describe::typeOf<GeneratePipeline>, .answer = &describe::typeOf<Answer>,
        .summary = "Write SQL, lock files and the Dagster project into the pipeline repository"};
    std::optional<model::PlanDigest> expectedDigest = {}; ///< the plan that was read; another one is refused
};

/// Loads one table by its reviewed SQL. What the orchestrator calls. Fails with Busy while another run loads it, RefusedByRule when the guard trips.
struct LoadTable {
    using Answer = model::LoadReport;
    static constexpr Operation operation{.name = "pipeline.load", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "lakehouse load",
        .route = Route::post("/v1/projects/{project}/pipeline/loads"), .request = &describe::typeOf<LoadTable>, .answer = &describe::typeOf<Answer>,
        .summary = "Load one table by its reviewed SQL (the orchestrator calls this)"};
    model::TableSelector table = {};      ///< the table to load
    std::optional<model::RunId> runId = {}; ///< the run it belongs to; a new one when left out
    bool reload = false;                  ///< read every row, whatever was loaded before
    bool acceptLoss = false;              ///< go on although rows vanished at the source; needs a reason
    model::Reason reason = {};            ///< why
};

/// Asks that the next load of an incremental table empties bronze, unless it keeps purged rows, and reads every row, or takes that back before it took place.
/// Fails with InvalidInput for a table that reads every row anyway, NotFound when there is nothing to take back, RefusedByRule.
struct ReloadTable {
    using Answer = model::ReloadRequest;
    static constexpr Operation operation{.name = "pipeline.reload", .effect = Effect::Launch, .reason = ReasonRule::Asked, .command = "lakehouse reload",
        .route = Route::post("/v1/projects/{project}/pipeline/reloads"), .request = &describe::typeOf<ReloadTable>, .answer = &describe::typeOf<Answer>,
        .summary = "Have the next load of a table empty bronze and read every row"};
    model::TableSelector table = {};      ///< the table to load anew
    bool undo = false;                    ///< take back what was asked for
    model::Reason reason = {};            ///< why
};

/// Compares the keys of a table on both sides, gives tombstones in bronze to those that the source no longer has, or marks them as purged where their rows
/// stay, and brings what no load will bring. What the orchestrator calls after a load. Fails with Busy while another run holds the table, InvalidInput for a table whose
/// deletes show by themselves, NotFound before its first load, RefusedByRule when too many keys vanished; then nothing was applied.
struct FindDeletes {
    using Answer = model::DeleteReport;
    static constexpr Operation operation{.name = "pipeline.deletes", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "lakehouse deletes",
        .route = Route::post("/v1/projects/{project}/pipeline/deletes"), .request = &describe::typeOf<FindDeletes>, .answer = &describe::typeOf<Answer>,
        .summary = "Find the keys of a table that the source deleted, and mark them in bronze (the orchestrator calls this)"};
    model::TableSelector table = {};      ///< the table to look at
    std::optional<model::RunId> runId = {}; ///< the run it belongs to; a new one when left out
    bool ifDue = false;                   ///< leave a table alone that the application never deletes from, until its next audit
    bool accept = false;                  ///< apply them although so many vanished; needs a reason
    model::Reason reason = {};            ///< why
};

/// How the maintenance of one table ended.
enum class MaintenanceEnd {
    Done,
    NotLoaded, ///< it is not in bronze yet
    Held,      ///< another run holds the table: next time
    Failed
};

/// What stands behind a bronze table at the engine.
struct TableStorage {
    qint64 files = 0;     ///< data files of the newest snapshot
    qint64 snapshots = 0;
    friend bool operator==(const TableStorage &, const TableStorage &) = default;
};

struct TableMaintenance {
    model::TableName table = {};
    MaintenanceEnd end = MaintenanceEnd::Done;
    std::optional<TableStorage> before = {};
    std::optional<TableStorage> after = {};
    bool areOrphansKept = false;          ///< files that no snapshot needs were left: a load of this table takes too long for the retention
    std::vector<QString> queryIds = {};   ///< at Trino
    base::Text message = {};              ///< why it was left alone, or failed
    qint64 durationMs = 0;
    friend bool operator==(const TableMaintenance &, const TableMaintenance &) = default;
};

struct MaintenanceReport {
    model::RunId run = {};
    std::vector<TableMaintenance> tables = {};
    friend bool operator==(const MaintenanceReport &, const MaintenanceReport &) = default;
};

/// Joins small files of bronze tables, forgets snapshots older than the retention, and removes files that none needs, by the reviewed SQL. One table
/// after the other, each as a load would hold it; a table that fails or is held does not stop the rest. What the orchestrator calls on its
/// maintenance schedule. Fails with NotFound when nothing was generated, Unreachable.
struct MaintainTables {
    using Answer = MaintenanceReport;
    static constexpr Operation operation{.name = "pipeline.maintain", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "lakehouse maintain",
        .route = Route::post("/v1/projects/{project}/pipeline/maintenance"), .request = &describe::typeOf<MaintainTables>, .answer = &describe::typeOf<Answer>,
        .summary = "Join small files, forget old snapshots and remove left-over files of bronze tables",
        .verdict = [](const void *answer) {
            for (const TableMaintenance &table : static_cast<const MaintenanceReport *>(answer)->tables)
                if (table.end == MaintenanceEnd::Failed)
                    return Verdict::Found;
            return Verdict::Fine;
        }};
    std::vector<model::TableSelector> table = {}; ///< only these
    std::optional<model::RunId> runId = {}; ///< the run it belongs to; a new one when left out
};

enum class TableState { Waiting, Running, Green, Mismatch, Failed, NeedsPerson, Cancelled };

/// What a run did to one table.
struct TableOutcome {
    model::TableName table = {};
    TableState state = TableState::Waiting;
    std::optional<model::LoadReport> load = {};
    std::optional<model::TableReconciliation> reconciliation = {};
    base::Text message = {};              ///< of a failure: what happened
    friend bool operator==(const TableOutcome &, const TableOutcome &) = default;
};

struct RunReport {
    model::Run run = {};
    std::vector<TableOutcome> tables = {};
    friend bool operator==(const RunReport &, const RunReport &) = default;
};

/// How a run ended, for exit codes: any table that waits for a person, else anything not green.
Verdict verdictOf(const RunReport &report);

/// Launches the bronze job at the orchestrator. Fails with Unreachable without it, Busy while another run of the project goes on.
struct RunPipeline {
    using Answer = RunReport;
    static constexpr Operation operation{.name = "pipeline.run", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "lakehouse run",
        .route = Route::post("/v1/projects/{project}/pipeline/runs"), .request = &describe::typeOf<RunPipeline>, .answer = &describe::typeOf<Answer>,
        .summary = "Run the pipeline through Dagster",
        .verdict = [](const void *answer) { return verdictOf(*static_cast<const RunReport *>(answer)); }};
    std::vector<QString> asset = {};      ///< only these: an asset's key or a table's name
    bool inProcess = false;               ///< one process for all tables: for pipelines of hundreds of tables
    bool wait = false;                    ///< follow the run to its end
};

struct ReconcileReport {
    model::RunId run = {};
    std::vector<model::TableReconciliation> tables = {};
    friend bool operator==(const ReconcileReport &, const ReconcileReport &) = default;
};

/// Compares source and bronze, tier by tier, with planted controls, and records the results. Fails with NotFound for a table that was never loaded.
struct ReconcileTables {
    using Answer = ReconcileReport;
    static constexpr Operation operation{.name = "pipeline.reconcile", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "lakehouse reconcile",
        .route = Route::post("/v1/projects/{project}/pipeline/reconciliations"), .request = &describe::typeOf<ReconcileTables>, .answer = &describe::typeOf<Answer>,
        .summary = "Compare source and bronze: counts, aggregates, row hashes, with planted controls",
        .verdict = [](const void *answer) {
            for (const model::TableReconciliation &table : static_cast<const ReconcileReport *>(answer)->tables)
                if (!table.isGreen())
                    return Verdict::Found;
            return Verdict::Fine;
        }};
    std::vector<model::TableSelector> table = {}; ///< only these
    std::vector<model::Tier> tier = {};   ///< only these; all when left out
    std::optional<model::RunId> runId = {}; ///< the run it belongs to; a new one when left out
};

/// One table of the generated pipeline with what its last load and its last reconciliation said.
struct PipelineRow {
    model::TableName table = {};
    QString bronze = {};                  ///< "lake.bronze_public.film"
    model::LoadMode mode = model::LoadMode::Full;
    TableState state = TableState::Waiting; ///< Waiting: never loaded, or loaded alone and not compared yet; `message` says which
    base::Text message = {};              ///< of a failure, or of what waits for a person
    std::optional<model::RunId> run = {}; ///< that touched it last
    std::optional<base::UtcTime> ranAtUtc = {}; ///< when that run began
    std::optional<model::LoadReport> load = {};
    std::optional<base::UtcTime> loadedAtUtc = {}; ///< when the source was read by it: its upper bound, else when its run began
    std::optional<model::DeleteReport> deletes = {}; ///< the last search for its deletes that changed bronze, or that a person answered for
    std::optional<base::UtcTime> deletesAtUtc = {}; ///< of that search
    std::optional<model::TableReconciliation> reconciliation = {}; ///< its mismatches cut to a few; the history has all that were kept
    bool isOfDeletes = false;             ///< what failed, or waits for a person, is the search for its deletes: FindDeletes goes on, not LoadTable
    bool seeksDeletes = false;            ///< what the source deleted is looked for
    bool keepsPurged = false;             ///< rows that the source no longer has stay in bronze
    bool isInRun = false;                 ///< a run under way covers it and has no result of it yet; `state` is what is known from before, unless it is its turn
    bool isReloadRequested = false;
    std::optional<model::ReloadRequest> reload = {}; ///< of it: who asked, when and why
    friend bool operator==(const PipelineRow &, const PipelineRow &) = default;
};

struct PipelineStatus {
    bool isGenerated = false;
    QString commit = {};                  ///< of the pipeline repository
    std::optional<model::PlanDigest> planDigest = {};
    bool isPlanMoved = false;             ///< the proposal is another plan than the generated one
    bool isApproved = false;              ///< a person approved what was generated
    base::Text problem = {};              ///< why nothing of it is executed: somebody committed something else; empty: it is
    QString schedule = {};                ///< cron; empty: none
    QString timeZone = {};
    std::optional<base::UtcTime> nextRunAtUtc = {}; ///< by the schedule; absent without one, or when it cannot be read
    std::vector<PipelineRow> tables = {}; ///< by name
    std::vector<model::Run> active = {};  ///< pipeline runs that have not ended, newest first
    std::optional<QString> orchestrator = {}; ///< address of its page
    friend bool operator==(const PipelineStatus &, const PipelineStatus &) = default;
};

/// The tables of the generated pipeline, each with its last load and check. Asks no other system.
struct ShowPipeline {
    using Answer = PipelineStatus;
    static constexpr Operation operation{.name = "pipeline.show", .effect = Effect::Question, .reason = ReasonRule::None, .command = "lakehouse status",
        .route = Route::get("/v1/projects/{project}/pipeline"), .request = &describe::typeOf<ShowPipeline>, .answer = &describe::typeOf<Answer>,
        .summary = "Each table of the pipeline: its last load and its last check"};
};

/// One run of one table.
struct TableRun {
    model::Run run = {};
    TableState state = TableState::Waiting; ///< what the run made of the table
    base::Text message = {};              ///< of a failure, or of what waited for a person
    std::optional<model::LoadReport> load = {};
    std::optional<model::TableReconciliation> reconciliation = {};
    friend bool operator==(const TableRun &, const TableRun &) = default;
};

struct TableHistory {
    model::TableName table = {};
    std::vector<TableRun> runs = {};      ///< newest first
    std::optional<base::UtcTime> deletesAtUtc = {}; ///< when a search for its deletes ended well last, whether it found any or not
    friend bool operator==(const TableHistory &, const TableHistory &) = default;
};

/// The runs of one table, newest first. Fails with NotFound.
struct ShowTableHistory {
    using Answer = TableHistory;
    static constexpr Operation operation{.name = "pipeline.history", .effect = Effect::Question, .reason = ReasonRule::None, .command = "lakehouse history",
        .route = Route::get("/v1/projects/{project}/pipeline/history"), .request = &describe::typeOf<ShowTableHistory>, .answer = &describe::typeOf<Answer>,
        .summary = "The loads and checks of one table, newest first"};
    model::TableSelector table = {};
    qint64 limit = 50;                    ///< runs at most
};

struct RunList {
    std::vector<model::Run> runs = {};    ///< newest first
    friend bool operator==(const RunList &, const RunList &) = default;
};

/// The runs of the project, newest first.
struct ListRuns {
    using Answer = RunList;
    static constexpr Operation operation{.name = "runs.list", .effect = Effect::Question, .reason = ReasonRule::None, .command = "runs list",
        .route = Route::get("/v1/projects/{project}/runs"), .request = &describe::typeOf<ListRuns>, .answer = &describe::typeOf<Answer>,
        .summary = "What was run, newest first"};
    qint64 limit = 20;                    ///< runs at most
};

struct RunDetail {
    model::Run run = {};
    std::vector<TableOutcome> tables = {};
    std::vector<model::RunEvent> events = {};
    friend bool operator==(const RunDetail &, const RunDetail &) = default;
};

/// One run with its tables and its log. A run that was launched has every table that it covers, those that wait for their turn too. Fails with NotFound.
struct ShowRun {
    using Answer = RunDetail;
    static constexpr Operation operation{.name = "runs.show", .effect = Effect::Question, .reason = ReasonRule::None, .command = "runs show",
        .route = Route::get("/v1/projects/{project}/runs/{run}"), .request = &describe::typeOf<ShowRun>, .answer = &describe::typeOf<Answer>,
        .summary = "One run: its tables and its log"};
    QString run = {};                     ///< its id, or the first digits of it
    qint64 after = 0;                     ///< events after this one
    qint64 limit = 1000;                  ///< events at most
};

/// Ends a pipeline run wherever it was started: the orchestrator is told, and the run is recorded as stopped by who asked.
/// Fails with NotFound, RefusedByRule when it has ended already, Unreachable.
struct StopRun {
    using Answer = model::Run;
    static constexpr Operation operation{.name = "runs.stop", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "runs stop",
        .route = Route::post("/v1/projects/{project}/runs/{run}/stop"), .request = &describe::typeOf<StopRun>, .answer = &describe::typeOf<Answer>,
        .summary = "Stop a pipeline run; what was loaded stays"};
    QString run = {};                     ///< its id, or the first digits of it
};

const describe::TypeInfo &typeOf(describe::Describe<RefusedTable>);
const describe::TypeInfo &typeOf(describe::Describe<GenerateReceipt>);
const describe::TypeInfo &typeOf(describe::Describe<GeneratePipeline>);
const describe::TypeInfo &typeOf(describe::Describe<LoadTable>);
const describe::TypeInfo &typeOf(describe::Describe<ReloadTable>);
const describe::TypeInfo &typeOf(describe::Describe<FindDeletes>);
const describe::TypeInfo &typeOf(describe::Describe<MaintenanceEnd>);
const describe::TypeInfo &typeOf(describe::Describe<TableStorage>);
const describe::TypeInfo &typeOf(describe::Describe<TableMaintenance>);
const describe::TypeInfo &typeOf(describe::Describe<MaintenanceReport>);
const describe::TypeInfo &typeOf(describe::Describe<MaintainTables>);
const describe::TypeInfo &typeOf(describe::Describe<TableState>);
const describe::TypeInfo &typeOf(describe::Describe<TableOutcome>);
const describe::TypeInfo &typeOf(describe::Describe<RunReport>);
const describe::TypeInfo &typeOf(describe::Describe<RunPipeline>);
const describe::TypeInfo &typeOf(describe::Describe<ReconcileReport>);
const describe::TypeInfo &typeOf(describe::Describe<ReconcileTables>);
const describe::TypeInfo &typeOf(describe::Describe<PipelineRow>);
const describe::TypeInfo &typeOf(describe::Describe<PipelineStatus>);
const describe::TypeInfo &typeOf(describe::Describe<ShowPipeline>);
const describe::TypeInfo &typeOf(describe::Describe<TableRun>);
const describe::TypeInfo &typeOf(describe::Describe<TableHistory>);
const describe::TypeInfo &typeOf(describe::Describe<ShowTableHistory>);
const describe::TypeInfo &typeOf(describe::Describe<RunList>);
const describe::TypeInfo &typeOf(describe::Describe<ListRuns>);
const describe::TypeInfo &typeOf(describe::Describe<RunDetail>);
const describe::TypeInfo &typeOf(describe::Describe<ShowRun>);
const describe::TypeInfo &typeOf(describe::Describe<StopRun>);

std::span<const OperationRow> pipelineOperations();

} // namespace lakehouse::api
