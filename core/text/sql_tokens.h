#pragma once

#include "text/lined_text.h"

namespace lakehouse::text {

/// A part of a SQL text outside its comments.
struct SqlToken {
    enum class Kind : quint8 {
        Word,
        QuotedName, ///< "x", `x` or [x]
        String,
        Body,       ///< between two dollar signs, which may be code
        Number,
        Hole,       ///< what the program puts in: ?, :name, %s, {name}, ${name}, a placeholder of LinedText …
        Sign
    };
    Kind kind = Kind::Sign;
    bool isFirstOnLine = false;
    QString text = {};       ///< without quotes
    qsizetype at = 0;
    qsizetype contentAt = 0; ///< of String and Body: where the text between the quotes begins
    qsizetype end = 0;
    /// Words of SQL are the same in any case.
    bool isWord(QLatin1String word) const { return kind == Kind::Word && text.compare(word, Qt::CaseInsensitive) == 0; }
    bool isSign(QChar sign) const { return kind == Kind::Sign && text == sign; }
};

/// Takes a SQL text of PostgreSQL, Oracle, MySQL or SQL Server apart, with what programs put between. Never fails: what is not ended goes on to the end.
/// (lexSqlLine shows PostgreSQL's SQL in colours and knows one dialect, a line at a time; here the dialect is not known and names are read out.)
std::vector<SqlToken> sqlTokens(const LinedText &sql);

} // namespace lakehouse::text
