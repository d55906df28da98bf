#include "model/reconciliation.h"

#include "describe/describe.h"

#include <algorithm>

namespace lakehouse::model {

using namespace describe;

bool TableReconciliation::isGreen() const
{
    return std::ranges::all_of(tiers, [](const TierResult &tier) {
        return (tier.outcome == TierOutcome::Equal || tier.outcome == TierOutcome::Skipped)
            && std::ranges::all_of(tier.controls, &ControlResult::isCaught);
    });
}

const TypeInfo &typeOf(Describe<Tier>)
{
    static constexpr LabelInfo labels[] = {
        label(Tier::V1, "V1", "row counts"),
        label(Tier::V2, "V2", "aggregates per column"),
        label(Tier::V3, "V3", "row hashes in buckets, down to keys and columns"),
    };
    static constexpr TypeInfo info = enumeration<Tier>("Tier", labels);
    return info;
}

const TypeInfo &typeOf(Describe<TierOutcome>)
{
    static constexpr LabelInfo labels[] = {
        label(TierOutcome::Equal, "equal", ""),
        label(TierOutcome::Mismatch, "mismatch", ""),
        label(TierOutcome::ControlMissed, "control-missed", ""),
        label(TierOutcome::Moved, "moved", ""),
        label(TierOutcome::Skipped, "skipped", ""),
    };
    static constexpr TypeInfo info = enumeration<TierOutcome>("TierOutcome", labels);
    return info;
}

const TypeInfo &typeOf(Describe<PlantedDefect>)
{
    static constexpr LabelInfo labels[] = {
        label(PlantedDefect::DroppedRow, "dropped-row", ""),
        label(PlantedDefect::DoubledRow, "doubled-row", ""),
        label(PlantedDefect::CutScale, "cut-scale", ""),
        label(PlantedDefect::HourShift, "hour-shift", ""),
        label(PlantedDefect::NullToEmpty, "null-to-empty", ""),
        label(PlantedDefect::TrimmedSpace, "trimmed-space", ""),
        label(PlantedDefect::LostMicrosecond, "lost-microsecond", ""),
        label(PlantedDefect::SwappedColumns, "swapped-columns", ""),
        label(PlantedDefect::ChangedByte, "changed-byte", ""),
    };
    static constexpr TypeInfo info = enumeration<PlantedDefect>("PlantedDefect", labels);
    return info;
}

const TypeInfo &typeOf(Describe<ControlResult>)
{
    static constexpr FieldInfo fields[] = {
        field<&ControlResult::tier>("tier", "tier"),
        field<&ControlResult::defect>("defect", "defect"),
        field<&ControlResult::columns>("columns", "it was planted in"),
        field<&ControlResult::isCaught>("caught", "whether it is caught"),
    };
    static constexpr TypeInfo info = structure<ControlResult>("ControlResult", fields);
    return info;
}

const TypeInfo &typeOf(Describe<Mismatch>)
{
    static constexpr FieldInfo fields[] = {
        field<&Mismatch::tier>("tier", "tier"),
        field<&Mismatch::column>("column", "column"),
        field<&Mismatch::measure>("measure", "V2: \"nulls\", \"minimum\", \"sum\", …"),
        field<&Mismatch::bucket>("bucket", "V3"),
        field<&Mismatch::key>("key", "V3: values of the key columns, in key order"),
        field<&Mismatch::kind>("kind", "\"count\" | \"aggregate\" | \"missing in bronze\" | \"only in bronze\" | \"differs\""),
        field<&Mismatch::source>("source", "V1: the counts; empty where values must not be shown"),
        field<&Mismatch::bronze>("bronze", "bronze"),
    };
    static constexpr TypeInfo info = structure<Mismatch>("Mismatch", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TierResult>)
{
    static constexpr FieldInfo fields[] = {
        field<&TierResult::tier>("tier", "tier"),
        field<&TierResult::outcome>("outcome", "outcome"),
        field<&TierResult::controls>("controls", "controls"),
        field<&TierResult::mismatches>("mismatches", "mismatches"),
        field<&TierResult::mismatchesInAll>("mismatches-in-all", "`mismatches` may be cut"),
        field<&TierResult::durationMs>("duration-ms", "duration ms"),
    };
    static constexpr TypeInfo info = structure<TierResult>("TierResult", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableReconciliation>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableReconciliation::table>("table", "table"),
        field<&TableReconciliation::run>("run", "run"),
        field<&TableReconciliation::sourceRows>("source-rows", "source rows"),
        field<&TableReconciliation::bronzeRows>("bronze-rows", "bronze rows"),
        field<&TableReconciliation::boundUtc>("bound", "of an incremental table: compared below it"),
        field<&TableReconciliation::columnsNotCompared>("columns-not-compared", "columns not compared"),
        field<&TableReconciliation::tiers>("tiers", "tiers"),
        field<&TableReconciliation::attempts>("attempts", "attempts"),
    };
    static constexpr TypeInfo info = structure<TableReconciliation>("TableReconciliation", fields);
    return info;
}

} // namespace lakehouse::model
