#pragma once

#include "api/operations/extraction.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

base::Result<model::Lineage> showLineage(const api::ShowLineage &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
