#include "usecases/pipeline/status.h"

#include "describe/json_reader.h"
#include "rules/loading/cron_schedule.h"
#include "rules/planning/plan_diff.h"
#include "usecases/evidence/source_reading.h"
#include "usecases/extraction/plan_list.h"
#include "usecases/pipeline/locked_tables.h"
#include "usecases/pipeline/run_outcomes.h"
#include "usecases/pipeline/table_standing.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>
#include <set>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Result;
using base::RunContext;
using ports::TableStanding;

namespace {

constexpr std::size_t mismatchesShown = 3; // of each tier
constexpr qint64 runsAtMost = 1000;

/// What the pipeline repository holds.
struct Generated {
    std::optional<QString> commit = {};  ///< not there: nothing was generated yet
    std::optional<GenerationFact> fact = {};
    bool isAsGenerated = false;
    std::optional<ListedPlan> listed = {}; ///< its tables as far as their locks say, and perhaps refused ones
};

/// The list of what a commit generated; from the proposal when that is the very same plan; else made of the commit's lock files, which takes
/// seconds for thousands of tables, and then kept.
Result<ListedPlan> listOf(const QString &commit, const Generated &generated, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(std::optional<ListedPlan> listed, listedGeneration(commit, workspace, run));
    if (listed)
        return std::move(*listed);
    EKOS_TRY(const std::optional<PlanDigest> proposed, proposalDigest(workspace, run));
    if (generated.isAsGenerated && generated.fact && proposed == generated.fact->planDigest) {
        EKOS_TRY(ListedPlan proposal, listedProposal(workspace, run));
        if (proposal.head.digest == generated.fact->planDigest)
            return proposal;
    }
    EKOS_TRY(const LockedPipeline locked, lockedTables(commit, workspace, run));
    ExtractionPlan plan;
    for (const rules::TableLock &lock : locked.tables)
        plan.tables.push_back({.decision = lock.decision});
    return keepGenerated(commit, plan, workspace, run);
}

Result<Generated> readGenerated(const SourceConnection &source, Workspace &workspace, RunContext &run)
{
    Generated generated;
    EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
    Result<std::optional<QString>> head = repository->head(run);
    if (!head && head.error().code != base::ErrorCode::NotFound) // there is no repository before something was generated
        return std::move(head).error();
    if (!head || !head.value())
        return generated;
    generated.commit = std::move(head).value();
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(generated.fact, currentFact<GenerationFact>(*ledger, FactKind::Generation, planSubject(source.alias), run));
    EKOS_TRY(generated.isAsGenerated, isAsGenerated(*generated.commit, workspace, run));
    EKOS_TRY(generated.listed, listOf(*generated.commit, generated, workspace, run));
    return generated;
}

TableReconciliation cut(TableReconciliation reconciliation)
{
    for (TierResult &tier : reconciliation.tiers)
        if (tier.mismatches.size() > mismatchesShown)
            tier.mismatches.resize(mismatchesShown);
    return reconciliation;
}

/// When a load read the source.
Result<std::optional<base::UtcTime>> readBy(const LoadReport &load, KnownRuns &runs)
{
    if (load.upperBoundUtc)
        return load.upperBoundUtc;
    EKOS_TRY(const Run *run, runs.find(load.run));
    return run ? std::optional(run->startedAtUtc) : std::nullopt;
}

/// Fills in what came of the table last.
Result<> addStanding(PipelineRow &row, const TableStanding &standing, KnownRuns &runs)
{
    row.load = standing.load;
    if (row.load) {
        EKOS_TRY(row.loadedAtUtc, readBy(*row.load, runs));
    }
    row.reload = standing.reload;
    row.isReloadRequested = row.reload.has_value();
    TableVerdict verdict;
    switch (standing.last) {
    case TableStanding::Last::Failure:
        verdict = verdictOf(*standing.failure);
        row.isOfDeletes = standing.failure->isOfDeletes;
        row.run = standing.failure->run;
        break;
    case TableStanding::Last::Reconciliation:
        verdict = verdictOf(*standing.reconciliation);
        row.run = standing.reconciliation->run;
        break;
    case TableStanding::Last::Load: {
        EKOS_TRY(const Run *run, runs.find(standing.load->run));
        verdict = verdictOfLoad(run);
        row.run = standing.load->run;
        break;
    }
    }
    row.state = verdict.state;
    row.message = std::move(verdict.message);
    if (standing.reconciliation)
        row.reconciliation = cut(*standing.reconciliation);
    return base::Ok{};
}

/// What searches for deletes did last, by table.
struct AppliedDeletes {
    DeleteReport report = {};
    base::UtcTime atUtc = {};
};
Result<std::map<TableName, AppliedDeletes>> appliedDeletes(const SourceConnection &source, Workspace &workspace, RunContext &run)
{
    std::map<TableName, AppliedDeletes> applied;
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const std::vector<LedgerEntry> entries, ledger->currentOfKind(FactKind::DeleteOutcome, run));
    for (const LedgerEntry &entry : entries) {
        if (entry.subject.database != source.alias)
            continue;
        EKOS_TRY(const DeleteReport report, describe::readJson<DeleteReport>(entry.body));
        applied[report.table] = {report, entry.recordedAtUtc};
    }
    return applied;
}

