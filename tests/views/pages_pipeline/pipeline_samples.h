#pragma once

#include "api/operations/extraction.h"
#include "api/operations/pipeline.h"

namespace lakehouse::testsupport {

model::RunId sampleRun(int number);
base::UtcTime sampleTime(int minutes);

/// film is green, rental differs in one key, staff waits for a person, city was never loaded, actor failed.
api::PipelineStatus samplePipeline();
/// Two runs of public.rental, the newer one with a mismatch at key 4711.
api::TableHistory sampleHistory();
api::ExtractionPage sampleSql();
api::RunDetail sampleRunDetail();

} // namespace lakehouse::testsupport
