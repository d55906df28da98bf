#pragma once

#include "api/call_context.h"
#include "model/extraction_plan.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// What is recorded when a person was not asked for a reason.
model::Reason noReasonGiven();

/// Under `require-reason` fails with NeedsReason when none was given.
base::Result<> checkReason(const model::Reason &reason, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// Who may approve a plan: nobody in the name of a schedule; under `approvers` only who is listed; under `four-eyes` nobody who made one of
/// its changes, whichever of their identities matches. Fails with RefusedByRule.
base::Result<> checkMayApprove(const model::ExtractionPlan &plan, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
