#pragma once

#include <QTableView>

#include <vector>

namespace lakehouse::views {

class CellDelegate;
class TableModel;

/// The rows of a DataTable: virtual, of one height, with the keys of every list of the program.
class RowsView : public QTableView {
    Q_OBJECT

public:
    explicit RowsView(TableModel *model, QWidget *parent = nullptr);

    /// While rows are collected with Space, moving does not change the selection. A plain click ends it.
    bool isCollecting() const { return m_isCollecting; }
    void stopCollecting() { m_isCollecting = false; }
    /// While it gets the focus, which makes a row current where none is: nobody went there.
    bool isTakingFocus() const { return m_isTakingFocus; }
    /// Pixels at text scale 1; kept while the theme changes. The last column that is shown takes the rest of the place besides.
    int width(int column) const { return m_widths[std::size_t(column)]; }
    void setWidth(int column, int width);
    /// The column itself, or the first that is shown when it is hidden.
    int nearestColumn(int column) const;
    /// For every table of the program.
    static void setLetterKeysEnabled(bool isEnabled);

    QSize sizeHint() const override;

Q_SIGNALS:
    void filterAsked();
    void sortAsked();
    void viewerAsked();
    void copyAsked();
    /// It has its size and has scrolled to its current row.
    void appeared();
    void lineActivated(int line);
    /// The person went to a row, be it to the one that is current already.
    void visited();
    void collectingChanged();
    void widthsChanged();
    /// 1: the next row that needs the person, -1: the one before.
    void needsMeAsked(int direction);

protected:
    void focusInEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void keyboardSearch(const QString &) override {}
    bool viewportEvent(QEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex &index, const QEvent *event) const override;

private:
    void applyTheme();
    void widthChanged(int column, int pixels);
    bool pressLetter(QKeyEvent *event);
    void move(int key, const QKeyEvent &event);
    void collect();
    void setHoveredLine(int line);

    TableModel *m_model;
    CellDelegate *m_delegate;
    std::vector<int> m_widths;
    bool m_isApplying = false;
    bool m_isCollecting = false;
    bool m_isTakingFocus = false;
    int m_hoveredLine = -1;
};

} // namespace lakehouse::views
