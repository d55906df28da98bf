#pragma once

#include "rules/writes/sql_cursor.h"

namespace lakehouse::rules {

/// What a text between quotes stands for, with its lines.
text::LinedText contentOf(const text::LinedText &sql, const text::SqlToken &token);

/// The text of PostgreSQL's format() whose parenthesis opens at `open`, with the arguments in it that are literals: format('TRUNCATE %I', 'film').
text::LinedText withLiterals(const text::LinedText &format, const SqlCursor &sql, int open);

} // namespace lakehouse::rules
