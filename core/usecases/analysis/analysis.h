#pragma once

#include "usecases/handler_registry.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

void addAnalysis(HandlerRegistry &registry, WorkspaceProvider &workspaces);

} // namespace lakehouse::usecases
