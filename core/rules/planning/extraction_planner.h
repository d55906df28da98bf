#pragma once

#include "model/extraction_plan.h"
#include "model/project_settings.h"
#include "model/review.h"
#include "rules/planning/label_renames.h"

namespace lakehouse::rules {

/// Everything a plan follows from. The same inputs give the same bytes.
struct PlanInputs {
    const model::CatalogSnapshot &catalog;
    const std::vector<model::ColumnMeasure> &measures;
    /// What Trino exposes of the source's catalog; absent when Trino was not asked, and then nothing is refused for it.
    const std::optional<std::vector<model::ExposedTable>> &exposed;
    const model::LakehouseSection &settings;
    const std::vector<model::PlanChange> &changes; ///< oldest first; the newest of a table, of its row security and of a column counts
    base::UtcTime madeAtUtc = {};
    const model::DecisionsInForce *review = nullptr;         ///< what was signed; none: nothing was
    const std::vector<model::WriteBehaviour> *writes = nullptr; ///< what the application's code does to tables
    const model::ExtractionPlan *approved = nullptr; ///< approved last: a measured scale pinned there stays while the values fit into it
    std::vector<LabelRename> renamedLabels = {};     ///< that the rows in bronze may not show yet
};

/// Decides, for every table of the source, how it loads, or why it does not and what would lift that.
model::ExtractionPlan plan(const PlanInputs &inputs);

/// The columns whose values decide how they land: what to measure before planning.
std::vector<model::MeasureRequest> measureRequests(const model::CatalogSnapshot &catalog);

/// Whether a person may change this table, or this column of it, so. Fails with RefusedByRule (no key, refused table, nothing of the kind to decide),
/// NeedsReason (incremental against the facts, another value in place of what the source holds, or rows that would go from bronze, without a real reason), or
/// InvalidInput (a column where the table is meant, or the other way round). `purgeSetting` is what ekos.toml says of the table's purged rows.
base::Result<> checkChange(const model::PlannedTable &table, model::PlanEdit edit, const model::Reason &reason, const std::optional<QString> &column = {},
                           const std::optional<model::PurgePolicy> &purgeSetting = {});

/// The column that a person means, as the source stores its name; fails with NotFound.
base::Result<QString> resolveColumn(const model::PlannedTable &table, const QString &column);

} // namespace lakehouse::rules
