#include "pages/extraction/read_plan.h"

#include <algorithm>

namespace lakehouse::views {

namespace {

bool isEarlier(const api::PlanRow &left, const api::PlanRow &right)
{
    return left.table < right.table;
}

} // namespace

const api::PlanRow *ReadPlan::find(const QString &table) const
{
    const base::Result<model::TableName> name = model::TableName::parse(table);
    if (!name)
        return nullptr;
    const auto found = std::ranges::lower_bound(tables, name.value(), {}, &api::PlanRow::table);
    return found != tables.end() && found->table == name.value() ? &*found : nullptr;
}

QStringList PlanMoves::inPlan() const
{
    QStringList names = added + changed;
    names.sort();
    return names;
}

QStringList PlanMoves::all() const
{
    QStringList names = added + changed + removed;
    names.sort();
    return names;
}

PlanMoves movesBetween(const ReadPlan &before, const ReadPlan &after)
{
    PlanMoves moves;
    auto left = before.tables.begin();
    auto right = after.tables.begin();
    while (left != before.tables.end() || right != after.tables.end()) {
        if (right == after.tables.end() || (left != before.tables.end() && left->table < right->table)) {
            moves.removed += (left++)->table.toString();
        } else if (left == before.tables.end() || right->table < left->table) {
            moves.added += (right++)->table.toString();
        } else {
            if (left->digest != right->digest)
                moves.changed += right->table.toString();
            ++left;
            ++right;
        }
    }
    return moves;
}

PlanPage pageOf(const api::ExtractionPage &answer, const ReadPlanPointer &known)
{
    PlanPage page{.plan = std::make_shared<ReadPlan>(ReadPlan{answer.digest, answer.counts, answer.approval, answer.approvedDigest, answer.warnings,
        answer.tables}), .next = answer.next, .known = known};
    if (!std::ranges::is_sorted(page.plan->tables, isEarlier))
        std::ranges::sort(page.plan->tables, isEarlier);
    if (!known || page.next)
        return page;
    page.isSame = *known == *page.plan;
    page.moves = movesBetween(*known, *page.plan);
    return page;
}

} // namespace lakehouse::views
