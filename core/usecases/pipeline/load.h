#pragma once

#include "api/operations/pipeline.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// Stages under which a load writes its failures into the run's log; the run's report reads them back.
inline constexpr char loadFailedStage[] = "load.failed";
inline constexpr char loadWaitsStage[] = "load.waits";

base::Result<model::LoadReport> loadTable(const api::LoadTable &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
