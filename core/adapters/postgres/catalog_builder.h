#pragma once

#include "adapters/postgres/type_resolver.h"

namespace lakehouse::adapters::postgres {

/// Puts the rows of the catalog queries together to tables. Each `add…` takes the rows of the query of that name; `addUnits` comes first.
/// What answers a result fails with Corrupt on a code that this program does not know.
class CatalogBuilder {
public:
    base::Result<> addUnits(const ports::SqlRows &rows);
    base::Result<> addColumns(const ports::SqlRows &rows, const TypeResolver &types);
    base::Result<> addIndexes(const ports::SqlRows &rows);
    /// After the indexes: an exclusion constraint stands with its own.
    base::Result<> addConstraints(const ports::SqlRows &rows);
    base::Result<> addInheritance(const ports::SqlRows &rows);
    base::Result<> addTriggers(const ports::SqlRows &triggers, const ports::SqlRows &routines);
    base::Result<> addPolicies(const ports::SqlRows &rows);
    void addPartitionTriggers(const ports::SqlRows &rows);
    void addSizes(const ports::SqlRows &rows);
    /// After the inheritance: a share of the rows becomes a number by it.
    void addStatistics(const ports::SqlRows &rows);

    /// One of the tables that are gone or have other columns by these rows of CatalogQueries::versions; absent: none.
    std::optional<model::TableName> changedSince(const ports::SqlRows &versions) const;

    /// Sorted as the model says.
    std::vector<model::SourceTable> finish();

private:
    struct Unit {
        model::SourceTable table = {};
        qint64 rows = -1; ///< of itself, without its partitions
        qint64 pages = 0;
        QString version = {};
    };
    model::SourceTable *tableOf(qint64 oid);

    std::vector<Unit> m_units;
    std::unordered_map<qint64, std::size_t> m_byOid;
};

} // namespace lakehouse::adapters::postgres
