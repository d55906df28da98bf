#include "usecases/review/review.h"

#include "usecases/review/decide.h"
#include "usecases/review/review_table.h"
#include "usecases/review/show.h"
#include "usecases/review/sign_off.h"

namespace lakehouse::usecases {

using namespace api;
using base::RunContext;

void addReview(HandlerRegistry &registry, WorkspaceProvider &workspaces, std::shared_ptr<ReviewMemory> reviews)
{
    const auto overview = [reviews](const auto &, const CallContext &context, Workspace &workspace, RunContext &run) -> base::Result<ReviewOverview> {
        EKOS_TRY(const ReviewStatePointer state, reviews->read(context.project, workspace, run));
        return reviewOverview(*state, context, workspace, run);
    };
    registry.add<ListReview>(inWorkspace<ListReview>(workspaces, overview));
    registry.add<ShowSignOff>(inWorkspace<ShowSignOff>(workspaces, overview));
    registry.add<ShowReview>(inWorkspace<ShowReview>(workspaces, [reviews](const ShowReview &request, const CallContext &context, Workspace &workspace, RunContext &run) -> base::Result<ReviewPage> {
        EKOS_TRY(const ReviewStatePointer state, reviews->read(context.project, workspace, run));
        return reviewPage(request, *state, context, workspace, run);
    }));
    registry.add<ExportReview>(inWorkspace<ExportReview>(workspaces, [reviews](const ExportReview &request, const CallContext &context, Workspace &workspace, RunContext &run) -> base::Result<ReviewTable> {
        EKOS_TRY(const ReviewStatePointer state, reviews->read(context.project, workspace, run));
        return exportReview(request, *state);
    }));
    const auto remembering = [reviews](auto handler) {
        return [reviews, handler](const auto &request, const CallContext &context, Workspace &workspace, RunContext &run) { return handler(request, context, workspace, run, *reviews); };
    };
    registry.add<DecideReview>(inWorkspace<DecideReview>(workspaces, remembering(decideReview)));
    registry.add<CommentReview>(inWorkspace<CommentReview>(workspaces, remembering(commentReview)));
    registry.add<AssignReview>(inWorkspace<AssignReview>(workspaces, assignReview));
    registry.add<ImportReview>(inWorkspace<ImportReview>(workspaces, remembering(importReview)));
    registry.add<ApproveSignOff>(inWorkspace<ApproveSignOff>(workspaces, remembering(approveSignOff)));
    registry.add<RevokeSignOff>(inWorkspace<RevokeSignOff>(workspaces, remembering(revokeSignOff)));
}

} // namespace lakehouse::usecases
