#pragma once

#include <QString>

namespace lakehouse::testing {

/// Where a file of this project lies; `path` begins at its root. Asked for at run time, so that a copy of the project compiles the same
/// objects as this one.
QString sourcePath(const char *path);

} // namespace lakehouse::testing
