#pragma once

#include "api/operations/sources.h"
#include "model/catalog.h"
#include "usecases/workspace.h"

namespace lakehouse::usecases {

/// Tries one database and says what is in the way; changes nothing and records nothing.
base::Result<api::SourceTest> testSource(const api::TestSource &request, const api::CallContext &context, Workspace &workspace, base::RunContext &run);

/// host:port/database, as people read it.
QString addressOf(const model::SourceConnection &connection);

/// Those that hold rows of their own: a view is read through its tables.
std::vector<const model::SourceTable *> tablesWithoutViews(const model::CatalogSnapshot &catalog);

} // namespace lakehouse::usecases
