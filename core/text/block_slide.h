#pragma once

#include "text/line_search.h"
#include "text/text_lines.h"

namespace lakehouse::text {

/// Lines that were only inserted, or only removed, often fit in several places (a repeated line or two around them). Moves each such block
/// to where a person would put it: starting at the outermost indentation, after an empty line where there is one, else as far down as it
/// goes.
/// Blocks never come to touch each other.
void slideBlocks(std::vector<LineBlock> &blocks, const TextLines &before, const std::vector<int> &beforeIds, const TextLines &after,
                 const std::vector<int> &afterIds);

} // namespace lakehouse::text
