#include "adapters/postgres/table_profiler.h"

#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/row_scan.h"
#include "adapters/postgres/sql_text.h"
#include "adapters/postgres/statistics_profile.h"

#include <QStringList>

namespace lakehouse::adapters::postgres {

using base::Ok;
using base::Result;
using base::RunContext;
using model::ProfileRequest;
using model::ProfileTier;
using model::TableProfile;
using ports::SqlRows;

namespace {

constexpr int tablesAtATime = 4;
constexpr std::size_t tablesInStatement = 25;
constexpr std::size_t columnsInStatement = 1'000;

using Indexes = std::vector<std::size_t>;

/// Number of rows, then two numbers a column: values other than NULL, and how many of them differ. Hashes of their texts are compared, since not every type
/// can be: of as many values as a profile looks at, no two different ones are taken for equal.
QString profileStatement(const std::vector<QString> &columns, const QString &from)
{
    QStringList numbers;
    for (const QString &column : columns) {
        const QString value = QStringLiteral("t.") + quotedIdentifier(column);
        numbers += QStringLiteral("count(%1), count(DISTINCT hashtextextended(%1::text COLLATE \"C\", 0))").arg(value);
    }
    return QStringLiteral("SELECT count(*), ARRAY[") + numbers.join(QStringLiteral(",\n  ")) + QStringLiteral("]::bigint[] FROM ") + from;
}

base::Text nothingSeen(bool isComplete)
{
    if (isComplete)
        return QT_TRANSLATE_NOOP("core", "The table is empty.");
    return QT_TRANSLATE_NOOP("core", "No row was seen in the sample.");
}

class TableProfiler {
public:
    TableProfiler(SessionPool &pool, const std::vector<ProfileRequest> &requests, const model::ScanBudget &budget, RunContext &run)
        : m_pool(pool), m_requests(requests), m_budget(budget), m_run(run) {}

    Result<std::vector<TableProfile>> profile();

private:
    Result<> fromStatistics(const Indexes &indexes);
    Result<> fromRows(const Indexes &indexes);
    /// Groups that are looked at in one statement; a large table is a group of its own.
    std::vector<Indexes> groupsOf(const Indexes &indexes) const;
    bool isSmall(std::size_t index) const;
    Result<> profileGroup(const Indexes &group);
    Result<SqlRows> executeGroup(const Indexes &group);
    Result<> profileOne(std::size_t index);
    void take(std::size_t index, RowReader &reader, bool isComplete);

