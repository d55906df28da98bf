#include "adapters/postgres/table_groups.h"

#include "adapters/postgres/sql_text.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace lakehouse::adapters::postgres {

using base::Result;
using ports::SqlRows;

namespace {

constexpr std::size_t tablesInStatement = 25;
constexpr double toleratedGrowth = 2; // since the tables were analysed

} // namespace

void TableGroups::add(std::size_t table, const TableShape &shape, qint64 values)
{
    if (!shape.isSmall(m_budget.wholeCost) || values > m_mostValues)
        return addAlone(table);
    if (m_open.size() == tablesInStatement || m_cost + shape.scanCost() > double(m_budget.wholeCost) || m_values + values > m_mostValues)
        close();
    m_open.push_back(table);
    m_cost += shape.scanCost();
    m_values += values;
}

void TableGroups::addAlone(std::size_t table)
{
    m_groups.push_back({table});
}

void TableGroups::close()
{
    if (!m_open.empty())
        m_groups.push_back(std::exchange(m_open, {}));
    m_cost = 0;
    m_values = 0;
}

std::vector<TableGroup> TableGroups::take()
{
    close();
    return std::move(m_groups);
}

Result<SqlRows> executeTogether(SessionPool &pool, const std::vector<model::TableName> &tables, const QString &sql, const model::ScanBudget &budget, base::RunContext &run)
{
    QStringList scans;
    for (const model::TableName &table : tables)
        scans += QStringLiteral("SELECT FROM ") + quotedTable(table);
    EKOS_TRY(const SessionLease session, pool.take(run));
    EKOS_TRY(const Transaction transaction, beginProfile(pool, *session));
    // Planning the statement itself takes about as long as running it. Where plain scans cost so little, it costs little too.
    EKOS_TRY(const PlanEstimate plain, estimate(*session, scans.join(QStringLiteral(" UNION ALL "))));
    if (plain.cost > std::min(double(budget.planCost), toleratedGrowth * double(budget.wholeCost)))
        return base::Error{base::ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "These tables are larger than their statistics say."), QT_TRANSLATE_NOOP("core", "Let the owner run ANALYZE.")};
    return session->execute(sql);
}

} // namespace lakehouse::adapters::postgres
