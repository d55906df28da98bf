#pragma once

#include "usecases/extraction/proposal.h"

namespace lakehouse::usecases {

/// What the list of a kept plan says about the whole plan.
struct PlanHead {
    QString origin = {};               ///< of a copy: the approval's document, or the commit that it repeats
    QString generator = {};            ///< the program that made the list, and whose SQL `sqlDigest` is
    QString database = {};
    model::PlanDigest digest = {};
    std::optional<model::CatalogDigest> catalogDigest = {};   ///< not of what was generated
    std::optional<model::SettingsDigest> settingsDigest = {}; ///< not of what was generated
    std::optional<model::SqlDigest> sqlDigest = {};           ///< not of what was generated
    api::PlanCounts counts = {};
    std::vector<base::Text> warnings = {};
};

/// What it says about one table.
struct PlanListRow {
    api::PlanRow row = {};             ///< without what an approval decides
    model::TableKind kind = model::TableKind::Table;
    QString bronzeSchema = {};         ///< of its place in the lake
};

/// A kept plan by its list: quick however many tables it has.
struct ListedPlan {
    ports::PlanCopy copy = ports::PlanCopy::Proposal;
    PlanHead head = {};
    std::shared_ptr<const ports::PlanList> list = {};

    std::vector<model::TableName> names() const;
    const ports::ListedTable *find(const model::TableName &table) const;
};

ports::PlanList planList(const PlanHead &head, const model::ExtractionPlan &plan);
PlanHead planHead(const Proposal &proposal);
base::Result<PlanListRow> listRow(const ports::ListedTable &table);

/// The saved proposal. Makes its list anew where it is missing or of another version of the program. Fails with NotFound without a proposal.
base::Result<ListedPlan> listedProposal(Workspace &workspace, base::RunContext &run);

/// The digest of the saved proposal by its list's first lines; nothing when there is no proposal, or its list has to be made anew.
base::Result<std::optional<model::PlanDigest>> proposalDigestAtAGlance(Workspace &workspace, base::RunContext &run);
/// The digest of the saved proposal; nothing when there is none.
base::Result<std::optional<model::PlanDigest>> proposalDigest(Workspace &workspace, base::RunContext &run);

/// The plan as it was approved, from a copy that is made anew from the ledger where it does not fit. Only to be shown.
base::Result<ListedPlan> listedApproval(const model::ApprovalFact &approval, Workspace &workspace, base::RunContext &run);

/// Keeps a plan that was just approved where listedApproval looks for it; what fails to be kept is made anew there.
void keepApproved(const model::ExtractionPlan &plan, const model::ApprovalFact &approval, Workspace &workspace, base::RunContext &run);

/// The tables that a commit of the pipeline repository generated; nothing when it was not listed yet. Only to be shown.
base::Result<std::optional<ListedPlan>> listedGeneration(const QString &commit, Workspace &workspace, base::RunContext &run);
/// Keeps what a commit generated where listedGeneration looks for it, and answers it.
base::Result<ListedPlan> keepGenerated(const QString &commit, const model::ExtractionPlan &plan, Workspace &workspace, base::RunContext &run);

/// One table of a listed plan with everything about it. Fails with Stale when the plan changed since the list was read.
base::Result<model::PlannedTable> plannedTable(const ListedPlan &plan, const ports::ListedTable &table, Workspace &workspace, base::RunContext &run);

const describe::TypeInfo &typeOf(describe::Describe<PlanHead>);
const describe::TypeInfo &typeOf(describe::Describe<PlanListRow>);

} // namespace lakehouse::usecases
