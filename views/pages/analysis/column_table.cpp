#include "pages/analysis/column_table.h"

#include "kit/localized.h"
#include "pages/analysis/analysis_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using Column = ColumnTableColumn;
using model::Fidelity;

namespace {

constexpr std::size_t mostCodes = 12;

QString words(const char *source, qint64 count = -1)
{
    return QCoreApplication::translate("ColumnTable", source, nullptr, int(count));
}

std::size_t at(Column column)
{
    return std::size_t(column);
}

QString codeText(const model::CodeMeaning &code)
{
    return code.meaning.isEmpty() ? code.code : words(QT_TRANSLATE_NOOP("ColumnTable", "%1 = %2")).arg(code.code, code.meaning);
}

QString standsBehind(model::EvidenceClass evidence)
{
    return evidence == model::EvidenceClass::Database ? words(QT_TRANSLATE_NOOP("ColumnTable", "The database allows no other value."))
                                                      : words(QT_TRANSLATE_NOOP("ColumnTable", "The application says so; the database allows other values."));
}

QString fidelityWords(const model::PlannedColumn &column)
{
    if (column.fidelity == Fidelity::Decided && column.decided)
        return words(QT_TRANSLATE_NOOP("ColumnTable", "In a form that a person decided; the extraction plan says who and why."));
    switch (column.fidelity) {
    case Fidelity::Exact: return words(QT_TRANSLATE_NOOP("ColumnTable", "Every value arrives exactly as it is."));
    case Fidelity::Widening: return words(QT_TRANSLATE_NOOP("ColumnTable", "In a wider type, without losing a value."));
    case Fidelity::Decided: return words(QT_TRANSLATE_NOOP("ColumnTable", "In a form that a rule decided; the evidence says which."));
    case Fidelity::Refused: return words(QT_TRANSLATE_NOOP("ColumnTable", "It is not loaded."));
    }
    return {};
}

} // namespace

std::vector<TableColumn> columnColumns()
{
    const auto column = [](const char *id, const char *title, const char *description, CellKind kind, int width) {
        return TableColumn{QString::fromLatin1(id), words(title), words(description), kind, width, false};
    };
    return {
        column("column", QT_TRANSLATE_NOOP("ColumnTable", "Column"), QT_TRANSLATE_NOOP("ColumnTable", "As the source names it"), CellKind::Text, 108),
        column("type", QT_TRANSLATE_NOOP("ColumnTable", "Type"), QT_TRANSLATE_NOOP("ColumnTable", "As the source prints it"), CellKind::Text, 108),
        column("lands-as", QT_TRANSLATE_NOOP("ColumnTable", "Lands as"), QT_TRANSLATE_NOOP("ColumnTable", "Its type in bronze"), CellKind::Text, 98),
        column("nulls", QT_TRANSLATE_NOOP("ColumnTable", "Nulls"), QT_TRANSLATE_NOOP("ColumnTable", "Among the rows that were looked at"), CellKind::Number, 62),
        column("distinct", QT_TRANSLATE_NOOP("ColumnTable", "Distinct"), QT_TRANSLATE_NOOP("ColumnTable", "Values other than NULL, among the rows that were looked at"), CellKind::Number, 76),
        column("personal-data", QT_TRANSLATE_NOOP("ColumnTable", "Personal data"), QT_TRANSLATE_NOOP("ColumnTable", "What it may hold, and how sure that is"), CellKind::Text, 150),
        column("codes", QT_TRANSLATE_NOOP("ColumnTable", "Codes"), QT_TRANSLATE_NOOP("ColumnTable", "The values that it may have, where that is a list"), CellKind::Text, 130),
        column("refusal", QT_TRANSLATE_NOOP("ColumnTable", "Refusal"), QT_TRANSLATE_NOOP("ColumnTable", "Why it is not loaded, and what would lift it"), CellKind::Text, 220),
        column("default", QT_TRANSLATE_NOOP("ColumnTable", "Default"), QT_TRANSLATE_NOOP("ColumnTable", "Or how it is generated"), CellKind::Text, 120),
        column("comment", QT_TRANSLATE_NOOP("ColumnTable", "Comment"), QT_TRANSLATE_NOOP("ColumnTable", "As it stands at the source"), CellKind::Text, 240),
    };
}

