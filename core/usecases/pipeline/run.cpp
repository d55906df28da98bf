#include "usecases/pipeline/run.h"

#include "describe/canonical_json.h"
#include "model/fact_bodies.h"
#include "usecases/extraction/proposal.h"
#include "usecases/pipeline/locked_tables.h"
#include "usecases/pipeline/run_outcomes.h"
#include "usecases/pipeline/stop.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using namespace std::chrono_literals;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using ports::OrchestratorRun;
using ports::OrchestratorRunState;

namespace {

constexpr auto pollInterval = 500ms;
constexpr char pipelineLease[] = "pipeline";
constexpr int pollsWithoutAnswer = 120; // a minute: the orchestrator may restart under a run

bool hasEnded(OrchestratorRunState state)
{
    return state == OrchestratorRunState::Succeeded || state == OrchestratorRunState::Failed || state == OrchestratorRunState::Cancelled;
}

/// The locks that are meant by asset keys or table names; all when nothing is named.
Result<std::vector<rules::TableLock>> chosenTables(const std::vector<QString> &assets, const LockedPipeline &pipeline)
{
    if (assets.empty())
        return pipeline.tables;
    std::vector<rules::TableLock> chosen;
    for (const QString &asset : assets) {
        const auto byKey = std::ranges::find_if(pipeline.tables, [&](const rules::TableLock &lock) { return rules::assetKey(lock.decision.places) == asset; });
        if (byKey != pipeline.tables.end()) {
            chosen.push_back(*byKey);
            continue;
        }
        EKOS_TRY(const TableSelector selector, TableSelector::parse(asset));
        EKOS_TRY(rules::TableLock lock, lockOf(selector, pipeline));
        chosen.push_back(std::move(lock));
    }
    return chosen;
}

using AssetKeys = std::map<TableName, QString>;
AssetKeys assetKeysOf(const std::vector<rules::TableLock> &locks)
{
    AssetKeys keys;
    for (const rules::TableLock &lock : locks)
        keys[lock.decision.table] = rules::assetKey(lock.decision.places);
    return keys;
}

/// What the orchestrator says of a table that has no result.
base::Text inItsWords(const OrchestratorRun &ended, const TableOutcome &outcome, const AssetKeys &keys)
{
    const auto key = keys.find(outcome.table);
    const auto asset = key == keys.end() ? ended.assets.end() : std::ranges::find(ended.assets, key->second, &ports::AssetProgress::asset);
    if (asset != ended.assets.end() && !asset->message.isEmpty())
        return {QT_TRANSLATE_NOOP("core", "Dagster says: %1"), asset->message};
    if (!outcome.load && ended.state != OrchestratorRunState::Cancelled)
        return {QT_TRANSLATE_NOOP("core", "Dagster did not start it. %1"), ended.failure};
    return {};
}

void closeAtEnd(std::vector<TableOutcome> &outcomes, const OrchestratorRun &ended, const AssetKeys &keys)
{
    closeOutcomes(outcomes, ended.state == OrchestratorRunState::Cancelled, [&](const TableOutcome &outcome) { return inItsWords(ended, outcome, keys); });
}

qint64 greenCount(const std::vector<TableOutcome> &outcomes)
{
    return std::ranges::count(outcomes, TableState::Green, &TableOutcome::state);
}

RunState endState(const std::vector<TableOutcome> &outcomes, OrchestratorRunState ended)
{
    if (ended == OrchestratorRunState::Cancelled)
        return RunState::Cancelled;
    const bool areAllGreen = greenCount(outcomes) == qint64(outcomes.size());
    if (areAllGreen && (ended == OrchestratorRunState::Succeeded || !outcomes.empty()))
        return RunState::Done;
    const bool nothingLoaded = std::ranges::none_of(outcomes, [](const TableOutcome &outcome) { return outcome.load.has_value(); });
    return nothingLoaded ? RunState::Failed : RunState::Problems;
}

std::vector<TableName> namesOf(const std::vector<rules::TableLock> &locks)
{
    std::vector<TableName> names;
    for (const rules::TableLock &lock : locks)
        names.push_back(lock.decision.table);
    return names;
}

/// Writes one fact for the run, with a digest over what each table came to, and what was not green.
Result<> recordOutcome(const RunId &id, const std::vector<TableOutcome> &outcomes, RunState state, const Actor &actor, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    const SubjectName pipeline{.database = source.alias, .kind = SubjectKind::Pipeline};
    std::vector<TableReconciliation> results;
    ReconcileRunFact reconciled;
    for (const TableOutcome &outcome : outcomes) {
        if (!outcome.reconciliation)
            continue;
        results.push_back(*outcome.reconciliation);
        ++reconciled.tables;
        if (outcome.state == TableState::Green)
            ++reconciled.green;
        else
            reconciled.notGreen.push_back(outcome.table);
    }
    reconciled.results = ResultsDigest::of(describe::canonicalJson(results));
    const RunFact whole{QString::fromLatin1(RunPipeline::operation.name), state, qint64(outcomes.size()), greenCount(outcomes)};
    EKOS_CHECK(ledger->append({{FactKind::ReconcileRun, pipeline, describe::canonicalJson(reconciled), id}, {FactKind::Run, pipeline, describe::canonicalJson(whole), id}}, actor, run));
    return base::Ok{};
}

/// How a run came out, in one sentence.
Result<base::Text> outcomeInWords(const RunId &id, const std::vector<TableOutcome> &outcomes, RunState state, ports::RunStore &runs)
{
    const qint64 green = greenCount(outcomes);
    const qint64 all = qint64(outcomes.size());
    if (state != RunState::Cancelled)
        return base::Text{QT_TRANSLATE_NOOP("core", "%1 of %2 table(s) green."), green, base::Plural{all}};
    EKOS_TRY(const std::optional<QString> who, whoStopped(id, runs));
    if (who)
        return base::Text{QT_TRANSLATE_NOOP("core", "Stopped by %1; %2 of %3 table(s) green, what was loaded stays."), *who, green, base::Plural{all}};
    return base::Text{QT_TRANSLATE_NOOP("core", "Cancelled at Dagster; %1 of %2 table(s) green, what was loaded stays."), green, base::Plural{all}};
}

/// Follows a launched run to its end.
class Follower {
public:
    Follower(std::vector<rules::TableLock> tables, RunRecorder &recorder, Workspace &workspace, RunContext &run)
        : m_tables(std::move(tables)), m_recorder(recorder), m_workspace(workspace), m_run(run)
    {
    }

