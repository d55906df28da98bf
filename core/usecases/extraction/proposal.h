#pragma once

#include "api/operations/extraction.h"
#include "model/fact_bodies.h"
#include "model/generated_file.h"
#include "usecases/run_recorder.h"

namespace lakehouse::usecases {

/// A plan with everything that follows from it.
struct Proposal {
    model::ExtractionPlan plan = {};
    model::PlanDigest digest = {};
    std::vector<model::GeneratedFile> files = {};
    model::SqlDigest sqlDigest = {};
    bool areSettingsMoved = false; ///< ekos.toml decides something else than when the plan was made
};

/// The name and version that approvals and lock files carry.
QString generatorName();

/// Reads the source as it is now, plans, and saves the result as the proposal.
base::Result<Proposal> makeProposal(Workspace &workspace, const RunRecorder &recorder, base::RunContext &run);

/// Whether a saved proposal comes with its files: making all of them takes seconds for thousands of tables.
enum class ProposalFiles { None, All };

/// The proposal as it was saved last; its SQL digest is the recorded one unless another version of the program made it. Fails with NotFound
/// when there is none.
base::Result<Proposal> savedProposal(ProposalFiles files, Workspace &workspace, base::RunContext &run);

/// The SQL that this program makes of one table of a plan.
base::Result<std::vector<api::SqlText>> sqlOfTable(const model::PlannedTable &table, const QString &database, Workspace &workspace, base::RunContext &run);

/// Fails with Stale when the saved plan is not, to the letter, the one that was made last.
base::Result<> checkUntouched(const model::ExtractionPlan &plan, Workspace &workspace, base::RunContext &run);

/// The approval of the project's plan that is in force: the newest, unless it was revoked; absent when there is none.
base::Result<std::optional<model::LedgerEntry>> currentApprovalEntry(Workspace &workspace, const QString &database, base::RunContext &run);

/// The same with the plan as it was seen.
base::Result<std::optional<model::ExtractionApproval>> currentApproval(Workspace &workspace, const QString &database, base::RunContext &run);

/// What it approved, without the plan: quick, for a status.
base::Result<std::optional<model::ApprovalFact>> currentApprovalFact(Workspace &workspace, const QString &database, base::RunContext &run);

/// Whether ekos.toml decides the same as when a plan was made.
enum class SettingsState { Same, Moved };
api::ApprovalState approvalState(const model::PlanDigest &plan, const model::SqlDigest &sql, SettingsState settings, const std::optional<model::ApprovalFact> &approval);
api::ApprovalState approvalState(const Proposal &proposal, const std::optional<model::ApprovalFact> &approval);
/// Without what an approval decides: `move` stays Unapproved.
api::PlanRow planRow(const model::PlannedTable &table);
api::PlanCounts planCounts(const model::ExtractionPlan &plan);
std::vector<model::TableName> tableNames(const model::ExtractionPlan &plan);
model::SubjectName planSubject(const QString &database);

/// Fails with Stale unless the person saw the plan that is current.
base::Result<> checkStillCurrent(const model::PlanDigest &expected, const model::PlanDigest &current);

} // namespace lakehouse::usecases
