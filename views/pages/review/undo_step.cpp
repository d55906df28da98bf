#include "pages/review/undo_step.h"

#include "text/csv.h"

#include <algorithm>

namespace lakehouse::views {

using model::ReviewVerdict;

UndoStep undoStep(const DecideTarget &target, const ReadSubject &before, const QString &reason)
{
    UndoStep step{.subject = target.subject, .reason = reason, .csv = text::csvLine({QStringLiteral("subject"), QStringLiteral("item"), QStringLiteral("decision")})};
    const auto add = [&](const api::ReviewRow &row) {
        const ReviewVerdict verdict = row.verdict.value_or(ReviewVerdict());
        if (row.presence == model::ReviewPresence::Gone || verdict == target.verdict.value_or(row.proposal))
            return; // nothing was decided about it, or it was decided so already
        ++step.count;
        step.item = row.item;
        step.verdict = verdict;
        step.csv += text::csvLine({subjectId(target.subject), row.item, verdict.toString()});
    };
    if (target.isWhole)
        std::ranges::for_each(before.rows(), add);
    for (const QString &item : target.items)
        if (const api::ReviewRow *row = before.find(item))
            add(*row);
    return step;
}

} // namespace lakehouse::views
