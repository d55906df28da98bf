#include "pages/extraction/plan_history.h"

#include "describe/json_reader.h"
#include "model/fact_bodies.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::ApprovalFact;
using model::PlanChange;
using model::PlanEdit;

namespace {

constexpr qsizetype mostReasons = 8;

QString words(const char *source)
{
    return QCoreApplication::translate("PlanHistory", source);
}

QString changeWords(PlanEdit edit)
{
    switch (edit) {
    case PlanEdit::Full: return words(QT_TRANSLATE_NOOP("PlanHistory", "Set the table to full"));
    case PlanEdit::Incremental: return words(QT_TRANSLATE_NOOP("PlanHistory", "Set the table to incremental"));
    case PlanEdit::Undo: return words(QT_TRANSLATE_NOOP("PlanHistory", "Took the change back"));
    }
    return {};
}

HistoryItem itemOf(const api::LedgerLine &line)
{
    HistoryItem item{.at = line.recordedAtUtc, .who = line.actor,
        .what = words(QT_TRANSLATE_NOOP("PlanHistory", "Entry %1 of the ledger, written in a form that this program does not know"))
        .arg(line.sequence),
                     .id = line.run ? line.run->toString() : QString(), .status = Status::Unknown};
    if (line.kind == model::FactKind::PlanChange) {
        if (const auto change = describe::readJson<PlanChange>(line.body.toUtf8())) {
            item.what = changeWords(change.value().edit);
            item.reason = change.value().reason.toString();
            item.status = Status::Done;
        }
    } else if (const auto approval = describe::readJson<ApprovalFact>(line.body.toUtf8())) {
        item.what = words(QT_TRANSLATE_NOOP("PlanHistory", "Approved plan %1, number %2 in the ledger"))
            .arg(approval.value().planDigest.toShortString()).arg(line.sequence);
        item.reason = approval.value().reason.toString();
        item.status = Status::Approved;
    }
    return item;
}

} // namespace

std::vector<HistoryItem> planHistory(const ExtractionState &state)
{
    std::vector<HistoryItem> items;
    for (const std::vector<api::LedgerLine> *lines : {&state.changes, &state.approvals})
        for (const api::LedgerLine &line : *lines)
            items.push_back(itemOf(line));
    return items;
}

QStringList earlierReasons(const ExtractionState &state)
{
    std::vector<HistoryItem> items = planHistory(state);
    std::ranges::stable_sort(items, [](const HistoryItem &left, const HistoryItem &right) { return left.at.microseconds > right.at.microseconds; });
    QStringList reasons;
    for (const HistoryItem &item : items)
        if (!item.reason.isEmpty() && !reasons.contains(item.reason) && reasons.size() < mostReasons)
            reasons += item.reason;
    return reasons;
}

} // namespace lakehouse::views
