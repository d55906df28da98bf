#include "adapters/ledger_sqlite/result_rows.h"

#include "adapters/ledger_sqlite/sqlite_transaction.h"
#include "adapters/ledger_sqlite/stored_body.h"

namespace lakehouse::adapters {

using base::Ok;
using base::Result;
using base::UtcTime;
using model::LoadReport;
using model::RunId;
using model::TableReconciliation;

namespace {

struct ResultTable {
    const char *insert;
    const char *makeLatest; ///< nullptr: nobody asks for the newest of each table
    const char *makeLast;
    const char *ofRun;
    const char *latest;
    const char *ofTable;
};

constexpr ResultTable loadReports{
    "INSERT INTO load_report(table_name, run, body) VALUES (?, ?, ?)",
    "INSERT INTO latest_load(table_name, seq) VALUES (?, last_insert_rowid()) ON CONFLICT(table_name) DO UPDATE SET seq = excluded.seq",
    "INSERT OR REPLACE INTO last_result(table_name, kind, seq) SELECT table_name, 'load', seq FROM latest_load WHERE table_name = ?",
    "SELECT body FROM load_report WHERE run = ? ORDER BY seq",
    "SELECT r.body FROM latest_load AS l JOIN load_report AS r ON r.seq = l.seq ORDER BY l.table_name",
    "SELECT body FROM load_report WHERE table_name = ? ORDER BY seq DESC LIMIT ?"};

constexpr ResultTable reconciliations{
    "INSERT INTO reconciliation(table_name, run, body) VALUES (?, ?, ?)",
    "INSERT INTO latest_reconciliation(table_name, seq) VALUES (?, last_insert_rowid()) ON CONFLICT(table_name) DO UPDATE SET seq = excluded.seq",
    "INSERT OR REPLACE INTO last_result(table_name, kind, seq) SELECT table_name, 'reconciliation', seq FROM latest_reconciliation WHERE table_name = ?",
    "SELECT body FROM reconciliation WHERE run = ? ORDER BY seq",
    "SELECT r.body FROM latest_reconciliation AS l JOIN reconciliation AS r ON r.seq = l.seq ORDER BY l.table_name",
    "SELECT body FROM reconciliation WHERE table_name = ? ORDER BY seq DESC LIMIT ?"};

constexpr ResultTable loadFailures{
    "INSERT INTO load_failure(table_name, run, body) VALUES (?, ?, ?)",
    nullptr,
    "INSERT OR REPLACE INTO last_result(table_name, kind, seq) VALUES (?, 'failure', last_insert_rowid())",
    nullptr,
    nullptr,
    "SELECT body FROM load_failure WHERE table_name = ? ORDER BY seq DESC LIMIT ?"};

/// The reconciliation as the last result of a table, where it is not older than the load: of the same run, or of one that began later.
constexpr const char *makeReconciliationLastUnlessOlder = R"(INSERT OR REPLACE INTO last_result(table_name, kind, seq)
SELECT m.table_name, 'reconciliation', m.seq FROM latest_reconciliation AS m JOIN reconciliation AS r ON r.seq = m.seq
  LEFT JOIN latest_load AS l ON l.table_name = m.table_name LEFT JOIN load_report AS p ON p.seq = l.seq
 WHERE m.table_name = ? AND (p.seq IS NULL OR r.run IS p.run
    OR coalesce((SELECT started_at FROM run WHERE id = r.run), 0) >= coalesce((SELECT started_at FROM run WHERE id = p.run), 0)))";

constexpr const char *allStandings = R"(SELECT t.kind, lr.body, mr.body, f.body, s.reload, t.table_name FROM last_result AS t
  LEFT JOIN latest_load AS l ON l.table_name = t.table_name LEFT JOIN load_report AS lr ON lr.seq = l.seq
  LEFT JOIN latest_reconciliation AS m ON m.table_name = t.table_name LEFT JOIN reconciliation AS mr ON mr.seq = m.seq
  LEFT JOIN load_failure AS f ON t.kind = 'failure' AND f.seq = t.seq
  LEFT JOIN load_state AS s ON s.table_name = t.table_name)";

