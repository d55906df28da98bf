#pragma once

#include "model/evidence.h"
#include "rules/catalog/watermark_proof.h"
#include "rules/planning/column_plan.h"

namespace lakehouse::rules {

/// What the settings say about the watermarks of one table.
struct WatermarkSettings {
    std::optional<QString> named = {};   ///< of [extensions.lakehouse.watermarks]
    QString applicationWatermark = {};   ///< a column that the application sets, in any case; empty: none
};

/// What the review and the application's code say about one table.
struct TableWrites {
    std::optional<std::vector<QString>> key = {};      ///< that a person answers for, where the source has none
    std::optional<model::UpdateClass> updates = {};    ///< signed, else as found
    bool isSigned = false;                             ///< a person answers for `updates`
    QString evidence = {};                             ///< where the code was seen
    std::optional<model::DeleteClass> deletes = {};    ///< signed, else as found
    bool areDeletesSigned = false;
    QString deleteEvidence = {};
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
ModeDecision decideMode(const model::SourceTable &table, const ColumnPlan &columns, const WatermarkSettings &settings, const TableWrites &writes,
                        std::optional<model::PlanEdit> edit, WatermarkProver &prover);

/// About of the reason whose evidence is the column that a table would be loaded by against the facts.
inline constexpr char watermarkCandidate[] = "watermark-candidate";

} // namespace lakehouse::rules
