#pragma once

#include "api/any_value.h"

namespace lakehouse::app {

/// The table of an answer as CSV: one line for each element of its first list of structures, one column for each of their fields; what is not a
/// plain value is JSON. Fails with InvalidInput for an answer that holds no table.
base::Result<QString> answerCsv(const describe::TypeInfo &type, const void *answer);

} // namespace lakehouse::app
