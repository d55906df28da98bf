#pragma once

#include "model/extraction_plan.h"
#include "model/generated_file.h"
#include "model/project_settings.h"

namespace lakehouse::rules {

/// The Dagster code location, below `dagster/`: the same code for every project, one JSON file a loaded table, and the settings.
std::vector<model::GeneratedFile> dagsterFiles(const model::ExtractionPlan &plan, const model::LakehouseSection &settings);

} // namespace lakehouse::rules
