#pragma once

#include "usecases/handler_registry.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

void addReview(HandlerRegistry &registry, WorkspaceProvider &workspaces);

} // namespace lakehouse::usecases
