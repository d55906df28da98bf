#include "adapters/http_services/trino_sql.h"

#include "adapters/http_services/trino_checks.h"
#include "adapters/http_services/trino_client.h"

#include <QElapsedTimer>

#include <chrono>
#include <set>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Retry;
using ports::StatementResult;

namespace {
constexpr std::chrono::milliseconds lookAgain(200);
}

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
    const QString sql = QStringLiteral("SELECT table_schema, table_name, column_name, data_type FROM %1.information_schema.columns "
                                       "WHERE table_schema NOT IN ('information_schema', 'pg_catalog', 'sys', 'system') "
                                       "ORDER BY table_schema, table_name, ordinal_position").arg(trinoIdentifier(catalog));
    EKOS_TRY(const StatementResult answer, m_client->ask({.sql = sql, .catalog = catalog, .columns = 4, .deadline = QDeadlineTimer(m_client->options().questionMs)}, run));
    std::vector<model::ExposedTable> tables;
    for (const auto &row : answer.rows.rows) {
        const QString &schema = *row[0];
        const QString &table = *row[1];
        if (tables.empty() || tables.back().schema != schema || tables.back().table != table)
            tables.push_back({.schema = schema, .table = table});
        tables.back().columns.push_back({.name = *row[2], .type = *row[3]});
    }
    return tables;
}

std::vector<model::ServiceCheck> TrinoSql::check(const QString &sourceCatalog, const QString &lakeCatalog, base::RunContext &run)
{
    return checkTrino(*m_client, sourceCatalog, lakeCatalog, run);
}

} // namespace lakehouse::adapters
