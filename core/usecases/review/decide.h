#pragma once

#include "usecases/review/review_state.h"

namespace lakehouse::usecases {

base::Result<api::ReviewDecided> decideReview(const api::DecideReview &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run, ReviewMemory &reviews);
base::Result<api::ReviewNoted> commentReview(const api::CommentReview &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run, ReviewMemory &reviews);
base::Result<api::ReviewNoted> assignReview(const api::AssignReview &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// A decision about one item, not recorded yet.
struct NewDecision {
    model::ReviewSubject subject = model::ReviewSubject::Scope;
    QString item = {};
    model::ReviewVerdict verdict = {};
    model::Reason reason = {};
};

/// Whether an item is decided so already.
bool isStanding(const model::ReviewItem &item, const model::ReviewVerdict &verdict);

/// Records decisions, all or none.
base::Result<> recordDecisions(const std::vector<NewDecision> &decisions, const ReviewState &state, const RunRecorder &recorder, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
