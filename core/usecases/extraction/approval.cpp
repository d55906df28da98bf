#include "usecases/extraction/approval.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"
#include "rules/planning/column_plan.h"
#include "usecases/authorisation.h"
#include "usecases/extraction/plan_list.h"

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using describe::canonicalJson;

namespace {

/// The approval of exactly this by the same person, when it is the newest: signing twice says nothing new.
Result<std::optional<ApprovalReceipt>> standingApproval(const Proposal &proposal, const Actor &actor, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const std::optional<LedgerEntry> entry, currentApprovalEntry(workspace, proposal.plan.database, run));
    if (!entry || entry->actor != actor)
        return std::optional<ApprovalReceipt>();
    EKOS_TRY(const ApprovalFact fact, describe::readJson<ApprovalFact>(entry->body));
    if (approvalState(proposal, fact) != ApprovalState::Current)
        return std::optional<ApprovalReceipt>();
    return std::optional(ApprovalReceipt{proposal.digest, proposal.sqlDigest, entry->sequence, false, planCounts(proposal.plan)});
}

} // namespace

Result<ApprovalReceipt> approveExtraction(const ApproveExtraction &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const ports::LedgerHead seen, ledger->head(run));
    EKOS_TRY(const Proposal proposal, savedProposal(ProposalFiles::All, workspace, run));
    EKOS_CHECK(checkStillCurrent(request.expectedDigest, proposal.digest));
    if (proposal.areSettingsMoved)
        return Error{ErrorCode::Stale, QT_TRANSLATE_NOOP("core", "ekos.toml was changed since this plan was made."), QT_TRANSLATE_NOOP("core", "Plan again with: ekos-lakehouse lakehouse plan")};
    EKOS_CHECK(checkUntouched(proposal.plan, workspace, run));
    EKOS_CHECK(checkReason(request.reason, context, workspace, run));
    EKOS_CHECK(checkMayApprove(proposal.plan, context, workspace, run));
    EKOS_TRY(const std::optional<ApprovalReceipt> standing, standingApproval(proposal, context.actor, workspace, run));
    if (standing)
        return *standing;
    return recorded<ApprovalReceipt>(workspace, ApproveExtraction::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<ApprovalReceipt>> {
        EKOS_TRY(const std::unique_ptr<ports::Lease> lease, holdRepository(workspace, recorder, run));
        EKOS_TRY(const ports::LedgerHead now, ledger->head(run));
        if (now.hash != seen.hash) { // whoever held it may have put another ledger in its place
            EKOS_CHECK(checkUntouched(proposal.plan, workspace, run));
            EKOS_CHECK(checkMayApprove(proposal.plan, context, workspace, run));
        }
        // Rows are named to whoever looks at the proposal; what is kept for good holds no value of a row, and a key is one.
        const ExtractionApproval approval{proposal.digest, proposal.sqlDigest, generatorName(), request.reason, context.actor.toString(), workspace.clock().now(), rules::withoutRowKeys(proposal.plan)};
        EKOS_TRY(const BlobDigest blob, ledger->putBlob(canonicalJson(approval), run));
        const ApprovalFact body{proposal.digest, proposal.sqlDigest, generatorName(), request.reason, blob};
        const NewFact fact{FactKind::LakehouseApproval, planSubject(proposal.plan.database), canonicalJson(body), recorder.id()};
        EKOS_CHECK(lease->check());
        EKOS_TRY(const std::vector<LedgerEntry> written, ledger->append({fact}, context.actor, run));
        keepApproved(approval.plan, body, workspace, run);
        recorder.info("approve", proposal.plan.database, {QT_TRANSLATE_NOOP("core", "Plan %1 approved by %2: %3"), proposal.digest.toShortString(), context.actor.toString(), request.reason.toString()});
        return Recorded<ApprovalReceipt>{{proposal.digest, proposal.sqlDigest, written.front().sequence, true, planCounts(proposal.plan)},
                                         {QT_TRANSLATE_NOOP("core", "Plan %1 approved."), proposal.digest.toShortString()}};
    });
}

Result<RevocationReceipt> revokeExtraction(const RevokeExtraction &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
    EKOS_TRY(const std::optional<LedgerEntry> approval, currentApprovalEntry(workspace, source.alias, run));
    if (!approval)
        return Error{ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "No approval of a plan is in force."),
                     QT_TRANSLATE_NOOP("core", "See what was approved and revoked with: ekos-lakehouse ledger show --kind lakehouse-approval")};
    EKOS_TRY(const ApprovalFact approved, describe::readJson<ApprovalFact>(approval->body));
    if (approved.planDigest != request.expectedDigest)
        return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The approval in force is of plan %1, not of %2."), approved.planDigest.toShortString(), request.expectedDigest.toShortString()},
                     QT_TRANSLATE_NOOP("core", "Read it with: ekos-lakehouse lakehouse extraction show")};
    EKOS_CHECK(checkReason(request.reason, context, workspace, run));
    EKOS_CHECK(checkMayRevoke(context));
    return recorded<RevocationReceipt>(workspace, RevokeExtraction::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<RevocationReceipt>> {
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
        const RevocationFact body{approved.planDigest, approval->sequence, request.reason};
        const NewFact fact{FactKind::ApprovalRevocation, planSubject(source.alias), canonicalJson(body), recorder.id()};
        EKOS_TRY(const std::vector<LedgerEntry> written, ledger->append({fact}, context.actor, run));
        recorder.info("revoke", source.alias, {QT_TRANSLATE_NOOP("core", "Approval of plan %1 revoked by %2: %3"), approved.planDigest.toShortString(), context.actor.toString(), request.reason.toString()});
        return Recorded<RevocationReceipt>{{approved.planDigest, written.front().sequence}, {QT_TRANSLATE_NOOP("core", "Approval of plan %1 revoked."), approved.planDigest.toShortString()}};
    });
}

} // namespace lakehouse::usecases
