#include "usecases/pipeline/maintain.h"

#include "rules/loading/load_decision.h"
#include "rules/sqlgen/bronze_statements.h"
#include "rules/sqlgen/quoting.h"
#include "usecases/pipeline/held_table.h"

#include <QElapsedTimer>

#include <algorithm>
#include <chrono>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 loadsLookedAt = 100; // for how long a load takes
constexpr char stage[] = "maintain";
constexpr std::chrono::milliseconds turnOfOthers(500); // who waits for a lease looks for it five times a second

/// The maintenance of one table, statement by statement, to what stands behind it afterwards. Between two of them the table is given back.
class TableMaintenanceWork {
public:
    TableMaintenanceWork(const rules::TableLock &lock, const QString &commit, const RunRecorder &recorder, Workspace &workspace, RunContext &run)
        : m_lock(lock), m_commit(commit), m_recorder(recorder), m_workspace(workspace), m_run(run)
    {
        m_done.table = lock.decision.table;
    }

    /// Fails only with what stops everything; the rest is in the answer.
    Result<TableMaintenance> maintain()
    {
        QElapsedTimer timer;
        timer.start();
        EKOS_CHECK(m_run.step({QT_TRANSLATE_NOOP("core", "Tidy up %1"), name()}));
        if (const Result<> worked = work(); !worked) {
            if (stopsEverything(worked.error()))
                return worked.error();
            m_done.end = isHeldByAnother(worked.error()) ? MaintenanceEnd::Held : MaintenanceEnd::Failed;
            m_done.message = worked.error().message;
        }
        m_done.durationMs = timer.elapsed();
        say();
        return m_done;
    }

private:
    QString name() const { return m_done.table.toString(); }

    Result<> work()
    {
        EKOS_TRY(m_lake, m_workspace.lake(m_run));
        EKOS_TRY(m_runs, m_workspace.runs(m_run));
        EKOS_TRY(m_done.before, storage());
        if (!m_done.before) {
            m_done.end = MaintenanceEnd::NotLoaded;
            return Ok{};
        }
        EKOS_CHECK(execute(rules::optimizeFile));
        EKOS_CHECK(execute(rules::expireSnapshotsFile));
        EKOS_TRY(m_done.areOrphansKept, isALoadTooLong());
        if (!m_done.areOrphansKept)
            EKOS_CHECK(execute(rules::removeOrphanFilesFile));
        EKOS_TRY(m_done.after, storage());
        if (!m_done.after)
            return Error{ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "The bronze table was dropped while it was tidied up."), QT_TRANSLATE_NOOP("core", "Load it again."), name()};
        return Ok{};
    }

    /// A load that waits for the table waits for one statement at most: behind a long one it has its turn.
    Result<> execute(const char *file)
    {
        EKOS_TRY(const QString sql, lockedFile(m_lock, m_commit, file, m_workspace, m_run));
        if (m_wasLong)
            m_run.cancel().waitFor(turnOfOthers);
        EKOS_TRY(const std::unique_ptr<ports::Lease> lease, holdTable(m_done.table, m_recorder, *m_runs, *m_lake, m_run));
        QElapsedTimer held;
        held.start();
        EKOS_CHECK(lease->check());
        EKOS_TRY(const ports::StatementResult result, m_lake->execute(sql, {.tag = m_recorder.id().toString()}, m_run));
        m_done.queryIds.push_back(result.queryId);
        m_wasLong = held.elapsed() >= turnOfOthers.count();
        return Ok{};
    }

    bool isHeldByAnother(const Error &error) const { return error.code == ErrorCode::Busy && error.subject == tableLease(m_done.table); }

    /// Whether an error is about the engine or the call, and not about one table.
    bool stopsEverything(const Error &error) const
    {
        if (error.code == ErrorCode::Cancelled)
            return m_run.cancel().isCancelled(); // else somebody ended one query at the engine
        const bool canNothingNow = error.code == ErrorCode::Busy && error.retry == base::Retry::Later && !isHeldByAnother(error);
        return error.code == ErrorCode::Unreachable || canNothingNow;
    }

    /// Absent when the table is not there.
    Result<std::optional<TableStorage>> storage()
    {
        const Result<qint64> files = counted(QStringLiteral("$files"));
        if (!files && files.error().code == ErrorCode::NotFound)
            return std::optional<TableStorage>();
        if (!files)
            return files.error();
        EKOS_TRY(const qint64 snapshots, counted(QStringLiteral("$snapshots")));
        return std::optional(TableStorage{.files = files.value(), .snapshots = snapshots});
    }

    Result<qint64> counted(const QString &metadata)
    {
        TablePlaces places = m_lock.decision.places;
        places.bronzeTable += metadata;
        EKOS_TRY(const ports::StatementResult result, m_lake->execute(QStringLiteral("SELECT count(*) FROM ") + rules::bronzeTableSql(places), {.tag = m_recorder.id().toString()}, m_run));
        return countIn(result.rows);
    }

    Result<bool> isALoadTooLong()
    {
        EKOS_TRY(const ports::LoadedSettings loaded, m_workspace.settings(m_run));
        EKOS_TRY(const std::vector<LoadReport> loads, m_runs->loadsOfTable(m_done.table, loadsLookedAt));
        const auto longest = std::ranges::max_element(loads, {}, &LoadReport::durationMs);
        const qint64 days = rules::bronzeRetentionDays(loaded.settings.lakehouse.snapshotRetentionDays);
        return longest != loads.end() && !rules::mayRemoveOrphans(days, longest->durationMs);
    }

    void say() const
    {
        switch (m_done.end) {
        case MaintenanceEnd::Done:
            m_recorder.info(stage, name(), {QT_TRANSLATE_NOOP("core", "Files %1 before, %2 now; snapshots %3 before, %4 now"), m_done.before->files, m_done.after->files, m_done.before->snapshots, m_done.after->snapshots});
            if (m_done.areOrphansKept)
                m_recorder.warning(stage, name(), QT_TRANSLATE_NOOP("core", "Left-over files stay: a load took more than half of snapshot-retention-days, and files of a load that runs look like left-overs"));
            break;
        case MaintenanceEnd::NotLoaded:
            m_recorder.info(stage, name(), QT_TRANSLATE_NOOP("core", "Not in bronze yet"));
            break;
        case MaintenanceEnd::Held:
            m_recorder.warning(stage, name(), m_done.message);
            break;
        case MaintenanceEnd::Failed:
            m_recorder.error(stage, name(), m_done.message);
            break;
        }
    }

    const rules::TableLock &m_lock;
    const QString &m_commit;
    const RunRecorder &m_recorder;
    Workspace &m_workspace;
    RunContext &m_run;
    ports::RunStore *m_runs = nullptr;
    ports::LakeSql *m_lake = nullptr;
    bool m_wasLong = false; ///< the statement before
    TableMaintenance m_done;
};

} // namespace

