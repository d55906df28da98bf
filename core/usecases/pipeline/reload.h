#pragma once

#include "api/operations/pipeline.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

base::Result<model::ReloadRequest> reloadTable(const api::ReloadTable &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// Writes the request into the ledger, then into the state that the next load reads: a request that was not recorded has no effect.
base::Result<> requestReload(const model::ReloadRequest &request, const QString &database, const model::RunId &id, const model::Actor &actor, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
