#pragma once

#include "text/text_lines.h"

namespace lakehouse::text {

/// Two versions of one file. A null text (QString()) means that there is no such file in that version; an empty one is an empty file.
struct DiffFile {
    QString path;
    QString before;
    QString after;
};

struct DiffOptions {
    bool ignoresWhitespace = false; ///< lines that differ only in white space count as the same
    int context = 3;                ///< unchanged lines kept around a change
    friend bool operator==(const DiffOptions &, const DiffOptions &) = default;
};

enum class DiffRowKind : quint8 { Same, Removed, Added, Changed };

/// One line of the comparison. Line numbers count from 0; -1: no line on that side. Changed rows have both: the old line and what it became.
struct DiffRow {
    DiffRowKind kind = DiffRowKind::Same;
    int before = -1;
    int after = -1;
    friend bool operator==(const DiffRow &, const DiffRow &) = default;
};

/// Rows that belong together: changes and the unchanged lines around them. What lies between two hunks may be folded.
struct DiffHunk {
    qsizetype firstRow = 0;
    qsizetype rowCount = 0;

    qsizetype endRow() const { return firstRow + rowCount; }
    friend bool operator==(const DiffHunk &, const DiffHunk &) = default;
};

/// The comparison of one file. `rows` tells the whole file on both sides, in order.
struct FileDiff {
    QString path;
    TextLines before;
    TextLines after;
    bool existsBefore = true;
    bool existsAfter = true;
    std::vector<DiffRow> rows;
    std::vector<DiffHunk> hunks;
    qsizetype addedLines = 0;   ///< a changed line counts as one added and one removed
    qsizetype removedLines = 0;

    bool isSame() const { return hunks.empty() && existsBefore == existsAfter; }
};

/// Several files compared, in the order in which they were given.
struct DiffDocument {
    DiffOptions options;
    std::vector<FileDiff> files;

    qsizetype addedLines() const;
    qsizetype removedLines() const;
    /// No file differs.
    bool isSame() const;
};

} // namespace lakehouse::text
