#include "usecases/pipeline/reconcile.h"

#include "base/file_digest.h"
#include "describe/canonical_json.h"
#include "model/fact_bodies.h"
#include "rules/reconcile/reconciliation_files.h"
#include "usecases/pipeline/armed_controls.h"
#include "usecases/pipeline/held_table.h"
#include "usecases/pipeline/table_standing.h"
#include "usecases/reconcile/reconcile_table.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

constexpr int tablesAtATime = 2;
constexpr std::size_t allTiers = 3;

/// What runs is what was reviewed: the statements of this program are those whose digests the lock holds.
Result<> checkReviewed(const rules::TableLock &lock)
{
    for (const GeneratedFile &file : rules::reconciliationFiles(lock.decision)) {
        const auto locked = std::ranges::find(lock.files, file.path, &rules::LockedFile::path);
        if (locked == lock.files.end() || locked->digest != base::fileDigest(file.content))
            return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "%1: this version compares with other SQL (%2) than was generated and reviewed."), lock.decision.table.toString(), file.path},
                         QT_TRANSLATE_NOOP("core", "Generate again with: ekos-lakehouse lakehouse generate"), lock.decision.table.toString()};
    }
    return base::Ok{};
}

NewFact factOf(const TableReconciliation &result, const QString &database)
{
    return {FactKind::ReconcileResult, tableSubject(database, result.table), describe::canonicalJson(result), result.run};
}

/// Facts of what was not green and, for a run of its own, one for the whole.
std::vector<NewFact> factsOf(const std::vector<TableReconciliation> &results, const RunRecorder &recorder, const QString &database)
{
    std::vector<NewFact> facts;
    ReconcileRunFact whole{.tables = qint64(results.size()), .results = ResultsDigest::of(describe::canonicalJson(results))};
    for (const TableReconciliation &result : results) {
        if (result.isGreen()) {
            ++whole.green;
        } else {
            whole.notGreen.push_back(result.table);
            facts.push_back(factOf(result, database));
        }
    }
    if (recorder.run().operation != QLatin1String(RunPipeline::operation.name)) // a pipeline run writes one fact for all its tables
        facts.push_back({FactKind::ReconcileRun, SubjectName{.database = database, .kind = SubjectKind::Pipeline}, describe::canonicalJson(whole), recorder.id()});
    return facts;
}

/// Reconciles tables side by side and stores each result as it comes.
class Reconciliation {
public:
    static Result<Reconciliation> open(const ReconcileTables &request, Workspace &workspace, const RunRecorder &recorder, RunContext &run)
    {
        Reconciliation reconciliation(recorder, run);
        EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
        EKOS_TRY(const SourceConnection connection, extractionSource(loaded.settings));
        EKOS_TRY(reconciliation.m_source, workspace.source(connection, run));
        EKOS_TRY(reconciliation.m_lake, workspace.lake(run));
        EKOS_TRY(reconciliation.m_runs, workspace.runs(run));
        reconciliation.m_options = {.run = recorder.id(), .attempts = int(loaded.settings.lakehouse.reconcileAttempts), .disarmedControls = disarmedControls()};
        if (!request.tier.empty())
            reconciliation.m_options.tiers = {request.tier.begin(), request.tier.end()};
        return reconciliation;
    }

    Result<TableReconciliation> reconcile(const rules::TableLock &lock)
    {
        const QString name = lock.decision.table.toString();
        EKOS_CHECK(checkReviewed(lock));
        EKOS_TRY(const ports::TableLoadState state, m_runs->loadState(lock.decision.table));
        ReconcileOptions options = m_options;
        EKOS_TRY(options.boundUtc, lastUpperBound(lock.decision.table, state, *m_runs));
        EKOS_TRY(TableReconciliation result, reconcileTable(lock.decision, options, *m_source, *m_lake, m_run));
        // A check of some tiers only never stands in for the last whole one.
        if (m_options.tiers.size() == allTiers || !result.isGreen())
            EKOS_CHECK(m_runs->addReconciliation(result));
        if (result.isGreen())
            m_recorder.info("reconcile", name, {QT_TRANSLATE_NOOP("core", "%1 row(s), source and bronze equal"), base::Plural{result.bronzeRows}});
        else
            m_recorder.error("reconcile", name, whatDiffers(result));
        return result;
    }

private:
    Reconciliation(const RunRecorder &recorder, RunContext &run) : m_recorder(recorder), m_run(run) {}

    const RunRecorder &m_recorder;
    RunContext &m_run;
    ports::SourceEngine *m_source = nullptr;
    ports::LakeSql *m_lake = nullptr;
    ports::RunStore *m_runs = nullptr;
    ReconcileOptions m_options;
};

} // namespace

Result<ReconcileReport> reconcile(const ReconcileTables &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const LockedPipeline pipeline, lockedPipeline(workspace, run));
    EKOS_TRY(const std::vector<rules::TableLock> tables, chosenTables(request.table, pipeline));
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection connection, extractionSource(loaded.settings));
    return recorded<ReconcileReport>(workspace, ReconcileTables::operation, context, run, request.runId, [&](RunRecorder &recorder) -> Result<Recorded<ReconcileReport>> {
        EKOS_TRY(Reconciliation reconciliation, Reconciliation::open(request, workspace, recorder, run));
        std::vector<TableReconciliation> results(tables.size());
        EKOS_CHECK(run.parallelFor(qsizetype(tables.size()), tablesAtATime, [&](qsizetype i) -> Result<> {
            EKOS_TRY(results[size_t(i)], reconciliation.reconcile(tables[size_t(i)]));
            return base::Ok{};
        }));
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
        if (const std::vector<NewFact> facts = factsOf(results, recorder, connection.alias); !facts.empty())
            EKOS_CHECK(ledger->append(facts, context.actor, run));
        const qint64 green = std::ranges::count_if(results, &TableReconciliation::isGreen);
        return Recorded<ReconcileReport>{{recorder.id(), results}, {QT_TRANSLATE_NOOP("core", "%1 of %2 table(s) green."), green, base::Plural{qint64(results.size())}},
                                         green == qint64(results.size()) ? RunState::Done : RunState::Problems};
    });
}

} // namespace lakehouse::usecases
