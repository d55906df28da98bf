#pragma once

#include "model/extraction_plan.h"
#include "model/project_settings.h"

namespace lakehouse::rules {

/// Where one table stands, and what stands in its way there.
struct PlacedTable {
    model::TablePlaces places = {};
    std::optional<model::Refusal> refusal = {}; ///< its bronze name is that of another table too
    std::vector<model::PlanWarning> warnings = {};
};

/// The places of all tables of a source, in the order given; what two tables would share is refused for both.
///
/// A bronze name has the letters a to z, digits and underscores only and begins with a letter or digit, which every catalog takes. `$` is
/// dropped; where anything else changes, or a name is longer than 63 characters, eight digits of a hash of the whole name end it.
std::vector<PlacedTable> placeTables(const std::vector<model::TableName> &tables, const model::LakehouseSection &settings);

} // namespace lakehouse::rules
