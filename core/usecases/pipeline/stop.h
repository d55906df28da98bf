#pragma once

#include "api/operations/pipeline.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// The stage under which a run's log says who asked to end it; its message's first argument is that person.
inline constexpr char runStoppedStage[] = "stop";

base::Result<model::Run> stopRun(const api::StopRun &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// Who asked to end a run, as its log says; nothing when nobody did.
base::Result<std::optional<QString>> whoStopped(const model::RunId &run, ports::RunStore &runs);

} // namespace lakehouse::usecases
