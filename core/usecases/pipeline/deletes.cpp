#include "usecases/pipeline/deletes.h"

#include "base/shell_word.h"
#include "describe/canonical_json.h"
#include "rules/deletes/delete_sql.h"
#include "rules/loading/load_decision.h"
#include "rules/reconcile/reconciliation_binding.h"
#include "rules/reconcile/table_reading.h"
#include "rules/sqlgen/bronze_statements.h"
#include "usecases/authorisation.h"
#include "usecases/pipeline/held_table.h"

#include <QElapsedTimer>

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using base::RunContext;

namespace {

using Answer = std::map<QString, std::optional<QString>>;

/// The one row of an answer, by the names of its columns.
Result<Answer> onlyRow(const ports::SqlRows &rows)
{
    if (rows.rows.size() != 1 || rows.rows.front().size() != rows.columns.size())
        return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "A statement about deleted keys answered %1 rows where one was asked for."), qint64(rows.rows.size())},
                     QT_TRANSLATE_NOOP("core", "Look for deletes again. If it happens again, report it with the output of \"ekos-lakehouse support bundle\".")};
    Answer answer;
    for (std::size_t at = 0; at < rows.columns.size(); ++at)
        answer.insert({rows.columns[at], rows.rows.front()[at]});
    return answer;
}

/// One search for deletes in one table, from the lock to what it did.
class DeleteSearch {
public:
    DeleteSearch(const FindDeletes &request, const rules::TableLock &lock, const QString &commit, const RunRecorder &recorder, Workspace &workspace, RunContext &run)
        : m_request(request), m_lock(lock), m_commit(commit), m_recorder(recorder), m_workspace(workspace), m_run(run)
    {
    }

    Result<DeleteReport> search()
    {
        QElapsedTimer timer;
        timer.start();
        m_report = {.table = table(), .run = m_recorder.id()};
        EKOS_CHECK(open());
        EKOS_TRY(const std::unique_ptr<ports::Lease> lease, holdTable(table(), m_recorder, *m_runs, *m_lake, m_run));
        EKOS_TRY(const ports::TableLoadState state, m_runs->loadState(table()));
        EKOS_CHECK(checkLoaded(state));
        m_report.dueAtUtc = notDueBefore(state);
        if (m_report.dueAtUtc)
            return m_report;
        m_binding = {.run = m_recorder.id(), .loadedAtUtc = m_workspace.clock().now(), .lowerBoundUtc = state.boundUtc};
        EKOS_CHECK(m_run.step({QT_TRANSLATE_NOOP("core", "Compare the keys of %1 with bronze"), name()}));
        EKOS_CHECK(compareBuckets());
        EKOS_TRY(const rules::KeyDifferences found, differences());
        EKOS_CHECK(apply(found, *lease));
        m_report.durationMs = timer.elapsed();
        return m_report;
    }

    /// What was found and done, also by a search that then failed.
    const DeleteReport &soFar() const { return m_report; }

private:
    const TableName &table() const { return m_lock.decision.table; }
    QString name() const { return table().toString(); }
    bool keepsPurged() const { return m_lock.decision.keepsPurged(); }
    rules::MassDeleteLimits limits() const { return {m_settings.massDeletePercent, m_settings.massDeleteRows}; }

    Result<> open()
    {
        EKOS_TRY(m_runs, m_workspace.runs(m_run));
        EKOS_TRY(m_lake, m_workspace.lake(m_run));
        EKOS_TRY(const ports::LoadedSettings loaded, m_workspace.settings(m_run));
        m_settings = loaded.settings.lakehouse;
        EKOS_TRY(const SourceConnection connection, extractionSource(loaded.settings));
        EKOS_TRY(m_source, m_workspace.source(connection, m_run));
        return Ok{};
    }

