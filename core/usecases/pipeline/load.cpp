#include "usecases/pipeline/load.h"

#include "base/shell_word.h"
#include "rules/loading/load_decision.h"
#include "rules/sqlgen/bronze_statements.h"
#include "rules/sqlgen/quoting.h"
#include "usecases/authorisation.h"
#include "usecases/pipeline/held_table.h"

#include <QElapsedTimer>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using base::RunContext;

namespace {

/// One load of one table, from the lock to the recorded bounds.
class TableLoad {
public:
    TableLoad(const LoadTable &request, const CallContext &context, Workspace &workspace, RunRecorder &recorder, RunContext &run)
        : m_request(request), m_context(context), m_workspace(workspace), m_recorder(recorder), m_run(run)
    {
    }

    Result<LoadReport> load(const LockedPipeline &pipeline, const rules::TableLock &lock)
    {
        m_timer.start();
        EKOS_TRY(const std::unique_ptr<ports::Lease> lease, open(lock.decision.table));
        EKOS_TRY(const rules::LoadDecision decision, decide(lock.decision, pipeline.commit));
        EKOS_CHECK(m_run.step({QT_TRANSLATE_NOOP("core", "Load %1: %2"), name(), decision.why}));
        if (decision.kind == LoadKind::Full && m_bronzeRows && !lock.decision.keepsPurged() && !m_request.acceptLoss)
            EKOS_CHECK(guard(lock.decision));
        EKOS_CHECK(lease->check());
        LoadReport report{.table = lock.decision.table, .run = m_recorder.id(), .kind = decision.kind, .lowerBoundUtc = decision.lowerBoundUtc, .upperBoundUtc = decision.upperBoundUtc};
        EKOS_CHECK(execute(pipeline, lock, decision, report));
        if (decision.kind == LoadKind::Full && m_bronzeRows && lock.decision.keepsPurged())
            sayWhatStays(report.rowsLoaded);
        EKOS_CHECK(lease->check());
        report.durationMs = m_timer.elapsed();
        EKOS_CHECK(m_runs->addLoadReport(report));
        EKOS_CHECK(m_runs->setLoadState(lock.decision.table, {.boundUtc = decision.nextFromUtc, .lastRun = m_recorder.id(), .lastCommit = pipeline.commit, .loadRule = lock.decision.loadRule}));
        if (m_reload && decision.kind == LoadKind::Full)
            EKOS_CHECK(m_runs->settleReload(*m_reload)); // one that was asked for meanwhile stands: this load may have read before it
        m_recorder.info("load", name(), {QT_TRANSLATE_NOOP("core", "%1 row(s) loaded: %2"), base::Plural{report.rowsLoaded}, decision.why});
        return report;
    }

private:
    QString name() const { return m_table.toString(); }

    Result<std::unique_ptr<ports::Lease>> open(const TableName &table)
    {
        m_table = table;
        EKOS_TRY(m_runs, m_workspace.runs(m_run));
        EKOS_TRY(m_lake, m_workspace.lake(m_run));
        EKOS_TRY(const ports::LoadedSettings loaded, m_workspace.settings(m_run));
        m_settings = loaded.settings;
        EKOS_TRY(const SourceConnection connection, extractionSource(m_settings));
        EKOS_TRY(m_source, m_workspace.source(connection, m_run));
        return holdTable(table, m_recorder, *m_runs, *m_lake, m_run);
    }

