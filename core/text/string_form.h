#pragma once

#include "text/source_language.h"

#include <QString>

namespace lakehouse::text {

/// How a literal is written.
struct StringForm {
    enum class Escapes : quint8 {
        None,
        Backslash,
        QuoteOnly,   ///< a backslash stands before a quote or a backslash, and is one before all else
        DoubledQuote
    };
    enum class Values : quint8 {
        None,
        DollarBraces, ///< ${x}
        DollarNames,  ///< $x and ${x}
        Variables,    ///< $x->y, $x[1], {$x}, @x
        Braces,       ///< {x}
        HashBraces    ///< #{x}
    };
    QString end = {};          ///< what ends it; of a heredoc its tag
    QChar nested = {};         ///< a bracket that has to be closed inside first; null: none
    Escapes escapes = Escapes::Backslash;
    Values values = Values::None;
    bool spansLines = false;
    bool isHeredoc = false;    ///< the text begins on the next line
};

struct StringStart {
    qsizetype length = 0;      ///< of what opens it
    StringForm form = {};
};

/// Whether a literal begins at `at`.
std::optional<StringStart> stringStart(QStringView source, qsizetype at, SourceLanguage language);

} // namespace lakehouse::text
