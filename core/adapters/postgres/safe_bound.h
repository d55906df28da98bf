#pragma once

#include "adapters/postgres/session_pool.h"
#include "ports/source_engine.h"

namespace lakehouse::adapters::postgres {

/// SourceEngine::safeUpperBound.
base::Result<ports::SafeBound> safeUpperBound(SessionPool &pool, base::RunContext &run);

} // namespace lakehouse::adapters::postgres