    Result<rules::LoadDecision> decide(const TableDecision &table, const QString &commit)
    {
        EKOS_TRY(const ports::TableLoadState state, m_runs->loadState(table.table));
        m_reload = state.reload;
        if (m_reload)
            m_recorder.info("load", name(), {QT_TRANSLATE_NOOP("core", "%1 asked for a reload: %2"), m_reload->actor, m_reload->reason.toString()});
        EKOS_TRY(m_shape, bronzeShape(table, state.lastCommit, commit, m_workspace, m_run));
        EKOS_TRY(m_bronzeRows, bronzeRows(table, state.boundUtc.has_value()));
        EKOS_TRY(const std::optional<base::UtcTime> lastBound, lastUpperBound(table.table, state, *m_runs));
        rules::LoadSituation situation{.isBronzeThere = m_bronzeRows.has_value(), .lastBoundUtc = lastBound, .nextFromUtc = state.boundUtc, .lastLoadRule = state.loadRule,
            .areColumnsSame = m_shape.areColumnsSame, .isShapeSame = m_shape.isShapeSame, .unreadCommit = m_shape.unreadCommit, .hasKeptPurged = m_shape.keepsPurged,
            .isReloadRequested = m_reload || m_request.reload};
        if (const std::optional<Error> loss = rules::whyRowsWouldBeLost(table, situation))
            return *loss;
        if (table.mode == LoadMode::Incremental) {
            // Read before the load's own snapshot: what commits in between is at or above the bound and comes next time.
            EKOS_TRY(const ports::SafeBound bound, m_source->safeUpperBound(m_run));
            situation.boundUtc = bound.boundUtc;
            situation.isBoundProved = bound.isProved;
            if (!bound.isProved)
                m_recorder.warning("load", name(), bound.why);
        }
        return rules::decideLoad(table, situation);
    }

    /// Rows in bronze that a load may not lose, or nothing when the table is not there: the live ones, and those that were kept until now and would go.
    /// Only what loaded incrementally or kept purged rows has tombstones.
    Result<std::optional<qint64>> bronzeRows(const TableDecision &table, bool isIncremental)
    {
        const QString everyRow = QStringLiteral("SELECT count(*) FROM ") + rules::bronzeTableSql(table.places);
        QString sql = everyRow;
        if (m_shape.keepsPurged && table.keepsPurged())
            sql += QStringLiteral(" WHERE ") + rules::liveCondition(table);
        else if (isIncremental || m_shape.keepsPurged)
            sql += QStringLiteral(" WHERE ") + rules::trinoIdentifier(QLatin1String(rules::deletedAtColumn)) + QStringLiteral(" IS NULL");
        Result<ports::StatementResult> counted = m_lake->execute(sql, {.tag = m_recorder.id().toString()}, m_run);
        if (!counted && counted.error().code == ErrorCode::InvalidInput && sql != everyRow) {
            counted = m_lake->execute(everyRow, {.tag = m_recorder.id().toString()}, m_run);
            if (counted) { // a load replaced bronze, and its end was not recorded
                EKOS_TRY(const bool isShapeSame, hasShapeOf(table));
                m_shape = {.areColumnsSame = false, .isShapeSame = isShapeSame};
            }
        }
        if (counted)
            return std::optional(countIn(counted.value().rows));
        if (counted.error().code == ErrorCode::NotFound)
            return std::optional<qint64>();
        return std::move(counted).error();
    }

    /// Whether the columns that bronze has now are those of the table: what was recorded is about another one.
    Result<bool> hasShapeOf(const TableDecision &table)
    {
        EKOS_TRY(const ports::StatementResult described, m_lake->execute(QStringLiteral("DESCRIBE ") + rules::bronzeTableSql(table.places), {.tag = m_recorder.id().toString()}, m_run));
        std::vector<ExposedColumn> columns;
        for (const auto &row : described.rows.rows)
            if (row.size() >= 2)
                columns.push_back({.name = row[0].value_or(QString()), .type = row[1].value_or(QString())});
        return rules::hasShape(table, columns);
    }

    bool isMassDelete(qint64 sourceRows) const
    {
        const LakehouseSection &settings = m_settings.lakehouse;
        return rules::isMassDelete(*m_bronzeRows, *m_bronzeRows - sourceRows, sourceRows, {settings.massDeletePercent, settings.massDeleteRows});
    }

    /// After every row was merged into those that stay: none was lost.
    void sayWhatStays(qint64 sourceRows) const
    {
        if (isMassDelete(sourceRows))
            m_recorder.warning("load", name(), {QT_TRANSLATE_NOOP("core", "Rows in the source %1, live rows in bronze %2: those that are gone stay in bronze"), sourceRows, *m_bronzeRows});
    }

