#pragma once

#include "kit/table_rows.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace lakehouse::views {

/// The rows that are shown, as a view wants them. Each new answer of the index is a reset, which costs the same for ten rows as for all.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// Longer cells end with "…"; the value viewer shows the whole text.
    static constexpr qsizetype longestCell = 200;

    explicit TableModel(std::vector<TableColumn> columns, QObject *parent = nullptr);

    void setShown(std::shared_ptr<const TableRows> rows, std::vector<quint32> shown);
    const std::shared_ptr<const TableRows> &rows() const { return m_rows; }
    const std::vector<quint32> &shown() const { return m_shown; }
    const std::vector<TableColumn> &columns() const { return m_columns; }
    /// The row of TableRows behind a line of the table.
    quint32 rowAt(int line) const { return m_shown[std::size_t(line)]; }
    /// -1 when it is not shown.
    int lineOf(quint32 row) const;
    QString wholeText(const QModelIndex &index) const;
    std::optional<Status> status(const QModelIndex &index) const;
    CellKind kind(int column) const { return m_columns[std::size_t(column)].kind; }

    /// From where the person moves to where: a screen reader hears the value, then the column or the row when that is another one.
    void setMove(const QModelIndex &current, const QModelIndex &previous);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString spoken(const QModelIndex &index) const;

    std::vector<TableColumn> m_columns;
    std::shared_ptr<const TableRows> m_rows;
    std::vector<quint32> m_shown;
    bool m_isOtherRow = true;
    bool m_isOtherColumn = true;
};

} // namespace lakehouse::views
