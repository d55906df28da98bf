#include "text/line_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lakehouse::text {

namespace {

constexpr int leastCost = 256;
constexpr int nowhere = std::numeric_limits<int>::max();

} // namespace

LineSearch::LineSearch(const std::vector<int> &before, const std::vector<int> &after, int idCount)
    : m_aChanged(before.size(), 0), m_bChanged(after.size(), 0)
{
    keepMatchable(before, after, idCount);
    const int all = int(m_a.size() + m_b.size());
    m_offset = int(m_b.size()) + 1;
    m_forward.resize(std::size_t(all) + 3);
    m_backward.resize(std::size_t(all) + 3);
    m_mostCost = std::max(leastCost, int(std::sqrt(double(all))));
    m_boxes.push_back({0, int(m_a.size()), 0, int(m_b.size())});
}

void LineSearch::keepMatchable(const std::vector<int> &before, const std::vector<int> &after, int idCount)
{
    // A line that the other side does not have is changed in any case; without those lines the search is much shorter.
    std::vector<char> sides(std::size_t(idCount), 0);
    for (const int id : before)
        sides[std::size_t(id)] |= 1;
    for (const int id : after)
        sides[std::size_t(id)] |= 2;
    const auto keep = [&sides](const std::vector<int> &all, std::vector<int> &kept, std::vector<int> &index, std::vector<char> &changed) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (sides[std::size_t(all[i])] == 3) {
                kept.push_back(all[i]);
                index.push_back(int(i));
            } else {
                changed[i] = 1;
            }
        }
    };
    keep(before, m_a, m_aIndex, m_aChanged);
    keep(after, m_b, m_bIndex, m_bChanged);
}

bool LineSearch::step()
{
    if (m_boxes.empty())
        return true;
    Box box = m_boxes.back();
    m_boxes.pop_back();
    while (box.a0 < box.a1 && box.b0 < box.b1 && m_a[std::size_t(box.a0)] == m_b[std::size_t(box.b0)])
        ++box.a0, ++box.b0;
    while (box.a0 < box.a1 && box.b0 < box.b1 && m_a[std::size_t(box.a1) - 1] == m_b[std::size_t(box.b1) - 1])
        --box.a1, --box.b1;
    if (box.a0 == box.a1 || box.b0 == box.b1) {
        for (int i = box.a0; i < box.a1; ++i)
            m_aChanged[std::size_t(m_aIndex[std::size_t(i)])] = 1;
        for (int i = box.b0; i < box.b1; ++i)
            m_bChanged[std::size_t(m_bIndex[std::size_t(i)])] = 1;
    } else {
        const Point point = split(box);
        m_boxes.push_back({point.x, box.a1, point.y, box.b1});
        m_boxes.push_back({box.a0, point.x, box.b0, point.y});
    }
    return m_boxes.empty();
}

LineSearch::Point LineSearch::split(const Box &box)
{
    const int forwardMiddle = box.a0 - box.b0, backwardMiddle = box.a1 - box.b1;
    Ways ways{box, box.a0 - box.b1, box.a1 - box.b0, forwardMiddle, forwardMiddle, backwardMiddle, backwardMiddle, {}, {}};
    forwardX(forwardMiddle) = box.a0;
    backwardX(backwardMiddle) = box.a1;
    for (int cost = 1;; ++cost) {
        if (const std::optional<Point> meeting = advance(ways))
            return *meeting;
        if (const std::optional<Point> meeting = retreat(ways))
            return *meeting;
        if (cost >= m_mostCost) {
            const int done = ways.furthest.x + ways.furthest.y - (box.a0 + box.b0), doneBack = box.a1 + box.b1 - (ways.nearest.x + ways.nearest.y);
            return done > doneBack ? ways.furthest : ways.nearest;
        }
    }
}

std::optional<LineSearch::Point> LineSearch::advance(Ways &ways)
{
    // Outside of the diagonals reached so far stands a value that never wins.
    if (ways.forwardLow > ways.lowest)
        forwardX(--ways.forwardLow - 1) = -1;
    else
        ++ways.forwardLow;
    if (ways.forwardHigh < ways.highest)
        forwardX(++ways.forwardHigh + 1) = -1;
    else
        --ways.forwardHigh;
    const Box &box = ways.box;
    const bool canMeet = (box.a0 - box.b0 - box.a1 + box.b1) & 1; // else only the way back can
    ways.furthest = {box.a0, box.b0};
    for (int d = ways.forwardHigh; d >= ways.forwardLow; d -= 2) {
        int x = forwardX(d - 1) >= forwardX(d + 1) ? forwardX(d - 1) + 1 : forwardX(d + 1);
        int y = x - d;
        while (x < box.a1 && y < box.b1 && m_a[std::size_t(x)] == m_b[std::size_t(y)])
            ++x, ++y;
        forwardX(d) = x;
        if (canMeet && d >= ways.backwardLow && d <= ways.backwardHigh && backwardX(d) <= x)
            return Point{x, y};
        if (x <= box.a1 && y <= box.b1 && x + y > ways.furthest.x + ways.furthest.y)
            ways.furthest = {x, y};
    }
    return std::nullopt;
}

std::optional<LineSearch::Point> LineSearch::retreat(Ways &ways)
{
    if (ways.backwardLow > ways.lowest)
        backwardX(--ways.backwardLow - 1) = nowhere;
    else
        ++ways.backwardLow;
    if (ways.backwardHigh < ways.highest)
        backwardX(++ways.backwardHigh + 1) = nowhere;
    else
        --ways.backwardHigh;
    const Box &box = ways.box;
    const bool canMeet = !((box.a0 - box.b0 - box.a1 + box.b1) & 1);
    ways.nearest = {box.a1, box.b1};
    for (int d = ways.backwardHigh; d >= ways.backwardLow; d -= 2) {
        int x = backwardX(d - 1) < backwardX(d + 1) ? backwardX(d - 1) : backwardX(d + 1) - 1;
        int y = x - d;
        while (x > box.a0 && y > box.b0 && m_a[std::size_t(x) - 1] == m_b[std::size_t(y) - 1])
            --x, --y;
        backwardX(d) = x;
        if (canMeet && d >= ways.forwardLow && d <= ways.forwardHigh && x <= forwardX(d))
            return Point{x, y};
        if (x >= box.a0 && y >= box.b0 && x + y < ways.nearest.x + ways.nearest.y)
            ways.nearest = {x, y};
    }
    return std::nullopt;
}

std::vector<LineBlock> LineSearch::takeBlocks()
{
    std::vector<LineBlock> blocks;
    const int beforeCount = int(m_aChanged.size()), afterCount = int(m_bChanged.size());
    for (int a = 0, b = 0; a < beforeCount || b < afterCount;) {
        LineBlock block{a, a, b, b};
        while (block.beforeEnd < beforeCount && m_aChanged[std::size_t(block.beforeEnd)])
            ++block.beforeEnd;
        while (block.afterEnd < afterCount && m_bChanged[std::size_t(block.afterEnd)])
            ++block.afterEnd;
        a = block.beforeEnd;
        b = block.afterEnd;
        if (block.beforeEnd > block.beforeStart || block.afterEnd > block.afterStart)
            blocks.push_back(block);
        else
            ++a, ++b;
    }
    return blocks;
}

} // namespace lakehouse::text
