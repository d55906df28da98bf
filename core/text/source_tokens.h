#pragma once

#include "text/lined_text.h"
#include "text/source_language.h"

namespace lakehouse::text {

/// A part of a program outside its comments.
struct SourceToken {
    enum class Kind : quint8 { Word, Number, String, Sign };
    Kind kind = Kind::Sign;
    bool isFirstOnLine = false;
    int indentation = 0;   ///< of its line, in characters
    qint64 line = 1;
    QStringView text = {}; ///< as it stands in the source
    int string = -1;       ///< of String: its place in SourceTokens::strings
    bool isWord(QStringView word) const { return kind == Kind::Word && text == word; }
    bool isSign(QStringView sign) const { return kind == Kind::Sign && text == sign; }
};

/// A program taken apart. Tokens point into `source`.
struct SourceTokens {
    QString source = {};
    SourceLanguage language = SourceLanguage::Java;
    std::vector<SourceToken> tokens = {};
    std::vector<LinedText> strings = {}; ///< what each literal stands for: escapes resolved, placeholders where values are inserted

    /// Before the first and behind the last token: a sign without text.
    const SourceToken &at(int place) const;
};

/// Takes a program in any of the languages but SQL apart. Never fails: of what cannot be read, such as a literal without an end, the rest of the line or
/// of the file is lost. "\r\n" and "\r" end lines too. Regular expressions are told apart from divisions as well as that can be done without a parser.
SourceTokens lexSource(const QString &source, SourceLanguage language);

} // namespace lakehouse::text
