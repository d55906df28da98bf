#include "adapters/postgres/table_profiler.h"

#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/row_scan.h"
#include "adapters/postgres/sql_text.h"
#include "adapters/postgres/statistics_profile.h"
#include "adapters/postgres/table_groups.h"

#include <QStringList>

#include <algorithm>
#include <mutex>

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
constexpr qint64 columnsInStatement = 1'000;

using Indexes = std::vector<std::size_t>;

/// Hashes of values' texts are compared, since not every type can be: of as many values as a profile looks at, no two different ones are taken for equal.
QString hashOf(const QString &value)
{
    return QStringLiteral("hashtextextended(%1::text COLLATE \"C\", 0)").arg(value);
}

/// Number of rows, then two numbers a column: values other than NULL, and how many of them differ.
QString profileStatement(const std::vector<QString> &columns, const QString &from)
{
    QStringList numbers;
    for (const QString &column : columns) {
        const QString value = QStringLiteral("t.") + quotedIdentifier(column);
        numbers += QStringLiteral("count(%1), count(DISTINCT %2)").arg(value, hashOf(value));
    }
    return QStringLiteral("SELECT count(*), ARRAY[") + numbers.join(QStringLiteral(",\n  ")) + QStringLiteral("]::bigint[] FROM ") + from;
}

/// Of several tables together: a row for each column with the place of its table, its own from 1, and its three numbers. Values are counted in one pass: an
/// aggregate for each column takes longer to set up than a small table to read. An empty table has no row.
QString profileStatement(const std::vector<ProfileRequest> &requests, const Indexes &group)
{
    QStringList tables;
    for (const std::size_t index : group) {
        QStringList hashes;
        for (const QString &column : requests[index].columns)
            hashes += hashOf(QStringLiteral("t.") + quotedIdentifier(column));
        tables += QStringLiteral("SELECT %1 AS part, ARRAY[").arg(tables.size()) + hashes.join(QStringLiteral(",\n  ")) + QStringLiteral("] AS hashes FROM %1 t").arg(quotedTable(requests[index].table));
    }
    return QStringLiteral("SELECT part, place, count(*), count(hash), count(DISTINCT hash) FROM (") + tables.join(QStringLiteral("\nUNION ALL "))
        + QStringLiteral(") r, unnest(hashes) WITH ORDINALITY u(hash, place) GROUP BY part, place ORDER BY part, place");
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
    std::vector<TableGroup> groupsOf(const Indexes &indexes) const;
    Result<> profileGroup(const TableGroup &group);
    Result<> profileTogether(const TableGroup &group);
    Result<> profileOne(std::size_t index);
    Result<> fallBackOnStatistics();
    /// Nothing is known of the columns yet; false when there is nothing to know.
    bool takeRows(std::size_t index, qint64 rows, bool isComplete);

    SessionPool &m_pool;
    const std::vector<ProfileRequest> &m_requests;
    const model::ScanBudget m_budget;
    RunContext &m_run;
    std::map<model::TableName, TableShape> m_shapes;
    std::vector<TableProfile> m_profiles;
    std::mutex m_mutex;
    Indexes m_tooDear; ///< tables that would cost more than the budget
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
    EKOS_CHECK(fallBackOnStatistics());
    return std::move(m_profiles);
}

