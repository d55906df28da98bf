#pragma once

#include "kit/table_rows.h"

#include <QPointer>
#include <QTimer>

#include <vector>

class QStackedLayout;

namespace lakehouse::views {

class EmptyState;
class FilterBar;
class RowsView;
class TableCommands;
class TableFooter;
class TableModel;
class TableSelection;
class TableWork;
class ValueViewer;
struct TableState;

/// What a DataTable is made of, and how its parts act on each other. The widgets belong to the table.
struct DataTableParts {
    std::vector<TableColumn> columns;
    std::vector<FilterChip> chips;
    FilterBar *bar = nullptr;
    TableModel *model = nullptr;
    RowsView *view = nullptr;
    TableSelection *selection = nullptr;
    TableFooter *footer = nullptr;
    TableCommands *commands = nullptr;
    TableWork *work = nullptr;
    QStackedLayout *body = nullptr;
    EmptyState *noMatch = nullptr;
    ValueViewer *viewer = nullptr;
    QPointer<QWidget> placeholder;
    QTimer stateTimer;
    bool isEntering = false;  ///< the person went from the filter into rows that are not ready
    bool isRestoring = false;

    void ask();
    void layOut(QWidget *table);
    QString filterInWords() const;
    int columnOf(const QString &id) const;
    TableState state() const;
    void restore(const TableState &state);
    void showBody();
    void showFooter();
    void showValue();
    void enterRows();
    void moveToNeedsMe(int direction);
    void sortByCurrent();
    void showReady();
};

} // namespace lakehouse::views
