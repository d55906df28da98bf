#pragma once

#include "usecases/review/review_state.h"

namespace lakehouse::usecases {

base::Result<api::ReviewDecided> decideReview(const api::DecideReview &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);
base::Result<api::ReviewNoted> commentReview(const api::CommentReview &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);
base::Result<api::ReviewNoted> assignReview(const api::AssignReview &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// A decision about one item, not recorded yet.
struct NewDecision {
    model::ReviewSubject subject = model::ReviewSubject::Scope;
    QString item = {};
    model::ReviewVerdict verdict = {};
    model::Reason reason = {};
};

/// Records decisions, all or none; those that say what stands already are left out. Returns how many were written.
base::Result<qint64> recordDecisions(const std::vector<NewDecision> &decisions, const ReviewState &state, const RunRecorder &recorder, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
