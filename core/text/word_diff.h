#pragma once

#include "text/text_range.h"

#include <QStringView>

#include <vector>

namespace lakehouse::text {

/// The changed words of one line that became another, on each side. Both are empty when the lines have so little in common
/// (less than a third) or are so long (over 2,000 characters) that single words would tell nothing: then the whole line is changed.
struct WordMarks {
    std::vector<TextRange> before;
    std::vector<TextRange> after;
    friend bool operator==(const WordMarks &, const WordMarks &) = default;
};

/// A word is a run of letters, digits and underscores, a run of white space, or one other character.
WordMarks wordMarks(QStringView before, QStringView after);

/// How alike two lines are by their words: 0 nothing in common, 1 the same words in any order and white space.
double lineLikeness(QStringView before, QStringView after);

} // namespace lakehouse::text
