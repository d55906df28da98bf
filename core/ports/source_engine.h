#pragma once

#include "base/run_context.h"
#include "model/catalog.h"
#include "model/service_check.h"
#include "model/table_profile.h"
#include "ports/sql_rows.h"

#include <functional>

namespace lakehouse::ports {

/// A moment that a load may read up to, and how it was found.
struct SafeBound {
    base::UtcTime boundUtc = {};
    bool isProved = true;      ///< false: transactions are not visible to this role; the load re-reads an overlap instead
    base::Text why = {};
};

/// Sees one value of a sample: which request, which of its columns, the value as the source prints it; a null view is NULL. The view ends with the call.
/// Values of one table come row by row from one thread, those of different tables side by side.
using SampleVisitor = std::function<void(std::size_t request, std::size_t column, QStringView value)>;

/// One source database, read only. Calls block, may come from any thread, and end soon after a cancel. Never returns a password in an error.
/// Failures: Unreachable (host, port, TLS), NotAllowed (password, rights), TimedOut, InvalidInput, ExternalFailure.
class SourceEngine {
public:
    virtual ~SourceEngine() = default;

    /// Reads all object kinds in one read-only snapshot with fewer than 25 queries, and compares its counts with the catalog's own.
    /// Fails with Corrupt when they differ or a catalog code is unknown, and with Busy naming the table when it was changed meanwhile, twice.
    virtual base::Result<model::CatalogSnapshot> readCatalog(base::RunContext &run) = 0;

    /// Measures columns, one scan per table at most, in short read-only transactions.
    virtual base::Result<std::vector<model::ColumnMeasure>> measure(const std::vector<model::MeasureRequest> &requests, base::RunContext &run) = 0;

    /// What tables hold, from statistics, a sample or all rows, as far as the budget goes; answers in the order of the requests. A table that cannot be looked
    /// at does not fail the others: its profile says why. Where a sample of random pages is impossible (views, foreign tables), it is the first rows that come.
    virtual base::Result<std::vector<model::TableProfile>> profile(const std::vector<model::ProfileRequest> &requests, const model::ScanBudget &budget, base::RunContext &run) = 0;

    /// Shows values of a sample to `visitor`, and keeps none. Answers in the order of the requests; a table without an answer says why.
    virtual base::Result<std::vector<model::SampleOutcome>> sampleValues(const std::vector<model::SampleRequest> &requests, const SampleVisitor &visitor, base::RunContext &run) = 0;

    /// Rows too many among those whose columns are all filled: of five equal ones four. On a sample it is the least there are.
    virtual base::Result<std::vector<model::RowCount>> countDuplicates(const std::vector<model::ColumnSet> &columns, const model::ScanBudget &budget, base::RunContext &run) = 0;
    /// Rows with NULL in one of the columns.
    virtual base::Result<std::vector<model::RowCount>> countNulls(const std::vector<model::ColumnSet> &columns, const model::ScanBudget &budget, base::RunContext &run) = 0;
    /// Rows whose columns are all filled and that lead to no row.
    virtual base::Result<std::vector<model::RowCount>> countOrphans(const std::vector<model::ColumnRelation> &relations, const model::ScanBudget &budget, base::RunContext &run) = 0;

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
