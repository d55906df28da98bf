#pragma once

#include "base/error.h"

namespace lakehouse::adapters {

/// What an SQLite result code (extended or not) means to a person. `words` are SQLite's own, `file` the database.
base::Error sqliteError(int code, const QString &words, const QString &file);

} // namespace lakehouse::adapters
