#include "usecases/review/review.h"

#include "usecases/review/decide.h"
#include "usecases/review/review_table.h"
#include "usecases/review/show.h"
#include "usecases/review/sign_off.h"

namespace lakehouse::usecases {

using namespace api;
using base::RunContext;

void addReview(HandlerRegistry &registry, WorkspaceProvider &workspaces)
{
    const auto memory = std::make_shared<ReviewMemory>();
    const auto overview = [memory](const auto &, const CallContext &context, Workspace &workspace, RunContext &run) -> base::Result<ReviewOverview> {
        EKOS_TRY(const ReviewStatePointer state, memory->read(context.project, workspace, run));
        return reviewOverview(*state, workspace, run);
    };
    registry.add<ListReview>(inWorkspace<ListReview>(workspaces, overview));
    registry.add<ShowSignOff>(inWorkspace<ShowSignOff>(workspaces, overview));
    registry.add<ShowReview>(inWorkspace<ShowReview>(workspaces, [memory](const ShowReview &request, const CallContext &context, Workspace &workspace, RunContext &run) -> base::Result<ReviewPage> {
        EKOS_TRY(const ReviewStatePointer state, memory->read(context.project, workspace, run));
        return reviewPage(request, *state, workspace, run);
    }));
    registry.add<ExportReview>(inWorkspace<ExportReview>(workspaces, [memory](const ExportReview &request, const CallContext &context, Workspace &workspace, RunContext &run) -> base::Result<ReviewTable> {
        EKOS_TRY(const ReviewStatePointer state, memory->read(context.project, workspace, run));
        return exportReview(request, *state);
    }));
    registry.add<DecideReview>(inWorkspace<DecideReview>(workspaces, decideReview));
    registry.add<CommentReview>(inWorkspace<CommentReview>(workspaces, commentReview));
    registry.add<AssignReview>(inWorkspace<AssignReview>(workspaces, assignReview));
    registry.add<ImportReview>(inWorkspace<ImportReview>(workspaces, importReview));
    registry.add<ApproveSignOff>(inWorkspace<ApproveSignOff>(workspaces, approveSignOff));
    registry.add<RevokeSignOff>(inWorkspace<RevokeSignOff>(workspaces, revokeSignOff));
}

} // namespace lakehouse::usecases
