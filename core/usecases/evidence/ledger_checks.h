#pragma once

#include "api/operations/evidence.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

base::Result<api::LedgerVerdict> verifyLedger(Workspace &workspace, base::RunContext &run);

/// Copies are files of the machine that holds the project: both fail with NotAllowed for a call from elsewhere.
base::Result<api::LedgerBackedUp> backUpLedger(const api::BackUpLedger &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);
base::Result<api::LedgerRestored> restoreLedger(const api::RestoreLedger &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