/// Whether a table has a result of this run: it was compared, or failed, or something else came after it was loaded.
bool hasResultOf(const RunId &run, const TableStanding &standing)
{
    const bool isCompared = standing.reconciliation && standing.reconciliation->run == run;
    const bool hasFailed = standing.last == TableStanding::Last::Failure && standing.failure->run == run;
    return isCompared || hasFailed || (standing.load && standing.load->run == run && standing.last != TableStanding::Last::Load);
}

/// The tables that runs under way have still before them, of which they have said that they cover them.
Result<std::set<TableName>> tablesInRuns(const std::vector<Run> &active, const std::map<TableName, const TableStanding *> &standings, ports::RunStore &store)
{
    std::set<TableName> names;
    for (const Run &run : active) {
        if (run.operation != QLatin1String(RunPipeline::operation.name))
            continue;
        EKOS_TRY(const std::vector<TableName> covered, coverageOf(run.id, store));
        for (const TableName &table : covered)
            if (const auto standing = standings.find(table); standing == standings.end() || !hasResultOf(run.id, *standing->second))
                names.insert(table);
    }
    return names;
}

/// Which run loads a table now, or changes it otherwise, by its lease. Maintenance changes no row.
Result<std::map<QString, RunId>> loadingNow(ports::RunStore &store, KnownRuns &runs)
{
    EKOS_TRY(const std::vector<ports::HeldLease> leases, store.heldLeases());
    std::map<QString, RunId> loading;
    for (const ports::HeldLease &lease : leases) {
        EKOS_TRY(const Run *run, runs.find(lease.run));
        if (!run || !isMaintenance(*run))
            loading[lease.name] = lease.run;
    }
    return loading;
}

