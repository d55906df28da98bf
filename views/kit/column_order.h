#pragma once

#include "kit/table_keys.h"

namespace lakehouse::views {

/// The rows in the order of one column, sorted once and a slice at a time. Stable: equal cells keep the order of the rows; empty ones come last.
class ColumnOrder {
public:
    /// Both outlive it; the keys are built when a Text column is sorted.
    ColumnOrder(const TableRows &rows, const TableKeys &keys, int column, CellKind kind);

    /// True when the order is known.
    bool step(const QDeadlineTimer &deadline);
    double progress() const;
    /// Rows in that direction; equal cells keep the order of the rows in both. Status: what is worst comes first when ascending.
    std::vector<quint32> rows(Qt::SortOrder order) const;

private:
    enum class Phase { Reading, Presorting, Merging, Grouping, Done };

    void read(const QDeadlineTimer &deadline);
    void readRow(quint32 row);
    void presort(const QDeadlineTimer &deadline);
    void merge(const QDeadlineTimer &deadline);
    void group();
    bool isLess(quint32 left, quint32 right) const;
    QByteArrayView rest(quint32 row) const;

    const TableRows &m_rows;
    const TableKeys &m_keys;
    int m_column;
    CellKind m_kind;
    Phase m_phase = Phase::Reading;
    qsizetype m_count;
    std::vector<quint64> m_heads;    ///< the first eight bytes of each key, or a number whose order is that of the cells
    std::vector<qsizetype> m_rests;  ///< where the rest of each text key ends
    QByteArray m_bytes;
    std::vector<quint32> m_sorted;
    std::vector<quint32> m_merged;
    std::vector<quint32> m_empty;
    std::vector<quint32> m_groups;   ///< where rows with equal cells begin in m_sorted
    std::size_t m_width = 0;
    std::size_t m_left = 0;
    std::size_t m_first = 0;
    std::size_t m_second = 0;
};

} // namespace lakehouse::views
