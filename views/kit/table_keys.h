#pragma once

#include "kit/letter_set.h"
#include "kit/table_filter.h"

#include <QByteArrayMatcher>
#include <QDeadlineTimer>

#include <memory>
#include <vector>

namespace lakehouse::views {

/// The folded text of every cell in one buffer, built once for a state of the rows, a slice at a time.
class TableKeys {
public:
    TableKeys(std::shared_ptr<const TableRows> rows, std::vector<TableColumn> columns);

    /// True when all rows are read.
    bool build(const QDeadlineTimer &deadline);
    bool isBuilt() const { return m_next == m_count; }
    double progress() const { return m_count == 0 ? 1.0 : double(m_next) / double(m_count); }
    /// Of a row that is read.
    QByteArrayView cell(qsizetype row, int column) const;

    /// A filter made ready for many rows.
    class Matcher {
    public:
        /// Words without a column look into the columns whose bit is set.
        Matcher(const TableKeys &keys, const TableFilter &filter, quint64 searchedColumns);
        bool matches(qsizetype row) const;

    private:
        struct Word {
            QByteArrayMatcher matcher;
            LetterSet letters;
            bool isDecidedByLetters;
            int column;
        };
        LetterSet searchedLetters(qsizetype row) const;
        bool isIn(const Word &word, qsizetype row) const;

        const TableKeys &m_keys;
        std::vector<Word> m_words;
        std::vector<std::size_t> m_searchedColumns;
        quint64 m_searched;
        bool m_searchesAll;
    };

private:
    qsizetype begin(qsizetype row, int column) const;

    std::shared_ptr<const TableRows> m_rows;
    std::vector<TableColumn> m_columns;
    QByteArray m_bytes;
    std::vector<qsizetype> m_ends; ///< of each cell, without the sign that parts it from the next
    std::vector<LetterSet> m_letters; ///< of each cell: one letter is found without a look at the texts
    qsizetype m_count;
    qsizetype m_next = 0;
};

} // namespace lakehouse::views
