#pragma once

#include "kit/tokens.h"

#include <QString>

#include <memory>
#include <vector>

namespace lakehouse::views {

/// A coloured part of one line. Parts that are not listed are plain text.
struct SqlToken {
    int start = 0;
    int length = 0;
    ColorRole role = ColorRole::Text; ///< SqlKeyword, SqlString, SqlNumber, SqlComment or SqlFunction
    friend bool operator==(const SqlToken &, const SqlToken &) = default;
};

/// Colours SQL, PL/pgSQL and Trino line by line. Comments, texts and function bodies go on from line to line, so lines are told in order.
class SqlHighlighter {
public:
    virtual ~SqlHighlighter() = default;
    /// The next line is the first of a text.
    virtual void reset() = 0;
    /// Tokens in order, not overlapping, neighbours of one role joined. `line` has no line end.
    virtual std::vector<SqlToken> nextLine(const QString &line) = 0;
};

/// The best one this program was built with: KSyntaxHighlighting, or the small one of ours.
std::unique_ptr<SqlHighlighter> createSqlHighlighter();
/// The small one of ours, which is always there.
std::unique_ptr<SqlHighlighter> createPlainSqlHighlighter();

/// Adds a token behind the others; a neighbour of the same role is made longer instead.
void appendSqlToken(std::vector<SqlToken> &tokens, const SqlToken &token);

} // namespace lakehouse::views
