#include "usecases/pipeline/table_standing.h"

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::ErrorCode;
using base::Result;

Result<const Run *> KnownRuns::find(const RunId &id)
{
    const QString key = id.toString();
    auto known = m_runs.find(key);
    if (known == m_runs.end()) {
        Result<Run> found = m_store.find(key);
        if (!found && found.error().code != ErrorCode::NotFound)
            return std::move(found).error();
        known = m_runs.emplace(key, found ? std::optional(std::move(found).value()) : std::nullopt).first;
    }
    return known->second ? &*known->second : nullptr;
}

bool mayGoOn(const Run &run)
{
    const bool isLive = run.state == RunState::Running || run.state == RunState::Queued;
    return isLive || (run.state == RunState::Interrupted && run.foreignId); // its follower is gone; the orchestrator may still work on it
}

bool isOfPipeline(const Run &run)
{
    for (const Operation *operation : {&RunPipeline::operation, &LoadTable::operation, &ReconcileTables::operation})
        if (run.operation == QLatin1String(operation->name))
            return true;
    return false;
}

TableVerdict verdictOf(const LoadFailure &failure)
{
    switch (failure.end) {
    case LoadEnd::Failed: return {TableState::Failed, failure.message};
    case LoadEnd::NeedsPerson: return {TableState::NeedsPerson, failure.message};
    case LoadEnd::Cancelled: break;
    }
    return {TableState::Cancelled, failure.message};
}

TableVerdict verdictOf(const TableReconciliation &reconciliation)
{
    if (reconciliation.isGreen())
        return {TableState::Green, {}};
    return {TableState::Mismatch, {QT_TRANSLATE_NOOP("core", "Not green: rows in the source %1, in bronze %2"), reconciliation.sourceRows, reconciliation.bronzeRows}};
}

TableVerdict verdictOfLoad(const Run *run)
{
    const bool isOfWholeRun = run && run->operation == QLatin1String(RunPipeline::operation.name); // that compares each table it loads
    if (isOfWholeRun && mayGoOn(*run))
        return {TableState::Running, QT_TRANSLATE_NOOP("core", "Loaded; not compared with the source yet.")};
    if (isOfWholeRun)
        return {run->state == RunState::Cancelled ? TableState::Cancelled : TableState::Failed, QT_TRANSLATE_NOOP("core", "Loaded, but not compared with the source.")};
    return {TableState::Waiting, QT_TRANSLATE_NOOP("core", "Loaded; not compared with the source yet.")};
}

} // namespace lakehouse::usecases
