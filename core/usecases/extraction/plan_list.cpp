#include "usecases/extraction/plan_list.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"
#include "rules/planning/column_plan.h"
#include "usecases/evidence/source_reading.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using ports::ListedTable;
using ports::PlanCopy;

const describe::TypeInfo &typeOf(describe::Describe<PlanHead>)
{
    using namespace describe;
    static constexpr FieldInfo fields[] = {
        field<&PlanHead::origin>("origin", "what a copy repeats"),
        field<&PlanHead::generator>("generator", "the program that made the list"),
        field<&PlanHead::database>("database", "alias of the source"),
        field<&PlanHead::digest>("digest", "of the plan"),
        field<&PlanHead::catalogDigest>("catalog-digest", "of what the plan was made from"),
        field<&PlanHead::settingsDigest>("settings-digest", "of the settings it was made with"),
        field<&PlanHead::sqlDigest>("sql-digest", "of its SQL"),
        field<&PlanHead::counts>("counts", "tables per mode"),
        field<&PlanHead::warnings>("warnings", "about the whole plan"),
    };
    static constexpr TypeInfo info = structure<PlanHead>("PlanHead", fields);
    return info;
}

const describe::TypeInfo &typeOf(describe::Describe<PlanListRow>)
{
    using namespace describe;
    static constexpr FieldInfo fields[] = {field<&PlanListRow::row>("row", "as a list shows it"), field<&PlanListRow::kind>("kind", "of the table at the source"),
                                           field<&PlanListRow::bronzeSchema>("bronze-schema", "of its place in the lake")};
    static constexpr TypeInfo info = structure<PlanListRow>("PlanListRow", fields);
    return info;
}

namespace {

/// The head of a list that this program made of `origin`; nothing for any other.
std::optional<PlanHead> ownHead(const QByteArray &json, const QString &origin)
{
    Result<PlanHead> head = describe::readJson<PlanHead>(json);
    const bool isOwn = head && head.value().generator == generatorName() && head.value().origin == origin;
    return isOwn ? std::optional(std::move(head).value()) : std::nullopt;
}

Result<std::optional<ListedPlan>> kept(PlanCopy copy, const QString &origin, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const std::shared_ptr<const ports::PlanList> list, workspace.project().planList(copy, run));
    std::optional<PlanHead> head = list ? ownHead(list->head, origin) : std::nullopt;
    return head ? std::optional(ListedPlan{copy, std::move(*head), list}) : std::nullopt;
}

/// What was just kept, as it is read from now on; `made` where it could not be written.
Result<ListedPlan> keptNow(PlanCopy copy, PlanHead head, ports::PlanList made, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(std::optional<ListedPlan> listed, kept(copy, head.origin, workspace, run));
    if (listed && listed->head.digest == head.digest)
        return std::move(*listed);
    return ListedPlan{copy, std::move(head), std::make_shared<const ports::PlanList>(std::move(made))};
}

PlanHead approvedHead(const ApprovalFact &approval, const ExtractionPlan &plan)
{
    return {.origin = approval.approval.toString(), .generator = generatorName(), .database = plan.database, .digest = approval.planDigest, .catalogDigest = plan.catalogDigest,
            .settingsDigest = plan.settingsDigest, .sqlDigest = approval.sqlDigest, .counts = planCounts(plan), .warnings = plan.warnings};
}

Result<std::optional<ExtractionPlan>> wholePlan(const ListedPlan &plan, Workspace &workspace, RunContext &run)
{
    if (plan.copy == PlanCopy::Proposal)
        return workspace.project().proposal(run);
    EKOS_TRY(std::optional<ExtractionApproval> approval, currentApproval(workspace, plan.head.database, run));
    return approval ? std::optional(std::move(approval->plan)) : std::nullopt;
}

} // namespace

std::vector<TableName> ListedPlan::names() const
{
    std::vector<TableName> names;
    for (const ListedTable &table : list->tables)
        names.push_back(table.table);
    return names;
}

const ListedTable *ListedPlan::find(const TableName &table) const
{
    const auto found = std::ranges::lower_bound(list->tables, table, {}, &ListedTable::table); // a plan's tables are in the order of their names
    return found != list->tables.end() && found->table == table ? &*found : nullptr;
}

ports::PlanList planList(const PlanHead &head, const ExtractionPlan &plan)
{
    ports::PlanList list{.head = describe::canonicalJson(head)};
    list.tables.reserve(plan.tables.size());
    for (const PlannedTable &table : plan.tables) {
        PlanListRow row{planRow(table), table.decision.kind, table.decision.places.bronzeSchema};
        list.tables.push_back({.table = table.decision.table, .digest = row.row.digest, .row = describe::canonicalJson(row)});
    }
    return list;
}

