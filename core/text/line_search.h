#pragma once

#include <QtGlobal>

#include <optional>
#include <vector>

namespace lakehouse::text {

/// Lines [beforeStart, beforeEnd) that were replaced by [afterStart, afterEnd). One of both may be empty.
struct LineBlock {
    int beforeStart = 0;
    int beforeEnd = 0;
    int afterStart = 0;
    int afterEnd = 0;
    friend bool operator==(const LineBlock &, const LineBlock &) = default;
};

/// Finds the differing blocks of two sequences of line numbers, piece by piece: Myers' O(ND) algorithm in linear space.
/// A search that becomes expensive takes the furthest way found so far, so that the whole stays near linear time.
/// Equal numbers are equal lines; numbers are below `idCount`.
class LineSearch {
public:
    LineSearch(const std::vector<int> &before, const std::vector<int> &after, int idCount);
    /// One piece, below a millisecond. True when nothing is left to do.
    bool step();
    /// The blocks in order, never touching each other. Only when done.
    std::vector<LineBlock> takeBlocks();

private:
    struct Box {
        int a0, a1, b0, b1;
    };
    struct Point {
        int x, y;
    };
    /// The ways from both ends of a box, by diagonal (x - y), and the best end that each has reached.
    struct Ways {
        Box box;
        int lowest, highest;
        int forwardLow, forwardHigh, backwardLow, backwardHigh;
        Point furthest, nearest;
    };

    void keepMatchable(const std::vector<int> &before, const std::vector<int> &after, int idCount);
    Point split(const Box &box);
    std::optional<Point> advance(Ways &ways);
    std::optional<Point> retreat(Ways &ways);
    int &forwardX(int diagonal) { return m_forward[std::size_t(diagonal + m_offset)]; }
    int &backwardX(int diagonal) { return m_backward[std::size_t(diagonal + m_offset)]; }

    std::vector<int> m_a, m_b;           ///< lines that occur on both sides
    std::vector<int> m_aIndex, m_bIndex; ///< where they stand in the whole
    std::vector<char> m_aChanged, m_bChanged;
    std::vector<int> m_forward, m_backward;
    int m_offset = 0;
    int m_mostCost = 0;
    std::vector<Box> m_boxes;
};

} // namespace lakehouse::text
