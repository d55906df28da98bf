#pragma once

#include "adapters/ledger_sqlite/machine_clock.h"
#include "adapters/ledger_sqlite/sqlite_connection.h"

#include "model/run.h"

namespace lakehouse::adapters {

/// Whether somebody works on a run in this state.
bool isLive(model::RunState state);

/// Adds a run; one with the same id stays as it is.
base::Result<> insertRun(SqliteConnection &connection, const model::Run &run, const MachineMoment &beat, base::UtcTime beatAt);

/// The run of a row `body, is_live, boot, beat_ms, beat_at`. A live run that gave no sign for too long is Interrupted.
base::Result<model::Run> readRun(const SqliteStatement &row, const MachineMoment &now);

/// `<folder>/<run>/run.json`: from these the table of runs is filled when it has to be made anew.
base::Result<> writeRunFile(const QString &folder, const model::Run &run);
std::vector<model::Run> readRunFiles(const QString &folder); ///< those that can be read

} // namespace lakehouse::adapters
