#include "kit/table_index.h"

#include <algorithm>
#include <numeric>

namespace lakehouse::views {

namespace {

constexpr qsizetype rowsAtOnce = 256;

} // namespace

TableIndex::TableIndex(std::shared_ptr<const TableRows> rows, std::vector<TableColumn> columns, std::vector<FilterChip> chips)
    : m_rows(std::move(rows)), m_columns(std::move(columns)), m_count(m_rows->count()), m_keys(m_rows, m_columns)
{
    setChips(std::move(chips));
}

void TableIndex::setChips(std::vector<FilterChip> chips)
{
    m_chips = std::move(chips);
    m_chipsOf.assign(m_chips.empty() ? 0 : std::size_t(m_count), 0);
    m_chipCounts.assign(m_chips.size(), 0);
    m_counted = 0;
    m_isReady = m_isReady && m_request.chips == 0;
}

void TableIndex::setRequest(const Request &request)
{
    if (request == m_request && m_isReady)
        return;
    if (request.filter != m_request.filter || request.searchedColumns != m_request.searchedColumns)
        m_isScanning = false;
    m_request = request;
    m_isReady = false;
}

bool TableIndex::step(const QDeadlineTimer &deadline)
{
    if (m_isReady)
        return true;
    const bool sortsText = m_request.sortColumn >= 0 && m_columns[std::size_t(m_request.sortColumn)].kind == CellKind::Text;
    m_work = Work::Reading;
    if ((!m_request.filter.isEmpty() || sortsText) && !m_keys.build(deadline))
        return false;
    if (m_request.chips != 0 && !countChips(deadline))
        return false;
    m_work = Work::Filtering;
    if (!m_request.filter.isEmpty() && !match(deadline))
        return false;
    m_work = Work::Sorting;
    if (m_request.sortColumn >= 0 && !sort(deadline))
        return false;
    gather();
    m_isReady = true;
    return true;
}

bool TableIndex::prepare(const QDeadlineTimer &deadline)
{
    return (isCounted() || countChips(deadline)) && m_keys.build(deadline);
}

double TableIndex::progress() const
{
    switch (m_work) {
    case Work::Reading: return m_keys.isBuilt() ? double(m_counted) / double(m_count + 1) : m_keys.progress();
    case Work::Filtering: return double(m_scanned) / double((m_isNarrowing ? qsizetype(m_matched.size()) : m_count) + 1);
    case Work::Sorting: break;
    }
    const auto order = m_orders.find(m_request.sortColumn);
    return order == m_orders.end() ? 0.0 : order->second.progress();
}

bool TableIndex::countChips(const QDeadlineTimer &deadline)
{
    while (!isCounted()) {
        const qsizetype stop = std::min(m_count, m_counted + rowsAtOnce);
        for (; m_counted < stop; ++m_counted) {
            for (std::size_t i = 0; i < m_chips.size(); ++i) {
                if (m_chips[i].accepts(*m_rows, m_counted)) {
                    m_chipsOf[std::size_t(m_counted)] |= quint64(1) << i;
                    ++m_chipCounts[i];
                }
            }
        }
        if (deadline.hasExpired())
            break;
    }
    return isCounted();
}

bool TableIndex::match(const QDeadlineTimer &deadline)
{
    if (m_matchedFilter == m_request.filter && m_matchedColumns == m_request.searchedColumns)
        return true;
    if (!m_isScanning) {
        m_isScanning = true;
        m_isNarrowing = !m_matchedFilter.isEmpty() && m_matchedColumns == m_request.searchedColumns
            && m_request.filter.isNarrowerThan(m_matchedFilter);
        m_scanned = 0;
        m_found.clear();
    }
    const TableKeys::Matcher matcher(m_keys, m_request.filter, m_request.searchedColumns);
    const qsizetype end = m_isNarrowing ? qsizetype(m_matched.size()) : m_count;
    while (m_scanned < end) {
        const qsizetype stop = std::min(end, m_scanned + rowsAtOnce);
        for (; m_scanned < stop; ++m_scanned) {
            const quint32 row = m_isNarrowing ? m_matched[std::size_t(m_scanned)] : quint32(m_scanned);
            if (matcher.matches(row))
                m_found.push_back(row);
        }
        if (m_scanned < end && deadline.hasExpired())
            return false;
    }
    m_isScanning = false;
    m_matched.swap(m_found);
    m_matchedFilter = m_request.filter;
    m_matchedColumns = m_request.searchedColumns;
    return true;
}

bool TableIndex::sort(const QDeadlineTimer &deadline)
{
    const int column = m_request.sortColumn;
    if (m_orderedBy == column && m_orderedIn == m_request.order)
        return true;
    const auto order = m_orders.try_emplace(column, *m_rows, m_keys, column, m_columns[std::size_t(column)].kind).first;
    if (!order->second.step(deadline))
        return false;
    m_order = order->second.rows(m_request.order);
    m_orderedBy = column;
    m_orderedIn = m_request.order;
    return true;
}

void TableIndex::gather()
{
    const bool isFiltered = !m_request.filter.isEmpty();
    const bool isSorted = m_request.sortColumn >= 0;
    if (!isSorted) {
        if (isFiltered) {
            m_shown = m_matched;
        } else {
            m_shown.resize(std::size_t(m_count));
            std::iota(m_shown.begin(), m_shown.end(), quint32(0));
        }
    } else if (isFiltered) {
        std::vector<char> isMatched(std::size_t(m_count), 0);
        for (const quint32 row : m_matched)
            isMatched[row] = 1;
        m_shown.clear();
        std::copy_if(m_order.begin(), m_order.end(), std::back_inserter(m_shown), [&isMatched](quint32 row) { return isMatched[row] != 0; });
    } else {
        m_shown = m_order;
    }
    if (m_request.chips != 0)
        std::erase_if(m_shown, [this](quint32 row) { return (m_chipsOf[row] & m_request.chips) == 0; });
}

} // namespace lakehouse::views
