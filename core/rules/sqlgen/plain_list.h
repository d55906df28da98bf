#pragma once

#include <QString>

namespace lakehouse::rules {

/// SQL of PostgreSQL: the array when it is a plain list (one dimension that begins at 1, or empty), else NULL. Loads and comparisons read it alike where a
/// person decided for NULL.
QString plainListOrNull(const QString &array);

} // namespace lakehouse::rules
