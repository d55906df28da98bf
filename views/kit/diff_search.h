#pragma once

#include "kit/diff_model.h"

#include <chrono>

namespace lakehouse::views {

/// Finds a text in a whole comparison, folded lines too, piece by piece. Lines that are the same on both sides count once.
class DiffSearch {
public:
    struct Match {
        int file = 0;
        int row = 0;
        DiffSide side = DiffSide::After;
        friend bool operator==(const Match &, const Match &) = default;
    };

    /// Only what this extent lists is searched.
    void start(std::shared_ptr<const text::DiffDocument> document, const QString &needle, DiffExtent extent);
    /// True when everything was searched.
    bool step(std::chrono::microseconds budget);
    bool isDone() const { return !m_document || m_needle.isEmpty() || m_file >= m_document->files.size(); }
    /// Lines that hold the text, in order.
    const std::vector<Match> &matches() const { return m_matches; }

private:
    bool holds(const text::TextLines &lines, int line) const;

    std::shared_ptr<const text::DiffDocument> m_document;
    QString m_needle;
    DiffExtent m_extent = DiffExtent::Changes;
    std::size_t m_file = 0, m_row = 0;
    std::vector<Match> m_matches;
};

} // namespace lakehouse::views
