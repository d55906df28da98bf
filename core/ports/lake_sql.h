#pragma once

#include "base/run_context.h"
#include "model/catalog.h"
#include "model/service_check.h"
#include "ports/sql_rows.h"

namespace lakehouse::ports {

struct StatementOptions {
    QString tag = {}; ///< client tag: the run id; a takeover finds and ends the queries of a run by it
};

struct StatementResult {
    SqlRows rows = {};
    QString queryId = {};
    std::optional<qint64> rowsWritten = {};
};

/// The engine that moves rows (Trino). Calls block, may come from any thread; cancel ends the query at the engine.
/// Failures: Unreachable, NotAllowed, NotFound (catalog, schema or table), InvalidInput (syntax), Busy (commit conflict), Cancelled, ExternalFailure.
class LakeSql {
public:
    virtual ~LakeSql() = default;
    virtual base::Result<StatementResult> execute(const QString &sql, const StatementOptions &options, base::RunContext &run) = 0;
    /// Ends every running query with this tag and waits until none runs.
    virtual base::Result<> endQueries(const QString &tag, base::RunContext &run) = 0;
    /// What the engine exposes of all tables of a catalog's schemas.
    virtual base::Result<std::vector<model::ExposedTable>> exposedTables(const QString &catalog, base::RunContext &run) = 0;
    /// Lines of `doctor`: answers, version, the two catalogs, settings that would lose columns.
    virtual std::vector<model::ServiceCheck> check(const QString &sourceCatalog, const QString &lakeCatalog, base::RunContext &run) = 0;
};

} // namespace lakehouse::ports
