#pragma once

#include "pages/review/decide_target.h"
#include "pages/review/read_subject.h"

namespace lakehouse::views {

/// What it takes to take one decision back: how those items were decided before it that it decided otherwise, and nothing of the list that it was made in.
struct UndoStep {
    model::ReviewSubject subject = model::ReviewSubject::Scope;
    QString reason = {};               ///< of the decision
    qint64 count = 0;                  ///< of the items
    QString item = {};                 ///< where it is one alone
    model::ReviewVerdict verdict = {}; ///< its own
    QString csv = {};                  ///< all of them as a table for review.import, which takes all of it over or nothing
};

/// `before`: the subject as it stood when it was decided about.
UndoStep undoStep(const DecideTarget &target, const ReadSubject &before, const QString &reason);

} // namespace lakehouse::views
