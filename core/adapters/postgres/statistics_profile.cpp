#include "adapters/postgres/statistics_profile.h"

#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/sql_text.h"

#include <algorithm>

namespace lakehouse::adapters::postgres {

using base::Result;
using model::TableName;
using model::TableProfile;
using ports::SqlRows;

namespace {

constexpr qint64 million = 1'000'000;

struct Statistic {
    qint64 nullsPerMillion = 0;
    bool isShareOfRows = false;
    qint64 distinct = 0; ///< per million rows, or in all
};
using StatisticsOfTable = std::map<QString, Statistic>;

Result<std::map<TableName, StatisticsOfTable>> readStatistics(SessionPool &pool, const std::vector<model::ProfileRequest> &requests, base::RunContext &run)
{
    std::vector<QString> schemas;
    std::vector<QString> names;
    for (const model::ProfileRequest &request : requests) {
        schemas.push_back(request.table.schema());
        names.push_back(request.table.table());
    }
    EKOS_TRY(const SessionLease session, pool.take(run));
    EKOS_TRY(const Transaction transaction, beginProfile(pool, *session));
    EKOS_TRY(const SqlRows rows, session->execute(QStringLiteral(R"(
SELECT s.schemaname, s.tablename, s.attname, round(s.null_frac * 1000000)::bigint, s.n_distinct < 0, round(CASE WHEN s.n_distinct < 0 THEN -s.n_distinct * 1000000 ELSE s.n_distinct END)::bigint
  FROM (SELECT DISTINCT schema, name FROM unnest(%1, %2) w(schema, name)) w JOIN pg_stats s ON s.schemaname = w.schema::name AND s.tablename = w.name::name
 WHERE s.inherited = EXISTS (SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent JOIN pg_namespace n ON n.oid = c.relnamespace
                              WHERE n.nspname = s.schemaname AND c.relname = s.tablename))").arg(quotedTextArray(schemas), quotedTextArray(names))));
    std::map<TableName, StatisticsOfTable> statistics;
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        const QString schema = reader.text();
        EKOS_TRY(const TableName name, TableName::create(schema, reader.text()));
        const QString column = reader.text();
        statistics[name].emplace(column, Statistic{reader.number(), reader.flag(), reader.number()});
    }
    return statistics;
}

} // namespace

Result<std::vector<TableProfile>> statisticsProfiles(SessionPool &pool, const std::vector<model::ProfileRequest> &requests, const std::map<TableName, TableShape> &shapes, base::RunContext &run)
{
    EKOS_TRY(const auto statistics, readStatistics(pool, requests, run));
    std::vector<TableProfile> profiles;
    for (const model::ProfileRequest &request : requests) {
        const qint64 rows = shapes.at(request.table).rows;
        TableProfile profile{.table = request.table, .rows = std::max<qint64>(rows, 0), .tableRows = rows};
        const auto known = statistics.find(request.table);
        for (const QString &column : request.columns) {
            if (known == statistics.end() || rows <= 0)
                break;
            const auto one = known->second.find(column);
            if (one == known->second.end())
                continue; // not analysed since it was added, or not for this role to see
            const Statistic &statistic = one->second;
            profile.columns.push_back({column, rows * statistic.nullsPerMillion / million, statistic.isShareOfRows ? rows * statistic.distinct / million : statistic.distinct});
        }
        if (profile.columns.empty())
            profile.notProfiled = {QT_TRANSLATE_NOOP("core", "There are no statistics of %1 for this role to see: let the owner run ANALYZE."), request.table.toString()};
        profiles.push_back(std::move(profile));
    }
    return profiles;
}

} // namespace lakehouse::adapters::postgres
