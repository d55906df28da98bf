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
    const char *makeLatest;
    const char *ofRun;
    const char *latest;
};

constexpr ResultTable loadReports{
    "INSERT INTO load_report(table_name, run, body) VALUES (?, ?, ?)",
    "INSERT INTO latest_load(table_name, seq) VALUES (?, last_insert_rowid()) ON CONFLICT(table_name) DO UPDATE SET seq = excluded.seq",
    "SELECT body FROM load_report WHERE run = ? ORDER BY seq",
    "SELECT r.body FROM latest_load AS l JOIN load_report AS r ON r.seq = l.seq ORDER BY l.table_name"};

constexpr ResultTable reconciliations{
    "INSERT INTO reconciliation(table_name, run, body) VALUES (?, ?, ?)",
    "INSERT INTO latest_reconciliation(table_name, seq) VALUES (?, last_insert_rowid()) ON CONFLICT(table_name) DO UPDATE SET seq = excluded.seq",
    "SELECT body FROM reconciliation WHERE run = ? ORDER BY seq",
    "SELECT r.body FROM latest_reconciliation AS l JOIN reconciliation AS r ON r.seq = l.seq ORDER BY l.table_name"};

Result<> add(SqliteConnection &connection, const ResultTable &table, const model::TableName &name, const std::optional<RunId> &run, const QByteArray &body)
{
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(connection, SqliteTransaction::Mode::Write));
    EKOS_TRY(SqliteStatement insert, connection.prepare(table.insert));
    EKOS_CHECK(insert.bind(name.toString()).bind(run ? std::optional(run->toString()) : std::nullopt).bind(body).run());
    EKOS_TRY(SqliteStatement makeLatest, connection.prepare(table.makeLatest));
    EKOS_CHECK(makeLatest.bind(name.toString()).run());
    return transaction.commit();
}

template<typename T>
Result<std::vector<T>> readAll(SqliteConnection &connection, const ResultTable &table, const std::optional<RunId> &run)
{
    std::vector<T> values;
    EKOS_TRY(SqliteStatement rows, connection.prepare(run ? table.ofRun : table.latest));
    if (run)
        rows.bind(run->toString());
    while (true) {
        EKOS_TRY(const bool found, rows.next());
        if (!found)
            return values;
        EKOS_TRY(T value, readBody<T>(rows.bytes(0)));
        values.push_back(std::move(value));
    }
}

} // namespace

Result<ports::TableLoadState> readLoadState(SqliteConnection &connection, const model::TableName &table)
{
    EKOS_TRY(SqliteStatement row, connection.prepare("SELECT bound_at, last_run, last_commit, load_rule, is_reload_requested FROM load_state WHERE table_name = ?"));
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
    state.isReloadRequested = row.integer(4) != 0;
    return state;
}

Result<> writeLoadState(SqliteConnection &connection, const model::TableName &table, const ports::TableLoadState &state)
{
    EKOS_TRY(SqliteStatement write, connection.prepare("INSERT OR REPLACE INTO load_state(table_name, bound_at, last_run, last_commit, load_rule, is_reload_requested) VALUES (?, ?, ?, ?, ?, ?)"));
    return write.bind(table.toString()).bind(state.boundUtc ? std::optional(state.boundUtc->microseconds) : std::nullopt)
        .bind(state.lastRun ? std::optional(state.lastRun->toString()) : std::nullopt).bind(state.lastCommit).bind(state.loadRule).bind(qint64(state.isReloadRequested)).run();
}

Result<> insertLoadReport(SqliteConnection &connection, const LoadReport &report)
{
    return add(connection, loadReports, report.table, report.run, describe::canonicalJson(report));
}

Result<> insertReconciliation(SqliteConnection &connection, const TableReconciliation &reconciliation)
{
    return add(connection, reconciliations, reconciliation.table, reconciliation.run, describe::canonicalJson(reconciliation));
}

Result<std::vector<LoadReport>> readLoadReports(SqliteConnection &connection, const std::optional<RunId> &run)
{
    return readAll<LoadReport>(connection, loadReports, run);
}

Result<std::vector<TableReconciliation>> readReconciliations(SqliteConnection &connection, const std::optional<RunId> &run)
{
    return readAll<TableReconciliation>(connection, reconciliations, run);
}

} // namespace lakehouse::adapters