    Result<> checkLoaded(const ports::TableLoadState &state)
    {
        const bool isIncremental = m_lock.decision.watermark.has_value();
        if (!isIncremental && !state.lastRun)
            return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "%1 was never loaded, so nothing of it can be missed."), name()},
                         QT_TRANSLATE_NOOP("core", "Load it first: ekos-lakehouse lakehouse run"), name()};
        if (isIncremental && !state.boundUtc)
            return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "%1 was never loaded incrementally, so nothing of it can be missed."), name()},
                         QT_TRANSLATE_NOOP("core", "Load it first: ekos-lakehouse lakehouse run"), name()};
        EKOS_TRY(const BronzeShape shape, bronzeShape(m_lock.decision, state.lastCommit, m_commit, m_workspace, m_run));
        if (shape.unreadCommit)
            return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The commit %2 of the last load of %1 cannot be read in the pipeline repository, so nobody knows which columns bronze has."), name(), shape.unreadCommit->left(12)},
                         QT_TRANSLATE_NOOP("core", "Load it first: ekos-lakehouse lakehouse run"), name()};
        if (shape.keepsPurged != keepsPurged())
            return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "What becomes of rows of %1 that the source no longer has was decided anew since its last load."), name()},
                         QT_TRANSLATE_NOOP("core", "Load it first: ekos-lakehouse lakehouse run"), name()};
        if (!shape.areColumnsSame)
            return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The columns of %1 changed since its last load; bronze still has the old ones."), name()},
                         QT_TRANSLATE_NOOP("core", "Load it first: ekos-lakehouse lakehouse run"), name()};
        return Ok{};
    }

    /// When the next audit is due, if the plan says that they are enough, the call asked for nothing before one, and it is not due yet.
    std::optional<base::UtcTime> notDueBefore(const ports::TableLoadState &state) const
    {
        const bool isAudited = m_request.ifDue && m_lock.decision.deletes == DeleteSchedule::Audit;
        if (!isAudited || rules::isAuditDue(state.deletesAtUtc, m_settings.deleteAuditDays, m_workspace.clock().now()))
            return std::nullopt;
        return rules::nextAudit(*state.deletesAtUtc, m_settings.deleteAuditDays);
    }

    Result<QString> reviewed(const char *file) const { return lockedFile(m_lock, m_commit, file, m_workspace, m_run); }

    Result<ports::StatementResult> askLake(const char *file)
    {
        EKOS_TRY(const QString text, reviewed(file));
        EKOS_TRY(const QString sql, rules::bindLoad(text, m_binding));
        EKOS_TRY(ports::StatementResult result, m_lake->execute(sql, {.tag = m_recorder.id().toString()}, m_run));
        m_report.queryIds.push_back(result.queryId);
        return result;
    }

    /// The keys of both sides, summed up in as many buckets as bronze has use for.
    Result<> compareBuckets()
    {
        const QString count = QStringLiteral("SELECT count(*) FROM ") + rules::bronzeTableSql(m_lock.decision.places);
        EKOS_TRY(const ports::StatementResult counted, m_lake->execute(count, {.tag = m_recorder.id().toString()}, m_run));
        m_report.buckets = rules::keyBuckets(countIn(counted.rows));
        m_binding.buckets = m_report.buckets;
        rules::TableReading source, bronze;
        EKOS_CHECK(m_run.parallelFor(2, 2, [&](qsizetype side) -> Result<> {
            EKOS_TRY((side == 0 ? source : bronze), side == 0 ? sourceBuckets() : bronzeBuckets());
            return Ok{};
        }));
        m_report.sourceRows = source.rows;
        m_report.liveRows = bronze.rows;
        m_binding.differingBuckets = rules::differingBuckets(source, bronze);
        m_report.differingBuckets = qint64(m_binding.differingBuckets.size());
        return Ok{};
    }

    Result<rules::TableReading> sourceBuckets() const
    {
        EKOS_TRY(const QString text, reviewed(rules::sourceKeyBucketsFile));
        EKOS_TRY(const QString sql, rules::bindReconciliation(rules::SqlDialect::PostgreSql, text, {.buckets = m_report.buckets}));
        EKOS_TRY(const ports::SqlRows rows, m_source->query(sql, m_run));
        EKOS_TRY(const Answer answer, onlyRow(rows));
        return rules::tableReading(answer);
    }

    Result<rules::TableReading> bronzeBuckets()
    {
        EKOS_TRY(const ports::StatementResult result, askLake(rules::bronzeKeyBucketsFile));
        EKOS_TRY(const Answer answer, onlyRow(result.rows));
        return rules::tableReading(answer);
    }

    /// Reads the keys of the buckets that differ; of a source that shows nothing only when that was accepted.
    Result<rules::KeyDifferences> differences()
    {
        if (m_report.sourceRows == 0)
            EKOS_CHECK(guard(m_report.liveRows));
        if (m_binding.differingBuckets.empty())
            return rules::KeyDifferences{};
        EKOS_TRY(const ports::StatementResult result, askLake(rules::keyDifferencesFile));
        EKOS_TRY(const Answer answer, onlyRow(result.rows));
        EKOS_TRY(const rules::KeyDifferences found, rules::keyDifferences(answer));
        m_report.sourceKeysRead = found.sourceKeys;
        m_report.bronzeKeysRead = found.bronzeKeys;
        EKOS_CHECK(guard(found.deleted));
        return found;
    }

    Result<> guard(qint64 vanished)
    {
        if (!rules::isMassDelete(m_report.liveRows, vanished, m_report.sourceRows, limits()))
            return Ok{};
        if (m_request.accept) {
            m_report.accepted = m_request.reason;
            return Ok{};
        }
        const base::Text message = keepsPurged()
            ? base::Text{QT_TRANSLATE_NOOP("core", "%1: of %2 live keys in bronze the source no longer has %3, and it shows %4 rows; so many are not marked as purged without a person's word. Bronze keeps every row and was left as it is."),
                         name(), m_report.liveRows, vanished, m_report.sourceRows}
            : base::Text{QT_TRANSLATE_NOOP("core", "%1: of %2 keys in bronze the source no longer has %3, and it shows %4 rows; so many do not vanish without a person's word. Bronze was left as it is."),
                         name(), m_report.liveRows, vanished, m_report.sourceRows};
        return Error{ErrorCode::RefusedByRule, message,
                     {QT_TRANSLATE_NOOP("core", "Look at the source; when the rows are meant to be gone: ekos-lakehouse lakehouse deletes --table %1 --accept --reason \"…\""), base::shellWord(name())}, name()};
    }

    Result<> apply(const rules::KeyDifferences &found, ports::Lease &lease)
    {
        if (found.deleted > 0) {
            EKOS_CHECK(lease.check());
            EKOS_CHECK(mark(found.deleted));
        }
        if (found.returned + found.missing > 0) {
            EKOS_CHECK(lease.check());
            EKOS_CHECK(askLake(rules::missingRowsFile));
            m_report.returned = found.returned;
            m_report.inserted = found.missing;
        }
        return Ok{};
    }

    /// The statement counts anew, since the source goes on: it marks no more than the guard lets pass, or than was accepted.
    Result<> mark(qint64 vanished)
    {
        m_binding.deleteLimit = std::max(m_report.accepted ? vanished : 0, rules::mostDeletes(m_report.liveRows, limits()));
        EKOS_TRY(const ports::StatementResult result, askLake(rules::marksFile(m_lock.decision).data()));
        const qint64 marked = result.rowsWritten.value_or(vanished);
        (keepsPurged() ? m_report.purged : m_report.deleted) = marked;
        if (marked > 0)
            return Ok{};
        return Error{ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "%1: the source changed while its deletes were looked for, and none was applied."), name()},
                     QT_TRANSLATE_NOOP("core", "Look again in a moment."), name(), {}, base::Retry::Later};
    }

    const FindDeletes &m_request;
    const rules::TableLock &m_lock;
    const QString &m_commit;
    const RunRecorder &m_recorder;
    Workspace &m_workspace;
    RunContext &m_run;
    ports::RunStore *m_runs = nullptr;
    ports::LakeSql *m_lake = nullptr;
    ports::SourceEngine *m_source = nullptr;
    LakehouseSection m_settings;
    rules::LoadBinding m_binding;
    DeleteReport m_report;
};

