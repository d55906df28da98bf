#pragma once

#include <QString>

namespace lakehouse::rules {

// One function per target language. Names are data: any text goes in, and what comes out is one token of that language, which means
// exactly that text. None fails; NUL, which no name can hold, is the caller's mistake.

/// `"Film"`: a name in Trino's SQL.
QString trinoIdentifier(const QString &name);
/// `'it''s'`: a text in Trino's SQL.
QString trinoLiteral(const QString &text);
/// `"Film"`: a name in PostgreSQL's SQL.
QString postgresIdentifier(const QString &name);
/// `'it''s'`, or ` E'a\\b'` with a backslash inside: a text in PostgreSQL's SQL, whatever standard_conforming_strings says.
QString postgresLiteral(const QString &text);
/// `"a\"b"`: a text in Python's source.
QString pythonString(const QString &text);
/// `"a\"b"`: a text in JSON, and in YAML, which reads JSON's strings.
QString jsonString(const QString &text);
/// `-- text`: one line of SQL comment for people. What would end the line, hide it or turn its direction is shown as an escape.
QString sqlComment(const QString &text);

} // namespace lakehouse::rules
