#pragma once

#include "usecases/review/review_state.h"

namespace lakehouse::usecases {

base::Result<api::ReviewTable> exportReview(const api::ExportReview &request, const ReviewState &state);
base::Result<api::ReviewImported> importReview(const api::ImportReview &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run, ReviewMemory &reviews);

} // namespace lakehouse::usecases
