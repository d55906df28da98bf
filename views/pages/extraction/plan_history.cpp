#include "pages/extraction/plan_history.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::PlanEdit;
using Kind = PlanEvent::Kind;

namespace {

constexpr qsizetype mostReasons = 8;

QString words(const char *source)
{
    return QCoreApplication::translate("PlanHistory", source);
}

QString changeWords(const PlanEvent &event)
{
    const QString column = event.column ? model::sqlIdentifier(*event.column) : QString();
    switch (event.edit) {
    case PlanEdit::Full: return words(QT_TRANSLATE_NOOP("PlanHistory", "Set the table to full"));
    case PlanEdit::Incremental: return words(QT_TRANSLATE_NOOP("PlanHistory", "Set the table to incremental"));
    case PlanEdit::Undo:
        return event.column ? words(QT_TRANSLATE_NOOP("PlanHistory", "Took the decision about column %1 back")).arg(column)
                            : words(QT_TRANSLATE_NOOP("PlanHistory", "Took the change back"));
    case PlanEdit::Text: return words(QT_TRANSLATE_NOOP("PlanHistory", "Decided that column %1 lands as text")).arg(column);
    case PlanEdit::Null: return words(QT_TRANSLATE_NOOP("PlanHistory", "Decided that values of column %1 that bronze cannot hold become NULL")).arg(column);
    case PlanEdit::Limit:
        return words(QT_TRANSLATE_NOOP("PlanHistory", "Decided that values of column %1 that bronze cannot hold become the nearest one that it can")).arg(column);
    case PlanEdit::DeletesEveryRun: return words(QT_TRANSLATE_NOOP("PlanHistory", "Decided that deletes are looked for after each load"));
    case PlanEdit::DeletesAudit: return words(QT_TRANSLATE_NOOP("PlanHistory", "Decided that deletes are looked for now and then only"));
    case PlanEdit::KeepPurged: return words(QT_TRANSLATE_NOOP("PlanHistory", "Decided that rows which the source no longer has stay in bronze"));
    case PlanEdit::RemovePurged: return words(QT_TRANSLATE_NOOP("PlanHistory", "Decided that what the source deletes is deleted in bronze too"));
    case PlanEdit::AcceptRowSecurity: return words(QT_TRANSLATE_NOOP("PlanHistory", "Accepted that only the rows that row security shows are loaded"));
    }
    return {};
}

QString whatHappened(const PlanEvent &event)
{
    const auto numbered = [&event](const char *source) { return words(source).arg(event.plan.toShortString()).arg(event.sequence); };
    switch (event.kind) {
    case Kind::Change: return changeWords(event);
    case Kind::Approval: return numbered(QT_TRANSLATE_NOOP("PlanHistory", "Approved plan %1, number %2 in the ledger"));
    case Kind::Revocation: return numbered(QT_TRANSLATE_NOOP("PlanHistory", "Revoked the approval of plan %1, number %2 in the ledger"));
    case Kind::Foreign: break;
    }
    return words(QT_TRANSLATE_NOOP("PlanHistory", "Entry %1 of the ledger, written in a form that this program does not know")).arg(event.sequence);
}

HistoryItem itemOf(const PlanEvent &event)
{
    return {.at = event.atUtc, .who = event.actor, .what = whatHappened(event), .reason = event.reason, .id = event.run,
            .status = event.kind == Kind::Foreign ? Status::Unknown : event.kind == Kind::Approval ? Status::Approved : Status::Done};
}

} // namespace

std::vector<HistoryItem> planHistory(const ExtractionState &state)
{
    std::vector<HistoryItem> items;
    for (const std::vector<PlanEvent> *events : {&state.changes, &state.approvals, &state.revocations})
        for (const PlanEvent &event : *events)
            items.push_back(itemOf(event));
    return items;
}

std::optional<HistoryItem> approvalOf(const ExtractionState &state, qint64 sequence)
{
    const auto found = std::ranges::find(state.approvals, sequence, &PlanEvent::sequence);
    return found == state.approvals.end() ? std::nullopt : std::optional(itemOf(*found));
}

QStringList earlierReasons(const ExtractionState &state)
{
    std::vector<const PlanEvent *> given;
    for (const std::vector<PlanEvent> *events : {&state.changes, &state.approvals, &state.revocations})
        for (const PlanEvent &event : *events)
            if (!event.reason.isEmpty())
                given.push_back(&event);
    std::ranges::stable_sort(given, [](const PlanEvent *left, const PlanEvent *right) { return left->atUtc.microseconds > right->atUtc.microseconds; });
    QStringList reasons;
    for (auto event = given.begin(); event != given.end() && reasons.size() < mostReasons; ++event)
        if (!reasons.contains((*event)->reason))
            reasons += (*event)->reason;
    return reasons;
}

} // namespace lakehouse::views
