#pragma once

#include "api/operations/evidence.h"
#include "usecases/evidence/source_reading.h"

namespace lakehouse::usecases {

/// What follows from a database and its application: dictionaries, counts, source, samples. Recorded as facts; findings that no longer hold are
/// retracted, those that were imported stay. An unchanged source adds nothing. What profiling concluded is recorded together with them.
base::Result<api::FindingCounts> inferFindings(Workspace &workspace, ports::SourceEngine &source, const SourceReading &reading, const RunRecorder &recorder, base::RunContext &run);

} // namespace lakehouse::usecases
