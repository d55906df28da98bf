#include "kit/lineage_drawing.h"

namespace lakehouse::views {

int LineageDrawing::boxOf(const QString &id) const
{
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].id == id)
            return int(i);
    }
    return -1;
}

std::vector<int> LineageDrawing::linesOf(int box) const
{
    std::vector<int> result;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].from == box || lines[i].to == box)
            result.push_back(int(i));
    }
    return result;
}

} // namespace lakehouse::views
