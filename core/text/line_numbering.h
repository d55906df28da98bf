#pragma once

#include "text/text_lines.h"

#include <QHash>

namespace lakehouse::text {

/// Gives equal lines of two texts equal numbers, so that lines are compared as numbers.
class LineNumbering {
public:
    LineNumbering(const TextLines &before, const TextLines &after, bool ignoresWhitespace);
    /// Numbers about 2,000 lines. True when all have their number.
    bool step();

    const std::vector<int> &before() const { return m_before; }
    const std::vector<int> &after() const { return m_after; }
    int idCount() const { return m_idCount; }

private:
    int idOf(QStringView line);
    void tellUnfinishedLines();

    const TextLines &m_beforeLines, &m_afterLines;
    bool m_ignoresWhitespace;
    std::vector<int> m_before, m_after;
    int m_idCount = 0;
    QHash<QStringView, int> m_ids;
    QHash<QString, int> m_bareIds; ///< of lines without their white space
};

} // namespace lakehouse::text
