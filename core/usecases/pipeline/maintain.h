#pragma once

#include "api/call_context.h"
#include "api/operations/pipeline.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

base::Result<api::MaintenanceReport> maintainTables(const api::MaintainTables &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
