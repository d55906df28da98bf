#pragma once

#include "model/extraction_plan.h"
#include "model/reconciliation.h"
#include "ports/lake_sql.h"
#include "ports/source_engine.h"

#include <set>

namespace lakehouse::usecases {

struct ReconcileOptions {
    std::set<model::Tier> tiers = {model::Tier::V1, model::Tier::V2, model::Tier::V3}; ///< others are reported as Skipped
    std::optional<base::UtcTime> boundUtc = {}; ///< upper bound of the last load; an incremental table needs it
    std::optional<model::RunId> run = {};
    int attempts = 3;                ///< how often a source that moves is read until two readings agree
    qint64 keysReported = 20;        ///< more differences are counted only
    qint64 leftOutKeys = 5000;       ///< more moved keys than this are not compared: the table is to be loaded again
    /// Planted defects that change nothing, so that the run must report them as missed: for tests of the controls themselves.
    std::set<model::PlantedDefect> disarmedControls = {};
};

/// Compares one table of the source with its bronze table by counts (V1), aggregates (V2) and row hashes (V3), and checks each tier with
/// planted defects. A table that differs is a successful answer with outcome Mismatch or Moved.
///
/// A table without differences takes one read of bronze and one of the source, side by side for a full load. Where they differ, the source
/// is read again until two readings agree; only then it is a mismatch, and the rows in question are looked up.
///
/// Fails with InvalidInput (refused table, incremental without a bound), NotFound (no bronze table yet), Cancelled, or as the ports do.
base::Result<model::TableReconciliation> reconcileTable(const model::TableDecision &table, const ReconcileOptions &options,
                                                        ports::SourceEngine &source, ports::LakeSql &lake, base::RunContext &run);

} // namespace lakehouse::usecases
