#include "api/operations/pipeline.h"

#include "describe/describe.h"

namespace lakehouse::api {

using namespace describe;

const TypeInfo &typeOf(Describe<RefusedTable>)
{
    static constexpr FieldInfo fields[] = {
        field<&RefusedTable::table>("table", "table"),
        field<&RefusedTable::reason>("reason", "reason"),
        field<&RefusedTable::remedy>("remedy", "remedy"),
    };
    static constexpr TypeInfo info = structure<RefusedTable>("RefusedTable", fields);
    return info;
}

const TypeInfo &typeOf(Describe<GenerateReceipt>)
{
    static constexpr FieldInfo fields[] = {
        field<&GenerateReceipt::planDigest>("plan-digest", "plan digest"),
        field<&GenerateReceipt::sqlDigest>("sql-digest", "sql digest"),
        field<&GenerateReceipt::folder>("folder", "the pipeline repository, inside the project"),
        field<&GenerateReceipt::commit>("commit", "commit"),
        field<&GenerateReceipt::isNew>("new", "false: everything stood there already"),
        field<&GenerateReceipt::isApproved>("approved", "a person approved exactly this plan and SQL"),
        field<&GenerateReceipt::tables>("tables", "that are generated"),
        field<&GenerateReceipt::files>("files", "files"),
        field<&GenerateReceipt::changedPaths>("changed-paths", "changed paths"),
        field<&GenerateReceipt::refused>("refused", "refused"),
        field<&GenerateReceipt::reloads>("reloads", "incremental tables whose next load reads every row, since a rule for a column is newer"),
    };
    static constexpr TypeInfo info = structure<GenerateReceipt>("GenerateReceipt", fields);
    return info;
}

const TypeInfo &typeOf(Describe<GeneratePipeline>)
{
    static constexpr FieldInfo fields[] = {
        field<&GeneratePipeline::expectedDigest>("expected-digest", "the plan that was read; another one is refused"),
    };
    static constexpr TypeInfo info = structure<GeneratePipeline>("GeneratePipeline", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LoadTable>)
{
    static constexpr FieldInfo fields[] = {
        field<&LoadTable::table>("table", "the table to load"),
        field<&LoadTable::runId>("run-id", "the run it belongs to; a new one when left out"),
        field<&LoadTable::reload>("reload", "read every row, whatever was loaded before", Presence::Defaulted),
        field<&LoadTable::acceptLoss>("accept-loss", "go on although rows vanished at the source; needs a reason", Presence::Defaulted),
        field<&LoadTable::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<LoadTable>("LoadTable", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReloadTable>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReloadTable::table>("table", "the table to load anew"),
        field<&ReloadTable::undo>("undo", "take back what was asked for", Presence::Defaulted),
        field<&ReloadTable::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<ReloadTable>("ReloadTable", fields);
    return info;
}

const TypeInfo &typeOf(Describe<FindDeletes>)
{
    static constexpr FieldInfo fields[] = {
        field<&FindDeletes::table>("table", "the table to look at"),
        field<&FindDeletes::runId>("run-id", "the run it belongs to; a new one when left out"),
        field<&FindDeletes::ifDue>("if-due", "leave a table alone that the application never deletes from, until its next audit", Presence::Defaulted),
        field<&FindDeletes::accept>("accept", "apply them although so many vanished; needs a reason", Presence::Defaulted),
        field<&FindDeletes::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<FindDeletes>("FindDeletes", fields);
    return info;
}

const TypeInfo &typeOf(Describe<MaintenanceEnd>)
{
    static constexpr LabelInfo labels[] = {
        label(MaintenanceEnd::Done, "done", ""),
        label(MaintenanceEnd::NotLoaded, "not-loaded", "it is not in bronze yet"),
        label(MaintenanceEnd::Held, "held", "another run holds the table"),
        label(MaintenanceEnd::Failed, "failed", ""),
    };
    static constexpr TypeInfo info = enumeration<MaintenanceEnd>("MaintenanceEnd", labels);
    return info;
}

const TypeInfo &typeOf(Describe<TableStorage>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableStorage::files>("files", "data files of the newest snapshot"),
        field<&TableStorage::snapshots>("snapshots", "snapshots"),
    };
    static constexpr TypeInfo info = structure<TableStorage>("TableStorage", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableMaintenance>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableMaintenance::table>("table", "table"),
        field<&TableMaintenance::end>("end", "how it ended"),
        field<&TableMaintenance::before>("before", "what stood behind it"),
        field<&TableMaintenance::after>("after", "what stands behind it now"),
        field<&TableMaintenance::areOrphansKept>("orphans-kept", "left-over files stay: a load of the table takes too long for the retention", Presence::Defaulted),
        field<&TableMaintenance::queryIds>("query-ids", "at Trino"),
        field<&TableMaintenance::message>("message", "why it was left alone, or failed"),
        field<&TableMaintenance::durationMs>("duration-ms", "duration"),
    };
    static constexpr TypeInfo info = structure<TableMaintenance>("TableMaintenance", fields);
    return info;
}

const TypeInfo &typeOf(Describe<MaintenanceReport>)
{
    static constexpr FieldInfo fields[] = {
        field<&MaintenanceReport::run>("run", "run"),
        field<&MaintenanceReport::tables>("tables", "tables"),
    };
    static constexpr TypeInfo info = structure<MaintenanceReport>("MaintenanceReport", fields);
    return info;
}

const TypeInfo &typeOf(Describe<MaintainTables>)
{
    static constexpr FieldInfo fields[] = {
        field<&MaintainTables::table>("table", "only these", Presence::Defaulted),
        field<&MaintainTables::runId>("run-id", "the run it belongs to; a new one when left out"),
    };
    static constexpr TypeInfo info = structure<MaintainTables>("MaintainTables", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableState>)
{
    static constexpr LabelInfo labels[] = {
        label(TableState::Waiting, "waiting", ""),
        label(TableState::Running, "running", ""),
        label(TableState::Green, "green", ""),
        label(TableState::Mismatch, "mismatch", ""),
        label(TableState::Failed, "failed", ""),
        label(TableState::NeedsPerson, "needs-person", ""),
        label(TableState::Cancelled, "cancelled", ""),
    };
    static constexpr TypeInfo info = enumeration<TableState>("TableState", labels);
    return info;
}

const TypeInfo &typeOf(Describe<TableOutcome>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableOutcome::table>("table", "table"),
        field<&TableOutcome::state>("state", "state"),
        field<&TableOutcome::load>("load", "load"),
        field<&TableOutcome::reconciliation>("reconciliation", "reconciliation"),
        field<&TableOutcome::message>("message", "of a failure: what happened"),
    };
    static constexpr TypeInfo info = structure<TableOutcome>("TableOutcome", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RunReport>)
{
    static constexpr FieldInfo fields[] = {
        field<&RunReport::run>("run", "run"),
        field<&RunReport::tables>("tables", "tables"),
    };
    static constexpr TypeInfo info = structure<RunReport>("RunReport", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RunPipeline>)
{
    static constexpr FieldInfo fields[] = {
        field<&RunPipeline::asset>("asset", "only these: an asset's key or a table's name", Presence::Defaulted),
        field<&RunPipeline::inProcess>("in-process", "one process for all tables: for pipelines of hundreds of tables", Presence::Defaulted),
        field<&RunPipeline::wait>("wait", "follow the run to its end", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<RunPipeline>("RunPipeline", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReconcileReport>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReconcileReport::run>("run", "run"),
        field<&ReconcileReport::tables>("tables", "tables"),
    };
    static constexpr TypeInfo info = structure<ReconcileReport>("ReconcileReport", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReconcileTables>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReconcileTables::table>("table", "only these", Presence::Defaulted),
        field<&ReconcileTables::tier>("tier", "only these; all when left out", Presence::Defaulted),
        field<&ReconcileTables::runId>("run-id", "the run it belongs to; a new one when left out"),
    };
    static constexpr TypeInfo info = structure<ReconcileTables>("ReconcileTables", fields);
    return info;
}

const TypeInfo &typeOf(Describe<PipelineRow>)
{
    static constexpr FieldInfo fields[] = {
        field<&PipelineRow::table>("table", "table"),
        field<&PipelineRow::bronze>("bronze", "where it lands: \"lake.bronze_public.film\""),
        field<&PipelineRow::mode>("mode", "mode"),
        field<&PipelineRow::state>("state", "waiting: never loaded, or not compared yet"),
        field<&PipelineRow::message>("message", "of a failure, or of what waits for a person"),
        field<&PipelineRow::run>("run", "that touched it last"),
        field<&PipelineRow::ranAtUtc>("ran-at", "when that run began"),
        field<&PipelineRow::load>("load", "load"),
        field<&PipelineRow::loadedAtUtc>("loaded-at", "when the source was read by it"),
        field<&PipelineRow::deletes>("deletes", "the last search for its deletes that changed bronze, or that a person answered for"),
        field<&PipelineRow::deletesAtUtc>("deletes-at", "of that search"),
        field<&PipelineRow::reconciliation>("reconciliation", "its mismatches cut to a few"),
        field<&PipelineRow::isOfDeletes>("of-deletes", "what failed, or waits for a person, is the search for its deletes", Presence::Defaulted),
        field<&PipelineRow::seeksDeletes>("seeks-deletes", "what the source deleted is looked for", Presence::Defaulted),
        field<&PipelineRow::keepsPurged>("keeps-purged", "rows that the source no longer has stay in bronze", Presence::Defaulted),
        field<&PipelineRow::isInRun>("in-run", "a run under way covers it and has no result of it yet", Presence::Defaulted),
        field<&PipelineRow::isReloadRequested>("reload-requested", "the next load reads every row"),
        field<&PipelineRow::reload>("reload", "who asked for it, when and why"),
    };
    static constexpr TypeInfo info = structure<PipelineRow>("PipelineRow", fields);
    return info;
}

const TypeInfo &typeOf(Describe<PipelineStatus>)
{
    static constexpr FieldInfo fields[] = {
        field<&PipelineStatus::isGenerated>("generated", "something was generated"),
        field<&PipelineStatus::commit>("commit", "of the pipeline repository"),
        field<&PipelineStatus::planDigest>("plan-digest", "of what was generated"),
        field<&PipelineStatus::isPlanMoved>("plan-moved", "the proposal is another plan than the generated one"),
        field<&PipelineStatus::isApproved>("approved", "a person approved what was generated"),
        field<&PipelineStatus::problem>("problem", "why nothing of it is executed; empty: it is"),
        field<&PipelineStatus::schedule>("schedule", "cron; empty: none"),
        field<&PipelineStatus::timeZone>("time-zone", "of the schedule"),
        field<&PipelineStatus::nextRunAtUtc>("next-run", "when the schedule starts the next run"),
        field<&PipelineStatus::tables>("tables", "by name"),
        field<&PipelineStatus::active>("active", "pipeline runs that have not ended, newest first"),
        field<&PipelineStatus::orchestrator>("orchestrator", "address of its page"),
    };
    static constexpr TypeInfo info = structure<PipelineStatus>("PipelineStatus", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowPipeline>)
{
    static constexpr TypeInfo info = structure<ShowPipeline>("ShowPipeline", {});
    return info;
}

const TypeInfo &typeOf(Describe<TableRun>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableRun::run>("run", "run"),
        field<&TableRun::state>("state", "what the run made of the table"),
        field<&TableRun::message>("message", "of a failure, or of what waited for a person"),
        field<&TableRun::load>("load", "load"),
        field<&TableRun::reconciliation>("reconciliation", "reconciliation"),
    };
    static constexpr TypeInfo info = structure<TableRun>("TableRun", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableHistory>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableHistory::table>("table", "table"),
        field<&TableHistory::runs>("runs", "newest first"),
        field<&TableHistory::deletesAtUtc>("deletes-at", "when a search for its deletes ended well last"),
    };
    static constexpr TypeInfo info = structure<TableHistory>("TableHistory", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowTableHistory>)
{
    static constexpr FieldInfo fields[] = {
        field<&ShowTableHistory::table>("table", "the table whose runs are wanted"),
        field<&ShowTableHistory::limit>("limit", "runs at most", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ShowTableHistory>("ShowTableHistory", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RunList>)
{
    static constexpr FieldInfo fields[] = {
        field<&RunList::runs>("runs", "newest first"),
    };
    static constexpr TypeInfo info = structure<RunList>("RunList", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ListRuns>)
{
    static constexpr FieldInfo fields[] = {
        field<&ListRuns::limit>("limit", "runs at most", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ListRuns>("ListRuns", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RunDetail>)
{
    static constexpr FieldInfo fields[] = {
        field<&RunDetail::run>("run", "run"),
        field<&RunDetail::tables>("tables", "tables"),
        field<&RunDetail::events>("events", "events"),
    };
    static constexpr TypeInfo info = structure<RunDetail>("RunDetail", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowRun>)
{
    static constexpr FieldInfo fields[] = {
        field<&ShowRun::run>("run", "its id, or the first digits of it"),
        field<&ShowRun::after>("after", "events after this one", Presence::Defaulted),
        field<&ShowRun::limit>("limit", "events at most", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ShowRun>("ShowRun", fields);
    return info;
}

const TypeInfo &typeOf(Describe<StopRun>)
{
    static constexpr FieldInfo fields[] = {
        field<&StopRun::run>("run", "its id, or the first digits of it"),
    };
    static constexpr TypeInfo info = structure<StopRun>("StopRun", fields);
    return info;
}

Verdict verdictOf(const RunReport &report)
{
    Verdict verdict = Verdict::Fine;
    for (const TableOutcome &table : report.tables) {
        if (table.state == TableState::NeedsPerson)
            return Verdict::NeedsPerson;
        if (table.state == TableState::Mismatch || table.state == TableState::Failed)
            verdict = Verdict::Found;
    }
    return report.run.state == model::RunState::Failed || report.run.state == model::RunState::Problems ? Verdict::Found : verdict;
}

std::span<const OperationRow> pipelineOperations()
{
    using enum Spelling::Kind;
    static constexpr Spelling withNote[] = {{Alias, "reason", "--note"}};
    static constexpr Spelling oneRun[] = {{Positional, "run", "RUN"}};
    static constexpr OperationRow rows[] = {
        {&GeneratePipeline::operation}, {&LoadTable::operation, withNote}, {&ReloadTable::operation, withNote}, {&FindDeletes::operation, withNote}, {&RunPipeline::operation}, {&ReconcileTables::operation}, {&MaintainTables::operation},
        {&ShowPipeline::operation}, {&ShowTableHistory::operation}, {&ListRuns::operation}, {&ShowRun::operation, oneRun}, {&StopRun::operation, oneRun},
    };
    return rows;
}

} // namespace lakehouse::api
