#pragma once

#include "adapters/postgres/session_pool.h"
#include "model/table_profile.h"

namespace lakehouse::adapters::postgres {

/// SourceEngine::profile: four tables at a time, small ones many in a statement.
base::Result<std::vector<model::TableProfile>> profileTables(SessionPool &pool, const std::vector<model::ProfileRequest> &requests, const model::ScanBudget &budget, base::RunContext &run);

} // namespace lakehouse::adapters::postgres
