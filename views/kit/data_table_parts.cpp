#include "kit/data_table_parts.h"

#include "kit/column_chooser.h"
#include "kit/data_table.h"
#include "kit/empty_state.h"
#include "kit/filter_bar.h"
#include "kit/rows_view.h"
#include "kit/table_commands.h"
#include "kit/table_footer.h"
#include "kit/table_model.h"
#include "kit/table_selection.h"
#include "kit/table_state.h"
#include "kit/table_work.h"
#include "kit/theme.h"
#include "kit/value_viewer.h"

#include <QHeaderView>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

void DataTableParts::layOut(QWidget *table)
{
    bar->addButton(commands->columnsButton());
    bar->addButton(commands->exportButton());
    auto *middle = new QWidget(table);
    body = new QStackedLayout(middle);
    body->addWidget(view);
    body->addWidget(noMatch);
    auto *layout = new QVBoxLayout(table);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::instance().space(Space::Small));
    layout->addWidget(bar);
    layout->addWidget(middle, 3);
    layout->addWidget(viewer, 1);
    layout->addWidget(footer);
}

/// One request from filter, chips, columns and sort as they are set.
void DataTableParts::ask()
{
    if (isRestoring)
        return;
    TableIndex::Request request{.filter = TableFilter::parse(bar->text(), columns), .searchedColumns = 0};
    for (int column = 0; column < int(columns.size()); ++column) {
        if (!view->isColumnHidden(column))
            request.searchedColumns |= quint64(1) << column;
    }
    const QStringList chosen = bar->chosenChips();
    for (std::size_t i = 0; i < chips.size(); ++i) {
        if (chosen.contains(chips[i].id))
            request.chips |= quint64(1) << i;
    }
    const QHeaderView *header = view->horizontalHeader();
    request.sortColumn = header->sortIndicatorSection() < int(columns.size()) ? header->sortIndicatorSection() : -1;
    request.order = request.sortColumn < 0 ? Qt::AscendingOrder : header->sortIndicatorOrder();
    work->setRequest(request);
    stateTimer.start();
}

void DataTableParts::showReady()
{
    selection->show(work->index().rows(), work->index().shown());
    footer->showWork({});
    showBody();
    showFooter();
    showValue();
    if (std::exchange(isEntering, false) && view->hasFocus())
        enterRows();
}

void DataTableParts::showBody()
{
    const bool isAllHidden = model->rowCount() == 0 && model->rows() && model->rows()->count() > 0;
    QWidget *shown = placeholder ? placeholder.data() : isAllHidden ? static_cast<QWidget *>(noMatch) : view;
    if (isAllHidden) {
        const QString why = DataTable::tr("%n row(s) are hidden by it.", nullptr, int(model->rows()->count()));
        noMatch->setWords(DataTable::tr("No row matches the filter."), why);
    }
    if (shown != body->currentWidget()) {
        const bool hadFocus = view->hasFocus();
        body->setCurrentWidget(shown);
        if (hadFocus)
            bar->focusText();
    }
    footer->setVisible(!placeholder);
}

void DataTableParts::showFooter()
{
    const int selected = selection->selectedCount();
    const qsizetype all = model->rows() ? model->rows()->count() : 0;
    // One row that moving selected by itself is no news.
    footer->showCounts(model->rowCount(), all, selected > 1 || view->isCollecting() ? selected : 0);
}

void DataTableParts::showValue()
{
    const QModelIndex current = view->currentIndex();
    if (!viewer->isVisibleTo(viewer->parentWidget()))
        return;
    if (!current.isValid())
        return viewer->showValue({}, {}, {});
    const QString row = current.column() == 0 ? QString() : model->index(current.row(), 0).data().toString();
    viewer->showValue(columns[std::size_t(current.column())].title, row, model->wholeText(current));
}

void DataTableParts::enterRows()
{
    if (!view->currentIndex().isValid() && model->rowCount() > 0)
        selection->moveTo(0);
}

void DataTableParts::moveToNeedsMe(int direction)
{
    const int count = model->rowCount();
    const int from = view->currentIndex().isValid() ? view->currentIndex().row() : (direction > 0 ? -1 : count);
    for (int step = 1; step <= count; ++step) {
        const int line = ((from + direction * step) % count + count) % count;
        if (model->rows()->needsMe(model->rowAt(line)))
            return selection->moveTo(line);
    }
    footer->showWork(DataTable::tr("No row shown here needs you."));
}

/// Ascending, descending, the order of the rows: as a click on the header does.
void DataTableParts::sortByCurrent()
{
    QHeaderView *header = view->horizontalHeader();
    const int column = view->nearestColumn(view->currentIndex().column());
    if (header->sortIndicatorSection() != column)
        header->setSortIndicator(column, Qt::AscendingOrder);
    else if (header->sortIndicatorOrder() == Qt::AscendingOrder)
        header->setSortIndicator(column, Qt::DescendingOrder);
    else
        header->setSortIndicator(-1, Qt::AscendingOrder);
}

QString DataTableParts::filterInWords() const
{
    QStringList words;
    if (!bar->text().isEmpty())
        words.push_back(bar->text());
    const QStringList chosen = bar->chosenChips();
    for (const FilterChip &chip : chips) {
        if (chosen.contains(chip.id))
            words.push_back(chip.word);
    }
    return words.join(QLatin1String(" · "));
}

int DataTableParts::columnOf(const QString &id) const
{
    const auto column = std::find_if(columns.begin(), columns.end(), [&id](const TableColumn &one) { return one.id == id; });
    return column == columns.end() ? -1 : int(column - columns.begin());
}

TableState DataTableParts::state() const
{
    const QHeaderView *header = view->horizontalHeader();
    const int sorted = header->sortIndicatorSection();
    TableState state;
    state.filter = bar->text();
    state.chips = bar->keptChips();
    state.views = bar->savedViews();
    state.sortColumn = sorted >= 0 && sorted < int(columns.size()) ? columns[std::size_t(sorted)].id : QString();
    state.order = header->sortIndicatorOrder();
    for (int column = 0; column < int(columns.size()); ++column)
        state.columns.push_back({columns[std::size_t(column)].id, view->width(column), view->isColumnHidden(column)});
    state.current = selection->keptCurrentId();
    state.selected = selection->keptSelectedIds();
    state.top = selection->topId();
    return state;
}

void DataTableParts::restore(const TableState &state)
{
    isRestoring = true;
    bar->setSavedViews(state.views);
    bar->setFilter(state.filter, state.chips);
    const bool showsOne = std::any_of(state.columns.begin(), state.columns.end(), [this](const TableState::Column &column) {
        return !column.isHidden && columnOf(column.id) >= 0;
    });
    for (const TableState::Column &column : state.columns) {
        const int number = columnOf(column.id);
        if (number < 0 || !showsOne)
            continue;
        view->setColumnHidden(number, column.isHidden);
        view->setWidth(number, std::clamp(column.width, ColumnChooser::narrowest, ColumnChooser::widest));
    }
    view->horizontalHeader()->setSortIndicator(columnOf(state.sortColumn), state.order);
    isRestoring = false;
    ask();
    selection->setCurrent(state.current);
    selection->setSelected(state.selected);
    selection->setTop(state.top);
}

} // namespace lakehouse::views
