#include "model/run.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

const TypeInfo &typeOf(Describe<RunId>) { static constexpr TypeInfo info = parsed<RunId>("run id"); return info; }
const TypeInfo &typeOf(Describe<ProjectId>) { static constexpr TypeInfo info = parsed<ProjectId>("project id"); return info; }

const TypeInfo &typeOf(Describe<RunState>)
{
    static constexpr LabelInfo labels[] = {
        label(RunState::Queued, "queued", ""),
        label(RunState::Running, "running", ""),
        label(RunState::Done, "done", ""),
        label(RunState::Problems, "problems", ""),
        label(RunState::Failed, "failed", ""),
        label(RunState::Cancelled, "cancelled", ""),
        label(RunState::Interrupted, "interrupted", ""),
    };
    static constexpr TypeInfo info = enumeration<RunState>("RunState", labels);
    return info;
}

const TypeInfo &typeOf(Describe<Run>)
{
    static constexpr FieldInfo fields[] = {
        field<&Run::id>("id", "id"),
        field<&Run::operation>("operation", "\"pipeline.run\""),
        field<&Run::state>("state", "state"),
        field<&Run::actor>("actor", "actor"),
        field<&Run::channel>("channel", "channel"),
        field<&Run::startedAtUtc>("started-at", "started at utc"),
        field<&Run::endedAtUtc>("ended-at", "ended at utc"),
        field<&Run::foreignId>("foreign-id", "of the run at the orchestrator"),
        field<&Run::outcome>("outcome", "one sentence"),
    };
    static constexpr TypeInfo info = structure<Run>("Run", fields);
    return info;
}

const TypeInfo &typeOf(Describe<EventLevel>)
{
    static constexpr LabelInfo labels[] = {
        label(EventLevel::Info, "info", ""),
        label(EventLevel::Warning, "warning", ""),
        label(EventLevel::Error, "error", ""),
    };
    static constexpr TypeInfo info = enumeration<EventLevel>("EventLevel", labels);
    return info;
}

const TypeInfo &typeOf(Describe<RunEvent>)
{
    static constexpr FieldInfo fields[] = {
        field<&RunEvent::sequence>("sequence", "sequence"),
        field<&RunEvent::atUtc>("at", "when"),
        field<&RunEvent::level>("level", "level"),
        field<&RunEvent::stage>("stage", "\"load\", \"reconcile\", \"approve\", …"),
        field<&RunEvent::subject>("subject", "table or other thing it is about; may be empty"),
        field<&RunEvent::message>("message", "message"),
    };
    static constexpr TypeInfo info = structure<RunEvent>("RunEvent", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LoadKind>)
{
    static constexpr LabelInfo labels[] = {
        label(LoadKind::Full, "full", ""),
        label(LoadKind::Incremental, "incremental", ""),
    };
    static constexpr TypeInfo info = enumeration<LoadKind>("LoadKind", labels);
    return info;
}

const TypeInfo &typeOf(Describe<LoadReport>)
{
    static constexpr FieldInfo fields[] = {
        field<&LoadReport::table>("table", "table"),
        field<&LoadReport::run>("run", "run"),
        field<&LoadReport::kind>("kind", "kind"),
        field<&LoadReport::rowsLoaded>("rows-loaded", "rows written by this load"),
        field<&LoadReport::lowerBoundUtc>("lower-bound", "lower bound utc"),
        field<&LoadReport::upperBoundUtc>("upper-bound", "upper bound utc"),
        field<&LoadReport::queryIds>("query-ids", "at Trino"),
        field<&LoadReport::snapshot>("snapshot", "snapshot"),
        field<&LoadReport::durationMs>("duration-ms", "duration ms"),
    };
    static constexpr TypeInfo info = structure<LoadReport>("LoadReport", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LoadEnd>)
{
    static constexpr LabelInfo labels[] = {
        label(LoadEnd::Failed, "failed", ""),
        label(LoadEnd::NeedsPerson, "needs-person", ""),
        label(LoadEnd::Cancelled, "cancelled", ""),
    };
    static constexpr TypeInfo info = enumeration<LoadEnd>("LoadEnd", labels);
    return info;
}

const TypeInfo &typeOf(Describe<LoadFailure>)
{
    static constexpr FieldInfo fields[] = {
        field<&LoadFailure::table>("table", "table"),
        field<&LoadFailure::run>("run", "run"),
        field<&LoadFailure::atUtc>("at", "when"),
        field<&LoadFailure::end>("end", "end"),
        field<&LoadFailure::message>("message", "message"),
        field<&LoadFailure::isOfDeletes>("of-deletes", "the rows were loaded; what the source deleted was not found or not applied", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<LoadFailure>("LoadFailure", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReloadRequest>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReloadRequest::table>("table", "table"),
        field<&ReloadRequest::isTakenBack>("taken-back", "the request before it no longer counts"),
        field<&ReloadRequest::reason>("reason", "why"),
        field<&ReloadRequest::actor>("actor", "who"),
        field<&ReloadRequest::atUtc>("at", "when"),
    };
    static constexpr TypeInfo info = structure<ReloadRequest>("ReloadRequest", fields);
    return info;
}

const TypeInfo &typeOf(Describe<DeleteReport>)
{
    static constexpr FieldInfo fields[] = {
        field<&DeleteReport::table>("table", "table"),
        field<&DeleteReport::run>("run", "run"),
        field<&DeleteReport::sourceRows>("source-rows", "rows in the source"),
        field<&DeleteReport::liveRows>("live-rows", "rows in bronze without a tombstone, before"),
        field<&DeleteReport::buckets>("buckets", "that the keys of both sides were compared in"),
        field<&DeleteReport::differingBuckets>("differing-buckets", "whose keys were read"),
        field<&DeleteReport::sourceKeysRead>("source-keys-read", "of the buckets that differ"),
        field<&DeleteReport::bronzeKeysRead>("bronze-keys-read", "of the buckets that differ"),
        field<&DeleteReport::deleted>("deleted", "keys that the source no longer has: they got tombstones"),
        field<&DeleteReport::purged>("purged", "keys that the source no longer has and whose rows are kept: they were marked as purged", Presence::Defaulted),
        field<&DeleteReport::returned>("returned", "keys that the source has again: they lost their tombstones and marks"),
        field<&DeleteReport::inserted>("inserted", "keys that no load had brought"),
        field<&DeleteReport::accepted>("accepted", "why so many may vanish, where a person had to say so"),
        field<&DeleteReport::dueAtUtc>("due-at", "nothing was looked at, since that is not due before"),
        field<&DeleteReport::queryIds>("query-ids", "at Trino"),
        field<&DeleteReport::durationMs>("duration-ms", "duration ms"),
    };
    static constexpr TypeInfo info = structure<DeleteReport>("DeleteReport", fields);
    return info;
}

} // namespace lakehouse::model
