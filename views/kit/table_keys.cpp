#include "kit/table_keys.h"

#include "text/fold.h"

#include <algorithm>

namespace lakehouse::views {

namespace {

/// No folded text contains it, so no word matches across two cells.
constexpr char cellEnd = '\x1f';
/// Rows between two looks at the clock.
constexpr qsizetype rowsAtOnce = 32;

} // namespace

TableKeys::TableKeys(std::shared_ptr<const TableRows> rows, std::vector<TableColumn> columns)
    : m_rows(std::move(rows)), m_columns(std::move(columns)), m_count(m_rows->count())
{
}

bool TableKeys::build(const QDeadlineTimer &deadline)
{
    if (m_next == 0) {
        m_ends.reserve(std::size_t(m_count) * m_columns.size());
        m_letters.reserve(std::size_t(m_count) * m_columns.size());
    }
    while (m_next < m_count) {
        const qsizetype stop = std::min(m_count, m_next + rowsAtOnce);
        for (; m_next < stop; ++m_next) {
            for (std::size_t i = 0; i < m_columns.size(); ++i) {
                const qsizetype from = m_bytes.size();
                text::appendFolded(m_bytes, cellText(*m_rows, m_next, int(i), m_columns[i].kind));
                m_ends.push_back(m_bytes.size());
                m_letters.push_back(LetterSet::of(QByteArrayView(m_bytes).sliced(from)));
                m_bytes += cellEnd;
            }
        }
        if (deadline.hasExpired())
            break;
    }
    return isBuilt();
}

qsizetype TableKeys::begin(qsizetype row, int column) const
{
    const std::size_t number = std::size_t(row) * m_columns.size() + std::size_t(column);
    return number == 0 ? 0 : m_ends[number - 1] + 1;
}

QByteArrayView TableKeys::cell(qsizetype row, int column) const
{
    const qsizetype from = begin(row, column);
    return QByteArrayView(m_bytes).sliced(from, m_ends[std::size_t(row) * m_columns.size() + std::size_t(column)] - from);
}

TableKeys::Matcher::Matcher(const TableKeys &keys, const TableFilter &filter, quint64 searchedColumns)
    : m_keys(keys), m_searched(searchedColumns)
{
    const quint64 all = keys.m_columns.size() >= 64 ? ~quint64(0) : (quint64(1) << keys.m_columns.size()) - 1;
    m_searchesAll = (searchedColumns & all) == all;
    for (std::size_t column = 0; column < keys.m_columns.size(); ++column) {
        if ((searchedColumns >> column) & 1)
            m_searchedColumns.push_back(column);
    }
    for (const TableFilter::Word &word : filter.words())
        m_words.push_back({QByteArrayMatcher(word.folded), LetterSet::of(word.folded), LetterSet::decides(word.folded), word.column});
    // A long word leaves fewer rows for the others.
    std::stable_sort(m_words.begin(), m_words.end(), [](const Word &left, const Word &right) {
        return left.matcher.pattern().size() > right.matcher.pattern().size();
    });
}

bool TableKeys::Matcher::matches(qsizetype row) const
{
    const LetterSet anywhere = searchedLetters(row);
    const auto isFound = [this, row, anywhere](const Word &word) {
        const LetterSet &letters = word.column < 0 ? anywhere : m_keys.m_letters[std::size_t(row) * m_keys.m_columns.size() + std::size_t(word.column)];
        return letters.includes(word.letters) && (word.isDecidedByLetters || isIn(word, row));
    };
    return std::all_of(m_words.begin(), m_words.end(), isFound);
}

LetterSet TableKeys::Matcher::searchedLetters(qsizetype row) const
{
    const LetterSet *cells = m_keys.m_letters.data() + std::size_t(row) * m_keys.m_columns.size();
    LetterSet letters;
    for (const std::size_t column : m_searchedColumns)
        letters |= cells[column];
    return letters;
}

bool TableKeys::Matcher::isIn(const Word &word, qsizetype row) const
{
    if (word.column >= 0)
        return word.matcher.indexIn(m_keys.cell(row, word.column)) >= 0;
    const int columns = int(m_keys.m_columns.size());
    const qsizetype from = m_keys.begin(row, 0);
    const qsizetype end = m_keys.m_ends[std::size_t(row + 1) * std::size_t(columns) - 1];
    const QByteArrayView line = QByteArrayView(m_keys.m_bytes).sliced(from, end - from);
    qsizetype hit = word.matcher.indexIn(line);
    if (m_searchesAll || hit < 0)
        return hit >= 0;
    for (int column = 0; column < columns && hit >= 0; ++column) {
        const qsizetype cellStop = m_keys.m_ends[std::size_t(row) * std::size_t(columns) + std::size_t(column)] - from;
        if (hit >= cellStop)
            continue;
        if ((m_searched >> column) & 1)
            return true;
        hit = word.matcher.indexIn(line, cellStop);
    }
    return false;
}

} // namespace lakehouse::views
