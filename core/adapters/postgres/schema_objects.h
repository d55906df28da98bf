#pragma once

#include "model/catalog.h"
#include "ports/sql_rows.h"

namespace lakehouse::adapters::postgres {

/// Routines of the schemas that are read, from the rows of CatalogQueries::routines, sorted as the model says. Fails with Corrupt on an unknown prokind.
base::Result<std::vector<model::SourceRoutine>> routinesOf(const ports::SqlRows &rows);

/// From the rows of CatalogQueries::sequences, sorted as the model says.
base::Result<std::vector<model::SourceSequence>> sequencesOf(const ports::SqlRows &rows);

} // namespace lakehouse::adapters::postgres
