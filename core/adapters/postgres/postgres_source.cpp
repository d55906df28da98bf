#include "adapters/postgres/postgres_source.h"

#include "adapters/postgres/catalog_reader.h"
#include "adapters/postgres/column_measure.h"
#include "adapters/postgres/connection_parameters.h"
#include "adapters/postgres/row_counter.h"
#include "adapters/postgres/safe_bound.h"
#include "adapters/postgres/session_pool.h"
#include "adapters/postgres/source_checks.h"
#include "adapters/postgres/table_profiler.h"
#include "adapters/postgres/value_sampler.h"

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

Result<std::vector<model::TableProfile>> PostgresSource::profile(const std::vector<model::ProfileRequest> &requests, const model::ScanBudget &budget, base::RunContext &run)
{
    return profileTables(*m_pool, requests, budget, run);
}

Result<std::vector<model::SampleOutcome>> PostgresSource::sampleValues(const std::vector<model::SampleRequest> &requests, const ports::SampleVisitor &visitor, base::RunContext &run)
{
    return postgres::sampleValues(*m_pool, requests, visitor, run);
}

Result<std::vector<model::RowCount>> PostgresSource::countDuplicates(const std::vector<model::ColumnSet> &columns, const model::ScanBudget &budget, base::RunContext &run)
{
    return postgres::countDuplicates(*m_pool, columns, budget, run);
}

Result<std::vector<model::RowCount>> PostgresSource::countNulls(const std::vector<model::ColumnSet> &columns, const model::ScanBudget &budget, base::RunContext &run)
{
    return postgres::countNulls(*m_pool, columns, budget, run);
}

Result<std::vector<model::RowCount>> PostgresSource::countOrphans(const std::vector<model::ColumnRelation> &relations, const model::ScanBudget &budget, base::RunContext &run)
{
    return postgres::countOrphans(*m_pool, relations, budget, run);
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
