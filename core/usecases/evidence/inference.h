#pragma once

#include "api/operations/evidence.h"
#include "usecases/evidence/application_source.h"
#include "usecases/evidence/source_reading.h"

namespace lakehouse::usecases {

/// What follows from a database and its application: dictionaries, counts, source, samples. Recorded as facts; findings that no longer hold are
/// retracted, those that were imported stay. What could not be looked at this time (a dictionary, a count, a file, values) takes back nothing that was
/// found before. An unchanged source adds nothing. What profiling concluded is recorded together with them.
base::Result<api::FindingCounts> inferFindings(Workspace &workspace, ports::SourceEngine &source, const SourceReading &reading, const ApplicationSource &application,
                                               const RunRecorder &recorder, base::RunContext &run);

} // namespace lakehouse::usecases
