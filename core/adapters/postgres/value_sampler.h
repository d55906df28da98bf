#pragma once

#include "adapters/postgres/session_pool.h"
#include "ports/source_engine.h"

namespace lakehouse::adapters::postgres {

/// SourceEngine::sampleValues: four tables at a time. Values live for the time of one statement's answer and appear in no error.
base::Result<std::vector<model::SampleOutcome>> sampleValues(SessionPool &pool, const std::vector<model::SampleRequest> &requests, const ports::SampleVisitor &visitor, base::RunContext &run);

} // namespace lakehouse::adapters::postgres
