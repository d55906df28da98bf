#pragma once

#include "adapters/postgres/session_pool.h"
#include "model/table_profile.h"

#include <functional>
#include <map>

namespace lakehouse::adapters::postgres {

/// What is known of a relation before its rows are looked at.
struct TableShape {
    char relkind = 'r';
    qint64 rows = -1;               ///< estimated, with partitions; −1: never analysed
    qint64 pages = 0;               ///< of the same age
    bool hasForeignParts = false;   ///< some of its rows are on another server
    bool isFiltered = false;        ///< row security hides rows from this role
    /// TABLESAMPLE works: it reads pages, which views and foreign tables do not have.
    bool hasPages() const { return relkind != 'v' && relkind != 'f' && !hasForeignParts; }
    /// Of a plain scan, in the planner's units, by statistics, which may be old.
    double scanCost() const;
    /// By the same statistics: a plain scan costs no more than this.
    bool isSmall(qint64 cost) const;
};

/// Of the tables that exist.
base::Result<std::map<model::TableName, TableShape>> shapesOf(SessionPool &pool, const std::vector<model::TableName> &tables, base::RunContext &run);

enum class RowExtent { Whole, Sample };

/// Where a statement takes its rows from.
struct RowSource {
    QString from = {};              ///< goes behind FROM; its rows are called t
    RowExtent extent = RowExtent::Whole;
};

/// One look at a table.
struct RowScan {
    model::TableName table = {};
    TableShape shape = {};
    std::vector<QString> columns = {};                ///< the statement uses
    model::ProfileTier tier = model::ProfileTier::Sample;
    model::ScanBudget budget = {};
    std::function<QString(const RowSource &)> statement = {};
    std::vector<QString> moreSchemas = {};            ///< whose operators the statement uses beside pg_catalog's, as for types of extensions
};

struct ScannedRows {
    ports::SqlRows rows = {};
    bool isComplete = false;        ///< it rests on every row that there is
};

/// Runs the statement over the whole table where that is cheap or asked for and within the budget, else over a sample: random pages, the same each time, or
/// the first rows of what has no pages. Fails with RefusedByRule when the planner expects even that to cost more than the budget.
base::Result<ScannedRows> scanRows(SessionPool &pool, const RowScan &scan, base::RunContext &run);

/// Why a table could not be looked at, in one text; absent when the failure is about more than this table, so that the whole call fails.
std::optional<base::Text> reasonOfOneTable(const base::Error &error);

/// The planner's estimate of a statement.
struct PlanEstimate {
    double rows = 0;
    double cost = 0;
};
base::Result<PlanEstimate> estimate(Session &session, const QString &sql);

/// Begins a read-only transaction whose statements may take as long as a profile may. `moreSchemas`: searched after pg_catalog.
base::Result<Transaction> beginProfile(SessionPool &pool, Session &session, const std::vector<QString> &moreSchemas = {});

/// The table is not in the source any more.
base::Text goneTable(const model::TableName &table);

} // namespace lakehouse::adapters::postgres
