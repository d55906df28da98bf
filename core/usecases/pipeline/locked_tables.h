#pragma once

#include "rules/sqlgen/pipeline_files.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// What was generated, as it is committed: only this is executed.
struct LockedPipeline {
    QString commit = {};
    std::vector<rules::TableLock> tables = {}; ///< by name
};

/// Fails with NotFound when nothing was generated yet, with RefusedByRule when the newest commit holds something else than was generated
/// and recorded: what nobody reviewed is not executed.
base::Result<LockedPipeline> lockedPipeline(Workspace &workspace, base::RunContext &run);

/// The same without asking whether the commit is what was generated: only to be shown.
base::Result<LockedPipeline> lockedTables(const QString &commit, Workspace &workspace, base::RunContext &run);

/// Why a commit that holds something else than was generated is not executed.
base::Error foreignCommit(const QString &commit);

/// The name of the lease that a load of the table holds.
QString tableLease(const model::TableName &table);

/// Whether a commit holds exactly the trees that the newest generation recorded.
base::Result<bool> isAsGenerated(const QString &commit, Workspace &workspace, base::RunContext &run);

/// The lock of the table that is meant. Fails with NotFound, InvalidInput.
base::Result<rules::TableLock> lockOf(const model::TableSelector &selector, const LockedPipeline &pipeline);

/// The locks of these tables in the order asked for, or of all when none is named. Fails with NotFound, InvalidInput.
base::Result<std::vector<rules::TableLock>> chosenTables(const std::vector<model::TableSelector> &selectors, const LockedPipeline &pipeline);

/// One table's lock as it stood at an earlier commit. Fails with NotFound, Corrupt.
base::Result<rules::TableLock> lockAt(const QString &commit, const model::TablePlaces &places, Workspace &workspace, base::RunContext &run);

/// The text of a table's file at the commit, checked against the lock. Fails with Corrupt when it is not what was generated.
base::Result<QString> lockedFile(const rules::TableLock &lock, const QString &commit, const char *name, Workspace &workspace, base::RunContext &run);

} // namespace lakehouse::usecases
