#pragma once

#include "kit/diff_model.h"
#include "kit/sql_colours.h"

#include "text/word_diff.h"

#include <QHash>

namespace lakehouse::views {

/// The colours of a comparison's texts, and the changed words of its lines; both made when somebody looks.
class DiffColours {
public:
    void setDocument(std::shared_ptr<const text::DiffDocument> document);
    /// Only files named .sql, or without an ending, are coloured.
    const std::vector<SqlToken> &tokens(int file, DiffSide side, int line);
    /// Of a changed row.
    const text::WordMarks &marks(int file, int row);
    bool isBehind() const;
    /// True when nothing is behind.
    bool step(std::chrono::microseconds budget);

private:
    std::shared_ptr<const text::DiffDocument> m_document;
    std::vector<std::unique_ptr<SqlColours>> m_colours; ///< before and after of each file; none until asked
    QHash<quint64, text::WordMarks> m_marks;
};

} // namespace lakehouse::views
