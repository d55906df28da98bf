#pragma once

#include "rules/pii/name_meaning.h"

#include <QStringView>

#include <optional>

namespace lakehouse::rules {

/// Words of one meaning with blanks between them, folded as text::folded() does it: English, German, French, Spanish, Italian, Dutch, Portuguese, Polish.
struct WordList {
    Meaning meaning;
    const char *words;
};

/// What the word means; empty: it is not known. Takes a folded word without digits.
std::optional<Meanings> meaningsOf(QStringView word);

/// A word that says nothing about what a column holds: articles, prefixes that tell a type, "t" and "fld".
bool isFillerWord(QStringView word);

} // namespace lakehouse::rules
