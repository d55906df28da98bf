#pragma once

#include "adapters/ledger_sqlite/sqlite_connection.h"

#include "base/clock.h"

#include <span>

namespace lakehouse::adapters {

/// A kind of SQLite file of ours and how it became what it is. The format number is how many steps were taken; it is `user_version`.
struct DatabaseFormat {
    qint32 applicationId;              ///< `application_id` of the file's header, four letters
    std::span<const char *const> steps; ///< SQL; the first makes an empty file, each further one goes from one format to the next
};

/// Makes an empty file into a database of this format and takes an older one to it, after a copy beside it, "<file>.format-<n>-<time>.backup".
/// Fails with Unsupported on a newer format, InvalidInput on another program's file. Two processes may do it at once.
base::Result<> bringToFormat(SqliteConnection &connection, const DatabaseFormat &format, base::UtcTime now);

} // namespace lakehouse::adapters
