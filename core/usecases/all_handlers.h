#pragma once

#include "usecases/handler_registry.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// A handler for every operation of the table. The provider must outlive the registry and the Workbench made of it.
HandlerRegistry allHandlers(WorkspaceProvider &workspaces);

} // namespace lakehouse::usecases