Result<std::vector<PipelineRow>> pipelineRows(const ListedPlan &listed, const SourceConnection &source, const std::vector<Run> &active, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::RunStore *store, workspace.runs(run));
    EKOS_TRY(const std::vector<TableStanding> standings, store->standings());
    std::map<TableName, const TableStanding *> byTable;
    for (const TableStanding &standing : standings)
        byTable[standing.table] = &standing;
    KnownRuns runs(*store);
    EKOS_TRY(const auto loading, loadingNow(*store, runs));
    EKOS_TRY(const auto deletes, appliedDeletes(source, workspace, run));
    EKOS_TRY(const std::set<TableName> inRuns, tablesInRuns(active, byTable, *store));
    std::vector<PipelineRow> rows;
    for (const ports::ListedTable &listedTable : listed.list->tables) {
        EKOS_TRY(const PlanListRow listedRow, listRow(listedTable));
        const PlanRow &table = listedRow.row;
        if (table.mode == LoadMode::Refused)
            continue;
        PipelineRow row{.table = table.table, .bronze = table.bronze, .mode = table.mode, .seeksDeletes = table.deletes.has_value(), .keepsPurged = table.purgePolicy == PurgePolicy::Retain};
        if (const auto standing = byTable.find(table.table); standing != byTable.end())
            EKOS_CHECK(addStanding(row, *standing->second, runs));
        if (const auto found = deletes.find(table.table); found != deletes.end()) {
            row.deletes = found->second.report;
            row.deletesAtUtc = found->second.atUtc;
        }
        row.isInRun = inRuns.contains(table.table);
        if (const auto lease = loading.find(tableLease(table.table)); lease != loading.end()) {
            row.state = TableState::Running;
            row.message = {};
            row.run = lease->second;
        }
        if (row.run) {
            EKOS_TRY(const Run *found, runs.find(*row.run));
            if (found)
                row.ranAtUtc = found->startedAtUtc;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Maintenance is none of them: it lets every load go first.
Result<std::vector<Run>> activeRuns(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::RunStore *store, workspace.runs(run));
    EKOS_TRY(std::vector<Run> runs, store->unfinished());
    std::erase_if(runs, [](const Run &record) { return !isOfPipeline(record) || isMaintenance(record) || !mayGoOn(record); });
    return runs;
}

/// When the schedule starts the next run; nothing without a schedule, or when it or its time zone cannot be read.
std::optional<base::UtcTime> nextRun(const LakehouseSection &settings, base::UtcTime now)
{
    const QTimeZone zone(settings.timeZone.isEmpty() ? QByteArrayLiteral("UTC") : settings.timeZone.toUtf8());
    const std::optional<rules::CronSchedule> schedule = rules::CronSchedule::parse(settings.bronzeSchedule);
    if (!schedule || !zone.isValid())
        return std::nullopt;
    constexpr qint64 perMillisecond = 1000;
    return schedule->nextDue(now, [&](base::UtcTime at) { return zone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(at.microseconds / perMillisecond, Qt::UTC)); });
}

/// The table that is meant: a generated one, else one that was ever loaded.
Result<TableName> meantTable(const TableSelector &selector, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
    EKOS_TRY(const Generated generated, readGenerated(source, workspace, run));
    Result<TableName> meant = rules::resolveTable(selector, generated.listed ? generated.listed->names() : std::vector<TableName>());
    if (meant || meant.error().code != base::ErrorCode::NotFound)
        return meant;
    EKOS_TRY(ports::RunStore *store, workspace.runs(run));
    EKOS_TRY(const std::vector<TableStanding> standings, store->standings());
    std::vector<TableName> names;
    for (const TableStanding &standing : standings)
        names.push_back(standing.table);
    const Result<TableName> known = rules::resolveTable(selector, names);
    return known ? known : meant; // the hint of the generated ones is the better one
}

/// What one table came to, run by run.
class HistoryMaker {
public:
    explicit HistoryMaker(KnownRuns &runs) : m_runs(runs) {}

    /// Each list newest first: of a run the newest counts.
    Result<> add(const std::vector<LoadReport> &loads, const std::vector<TableReconciliation> &reconciliations, const std::vector<LoadFailure> &failures)
    {
        for (const LoadReport &load : loads) {
            EKOS_TRY(Entry *entry, entryOf(load.run));
            if (entry && !entry->table.load)
                entry->table.load = load;
        }
        for (const TableReconciliation &reconciliation : reconciliations) {
            EKOS_TRY(Entry *entry, reconciliation.run ? entryOf(*reconciliation.run) : Result<Entry *>(nullptr));
            if (entry && !entry->table.reconciliation)
                entry->table.reconciliation = reconciliation;
        }
        for (const LoadFailure &failure : failures) {
            EKOS_TRY(Entry *entry, entryOf(failure.run));
            if (entry && !entry->failure)
                entry->failure = failure;
        }
        return base::Ok{};
    }