    Result<std::vector<TableOutcome>> follow(ports::Orchestrator &orchestrator, const QString &foreignId, OrchestratorRun &ended)
    {
        EKOS_TRY(ports::RunStore *runs, m_workspace.runs(m_run));
        int unanswered = 0;
        while (true) {
            if (m_run.cancel().waitFor(pollInterval))
                return stop(orchestrator, foreignId);
            Result<OrchestratorRun> state = orchestrator.state(foreignId, m_run);
            if (!state && state.error().code == ErrorCode::Cancelled)
                return stop(orchestrator, foreignId);
            if (!state && ++unanswered > pollsWithoutAnswer)
                return std::move(state).error();
            EKOS_TRY(std::vector<TableOutcome> outcomes, tableOutcomes(namesOf(m_tables), m_recorder.id(), *runs));
            if (Result<> reported = report(outcomes); !reported)
                return stop(orchestrator, foreignId);
            if (!state || !hasEnded(state.value().state))
                continue;
            ended = std::move(state).value();
            closeAtEnd(outcomes, ended, assetKeysOf(m_tables));
            return outcomes;
        }
    }

private:
    /// Says each table once, when its result is in.
    Result<> report(const std::vector<TableOutcome> &outcomes)
    {
        m_reported.resize(outcomes.size());
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            const TableOutcome &outcome = outcomes[i];
            if (m_reported[i] || !outcome.reconciliation)
                continue;
            m_reported[i] = true;
            EKOS_CHECK(m_run.step(outcome.state == TableState::Green
                ? base::Text{QT_TRANSLATE_NOOP("core", "%1: %2 row(s), source and bronze equal"), outcome.table.toString(), base::Plural{outcome.reconciliation->bronzeRows}}
                : base::Text{QT_TRANSLATE_NOOP("core", "%1: source and bronze differ"), outcome.table.toString()}));
        }
        return base::Ok{};
    }

