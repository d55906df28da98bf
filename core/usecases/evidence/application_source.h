#pragma once

#include "model/project_settings.h"
#include "rules/findings/table_definitions.h"
#include "rules/writes/write_behaviour.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// The files of the application that writes to the databases.
struct ApplicationSource {
    bool isObserved = false;                          ///< [observe] names paths; without them nothing is known of what the code does
    std::vector<rules::SourceWrites> writes = {};     ///< of files that write
    std::vector<rules::SourceText> sqlFiles = {};     ///< by path
    std::vector<QString> watermarkColumns = {};
    ports::ObservedReport report = {};
};

/// Reads the paths of [observe]. Fails with NotFound for a path that is not there.
base::Result<ApplicationSource> readApplication(Workspace &workspace, base::RunContext &run);

/// What the application does to the tables of a database, by its files and by the routines that the database keeps of it; nothing when it is not observed.
base::Result<rules::WriteFindings> writesTo(const model::CatalogSnapshot &catalog, const ApplicationSource &application, base::RunContext &run);

} // namespace lakehouse::usecases
