#include "usecases/reconcile/table_readings.h"

#include <QStringList>

namespace lakehouse::usecases {

using base::Error;
using base::ErrorCode;
using base::Result;
using ports::SqlRows;
using rules::RowImage;
using rules::SqlDialect;
using rules::TableReading;

namespace {

using Answer = std::map<QString, std::optional<QString>>;

Result<> addRow(Answer &answer, const SqlRows &rows)
{
    if (rows.rows.size() != 1 || rows.rows.front().size() != rows.columns.size())
        return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "A reconciliation statement answered %1 rows where one was asked for."),
                                                  qint64(rows.rows.size())},
                     QT_TRANSLATE_NOOP("core", "Reconcile again. If it happens again, report it with the output of \"ekos-lakehouse support bundle\".")};
    for (std::size_t at = 0; at < rows.columns.size(); ++at)
        answer.insert({rows.columns[at], rows.rows.front()[at]}); // the first statement comes first, and its row_count stays
    return base::Ok{};
}

Result<TableReading> readingOf(const std::vector<SqlRows> &answers)
{
    Answer answer;
    for (const SqlRows &rows : answers)
        EKOS_CHECK(addRow(answer, rows));
    return rules::tableReading(answer);
}

std::vector<RowImage> rowImages(const SqlRows &rows)
{
    std::vector<RowImage> images;
    images.reserve(rows.rows.size());
    for (const auto &row : rows.rows) {
        RowImage image;
        for (std::size_t at = 0; at < std::min(row.size(), rows.columns.size()); ++at) {
            const QString &column = rows.columns[at];
            const QString value = row[at].value_or(QString());
            if (column == QLatin1String("bucket"))
                image.bucket = value.toLongLong();
            else if (column == QLatin1String("key_hash"))
                image.keyHash = value;
            else if (column == QLatin1String("row_hash"))
                image.rowHash = value;
            else if (column.startsWith(QLatin1String("key_")))
                image.key.push_back(value);
            else if (column.startsWith(QLatin1String("hashes_")))
                for (const QString &hash : value.split(QLatin1Char(' ')))
                    image.hashes.push_back(hash);
        }
        images.push_back(std::move(image));
    }
    return images;
}

} // namespace

TableReadings::TableReadings(const model::TableDecision &table, const rules::ReconciliationSql &sql, const ReconcileOptions &options,
                             ports::SourceEngine &source, ports::LakeSql &lake, base::RunContext &run)
    : m_table(table), m_sql(sql), m_options(options), m_source(source), m_lake(lake), m_run(run)
{
    m_binding.boundUtc = options.boundUtc;
    m_binding.leftOutLimit = options.leftOutKeys + 1;
}

Result<QString> TableReadings::bound(SqlDialect dialect, const QString &sql) const
{
    return rules::bindReconciliation(dialect, sql, m_binding);
}

Result<SqlRows> TableReadings::askLake(const QString &sql)
{
    EKOS_TRY(const QString statement, bound(SqlDialect::Trino, sql));
    auto result = m_lake.execute(statement, {.tag = m_options.run ? m_options.run->toString() : QString()}, m_run);
    if (result)
        return std::move(result).value().rows;
    if (result.error().code != ErrorCode::NotFound)
        return std::move(result).error();
    return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is no bronze table of %1 to compare with."), m_table.table.toString()},
                 QT_TRANSLATE_NOOP("core", "Load it first: ekos-lakehouse lakehouse run"), m_table.table.toString(), result.error().detail};
}

Result<std::vector<SqlRows>> TableReadings::askSource(std::vector<QString> statements)
{
    if (!m_sql.leftOutKeys.isEmpty())
        statements.insert(statements.begin(), m_sql.leftOutKeys);
    for (QString &statement : statements) {
        EKOS_TRY(QString sql, bound(SqlDialect::PostgreSql, statement));
        statement = std::move(sql);
    }
    EKOS_TRY(std::vector<SqlRows> answers, m_source.queryTogether(statements, m_run));
    if (m_sql.leftOutKeys.isEmpty() || answers.empty())
        return answers;
    m_binding.leftOutKeys.clear();
    for (const auto &row : answers.front().rows)
        m_binding.leftOutKeys.push_back(row.empty() ? -1 : row.front().value_or(QString()).toLongLong());
    answers.erase(answers.begin());
    return answers;
}

Result<qint64> TableReadings::countSource()
{
    EKOS_TRY(const std::vector<SqlRows> answers, askSource({m_sql.countSource}));
    EKOS_TRY(const TableReading reading, readingOf(answers));
    const rules::BucketLayout layout = rules::bucketLayout(reading.rows);
    m_binding.buckets = layout.buckets;
    m_binding.controlBuckets = layout.controlBuckets;
    return reading.rows;
}

Result<TableReading> TableReadings::countBronze(std::vector<model::ControlResult> &controls)
{
    EKOS_TRY(const SqlRows rows, askLake(m_sql.countBronze));
    EKOS_TRY(const TableReading reading, readingOf({rows}));
    if (reading.rows == 0)
        return reading;
    using model::PlantedDefect;
    for (const auto &[defect, column] : {std::pair(PlantedDefect::DroppedRow, "dropped_row"), std::pair(PlantedDefect::DoubledRow, "doubled_row")}) {
        const auto planted = reading.values.find(QLatin1String(column));
        TableReading changed = reading;
        changed.rows = planted == reading.values.end() ? reading.rows : planted->second.value_or(QString()).toLongLong();
        controls.push_back({model::Tier::V1, defect, {}, !rules::countDifferences(reading, changed).empty()});
    }
    return reading;
}

Result<TableReading> TableReadings::readSource()
{
    std::vector<QString> statements;
    for (const rules::CheckPair &check : m_sql.checks)
        statements.push_back(check.source);
    EKOS_TRY(const std::vector<SqlRows> answers, askSource(std::move(statements)));
    return readingOf(answers);
}

Result<TableReading> TableReadings::readBronze()
{
    std::vector<SqlRows> answers;
    for (const rules::CheckPair &check : m_sql.checks) {
        EKOS_TRY(SqlRows rows, askLake(check.bronze));
        answers.push_back(std::move(rows));
    }
    return readingOf(answers);
}

Result<TableReadings::Rows> TableReadings::readRows(const std::vector<qint64> &buckets)
{
    m_binding.differingBuckets = buckets;
    EKOS_TRY(const QString sourceStatement, bound(SqlDialect::PostgreSql, m_sql.rowsSource));
    Rows found;
    EKOS_CHECK(m_run.parallelFor(2, 2, [&](qsizetype side) -> Result<> {
        if (side == 0) {
            EKOS_TRY(const SqlRows rows, m_source.query(sourceStatement, m_run));
            found.source = rowImages(rows);
        } else {
            EKOS_TRY(const SqlRows rows, askLake(m_sql.rowsBronze));
            found.bronze = rowImages(rows);
        }
        return base::Ok{};
    }));
    return found;
}

} // namespace lakehouse::usecases
