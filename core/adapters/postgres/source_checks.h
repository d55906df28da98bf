#pragma once

#include "adapters/postgres/session_pool.h"
#include "model/service_check.h"

namespace lakehouse::adapters::postgres {

/// SourceEngine::check: the lines of `doctor` about the source.
std::vector<model::ServiceCheck> checkSource(SessionPool &pool, base::RunContext &run);

} // namespace lakehouse::adapters::postgres
