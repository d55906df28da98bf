#include "adapters/http_services/trino_sql.h"

#include "adapters/http_services/trino_checks.h"
#include "adapters/http_services/trino_client.h"

#include <QElapsedTimer>
#include <QStringList>

#include <algorithm>
#include <chrono>
#include <set>
#include <span>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Retry;
using ports::StatementResult;

namespace {
constexpr std::chrono::milliseconds lookAgain(200);
constexpr std::size_t tablesAtATime = 100; // up to here Trino looks each of them up by itself
constexpr std::size_t hiddenAtMost = 100; // beyond, and where it is most of all, it is not about single tables any more
constexpr std::size_t tablesNamed = 5;
constexpr char notOfTheSource[] = " NOT IN ('information_schema', 'pg_catalog', 'sys', 'system')";

/// What a catalog's connector shows of its tables. One table that it cannot list (a numeric with a scale that Trino does not know, two names that differ
/// only by case) makes the answer about all of them fail, so then they are asked about in ever smaller parts.
class ExposedTables {
public:
    ExposedTables(TrinoClient &client, const QString &catalog, base::RunContext &run) : m_client(client), m_catalog(catalog), m_run(run) {}

    Result<std::vector<model::ExposedTable>> read()
    {
        const Result<> all = readColumns(QStringLiteral("table_schema") + QLatin1String(notOfTheSource));
        if (!all && !mayBeOfOneTable(all.error()))
            return all.error();
        if (!all)
            EKOS_CHECK(readSchemas());
        if (m_tables.empty() && m_lastError)
            return cannotBeListed();
        std::ranges::sort(m_tables, {}, [](const model::ExposedTable &table) { return std::pair(table.schema, table.table); });
        return std::move(m_tables);
    }

private:
    /// Trino calls a wrong scale an invalid argument of the statement. An answer that cannot be read has no words of Trino's.
    static bool mayBeOfOneTable(const Error &error)
    {
        return (error.code == ErrorCode::ExternalFailure || error.code == ErrorCode::InvalidInput || error.code == ErrorCode::Unsupported) && !error.detail.isEmpty();
    }

    Result<StatementResult> ask(const QString &sql, std::size_t columns)
    {
        return m_client.ask({.sql = sql, .catalog = m_catalog, .columns = columns, .deadline = QDeadlineTimer(m_client.options().questionMs)}, m_run);
    }

    Result<> readColumns(const QString &condition)
    {
        EKOS_TRY(const StatementResult answer, ask(QStringLiteral("SELECT table_schema, table_name, column_name, data_type FROM %1.information_schema.columns WHERE %2 "
                                                                  "ORDER BY table_schema, table_name, ordinal_position").arg(trinoIdentifier(m_catalog), condition), 4));
        for (const auto &row : answer.rows.rows) {
            const QString &schema = *row[0];
            const QString &table = *row[1];
            if (m_tables.empty() || m_tables.back().schema != schema || m_tables.back().table != table)
                m_tables.push_back({.schema = schema, .table = table});
            m_tables.back().columns.push_back({.name = *row[2], .type = *row[3]});
        }
        return base::Ok{};
    }

    /// Tables that are asked about one by one.
    struct ListedSchema {
        QString condition = {};
        QString name = {};
        std::vector<QString> tables = {};
    };

    Result<> readSchemas()
    {
        EKOS_TRY(const StatementResult schemas, ask(QStringLiteral("SELECT schema_name FROM %1.information_schema.schemata WHERE schema_name%2 ORDER BY schema_name")
                                                        .arg(trinoIdentifier(m_catalog), QLatin1String(notOfTheSource)), 1));
        std::vector<ListedSchema> listed;
        for (const auto &row : schemas.rows.rows) {
            ListedSchema schema{QStringLiteral("table_schema = ") + trinoString(*row[0]), *row[0]};
            const Result<> read = readColumns(schema.condition);
            if (!read && !mayBeOfOneTable(read.error()))
                return read.error();
            if (read)
                continue;
            EKOS_TRY(schema.tables, tablesOf(schema));
            listed.push_back(std::move(schema));
        }
        m_known = m_tables.size();
        for (const ListedSchema &schema : listed)
            m_known += schema.tables.size();
        for (const ListedSchema &schema : listed)
            for (std::size_t at = 0; at < schema.tables.size(); at += tablesAtATime)
                EKOS_CHECK(readSome(schema, std::span(schema.tables).subspan(at, std::min(tablesAtATime, schema.tables.size() - at))));
        return base::Ok{};
    }

    Result<std::vector<QString>> tablesOf(const ListedSchema &schema)
    {
        EKOS_TRY(const StatementResult tables, ask(QStringLiteral("SELECT table_name FROM %1.information_schema.tables WHERE %2 ORDER BY table_name").arg(trinoIdentifier(m_catalog), schema.condition), 1));
        std::vector<QString> names;
        for (const auto &row : tables.rows.rows)
            names.push_back(*row[0]);
        return names;
    }

