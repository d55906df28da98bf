#include "usecases/pipeline/reload.h"

#include "base/shell_word.h"
#include "describe/canonical_json.h"
#include "usecases/authorisation.h"
#include "usecases/pipeline/locked_tables.h"
#include "usecases/run_recorder.h"

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using base::RunContext;

namespace {

Result<> checkMayBeAsked(const TableDecision &table, const ports::TableLoadState &state)
{
    const QString name = table.table.toString();
    if (table.mode != LoadMode::Incremental)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 reads every row at each load, so there is nothing to reload."), name},
                     QT_TRANSLATE_NOOP("core", "Load it with: ekos-lakehouse lakehouse run"), name};
    if (!state.boundUtc)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 was never loaded incrementally: its next load reads every row."), name},
                     QT_TRANSLATE_NOOP("core", "Load it with: ekos-lakehouse lakehouse run"), name};
    return Ok{};
}

Result<> checkMayBeTakenBack(const TableDecision &table, const ports::TableLoadState &state)
{
    const QString name = table.table.toString();
    if (!state.reload)
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "No reload of %1 is asked for."), name},
                     QT_TRANSLATE_NOOP("core", "See what the next loads do with: ekos-lakehouse lakehouse status"), name};
    if (state.loadRule != table.loadRule)
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "A rule that loads a column of %1 is newer than its rows in bronze: the next load reads every row, whoever asks for it."), name},
                     QT_TRANSLATE_NOOP("core", "Load it with: ekos-lakehouse lakehouse run"), name};
    return Ok{};
}

Result<> record(const ReloadRequest &request, const QString &database, const RunId &id, const Actor &actor, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_CHECK(ledger->append({{FactKind::ReloadRequest, tableSubject(database, request.table), describe::canonicalJson(request), id}}, actor, run));
    return Ok{};
}

Result<> takeBack(const ReloadRequest &asked, ports::RunStore &runs)
{
    EKOS_TRY(const bool stood, runs.settleReload(asked));
    if (stood)
        return Ok{};
    return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The reload of %1 has taken place, or was asked for anew, in this moment."), asked.table.toString()},
                 QT_TRANSLATE_NOOP("core", "See how it stands with: ekos-lakehouse lakehouse status"), asked.table.toString()};
}

} // namespace

Result<> requestReload(const ReloadRequest &request, const QString &database, const RunId &id, const Actor &actor, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_CHECK(record(request, database, id, actor, workspace, run));
    return runs->requestReload(request);
}

Result<ReloadRequest> reloadTable(const ReloadTable &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_CHECK(checkReason(request.reason, context, workspace, run));
    EKOS_TRY(const LockedPipeline pipeline, lockedPipeline(workspace, run));
    EKOS_TRY(const rules::TableLock lock, lockOf(request.table, pipeline));
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(const ports::TableLoadState state, runs->loadState(lock.decision.table));
    EKOS_CHECK(request.undo ? checkMayBeTakenBack(lock.decision, state) : checkMayBeAsked(lock.decision, state));
    return recorded<ReloadRequest>(workspace, ReloadTable::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<ReloadRequest>> {
        const QString name = lock.decision.table.toString();
        const ReloadRequest made{.table = lock.decision.table, .isTakenBack = request.undo, .reason = request.reason, .actor = context.actor.toString(), .atUtc = workspace.clock().now()};
        if (request.undo) {
            EKOS_CHECK(takeBack(*state.reload, *runs));
            if (Result<> kept = record(made, source.alias, recorder.id(), context.actor, workspace, run); !kept) {
                EKOS_CHECK(runs->requestReload(*state.reload)); // what is not recorded has no effect
                return std::move(kept).error();
            }
        } else {
            EKOS_CHECK(requestReload(made, source.alias, recorder.id(), context.actor, workspace, run));
        }
        const base::Text what = request.undo ? base::Text{QT_TRANSLATE_NOOP("core", "The reload of %1 is taken back: %2"), name, request.reason.toString()}
                                             : base::Text{QT_TRANSLATE_NOOP("core", "The next load of %1 reads every row: %2"), name, request.reason.toString()};
        recorder.info("reload", name, what);
        return Recorded<ReloadRequest>{made, what};
    });
}

} // namespace lakehouse::usecases
