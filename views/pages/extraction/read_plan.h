#pragma once

#include "api/operations/extraction.h"

#include <QStringList>

#include <memory>

namespace lakehouse::views {

/// A whole plan as it was read, its tables in the order of their names. Never changes: another reading is another object.
struct ReadPlan {
    model::PlanDigest digest = {};
    api::PlanCounts counts = {};
    api::ApprovalState approval = api::ApprovalState::None;
    std::optional<model::PlanDigest> approvedDigest = {}; ///< of the approval in force: of this plan or an earlier one
    std::vector<base::Text> warnings = {};
    std::vector<api::PlanRow> tables = {};

    /// Nothing when the plan has no such table, or the text names none.
    const api::PlanRow *find(const QString &table) const;
    friend bool operator==(const ReadPlan &, const ReadPlan &) = default;
};
using ReadPlanPointer = std::shared_ptr<const ReadPlan>;

/// The tables that one plan loads otherwise than another, by name.
struct PlanMoves {
    QStringList added = {};
    QStringList removed = {};
    QStringList changed = {};

    int count() const { return int(added.size() + removed.size() + changed.size()); }
    bool isEmpty() const { return count() == 0; }
    /// Those that the newer plan has, in the order of their names.
    QStringList inPlan() const;
    QStringList all() const;
    friend bool operator==(const PlanMoves &, const PlanMoves &) = default;
};

PlanMoves movesBetween(const ReadPlan &before, const ReadPlan &after);

/// One page of an answer.
struct PlanPage {
    std::shared_ptr<ReadPlan> plan = {};
    std::optional<QString> next = {};
    ReadPlanPointer known = {};  ///< the plan that this was compared with
    bool isSame = false;         ///< exactly what `known` holds, and nothing follows
    PlanMoves moves = {};        ///< from `known`, when nothing follows
};

/// Takes the rows out of an answer and compares them; on whatever thread the answer came, so that the one that paints stays free.
PlanPage pageOf(const api::ExtractionPage &answer, const ReadPlanPointer &known);

} // namespace lakehouse::views
