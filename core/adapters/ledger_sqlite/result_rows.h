#pragma once

#include "adapters/ledger_sqlite/sqlite_connection.h"

#include "ports/run_store.h"

namespace lakehouse::adapters {

/// Where the next load of a table starts, and what loads and reconciliations found, in a state database.
base::Result<ports::TableLoadState> readLoadState(SqliteConnection &connection, const model::TableName &table);
base::Result<> writeLoadState(SqliteConnection &connection, const model::TableName &table, const ports::TableLoadState &state);
base::Result<> writeReloadRequest(SqliteConnection &connection, const model::ReloadRequest &request);
/// As RunStore::settleReload and RunStore::noteDeletes.
base::Result<bool> removeReloadRequest(SqliteConnection &connection, const model::ReloadRequest &request);
base::Result<> writeDeletesMoment(SqliteConnection &connection, const model::TableName &table, base::UtcTime atUtc);

base::Result<> insertLoadReport(SqliteConnection &connection, const model::LoadReport &report);
base::Result<> insertReconciliation(SqliteConnection &connection, const model::TableReconciliation &reconciliation);
base::Result<> insertLoadFailure(SqliteConnection &connection, const model::LoadFailure &failure);

/// Of one run in the order they came; without a run the newest of each table, by its name.
base::Result<std::vector<model::LoadReport>> readLoadReports(SqliteConnection &connection, const std::optional<model::RunId> &run);
base::Result<std::vector<model::TableReconciliation>> readReconciliations(SqliteConnection &connection, const std::optional<model::RunId> &run);

/// Of one table, newest first, at most `limit`.
base::Result<std::vector<model::LoadReport>> readLoadsOfTable(SqliteConnection &connection, const model::TableName &table, qint64 limit);
base::Result<std::vector<model::TableReconciliation>> readReconciliationsOfTable(SqliteConnection &connection, const model::TableName &table, qint64 limit);
base::Result<std::vector<model::LoadFailure>> readFailuresOfTable(SqliteConnection &connection, const model::TableName &table, qint64 limit);

/// As RunStore::standings.
base::Result<std::vector<ports::TableStanding>> readStandings(SqliteConnection &connection);

} // namespace lakehouse::adapters
