#pragma once

#include "adapters/postgres/session_pool.h"
#include "model/catalog.h"

namespace lakehouse::adapters::postgres {

/// SourceEngine::readCatalog. Sizes are read in a transaction of their own after the snapshot: they may have to wait for a lock, and then are
/// taken from the statistics instead.
base::Result<model::CatalogSnapshot> readCatalog(SessionPool &pool, base::RunContext &run);

} // namespace lakehouse::adapters::postgres
