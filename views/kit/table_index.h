#pragma once

#include "kit/column_order.h"

#include <map>

namespace lakehouse::views {

/// Which rows of one state are shown, in what order: filter, chips and sort over an index of its own, a slice at a time.
class TableIndex {
public:
    struct Request {
        TableFilter filter = {};
        quint64 searchedColumns = ~quint64(0); ///< where words without a column look
        quint64 chips = 0;                     ///< rows of any of them; 0: all rows
        int sortColumn = -1;                   ///< -1: the order of the rows
        Qt::SortOrder order = Qt::AscendingOrder;
        friend bool operator==(const Request &, const Request &) = default;
    };
    enum class Work { Reading, Filtering, Sorting };

    /// At most 64 columns and 64 chips.
    TableIndex(std::shared_ptr<const TableRows> rows, std::vector<TableColumn> columns, std::vector<FilterChip> chips);
    TableIndex(const TableIndex &) = delete;
    TableIndex &operator=(const TableIndex &) = delete;

    const std::shared_ptr<const TableRows> &rows() const { return m_rows; }
    void setChips(std::vector<FilterChip> chips);
    /// A narrower filter looks only at the rows that are left.
    void setRequest(const Request &request);
    const Request &request() const { return m_request; }

    /// Works until the deadline. True when shown() answers the request.
    bool step(const QDeadlineTimer &deadline);
    bool isReady() const { return m_isReady; }
    /// What the next requests need: the keys and the counts of the chips. True when there is nothing left to prepare.
    bool prepare(const QDeadlineTimer &deadline);
    bool isCounted() const { return m_counted == m_count || m_chips.empty(); }

    /// Numbers of rows; the last answer until the next one is ready.
    const std::vector<quint32> &shown() const { return m_shown; }
    /// Of all rows, whatever the filter hides: what needs a person does not become less by typing.
    const std::vector<qsizetype> &chipCounts() const { return m_chipCounts; }
    Work work() const { return m_work; }
    double progress() const;

private:
    bool countChips(const QDeadlineTimer &deadline);
    bool match(const QDeadlineTimer &deadline);
    bool sort(const QDeadlineTimer &deadline);
    void gather();

    std::shared_ptr<const TableRows> m_rows;
    std::vector<TableColumn> m_columns;
    std::vector<FilterChip> m_chips;
    qsizetype m_count;
    TableKeys m_keys;
    Request m_request;
    bool m_isReady = false;
    Work m_work = Work::Reading;

    std::vector<quint64> m_chipsOf; ///< a bit for each chip that accepts the row
    std::vector<qsizetype> m_chipCounts;
    qsizetype m_counted = 0;

    /// The rows that match a filter, when it is not empty; the scan of the next one.
    TableFilter m_matchedFilter;
    quint64 m_matchedColumns = 0;
    std::vector<quint32> m_matched;
    bool m_isScanning = false;
    bool m_isNarrowing = false;
    qsizetype m_scanned = 0;
    std::vector<quint32> m_found;

    std::map<int, ColumnOrder> m_orders;
    int m_orderedBy = -1;
    Qt::SortOrder m_orderedIn = Qt::AscendingOrder;
    std::vector<quint32> m_order;

    std::vector<quint32> m_shown;
};

} // namespace lakehouse::views
