#include "text/diff_document.h"

#include <algorithm>
#include <numeric>

namespace lakehouse::text {

qsizetype DiffDocument::addedLines() const
{
    return std::accumulate(files.begin(), files.end(), qsizetype(0), [](qsizetype sum, const FileDiff &file) { return sum + file.addedLines; });
}

qsizetype DiffDocument::removedLines() const
{
    return std::accumulate(files.begin(), files.end(), qsizetype(0), [](qsizetype sum, const FileDiff &file) { return sum + file.removedLines; });
}

bool DiffDocument::isSame() const
{
    return std::ranges::all_of(files, &FileDiff::isSame);
}

} // namespace lakehouse::text
