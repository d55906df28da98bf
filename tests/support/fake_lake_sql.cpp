#include "support/fake_lake_sql.h"

#include "rules/sqlgen/bronze_statements.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::testsupport {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using ports::SqlRows;
using ports::StatementResult;

namespace {

/// Without the comment lines in front.
QString statementOf(const QString &sql)
{
    QStringList lines = sql.split(QLatin1Char('\n'));
    while (!lines.isEmpty() && lines.front().startsWith(QLatin1String("--")))
        lines.removeFirst();
    return lines.join(QLatin1Char('\n'));
}

/// The columns for rows that are gone that a statement names.
std::set<QString> addedColumnsIn(const QString &statement)
{
    std::set<QString> columns;
    for (const char *column : {rules::deletedAtColumn, rules::purgedAtColumn})
        if (statement.contains(QLatin1String(column)))
            columns.insert(QString::fromLatin1(column));
    return columns;
}

} // namespace

void FakeLakeSql::failNext(const QString &words, Error error)
{
    const std::lock_guard lock(m_mutex);
    m_failures.emplace_back(words, std::move(error));
}

void FakeLakeSql::block(const QString &words)
{
    const std::lock_guard lock(m_mutex);
    m_blockedWords = words;
}

void FakeLakeSql::release()
{
    const std::lock_guard lock(m_mutex);
    m_blockedWords.reset();
    m_changed.notify_all();
}

int FakeLakeSql::blocked() const
{
    const std::lock_guard lock(m_mutex);
    return m_blocked;
}

std::vector<FakeLakeSql::Executed> FakeLakeSql::executed() const
{
    const std::lock_guard lock(m_mutex);
    return m_executed;
}

void FakeLakeSql::forget()
{
    const std::lock_guard lock(m_mutex);
    m_executed.clear();
}

std::vector<QString> FakeLakeSql::endedTags() const
{
    const std::lock_guard lock(m_mutex);
    return m_endedTags;
}

std::vector<QString> FakeLakeSql::effects() const
{
    std::vector<QString> words;
    for (const Executed &statement : executed())
        if (const QString text = statementOf(statement.sql); !text.startsWith(QLatin1String("SELECT")) && !text.startsWith(QLatin1String("DESCRIBE")))
            words.push_back(text.section(QLatin1Char(' '), 0, 1));
    return words;
}

Result<> FakeLakeSql::arrive(const QString &sql, const QString &tag, RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    const base::CancelHook hook = run.cancel().onCancel([this] { m_changed.notify_all(); });
    std::unique_lock lock(m_mutex);
    if (m_blockedWords && sql.contains(*m_blockedWords)) {
        ++m_blocked;
        while (m_blockedWords && !run.cancel().isCancelled())
            m_changed.wait_for(lock, std::chrono::milliseconds(20)); // a cancel may come between the question and the wait
        --m_blocked;
        if (run.cancel().isCancelled())
            return Error{ErrorCode::Cancelled, "The statement was cancelled."};
    }
    const auto failure = std::ranges::find_if(m_failures, [&](const auto &planned) { return sql.contains(planned.first); });
    if (failure != m_failures.end()) {
        Error error = std::move(failure->second);
        m_failures.erase(failure);
        return error;
    }
    m_executed.push_back({sql, tag});
    return base::Ok{};
}

FakeLakeSql::Storage FakeLakeSql::storage(const model::TableName &table) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_storage.find(table);
    return found == m_storage.end() ? Storage{} : found->second;
}

Result<> FakeLakeSql::checkColumns(const QString &statement, const model::TableName &table) const
{
    const std::lock_guard lock(m_mutex);
    const auto known = m_addedColumns.find(table);
    for (const QString &column : addedColumnsIn(statement))
        if (known != m_addedColumns.end() && !known->second.contains(column))
            return Error{ErrorCode::InvalidInput, {"Column '%1' cannot be resolved", column}, "Load it first."};
    return base::Ok{};
}

void FakeLakeSql::make(const QString &statement, const model::TableDecision &table)
{
    const std::lock_guard lock(m_mutex);
    m_addedColumns[table.table] = addedColumnsIn(statement);
    m_columns[table.table] = table.columns;
}

/// As Trino answers DESCRIBE.
SqlRows FakeLakeSql::described(const model::TableName &table) const
{
    const std::lock_guard lock(m_mutex);
    SqlRows rows{.columns = {QStringLiteral("Column"), QStringLiteral("Type"), QStringLiteral("Extra"), QStringLiteral("Comment")}};
    const auto add = [&](const QString &name, const QString &type) { rows.rows.push_back({name, type, QString(), QString()}); };
    if (const auto planned = m_columns.find(table); planned != m_columns.end())
        for (const model::PlannedColumn &column : planned->second)
            if (column.fidelity != model::Fidelity::Refused)
                add(column.bronzeName, column.bronzeType);
    add(QLatin1String(rules::loadedAtColumn), QStringLiteral("timestamp(6) with time zone"));
    add(QLatin1String(rules::runIdColumn), QStringLiteral("varchar"));
    if (const auto added = m_addedColumns.find(table); added != m_addedColumns.end())
        for (const QString &column : added->second)
            add(column, QStringLiteral("timestamp(6) with time zone"));
    return rows;
}

