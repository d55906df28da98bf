#pragma once

#include "adapters/postgres/postgres_limits.h"
#include "base/secret.h"
#include "model/project_settings.h"
#include "ports/source_engine.h"

#include <memory>

namespace lakehouse::adapters::postgres {

class SessionPool;

/// PostgreSQL 13 to 18 as a source, through libpqxx. Reads only: every transaction is read only and rolled back at its end; the one exception is
/// the write that `check` tries, to see it refused.
///
/// Values are printed the same on every server: dates ISO in UTC, intervals in IntervalStyle `postgres`, floats shortest and exact, bytes in
/// hexadecimal, text in UTF-8. Only pg_catalog is searched: a query names everything else with its schema.
class PostgresSource : public ports::SourceEngine {
public:
    /// Connects only when something is asked. `password` may be absent for a server that asks for none. Fails with InvalidInput naming the wrong key.
    static base::Result<std::unique_ptr<ports::SourceEngine>> open(const model::SourceConnection &connection, std::shared_ptr<const base::Secret> password);
    static base::Result<std::unique_ptr<ports::SourceEngine>> open(const model::SourceConnection &connection, std::shared_ptr<const base::Secret> password, const PostgresLimits &limits);
    ~PostgresSource() override;

    base::Result<model::CatalogSnapshot> readCatalog(base::RunContext &run) override;
    base::Result<std::vector<model::ColumnMeasure>> measure(const std::vector<model::MeasureRequest> &requests, base::RunContext &run) override;
    base::Result<std::vector<model::TableProfile>> profile(const std::vector<model::ProfileRequest> &requests, const model::ScanBudget &budget, base::RunContext &run) override;
    base::Result<std::vector<model::SampleOutcome>> sampleValues(const std::vector<model::SampleRequest> &requests, const ports::SampleVisitor &visitor, base::RunContext &run) override;
    base::Result<std::vector<model::RowCount>> countDuplicates(const std::vector<model::ColumnSet> &columns, const model::ScanBudget &budget, base::RunContext &run) override;
    base::Result<std::vector<model::RowCount>> countNulls(const std::vector<model::ColumnSet> &columns, const model::ScanBudget &budget, base::RunContext &run) override;
    base::Result<std::vector<model::RowCount>> countOrphans(const std::vector<model::ColumnRelation> &relations, const model::ScanBudget &budget, base::RunContext &run) override;
    base::Result<ports::SqlRows> query(const QString &sql, base::RunContext &run) override;
    base::Result<std::vector<ports::SqlRows>> queryTogether(const std::vector<QString> &statements, base::RunContext &run) override;
    base::Result<ports::SafeBound> safeUpperBound(base::RunContext &run) override;
    std::vector<model::ServiceCheck> check(base::RunContext &run) override;

private:
    explicit PostgresSource(std::unique_ptr<SessionPool> pool);
    std::unique_ptr<SessionPool> m_pool;
};

} // namespace lakehouse::adapters::postgres
