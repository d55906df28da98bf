#pragma once

#include "text/diff_document.h"
#include "text/line_search.h"

namespace lakehouse::text {

/// Appends the rows of one block: old lines are set beside the new lines that they most likely became.
void appendBlockRows(const LineBlock &block, const TextLines &before, const TextLines &after, std::vector<DiffRow> &rows);

/// Groups the changes of `rows` with up to `context` unchanged lines around them; groups that would touch are one.
std::vector<DiffHunk> hunksOf(const std::vector<DiffRow> &rows, int context);

} // namespace lakehouse::text
