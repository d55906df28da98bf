#pragma once

#include "kit/table_rows.h"

#include <QByteArray>

#include <vector>

namespace lakehouse::views {

/// What a person typed into the filter: words that all must match, each anywhere in the row or, as `column:value`, in one column.
/// Quotes keep spaces together. Everything is literal: there are no wildcards.
class TableFilter {
public:
    struct Word {
        QByteArray folded;
        int column = -1; ///< -1: any column
        friend bool operator==(const Word &, const Word &) = default;
    };

    TableFilter() = default;
    /// A column is named by its id or title, without case, spaces, `-` and `_`. What names no column is searched as it stands, colon included.
    static TableFilter parse(const QString &text, const std::vector<TableColumn> &columns);

    const std::vector<Word> &words() const { return m_words; }
    bool isEmpty() const { return m_words.empty(); }
    /// Every row that matches this one matches the other one: it is enough to look at those.
    bool isNarrowerThan(const TableFilter &other) const;
    friend bool operator==(const TableFilter &, const TableFilter &) = default;

private:
    std::vector<Word> m_words;
};

} // namespace lakehouse::views
