#include "support/fake_rows.h"

#include "rules/reconcile/reconciliation_sql.h"

#include <QStringList>

namespace lakehouse::testsupport {

using model::PlantedDefect;
using model::TableName;
using ports::SqlRows;

void FakeRows::fill(const TableName &table, qint64 rows)
{
    const std::lock_guard lock(m_mutex);
    m_source[table].clear();
    for (qint64 key = 1; key <= rows; ++key)
        m_source[table][key] = 1;
}

void FakeRows::put(const TableName &table, qint64 key, qint64 version)
{
    const std::lock_guard lock(m_mutex);
    m_source[table][key] = version;
}

void FakeRows::remove(const TableName &table, qint64 key)
{
    const std::lock_guard lock(m_mutex);
    m_source[table].erase(key);
}

void FakeRows::setBronze(const TableName &table, std::optional<Rows> rows)
{
    const std::lock_guard lock(m_mutex);
    m_bronze.erase(table);
    if (rows)
        m_bronze[table] = *std::move(rows);
}

Rows FakeRows::source(const TableName &table) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_source.find(table);
    return found == m_source.end() ? Rows() : found->second;
}

std::optional<Rows> FakeRows::bronze(const TableName &table) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_bronze.find(table);
    return found == m_bronze.end() ? std::nullopt : std::optional(found->second);
}

qint64 FakeRows::loadAll(const TableName &table)
{
    const std::lock_guard lock(m_mutex);
    m_bronze[table] = m_source[table];
    return qint64(m_bronze[table].size());
}

qint64 FakeRows::merge(const TableName &table)
{
    const std::lock_guard lock(m_mutex);
    qint64 written = 0;
    Rows &bronze = m_bronze[table];
    for (const auto &[key, version] : m_source[table]) {
        const auto found = bronze.find(key);
        if (found != bronze.end() && found->second == version)
            continue;
        bronze[key] = version;
        ++written;
    }
    return written;
}

namespace {

QString firstLine(const QString &sql) { return sql.section(QLatin1Char('\n'), 0, 0); }

qint64 hashOf(const Rows &rows)
{
    qint64 sum = 0;
    for (const auto &[key, version] : rows)
        sum += key * 1000 + version;
    return sum;
}

QString bucketOf(qint64 count, qint64 sum)
{
    return count == 0 ? QString() : QStringLiteral("0:%1:%2").arg(count).arg(sum);
}

SqlRows oneRow(const std::vector<std::pair<QString, QString>> &cells)
{
    SqlRows answer{.rows = {{}}};
    for (const auto &[column, value] : cells) {
        answer.columns.push_back(column);
        answer.rows[0].push_back(value);
    }
    return answer;
}

/// What a row defect does to the count; nothing when the statement counts as without it.
qint64 change(const rules::PlannedControl &control, const QString &sql)
{
    if (sql.contains(QStringLiteral("sum(n) AS %1_n").arg(control.alias)))
        return 0;
    return control.defect == PlantedDefect::DroppedRow ? -1 : control.defect == PlantedDefect::DoubledRow ? 1 : 0;
}

SqlRows checkAnswer(const std::vector<rules::Measure> &measures, const std::vector<rules::PlannedControl> &controls, const Rows &rows, const QString &sql)
{
    const qint64 count = qint64(rows.size()), sum = hashOf(rows);
    std::vector<std::pair<QString, QString>> cells{{QStringLiteral("row_count"), QString::number(count)}, {QStringLiteral("buckets"), bucketOf(count, sum)}};
    for (const rules::Measure &measure : measures)
        cells.emplace_back(measure.alias, QString::number(measure.aggregate.isCount ? count : 1));
    for (const rules::PlannedControl &control : controls) {
        const bool isOfRow = control.defect == PlantedDefect::DroppedRow || control.defect == PlantedDefect::DoubledRow;
        const qint64 changed = count + change(control, sql);
        const qint64 changedSum = isOfRow ? sum + change(control, sql) * 7 : sum + 1;
        cells.emplace_back(control.alias + QStringLiteral("_bucket"), QStringLiteral("0:%1:%2").arg(changed).arg(changedSum));
        cells.emplace_back(control.alias + QStringLiteral("_rows"), QString::number(changed));
        for (const rules::Measure &measure : control.measures)
            cells.emplace_back(measure.alias, QStringLiteral("-1"));
    }
    return oneRow(cells);
}

SqlRows rowsAnswer(const rules::ReconciliationSql &statements, const Rows &rows)
{
    SqlRows answer{.columns = {QStringLiteral("bucket"), QStringLiteral("key_hash"), QStringLiteral("row_hash")}};
    for (std::size_t part = 1; part <= statements.keyColumns.size(); ++part)
        answer.columns.push_back(QStringLiteral("key_%1").arg(part));
    answer.columns.push_back(QStringLiteral("hashes_1"));
    for (const auto &[key, version] : rows) {
        std::vector<std::optional<QString>> row{QStringLiteral("0"), QString::number(key), QString::number(key * 1000 + version)};
        for (std::size_t part = 0; part < statements.keyColumns.size(); ++part)
            row.push_back(QString::number(key));
        QStringList hashes; // the version stands in the last column
        for (std::size_t column = 0; column < statements.hashedColumns.size(); ++column)
            hashes += QString::number(column + 1 == statements.hashedColumns.size() ? version : key);
        row.push_back(hashes.join(QLatin1Char(' ')));
        answer.rows.push_back(std::move(row));
    }
    return answer;
}

} // namespace

std::optional<SqlRows> reconciliationAnswer(const QString &sql, const model::TableDecision &table, const FakeRows &rows)
{
    const rules::ReconciliationSql statements = rules::reconciliationSql(table);
    const Rows source = rows.source(table.table), bronze = rows.bronze(table.table).value_or(Rows());
    const auto is = [line = firstLine(sql)](const QString &statement) { return !statement.isEmpty() && line == firstLine(statement); };
    if (is(statements.countSource))
        return oneRow({{QStringLiteral("row_count"), QString::number(source.size())}});
    if (is(statements.countBronze))
        return oneRow({{QStringLiteral("row_count"), QString::number(bronze.size())}, {QStringLiteral("dropped_row"), QString::number(bronze.size() - 1)},
                       {QStringLiteral("doubled_row"), QString::number(bronze.size() + 1)}});
    for (std::size_t part = 0; part < statements.checks.size(); ++part) {
        const rules::CheckPair &check = statements.checks[part];
        if (is(check.source))
            return checkAnswer(check.measures, {}, source, sql);
        if (is(check.bronze))
            return checkAnswer(check.measures, part == 0 ? statements.controls : std::vector<rules::PlannedControl>(), bronze, sql);
    }
    if (is(statements.leftOutKeys))
        return SqlRows{.columns = {QStringLiteral("key_hash")}};
    if (is(statements.rowsSource))
        return rowsAnswer(statements, source);
    if (is(statements.rowsBronze))
        return rowsAnswer(statements, bronze);
    return std::nullopt;
}

} // namespace lakehouse::testsupport
