#include "usecases/extraction/lineage.h"

#include "rules/lineage/lineage.h"
#include "rules/planning/plan_diff.h"
#include "usecases/extraction/show.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;

namespace {

Result<Lineage> lineageOfEstate(const ListedPlan &plan)
{
    std::vector<rules::LineageTable> tables;
    for (const ports::ListedTable &table : plan.list->tables) {
        EKOS_TRY(const PlanListRow listed, listRow(table));
        tables.push_back({.table = table.table, .kind = listed.kind, .mode = listed.row.mode, .bronze = listed.row.bronze, .bronzeSchema = listed.bronzeSchema, .whyNot = listed.row.why});
    }
    return rules::estateLineage(tables);
}

/// The functions that the plan's reasons rest on, by name.
std::vector<rules::LineageFunction> namedFunctions(const PlannedTable &table, const std::vector<api::SourceFunction> &functions)
{
    std::vector<rules::LineageFunction> named;
    for (const api::SourceFunction &function : functions) {
        const bool isNamed = (table.decision.watermark && table.decision.watermark->provedBy.contains(function.name))
            || std::ranges::any_of(table.reasons, [&](const PlanReason &reason) { return reason.evidence.contains(function.name); });
        if (isNamed)
            named.push_back({function.name, function.trigger});
    }
    return named;
}

} // namespace

Result<Lineage> showLineage(const api::ShowLineage &request, const api::CallContext &, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ListedPlan plan, listedProposal(workspace, run));
    if (!request.table)
        return lineageOfEstate(plan);
    EKOS_TRY(const TableName name, rules::resolveTable(*request.table, plan.names()));
    EKOS_TRY(const PlannedTable table, plannedTable(plan, *plan.find(name), workspace, run));
    EKOS_TRY(const std::vector<api::SourceFunction> functions, triggerFunctions(name, plan.head.database, workspace, run));
    return rules::tableLineage(table, namedFunctions(table, functions));
}

} // namespace lakehouse::usecases
