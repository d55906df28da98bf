#include "rules/sqlgen/bronze_statements.h"

#include "rules/sqlgen/pipeline_files.h"
#include "rules/sqlgen/quoting.h"
#include "rules/sqlgen/source_rows.h"

#include <algorithm>

namespace lakehouse::rules {

using model::LoadMode;
using model::PlannedColumn;
using model::TableDecision;

namespace {

/// A column that the load adds: its name, type and what fills it.
struct AddedColumn {
    QString name;
    QString type;
    QString value;
};

/// A table that keeps purged rows is never replaced, so it keeps tombstones too, of when it loaded otherwise.
bool hasTombstones(const TableDecision &table)
{
    return table.mode == LoadMode::Incremental || table.keepsPurged();
}

std::vector<AddedColumn> addedColumns(const TableDecision &table)
{
    const QString moment = QStringLiteral("timestamp(6) with time zone");
    std::vector<AddedColumn> columns{
        {QLatin1String(loadedAtColumn), moment, QStringLiteral("${loaded_at}")},
        {QLatin1String(runIdColumn), QStringLiteral("varchar"), QStringLiteral("${run_id}")},
    };
    const QString none = QStringLiteral("CAST(NULL AS timestamp(6) with time zone)");
    if (hasTombstones(table))
        columns.push_back({QLatin1String(deletedAtColumn), moment, none});
    if (table.keepsPurged())
        columns.push_back({QLatin1String(purgedAtColumn), moment, none});
    return columns;
}

QString indented(qsizetype depth)
{
    return QString(depth * 4, QLatin1Char(' '));
}

/// The first line of every file. Names stand as they are; sqlComment keeps them on the line.
QString comment(const QString &before, const QString &name, const QString &after)
{
    return sqlComment(before + name + after) + QLatin1Char('\n');
}

QString bronzeName(const TableDecision &table)
{
    return table.places.bronzeSchema + QLatin1Char('.') + table.places.bronzeTable;
}

QString sourceName(const TableDecision &table)
{
    return table.table.toString();
}

// Iceberg format 2 has row-level deletes, which MERGE writes. Bronze is not partitioned.
constexpr char tableProperties[] = "WITH (format = 'PARQUET', format_version = 2)";

QString createSchema(const TableDecision &table)
{
    return comment(QStringLiteral("Makes the schema of the bronze table "), bronzeName(table), QStringLiteral(", unless it is there."))
        + QStringLiteral("CREATE SCHEMA IF NOT EXISTS ") + trinoIdentifier(table.places.lakeCatalog) + QLatin1Char('.')
        + trinoIdentifier(table.places.bronzeSchema) + QLatin1Char('\n');
}

QString createTable(const TableDecision &table)
{
    QString sql = comment(QStringLiteral("Makes the empty bronze table "), bronzeName(table), QStringLiteral(", unless it is there."))
        + QStringLiteral("CREATE TABLE IF NOT EXISTS ") + bronzeTableSql(table.places) + QStringLiteral(" (\n");
    for (const PlannedColumn &column : landedColumns(table))
        sql += indented(1) + trinoIdentifier(column.bronzeName) + QLatin1Char(' ') + column.bronzeType + QStringLiteral(",\n");
    for (const AddedColumn &column : addedColumns(table))
        sql += indented(1) + trinoIdentifier(column.name) + QLatin1Char(' ') + column.type + QStringLiteral(",\n");
    sql.chop(2);
    return sql + QStringLiteral("\n)\n") + QLatin1String(tableProperties) + QLatin1Char('\n');
}

QString fullLoad(const TableDecision &table)
{
    QString sql = comment(QStringLiteral("Replaces %1 in one step by all rows of ").arg(bronzeName(table)), sourceName(table), QStringLiteral("."))
        + QStringLiteral("CREATE OR REPLACE TABLE ") + bronzeTableSql(table.places) + QLatin1Char('\n') + QLatin1String(tableProperties)
        + QStringLiteral(" AS\nSELECT\n    source.*");
    for (const AddedColumn &column : addedColumns(table))
        sql += QStringLiteral(",\n") + indented(1) + column.value + QStringLiteral(" AS ") + trinoIdentifier(column.name);
    return sql + QStringLiteral("\nFROM (\n") + sourceSelect(table, SourceRows::All, indented(1)) + QStringLiteral("\n) AS source\n");
}

/// A name for the number of a row among those with its key, that no column has.
QString copyNumberColumn(const std::vector<PlannedColumn> &columns)
{
    QString name = QStringLiteral("_ekos_copy");
    while (std::ranges::any_of(columns, [&](const PlannedColumn &column) { return column.bronzeName.compare(name, Qt::CaseInsensitive) == 0; }))
        name += QLatin1Char('_');
    return name;
}

/// The columns of the key, in its order.
std::vector<PlannedColumn> keyColumns(const TableDecision &table)
{
    std::vector<PlannedColumn> key;
    for (const QString &name : table.key)
        if (const auto column = std::ranges::find(table.columns, name, &PlannedColumn::name); column != table.columns.end())
            key.push_back(*column);
    return key;
}

/// The newest row of each key among these; without a watermark any of them.
QString newestRows(const TableDecision &table, const QString &rows, const std::vector<PlannedColumn> &columns, const std::vector<PlannedColumn> &key)
{
    const auto watermark = table.watermark ? std::ranges::find(table.columns, table.watermark->column, &PlannedColumn::name) : table.columns.end();
    const QString order = watermark == table.columns.end() ? QString()
        : QStringLiteral(" ORDER BY ") + trinoIdentifier(watermark->bronzeName) + QStringLiteral(" DESC NULLS LAST");
    const QString number = trinoIdentifier(copyNumberColumn(columns));
    QString partition;
    for (const PlannedColumn &column : key)
        partition += (partition.isEmpty() ? QString() : QStringLiteral(", ")) + trinoIdentifier(column.bronzeName);
    // MERGE fails when two rows of the source have one key; the rest of them shows in the reconciliation.
    return indented(1) + QStringLiteral("SELECT * FROM (\n") + indented(2) + QStringLiteral("SELECT\n") + indented(3) + QStringLiteral("moved.*,\n")
        + indented(3) + QStringLiteral("row_number() OVER (PARTITION BY ") + partition + order + QStringLiteral(") AS ") + number + QLatin1Char('\n')
        + indented(2) + QStringLiteral("FROM (\n") + rows + QLatin1Char('\n')
        + indented(2) + QStringLiteral(") AS moved\n") + indented(1) + QStringLiteral(")\n")
        + indented(1) + QStringLiteral("WHERE ") + number + QStringLiteral(" = 1\n");
}

QString mergingLoad(const TableDecision &table)
{
    return comment(QStringLiteral("Brings into %1 all rows of ").arg(bronzeName(table)), sourceName(table), QStringLiteral("; rows that it no longer has stay."))
        + mergeIntoBronze(table, sourceSelect(table, SourceRows::All, indented(3)));
}

/// Only of moments that are not known yet.
QString addColumn(const TableDecision &table, const char *column)
{
    const QString name = QLatin1String(column);
    return comment(QStringLiteral("Gives "), bronzeName(table), QStringLiteral(" the column ") + name + QStringLiteral(", unless it is there.")) + QStringLiteral("ALTER TABLE ") + bronzeTableSql(table.places)
        + QStringLiteral(" ADD COLUMN IF NOT EXISTS ") + trinoIdentifier(name) + QStringLiteral(" timestamp(6) with time zone\n");
}

QString incrementalLoad(const TableDecision &table)
{
    return comment(QStringLiteral("Brings into %1 the rows of %2 that moved since the last load: those whose watermark ")
                       .arg(bronzeName(table), sourceName(table)), table.watermark->column,
                   QStringLiteral(" is at or above the lower bound, or NULL."))
        + mergeIntoBronze(table, sourceSelect(table, SourceRows::SinceLowerBound, indented(3)));
}

QString maintenance(const TableDecision &table, const QString &what, const QString &procedure)
{
    return comment(what, bronzeName(table), QStringLiteral(".")) + QStringLiteral("ALTER TABLE ") + bronzeTableSql(table.places)
        + QStringLiteral(" EXECUTE ") + procedure + QLatin1Char('\n');
}

} // namespace

QString mergeIntoBronze(const TableDecision &table, const QString &rows)
{
    const std::vector<PlannedColumn> columns = landedColumns(table);
    const std::vector<PlannedColumn> key = keyColumns(table);
    QString on, update, names, values;
    for (const PlannedColumn &column : key)
        on += (on.isEmpty() ? QString() : QStringLiteral("\n    AND ")) + keyCondition(column, QLatin1String("bronze."), QLatin1String("source."));
    const auto assign = [&](const QString &name, const QString &value) {
        const QString separator = update.isEmpty() ? QStringLiteral("\n    ") : QStringLiteral(",\n    ");
        update += separator + name + QStringLiteral(" = ") + value;
        names += separator + name;
        values += separator + value;
    };
    for (const PlannedColumn &column : columns) {
        const QString name = trinoIdentifier(column.bronzeName);
        assign(name, QStringLiteral("source.") + name);
    }
    for (const AddedColumn &column : addedColumns(table))
        assign(trinoIdentifier(column.name), column.value);
    return QStringLiteral("MERGE INTO ") + bronzeTableSql(table.places) + QStringLiteral(" AS bronze\nUSING (\n") + newestRows(table, rows, columns, key)
        + QStringLiteral(") AS source\nON ") + on + QStringLiteral("\nWHEN MATCHED THEN UPDATE SET") + update
        + QStringLiteral("\nWHEN NOT MATCHED THEN INSERT (") + names + QStringLiteral("\n) VALUES (") + values + QStringLiteral("\n)\n");
}

QString liveCondition(const TableDecision &table, QLatin1String alias)
{
    const auto isNull = [&](const char *column) { return alias + trinoIdentifier(QLatin1String(column)) + QStringLiteral(" IS NULL"); };
    if (table.keepsPurged())
        return isNull(deletedAtColumn) + QStringLiteral(" AND ") + isNull(purgedAtColumn);
    return hasTombstones(table) ? isNull(deletedAtColumn) : QString();
}

QString keyCondition(const PlannedColumn &column, QLatin1String left, QLatin1String right)
{
    const QString name = trinoIdentifier(column.bronzeName);
    if (column.isNotNull)
        return left + name + QStringLiteral(" = ") + right + name;
    const auto text = [&](QLatin1String side) { return QStringLiteral("coalesce(CAST(") + side + name + QStringLiteral(" AS varchar), '')"); };
    return text(left) + QStringLiteral(" = ") + text(right) + QStringLiteral(" AND (") + left + name + QStringLiteral(" IS NULL) = (") + right + name
        + QStringLiteral(" IS NULL)");
}

QString bronzeTableSql(const model::TablePlaces &places)
{
    return trinoIdentifier(places.lakeCatalog) + QLatin1Char('.') + trinoIdentifier(places.bronzeSchema) + QLatin1Char('.')
        + trinoIdentifier(places.bronzeTable);
}

qint64 bronzeRetentionDays(qint64 wantedDays)
{
    constexpr qint64 leastDays = 7;
    return std::max(wantedDays, leastDays);
}

std::vector<StatementFile> bronzeStatements(const TableDecision &table, qint64 retentionDays)
{
    if (table.mode == LoadMode::Refused)
        return {};
    const QString days = QString::number(bronzeRetentionDays(retentionDays));
    std::vector<StatementFile> files{
        {QLatin1String(createTableFile), createTable(table)},
        {QLatin1String(createSchemaFile), createSchema(table)},
        {QLatin1String(expireSnapshotsFile),
         maintenance(table, QStringLiteral("Forgets the snapshots older than %1 days of ").arg(days),
                     QStringLiteral("expire_snapshots(retention_threshold => '%1d')").arg(days))},
        {QLatin1String(fullLoadFile), table.keepsPurged() ? mergingLoad(table) : fullLoad(table)},
    };
    if (table.keepsPurged())
        files.insert(files.begin(), {{QLatin1String(addDeletedAtFile), addColumn(table, deletedAtColumn)}, {QLatin1String(addPurgedAtFile), addColumn(table, purgedAtColumn)}});
    if (table.mode == LoadMode::Incremental && table.watermark && !table.key.empty())
        files.push_back({QLatin1String(incrementalLoadFile), incrementalLoad(table)});
    files.push_back({QLatin1String(optimizeFile),
                     maintenance(table, QStringLiteral("Joins the small files of "), QStringLiteral("optimize(file_size_threshold => '100MB')"))});
    files.push_back({QLatin1String(removeOrphanFilesFile),
                     maintenance(table, QStringLiteral("Removes files older than %1 days that no snapshot needs, of ").arg(days),
                                 QStringLiteral("remove_orphan_files(retention_threshold => '%1d')").arg(days))});
    return files;
}

} // namespace lakehouse::rules