Result<MaintenanceReport> maintainTables(const MaintainTables &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const LockedPipeline pipeline, lockedPipeline(workspace, run));
    EKOS_TRY(const std::vector<rules::TableLock> tables, chosenTables(request.table, pipeline));
    run.expectSteps(qint64(tables.size()));
    return recorded<MaintenanceReport>(workspace, MaintainTables::operation, context, run, request.runId, [&](RunRecorder &recorder) -> Result<Recorded<MaintenanceReport>> {
        MaintenanceReport report{.run = recorder.id()};
        for (const rules::TableLock &lock : tables) {
            Result<TableMaintenance> done = TableMaintenanceWork(lock, pipeline.commit, recorder, workspace, run).maintain();
            if (!done) {
                recorder.error(stage, lock.decision.table.toString(), {QT_TRANSLATE_NOOP("core", "It ends here, after %1 of %2 table(s)."), qint64(report.tables.size()), base::Plural{qint64(tables.size())}});
                return std::move(done).error();
            }
            report.tables.push_back(std::move(done).value());
        }
        const auto ended = [&](MaintenanceEnd end) { return qint64(std::ranges::count(report.tables, end, &TableMaintenance::end)); };
        const base::Text outcome{QT_TRANSLATE_NOOP("core", "%1 of %2 table(s) tidied up; failed: %3, held by another run: %4."), ended(MaintenanceEnd::Done), base::Plural{qint64(report.tables.size())},
                                 ended(MaintenanceEnd::Failed), ended(MaintenanceEnd::Held)};
        const RunState state = ended(MaintenanceEnd::Failed) > 0 ? RunState::Problems : RunState::Done;
        return Recorded<MaintenanceReport>{std::move(report), outcome, state};
    });
}

} // namespace lakehouse::usecases
