#pragma once

#include "text/text_range.h"

#include <QStringView>

#include <optional>
#include <vector>

namespace lakehouse::text {

/// Where and how well a typed text fits a name. Higher scores fit better; compare only scores of the same typed text.
struct FuzzyMatch {
    int score = 0;
    std::vector<TextRange> ranges; ///< matched parts of the name, in order, not touching
};

/// Every character of `typed` must occur in `name` in this order, with anything between; without regard to case and accents.
/// All signs stand for themselves: `_` and `$` match only `_` and `$`. White space separates words, each of which must match by itself,
/// in any order. Starts of words (also inside camelCase and after `_`, `.`, `-`, `/`), neighbouring characters and the beginning of the name
/// count more, gaps count less, the exact name counts most. Nothing typed fits everything with score 0.
/// Of names over 500 characters only the beginning is searched.
std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView name);

} // namespace lakehouse::text
