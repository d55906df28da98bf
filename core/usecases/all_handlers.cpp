#include "usecases/all_handlers.h"

#include "usecases/analysis/analysis.h"
#include "usecases/evidence/evidence.h"
#include "usecases/extraction/extraction.h"
#include "usecases/pipeline/pipeline.h"
#include "usecases/project/project.h"
#include "usecases/review/review.h"
#include "usecases/review/review_state.h"
#include "usecases/sources/sources.h"

namespace lakehouse::usecases {

HandlerRegistry allHandlers(WorkspaceProvider &workspaces)
{
    HandlerRegistry registry;
    const auto reviews = std::make_shared<ReviewMemory>();
    addProject(registry, workspaces, reviews);
    addSources(registry, workspaces);
    addEvidence(registry, workspaces);
    addAnalysis(registry, workspaces);
    addReview(registry, workspaces, reviews);
    addExtraction(registry, workspaces);
    addPipeline(registry, workspaces);
    return registry;
}

} // namespace lakehouse::usecases
