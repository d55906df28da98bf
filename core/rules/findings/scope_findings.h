#pragma once

#include "model/catalog.h"
#include "model/evidence.h"

namespace lakehouse::rules {

/// Whether each table and view of a catalog should be loaded, one proposal each, by name; partitions belong to their table. What a name says is worded as what it looks like: a
/// person decides. `byApplication` is what the application's model says of tables; it counts where the catalog itself says "in".
std::vector<model::ScopeProposal> proposeScope(const model::CatalogSnapshot &catalog, const std::vector<model::ScopeProposal> &byApplication);

} // namespace lakehouse::rules
