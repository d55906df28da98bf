#pragma once

#include "model/extraction_plan.h"
#include "model/generated_file.h"
#include "model/project_settings.h"

#include <functional>

namespace lakehouse::rules {

/// The Dagster code location, below `dagster/`: the same code for every project, one JSON file a loaded table, and the settings.
/// `seeksDeletes`: whether deletes of a table are looked for after each load; absent: of none.
std::vector<model::GeneratedFile> dagsterFiles(const model::ExtractionPlan &plan, const model::LakehouseSection &settings, const std::function<bool(const model::TableDecision &)> &seeksDeletes);

} // namespace lakehouse::rules
