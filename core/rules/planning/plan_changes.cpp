#include "rules/planning/extraction_planner.h"

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

} // namespace

Result<> checkChange(const model::PlannedTable &table, model::PlanEdit edit, const model::Reason &reason)
{
    const QString name = table.decision.table.toString();
    if (edit == model::PlanEdit::Undo)
        return base::Ok{};
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

} // namespace lakehouse::rules
