#pragma once

#include "api/call_context.h"
#include "model/extraction_plan.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// What is recorded when a person was not asked for a reason.
model::Reason noReasonGiven();

/// Whether a person said why.
bool isReasonGiven(const model::Reason &reason);

/// Under `require-reason` fails with NeedsReason when none was given.
base::Result<> checkReason(const model::Reason &reason, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// Going on although more vanished at the source than may vanish by itself: a person's word, with a reason. Fails with NeedsReason, RefusedByRule.
base::Result<> checkMayAcceptLoss(const model::Reason &reason, const api::CallContext &context);

/// Who may approve a plan: nobody in the name of a schedule; under `approvers` only who is listed; under `four-eyes` nobody who made one of
/// its changes or imported what the application does to one of its tables, or took one of either back since the plan that was approved last, whichever of
/// their identities matches. Fails with RefusedByRule.
base::Result<> checkMayApprove(const model::ExtractionPlan &plan, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// Who may decide about an item of the review: any person; nobody in the name of a schedule or an agent. Fails with RefusedByRule.
base::Result<> checkMayDecide(const api::CallContext &context);

/// Who may take imported facts back: any person; a schedule or an agent only what itself imported. Fails with RefusedByRule.
base::Result<> checkMayRetract(const std::vector<model::LedgerEntry> &imported, const api::CallContext &context);

/// Who may sign a subject of the review: as for a plan; under `four-eyes` nobody who had `parts` in it: a decision, an imported finding, an imported one
/// that was taken back.
base::Result<> checkMaySign(const std::vector<model::LedgerEntry> &parts, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// Any person may take an approval back: it only ever stops things. Fails with RefusedByRule for a schedule or an agent.
base::Result<> checkMayRevoke(const api::CallContext &context);

} // namespace lakehouse::usecases