    /// Before every row is replaced: did more rows vanish than may vanish without a person's word?
    Result<> guard(const TableDecision &table)
    {
        const QString sql = QStringLiteral("SELECT count(*) FROM %1.%2").arg(rules::postgresIdentifier(table.table.schema()), rules::postgresIdentifier(table.table.table()));
        EKOS_TRY(const ports::SqlRows counted, m_source->query(sql, m_run));
        const qint64 sourceRows = countIn(counted);
        if (!isMassDelete(sourceRows))
            return Ok{};
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1: rows in the source %2, in bronze %3; so many do not vanish without a person's word. Bronze was left as it is."),
                         name(), sourceRows, *m_bronzeRows},
                     {QT_TRANSLATE_NOOP("core", "Look at the source; when the rows are meant to be gone: ekos-lakehouse lakehouse load --table %1 --accept-loss --reason \"…\""), base::shellWord(name())}, name()};
    }

    Result<> execute(const LockedPipeline &pipeline, const rules::TableLock &lock, const rules::LoadDecision &decision, LoadReport &report)
    {
        const rules::LoadBinding binding{m_recorder.id(), m_workspace.clock().now(), decision.lowerBoundUtc, decision.upperBoundUtc};
        std::vector<const char *> files;
        const bool isKept = lock.decision.keepsPurged();
        if (!m_bronzeRows)
            files.push_back(rules::createSchemaFile);
        if (!m_bronzeRows && isKept)
            files.push_back(rules::createTableFile);
        else if (isKept && !m_shape.keepsPurged)
            files.insert(files.end(), {rules::addDeletedAtFile, rules::addPurgedAtFile});
        files.push_back(decision.kind == LoadKind::Full ? rules::fullLoadFile : rules::incrementalLoadFile);
        for (const char *file : files) {
            EKOS_TRY(const QString reviewed, lockedFile(lock, pipeline.commit, file, m_workspace, m_run));
            EKOS_TRY(const QString sql, rules::bindLoad(reviewed, binding));
            EKOS_TRY(const ports::StatementResult result, m_lake->execute(sql, {.tag = m_recorder.id().toString()}, m_run));
            report.queryIds.push_back(result.queryId);
            report.rowsLoaded = result.rowsWritten.value_or(0);
        }
        return Ok{};
    }

    const LoadTable &m_request;
    const CallContext &m_context;
    Workspace &m_workspace;
    RunRecorder &m_recorder;
    RunContext &m_run;
    ports::RunStore *m_runs = nullptr;
    ports::LakeSql *m_lake = nullptr;
    ports::SourceEngine *m_source = nullptr;
    ProjectSettings m_settings;
    TableName m_table;
    BronzeShape m_shape; ///< of before this load
    std::optional<qint64> m_bronzeRows;
    std::optional<ReloadRequest> m_reload;
    QElapsedTimer m_timer;
};

} // namespace

Result<LoadReport> loadTable(const LoadTable &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    if (request.acceptLoss)
        EKOS_CHECK(checkMayAcceptLoss(request.reason, context));
    EKOS_TRY(const LockedPipeline pipeline, lockedPipeline(workspace, run));
    EKOS_TRY(const rules::TableLock lock, lockOf(request.table, pipeline));
    run.expectSteps(1);
    return recorded<LoadReport>(workspace, LoadTable::operation, context, run, request.runId, [&](RunRecorder &recorder) -> Result<Recorded<LoadReport>> {
        if (request.acceptLoss)
            recorder.warning("load", lock.decision.table.toString(), {QT_TRANSLATE_NOOP("core", "Rows that vanished are accepted by %1: %2"), context.actor.toString(), request.reason.toString()});
        Result<LoadReport> report = TableLoad(request, context, workspace, recorder, run).load(pipeline, lock);
        if (!report) {
            const bool waits = report.error().code == ErrorCode::RefusedByRule;
            noteFailure({.table = lock.decision.table}, report.error(), recorder, workspace, run);
            recorder.error(waits ? loadWaitsStage : loadFailedStage, lock.decision.table.toString(), report.error().message);
            return std::move(report).error();
        }
        const base::Text outcome{QT_TRANSLATE_NOOP("core", "%1 row(s) of %2 loaded."), base::Plural{report.value().rowsLoaded}, lock.decision.table.toString()};
        return Recorded<LoadReport>{std::move(report).value(), outcome};
    });
}

} // namespace lakehouse::usecases
