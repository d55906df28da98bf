#pragma once

#include "kit/diff_model.h"

namespace lakehouse::views {

/// A place in the text of one row.
struct DiffPlace {
    int visual = 0;
    int column = 0;
    friend auto operator<=>(const DiffPlace &, const DiffPlace &) = default;
};

/// What is selected: on one side, from the place where it began to where it ends; whole lines, or characters.
struct DiffSelection {
    DiffSide side = DiffSide::After;
    DiffPlace anchor;
    DiffPlace end;
    bool isWholeLines = false;
    bool isActive = false;

    bool isEmpty() const { return !isActive || (!isWholeLines && anchor == end); }
    DiffPlace first() const { return std::min(anchor, end); }
    DiffPlace last() const { return std::max(anchor, end); }
    /// The selected part of a row whose text has `length` characters; empty when none is.
    std::optional<std::pair<int, int>> partOf(int visual, int length) const
    {
        if (isEmpty() || visual < first().visual || visual > last().visual)
            return std::nullopt;
        if (isWholeLines)
            return std::pair(0, length);
        const int start = visual == first().visual ? first().column : 0, stop = visual == last().visual ? last().column : length;
        return std::pair(std::min(start, length), std::min(stop, length));
    }
};

/// The side whose text a row shows when `side` is wanted: with one column of text the one that is there.
inline DiffSide sideShown(const DiffModel &model, const DiffVisual &visual, DiffSide side)
{
    if (model.hasTwoSides())
        return side;
    return visual.showsAfter ? DiffSide::After : DiffSide::Before;
}

} // namespace lakehouse::views
