#include "adapters/postgres/row_scan.h"

#include "adapters/postgres/catalog_queries.h"
#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/server_errors.h"
#include "adapters/postgres/sql_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>

namespace lakehouse::adapters::postgres {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Text;
using model::TableName;
using ports::SqlRows;

namespace {

constexpr double fewestPages = 30;       // pages are chosen one by one: of fewer it may happen that none is
constexpr double costOfRow = 0.01;       // the planner's cpu_tuple_cost, as everybody has it
constexpr double smallestPercent = 1e-6;

/// About as many rows as the budget says.
QString samplePercent(const PlanEstimate &plain, qint64 wantedRows)
{
    const double rows = std::max(plain.rows, 1.0);
    const double pages = std::max(plain.cost - plain.rows * costOfRow, 1.0);
    const double share = std::max(double(wantedRows) / rows, fewestPages / pages);
    return QString::number(std::clamp(share * 100, smallestPercent, 100.0), 'f', 6);
}

RowSource sampleOf(const RowScan &scan, const PlanEstimate &plain)
{
    const QString table = quotedTable(scan.table);
    if (scan.shape.hasPages())
        return {QStringLiteral("%1 t TABLESAMPLE SYSTEM (%2) REPEATABLE (1)").arg(table, samplePercent(plain, scan.budget.sampledRows)), RowExtent::Sample};
    QStringList columns;
    for (const QString &column : scan.columns)
        columns += quotedIdentifier(column);
    return {QStringLiteral("(SELECT %1 FROM %2 LIMIT %3) t").arg(columns.join(QStringLiteral(", ")), table, QString::number(scan.budget.sampledRows)), RowExtent::Sample};
}

Error tooExpensive(const RowScan &scan, const PlanEstimate &plan)
{
    return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "Looking at the rows of %1 would cost %2 by the planner's estimate; the budget is %3."), scan.table.toString(), qint64(plan.cost), scan.budget.planCost},
                 QT_TRANSLATE_NOOP("core", "Let the owner run ANALYZE if the estimate is old."), scan.table.toString()};
}

/// A failure of this table, with the right that is missing.
Error ofTable(SessionPool &pool, const RowScan &scan, Error error)
{
    if (error.code == ErrorCode::NotAllowed) {
        QStringList columns;
        for (const QString &column : scan.columns)
            columns += quotedIdentifier(column);
        const QString rights = columns.isEmpty() ? QStringLiteral("SELECT") : QStringLiteral("SELECT (%1)").arg(columns.join(QStringLiteral(", ")));
        return missingRight(pool.connection(), scan.table.toString(), QStringLiteral("GRANT %1 ON %2 TO %3").arg(rights, quotedTable(scan.table), quotedIdentifier(pool.connection().user)), error.detail);
    }
    if (reasonOfOneTable(error))
        error.subject = scan.table.toString();
    return error;
}

/// Runs one statement in a transaction of its own, when it lies within the budget.
Result<SqlRows> executeWithin(SessionPool &pool, Session &session, const RowScan &scan, const QString &sql)
{
    EKOS_TRY(const Transaction transaction, beginProfile(pool, session, scan.moreSchemas));
    EKOS_TRY(const PlanEstimate plan, estimate(session, sql));
    if (plan.cost > double(scan.budget.planCost))
        return tooExpensive(scan, plan);
    return session.execute(sql);
}

Result<PlanEstimate> plainScan(SessionPool &pool, Session &session, const TableName &table)
{
    EKOS_TRY(const Transaction transaction, beginProfile(pool, session));
    return estimate(session, QStringLiteral("SELECT FROM ") + quotedTable(table));
}

/// Over the whole table; nothing when that would cost too much or took too long.
Result<std::optional<ScannedRows>> scanWhole(SessionPool &pool, Session &session, const RowScan &scan)
{
    Result<SqlRows> whole = executeWithin(pool, session, scan, scan.statement({quotedTable(scan.table) + QStringLiteral(" t"), RowExtent::Whole}));
    if (whole)
        return std::optional(ScannedRows{std::move(whole).value(), !scan.shape.isFiltered});
    if (whole.error().code == ErrorCode::TimedOut || whole.error().code == ErrorCode::RefusedByRule)
        return std::optional<ScannedRows>();
    return std::move(whole).error();
}

Result<ScannedRows> scanWith(SessionPool &pool, Session &session, const RowScan &scan)
{
    const bool isExpectedSmall = scan.shape.isSmall(scan.budget.wholeCost); // then the plain scan need not be estimated first
    if (isExpectedSmall) {
        EKOS_TRY(std::optional<ScannedRows> whole, scanWhole(pool, session, scan));
        if (whole)
            return *std::move(whole);
    }
    EKOS_TRY(const PlanEstimate plain, plainScan(pool, session, scan.table));
    if (!isExpectedSmall && (scan.tier == model::ProfileTier::FullScan || plain.cost <= double(scan.budget.wholeCost))) {
        EKOS_TRY(std::optional<ScannedRows> whole, scanWhole(pool, session, scan));
        if (whole)
            return *std::move(whole);
    }
    EKOS_TRY(SqlRows sample, executeWithin(pool, session, scan, scan.statement(sampleOf(scan, plain))));
    return ScannedRows{std::move(sample), false};
}

} // namespace