Result<> add(SqliteConnection &connection, const ResultTable &table, const model::TableName &name, const std::optional<RunId> &run, const QByteArray &body)
{
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(connection, SqliteTransaction::Mode::Write));
    EKOS_TRY(SqliteStatement insert, connection.prepare(table.insert));
    EKOS_CHECK(insert.bind(name.toString()).bind(run ? std::optional(run->toString()) : std::nullopt).bind(body).run());
    for (const char *mark : {table.makeLatest, table.makeLast}) {
        if (!mark)
            continue;
        EKOS_TRY(SqliteStatement statement, connection.prepare(mark));
        EKOS_CHECK(statement.bind(name.toString()).run());
    }
    return transaction.commit();
}

template<typename T>
Result<std::vector<T>> readBodies(SqliteStatement &rows)
{
    std::vector<T> values;
    while (true) {
        EKOS_TRY(const bool found, rows.next());
        if (!found)
            return values;
        EKOS_TRY(T value, readBody<T>(rows.bytes(0)));
        values.push_back(std::move(value));
    }
}

template<typename T>
Result<std::vector<T>> readAll(SqliteConnection &connection, const ResultTable &table, const std::optional<RunId> &run)
{
    EKOS_TRY(SqliteStatement rows, connection.prepare(run ? table.ofRun : table.latest));
    if (run)
        rows.bind(run->toString());
    return readBodies<T>(rows);
}

template<typename T>
Result<std::vector<T>> readOfTable(SqliteConnection &connection, const ResultTable &table, const model::TableName &name, qint64 limit)
{
    EKOS_TRY(SqliteStatement rows, connection.prepare(table.ofTable));
    return readBodies<T>(rows.bind(name.toString()).bind(std::max<qint64>(0, limit))); // SQLite takes a negative limit for none
}

/// The body in a column of a row, where there is one.
template<typename T>
Result<std::optional<T>> optionalBody(const SqliteStatement &row, int column)
{
    if (row.isNull(column))
        return std::optional<T>();
    EKOS_TRY(T value, readBody<T>(row.bytes(column)));
    return std::optional(std::move(value));
}

ports::TableStanding::Last lastOf(const QString &kind)
{
    using enum ports::TableStanding::Last;
    return kind == QLatin1String("load") ? Load : kind == QLatin1String("failure") ? Failure : Reconciliation;
}

} // namespace

Result<ports::TableLoadState> readLoadState(SqliteConnection &connection, const model::TableName &table)
{
    EKOS_TRY(SqliteStatement row, connection.prepare("SELECT bound_at, last_run, last_commit, load_rule, reload, deletes_at FROM load_state WHERE table_name = ?"));
    EKOS_TRY(const bool found, row.bind(table.toString()).next());
    ports::TableLoadState state;
    if (!found)
        return state;
    if (!row.isNull(0))
        state.boundUtc = UtcTime{row.integer(0)};
    if (!row.isNull(1)) {
        EKOS_TRY(state.lastRun, RunId::parse(row.text(1)));
    }
    state.lastCommit = row.optionalText(2);
    state.loadRule = row.integer(3);
    EKOS_TRY(state.reload, optionalBody<model::ReloadRequest>(row, 4));
    if (!row.isNull(5))
        state.deletesAtUtc = UtcTime{row.integer(5)};
    return state;
}

Result<> writeLoadState(SqliteConnection &connection, const model::TableName &table, const ports::TableLoadState &state)
{
    EKOS_TRY(SqliteStatement write, connection.prepare("INSERT INTO load_state(table_name, bound_at, last_run, last_commit, load_rule) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT(table_name) DO UPDATE SET bound_at = excluded.bound_at, last_run = excluded.last_run, last_commit = excluded.last_commit, load_rule = excluded.load_rule"));
    return write.bind(table.toString()).bind(state.boundUtc ? std::optional(state.boundUtc->microseconds) : std::nullopt)
        .bind(state.lastRun ? std::optional(state.lastRun->toString()) : std::nullopt).bind(state.lastCommit).bind(state.loadRule).run();
}

Result<> writeReloadRequest(SqliteConnection &connection, const model::ReloadRequest &request)
{
    EKOS_TRY(SqliteStatement write, connection.prepare("INSERT INTO load_state(table_name, load_rule, reload) VALUES (?, 0, ?) ON CONFLICT(table_name) DO UPDATE SET reload = excluded.reload"));
    return write.bind(request.table.toString()).bind(describe::canonicalJson(request)).run();
}

