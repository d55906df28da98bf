#pragma once

#include "rules/catalog/watermark_proof.h"
#include "rules/planning/column_plan.h"

namespace lakehouse::rules {

/// What the settings say about the watermarks of one table.
struct WatermarkSettings {
    std::optional<QString> named = {};   ///< of [extensions.lakehouse.watermarks]
    QString applicationWatermark = {};   ///< a column that the application sets, in any case; empty: none
};

/// How a table's rows are chosen at each load.
struct ModeDecision {
    model::LoadMode mode = model::LoadMode::Full;
    std::vector<QString> key = {};
    std::optional<model::Watermark> watermark = {};
    std::vector<model::PlanReason> reasons = {};
    std::vector<model::PlanWarning> warnings = {};
    std::optional<model::Refusal> refusal = {}; ///< the key holds a column that does not load
    bool isChangeStale = false;
};

/// `edit` is what a person last asked for, if anything.
ModeDecision decideMode(const model::SourceTable &table, const ColumnPlan &columns, const WatermarkSettings &settings, std::optional<model::PlanEdit> edit,
                        WatermarkProver &prover);

/// About of the reason whose evidence is the column that a table would be loaded by against the facts.
inline constexpr char watermarkCandidate[] = "watermark-candidate";

} // namespace lakehouse::rules
