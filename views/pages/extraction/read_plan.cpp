#include "pages/extraction/read_plan.h"

#include <algorithm>

namespace lakehouse::views {

using api::PlanMove;
using model::LoadMode;

namespace {

/// What is said of many tables of a plan whose tables are all there.
void finish(ReadPlan &plan)
{
    if (!std::ranges::is_sorted(plan.tables, {}, &api::PlanRow::table))
        std::ranges::sort(plan.tables, {}, &api::PlanRow::table);
    plan.names.reserve(plan.tables.size());
    for (const api::PlanRow &row : plan.tables) {
        const QString &name = plan.names.emplace_back(row.table.toString());
        plan.needing += needsPerson(row) ? 1 : 0;
        if (row.mode == LoadMode::Refused)
            plan.refused.add(name);
        if (row.isAgainstFacts)
            plan.againstFacts.add(name);
        if (row.move == PlanMove::New)
            plan.added.add(name);
        if (row.move == PlanMove::Changed)
            plan.changed.add(name);
        if (row.isStale())
            plan.stale.add(name);
    }
}

} // namespace

void TablesOfKind::add(const QString &name)
{
    if (++count <= mostNames)
        first += name;
}

const api::PlanRow *ReadPlan::find(const QString &table) const
{
    const base::Result<model::TableName> name = model::TableName::parse(table);
    if (!name)
        return nullptr;
    const auto found = std::ranges::lower_bound(tables, name.value(), {}, &api::PlanRow::table);
    return found != tables.end() && found->table == name.value() ? &*found : nullptr;
}

bool needsPerson(const api::PlanRow &row)
{
    if (row.isStale() || row.move == PlanMove::New || row.move == PlanMove::Changed)
        return true;
    return row.move == PlanMove::Unapproved && (row.isAgainstFacts || row.mode == LoadMode::Refused);
}

PlanMoves movesBetween(const ReadPlan &before, const ReadPlan &after)
{
    PlanMoves moves;
    std::size_t left = 0;
    std::size_t right = 0;
    const auto moved = [&](QStringList &kind) {
        kind += after.names[right];
        moves.all += after.names[right];
        moves.inPlan += after.names[right];
        moves.rows.push_back(right);
    };
    while (left < before.tables.size() || right < after.tables.size()) {
        if (right == after.tables.size() || (left < before.tables.size() && before.tables[left].table < after.tables[right].table)) {
            moves.removed += before.names[left];
            moves.all += before.names[left++];
        } else if (left == before.tables.size() || after.tables[right].table < before.tables[left].table) {
            moved(moves.added);
            ++right;
        } else {
            if (before.tables[left].digest != after.tables[right].digest)
                moved(moves.changed);
            ++left;
            ++right;
        }
    }
    return moves;
}

PlanPage pageOf(const api::ExtractionPage &answer, std::shared_ptr<ReadPlan> partial, const ReadPlanPointer &known)
{
    if (!partial)
        partial = std::make_shared<ReadPlan>(ReadPlan{answer.digest, answer.counts, answer.approval, answer.approvedDigest, answer.warnings});
    partial->tables.insert(partial->tables.end(), answer.tables.begin(), answer.tables.end());
    if (answer.next)
        return {.partial = std::move(partial), .next = answer.next};
    finish(*partial);
    if (known && *known == *partial)
        return {.plan = known, .known = known};
    PlanMoves moves = known ? movesBetween(*known, *partial) : PlanMoves{};
    return {.plan = std::move(partial), .known = known, .moves = std::move(moves)};
}

} // namespace lakehouse::views
