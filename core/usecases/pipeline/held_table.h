#pragma once

#include "usecases/pipeline/locked_tables.h"
#include "usecases/run_recorder.h"

namespace lakehouse::usecases {

/// The right to change a table's bronze, for one at a time. The queries of a holder that is gone are ended first. Maintenance gives the table back behind
/// each of its statements, so whoever else wants it waits for that, however long it takes; the run's log says so. Fails with Busy naming the holder when
/// another one still holds it after half a minute.
base::Result<std::unique_ptr<ports::Lease>> holdTable(const model::TableName &table, const RunRecorder &recorder, ports::RunStore &runs, ports::LakeSql &lake, base::RunContext &run);

/// Bronze as the last load left it.
struct BronzeShape {
    bool areColumnsSame = true; ///< as the statements of the present commit load them
    bool isShapeSame = true;    ///< the columns of bronze itself have the names and types that those statements give them
    bool keepsPurged = false;   ///< it has the columns of rows that stay, and may hold such rows
    std::optional<QString> unreadCommit = {}; ///< of the last load, where its lock cannot be read: then nothing of the above is known
};

/// By the lock at the commit of the last load, which is in the repository as long as its history is.
base::Result<BronzeShape> bronzeShape(const model::TableDecision &table, const std::optional<QString> &lastCommit, const QString &commit, Workspace &workspace, base::RunContext &run);

/// The upper bound of the last load that finished: below it source and bronze are compared. The next load may begin earlier. Nothing where no load has one.
base::Result<std::optional<base::UtcTime>> lastUpperBound(const model::TableName &table, const ports::TableLoadState &state, ports::RunStore &runs);

/// The answer of a count(*): one row of one number; the adapters see to the shape.
qint64 countIn(const ports::SqlRows &rows);

/// For the list of tables; the run's log has it too, so a line that cannot be written is no second failure.
void noteFailure(model::LoadFailure failure, const base::Error &error, const RunRecorder &recorder, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
