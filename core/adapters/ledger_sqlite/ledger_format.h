#pragma once

#include "adapters/ledger_sqlite/database_format.h"

namespace lakehouse::adapters {

/// The ledger's file, as docs/developer/ledger.md describes it.
const DatabaseFormat &ledgerFormat();

/// What of the schema, above all of the triggers that make the ledger append-only, is missing or other than it must be: names.
base::Result<std::vector<QString>> schemaDifferences(SqliteConnection &connection);

} // namespace lakehouse::adapters
