#pragma once

#include "model/catalog.h"

namespace lakehouse::adapters::postgres {

/// How many objects of each kind a snapshot holds; the kinds are those of CatalogQueries::counts.
std::vector<model::ObjectCount> objectCounts(const model::CatalogSnapshot &snapshot);

} // namespace lakehouse::adapters::postgres
