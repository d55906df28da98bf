#pragma once

#include "adapters/postgres/type_resolver.h"

namespace lakehouse::adapters::postgres {

/// Puts the rows of the catalog queries together to tables. Each `add…` takes the rows of the query of that name; `addUnits` comes first.
/// What answers a result fails with Corrupt on a code that this program does not know.
class CatalogBuilder {
public:
    base::Result<> addUnits(const ports::SqlRows &rows);
    base::Result<> addColumns(const ports::SqlRows &rows, const TypeResolver &types);
    base::Result<> addKeys(const ports::SqlRows &rows);
    base::Result<> addConstraints(const ports::SqlRows &rows);
    base::Result<> addInheritance(const ports::SqlRows &rows);
    base::Result<> addTriggers(const ports::SqlRows &triggers, const ports::SqlRows &functions);
    void addPartitionTriggers(const ports::SqlRows &rows);
    void addSizes(const ports::SqlRows &rows);

    /// Sorted as the model says.
    std::vector<model::SourceTable> finish();

private:
    struct Unit {
        model::SourceTable table = {};
        qint64 rows = -1; ///< of itself, without its partitions
        qint64 pages = 0;
    };
    model::SourceTable *tableOf(qint64 oid);

    std::vector<Unit> m_units;
    std::unordered_map<qint64, std::size_t> m_byOid;
};

/// How many objects of each kind the tables hold, in the order of CatalogQueries::counts.
std::vector<model::ObjectCount> objectCounts(const std::vector<model::SourceTable> &tables);

} // namespace lakehouse::adapters::postgres