    std::vector<TableRun> newest(std::size_t limit)
    {
        std::vector<TableRun> runs;
        for (auto &[id, entry] : m_entries) {
            TableVerdict verdict = verdictOfEntry(entry);
            entry.table.state = verdict.state;
            entry.table.message = std::move(verdict.message);
            runs.push_back(std::move(entry.table));
        }
        std::ranges::sort(runs, [](const TableRun &left, const TableRun &right) {
            const bool isSameStart = left.run.startedAtUtc == right.run.startedAtUtc;
            return isSameStart ? left.run.id.toString() > right.run.id.toString() : left.run.startedAtUtc.microseconds > right.run.startedAtUtc.microseconds;
        });
        if (runs.size() > limit)
            runs.resize(limit);
        return runs;
    }

private:
    struct Entry {
        TableRun table = {};
        std::optional<LoadFailure> failure = {};
    };

    /// nullptr: the run is not known any more.
    Result<Entry *> entryOf(const RunId &id)
    {
        EKOS_TRY(const Run *run, m_runs.find(id));
        if (!run)
            return static_cast<Entry *>(nullptr);
        const auto [entry, isNew] = m_entries.try_emplace(id.toString());
        if (isNew)
            entry->second.table.run = *run;
        return &entry->second;
    }

    static TableVerdict verdictOfEntry(const Entry &entry)
    {
        if (entry.table.reconciliation)
            return verdictOf(*entry.table.reconciliation);
        if (entry.table.load && !(entry.failure && entry.failure->isOfDeletes)) // after a failure it was tried again
            return verdictOfLoad(&entry.table.run);
        return verdictOf(*entry.failure);
    }

    KnownRuns &m_runs;
    std::map<QString, Entry> m_entries;
};

} // namespace

Result<PipelineStatus> showPipeline(const ShowPipeline &, const CallContext &, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    const LakehouseSection &settings = loaded.settings.lakehouse;
    PipelineStatus status{.schedule = settings.bronzeSchedule, .timeZone = settings.timeZone, .nextRunAtUtc = nextRun(settings, workspace.clock().now())};
    if (!settings.dagsterUrl.isEmpty())
        status.orchestrator = settings.dagsterUrl;
    EKOS_TRY(status.active, activeRuns(workspace, run));
    EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
    EKOS_TRY(const Generated generated, readGenerated(source, workspace, run));
    if (!generated.commit)
        return status;
    status.isGenerated = true;
    status.commit = *generated.commit;
    if (!generated.isAsGenerated)
        status.problem = foreignCommit(status.commit).message;
    if (generated.fact) {
        status.planDigest = generated.fact->planDigest;
        EKOS_TRY(const std::optional<PlanDigest> proposed, proposalDigest(workspace, run));
        status.isPlanMoved = proposed && proposed != generated.fact->planDigest;
        EKOS_TRY(const std::optional<ApprovalFact> approval, currentApprovalFact(workspace, source.alias, run));
        status.isApproved = generated.fact->isApproved
            || (approval && approval->planDigest == generated.fact->planDigest && approval->sqlDigest == generated.fact->sqlDigest);
    }
    EKOS_TRY(status.tables, pipelineRows(*generated.listed, source, status.active, workspace, run));
    return status;
}

Result<TableHistory> showTableHistory(const ShowTableHistory &request, const CallContext &, Workspace &workspace, RunContext &run)
{
    TableHistory history;
    EKOS_TRY(history.table, meantTable(request.table, workspace, run));
    EKOS_TRY(ports::RunStore *store, workspace.runs(run));
    const qint64 limit = std::clamp<qint64>(request.limit, 1, runsAtMost);
    EKOS_TRY(const std::vector<LoadReport> loads, store->loadsOfTable(history.table, limit));
    EKOS_TRY(const std::vector<TableReconciliation> reconciliations, store->reconciliationsOfTable(history.table, limit));
    EKOS_TRY(const std::vector<LoadFailure> failures, store->failuresOfTable(history.table, limit));
    KnownRuns runs(*store);
    HistoryMaker maker(runs);
    EKOS_CHECK(maker.add(loads, reconciliations, failures));
    history.runs = maker.newest(std::size_t(limit));
    EKOS_TRY(const ports::TableLoadState state, store->loadState(history.table));
    history.deletesAtUtc = state.deletesAtUtc;
    return history;
}

} // namespace lakehouse::usecases