/// Maintenance, and the counts of a table's files and snapshots.
std::optional<StatementResult> FakeLakeSql::tended(const QString &statement, const model::TableName &table)
{
    const auto count = [&](int number) { return result({}, {.columns = {QStringLiteral("_col0")}, .rows = {{QString::number(number)}}}); };
    if (statement.contains(QLatin1String("$files\"")))
        return count(storage(table).files);
    if (statement.contains(QLatin1String("$snapshots\"")))
        return count(storage(table).snapshots);
    if (!statement.startsWith(QLatin1String("ALTER TABLE")))
        return std::nullopt;
    {
        const std::lock_guard lock(m_mutex);
        if (statement.contains(QLatin1String(" ADD COLUMN IF NOT EXISTS ")))
            m_addedColumns[table].merge(addedColumnsIn(statement));
        Storage &storage = m_storage[table];
        if (statement.contains(QLatin1String("EXECUTE optimize")))
            storage = {1, storage.snapshots + 1};
        else if (statement.contains(QLatin1String("EXECUTE expire_snapshots")))
            storage.snapshots = 1;
    }
    return result({});
}

StatementResult FakeLakeSql::result(std::optional<qint64> written, SqlRows rows)
{
    const std::lock_guard lock(m_mutex);
    return {.rows = std::move(rows), .queryId = QStringLiteral("query_%1").arg(++m_queries), .rowsWritten = written};
}

StatementResult FakeLakeSql::wrote(const model::TableName &table, bool isReplaced, StatementResult result)
{
    const std::lock_guard lock(m_mutex);
    Storage &storage = m_storage[table];
    storage = {isReplaced ? 1 : storage.files + 1, storage.snapshots + 1};
    return result;
}

Result<StatementResult> FakeLakeSql::execute(const QString &sql, const ports::StatementOptions &options, RunContext &run)
{
    EKOS_CHECK(arrive(sql, options.tag, run));
    const auto table = m_findTable(sql);
    const QString statement = statementOf(sql);
    if (statement.startsWith(QLatin1String("CREATE SCHEMA")))
        return result({});
    if (!table)
        return Error{ErrorCode::InvalidInput, {"The fake lake knows no table for: %1", sql}, "Plan it first."};
    if (statement.startsWith(QLatin1String("CREATE OR REPLACE TABLE"))) {
        make(statement, *table);
        return wrote(table->table, true, result(m_rows.loadAll(table->table)));
    }
    if (statement.startsWith(QLatin1String("CREATE TABLE IF NOT EXISTS"))) {
        if (!m_rows.bronze(table->table)) {
            make(statement, *table);
            m_rows.setBronze(table->table, Rows());
        }
        return result({});
    }
    const std::optional<Rows> bronze = m_rows.bronze(table->table);
    if (!bronze)
        return Error{ErrorCode::NotFound, {"Table %1 does not exist.", table->places.bronzeTable}, "Load it first."};
    if (auto answer = tended(statement, table->table))
        return *std::move(answer);
    if (statement.startsWith(QLatin1String("DESCRIBE ")))
        return result({}, described(table->table));
    EKOS_CHECK(checkColumns(statement, table->table));
    if (auto answer = deletesAnswer(sql, *table, m_rows))
        return result(answer->written, std::move(answer->rows));
    if (statement.startsWith(QLatin1String("MERGE INTO"))) {
        const bool isOfAllRows = sql.section(QLatin1Char('\n'), 0, 0).contains(QLatin1String(" all rows of "));
        return wrote(table->table, false, result(isOfAllRows ? m_rows.mergeAll(table->table) : m_rows.merge(table->table)));
    }
    if (auto answer = reconciliationAnswer(sql, *table, m_rows))
        return result({}, *std::move(answer));
    if (statement.startsWith(QLatin1String("SELECT count(*) FROM ")))
        return result({}, {.columns = {QStringLiteral("_col0")}, .rows = {{QString::number(bronze->size() + (statement.contains(QLatin1String(" WHERE ")) ? 0 : m_rows.deleted(table->table).size())
                                                                                                   + (statement.contains(QLatin1String(rules::purgedAtColumn)) ? 0 : m_rows.purged(table->table).size()))}}});
    return Error{ErrorCode::InvalidInput, {"The fake lake does not know the statement: %1", sql}, "Teach it."};
}

Result<> FakeLakeSql::endQueries(const QString &tag, RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    const std::lock_guard lock(m_mutex);
    m_endedTags.push_back(tag);
    return base::Ok{};
}

Result<std::vector<model::ExposedTable>> FakeLakeSql::exposedTables(const QString &, RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    return exposed;
}

std::vector<model::ServiceCheck> FakeLakeSql::check(const QString &sourceCatalog, const QString &, RunContext &)
{
    return {{QStringLiteral("trino"), QStringLiteral("answers"), model::CheckState::Passed, {"catalog %1", sourceCatalog}, {}}};
}

} // namespace lakehouse::testsupport
