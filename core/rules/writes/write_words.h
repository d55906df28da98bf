#pragma once

#include "rules/writes/written_statement.h"

namespace lakehouse::rules {

/// Whether a place says by its name that it removes what nobody needs any more: a folder, file, class or function called purge, housekeep, cleanup or clean up,
/// archive or retention, in any form of the word: "OrderPurger", "src/archiving/old.py", "clean_up_carts". `scope` parts names by dots.
bool isHousekeeping(const QString &path, const QString &scope);

/// Whether an assignment marks a row as deleted. A column whose name says so, set to anything but NULL, false, 0 or 'N': deleted, is_deleted, deleted_at,
/// deleted_on, deleted_date, date_deleted, deletion_date, deleted_flag, delete_flag, del_flag, removed, is_removed, removed_at, discarded_at; a column
/// active, is_active or enabled, set to false, 0 or 'N'; a column status or state, set to 'deleted' or 'removed'. In any case, with or without "_".
bool marksDeleted(const SetColumn &column);

/// Whether an assignment gives a column a new value: not NULL, and not the value that it has.
bool givesNewValue(const SetColumn &column);

} // namespace lakehouse::rules
