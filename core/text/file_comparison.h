#pragma once

#include "text/diff_document.h"
#include "text/line_numbering.h"
#include "text/line_search.h"

#include <optional>

namespace lakehouse::text {

/// The comparison of one file, piece by piece.
class FileComparison {
public:
    FileComparison(const DiffFile &file, const DiffOptions &options);
    FileComparison(const FileComparison &) = delete;
    FileComparison &operator=(const FileComparison &) = delete;
    /// One piece. True when takeResult() may be called.
    bool step();
    FileDiff takeResult() { return std::move(m_result); }

private:
    enum class Stage { Number, Search, Rows, Done };

    void addRows();
    void addSameRows(int untilBefore);

    DiffOptions m_options;
    FileDiff m_result;
    Stage m_stage = Stage::Number;
    LineNumbering m_numbering;
    std::optional<LineSearch> m_search;
    std::vector<LineBlock> m_blocks;
    std::size_t m_nextBlock = 0;
    int m_before = 0, m_after = 0; ///< lines that have their row
};

} // namespace lakehouse::text
