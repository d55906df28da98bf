#pragma once

#include "kit/status.h"
#include "model/extraction_plan.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace lakehouse::views {

/// A column whose values bronze cannot hold, a table whose row security hides rows, or what was decided about deletes and purged rows: what stands in
/// the way, what was decided about it and what may be decided.
struct ValueQuestion {
    std::optional<QString> column = {};          ///< of PlanAspect::Column only
    model::PlanAspect aspect = model::PlanAspect::Column;
    QString about = {};                          ///< "Column ratio (double precision)"
    QStringList standing = {};                   ///< whole sentences: why it is not loaded, or who decided what, when, why, and what comes of it
    Status status = Status::Blocked;             ///< Blocked: not loaded; Done: decided; Stale: what was decided fits no more
    std::vector<model::PlanEdit> offers = {};    ///< what may be decided, the most faithful first, without what is in force
    std::optional<model::PlanChange> change = {};///< the decision, also one that fits no more
    friend bool operator==(const ValueQuestion &, const ValueQuestion &) = default;
};

/// All of a table; those that wait for a person come first.
std::vector<ValueQuestion> valueQuestions(const model::PlannedTable &table);
bool hasValueQuestions(const model::PlannedTable &table);
/// How deletes or purged rows of a loaded table stand, also where nobody decided it; nothing where there is nothing of the kind to decide.
std::optional<ValueQuestion> deleteQuestion(const model::PlannedTable &table, model::PlanAspect aspect);
/// On the button: "Land as text…"
QString editVerb(model::PlanEdit edit);
/// What happens when it is decided so: for the box above the button.
QStringList valueConsequences(const ValueQuestion &question, model::PlanEdit edit);

} // namespace lakehouse::views
