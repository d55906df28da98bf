#pragma once

#include "api/operations/pipeline.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

base::Result<api::ReconcileReport> reconcile(const api::ReconcileTables &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
