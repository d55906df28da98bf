#include "kit/table_text.h"

#include "text/csv.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace lakehouse::views {

namespace {

QString plainNumber(double number)
{
    constexpr double exact = 9007199254740992.0; // whole numbers up to here are exact
    return number == std::floor(number) && std::abs(number) < exact ? QString::number(qint64(number)) : QString::number(number, 'g', 17);
}

/// The number behind a text that is nothing but one: "16,044" is, "4.2 s" is not.
std::optional<double> bareNumber(const TableRows &rows, qsizetype row, int column, CellKind kind, const QString &text)
{
    if (kind != CellKind::Number || text.isEmpty())
        return std::nullopt;
    const bool isBare = std::all_of(text.begin(), text.end(), [](QChar sign) {
        return sign.isDigit() || sign.isSpace() || QStringView(u".,'’-−+").contains(sign);
    });
    return isBare ? rows.number(row, column) : std::nullopt;
}

/// A number is no formula, whatever sign it begins with. Besides what a comma needs, quotes keep spaces at the edges, and semicolons, which part the
/// cells where the comma is the decimal sign.
QString csvCell(const QString &text)
{
    bool isNumber = false;
    text.toDouble(&isNumber);
    const QString cell = isNumber ? text : text::csvLine({text}).chopped(2); // without the end of the line
    const bool isQuoted = cell.startsWith(QLatin1Char('"'));
    const bool hasSpaceAtEnd = !text.isEmpty() && (text[0].isSpace() || text.back().isSpace());
    return !isQuoted && (hasSpaceAtEnd || text.contains(QLatin1Char(';'))) ? QLatin1Char('"') + cell + QLatin1Char('"') : cell;
}

QString markdownCell(QString text)
{
    text.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('|'), QLatin1String("\\|"));
    text.replace(QLatin1Char('<'), QLatin1String("&lt;"));
    return text.replace(QLatin1String("\r\n"), QLatin1String("<br>")).replace(QLatin1Char('\n'), QLatin1String("<br>"));
}

QString markdownLine(const QStringList &cells)
{
    return QLatin1String("| ") + cells.join(QLatin1String(" | ")) + QLatin1String(" |\n");
}

QString sqlText(QString text)
{
    return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QLatin1String("''")) + QLatin1Char('\'');
}

QString tabCell(QString text)
{
    std::replace_if(text.begin(), text.end(), [](QChar sign) { return QStringView(u"\t\n\r").contains(sign); }, QLatin1Char(' '));
    return text;
}

} // namespace

TableText::TableText(std::shared_ptr<const TableRows> rows, std::vector<TableColumn> columns, std::vector<int> shown)
    : m_rows(std::move(rows)), m_columns(std::move(columns)), m_shown(std::move(shown))
{
}

QString TableText::heading(TableFormat format) const
{
    QStringList titles;
    QStringList rules;
    for (const int column : m_shown) {
        const TableColumn &one = m_columns[std::size_t(column)];
        const bool isCsv = format == TableFormat::Csv;
        titles.push_back(isCsv ? csvCell(one.title) : format == TableFormat::Markdown ? markdownCell(one.title) : tabCell(one.title));
        rules.push_back(one.kind == CellKind::Number ? QStringLiteral("---:") : QStringLiteral("---"));
    }
    switch (format) {
    case TableFormat::Tabs: return titles.join(QLatin1Char('\t')) + QLatin1Char('\n');
    case TableFormat::Csv: return titles.join(QLatin1Char(',')) + QLatin1String("\r\n");
    case TableFormat::Markdown:
        return markdownLine(titles) + markdownLine(rules);
    case TableFormat::SqlList:
    case TableFormat::Json: break;
    }
    return {};
}

QString TableText::cell(qsizetype row, int column, TableFormat format) const
{
    const CellKind kind = m_columns[std::size_t(column)].kind;
    const QString text = cellText(*m_rows, row, column, kind);
    switch (format) {
    case TableFormat::Tabs: return tabCell(text);
    case TableFormat::Markdown: return markdownCell(text);
    case TableFormat::Csv: {
        const std::optional<double> number = bareNumber(*m_rows, row, column, kind, text);
        return number ? plainNumber(*number) : csvCell(text);
    }
    case TableFormat::SqlList:
    case TableFormat::Json: break;
    }
    return text;
}

QString TableText::line(qsizetype row, TableFormat format) const
{
    if (format == TableFormat::Json) {
        QJsonObject object;
        for (const int column : m_shown) {
            const TableColumn &one = m_columns[std::size_t(column)];
            const QString text = cellText(*m_rows, row, column, one.kind);
            const std::optional<double> number = bareNumber(*m_rows, row, column, one.kind, text);
            object.insert(one.id, number ? QJsonValue(*number) : QJsonValue(text));
        }
        return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
    }
    QStringList cells;
    for (const int column : m_shown)
        cells.push_back(cell(row, column, format));
    switch (format) {
    case TableFormat::Csv: return cells.join(QLatin1Char(',')) + QLatin1String("\r\n");
    case TableFormat::Markdown: return markdownLine(cells);
    default: return cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
}

QString TableText::sqlList(const std::vector<quint32> &rows, int column) const
{
    const CellKind kind = m_columns[std::size_t(column)].kind;
    QStringList values;
    QSet<QString> seen;
    for (const quint32 row : rows) {
        const QString text = cellText(*m_rows, row, column, kind);
        const std::optional<double> number = bareNumber(*m_rows, row, column, kind, text);
        const QString value = number ? plainNumber(*number) : sqlText(text);
        if (!seen.contains(value)) {
            seen.insert(value);
            values.push_back(value);
        }
    }
    return values.join(QLatin1String(", "));
}

} // namespace lakehouse::views
