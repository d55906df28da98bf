#pragma once

#include "rules/planning/label_renames.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// Labels of enums that were renamed, as the readings that the ledger keeps show it, without those of tables of which every row was loaded since.
base::Result<std::vector<rules::LabelRename>> unloadedLabelRenames(const model::CatalogSnapshot &catalog, ports::Ledger &ledger, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
