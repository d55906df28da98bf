#pragma once

#include "model/run.h"

namespace lakehouse::model {

/// V1 row counts; V2 aggregates per column; V3 row hashes in buckets, down to keys and columns.
enum class Tier { V1, V2, V3 };

/// Moved: the source changed while it was read, up to the last attempt; neither equal nor a mismatch.
enum class TierOutcome { Equal, Mismatch, ControlMissed, Moved, Skipped };

/// A defect put into the query (never into data) to see whether a tier finds it.
enum class PlantedDefect {
    DroppedRow, DoubledRow, CutScale, HourShift, NullToEmpty, TrimmedSpace, LostMicrosecond, SwappedColumns, ChangedByte
};

struct ControlResult {
    Tier tier = Tier::V3;
    PlantedDefect defect = PlantedDefect::DroppedRow;
    std::vector<QString> columns = {}; ///< it was planted in
    bool isCaught = false;
    friend bool operator==(const ControlResult &, const ControlResult &) = default;
};

/// One difference, as precise as the tier can say. Holds keys and names, never other values.
struct Mismatch {
    Tier tier = Tier::V1;
    std::optional<QString> column = {};
    std::optional<QString> measure = {};   ///< V2: "nulls", "minimum", "sum", …
    std::optional<qint64> bucket = {};     ///< V3
    std::vector<QString> key = {};         ///< V3: values of the key columns, in key order
    QString kind = {};                     ///< "count" | "aggregate" | "missing in bronze" | "only in bronze" | "differs"
    QString source = {};                   ///< V1: the counts; empty where values must not be shown
    QString bronze = {};
    friend bool operator==(const Mismatch &, const Mismatch &) = default;
};

struct TierResult {
    Tier tier = Tier::V1;
    TierOutcome outcome = TierOutcome::Skipped;
    std::vector<ControlResult> controls = {};
    std::vector<Mismatch> mismatches = {};
    qint64 mismatchesInAll = 0;            ///< `mismatches` may be cut
    qint64 durationMs = 0;
    friend bool operator==(const TierResult &, const TierResult &) = default;
};

struct TableReconciliation {
    TableName table = {};
    std::optional<RunId> run = {};
    qint64 sourceRows = 0;
    qint64 bronzeRows = 0;
    std::optional<base::UtcTime> boundUtc = {};       ///< of an incremental table: compared below it
    std::vector<QString> columnsNotCompared = {};
    std::vector<TierResult> tiers = {};
    qint64 attempts = 1;
    bool isGreen() const; ///< every tier Equal or Skipped, every control caught
    friend bool operator==(const TableReconciliation &, const TableReconciliation &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<Tier>);
const describe::TypeInfo &typeOf(describe::Describe<TierOutcome>);
const describe::TypeInfo &typeOf(describe::Describe<PlantedDefect>);
const describe::TypeInfo &typeOf(describe::Describe<ControlResult>);
const describe::TypeInfo &typeOf(describe::Describe<Mismatch>);
const describe::TypeInfo &typeOf(describe::Describe<TierResult>);
const describe::TypeInfo &typeOf(describe::Describe<TableReconciliation>);

} // namespace lakehouse::model
