#pragma once

#include "text/text_range.h"

#include <QString>

#include <vector>

namespace lakehouse::text {

enum class SqlPart : quint8 { Word, QuotedName, String, Number, Comment, Sign };

/// A part of one line of SQL, without the white space between parts.
struct SqlLexeme {
    SqlPart part = SqlPart::Word;
    TextRange range;
    friend bool operator==(const SqlLexeme &, const SqlLexeme &) = default;
};

/// What a line leaves open for the next one.
struct SqlLexerState {
    enum class Inside : quint8 { Code, Comment, String, EscapedString, QuotedName, DollarString };
    Inside inside = Inside::Code;
    int commentDepth = 0;  ///< PostgreSQL's comments nest
    QString dollarTag;     ///< of the text we are in, with both signs
    QString bodyTag;       ///< of the function body we are in, which is code; empty: in none
    bool isBodyNext = false; ///< the last word was AS or DO: a dollar quote that follows holds code
    friend bool operator==(const SqlLexerState &, const SqlLexerState &) = default;
};

/// Takes one line of PostgreSQL's or Trino's SQL, or of PL/pgSQL, apart. Never fails: what is no SQL becomes signs and words.
/// A dollar quote behind AS or DO, or alone at the end of a line, holds a function body: its signs are strings, its content is code.
/// Other dollar quotes are strings.
std::vector<SqlLexeme> lexSqlLine(QStringView line, SqlLexerState &state);

} // namespace lakehouse::text
