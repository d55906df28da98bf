#pragma once

#include "api/operations/extraction.h"

#include <QStringList>

#include <memory>

namespace lakehouse::views {

/// How many tables of a plan are of a kind, and the first of them: of thousands nobody reads all names.
struct TablesOfKind {
    static constexpr qsizetype mostNames = 5;
    qint64 count = 0;
    QStringList first = {};
    void add(const QString &name);
    friend bool operator==(const TablesOfKind &, const TablesOfKind &) = default;
};

/// A whole plan as it was read, its tables in the order of their names, with what is said of many of them put together once. Never changes: another
/// reading is another object, so that thousands of tables are gone through on whatever thread their answer came, and shared from then on.
struct ReadPlan {
    model::PlanDigest digest = {};
    api::PlanCounts counts = {};
    api::ApprovalState approval = api::ApprovalState::None;
    std::optional<model::PlanDigest> approvedDigest = {}; ///< of the approval in force: of this plan or an earlier one
    std::vector<base::Text> warnings = {};
    std::vector<api::PlanRow> tables = {};

    std::vector<QString> names = {};   ///< of the tables, at the same places, as people write them
    qint64 needing = 0;                ///< tables about which a person has something to decide
    TablesOfKind refused = {};
    TablesOfKind againstFacts = {};
    TablesOfKind added = {};           ///< since the last approval
    TablesOfKind changed = {};         ///< since the last approval
    TablesOfKind stale = {};           ///< whose change by a person fits no more

    /// Nothing when the plan has no such table, or the text names none.
    const api::PlanRow *find(const QString &table) const;
    friend bool operator==(const ReadPlan &, const ReadPlan &) = default;
};
using ReadPlanPointer = std::shared_ptr<const ReadPlan>;

/// Whether a person has something to decide about it: a change that fits no more, or what is planned and not approved so.
bool needsPerson(const api::PlanRow &row);

/// The tables that one plan loads otherwise than another, by name.
struct PlanMoves {
    QStringList added = {};
    QStringList removed = {};
    QStringList changed = {};
    QStringList all = {};              ///< in the order of the tables
    QStringList inPlan = {};           ///< those that the newer plan has, in its order
    std::vector<std::size_t> rows = {}; ///< of those, in the newer plan

    int count() const { return int(all.size()); }
    bool isEmpty() const { return all.isEmpty(); }
    friend bool operator==(const PlanMoves &, const PlanMoves &) = default;
};

PlanMoves movesBetween(const ReadPlan &before, const ReadPlan &after);

/// What is read of a plan after one page of an answer.
struct PlanPage {
    std::shared_ptr<ReadPlan> partial = {}; ///< the tables so far, when pages follow
    std::optional<QString> next = {};
    ReadPlanPointer plan = {};         ///< when nothing follows; `known` itself where it is exactly that
    ReadPlanPointer known = {};        ///< the plan that this was compared with
    PlanMoves moves = {};              ///< from `known`, when nothing follows
};

/// Takes the rows out of an answer, behind those of the pages before, and compares them; on whatever thread the answer came, so that the one that
/// paints stays free. `partial`: of the page before, which nobody else has; none: this is the first.
PlanPage pageOf(const api::ExtractionPage &answer, std::shared_ptr<ReadPlan> partial, const ReadPlanPointer &known);

} // namespace lakehouse::views
