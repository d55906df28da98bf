#pragma once

#include "usecases/handler_registry.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

class ReviewMemory;

void addProject(HandlerRegistry &registry, WorkspaceProvider &workspaces, std::shared_ptr<ReviewMemory> reviews);

} // namespace lakehouse::usecases