Result<> checkIsSought(const rules::TableLock &lock)
{
    if (std::ranges::find(lock.files, rules::marksFile(lock.decision), &rules::LockedFile::path) != lock.files.end())
        return Ok{};
    const QString name = lock.decision.table.toString();
    if (const auto why = rules::whyDeletesAreNotSought(lock.decision))
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "Deletes of %1 are not looked for: %2."), name, *why},
                     QT_TRANSLATE_NOOP("core", "See how it loads with: ekos-lakehouse lakehouse extraction show"), name};
    return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "%1 was generated by a version that did not look for deletes."), name},
                 QT_TRANSLATE_NOOP("core", "Generate again with: ekos-lakehouse lakehouse generate"), name};
}

base::Text inWords(const DeleteReport &report)
{
    if (report.dueAtUtc)
        return {QT_TRANSLATE_NOOP("core", "Not looked for before %1: the plan has them audited"), *report.dueAtUtc};
    if (report.purged > 0)
        return {QT_TRANSLATE_NOOP("core", "%1 key(s) purged, their rows kept; %2 returned, %3 missed before; %4 of %5 buckets differ, keys read in the source %6, in bronze %7"), base::Plural{report.purged},
                report.returned, report.inserted, report.differingBuckets, report.buckets, report.sourceKeysRead, report.bronzeKeysRead};
    return {QT_TRANSLATE_NOOP("core", "%1 key(s) deleted, %2 returned, %3 missed before; %4 of %5 buckets differ, keys read in the source %6, in bronze %7"), base::Plural{report.deleted},
            report.returned, report.inserted, report.differingBuckets, report.buckets, report.sourceKeysRead, report.bronzeKeysRead};
}

