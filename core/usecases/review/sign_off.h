#pragma once

#include "usecases/review/review_state.h"

namespace lakehouse::usecases {

base::Result<api::SignOffReceipt> approveSignOff(const api::ApproveSignOff &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run, ReviewMemory &reviews);
base::Result<api::SignOffReceipt> revokeSignOff(const api::RevokeSignOff &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run, ReviewMemory &reviews);

} // namespace lakehouse::usecases
