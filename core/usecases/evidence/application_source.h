#pragma once

#include "model/project_settings.h"
#include "rules/findings/table_definitions.h"
#include "rules/writes/write_behaviour.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// What the application's source says: its own files, and the routines that the database keeps of it.
struct ApplicationSource {
    bool isObserved = false;                          ///< [observe] names paths; without them nothing is known of what the code does
    rules::WriteFindings writes = {};
    std::vector<rules::SourceText> sqlFiles = {};     ///< by path
    ports::ObservedReport report = {};
};

/// Reads the paths of [observe], and each routine of the catalog. Fails with NotFound for a path that is not there.
base::Result<ApplicationSource> readApplication(Workspace &workspace, const model::CatalogSnapshot &catalog, base::RunContext &run);

} // namespace lakehouse::usecases
