#pragma once

#include "adapters/ledger_sqlite/database_format.h"

namespace lakehouse::adapters {

/// The format of `state.sqlite`.
const DatabaseFormat &stateFormat();

} // namespace lakehouse::adapters
