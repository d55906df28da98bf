#pragma once

#include "api/operations/extraction.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

base::Result<api::ApprovalReceipt> approveExtraction(const api::ApproveExtraction &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);
base::Result<api::RevocationReceipt> revokeExtraction(const api::RevokeExtraction &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