    SessionPool &m_pool;
    const std::vector<ProfileRequest> &m_requests;
    const model::ScanBudget m_budget;
    RunContext &m_run;
    std::map<model::TableName, TableShape> m_shapes;
    std::vector<TableProfile> m_profiles;
};

Result<std::vector<TableProfile>> TableProfiler::profile()
{
    m_profiles.resize(m_requests.size());
    std::vector<model::TableName> tables;
    for (const ProfileRequest &request : m_requests)
        tables.push_back(request.table);
    if (tables.empty())
        return m_profiles;
    EKOS_TRY(m_shapes, shapesOf(m_pool, tables, m_run));
    Indexes statistics;
    Indexes rows;
    for (std::size_t i = 0; i < m_requests.size(); ++i) {
        m_profiles[i].table = m_requests[i].table;
        const auto shape = m_shapes.find(m_requests[i].table);
        if (shape == m_shapes.end()) {
            m_profiles[i].notProfiled = goneTable(m_requests[i].table);
            continue;
        }
        m_profiles[i].tableRows = shape->second.rows;
        (m_requests[i].tier == ProfileTier::Statistics ? statistics : rows).push_back(i);
    }
    EKOS_CHECK(fromStatistics(statistics));
    EKOS_CHECK(fromRows(rows));
    return std::move(m_profiles);
}

Result<> TableProfiler::fromStatistics(const Indexes &indexes)
{
    if (indexes.empty())
        return Ok{};
    std::vector<ProfileRequest> requests;
    for (const std::size_t index : indexes)
        requests.push_back(m_requests[index]);
    EKOS_TRY(const std::vector<TableProfile> profiles, statisticsProfiles(m_pool, requests, m_shapes, m_run));
    for (std::size_t i = 0; i < indexes.size(); ++i)
        m_profiles[indexes[i]] = profiles[i];
    return Ok{};
}

bool TableProfiler::isSmall(std::size_t index) const
{
    const TableShape &shape = m_shapes.at(m_requests[index].table);
    return shape.isSmall(m_budget.wholeCost) && m_requests[index].columns.size() <= columnsInStatement / 4;
}

std::vector<Indexes> TableProfiler::groupsOf(const Indexes &indexes) const
{
    std::vector<Indexes> groups;
    Indexes open;
    std::size_t columns = 0;
    for (const std::size_t index : indexes) {
        if (!isSmall(index)) {
            groups.push_back({index});
            continue;
        }
        open.push_back(index);
        columns += m_requests[index].columns.size();
        if (open.size() == tablesInStatement || columns >= columnsInStatement) {
            groups.push_back(std::move(open));
            open.clear();
            columns = 0;
        }
    }
    if (!open.empty())
        groups.push_back(std::move(open));
    return groups;
}

Result<> TableProfiler::fromRows(const Indexes &indexes)
{
    const std::vector<Indexes> groups = groupsOf(indexes);
    m_run.expectSteps(qint64(groups.size()));
    return m_run.parallelFor(qsizetype(groups.size()), tablesAtATime, [&](qsizetype index) {
        return profileGroup(groups[std::size_t(index)]);
    });
}

Result<SqlRows> TableProfiler::executeGroup(const Indexes &group)
{
    QStringList parts;
    for (const std::size_t index : group)
        parts += profileStatement(m_requests[index].columns, quotedTable(m_requests[index].table) + QStringLiteral(" t"));
    const QString sql = inOneStatement(parts);
    EKOS_TRY(const SessionLease session, m_pool.take(m_run));
    EKOS_TRY(const Transaction transaction, beginProfile(m_pool, *session));
    EKOS_TRY(const PlanEstimate plan, estimate(*session, sql));
    if (plan.cost > double(m_budget.planCost)) // the tables have grown since they were analysed
        return base::Error{base::ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "These tables are larger than their statistics say."), QT_TRANSLATE_NOOP("core", "Let the owner run ANALYZE.")};
    return session->execute(sql);
}

Result<> TableProfiler::profileGroup(const Indexes &group)
{
    EKOS_CHECK(m_run.step({QT_TRANSLATE_NOOP("core", "Look at the rows of %1"), m_requests[group.front()].table.toString()}));
    if (group.size() > 1) {
        const Result<SqlRows> rows = executeGroup(group);
        if (rows) {
            for (std::size_t i = 0; i < group.size(); ++i) {
                RowReader reader(rows.value().rows.at(i));
                reader.skip(1);
                take(group[i], reader, !m_shapes.at(m_requests[group[i]].table).isFiltered);
            }
            return Ok{};
        }
        if (!reasonOfOneTable(rows.error()))
            return rows.error();
    }
    for (const std::size_t index : group) // one by one, so that only the table at fault has no profile
        EKOS_CHECK(profileOne(index));
    return Ok{};
}

Result<> TableProfiler::profileOne(std::size_t index)
{
    const ProfileRequest &request = m_requests[index];
    const RowScan scan{request.table, m_shapes.at(request.table), request.columns, request.tier, m_budget, [&](const RowSource &source) { return profileStatement(request.columns, source.from); }, {}};
    const Result<ScannedRows> scanned = scanRows(m_pool, scan, m_run);
    if (scanned) {
        RowReader reader(scanned.value().rows.rows.at(0));
        take(index, reader, scanned.value().isComplete);
        return Ok{};
    }
    std::optional<base::Text> why = reasonOfOneTable(scanned.error());
    if (!why)
        return scanned.error();
    m_profiles[index].notProfiled = *std::move(why);
    return Ok{};
}

void TableProfiler::take(std::size_t index, RowReader &reader, bool isComplete)
{
    const ProfileRequest &request = m_requests[index];
    TableProfile &profile = m_profiles[index];
    profile.rows = reader.number();
    profile.isComplete = isComplete;
    profile.tier = isComplete && request.tier == ProfileTier::FullScan ? ProfileTier::FullScan : ProfileTier::Sample;
    if (profile.rows == 0) {
        profile.notProfiled = nothingSeen(isComplete);
        return;
    }
    const std::vector<qint64> numbers = reader.numbers();
    for (std::size_t i = 0; i < request.columns.size(); ++i)
        profile.columns.push_back({request.columns[i], profile.rows - numbers.at(2 * i), numbers.at(2 * i + 1)});
}

} // namespace

Result<std::vector<TableProfile>> profileTables(SessionPool &pool, const std::vector<ProfileRequest> &requests, const model::ScanBudget &budget, RunContext &run)
{
    return TableProfiler(pool, requests, budget, run).profile();
}

} // namespace lakehouse::adapters::postgres
