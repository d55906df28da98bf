#pragma once

#include "base/run_context.h"
#include "model/catalog.h"
#include "model/service_check.h"
#include "ports/sql_rows.h"

namespace lakehouse::ports {

/// A moment that a load may read up to, and how it was found.
struct SafeBound {
    base::UtcTime boundUtc = {};
    bool isProved = true;      ///< false: transactions are not visible to this role; the load re-reads an overlap instead
    base::Text why = {};
};

/// One source database, read only. Calls block, may come from any thread, and end soon after a cancel. Never returns a password in an error.
/// Failures: Unreachable (host, port, TLS), NotAllowed (password, rights), TimedOut, InvalidInput, ExternalFailure.
class SourceEngine {
public:
    virtual ~SourceEngine() = default;

    /// Reads all object kinds in one read-only snapshot with fewer than 25 queries, and compares its counts with the catalog's own.
    /// Fails with Corrupt when they differ or a catalog code is unknown.
    virtual base::Result<model::CatalogSnapshot> readCatalog(base::RunContext &run) = 0;

    /// Measures columns, one scan per table at most, in short read-only transactions.
    virtual base::Result<std::vector<model::ColumnMeasure>> measure(const std::vector<model::MeasureRequest> &requests, base::RunContext &run) = 0;

    /// Runs one query in a read-only transaction of its own.
    virtual base::Result<SqlRows> query(const QString &sql, base::RunContext &run) = 0;

    /// Runs several queries in one read-only REPEATABLE READ transaction, so that they see the same rows.
    virtual base::Result<std::vector<SqlRows>> queryTogether(const std::vector<QString> &statements, base::RunContext &run) = 0;

    /// least(start of the oldest running transaction, now) minus a minute; see the decision on upper bounds.
    virtual base::Result<SafeBound> safeUpperBound(base::RunContext &run) = 0;

    /// The source's lines of `doctor`: answers, version, rights, a write that must be refused. Never fails: a failing check is an answer.
    virtual std::vector<model::ServiceCheck> check(base::RunContext &run) = 0;
};

} // namespace lakehouse::ports
