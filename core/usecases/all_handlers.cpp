#include "usecases/all_handlers.h"

#include "usecases/evidence/evidence.h"
#include "usecases/extraction/extraction.h"
#include "usecases/pipeline/pipeline.h"
#include "usecases/project/project.h"
#include "usecases/review/review.h"
#include "usecases/sources/sources.h"

namespace lakehouse::usecases {

HandlerRegistry allHandlers(WorkspaceProvider &workspaces)
{
    HandlerRegistry registry;
    addProject(registry, workspaces);
    addSources(registry, workspaces);
    addEvidence(registry, workspaces);
    addReview(registry, workspaces);
    addExtraction(registry, workspaces);
    addPipeline(registry, workspaces);
    return registry;
}

} // namespace lakehouse::usecases
