#pragma once

#include "rules/writes/written_statement.h"

namespace lakehouse::rules {

/// Where PostgreSQL's own parser reads `statement`, its tree says which table an INSERT, UPDATE or DELETE writes and which columns it sets: what was found from `first`
/// on, by shape, is corrected by it. Of what it refuses, such as the SQL of other databases, everything stays as it was found.
void correctByParser(const QString &statement, std::vector<WrittenStatement> &found, std::size_t first);

} // namespace lakehouse::rules
