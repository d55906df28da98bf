#pragma once

#include "base/error.h"

namespace lakehouse::model {

/// Why nothing can be planned, loaded or shown in a project that names no database to read. No mistake of anybody: it is how every project begins.
base::Error noSource();

/// Whether an error is that one, wherever it was passed on to.
bool saysNoSource(const base::Error &error);

} // namespace lakehouse::model
