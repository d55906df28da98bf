#include "text/block_slide.h"

#include <algorithm>
#include <limits>

namespace lakehouse::text {

namespace {

constexpr int farthest = 200; ///< lines; repeated lines go on for long only in made-up texts

/// Of blank lines, and beyond the text: 0.
int indentation(const TextLines &lines, int index)
{
    if (index < 0 || index >= lines.count())
        return 0;
    const QStringView line = lines.line(index);
    const auto first = std::ranges::find_if(line, [](QChar c) { return !c.isSpace(); });
    return first == line.end() ? 0 : int(first - line.begin());
}

bool isBlank(const TextLines &lines, int index)
{
    return index < 0 || index >= lines.count() || lines.line(index).trimmed().isEmpty();
}

/// By how many lines [start, end) moves: at most `mostUp` up (negative) and `mostDown` down.
int bestSlide(const TextLines &lines, const std::vector<int> &ids, int start, int end, int mostUp, int mostDown)
{
    int up = 0, down = 0;
    while (up < mostUp && ids[std::size_t(start - up) - 1] == ids[std::size_t(end - up) - 1])
        ++up;
    while (down < mostDown && ids[std::size_t(start + down)] == ids[std::size_t(end + down)])
        ++down;
    int best = 0, lowest = std::numeric_limits<int>::max();
    for (int shift = -up; shift <= down; ++shift) {
        // Indentation decides, of the first line and of the line behind; blank lines only between equals.
        const int here = 4 * (indentation(lines, start + shift) + indentation(lines, end + shift)) + (isBlank(lines, start + shift) ? 3 : 0)
            - (isBlank(lines, start + shift - 1) ? 2 : 0);
        if (here <= lowest) {
            lowest = here;
            best = shift;
        }
    }
    return best;
}

} // namespace

void slideBlocks(std::vector<LineBlock> &blocks, const TextLines &before, const std::vector<int> &beforeIds, const TextLines &after,
                 const std::vector<int> &afterIds)
{
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        LineBlock &block = blocks[i];
        const bool isInsertion = block.beforeStart == block.beforeEnd;
        if (!isInsertion && block.afterStart != block.afterEnd)
            continue;
        // One unchanged line stays between two blocks.
        const int above = i == 0 ? block.beforeStart : block.beforeStart - blocks[i - 1].beforeEnd - 1;
        const int below = i + 1 == blocks.size() ? int(beforeIds.size()) - block.beforeEnd : blocks[i + 1].beforeStart - block.beforeEnd - 1;
        const int mostUp = std::min(above, farthest), mostDown = std::min(below, farthest);
        const int shift = isInsertion ? bestSlide(after, afterIds, block.afterStart, block.afterEnd, mostUp, mostDown)
                                      : bestSlide(before, beforeIds, block.beforeStart, block.beforeEnd, mostUp, mostDown);
        block = {block.beforeStart + shift, block.beforeEnd + shift, block.afterStart + shift, block.afterEnd + shift};
    }
}

} // namespace lakehouse::text
