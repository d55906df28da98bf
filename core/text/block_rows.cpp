#include "text/block_rows.h"

#include "text/words.h"

#include <algorithm>

namespace lakehouse::text {

namespace {

constexpr double leastLikeness = 0.4;
constexpr int mostPairs = 10'000; ///< compared by their words; larger blocks are paired in order

/// Lines of a gap, in order: pairs as long as there are both, then the rest.
void appendInOrder(const LineBlock &gap, std::vector<DiffRow> &rows)
{
    int a = gap.beforeStart, b = gap.afterStart;
    while (a < gap.beforeEnd && b < gap.afterEnd)
        rows.push_back({DiffRowKind::Changed, a++, b++});
    while (a < gap.beforeEnd)
        rows.push_back({DiffRowKind::Removed, a++, -1});
    while (b < gap.afterEnd)
        rows.push_back({DiffRowKind::Added, -1, b++});
}

std::vector<WordWeights> weightsOf(const TextLines &lines, int start, int end)
{
    std::vector<WordWeights> weights;
    weights.reserve(std::size_t(end - start));
    for (int i = start; i < end; ++i)
        weights.emplace_back(lines.line(i));
    return weights;
}

} // namespace

void appendBlockRows(const LineBlock &block, const TextLines &before, const TextLines &after, std::vector<DiffRow> &rows)
{
    const int height = block.beforeEnd - block.beforeStart, width = block.afterEnd - block.afterStart;
    if (height <= 0 || width <= 0 || (height == 1 && width == 1) || qint64(height) * width > mostPairs) {
        appendInOrder(block, rows);
        return;
    }
    const std::vector<WordWeights> a = weightsOf(before, block.beforeStart, block.beforeEnd), b = weightsOf(after, block.afterStart, block.afterEnd);
    // The order-keeping choice of pairs with the greatest likeness in sum.
    const auto cell = [width](int i, int j) { return std::size_t(i) * std::size_t(width + 1) + std::size_t(j); };
    std::vector<float> best(cell(height, width) + 1, 0), likeness(best.size(), 0);
    for (int i = height - 1; i >= 0; --i) {
        for (int j = width - 1; j >= 0; --j) {
            const double alike = a[std::size_t(i)].likeness(b[std::size_t(j)]);
            likeness[cell(i, j)] = alike < leastLikeness ? -1.0F : float(alike);
            best[cell(i, j)] = std::max({best[cell(i + 1, j)], best[cell(i, j + 1)], best[cell(i + 1, j + 1)] + likeness[cell(i, j)]});
        }
    }
    LineBlock gap{block.beforeStart, block.beforeStart, block.afterStart, block.afterStart};
    for (int i = 0, j = 0; i < height && j < width;) {
        if (likeness[cell(i, j)] > 0 && best[cell(i, j)] == best[cell(i + 1, j + 1)] + likeness[cell(i, j)]) {
            gap.beforeEnd = block.beforeStart + i;
            gap.afterEnd = block.afterStart + j;
            appendInOrder(gap, rows);
            rows.push_back({DiffRowKind::Changed, gap.beforeEnd, gap.afterEnd});
            ++i, ++j;
            gap = {block.beforeStart + i, 0, block.afterStart + j, 0};
        } else if (best[cell(i, j)] == best[cell(i + 1, j)]) {
            ++i;
        } else {
            ++j;
        }
    }
    gap.beforeEnd = block.beforeEnd;
    gap.afterEnd = block.afterEnd;
    appendInOrder(gap, rows);
}

std::vector<DiffHunk> hunksOf(const std::vector<DiffRow> &rows, int context)
{
    std::vector<DiffHunk> hunks;
    const qsizetype count = qsizetype(rows.size());
    for (qsizetype row = 0; row < count; ++row) {
        if (rows[std::size_t(row)].kind == DiffRowKind::Same)
            continue;
        const qsizetype start = std::max<qsizetype>(0, row - context), end = std::min(count, row + context + 1);
        if (!hunks.empty() && start <= hunks.back().endRow())
            hunks.back().rowCount = end - hunks.back().firstRow;
        else
            hunks.push_back({start, end - start});
    }
    return hunks;
}

} // namespace lakehouse::text