/// What is too dear to look at, the planner has statistics of. Where it has none, the reason stays that the look would cost too much.
Result<> TableProfiler::fallBackOnStatistics()
{
    std::sort(m_tooDear.begin(), m_tooDear.end());
    std::vector<ProfileRequest> requests;
    for (const std::size_t index : m_tooDear)
        requests.push_back(m_requests[index]);
    if (requests.empty())
        return Ok{};
    EKOS_TRY(const std::vector<TableProfile> profiles, statisticsProfiles(m_pool, requests, m_shapes, m_run));
    for (std::size_t i = 0; i < profiles.size(); ++i)
        if (profiles[i].isProfiled())
            m_profiles[m_tooDear[i]] = profiles[i];
    return Ok{};
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

std::vector<TableGroup> TableProfiler::groupsOf(const Indexes &indexes) const
{
    TableGroups groups(m_budget, columnsInStatement);
    for (const std::size_t index : indexes) {
        const qint64 columns = qint64(m_requests[index].columns.size());
        if (columns == 0 || columns > columnsInStatement / 4) // its rows show in those of its columns
            groups.addAlone(index);
        else
            groups.add(index, m_shapes.at(m_requests[index].table), columns);
    }
    return groups.take();
}

Result<> TableProfiler::fromRows(const Indexes &indexes)
{
    const std::vector<TableGroup> groups = groupsOf(indexes);
    m_run.expectSteps(qint64(groups.size()));
    return m_run.parallelFor(qsizetype(groups.size()), tablesAtATime, [&](qsizetype index) {
        return profileGroup(groups[std::size_t(index)]);
    });
}

Result<> TableProfiler::profileTogether(const TableGroup &group)
{
    std::vector<model::TableName> tables;
    for (const std::size_t index : group)
        tables.push_back(m_requests[index].table);
    EKOS_TRY(const SqlRows rows, executeTogether(m_pool, tables, profileStatement(m_requests, group), m_budget, m_run));
    auto row = rows.rows.begin();
    for (std::size_t part = 0; part < group.size(); ++part) {
        const std::size_t index = group[part];
        const bool isComplete = !m_shapes.at(m_requests[index].table).isFiltered;
        bool isFirst = true;
        for (; row != rows.rows.end(); ++row, isFirst = false) {
            RowReader reader(*row);
            if (std::size_t(reader.number()) != part)
                break;
            const auto column = std::size_t(reader.number() - 1);
            const qint64 count = reader.number();
            if (isFirst)
                takeRows(index, count, isComplete);
            const qint64 values = reader.number();
            m_profiles[index].columns.push_back({m_requests[index].columns.at(column), count - values, reader.number()});
        }
        if (isFirst)
            takeRows(index, 0, isComplete);
    }
    return Ok{};
}

Result<> TableProfiler::profileGroup(const TableGroup &group)
{
    EKOS_CHECK(m_run.step({QT_TRANSLATE_NOOP("core", "Look at the rows of %1"), m_requests[group.front()].table.toString()}));
    if (group.size() > 1) {
        const Result<> together = profileTogether(group);
        if (together || !reasonOfOneTable(together.error()))
            return together;
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
        if (!takeRows(index, reader.number(), scanned.value().isComplete))
            return Ok{};
        TableProfile &profile = m_profiles[index];
        const std::vector<qint64> numbers = reader.numbers();
        for (std::size_t i = 0; i < request.columns.size(); ++i)
            profile.columns.push_back({request.columns[i], profile.rows - numbers.at(2 * i), numbers.at(2 * i + 1)});
        return Ok{};
    }
    std::optional<base::Text> why = reasonOfOneTable(scanned.error());
    if (!why)
        return scanned.error();
    m_profiles[index].notProfiled = *std::move(why);
    if (scanned.error().code == base::ErrorCode::RefusedByRule) {
        const std::lock_guard lock(m_mutex);
        m_tooDear.push_back(index);
    }
    return Ok{};
}

bool TableProfiler::takeRows(std::size_t index, qint64 rows, bool isComplete)
{
    TableProfile &profile = m_profiles[index];
    profile.rows = rows;
    profile.isComplete = isComplete;
    profile.tier = isComplete && m_requests[index].tier == ProfileTier::FullScan ? ProfileTier::FullScan : ProfileTier::Sample;
    if (rows == 0)
        profile.notProfiled = nothingSeen(isComplete);
    return rows > 0;
}

} // namespace

Result<std::vector<TableProfile>> profileTables(SessionPool &pool, const std::vector<ProfileRequest> &requests, const model::ScanBudget &budget, RunContext &run)
{
    return TableProfiler(pool, requests, budget, run).profile();
}

} // namespace lakehouse::adapters::postgres
