#pragma once

#include "text/source_structure.h"

#include <map>

namespace lakehouse::text {

/// The names of a program that are given one literal and no other value.
class TextConstants {
public:
    TextConstants(const SourceTokens &source, const SourceStructure &structure);
    /// As seen from the scope of a token; nullptr when it is none.
    const LinedText *find(const QString &name, int token) const;
    /// The text with the constants that it inserts.
    LinedText inserted(const LinedText &text, int token) const;

private:
    struct Value {
        int assignments = 0;
        int string = -1;
        QString scope = {};
    };
    const SourceTokens &m_source;
    const SourceStructure &m_structure;
    std::map<QString, Value> m_values;
};

} // namespace lakehouse::text