    /// One that cannot be listed by itself is not shown; where most are so, or nothing else is there, the error is not about a table.
    Result<> readSome(const ListedSchema &schema, std::span<const QString> names)
    {
        QString list;
        for (const QString &name : names)
            list += (list.isEmpty() ? QString() : QStringLiteral(", ")) + trinoString(name);
        const Result<> read = readColumns(schema.condition + QStringLiteral(" AND table_name IN (") + list + QLatin1Char(')'));
        if (read || !mayBeOfOneTable(read.error()))
            return read;
        if (names.size() == 1) {
            m_lastError = read.error();
            m_hidden.push_back(schema.name + QLatin1Char('.') + names.front());
            return m_hidden.size() > hiddenAtMost && m_hidden.size() * 2 > m_known ? Result<>(cannotBeListed()) : Result<>(base::Ok{});
        }
        const std::size_t half = names.size() / 2;
        EKOS_CHECK(readSome(schema, names.first(half)));
        return readSome(schema, names.subspan(half));
    }

    Error cannotBeListed() const
    {
        QStringList named(m_hidden.begin(), m_hidden.begin() + qsizetype(std::min(tablesNamed, m_hidden.size())));
        if (m_hidden.size() > tablesNamed)
            named += QStringLiteral("…");
        Error error = *m_lastError;
        error.message = {QT_TRANSLATE_NOOP("core", "Trino cannot list %n table(s) of the catalog \"%2\": %3."), base::Plural{qint64(m_hidden.size())}, m_catalog, named.join(QStringLiteral(", "))};
        error.hint = QT_TRANSLATE_NOOP("core", "Read Trino's own words below: they say what is wrong with the last of these tables, or with the catalog.");
        return error;
    }

    TrinoClient &m_client;
    const QString &m_catalog;
    base::RunContext &m_run;
    std::vector<model::ExposedTable> m_tables;
    std::size_t m_known = 0;        ///< tables, listed or not
    std::vector<QString> m_hidden;  ///< that cannot be listed
    std::optional<Error> m_lastError; ///< about one that is not shown
};

} // namespace

Result<std::unique_ptr<TrinoSql>> TrinoSql::open(const QString &url, const QString &user, std::shared_ptr<const base::Secret> password,
                                                 std::shared_ptr<ports::HttpTransport> transport, const TrinoOptions &options)
{
    EKOS_TRY(HttpOrigin server, parseOrigin(withoutTrailingSlash(url)));
    if (user.isEmpty())
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "Trino needs a user name."), QT_TRANSLATE_NOOP("core", "Set trino-user in ekos.toml.")};
    if (password && !server.isEncrypted && !server.isLoopback)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The password for Trino would travel unencrypted to %1."), server.origin},
                     QT_TRANSLATE_NOOP("core", "Write an https:// address in trino-url, or leave trino-password-env out.")};
    return std::unique_ptr<TrinoSql>(new TrinoSql(std::make_unique<TrinoClient>(std::move(server), user, std::move(password), std::move(transport), options)));
}

TrinoSql::TrinoSql(std::unique_ptr<TrinoClient> client)
    : m_client(std::move(client))
{
}

TrinoSql::~TrinoSql() = default;

Result<StatementResult> TrinoSql::execute(const QString &sql, const ports::StatementOptions &options, base::RunContext &run)
{
    return m_client->run(sql, options.tag, run);
}

Result<> TrinoSql::endQueries(const QString &tag, base::RunContext &run)
{
    if (tag.isEmpty())
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "Without a tag the queries of all runs would be ended."), QT_TRANSLATE_NOOP("core", "Name the run.")};
    const QString list = QStringLiteral("SELECT query_id FROM system.runtime.queries WHERE source = %1 AND state NOT IN ('FINISHED', 'FAILED')").arg(trinoString(trinoSourceOf(tag)));
    std::set<QString> killed;
    QElapsedTimer waited;
    waited.start();
    for (;;) {
        EKOS_TRY(const StatementResult running, m_client->ask({.sql = list, .catalog = QStringLiteral("system"), .deadline = QDeadlineTimer(m_client->options().questionMs)}, run));
        if (running.rows.rows.empty())
            return base::Ok{};
        for (const auto &row : running.rows.rows)
            if (killed.insert(*row[0]).second)
                EKOS_CHECK(m_client->kill(*row[0], run));
        if (waited.elapsed() > m_client->options().endQueriesMs)
            return Error{ErrorCode::TimedOut, {QT_TRANSLATE_NOOP("core", "The query %1 still runs at Trino after it was told to end."), *running.rows.rows.front()[0]},
                         QT_TRANSLATE_NOOP("core", "Look at the query in Trino's console, then run the same command again."), *running.rows.rows.front()[0], {}, Retry::Later};
        if (run.cancel().waitFor(lookAgain))
            return run.cancel().check().error();
    }
}

Result<std::vector<model::ExposedTable>> TrinoSql::exposedTables(const QString &catalog, base::RunContext &run)
{
    return ExposedTables(*m_client, catalog, run).read();
}

std::vector<model::ServiceCheck> TrinoSql::check(const QString &sourceCatalog, const QString &lakeCatalog, base::RunContext &run)
{
    return checkTrino(*m_client, sourceCatalog, lakeCatalog, run);
}

} // namespace lakehouse::adapters
