#pragma once

#include "model/name.h"

#include <QStringList>

#include <vector>

namespace lakehouse::adapters::postgres {

/// The one place where names and values become SQL for PostgreSQL. Identifiers are always quoted, so reserved words are safe.
QString quotedIdentifier(const QString &name);
QString quotedTable(const model::TableName &table);
/// For a session with standard_conforming_strings on, which every session of ours has. `text` holds no NUL.
QString quotedLiteral(const QString &text);
/// Several queries with the same columns as one, whose rows come in their order; the first column is the number of the query.
QString inOneStatement(const QStringList &queries);
/// ARRAY['a', 'b']::text[]
QString quotedTextArray(const std::vector<QString> &values);

} // namespace lakehouse::adapters::postgres
