#include "rules/planning/extraction_planner.h"

#include "base/shell_word.h"
#include "rules/planning/delete_plan.h"
#include "rules/planning/load_mode.h"

#include <algorithm>

namespace lakehouse::rules {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

/// What stands where nobody gave a reason.
bool isRealReason(const model::Reason &reason)
{
    const QString text = reason.toString().trimmed();
    return !text.isEmpty() && text.compare(QLatin1String("none given"), Qt::CaseInsensitive) != 0;
}

bool isProved(const model::TableDecision &decision)
{
    return decision.mode == model::LoadMode::Incremental && decision.watermark && decision.watermark->proof == model::WatermarkProof::Trigger;
}

/// A plan that a person set to full keeps what would prove it among its reasons.
bool provesByItself(const model::PlannedTable &table)
{
    return isProved(table.decision) || std::ranges::any_of(table.reasons, [](const model::PlanReason &reason) {
        return reason.about == QLatin1String("watermark") && !reason.evidence.isEmpty();
    });
}

/// What may be decided of the column, or of the row security of the table.
std::vector<model::PlanEdit> offersOf(const model::PlannedTable &table, model::PlanAspect aspect, const std::optional<QString> &column)
{
    for (const model::PlannedChange &decision : table.decisions)
        if (decision.change.column == column && aspectOf(decision.change.edit) == aspect && !decision.offers.empty())
            return decision.offers;
    const auto refusal = std::ranges::find_if(table.refusals, [&](const model::Refusal &found) { return found.column == column && !found.offers.empty(); });
    return refusal == table.refusals.end() ? std::vector<model::PlanEdit>() : refusal->offers;
}

bool isOfColumn(model::PlanEdit edit) { return aspectOf(edit) == model::PlanAspect::Column; }
bool isOfDeletes(model::PlanEdit edit) { return aspectOf(edit) == model::PlanAspect::Deletes || aspectOf(edit) == model::PlanAspect::Purges; }

Error notOffered(const model::PlannedTable &table, const std::optional<QString> &column)
{
    const QString name = table.decision.table.toString() + (column ? QLatin1Char('.') + model::sqlIdentifier(*column) : QString());
    const auto refusal = std::ranges::find(table.refusals, column, &model::Refusal::column);
    if (refusal != table.refusals.end())
        return {ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 is refused for a reason that this decision does not lift."), name}, refusal->remedy, name};
    if (!column)
        return {ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "Row security hides no rows of %1 from the reading role, so there is nothing to accept."), name},
                QT_TRANSLATE_NOOP("core", "Leave it as it is: all its rows are loaded."), name};
    if (table.decision.columns.empty())
        return {ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 is refused, so nothing is to be decided of its columns."), table.decision.table.toString()},
                table.refusals.empty() ? base::Text() : table.refusals.front().remedy, name};
    return {ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 lands as it is, so there is nothing of the kind to decide."), name},
            QT_TRANSLATE_NOOP("core", "See what may be decided with: ekos-lakehouse lakehouse extraction show"), name};
}

/// Text keeps every value; the others change or leave out something that nobody sees any more.
Result<> checkDecision(const model::PlannedTable &table, model::PlanEdit edit, const model::Reason &reason, const std::optional<QString> &column)
{
    const QString name = table.decision.table.toString() + (column ? QLatin1Char('.') + model::sqlIdentifier(*column) : QString());
    if (isOfColumn(edit) && !column)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "What becomes of values is decided for one column of %1."), name},
                     QT_TRANSLATE_NOOP("core", "Name it with --column."), name};
    if (!isOfColumn(edit) && column)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "This is decided for a table, not for its column %1."), model::sqlIdentifier(*column)},
                     QT_TRANSLATE_NOOP("core", "Leave --column out."), name};
    if (isOfDeletes(edit))
        return checkDeleteChange(table, edit, isRealReason(reason));
    const std::vector<model::PlanEdit> offers = offersOf(table, aspectOf(edit), column);
    if (std::ranges::find(offers, edit) == offers.end())
        return notOffered(table, column);
    if (edit != model::PlanEdit::Text && !isRealReason(reason))
        return Error{ErrorCode::NeedsReason, column ? base::Text{QT_TRANSLATE_NOOP("core", "Values of %1 would land as something else than they are, so a reason is needed."), name}
                                                    : base::Text{QT_TRANSLATE_NOOP("core", "Only a part of the rows of %1 would be loaded, so a reason is needed."), name},
                     QT_TRANSLATE_NOOP("core", "Say why that is right, with --reason \"…\"."), name};
    return base::Ok{};
}

} // namespace

Result<> checkChange(const model::PlannedTable &table, model::PlanEdit edit, const model::Reason &reason, const std::optional<QString> &column,
                     const std::optional<model::PurgePolicy> &purgeSetting)
{
    const QString name = table.decision.table.toString();
    if (edit == model::PlanEdit::Undo)
        return column ? Result<>(base::Ok{}) : checkDeleteUndo(table, purgeSetting, isRealReason(reason));
    if (column || aspectOf(edit) != model::PlanAspect::Mode)
        return checkDecision(table, edit, reason, column);
    if (table.decision.mode == model::LoadMode::Refused)
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 is refused, so there is no mode to change."), name},
                     table.refusals.empty() ? base::Text(QT_TRANSLATE_NOOP("core", "See why with: ekos-lakehouse lakehouse extraction show")) : table.refusals.front().remedy, name};
    if (edit == model::PlanEdit::Full)
        return base::Ok{};
    if (table.decision.key.empty())
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 has no key that tells its rows apart, and incremental loading merges by one."), name},
                     QT_TRANSLATE_NOOP("core", "Give it a primary key at the source, or load it in full."), name};
    if (provesByItself(table))
        return base::Ok{};
    const bool hasCandidate = table.decision.watermark || std::ranges::any_of(table.reasons, [](const model::PlanReason &found) { return found.about == QLatin1String(watermarkCandidate); });
    if (!hasCandidate)
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 has no column that is known to tell when a row changed."), name},
                     QT_TRANSLATE_NOOP("core", "Name one in [extensions.lakehouse.watermarks] of ekos.toml and plan again, or load the table in full."), name};
    if (!isRealReason(reason))
        return Error{ErrorCode::NeedsReason, {QT_TRANSLATE_NOOP("core", "Nothing proves that every update of %1 moves its watermark, so a reason is needed."), name},
                     QT_TRANSLATE_NOOP("core", "Say why it is safe, with --reason \"…\"."), name};
    return base::Ok{};
}

Result<QString> resolveColumn(const model::PlannedTable &table, const QString &column)
{
    std::vector<QString> names; // of decisions too: one about a column that is gone can be taken back
    for (const model::PlannedColumn &planned : table.decision.columns)
        names.push_back(planned.name);
    for (const model::PlannedChange &decision : table.decisions)
        if (decision.change.column)
            names.push_back(*decision.change.column);
    for (const QString &wanted : {column, column.toLower()})
        if (std::ranges::find(names, wanted) != names.end())
            return wanted;
    const QString name = table.decision.table.toString();
    if (table.decision.columns.empty())
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 is refused, so nothing is to be decided of its columns."), name},
                     table.refusals.empty() ? base::Text() : table.refusals.front().remedy, name};
    return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "%1 has no column %2."), name, model::sqlIdentifier(column)},
                 {QT_TRANSLATE_NOOP("core", "See its columns with: ekos-lakehouse lakehouse extraction show --table %1"), base::shellWord(name)}, name};
}

} // namespace lakehouse::rules