Result<bool> removeReloadRequest(SqliteConnection &connection, const model::ReloadRequest &request)
{
    EKOS_TRY(SqliteStatement remove, connection.prepare("UPDATE load_state SET reload = NULL WHERE table_name = ? AND reload = ? RETURNING 1"));
    EKOS_TRY(const bool wasThere, remove.bind(request.table.toString()).bind(describe::canonicalJson(request)).next());
    if (wasThere)
        EKOS_CHECK(remove.run()); // to its end
    return wasThere;
}

Result<> writeDeletesMoment(SqliteConnection &connection, const model::TableName &table, UtcTime atUtc)
{
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(connection, SqliteTransaction::Mode::Write));
    EKOS_TRY(SqliteStatement write, connection.prepare("INSERT INTO load_state(table_name, load_rule, deletes_at) VALUES (?, 0, ?) ON CONFLICT(table_name) DO UPDATE SET deletes_at = excluded.deletes_at"));
    EKOS_CHECK(write.bind(table.toString()).bind(atUtc.microseconds).run());
    EKOS_TRY(SqliteStatement last, connection.prepare("SELECT f.body FROM last_result AS t JOIN load_failure AS f ON f.seq = t.seq WHERE t.kind = 'failure' AND t.table_name = ?"));
    EKOS_TRY(const bool hasFailed, last.bind(table.toString()).next());
    EKOS_TRY(const auto failure, hasFailed ? optionalBody<model::LoadFailure>(last, 0) : Result<std::optional<model::LoadFailure>>(std::nullopt));
    if (failure && failure->isOfDeletes) {
        for (const char *mark : {loadReports.makeLast, makeReconciliationLastUnlessOlder}) {
            EKOS_TRY(SqliteStatement statement, connection.prepare(mark));
            EKOS_CHECK(statement.bind(table.toString()).run());
        }
    }
    return transaction.commit();
}

Result<> insertLoadReport(SqliteConnection &connection, const LoadReport &report)
{
    return add(connection, loadReports, report.table, report.run, describe::canonicalJson(report));
}

Result<> insertReconciliation(SqliteConnection &connection, const TableReconciliation &reconciliation)
{
    return add(connection, reconciliations, reconciliation.table, reconciliation.run, describe::canonicalJson(reconciliation));
}

Result<> insertLoadFailure(SqliteConnection &connection, const model::LoadFailure &failure)
{
    return add(connection, loadFailures, failure.table, failure.run, describe::canonicalJson(failure));
}

Result<std::vector<LoadReport>> readLoadReports(SqliteConnection &connection, const std::optional<RunId> &run)
{
    return readAll<LoadReport>(connection, loadReports, run);
}

Result<std::vector<TableReconciliation>> readReconciliations(SqliteConnection &connection, const std::optional<RunId> &run)
{
    return readAll<TableReconciliation>(connection, reconciliations, run);
}

Result<std::vector<LoadReport>> readLoadsOfTable(SqliteConnection &connection, const model::TableName &table, qint64 limit)
{
    return readOfTable<LoadReport>(connection, loadReports, table, limit);
}

Result<std::vector<TableReconciliation>> readReconciliationsOfTable(SqliteConnection &connection, const model::TableName &table, qint64 limit)
{
    return readOfTable<TableReconciliation>(connection, reconciliations, table, limit);
}

Result<std::vector<model::LoadFailure>> readFailuresOfTable(SqliteConnection &connection, const model::TableName &table, qint64 limit)
{
    return readOfTable<model::LoadFailure>(connection, loadFailures, table, limit);
}

Result<std::vector<ports::TableStanding>> readStandings(SqliteConnection &connection)
{
    std::vector<ports::TableStanding> standings;
    EKOS_TRY(SqliteStatement row, connection.prepare(allStandings));
    while (true) {
        EKOS_TRY(const bool found, row.next());
        if (!found)
            return standings;
        ports::TableStanding standing{.last = lastOf(row.text(0))};
        EKOS_TRY(standing.table, model::TableName::parse(row.text(5)));
        EKOS_TRY(standing.load, optionalBody<LoadReport>(row, 1));
        EKOS_TRY(standing.reconciliation, optionalBody<TableReconciliation>(row, 2));
        EKOS_TRY(standing.failure, optionalBody<model::LoadFailure>(row, 3));
        EKOS_TRY(standing.reload, optionalBody<model::ReloadRequest>(row, 4));
        standings.push_back(std::move(standing));
    }
}

} // namespace lakehouse::adapters
