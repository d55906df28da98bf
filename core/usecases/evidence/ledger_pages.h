#pragma once

#include "api/operations/evidence.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

base::Result<api::LedgerPage> showLedger(const api::ShowLedger &request, Workspace &workspace, base::RunContext &run);
base::Result<api::LedgerTimeline> showTimeline(const api::ShowTimeline &request, Workspace &workspace, base::RunContext &run);
base::Result<api::LedgerAudit> showAudit(const api::ShowAudit &request, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
