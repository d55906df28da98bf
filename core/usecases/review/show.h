#pragma once

#include "usecases/review/review_state.h"

namespace lakehouse::usecases {

base::Result<api::ReviewOverview> reviewOverview(const ReviewState &state, const api::CallContext &context, Workspace &workspace, base::RunContext &run);
base::Result<api::ReviewPage> reviewPage(const api::ShowReview &request, const ReviewState &state, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// Whether every word of a filter occurs in an item's name, finding or decision, in whatever case and order.
bool letsThrough(const QString &filter, const model::ReviewItem &item);

/// Fails with NotFound, naming the subject.
base::Result<const model::ReviewItem *> itemOf(const QString &item, model::ReviewSubject subject, const ReviewState &state);

} // namespace lakehouse::usecases
