#include "pages/review/review_table.h"

#include "kit/localized.h"
#include "pages/review/review_words.h"

#include <QCoreApplication>

namespace lakehouse::views {

using api::ReviewRow;
using model::ReviewPresence;

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("ReviewTable", source);
}

Status statusOf(const ReviewRow &row)
{
    if (!row.verdict)
        return Status::NeedsYou;
    return row.isMoved ? Status::Stale : Status::Done;
}

QString stateWord(const ReviewRow &row)
{
    if (row.presence == ReviewPresence::Gone)
        return words(QT_TRANSLATE_NOOP("ReviewTable", "Gone"));
    if (!row.verdict)
        return words(QT_TRANSLATE_NOOP("ReviewTable", "Open"));
    return row.isMoved ? words(QT_TRANSLATE_NOOP("ReviewTable", "Moved")) : words(QT_TRANSLATE_NOOP("ReviewTable", "Decided"));
}

QString stateReason(const ReviewRow &row)
{
    if (row.presence == ReviewPresence::Gone)
        return words(QT_TRANSLATE_NOOP("ReviewTable", "It was signed and is no longer found. There is nothing to decide about it."));
    if (!row.verdict)
        return words(QT_TRANSLATE_NOOP("ReviewTable", "Nobody decided it yet."));
    const QString decided = words(QT_TRANSLATE_NOOP("ReviewTable", "Decided by %1 at %2."))
                                .arg(row.decidedBy.value_or(QString()), row.decidedAtUtc ? localized(*row.decidedAtUtc) : QString());
    return row.isMoved ? words(QT_TRANSLATE_NOOP("ReviewTable", "It is other than it was signed. %1")).arg(decided) : decided;
}

const ReviewTableRows &rowsOf(const TableRows &rows)
{
    return static_cast<const ReviewTableRows &>(rows);
}

} // namespace

std::vector<TableColumn> reviewColumns()
{
    const auto column = [](const char *id, const char *title, const char *description, CellKind kind, int width) {
        return TableColumn{QString::fromLatin1(id), words(title), words(description), kind, width, false};
    };
    return {
        column("state", QT_TRANSLATE_NOOP("ReviewTable", "State"), QT_TRANSLATE_NOOP("ReviewTable", "Open, decided, other than it was signed, or no longer found"), CellKind::Status, 108),
        column("item", QT_TRANSLATE_NOOP("ReviewTable", "Item"), QT_TRANSLATE_NOOP("ReviewTable", "What is to be decided"), CellKind::Text, 190),
        column("finding", QT_TRANSLATE_NOOP("ReviewTable", "Finding"), QT_TRANSLATE_NOOP("ReviewTable", "What the analysis found"), CellKind::Text, 240),
        column("proposal", QT_TRANSLATE_NOOP("ReviewTable", "Proposal"), QT_TRANSLATE_NOOP("ReviewTable", "What follows from the evidence alone"), CellKind::Text, 110),
        column("decision", QT_TRANSLATE_NOOP("ReviewTable", "Decision"), QT_TRANSLATE_NOOP("ReviewTable", "What a person decided"), CellKind::Text, 110),
        column("by", QT_TRANSLATE_NOOP("ReviewTable", "Decided by"), "", CellKind::Text, 150),
        column("when", QT_TRANSLATE_NOOP("ReviewTable", "Decided at"), "", CellKind::Time, 150),
    };
}

std::vector<FilterChip> reviewChips(JustMoved justMoved)
{
    const auto chip = [](const char *id, const QString &word, auto accepts) {
        return FilterChip{QString::fromLatin1(id), word, [accepts](const TableRows &rows, qsizetype row) { return accepts(rowsOf(rows).row(row)); }};
    };
    std::vector<FilterChip> chips{
        chip("open", words(QT_TRANSLATE_NOOP("ReviewTable", "Open")), [](const ReviewRow &row) { return !row.verdict; }),
        chip("moved", words(QT_TRANSLATE_NOOP("ReviewTable", "Moved")), [](const ReviewRow &row) { return row.isMoved; }),
        chip("decided", words(QT_TRANSLATE_NOOP("ReviewTable", "Decided")), [](const ReviewRow &row) { return row.verdict && row.presence != ReviewPresence::Gone; }),
    };
    if (justMoved == JustMoved::Some)
        chips.insert(chips.begin(), {QStringLiteral("just-moved"), words(QT_TRANSLATE_NOOP("ReviewTable", "Moved just now")),
                                     [](const TableRows &rows, qsizetype row) { return rowsOf(rows).isJustMoved(row); }});
    return chips;
}

QString ReviewTableRows::text(qsizetype index, int column) const
{
    const ReviewRow &item = row(index);
    switch (ReviewColumn(column)) {
    case ReviewColumn::State: return stateWord(item);
    case ReviewColumn::Item: return item.item;
    case ReviewColumn::Finding: return localized(item.finding);
    case ReviewColumn::Proposal: return item.presence == ReviewPresence::Gone ? QString() : verdictWords(item.proposal);
    case ReviewColumn::Decision: return item.verdict ? verdictWords(*item.verdict) : QString();
    case ReviewColumn::DecidedBy: return item.decidedBy.value_or(QString());
    case ReviewColumn::DecidedAt: return item.decidedAtUtc ? localized(*item.decidedAtUtc) : QString();
    }
    return {};
}

std::optional<double> ReviewTableRows::number(qsizetype index, int column) const
{
    const std::optional<base::UtcTime> &time = row(index).decidedAtUtc;
    return ReviewColumn(column) == ReviewColumn::DecidedAt && time ? std::optional(double(time->microseconds)) : std::nullopt;
}

std::optional<Status> ReviewTableRows::status(qsizetype index, int column) const
{
    return ReviewColumn(column) == ReviewColumn::State ? std::optional(statusOf(row(index))) : std::nullopt;
}

QString ReviewTableRows::reason(qsizetype index, int column) const
{
    switch (ReviewColumn(column)) {
    case ReviewColumn::State:
    case ReviewColumn::Decision: return stateReason(row(index));
    case ReviewColumn::Finding: return localized(row(index).finding);
    default: return {};
    }
}

bool ReviewTableRows::needsMe(qsizetype index) const
{
    return !row(index).verdict || row(index).isMoved;
}

} // namespace lakehouse::views
