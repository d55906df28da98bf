#pragma once

#include "usecases/handler_registry.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

void addSources(HandlerRegistry &registry, WorkspaceProvider &workspaces);

} // namespace lakehouse::usecases
