#pragma once

#include "text/source_structure.h"

namespace lakehouse::text {

/// A text that a program puts together, as far as its source shows it: literals in the order in which they are joined, and a placeholder for each part
/// that is no literal. A part that is only added under a condition is a placeholder too, and is found once more by itself.
struct JoinedText {
    LinedText text = {};
    QString passedTo = {}; ///< the function or keyword that it directly is an argument of: "info", "raise"; empty: none
    QString scope = {};    ///< as in SourceStructure
};

/// Finds literals that are joined by operators, by standing beside each other, or by adding to a variable or a builder. Names that are given one literal
/// and no other value count as that literal where they can be seen.
std::vector<JoinedText> joinedTexts(const SourceTokens &source, const SourceStructure &structure);

} // namespace lakehouse::text