ColumnTableRows::ColumnTableRows(ReadTablePointer table) : m_table(std::move(table))
{
    m_cells.reserve(m_table->analysis.table.columns.size());
    for (const model::SourceColumn &column : m_table->analysis.table.columns) {
        Cells &cells = m_cells.emplace_back();
        cells.texts[at(Column::Name)] = column.name;
        fillType(cells, column);
        fillProfile(cells, column);
        fillCodes(cells, column.name);
        fillLanding(cells, column.name);
        fillPersonalData(cells, column.name);
        cells.texts[at(Column::Default)] = column.generatedExpression.value_or(column.defaultExpression.value_or(QString()));
        cells.texts[at(Column::Comment)] = column.comment.value_or(QString());
    }
}

void ColumnTableRows::fillType(Cells &cells, const model::SourceColumn &column) const
{
    cells.texts[at(Column::Type)] = column.type.declared;
    QStringList said{column.isNotNull ? words(QT_TRANSLATE_NOOP("ColumnTable", "The database lets it be NULL in no row.")) : words(QT_TRANSLATE_NOOP("ColumnTable", "It may be NULL."))};
    if (!column.isNotNull && std::ranges::find(m_table->analysis.mandatoryColumns, column.name, &model::MandatoryColumn::column) != m_table->analysis.mandatoryColumns.end())
        said += words(QT_TRANSLATE_NOOP("ColumnTable", "The application wants it filled."));
    if (column.isIdentity)
        said += words(QT_TRANSLATE_NOOP("ColumnTable", "The database numbers it."));
    if (!column.isReadable)
        said += words(QT_TRANSLATE_NOOP("ColumnTable", "The reading role may not select it."));
    cells.reasons[at(Column::Type)] = said.join(QLatin1Char(' '));
    const auto isKey = std::ranges::find(m_table->row.key, column.name) != m_table->row.key.end();
    if (isKey)
        cells.reasons[at(Column::Name)] = words(QT_TRANSLATE_NOOP("ColumnTable", "It is part of the key."));
}

void ColumnTableRows::fillProfile(Cells &cells, const model::SourceColumn &column) const
{
    const api::TableAnalysis &analysis = m_table->analysis;
    const auto found = std::ranges::find(analysis.profile, column.name, &model::ColumnProfile::column);
    if (found == analysis.profile.end()) {
        if (!m_table->row.profiledAtUtc && hasRowsToLookAt(analysis.table.kind))
            cells.texts[at(Column::Nulls)] = cells.texts[at(Column::Distinct)] = words(QT_TRANSLATE_NOOP("ColumnTable", "not yet"));
        return;
    }
    cells.nulls = double(found->nulls);
    cells.distinct = double(found->distinct);
    cells.texts[at(Column::Nulls)] = countText(found->nulls);
    cells.texts[at(Column::Distinct)] = countText(found->distinct);
    const QString rests = analysis.isProfileComplete ? words(QT_TRANSLATE_NOOP("ColumnTable", "Of %1 row(s), which are all."), analysis.profiledRows)
                                                     : words(QT_TRANSLATE_NOOP("ColumnTable", "Of %1 row(s) that were looked at; there are others."), analysis.profiledRows);
    cells.reasons[at(Column::Nulls)] = cells.reasons[at(Column::Distinct)] = rests.arg(countText(analysis.profiledRows));
}

