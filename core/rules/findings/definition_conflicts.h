#pragma once

#include "rules/findings/table_definitions.h"

#include "model/evidence.h"

namespace lakehouse::rules {

/// Where the live schema and the definitions in SQL files differ: columns that one of them lacks, other types, other NOT NULL; one conflict a column.
/// A definition without a schema counts where the catalog has one table of that name. Of several definitions of one table none counts when one of them is
/// what is there; otherwise the last. Definitions with types that neither PostgreSQL nor the catalog knows are of another database and do not count.
std::vector<model::Conflict> definitionConflicts(const model::CatalogSnapshot &catalog, const std::vector<DefinedTable> &definitions);

} // namespace lakehouse::rules
