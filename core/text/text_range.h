#pragma once

#include <QtGlobal>

namespace lakehouse::text {

/// A part of one line, in UTF-16 units from its start.
struct TextRange {
    qsizetype start = 0;
    qsizetype length = 0;

    qsizetype end() const { return start + length; }
    friend bool operator==(const TextRange &, const TextRange &) = default;
};

} // namespace lakehouse::text
