#pragma once

#include "kit/table_index.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace lakehouse::views {

/// Keeps the index of a table up to date in slices of a few milliseconds. New rows take the place of the old ones only when they are
/// filtered and sorted, so nothing flickers; few rows are done at once.
class TableWork : public QObject {
    Q_OBJECT

public:
    /// Up to so many rows everything is done before the call returns.
    static constexpr qsizetype atOnce = 2000;

    explicit TableWork(std::vector<TableColumn> columns, QObject *parent = nullptr);

    void setRows(std::shared_ptr<const TableRows> rows);
    void setChips(std::vector<FilterChip> chips);
    void setRequest(const TableIndex::Request &request);

    /// What is shown now.
    const TableIndex &index() const { return *m_shown; }
    bool isBusy() const;

Q_SIGNALS:
    /// index() has other rows to show.
    void ready();
    void counted();
    /// After 200 ms of work, then with each slice.
    void working(lakehouse::views::TableIndex::Work work, int percent);
    /// Nothing more to do for what was asked.
    void idle();

private:
    void work();
    void run(const QDeadlineTimer &deadline);
    void start();
    TableIndex &worked() { return m_next ? *m_next : *m_shown; }

    std::vector<TableColumn> m_columns;
    std::vector<FilterChip> m_chips;
    std::unique_ptr<TableIndex> m_shown;
    std::unique_ptr<TableIndex> m_next;
    std::shared_ptr<const TableRows> m_waiting; ///< came while others were prepared
    TableIndex::Request m_request;
    bool m_isPending = false;
    bool m_isPrepared = false;
    QTimer m_timer;
    QElapsedTimer m_since;
};

} // namespace lakehouse::views
