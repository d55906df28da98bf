#include "pages/extraction/plan_history.h"

#include "describe/json_reader.h"
#include "model/fact_bodies.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::ApprovalFact;
using model::FactKind;
using model::PlanChange;
using model::PlanEdit;
using model::RevocationFact;

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

template<typename Body>
std::optional<Body> bodyOf(const api::LedgerLine &line)
{
    base::Result<Body> body = describe::readJson<Body>(line.body.toUtf8());
    return body ? std::optional(std::move(body).value()) : std::nullopt;
}

void fill(HistoryItem &item, const QString &what, const model::Reason &reason, Status status)
{
    item.what = what;
    item.reason = reason.toString();
    item.status = status;
}

HistoryItem itemOf(const api::LedgerLine &line)
{
    HistoryItem item{.at = line.recordedAtUtc, .who = line.actor,
        .what = words(QT_TRANSLATE_NOOP("PlanHistory", "Entry %1 of the ledger, written in a form that this program does not know"))
        .arg(line.sequence),
                     .id = line.run ? line.run->toString() : QString(), .status = Status::Unknown};
    const auto numbered = [&line](const char *source, const model::PlanDigest &plan) { return words(source).arg(plan.toShortString()).arg(line.sequence); };
    if (line.kind == FactKind::PlanChange) {
        if (const auto change = bodyOf<PlanChange>(line))
            fill(item, changeWords(change->edit), change->reason, Status::Done);
    } else if (line.kind == FactKind::ApprovalRevocation) {
        if (const auto revocation = bodyOf<RevocationFact>(line))
            fill(item, numbered(QT_TRANSLATE_NOOP("PlanHistory", "Revoked the approval of plan %1, number %2 in the ledger"), revocation->planDigest),
                revocation->reason, Status::Done);
    } else if (const auto approval = bodyOf<ApprovalFact>(line)) {
        fill(item, numbered(QT_TRANSLATE_NOOP("PlanHistory", "Approved plan %1, number %2 in the ledger"), approval->planDigest), approval->reason,
            Status::Approved);
    }
    return item;
}

} // namespace

std::vector<HistoryItem> planHistory(const ExtractionState &state)
{
    std::vector<HistoryItem> items;
    for (const std::vector<api::LedgerLine> *lines : {&state.changes, &state.approvals, &state.revocations})
        for (const api::LedgerLine &line : *lines)
            items.push_back(itemOf(line));
    return items;
}

std::optional<HistoryItem> approvalOf(const ExtractionState &state, qint64 sequence)
{
    const auto found = std::ranges::find(state.approvals, sequence, &api::LedgerLine::sequence);
    return found == state.approvals.end() ? std::nullopt : std::optional(itemOf(*found));
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
