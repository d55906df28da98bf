#include "pages/extraction/extraction_table.h"

#include "kit/localized.h"

#include <QCoreApplication>

namespace lakehouse::views {

using api::PlanMove;
using model::LoadMode;

namespace {

QString words(const char *source, int count = -1)
{
    return QCoreApplication::translate("ExtractionTable", source, nullptr, count);
}

QString listed(const std::vector<QString> &names)
{
    return QStringList(names.begin(), names.end()).join(QStringLiteral(", "));
}

const api::PlanRow &rowOf(const TableRows &rows, qsizetype row)
{
    return static_cast<const ExtractionTableRows &>(rows).row(row);
}

QString stateWord(const api::PlanRow &row)
{
    if (row.isStale())
        return words(QT_TRANSLATE_NOOP("ExtractionTable", "No longer fits"));
    if (row.mode == LoadMode::Refused)
        return words(QT_TRANSLATE_NOOP("ExtractionTable", "Refused"));
    if (row.move == PlanMove::Same)
        return words(QT_TRANSLATE_NOOP("ExtractionTable", "Approved"));
    if (row.isAgainstFacts)
        return words(QT_TRANSLATE_NOOP("ExtractionTable", "Against facts"));
    if (row.move == PlanMove::New)
        return words(QT_TRANSLATE_NOOP("ExtractionTable", "New"));
    return row.move == PlanMove::Changed ? words(QT_TRANSLATE_NOOP("ExtractionTable", "Changed"))
        : words(QT_TRANSLATE_NOOP("ExtractionTable", "Not approved"));
}

QString stateReason(const api::PlanRow &row)
{
    if (row.isChangeStale)
        return words(QT_TRANSLATE_NOOP("ExtractionTable",
            "A person's change of this table no longer fits and is not applied. %1 Undo it, or make the source fit.")).arg(localized(row.why));
    if (row.staleDecisions > 0)
        return words(QT_TRANSLATE_NOOP("ExtractionTable",
            "What was decided about columns or row security no longer fits what the source shows and is not applied: %n decision(s). "
            "The summary says which; decide anew, or undo them."), int(row.staleDecisions));
    if (row.mode == LoadMode::Refused)
        return localized(row.why);
    if (row.isAgainstFacts)
        return words(QT_TRANSLATE_NOOP("ExtractionTable", "It loads incrementally although nothing proves that every update moves %1."))
            .arg(row.watermark.value_or(QString()));
    switch (row.move) {
    case PlanMove::Unapproved: return words(QT_TRANSLATE_NOOP("ExtractionTable", "No plan is approved."));
    case PlanMove::Same: return words(QT_TRANSLATE_NOOP("ExtractionTable", "It loads as it was approved last."));
    case PlanMove::New: return words(QT_TRANSLATE_NOOP("ExtractionTable", "It was not part of the plan that was approved last."));
    case PlanMove::Changed: return words(QT_TRANSLATE_NOOP("ExtractionTable", "It loads otherwise than it was approved last: see the SQL diff."));
    }
    return {};
}

} // namespace

/// The first five fit beside the SQL in a window of 1280 pixels, the sixth in one of 1440.
std::vector<TableColumn> extractionColumns()
{
    const auto column = [](const char *id, const char *title, const char *description, CellKind kind, int width) {
        return TableColumn{QString::fromLatin1(id), words(title), words(description), kind, width, false};
    };
    return {
        column("state", QT_TRANSLATE_NOOP("ExtractionTable", "State"), QT_TRANSLATE_NOOP("ExtractionTable", "What a person has to know first"),
            CellKind::Status, 130),
        column("table", QT_TRANSLATE_NOOP("ExtractionTable", "Table"), QT_TRANSLATE_NOOP("ExtractionTable", "As the source names it"), CellKind::Text,
            108),
        column("mode", QT_TRANSLATE_NOOP("ExtractionTable", "Mode"), QT_TRANSLATE_NOOP("ExtractionTable", "How it loads"), CellKind::Text, 88),
        column("watermark", QT_TRANSLATE_NOOP("ExtractionTable", "Watermark"),
            QT_TRANSLATE_NOOP("ExtractionTable", "The column that tells which rows moved"), CellKind::Text, 94),
        column("key", QT_TRANSLATE_NOOP("ExtractionTable", "Key"), QT_TRANSLATE_NOOP("ExtractionTable", "The columns that tell rows apart"),
            CellKind::Text, 72),
        column("proof", QT_TRANSLATE_NOOP("ExtractionTable", "Proved by"),
            QT_TRANSLATE_NOOP("ExtractionTable", "What proves that every update moves the watermark"), CellKind::Text, 84),
        column("columns", QT_TRANSLATE_NOOP("ExtractionTable", "Columns"), QT_TRANSLATE_NOOP("ExtractionTable", "That are loaded"), CellKind::Number,
            80),
        column("refused-columns", QT_TRANSLATE_NOOP("ExtractionTable", "Refused columns"),
            QT_TRANSLATE_NOOP("ExtractionTable", "That are not loaded"), CellKind::Number, 120),
        column("rows", QT_TRANSLATE_NOOP("ExtractionTable", "Rows, about"),
            QT_TRANSLATE_NOOP("ExtractionTable", "By the statistics of the source when the plan was made"), CellKind::Number, 100),
        column("size", QT_TRANSLATE_NOOP("ExtractionTable", "Size, about"),
            QT_TRANSLATE_NOOP("ExtractionTable", "At the source when the plan was made"), CellKind::Number, 100),
        column("last-change", QT_TRANSLATE_NOOP("ExtractionTable", "Last change"),
            QT_TRANSLATE_NOOP("ExtractionTable", "Who changed how it loads, and why"), CellKind::Text, 260),
        column("plan-change", QT_TRANSLATE_NOOP("ExtractionTable", "Plan change"),
            QT_TRANSLATE_NOOP("ExtractionTable", "Against the plan that was approved last"), CellKind::Text, 100),
        column("reason", QT_TRANSLATE_NOOP("ExtractionTable", "Reason or refusal"),
            QT_TRANSLATE_NOOP("ExtractionTable", "Why it loads so, or why not"), CellKind::Text, 360),
    };
}

std::vector<FilterChip> extractionChips(bool withMoved)
{
    const auto chip = [](const char *id, const char *word, auto accepts) {
        return FilterChip{QString::fromLatin1(id), words(word),
            [accepts](const TableRows &rows, qsizetype row) { return accepts(rowOf(rows, row)); }};
    };
    std::vector<FilterChip> chips{
        chip("needs-me", QT_TRANSLATE_NOOP("ExtractionTable", "Needs me"), needsPerson),
        chip("changed", QT_TRANSLATE_NOOP("ExtractionTable", "Changed"), [](const api::PlanRow &row) { return row.move == PlanMove::Changed; }),
        chip("new", QT_TRANSLATE_NOOP("ExtractionTable", "New"), [](const api::PlanRow &row) { return row.move == PlanMove::New; }),
        chip("refused", QT_TRANSLATE_NOOP("ExtractionTable", "Refused"), [](const api::PlanRow &row) { return row.mode == LoadMode::Refused; }),
        chip("against-facts", QT_TRANSLATE_NOOP("ExtractionTable", "Against facts"), [](const api::PlanRow &row) { return row.isAgainstFacts; }),
        chip("full", QT_TRANSLATE_NOOP("ExtractionTable", "Full"), [](const api::PlanRow &row) { return row.mode == LoadMode::Full; }),
        chip("incremental", QT_TRANSLATE_NOOP("ExtractionTable", "Incremental"),
            [](const api::PlanRow &row) { return row.mode == LoadMode::Incremental; }),
    };
    if (withMoved)
        chips.insert(chips.begin(), {QStringLiteral("moved"), words(QT_TRANSLATE_NOOP("ExtractionTable", "Moved just now")),
                                     [](const TableRows &rows,
                                         qsizetype row) { return static_cast<const ExtractionTableRows &>(rows).isMoved(row); }});
    return chips;
}

QString modeWord(LoadMode mode)
{
    switch (mode) {
    case LoadMode::Full: return words(QT_TRANSLATE_NOOP("ExtractionTable", "full"));
    case LoadMode::Incremental: return words(QT_TRANSLATE_NOOP("ExtractionTable", "incremental"));
    case LoadMode::Refused: return words(QT_TRANSLATE_NOOP("ExtractionTable", "refused"));
    }
    return {};
}

QString proofWords(model::WatermarkProof proof)
{
    switch (proof) {
    case model::WatermarkProof::Trigger: return words(QT_TRANSLATE_NOOP("ExtractionTable", "a trigger"));
    case model::WatermarkProof::Application: return words(QT_TRANSLATE_NOOP("ExtractionTable", "the application"));
    case model::WatermarkProof::Person: return words(QT_TRANSLATE_NOOP("ExtractionTable", "nothing"));
    }
    return {};
}

QString moveWord(PlanMove move)
{
    switch (move) {
    case PlanMove::Unapproved: return {};
    case PlanMove::Same: return words(QT_TRANSLATE_NOOP("ExtractionTable", "same"));
    case PlanMove::New: return words(QT_TRANSLATE_NOOP("ExtractionTable", "new"));
    case PlanMove::Changed: return words(QT_TRANSLATE_NOOP("ExtractionTable", "changed"));
    }
    return {};
}

Status statusOf(const api::PlanRow &row)
{
    if (row.isStale())
        return Status::Stale;
    if (row.mode == LoadMode::Refused)
        return Status::Blocked;
    if (row.move == PlanMove::Same)
        return Status::Approved;
    return needsPerson(row) ? Status::NeedsYou : Status::Ready;
}

ExtractionTableRows::ExtractionTableRows(ReadPlanPointer plan, const std::vector<std::size_t> &moved) : m_plan(std::move(plan))
{
    if (moved.empty())
        return;
    m_moved.resize(m_plan->tables.size());
    for (const std::size_t row : moved)
        m_moved[row] = true;
}

QString ExtractionTableRows::id(qsizetype index) const
{
    return m_plan->names[std::size_t(index)];
}

QString ExtractionTableRows::text(qsizetype index, int column) const
{
    const api::PlanRow &table = row(index);
    const bool isRefused = table.mode == LoadMode::Refused;
    switch (ExtractionColumn(column)) {
    case ExtractionColumn::State: return stateWord(table);
    case ExtractionColumn::Table: return id(index);
    case ExtractionColumn::Mode: return modeWord(table.mode);
    case ExtractionColumn::Watermark: return table.watermark.value_or(QString());
    case ExtractionColumn::Proof: return table.proof ? proofWords(*table.proof) : QString();
    case ExtractionColumn::Key: return listed(table.key);
    case ExtractionColumn::Columns: return isRefused ? QString() : countText(table.columns);
    case ExtractionColumn::RefusedColumns: return table.refusedColumns > 0 ? countText(table.refusedColumns) : QString();
    case ExtractionColumn::Rows: return table.estimatedRows < 0 ? words(QT_TRANSLATE_NOOP("ExtractionTable", "not known"))
        : countText(table.estimatedRows);
    case ExtractionColumn::Size: return table.estimatedBytes < 0 ? QString() : byteText(table.estimatedBytes);
    case ExtractionColumn::LastChange:
        return table.change ? words(QT_TRANSLATE_NOOP("ExtractionTable", "%1: %2")).arg(table.change->actor, table.change->reason.toString())
            : QString();
    case ExtractionColumn::PlanMove: return moveWord(table.move);
    case ExtractionColumn::Reason: return localized(table.why);
    }
    return {};
}

std::optional<double> ExtractionTableRows::number(qsizetype index, int column) const
{
    const api::PlanRow &table = row(index);
    const auto known = [](qint64 count) { return count < 0 ? std::nullopt : std::optional(double(count)); };
    switch (ExtractionColumn(column)) {
    case ExtractionColumn::Columns: return table.mode == LoadMode::Refused ? std::nullopt : known(table.columns);
    case ExtractionColumn::RefusedColumns: return table.refusedColumns > 0 ? known(table.refusedColumns) : std::nullopt;
    case ExtractionColumn::Rows: return known(table.estimatedRows);
    case ExtractionColumn::Size: return known(table.estimatedBytes);
    default: return std::nullopt;
    }
}

std::optional<Status> ExtractionTableRows::status(qsizetype index, int column) const
{
    return ExtractionColumn(column) == ExtractionColumn::State ? std::optional(statusOf(row(index))) : std::nullopt;
}

QString ExtractionTableRows::reason(qsizetype index, int column) const
{
    const api::PlanRow &table = row(index);
    switch (ExtractionColumn(column)) {
    case ExtractionColumn::State: return stateReason(table);
    case ExtractionColumn::Reason:
    case ExtractionColumn::Mode: return localized(table.why);
    case ExtractionColumn::LastChange:
        return table.change ? words(QT_TRANSLATE_NOOP("ExtractionTable", "Changed by %1 at %2: %3"))
            .arg(table.change->actor, localized(table.change->atUtc), table.change->reason.toString()) : QString();
    default: return {};
    }
}

bool ExtractionTableRows::needsMe(qsizetype index) const
{
    return needsPerson(row(index));
}

} // namespace lakehouse::views