void ColumnTableRows::fillCodes(Cells &cells, const QString &column) const
{
    const api::TableAnalysis &analysis = m_table->analysis;
    if (const auto flag = std::ranges::find(analysis.flags, column, &model::FlagColumn::column); flag != analysis.flags.end()) {
        cells.texts[at(Column::Codes)] = words(QT_TRANSLATE_NOOP("ColumnTable", "yes: %1, no: %2")).arg(flag->yes, flag->no);
        cells.reasons[at(Column::Codes)] = standsBehind(flag->evidenceClass);
        return;
    }
    const auto list = std::ranges::find(analysis.codeLists, column, &model::CodeList::column);
    if (list == analysis.codeLists.end())
        return;
    QStringList codes;
    for (const model::CodeMeaning &code : list->codes) {
        if (std::size_t(codes.size()) == mostCodes) {
            codes += words(QT_TRANSLATE_NOOP("ColumnTable", "%n more"), qint64(list->codes.size() - mostCodes));
            break;
        }
        codes += codeText(code);
    }
    cells.texts[at(Column::Codes)] = codes.join(QStringLiteral(", "));
    cells.reasons[at(Column::Codes)] = standsBehind(list->evidenceClass);
}

void ColumnTableRows::fillLanding(Cells &cells, const QString &column) const
{
    const model::PlannedTable &planned = m_table->analysis.planned;
    const auto found = std::ranges::find(planned.decision.columns, column, &model::PlannedColumn::name);
    if (found != planned.decision.columns.end() && planned.decision.mode != model::LoadMode::Refused) {
        const bool isRefused = found->fidelity == Fidelity::Refused;
        cells.texts[at(Column::LandsAs)] = isRefused ? words(QT_TRANSLATE_NOOP("ColumnTable", "not loaded")) : found->bronzeType;
        cells.reasons[at(Column::LandsAs)] = fidelityWords(*found);
    }
    const auto refusal = std::ranges::find(planned.refusals, std::optional(column), &model::Refusal::column);
    if (refusal == planned.refusals.end())
        return;
    cells.texts[at(Column::Refusal)] = localized(refusal->reason);
    cells.reasons[at(Column::Refusal)] = words(QT_TRANSLATE_NOOP("ColumnTable", "%1 What would lift it: %2")).arg(localized(refusal->reason), localized(refusal->remedy));
    cells.reasons[at(Column::LandsAs)] = cells.reasons[at(Column::Refusal)];
}

void ColumnTableRows::fillPersonalData(Cells &cells, const QString &column) const
{
    QStringList kinds;
    QStringList counts;
    for (const model::PiiCandidate &candidate : m_table->analysis.personalData) {
        if (candidate.column != column)
            continue;
        kinds += words(QT_TRANSLATE_NOOP("ColumnTable", "%1, %2")).arg(personalDataWord(candidate.personalData), confidenceWord(candidate.confidence));
        if (candidate.sampled > 0)
            counts += words(QT_TRANSLATE_NOOP("ColumnTable", "%1 of %2 values that were looked at are like it.")).arg(countText(candidate.matched), countText(candidate.sampled));
    }
    cells.texts[at(Column::PersonalData)] = kinds.join(QStringLiteral("; "));
    cells.reasons[at(Column::PersonalData)] = counts.join(QLatin1Char(' '));
}

std::optional<double> ColumnTableRows::number(qsizetype index, int column) const
{
    switch (Column(column)) {
    case Column::Nulls: return m_cells[std::size_t(index)].nulls;
    case Column::Distinct: return m_cells[std::size_t(index)].distinct;
    default: return std::nullopt;
    }
}

QString ColumnTableRows::reason(qsizetype index, int column) const
{
    return m_cells[std::size_t(index)].reasons[std::size_t(column)];
}

bool ColumnTableRows::needsMe(qsizetype index) const
{
    const Cells &cells = m_cells[std::size_t(index)];
    return !cells.texts[at(Column::Refusal)].isEmpty() || !cells.texts[at(Column::PersonalData)].isEmpty();
}

} // namespace lakehouse::views
