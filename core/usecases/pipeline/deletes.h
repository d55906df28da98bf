#pragma once

#include "api/operations/pipeline.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// Stages under which a search for deletes writes what it found, and its failures, into the run's log; the run's report reads them back.
inline constexpr char deletesStage[] = "deletes";
inline constexpr char deletesFailedStage[] = "deletes.failed";
inline constexpr char deletesWaitStage[] = "deletes.waits";

base::Result<model::DeleteReport> findDeletes(const api::FindDeletes &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
