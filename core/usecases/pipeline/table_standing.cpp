#include "usecases/pipeline/table_standing.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::ErrorCode;
using base::Result;

namespace {

qint64 mismatchesOf(const TableReconciliation &reconciliation, Tier tier)
{
    const auto found = std::ranges::find(reconciliation.tiers, tier, &TierResult::tier);
    return found == reconciliation.tiers.end() ? 0 : found->mismatchesInAll;
}

bool hasOutcome(const TableReconciliation &reconciliation, TierOutcome outcome)
{
    return std::ranges::find(reconciliation.tiers, outcome, &TierResult::outcome) != reconciliation.tiers.end();
}

} // namespace

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
    return run.operation == QLatin1String(RunPipeline::operation.name) || isOfTables(run);
}

bool isOfTables(const Run &run)
{
    for (const Operation *operation : {&LoadTable::operation, &FindDeletes::operation, &ReconcileTables::operation, &MaintainTables::operation})
        if (run.operation == QLatin1String(operation->name))
            return true;
    return false;
}

bool isMaintenance(const Run &run)
{
    return run.operation == QLatin1String(MaintainTables::operation.name);
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
    return {TableState::Mismatch, whatDiffers(reconciliation)};
}

base::Text whatDiffers(const TableReconciliation &reconciliation)
{
    const qint64 rows = reconciliation.sourceRows;
    if (rows != reconciliation.bronzeRows)
        return {QT_TRANSLATE_NOOP("core", "Not green: rows in the source %1, in bronze %2"), rows, reconciliation.bronzeRows};
    const qint64 aggregates = mismatchesOf(reconciliation, Tier::V2);
    const qint64 hashes = mismatchesOf(reconciliation, Tier::V3);
    const base::Text inAggregates{QT_TRANSLATE_NOOP("core", "%n difference(s) in aggregates of columns"), base::Plural{aggregates}};
    const base::Text inHashes{QT_TRANSLATE_NOOP("core", "%n difference(s) in hashes of rows"), base::Plural{hashes}};
    if (aggregates > 0 && hashes > 0)
        return {QT_TRANSLATE_NOOP("core", "Not green: %1 rows on both sides, but %2 and %3"), rows, inAggregates, inHashes};
    if (aggregates > 0 || hashes > 0)
        return {QT_TRANSLATE_NOOP("core", "Not green: %1 rows on both sides, but %2"), rows, aggregates > 0 ? inAggregates : inHashes};
    if (hasOutcome(reconciliation, TierOutcome::Moved))
        return QT_TRANSLATE_NOOP("core", "Not green: the source moved during every attempt to compare it");
    return QT_TRANSLATE_NOOP("core", "Not green: a planted defect was not noticed, so the check proves nothing");
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
