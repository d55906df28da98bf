#pragma once

#include "api/operations/pipeline.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

base::Result<api::RunReport> runPipeline(const api::RunPipeline &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// The run as it is now: one that was launched and that nobody follows is asked for at the orchestrator, and its end is recorded; by `by`, else in
/// the name of who launched it.
base::Result<model::Run> settled(model::Run record, Workspace &workspace, base::RunContext &run, const std::optional<model::Actor> &by = {});

} // namespace lakehouse::usecases
