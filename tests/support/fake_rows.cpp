#include "support/fake_rows.h"

#include "rules/deletes/delete_sql.h"
#include "rules/reconcile/reconciliation_sql.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

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

void FakeRows::setDeleted(const TableName &table, qint64 key)
{
    const std::lock_guard lock(m_mutex);
    m_bronze[table].erase(key);
    m_deleted[table].insert(key);
}

void FakeRows::setPurged(const TableName &table, qint64 key)
{
    const std::lock_guard lock(m_mutex);
    m_bronze[table].erase(key);
    m_purged[table].insert(key);
}

void FakeRows::setUnsettled(const TableName &table, qint64 key)
{
    const std::lock_guard lock(m_mutex);
    m_unsettled[table].insert(key);
}

FakeRows::Keys FakeRows::keysIn(const TableName &table, qint64 buckets, const std::set<qint64> &differing) const
{
    const std::lock_guard lock(m_mutex);
    const auto of = [&](const auto &map) {
        const auto found = map.find(table);
        return found == map.end() ? typename std::decay_t<decltype(map)>::mapped_type() : found->second;
    };
    const Rows source = of(m_source), live = of(m_bronze);
    std::set<qint64> deleted = of(m_deleted);
    const std::set<qint64> purged = of(m_purged), unsettled = of(m_unsettled);
    deleted.insert(purged.begin(), purged.end());
    const auto isIn = [&](qint64 key) { return differing.contains(key % buckets); };
    Keys keys;
    for (const auto &[key, version] : source) {
        if (!isIn(key))
            continue;
        ++keys.source;
        if (deleted.contains(key))
            keys.returned.insert(key);
        else if (!live.contains(key) && !unsettled.contains(key))
            keys.missing.insert(key);
    }
    for (const auto &[key, version] : live) {
        if (!isIn(key))
            continue;
        ++keys.bronze;
        if (!source.contains(key))
            keys.deleted.insert(key);
    }
    keys.bronze += std::ranges::count_if(deleted, isIn);
    return keys;
}

qint64 FakeRows::bringBack(const TableName &table, const std::set<qint64> &keys)
{
    const std::lock_guard lock(m_mutex);
    for (qint64 key : keys) {
        m_bronze[table][key] = m_source[table][key];
        m_deleted[table].erase(key);
        m_purged[table].erase(key);
    }
    return qint64(keys.size());
}

std::set<qint64> FakeRows::purged(const TableName &table) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_purged.find(table);
    return found == m_purged.end() ? std::set<qint64>() : found->second;
}

std::set<qint64> FakeRows::deleted(const TableName &table) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_deleted.find(table);
    return found == m_deleted.end() ? std::set<qint64>() : found->second;
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
    m_deleted[table].clear();
    m_purged[table].clear();
    return qint64(m_bronze[table].size());
}

qint64 FakeRows::mergeAll(const TableName &table)
{
    const std::lock_guard lock(m_mutex);
    for (const auto &[key, version] : m_source[table]) {
        m_bronze[table][key] = version;
        m_deleted[table].erase(key);
        m_purged[table].erase(key);
    }
    return qint64(m_source[table].size());
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
        m_deleted[table].erase(key);
        m_purged[table].erase(key);
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

namespace {

/// The number behind these words of a statement.
qint64 numberAfter(const QString &words, const QString &sql)
{
    return QRegularExpression(QRegularExpression::escape(words) + QStringLiteral("(\\d+)")).match(sql).captured(1).toLongLong();
}

SqlRows keyBucketsAnswer(const Rows &rows, qint64 buckets)
{
    std::map<qint64, std::pair<qint64, qint64>> sums;
    for (const auto &[key, version] : rows) {
        ++sums[key % buckets].first;
        sums[key % buckets].second += key;
    }
    QStringList texts;
    for (const auto &[bucket, sum] : sums)
        texts += QStringLiteral("%1:%2:%3").arg(bucket).arg(sum.first).arg(sum.second);
    return oneRow({{QStringLiteral("row_count"), QString::number(rows.size())}, {QStringLiteral("buckets"), texts.join(QLatin1Char(' '))}});
}

} // namespace

std::optional<DeletesAnswer> deletesAnswer(const QString &sql, const model::TableDecision &table, FakeRows &rows)
{
    QString file;
    for (const model::GeneratedFile &one : rules::deleteFiles(table))
        if (firstLine(sql) == firstLine(QString::fromUtf8(one.content)))
            file = one.path;
    if (file.isEmpty())
        return std::nullopt;
    const qint64 buckets = numberAfter(QStringLiteral("\"_ekos_key_hash\" % "), sql);
    if (file == QLatin1String(rules::sourceKeyBucketsFile))
        return DeletesAnswer{keyBucketsAnswer(rows.source(table.table), buckets)};
    if (file == QLatin1String(rules::bronzeKeyBucketsFile))
        return DeletesAnswer{keyBucketsAnswer(rows.bronze(table.table).value_or(Rows()), buckets)};
    std::set<qint64> differing;
    for (const QString &bucket : sql.section(QStringLiteral(" IN ("), 1, 1).section(QLatin1Char(')'), 0, 0).split(QStringLiteral(", ")))
        differing.insert(bucket.toLongLong());
    const FakeRows::Keys keys = rows.keysIn(table.table, buckets, differing);
    const auto count = [](const std::set<qint64> &of) { return QString::number(of.size()); };
    if (file == QLatin1String(rules::keyDifferencesFile))
        return DeletesAnswer{oneRow({{QStringLiteral("source_keys"), QString::number(keys.source)}, {QStringLiteral("bronze_keys"), QString::number(keys.bronze)}, {QStringLiteral("deleted"), count(keys.deleted)},
                                     {QStringLiteral("returned"), count(keys.returned)}, {QStringLiteral("missing"), count(keys.missing)}})};
    if (file == rules::marksFile(table)) {
        const bool isLetThrough = qint64(keys.deleted.size()) <= numberAfter(QStringLiteral("vanished <= "), sql);
        for (qint64 key : keys.deleted)
            if (isLetThrough)
                table.keepsPurged() ? rows.setPurged(table.table, key) : rows.setDeleted(table.table, key);
        return DeletesAnswer{{}, isLetThrough ? qint64(keys.deleted.size()) : 0};
    }
    std::set<qint64> wanted = keys.returned;
    wanted.insert(keys.missing.begin(), keys.missing.end());
    return DeletesAnswer{{}, rows.bringBack(table.table, wanted)};
}

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
