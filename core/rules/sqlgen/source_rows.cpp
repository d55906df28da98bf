#include "rules/sqlgen/source_rows.h"

#include "rules/sqlgen/quoting.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::rules {

using model::PlannedColumn;
using model::TableDecision;

namespace {

enum class Language { Trino, Postgres };

bool isReadThroughQuery(const TableDecision &table)
{
    return std::ranges::any_of(table.columns, [](const PlannedColumn &column) {
        return column.fidelity != model::Fidelity::Refused && column.sourceExpression.has_value();
    });
}

QString condition(const TableDecision &table, SourceRows rows, Language language)
{
    if (rows == SourceRows::All || !table.watermark)
        return {};
    const auto column = std::ranges::find(table.columns, table.watermark->column, &PlannedColumn::name);
    const QString type = column == table.columns.end() ? QString() : column->bronzeType;
    const QString name = language == Language::Trino ? trinoIdentifier(table.watermark->column)
                                                     : postgresIdentifier(table.watermark->column);
    return name + QStringLiteral(" >= ") + lowerBoundAs(type) + QStringLiteral(" OR ") + name + QStringLiteral(" IS NULL");
}

/// The statement in the source's own SQL.
QString sourceQuery(const TableDecision &table, SourceRows rows)
{
    QString query;
    QString separator = QStringLiteral("SELECT ");
    for (const PlannedColumn &column : landedColumns(table)) {
        const QString name = postgresIdentifier(column.name);
        const QString alias = postgresIdentifier(readName(column));
        query += separator + column.sourceExpression.value_or(name);
        if (column.sourceExpression || alias != name)
            query += QStringLiteral(" AS ") + alias;
        separator = QStringLiteral(",\n    ");
    }
    query += QStringLiteral("\nFROM ") + postgresIdentifier(table.table.schema()) + QLatin1Char('.') + postgresIdentifier(table.table.table());
    if (const QString where = condition(table, rows, Language::Postgres); !where.isEmpty())
        query += QStringLiteral("\nWHERE ") + where;
    return query;
}

} // namespace

QString asWatermark(const QString &moment, const QString &watermarkType)
{
    if (watermarkType == QLatin1String("date"))
        return QStringLiteral("CAST(%1 AT TIME ZONE 'UTC' AS date)").arg(moment);
    if (watermarkType.startsWith(QLatin1String("timestamp")) && !watermarkType.endsWith(QLatin1String("with time zone")))
        return QStringLiteral("CAST(%1 AT TIME ZONE 'UTC' AS timestamp(6))").arg(moment);
    return moment;
}

QString lowerBoundAs(const QString &watermarkType)
{
    return asWatermark(QStringLiteral("${lower_bound}"), watermarkType);
}

QString readName(const PlannedColumn &column)
{
    return column.loadExpression ? column.name : column.bronzeName;
}

QString columnAsBronze(const PlannedColumn &column, const QString &readAs)
{
    const QString alias = trinoIdentifier(column.bronzeName);
    if (column.loadExpression)
        return *column.loadExpression + QStringLiteral(" AS ") + alias;
    const QString name = trinoIdentifier(readAs);
    if (column.connectorType != column.bronzeType)
        return QStringLiteral("CAST(") + name + QStringLiteral(" AS ") + column.bronzeType + QStringLiteral(") AS ") + alias;
    return name == alias ? name : name + QStringLiteral(" AS ") + alias;
}

std::vector<PlannedColumn> landedColumns(const TableDecision &table)
{
    std::vector<PlannedColumn> columns;
    columns.reserve(table.columns.size());
    std::ranges::copy_if(table.columns, std::back_inserter(columns),
                         [](const PlannedColumn &column) { return column.fidelity != model::Fidelity::Refused; });
    return columns;
}

QString sourceSelect(const TableDecision &table, SourceRows rows, const QString &indent)
{
    const bool throughQuery = isReadThroughQuery(table);
    QString select;
    QString separator = indent + QStringLiteral("SELECT\n") + indent + QStringLiteral("    ");
    for (const PlannedColumn &column : landedColumns(table)) {
        select += separator + columnAsBronze(column, throughQuery ? readName(column) : column.name);
        separator = QStringLiteral(",\n") + indent + QStringLiteral("    ");
    }
    select += QLatin1Char('\n') + indent + QStringLiteral("FROM ");
    const model::TablePlaces &places = table.places;
    if (throughQuery)
        return select + QStringLiteral("TABLE(") + trinoIdentifier(places.trinoCatalog) + QStringLiteral(".system.query(query => ")
            + trinoLiteral(sourceQuery(table, rows)) + QStringLiteral("))");
    select += trinoIdentifier(places.trinoCatalog) + QLatin1Char('.') + trinoIdentifier(places.trinoSchema) + QLatin1Char('.')
        + trinoIdentifier(places.trinoTable);
    if (const QString where = condition(table, rows, Language::Trino); !where.isEmpty())
        select += QLatin1Char('\n') + indent + QStringLiteral("WHERE ") + where;
    return select;
}

} // namespace lakehouse::rules
