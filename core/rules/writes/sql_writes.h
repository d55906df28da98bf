#pragma once

#include "rules/writes/written_statement.h"
#include "text/lined_text.h"

namespace lakehouse::rules {

/// Script: a file or a routine of SQL, where statements follow each other. Literal: a text of a program, which is SQL only when it begins like it: a
/// message such as "please update the order" is none.
enum class SqlContext { Script, Literal };

/// The statements of a text that write to tables, in any of the dialects of PostgreSQL, Oracle, MySQL and SQL Server, by their shape: a text that no server
/// would read gives those that can be seen in it. Bodies of routines and texts that are executed inside of them count. `scope` is where the text stands.
std::vector<WrittenStatement> sqlWrites(const text::LinedText &sql, SqlContext context, const QString &scope);

} // namespace lakehouse::rules