PlanHead planHead(const Proposal &proposal)
{
    return {.generator = generatorName(), .database = proposal.plan.database, .digest = proposal.digest, .catalogDigest = proposal.plan.catalogDigest,
            .settingsDigest = proposal.plan.settingsDigest, .sqlDigest = proposal.sqlDigest, .counts = planCounts(proposal.plan), .warnings = proposal.plan.warnings};
}

Result<PlanListRow> listRow(const ListedTable &table)
{
    return describe::readJson<PlanListRow>(table.row);
}

Result<ListedPlan> listedProposal(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(std::optional<ListedPlan> listed, kept(PlanCopy::Proposal, {}, workspace, run));
    if (listed)
        return std::move(*listed);
    EKOS_TRY(const Proposal proposal, savedProposal(ProposalFiles::None, workspace, run));
    PlanHead head = planHead(proposal);
    ports::PlanList list = planList(head, proposal.plan);
    EKOS_CHECK(workspace.project().saveList(PlanCopy::Proposal, &proposal.plan, list, run));
    return keptNow(PlanCopy::Proposal, std::move(head), std::move(list), workspace, run);
}

Result<std::optional<PlanDigest>> proposalDigest(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const std::optional<PlanDigest> digest, proposalDigestAtAGlance(workspace, run));
    if (digest)
        return digest;
    const Result<ListedPlan> plan = listedProposal(workspace, run);
    if (!plan && plan.error().code != ErrorCode::NotFound)
        return plan.error();
    return plan ? std::optional(plan.value().head.digest) : std::nullopt;
}

Result<std::optional<PlanDigest>> proposalDigestAtAGlance(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const std::optional<QByteArray> json, workspace.project().listHead(PlanCopy::Proposal, run));
    const std::optional<PlanHead> head = json ? ownHead(*json, {}) : std::nullopt;
    return head ? std::optional(head->digest) : std::nullopt;
}

Result<ListedPlan> listedApproval(const ApprovalFact &approval, Workspace &workspace, RunContext &run)
{
    const QString origin = approval.approval.toString();
    EKOS_TRY(std::optional<ListedPlan> listed, kept(PlanCopy::Approved, origin, workspace, run));
    if (listed)
        return std::move(*listed);
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const QByteArray bytes, ledger->blob(approval.approval, run));
    EKOS_TRY(const ExtractionApproval whole, describe::readJson<ExtractionApproval>(bytes, {.bytes = qsizetype(1) << 30}));
    PlanHead head = approvedHead(approval, whole.plan);
    ports::PlanList list = planList(head, whole.plan);
    EKOS_CHECK(workspace.project().savePlan(PlanCopy::Approved, whole.plan, list, run));
    return keptNow(PlanCopy::Approved, std::move(head), std::move(list), workspace, run);
}

void keepApproved(const ExtractionPlan &plan, const ApprovalFact &approval, Workspace &workspace, RunContext &run)
{
    [[maybe_unused]] const auto kept = workspace.project().savePlan(PlanCopy::Approved, plan, planList(approvedHead(approval, plan), plan), run);
}

Result<std::optional<ListedPlan>> listedGeneration(const QString &commit, Workspace &workspace, RunContext &run)
{
    return kept(PlanCopy::Generated, commit, workspace, run);
}

Result<ListedPlan> keepGenerated(const QString &commit, const ExtractionPlan &plan, Workspace &workspace, RunContext &run)
{
    PlanHead head{.origin = commit, .generator = generatorName(), .database = plan.database, .digest = plan.digest()};
    ports::PlanList list = planList(head, rules::withoutRowKeys(plan));
    EKOS_CHECK(workspace.project().saveList(PlanCopy::Generated, nullptr, list, run));
    return keptNow(PlanCopy::Generated, std::move(head), std::move(list), workspace, run);
}

Result<PlannedTable> plannedTable(const ListedPlan &plan, const ListedTable &table, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(std::optional<PlannedTable> planned, workspace.project().listedTable(plan.copy, *plan.list, table, run));
    if (planned)
        return std::move(*planned);
    EKOS_TRY(const std::optional<ExtractionPlan> whole, wholePlan(plan, workspace, run));
    const PlannedTable *found = whole && whole->digest() == plan.head.digest ? whole->find(table.table) : nullptr;
    if (found)
        return *found;
    return Error{ErrorCode::Stale, QT_TRANSLATE_NOOP("core", "The plan changed while it was read."), QT_TRANSLATE_NOOP("core", "Read it again from the start."), table.table.toString()};
}

} // namespace lakehouse::usecases
