#pragma once

#include "usecases/extraction/plan_list.h"

namespace lakehouse::usecases {

/// How tables stand to the plan that was approved last.
class ApprovedMoves {
public:
    /// `proposal` is the plan whose tables will be asked for.
    static base::Result<ApprovedMoves> of(const model::PlanDigest &proposal, const std::optional<model::ApprovalFact> &approval, Workspace &workspace, base::RunContext &run);
    api::PlanMove of(const model::TableName &table, const model::TableDigest &digest) const;

private:
    bool m_isApproved = false;
    std::optional<ListedPlan> m_approved = {}; ///< not read when every table is as it was approved
};

base::Result<api::ExtractionPage> showExtraction(const api::ShowExtraction &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// The trigger functions of a table as the newest reading of the catalog has them.
base::Result<std::vector<api::SourceFunction>> triggerFunctions(const model::TableName &table, const QString &database, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
