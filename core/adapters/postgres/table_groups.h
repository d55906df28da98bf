#pragma once

#include "adapters/postgres/row_scan.h"

namespace lakehouse::adapters::postgres {

/// Tables that one statement looks at, as places in a list.
using TableGroup = std::vector<std::size_t>;

/// Puts small tables together, in their order, so that thousands of them take few statements. A group costs no more than one small table may; every other
/// table stands alone.
class TableGroups {
public:
    /// `mostValues`: that one answer may hold.
    TableGroups(const model::ScanBudget &budget, qint64 mostValues) : m_budget(budget), m_mostValues(mostValues) {}

    /// `values`: that an answer about this table holds.
    void add(std::size_t table, const TableShape &shape, qint64 values);
    void addAlone(std::size_t table);
    std::vector<TableGroup> take();

private:
    void close();

    const model::ScanBudget m_budget;
    const qint64 m_mostValues;
    std::vector<TableGroup> m_groups = {};
    TableGroup m_open = {};
    double m_cost = 0;
    qint64 m_values = 0;
};

/// Runs a statement over the tables of a group. Fails with RefusedByRule when they are larger than their statistics say.
base::Result<ports::SqlRows> executeTogether(SessionPool &pool, const std::vector<model::TableName> &tables, const QString &sql, const model::ScanBudget &budget, base::RunContext &run);

} // namespace lakehouse::adapters::postgres