    Error stop(ports::Orchestrator &orchestrator, const QString &foreignId)
    {
        RunContext last; // the call's own is cancelled; ending the run must still go through
        const Result<> ended = orchestrator.terminate(foreignId, last);
        m_recorder.warning("run", {}, ended ? base::Text{QT_TRANSLATE_NOOP("core", "Cancelled; Dagster was told to end its run %1"), foreignId}
                                            : base::Text{QT_TRANSLATE_NOOP("core", "Cancelled, but Dagster could not be told to end its run %1: it may go on"), foreignId});
        return Error{ErrorCode::Cancelled, QT_TRANSLATE_NOOP("core", "Cancelled; tables that were loaded stay as they are."),
                     QT_TRANSLATE_NOOP("core", "Run the same command again to finish: ekos-lakehouse lakehouse run --wait")};
    }

    std::vector<rules::TableLock> m_tables;
    RunRecorder &m_recorder;
    Workspace &m_workspace;
    RunContext &m_run;
    std::vector<bool> m_reported;
};

Result<Recorded<RunReport>> launchAndFollow(const RunPipeline &request, const std::vector<rules::TableLock> &tables, const QString &commit, Workspace &workspace, RunRecorder &recorder, RunContext &run)
{
    EKOS_TRY(ports::Orchestrator *orchestrator, workspace.orchestrator(run));
    EKOS_CHECK(run.step(QT_TRANSLATE_NOOP("core", "Have Dagster read the pipeline")));
    EKOS_CHECK(orchestrator->reload(run));
    ports::LaunchRequest launch{.mode = request.inProcess ? ports::LaunchMode::InProcess : ports::LaunchMode::EachAssetInItsProcess, .runId = recorder.id().toString()};
    for (const rules::TableLock &lock : tables)
        if (!request.asset.empty())
            launch.assets.push_back(rules::assetKey(lock.decision.places));
    recorder.info(runCoversStage, {}, runCoverage(namesOf(tables), commit));
    EKOS_CHECK(run.step({QT_TRANSLATE_NOOP("core", "Launch run %1"), recorder.id().toString()}));
    EKOS_TRY(const QString foreignId, orchestrator->launch(launch, run));
    EKOS_CHECK(recorder.setForeignId(foreignId));
    recorder.info("run", {}, {QT_TRANSLATE_NOOP("core", "Dagster runs it as %1; %2 table(s)"), foreignId, base::Plural{qint64(tables.size())}});
    Recorded<RunReport> result;
    if (!request.wait) {
        result.state = RunState::Running;
        result.outcome = QT_TRANSLATE_NOOP("core", "Launched; follow it with: ekos-lakehouse runs show");
        result.answer.run = recorder.run();
        result.answer.run.outcome = result.outcome;
        return result;
    }
    OrchestratorRun ended;
    EKOS_TRY(result.answer.tables, Follower(tables, recorder, workspace, run).follow(*orchestrator, foreignId, ended));
    result.state = endState(result.answer.tables, ended.state);
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(result.outcome, outcomeInWords(recorder.id(), result.answer.tables, result.state, *runs));
    EKOS_CHECK(recordOutcome(recorder.id(), result.answer.tables, result.state, recorder.actor(), workspace, run));
    if (result.state == RunState::Cancelled) // by somebody else, or Follower had said so
        return Error{ErrorCode::Cancelled, result.outcome, QT_TRANSLATE_NOOP("core", "Run the same command again to finish: ekos-lakehouse lakehouse run --wait"), recorder.id().toString()};
    result.answer.run = recorder.run();
    result.answer.run.state = result.state;
    result.answer.run.outcome = result.outcome;
    result.answer.run.endedAtUtc = workspace.clock().now();
    return result;
}

/// The right to be the only run of this project.
Result<std::unique_ptr<ports::Lease>> onlyRun(ports::RunStore &runs, const RunId &id, RunContext &run)
{
    Result<std::unique_ptr<ports::Lease>> lease = runs.acquire(QLatin1String(pipelineLease), id, 0, run);
    if (!lease && lease.error().code == ErrorCode::Busy)
        return Error{ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "Another run of this pipeline is under way. %1"), lease.error().message},
                     QT_TRANSLATE_NOOP("core", "Wait for it to end, or see it with \"ekos-lakehouse runs list\" and stop it with \"ekos-lakehouse runs stop\"."), {}, {}, base::Retry::Later};
    return lease;
}

