#include "adapters/postgres/postgres_source.h"

#include "adapters/postgres/catalog_reader.h"
#include "adapters/postgres/column_measure.h"
#include "adapters/postgres/connection_parameters.h"
#include "adapters/postgres/safe_bound.h"
#include "adapters/postgres/session_pool.h"
#include "adapters/postgres/source_checks.h"

namespace lakehouse::adapters::postgres {

using base::Result;
using ports::SqlRows;

PostgresSource::PostgresSource(std::unique_ptr<SessionPool> pool)
    : m_pool(std::move(pool))
{
}

PostgresSource::~PostgresSource() = default;

Result<std::unique_ptr<ports::SourceEngine>> PostgresSource::open(const model::SourceConnection &connection, std::shared_ptr<const base::Secret> password)
{
    return open(connection, std::move(password), PostgresLimits());
}

Result<std::unique_ptr<ports::SourceEngine>> PostgresSource::open(const model::SourceConnection &connection, std::shared_ptr<const base::Secret> password, const PostgresLimits &limits)
{
    EKOS_CHECK(checkConnection(connection));
    auto pool = std::make_unique<SessionPool>(connection, std::move(password), limits);
    return std::unique_ptr<ports::SourceEngine>(new PostgresSource(std::move(pool)));
}

Result<model::CatalogSnapshot> PostgresSource::readCatalog(base::RunContext &run)
{
    return postgres::readCatalog(*m_pool, run);
}

Result<std::vector<model::ColumnMeasure>> PostgresSource::measure(const std::vector<model::MeasureRequest> &requests, base::RunContext &run)
{
    return measureColumns(*m_pool, requests, run);
}

Result<SqlRows> PostgresSource::query(const QString &sql, base::RunContext &run)
{
    EKOS_TRY(const SessionLease session, m_pool->take(run));
    EKOS_TRY(const Transaction transaction, Transaction::begin(*session, TransactionMode::ReadCommitted));
    return session->execute(sql);
}

Result<std::vector<SqlRows>> PostgresSource::queryTogether(const std::vector<QString> &statements, base::RunContext &run)
{
    EKOS_TRY(const SessionLease session, m_pool->take(run));
    EKOS_TRY(const Transaction transaction, Transaction::begin(*session, TransactionMode::RepeatableRead));
    std::vector<SqlRows> answers;
    for (const QString &statement : statements) {
        EKOS_TRY(SqlRows rows, session->execute(statement));
        answers.push_back(std::move(rows));
    }
    return answers;
}

Result<ports::SafeBound> PostgresSource::safeUpperBound(base::RunContext &run)
{
    return postgres::safeUpperBound(*m_pool, run);
}

std::vector<model::ServiceCheck> PostgresSource::check(base::RunContext &run)
{
    return checkSource(*m_pool, run);
}

} // namespace lakehouse::adapters::postgres