double TableShape::scanCost() const
{
    return double(pages) + double(std::max<qint64>(rows, 0)) * costOfRow;
}

bool TableShape::isSmall(qint64 cost) const
{
    return hasPages() && rows >= 0 && scanCost() <= double(cost);
}

Text goneTable(const TableName &table)
{
    return {QT_TRANSLATE_NOOP("core", "%1 is not in the source any more."), table.toString()};
}

std::optional<Text> reasonOfOneTable(const Error &error)
{
    if (error.code == ErrorCode::Cancelled || error.code == ErrorCode::Unreachable)
        return std::nullopt;
    if (error.hint.isEmpty())
        return error.message;
    return Text{"%1 %2", error.message, error.hint};
}

Result<Transaction> beginProfile(SessionPool &pool, Session &session, const std::vector<QString> &moreSchemas)
{
    QString path = QStringLiteral("pg_catalog");
    for (const QString &schema : moreSchemas)
        path += QStringLiteral(", ") + quotedIdentifier(schema);
    EKOS_TRY(Transaction transaction, Transaction::begin(session, TransactionMode::RepeatableRead));
    // From PostgreSQL 16 on the planner looks for one order that serves most DISTINCT aggregates, in a time that grows with the square of their number: of a
    // table with 1,500 columns for half a minute. Older servers do not know the setting.
    EKOS_CHECK(session.execute(QStringLiteral("SELECT set_config('statement_timeout', '%1', true), set_config('search_path', %2, true), "
                                              "(SELECT set_config(name, 'off', true) FROM pg_settings WHERE name = 'enable_presorted_aggregate')")
                                   .arg(QString::number(pool.limits().profileStatement.count()), quotedLiteral(path))));
    return transaction;
}

Result<PlanEstimate> estimate(Session &session, const QString &sql)
{
    EKOS_TRY(const SqlRows rows, session.execute(QStringLiteral("EXPLAIN (FORMAT JSON) ") + sql));
    const QJsonObject plan = QJsonDocument::fromJson(RowReader(rows.rows.at(0)).text().toUtf8()).array().at(0)[QStringLiteral("Plan")].toObject();
    return PlanEstimate{plan[QStringLiteral("Plan Rows")].toDouble(), plan[QStringLiteral("Total Cost")].toDouble()};
}

Result<std::map<TableName, TableShape>> shapesOf(SessionPool &pool, const std::vector<TableName> &tables, base::RunContext &run)
{
    std::map<TableName, TableShape> shapes;
    std::vector<QString> schemas;
    std::vector<QString> names;
    for (const TableName &table : tables) {
        schemas.push_back(table.schema());
        names.push_back(table.table());
    }
    EKOS_TRY(const SessionLease session, pool.take(run));
    EKOS_TRY(const Transaction transaction, beginProfile(pool, *session));
    EKOS_TRY(const SqlRows rows, session->execute(QStringLiteral(R"(WITH RECURSIVE unit AS (
    SELECT DISTINCT c.oid FROM unnest(%1, %2) w(schema, name) JOIN pg_namespace n ON n.nspname = w.schema::name JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = w.name::name),
part(unit, oid) AS (SELECT oid, oid FROM unit UNION SELECT part.unit, i.inhrelid FROM part JOIN pg_inherits i ON i.inhparent = part.oid),
total AS (SELECT part.unit, sum(greatest(p.reltuples, 0))::bigint AS rows, sum(p.relpages)::bigint AS pages, bool_or(p.relkind = 'f') AS has_foreign,
                 bool_or(p.relkind IN ('r', 'm') AND (p.reltuples < 0 OR (p.reltuples = 0 AND p.relpages = 0 AND current_setting('server_version_num')::int < 140000))) AS is_unknown
            FROM part JOIN pg_class p ON p.oid = part.oid GROUP BY part.unit)
SELECT n.nspname, c.relname, c.relkind, CASE WHEN is_unknown THEN -1 ELSE rows END, pages, has_foreign, %3
  FROM total JOIN pg_class c ON c.oid = total.unit JOIN pg_namespace n ON n.oid = c.relnamespace)")
                                                      .arg(quotedTextArray(schemas), quotedTextArray(names), CatalogQueries::hidesRows())));
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        const QString schema = reader.text();
        EKOS_TRY(TableName name, TableName::create(schema, reader.text()));
        shapes.emplace(std::move(name), TableShape{reader.code(), reader.number(), reader.number(), reader.flag(), reader.flag()});
    }
    return shapes;
}

Result<ScannedRows> scanRows(SessionPool &pool, const RowScan &scan, base::RunContext &run)
{
    EKOS_TRY(const SessionLease session, pool.take(run));
    Result<ScannedRows> rows = scanWith(pool, *session, scan);
    if (!rows)
        return ofTable(pool, scan, std::move(rows).error());
    return rows;
}

} // namespace lakehouse::adapters::postgres
