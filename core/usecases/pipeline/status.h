#pragma once

#include "api/operations/pipeline.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

base::Result<api::PipelineStatus> showPipeline(const api::ShowPipeline &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);
base::Result<api::TableHistory> showTableHistory(const api::ShowTableHistory &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
