#pragma once

#include "adapters/http_services/json_value.h"

namespace lakehouse::adapters {

/// The error object of a Trino answer in our words: by error name first, then by error type. `sourceCatalog` is named where the database behind it is at fault.
base::Error trinoError(const JsonValue &error, const QString &queryId, const QString &sourceCatalog);

} // namespace lakehouse::adapters
