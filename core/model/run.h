#pragma once

#include "base/clock.h"
#include "base/strong_id.h"
#include "base/text.h"
#include "model/name.h"

#include <vector>

namespace lakehouse::model {

using RunId = base::StrongId<struct RunIdTag>; ///< UUID v7
using ProjectId = base::StrongId<struct ProjectIdTag>;

enum class RunState { Queued, Running, Done, Problems, Failed, Cancelled, Interrupted };

/// One thing that was asked for and took place: a pipeline run, a single load, a generate, an approval.
struct Run {
    RunId id = {};
    QString operation = {};       ///< "pipeline.run"
    RunState state = RunState::Queued;
    QString actor = {};
    QString channel = {};
    base::UtcTime startedAtUtc = {};
    std::optional<base::UtcTime> endedAtUtc = {};
    std::optional<QString> foreignId = {}; ///< of the run at the orchestrator
    base::Text outcome = {};      ///< one sentence
    friend bool operator==(const Run &, const Run &) = default;
};

enum class EventLevel { Info, Warning, Error };

/// One line of a run's log. `sequence` counts from 1 within the run and is the cursor of live events.
struct RunEvent {
    qint64 sequence = 0;
    base::UtcTime atUtc = {};
    EventLevel level = EventLevel::Info;
    QString stage = {};           ///< "load", "reconcile", "approve", …
    QString subject = {};         ///< table or other thing it is about; may be empty
    base::Text message = {};
    friend bool operator==(const RunEvent &, const RunEvent &) = default;
};

enum class LoadKind { Full, Incremental };

/// What one load of one table did.
struct LoadReport {
    TableName table = {};
    RunId run = {};
    LoadKind kind = LoadKind::Full;
    qint64 rowsLoaded = 0;        ///< rows written by this load
    std::optional<base::UtcTime> lowerBoundUtc = {};
    std::optional<base::UtcTime> upperBoundUtc = {};
    std::vector<QString> queryIds = {}; ///< at Trino
    std::optional<QString> snapshot = {};
    qint64 durationMs = 0;
    friend bool operator==(const LoadReport &, const LoadReport &) = default;
};

/// How a load of a table ended that did not make it.
enum class LoadEnd { Failed, NeedsPerson, Cancelled };

/// A load of one table that did not make it, or a search for its deletes.
struct LoadFailure {
    TableName table = {};
    RunId run = {};
    base::UtcTime atUtc = {};
    LoadEnd end = LoadEnd::Failed;
    base::Text message = {};
    bool isOfDeletes = false;     ///< the rows were loaded; what the source deleted was not found or not applied
    friend bool operator==(const LoadFailure &, const LoadFailure &) = default;
};

/// Somebody asks that the next load of a table reads every row, or takes that back.
struct ReloadRequest {
    TableName table = {};
    bool isTakenBack = false;
    Reason reason = {};
    QString actor = {};
    base::UtcTime atUtc = {};
    friend bool operator==(const ReloadRequest &, const ReloadRequest &) = default;
};

/// What one search for deletes found in one table, and did. Keys are counted, and never kept.
struct DeleteReport {
    TableName table = {};
    RunId run = {};
    qint64 sourceRows = 0;
    qint64 liveRows = 0;          ///< in bronze without a tombstone and not marked as purged, before
    qint64 buckets = 0;           ///< that the keys of both sides were compared in
    qint64 differingBuckets = 0;  ///< whose keys were read
    qint64 sourceKeysRead = 0;
    qint64 bronzeKeysRead = 0;
    qint64 deleted = 0;           ///< keys that the source no longer has: they got tombstones
    qint64 purged = 0;            ///< keys that it no longer has and whose rows are kept: they were marked as purged
    qint64 returned = 0;          ///< keys that it has again: they lost their tombstones and marks
    qint64 inserted = 0;          ///< keys that no load had brought
    std::optional<Reason> accepted = {}; ///< why so many may vanish, where a person had to say so
    std::optional<base::UtcTime> dueAtUtc = {}; ///< nothing was looked at, since that is not due before
    std::vector<QString> queryIds = {}; ///< at Trino
    qint64 durationMs = 0;
    friend bool operator==(const DeleteReport &, const DeleteReport &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<RunId>);
const describe::TypeInfo &typeOf(describe::Describe<ProjectId>);
const describe::TypeInfo &typeOf(describe::Describe<RunState>);
const describe::TypeInfo &typeOf(describe::Describe<Run>);
const describe::TypeInfo &typeOf(describe::Describe<EventLevel>);
const describe::TypeInfo &typeOf(describe::Describe<RunEvent>);
const describe::TypeInfo &typeOf(describe::Describe<LoadKind>);
const describe::TypeInfo &typeOf(describe::Describe<LoadReport>);
const describe::TypeInfo &typeOf(describe::Describe<LoadEnd>);
const describe::TypeInfo &typeOf(describe::Describe<LoadFailure>);
const describe::TypeInfo &typeOf(describe::Describe<ReloadRequest>);
const describe::TypeInfo &typeOf(describe::Describe<DeleteReport>);

} // namespace lakehouse::model