/// What changed bronze, and what a person answered for, if the search ended well; one that found nothing is in the run's log only. It is kept whatever came
/// after, also when the call was cancelled. The moment that it ended is the same in the ledger and in the run state.
Result<> record(const DeleteReport &report, bool endedWell, const Actor &actor, Workspace &workspace)
{
    RunContext last;
    base::UtcTime endedUtc = workspace.clock().now();
    if (report.deleted + report.purged + report.returned + report.inserted > 0 || (report.accepted && endedWell)) {
        EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(last));
        EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(last));
        EKOS_TRY(const std::vector<LedgerEntry> entries, ledger->append({{FactKind::DeleteOutcome, tableSubject(source.alias, report.table), describe::canonicalJson(report), report.run}}, actor, last));
        endedUtc = entries.front().recordedAtUtc;
    }
    if (!endedWell || report.dueAtUtc)
        return Ok{};
    EKOS_TRY(ports::RunStore *runs, workspace.runs(last));
    return runs->noteDeletes(report.table, endedUtc);
}

} // namespace

Result<DeleteReport> findDeletes(const FindDeletes &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    if (request.accept)
        EKOS_CHECK(checkMayAcceptLoss(request.reason, context));
    EKOS_TRY(const LockedPipeline pipeline, lockedPipeline(workspace, run));
    EKOS_TRY(const rules::TableLock lock, lockOf(request.table, pipeline));
    EKOS_CHECK(checkIsSought(lock));
    run.expectSteps(1);
    return recorded<DeleteReport>(workspace, FindDeletes::operation, context, run, request.runId, [&](RunRecorder &recorder) -> Result<Recorded<DeleteReport>> {
        const QString name = lock.decision.table.toString();
        if (request.accept)
            recorder.warning(deletesStage, name, {QT_TRANSLATE_NOOP("core", "Keys that vanished are accepted by %1: %2"), context.actor.toString(), request.reason.toString()});
        DeleteSearch search(request, lock, pipeline.commit, recorder, workspace, run);
        Result<DeleteReport> report = search.search();
        const Result<> kept = record(search.soFar(), bool(report), context.actor, workspace);
        if (!kept)
            recorder.error(deletesStage, name, {QT_TRANSLATE_NOOP("core", "What the search for deletes did could not be recorded: %1"), kept.error().message});
        if (!report) {
            const bool waits = report.error().code == ErrorCode::RefusedByRule;
            noteFailure({.table = lock.decision.table, .isOfDeletes = true}, report.error(), recorder, workspace, run);
            recorder.error(waits ? deletesWaitStage : deletesFailedStage, name, report.error().message);
            return std::move(report).error();
        }
        recorder.info(deletesStage, name, inWords(report.value()));
        EKOS_CHECK(kept);
        const base::Text outcome{QT_TRANSLATE_NOOP("core", "%1: %2"), name, inWords(report.value())};
        return Recorded<DeleteReport>{std::move(report).value(), outcome};
    });
}

} // namespace lakehouse::usecases
