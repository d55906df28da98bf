#include "pages/analysis/analysis_table.h"

#include "kit/localized.h"
#include "pages/analysis/analysis_words.h"

#include <QCoreApplication>

namespace lakehouse::views {

using api::AnalyzedTable;

namespace {

QString words(const char *source, qint64 count = -1)
{
    return QCoreApplication::translate("AnalysisTable", source, nullptr, int(count));
}

/// Nothing was concluded of it yet, so that a count of none would say too much.
bool isOpen(const AnalyzedTable &table, const ReadAnalysis &analysis)
{
    return !analysis.page.isAnalyzed && !table.profiledAtUtc;
}

QString countOrNotYet(qint64 count, bool isOpen)
{
    if (count > 0)
        return countText(count);
    return isOpen ? words(QT_TRANSLATE_NOOP("AnalysisTable", "not yet")) : QString();
}

QString rowsText(const AnalyzedTable &table)
{
    if (table.rows >= 0)
        return countText(table.rows);
    return hasRowsToLookAt(table.kind) ? words(QT_TRANSLATE_NOOP("AnalysisTable", "not known")) : QString();
}

QString watermarkText(const AnalyzedTable &table)
{
    if (!table.watermark)
        return {};
    return table.watermarkProof ? words(QT_TRANSLATE_NOOP("AnalysisTable", "%1, by %2")).arg(*table.watermark, provedByWords(*table.watermarkProof)) : *table.watermark;
}

QString watermarkReason(const AnalyzedTable &table)
{
    if (!table.watermark)
        return words(QT_TRANSLATE_NOOP("AnalysisTable", "No column is proved to move with every update."));
    return words(QT_TRANSLATE_NOOP("AnalysisTable", "Every update moves %1; that is proved by %2."))
        .arg(*table.watermark, table.watermarkProof ? provedByWords(*table.watermarkProof) : QString());
}

QString profiledText(const AnalyzedTable &table)
{
    if (table.profiledAtUtc)
        return localized(*table.profiledAtUtc);
    return hasRowsToLookAt(table.kind) ? words(QT_TRANSLATE_NOOP("AnalysisTable", "not yet")) : QString();
}

QString profiledReason(const AnalyzedTable &table)
{
    if (table.profiledAtUtc)
        return words(QT_TRANSLATE_NOOP("AnalysisTable", "Its rows were looked at then; what was concluded is kept, no value of them is."));
    return hasRowsToLookAt(table.kind) ? words(QT_TRANSLATE_NOOP("AnalysisTable", "Its rows were not looked at yet. The log of the last analysis says why, if one was made."))
                                       : words(QT_TRANSLATE_NOOP("AnalysisTable", "Its rows are those of other tables, so they are not looked at here."));
}

} // namespace

/// The first seven fit beside the detail in a window of 1280 pixels.
std::vector<TableColumn> analysisColumns()
{
    const auto column = [](const char *id, const char *title, const char *description, CellKind kind, int width) {
        return TableColumn{QString::fromLatin1(id), words(title), words(description), kind, width, false};
    };
    return {
        column("state", QT_TRANSLATE_NOOP("AnalysisTable", "State"), QT_TRANSLATE_NOOP("AnalysisTable", "What is worth a look first"), CellKind::Status, 142),
        column("schema", QT_TRANSLATE_NOOP("AnalysisTable", "Schema"), "", CellKind::Text, 76),
        column("table", QT_TRANSLATE_NOOP("AnalysisTable", "Table"), QT_TRANSLATE_NOOP("AnalysisTable", "As the source names it"), CellKind::Text, 112),
        column("rows", QT_TRANSLATE_NOOP("AnalysisTable", "Rows, about"), QT_TRANSLATE_NOOP("AnalysisTable", "By the statistics of the source when it was read"), CellKind::Number, 104),
        column("columns", QT_TRANSLATE_NOOP("AnalysisTable", "Columns"), "", CellKind::Number, 80),
        column("key", QT_TRANSLATE_NOOP("AnalysisTable", "Key"), QT_TRANSLATE_NOOP("AnalysisTable", "The columns that tell its rows apart"), CellKind::Text, 96),
        column("changes", QT_TRANSLATE_NOOP("AnalysisTable", "Changes"), QT_TRANSLATE_NOOP("AnalysisTable", "How the code of the application inserts, updates and deletes"), CellKind::Text, 190),
        column("watermark", QT_TRANSLATE_NOOP("AnalysisTable", "Watermark"), QT_TRANSLATE_NOOP("AnalysisTable", "A column that moves with every update, and what proves it"), CellKind::Text, 172),
        column("personal-data", QT_TRANSLATE_NOOP("AnalysisTable", "Personal data"), QT_TRANSLATE_NOOP("AnalysisTable", "Columns that may hold some"), CellKind::Number, 104),
        column("conflicts", QT_TRANSLATE_NOOP("AnalysisTable", "Conflicts"), QT_TRANSLATE_NOOP("AnalysisTable", "Pieces of evidence that disagree"), CellKind::Number, 80),
        column("orphans", QT_TRANSLATE_NOOP("AnalysisTable", "Orphan links"), QT_TRANSLATE_NOOP("AnalysisTable", "Foreign keys with rows that lead nowhere"), CellKind::Number, 96),
        column("refused-columns", QT_TRANSLATE_NOOP("AnalysisTable", "Refused columns"), QT_TRANSLATE_NOOP("AnalysisTable", "That no type of the lake holds faithfully"), CellKind::Number, 120),
        column("profiled", QT_TRANSLATE_NOOP("AnalysisTable", "Last profiled"), QT_TRANSLATE_NOOP("AnalysisTable", "When its rows were looked at"), CellKind::Time, 140),
    };
}

std::vector<FilterChip> analysisChips()
{
    const auto chip = [](const char *id, const char *word, auto accepts) {
        return FilterChip{QString::fromLatin1(id), words(word),
                          [accepts](const TableRows &rows, qsizetype row) { return accepts(static_cast<const AnalysisTableRows &>(rows).row(row)); }};
    };
    return {
        chip("conflicts", QT_TRANSLATE_NOOP("AnalysisTable", "Conflicts"), [](const AnalyzedTable &table) { return table.conflicts > 0; }),
        chip("personal-data", QT_TRANSLATE_NOOP("AnalysisTable", "Personal data"), [](const AnalyzedTable &table) { return table.personalData > 0; }),
        chip("no-key", QT_TRANSLATE_NOOP("AnalysisTable", "No key"), lacksKey),
        chip("refused", QT_TRANSLATE_NOOP("AnalysisTable", "Refused"), isRefusedInPart),
        chip("not-profiled", QT_TRANSLATE_NOOP("AnalysisTable", "Not profiled"), isNotProfiled),
    };
}

QString AnalysisTableRows::text(qsizetype index, int column) const
{
    const AnalyzedTable &table = row(index);
    const bool isOpen = views::isOpen(table, *m_analysis);
    switch (AnalysisColumn(column)) {
    case AnalysisColumn::State: return stateWord(table);
    case AnalysisColumn::Schema: return table.table.schema();
    case AnalysisColumn::Table: return table.table.table();
    case AnalysisColumn::Rows: return rowsText(table);
    case AnalysisColumn::Columns: return countText(table.columns);
    case AnalysisColumn::Key: return model::namesListed(table.key);
    case AnalysisColumn::Changes: return changesWords(table);
    case AnalysisColumn::Watermark: return watermarkText(table);
    case AnalysisColumn::PersonalData: return countOrNotYet(table.personalData, isOpen);
    case AnalysisColumn::Conflicts: return countOrNotYet(table.conflicts, isOpen);
    case AnalysisColumn::Orphans: return countOrNotYet(table.orphans, isOpen);
    case AnalysisColumn::RefusedColumns: return table.refusedColumns > 0 ? countText(table.refusedColumns) : QString();
    case AnalysisColumn::Profiled: return profiledText(table);
    }
    return {};
}

std::optional<double> AnalysisTableRows::number(qsizetype index, int column) const
{
    const AnalyzedTable &table = row(index);
    const auto above = [](qint64 count, qint64 least) { return count < least ? std::nullopt : std::optional(double(count)); };
    switch (AnalysisColumn(column)) {
    case AnalysisColumn::Rows: return above(table.rows, 0);
    case AnalysisColumn::Columns: return above(table.columns, 0);
    case AnalysisColumn::PersonalData: return above(table.personalData, 1);
    case AnalysisColumn::Conflicts: return above(table.conflicts, 1);
    case AnalysisColumn::Orphans: return above(table.orphans, 1);
    case AnalysisColumn::RefusedColumns: return above(table.refusedColumns, 1);
    case AnalysisColumn::Profiled: return table.profiledAtUtc ? std::optional(double(table.profiledAtUtc->microseconds)) : std::nullopt;
    default: return std::nullopt;
    }
}

std::optional<Status> AnalysisTableRows::status(qsizetype index, int column) const
{
    return AnalysisColumn(column) == AnalysisColumn::State ? std::optional(stateOf(row(index))) : std::nullopt;
}

QString AnalysisTableRows::reason(qsizetype index, int column) const
{
    const AnalyzedTable &table = row(index);
    switch (AnalysisColumn(column)) {
    case AnalysisColumn::State: return stateReason(table);
    case AnalysisColumn::Rows: return words(QT_TRANSLATE_NOOP("AnalysisTable", "By the statistics of the source, read at %1.")).arg(localized(m_analysis->page.readAtUtc));
    case AnalysisColumn::Key: return lacksKey(table) ? words(QT_TRANSLATE_NOOP("AnalysisTable", "Nothing tells its rows apart.")) : QString();
    case AnalysisColumn::Changes: return changesReason(table);
    case AnalysisColumn::Watermark: return watermarkReason(table);
    case AnalysisColumn::Profiled: return profiledReason(table);
    default: return {};
    }
}

bool AnalysisTableRows::needsMe(qsizetype index) const
{
    return needsLook(row(index));
}

} // namespace lakehouse::views