/// Fails with Busy while a run that was launched without waiting goes on: its process holds no lease any more. One that ended unseen is recorded.
Result<> checkNoneGoesOn(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(const std::vector<Run> open, runs->unfinished());
    for (const Run &other : open) {
        if (other.operation != QLatin1String(RunPipeline::operation.name) || !other.foreignId)
            continue;
        EKOS_TRY(ports::Orchestrator *orchestrator, workspace.orchestrator(run));
        const Result<OrchestratorRun> state = orchestrator->state(*other.foreignId, run);
        if (!state && state.error().code == ErrorCode::NotFound)
            continue; // the orchestrator forgot it, so it is not running there
        if (!state)
            return state.error();
        if (!hasEnded(state.value().state))
            return Error{ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "Another run of this pipeline is under way: %1, launched by %2."), other.id.toString(), other.actor},
                         {QT_TRANSLATE_NOOP("core", "Wait for it to end, or stop it with: ekos-lakehouse runs stop %1"), other.id.toString()}, {}, {}, base::Retry::Later};
        EKOS_CHECK(settled(other, workspace, run));
    }
    return base::Ok{};
}

} // namespace

Result<RunReport> runPipeline(const RunPipeline &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const LockedPipeline pipeline, lockedPipeline(workspace, run));
    EKOS_TRY(const std::vector<rules::TableLock> tables, chosenTables(request.asset, pipeline));
    if (tables.empty())
        return Error{ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "The generated pipeline has no table to load."),
                     QT_TRANSLATE_NOOP("core", "See why each is refused with: ekos-lakehouse lakehouse extraction show")};
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    run.expectSteps(2 + (request.wait ? qint64(tables.size()) : 0));
    return recorded<RunReport>(workspace, RunPipeline::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<RunReport>> {
        EKOS_TRY(const std::unique_ptr<ports::Lease> lease, onlyRun(*runs, recorder.id(), run));
        EKOS_CHECK(checkNoneGoesOn(workspace, run));
        return launchAndFollow(request, tables, pipeline.commit, workspace, recorder, run);
    });
}

namespace {

/// Who launched a run, from how the run names them: "anna@host (cli)".
Actor launchedBy(const Run &record)
{
    const QString person = record.actor.section(QStringLiteral(" ("), 0, 0);
    const qsizetype at = person.lastIndexOf(QLatin1Char('@'));
    return {.systemUser = person.left(at), .host = person.mid(at + 1), .channel = record.channel};
}

/// Whether a process waits for the end of this run and records it.
Result<bool> isFollowed(const RunId &id, ports::RunStore &runs)
{
    EKOS_TRY(const std::vector<ports::HeldLease> leases, runs.heldLeases());
    return std::ranges::any_of(leases, [&](const ports::HeldLease &lease) { return lease.name == QLatin1String(pipelineLease) && lease.run == id; });
}

} // namespace

Result<Run> settled(Run record, Workspace &workspace, RunContext &run, const std::optional<Actor> &by)
{
    const bool isOpen = record.state == RunState::Running || record.state == RunState::Queued || record.state == RunState::Interrupted;
    if (!isOpen || !record.foreignId || record.operation != QLatin1String(RunPipeline::operation.name))
        return record;
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(const bool hasFollower, isFollowed(record.id, *runs));
    if (hasFollower)
        return record;
    EKOS_TRY(ports::Orchestrator *orchestrator, workspace.orchestrator(run));
    const Result<OrchestratorRun> state = orchestrator->state(*record.foreignId, run);
    if (!state)
        return record; // what is known stays what is shown
    if (!hasEnded(state.value().state)) {
        record.state = RunState::Running;
        return record;
    }
    EKOS_TRY(std::vector<TableOutcome> outcomes, runOutcomes(record, *runs));
    closeOutcomes(outcomes, state.value().state == OrchestratorRunState::Cancelled);
    record.state = endState(outcomes, state.value().state);
    record.endedAtUtc = workspace.clock().now();
    EKOS_TRY(record.outcome, outcomeInWords(record.id, outcomes, record.state, *runs));
    EKOS_CHECK(runs->update(record));
    EKOS_CHECK(recordOutcome(record.id, outcomes, record.state, by.value_or(launchedBy(record)), workspace, run));
    return record;
}

} // namespace lakehouse::usecases
