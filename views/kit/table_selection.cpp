#include "kit/table_selection.h"

#include "kit/row_ids.h"
#include "kit/rows_view.h"
#include "kit/table_model.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace lakehouse::views {

TableSelection::TableSelection(RowsView *view, TableModel *model, QObject *parent)
    : QObject(parent), m_view(view), m_model(model)
{
    connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this, &TableSelection::currentMoved);
    connect(view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TableSelection::selectionMade);
    connect(view, &RowsView::collectingChanged, this, &TableSelection::changed);
    connect(view, &RowsView::visited, this, &TableSelection::visited);
    connect(view, &RowsView::appeared, this, [this] {
        if (std::exchange(m_isTopOpen, false))
            scrollNow();
    });
}

void TableSelection::show(const std::shared_ptr<const TableRows> &rows, std::vector<quint32> shown)
{
    {
        const QScopedValueRollback<bool> ours(m_isOurs, true);
        keep();
        if (rows != m_model->rows())
            translate(*rows);
        m_model->setShown(rows, std::move(shown));
        bringBack();
    }
    tell();
}

void TableSelection::keep()
{
    if (std::exchange(m_isSelectionNew, false))
        m_kept.selected = selectedRows();
    const QModelIndex current = m_view->currentIndex();
    m_isCurrentInView = current.isValid() && m_view->viewport()->rect().intersects(m_view->visualRect(current));
    if (current.isValid()) {
        m_kept.current = m_model->rowAt(current.row());
        m_kept.column = current.column();
    }
    if (m_isTopOpen)
        return;
    const int line = m_view->verticalScrollBar()->value() == 0 ? -1 : m_view->rowAt(0);
    m_kept.top = line < 0 ? -1 : qint64(m_model->rowAt(line));
}

/// From numbers of the rows that are shown to numbers of others, by id.
void TableSelection::translate(const TableRows &rows)
{
    const TableRows *before = m_model->rows().get();
    QStringList ids{keptCurrentId(), topId()};
    std::vector<qint64> guesses{m_kept.current, m_kept.top};
    for (const std::vector<quint32> *list : {&m_kept.selected, &m_toldSelected}) {
        for (const quint32 row : *list) {
            ids.push_back(before->id(row));
            guesses.push_back(row);
        }
    }
    const qsizetype firstWanted = ids.size();
    ids += m_wantedSelected;
    const std::vector<qint64> found = rowsOfIds(rows, ids, guesses);

    const bool isTakenUp = found[0] >= 0 && !m_wantedCurrent.isEmpty();
    m_kept.current = found[0];
    m_kept.top = found[1];
    if (found[0] >= 0)
        m_wantedCurrent.clear();
    if (found[1] >= 0)
        m_wantedTop.clear();
    const std::size_t selected = m_kept.selected.size();
    m_kept.selected.clear();
    m_toldSelected.clear();
    QStringList stillWanted;
    for (std::size_t i = 2; i < found.size(); ++i) {
        const bool isWanted = qsizetype(i) >= firstWanted;
        const bool isTold = !isWanted && i >= 2 + selected;
        if (found[i] >= 0)
            (isTold ? m_toldSelected : m_kept.selected).push_back(quint32(found[i]));
        else if (isWanted)
            stillWanted.push_back(ids[qsizetype(i)]);
    }
    m_wantedSelected = stillWanted;
    if (isTakenUp && m_kept.selected.size() <= 1 && !m_view->isCollecting())
        m_kept.selected = {quint32(found[0])}; // as going there does
}

void TableSelection::bringBack()
{
    const int line = m_kept.current < 0 ? -1 : m_model->lineOf(quint32(m_kept.current));
    if (line >= 0)
        m_view->selectionModel()->setCurrentIndex(m_model->index(line, m_view->nearestColumn(m_kept.column)), QItemSelectionModel::NoUpdate);
    selectKept();
    if (!m_view->selectionModel()->hasSelection()) {
        m_view->stopCollecting();
        if (line >= 0 && m_kept.selected.size() <= 1)
            m_view->selectionModel()->select(m_view->currentIndex(), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    scrollToTop();
    if (line >= 0 && (std::exchange(m_scrollsToCurrent, false) || m_isCurrentInView))
        m_view->scrollTo(m_view->currentIndex());
}

void TableSelection::selectKept()
{
    if (m_kept.selected.empty())
        return;
    std::vector<char> isSelected(std::size_t(m_model->rows()->count()), 0);
    for (const quint32 row : m_kept.selected)
        isSelected[row] = 1;
    QItemSelection selection;
    const std::vector<quint32> &shown = m_model->shown();
    const int lastColumn = m_model->columnCount() - 1;
    std::size_t groups = 0;
    for (std::size_t line = 0; line < shown.size(); ++line) {
        if (!isSelected[shown[line]])
            continue;
        std::size_t end = line;
        while (end + 1 < shown.size() && isSelected[shown[end + 1]])
            ++end;
        if (++groups > mostGroups)
            return;
        selection.append(QItemSelectionRange(m_model->index(int(line), 0), m_model->index(int(end), lastColumn)));
        line = end;
    }
    m_view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
}

void TableSelection::scrollToTop()
{
    m_isTopOpen = m_kept.top >= 0 && !m_view->isVisible();
    scrollNow();
}

void TableSelection::scrollNow()
{
    m_view->doItemsLayout(); // the range of the scroll bar is that of the rows before
    const int line = m_kept.top < 0 ? -1 : m_model->lineOf(quint32(m_kept.top));
    m_view->verticalScrollBar()->setValue(line < 0 ? 0 : m_view->verticalHeader()->sectionPosition(line));
}

QString TableSelection::currentId() const
{
    const QModelIndex current = m_view->currentIndex();
    return current.isValid() ? m_model->rows()->id(m_model->rowAt(current.row())) : QString();
}

QString TableSelection::keptCurrentId() const
{
    if (!m_wantedCurrent.isEmpty())
        return m_wantedCurrent;
    const QString shown = currentId();
    if (!shown.isEmpty() || m_kept.current < 0)
        return shown;
    return m_model->rows()->id(m_kept.current);
}

QString TableSelection::topId() const
{
    if (!m_wantedTop.isEmpty())
        return m_wantedTop;
    if (m_isTopOpen)
        return m_model->rows()->id(m_kept.top);
    const int line = m_view->verticalScrollBar()->value() == 0 ? -1 : m_view->rowAt(0);
    return line < 0 ? QString() : m_model->rows()->id(m_model->rowAt(line));
}

std::vector<quint32> TableSelection::selectedRows() const
{
    const QItemSelection selection = m_view->selectionModel()->selection();
    std::vector<std::pair<int, int>> lines;
    for (const QItemSelectionRange &range : selection)
        lines.emplace_back(range.top(), range.bottom());
    std::sort(lines.begin(), lines.end());
    std::vector<quint32> rows;
    int next = 0;
    for (const auto &[top, bottom] : lines) {
        for (int line = std::max(top, next); line <= bottom; ++line)
            rows.push_back(m_model->rowAt(line));
        next = std::max(next, bottom + 1);
    }
    return rows;
}

int TableSelection::selectedCount() const
{
    return int(selectedRows().size());
}

QStringList TableSelection::selectedIds() const
{
    QStringList ids;
    for (const quint32 row : selectedRows())
        ids.push_back(m_model->rows()->id(row));
    return ids;
}

QStringList TableSelection::keptSelectedIds() const
{
    if (m_isSelectionNew)
        return selectedIds();
    QStringList ids = m_wantedSelected;
    for (const quint32 row : m_kept.selected)
        ids.push_back(m_model->rows()->id(row));
    return ids;
}

TableSelection::Found TableSelection::setCurrent(const QString &id)
{
    m_wantedCurrent.clear();
    if (id.isEmpty()) {
        m_kept.current = -1;
        m_view->selectionModel()->setCurrentIndex({}, QItemSelectionModel::NoUpdate);
        return Found::Shown;
    }
    const qint64 row = m_model->rows() ? rowsOfIds(*m_model->rows(), {id}).front() : -1;
    if (row < 0) {
        m_wantedCurrent = id;
        m_scrollsToCurrent = true;
        return Found::Missing;
    }
    const int line = m_model->lineOf(quint32(row));
    if (line >= 0) {
        moveTo(line);
        return Found::Shown;
    }
    const QScopedValueRollback<bool> ours(m_isOurs, true); // told when the row is shown
    m_view->selectionModel()->setCurrentIndex({}, QItemSelectionModel::NoUpdate);
    m_kept.current = row;
    m_kept.selected = {quint32(row)};
    m_isSelectionNew = false;
    m_scrollsToCurrent = true;
    return Found::Hidden;
}

void TableSelection::setSelected(const QStringList &ids)
{
    m_kept.selected.clear();
    m_wantedSelected = ids;
    m_isSelectionNew = false;
    if (!m_model->rows())
        return;
    const std::vector<qint64> found = rowsOfIds(*m_model->rows(), ids);
    m_wantedSelected.clear();
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] >= 0)
            m_kept.selected.push_back(quint32(found[i]));
        else
            m_wantedSelected.push_back(ids[qsizetype(i)]);
    }
    {
        const QScopedValueRollback<bool> ours(m_isOurs, true);
        selectKept();
    }
    tell();
}

void TableSelection::setTop(const QString &id)
{
    const qint64 row = m_model->rows() && !id.isEmpty() ? rowsOfIds(*m_model->rows(), {id}).front() : -1;
    m_wantedTop = row < 0 ? id : QString();
    m_kept.top = row;
    m_scrollsToCurrent = m_scrollsToCurrent && id.isEmpty();
    if (row >= 0)
        scrollToTop();
}

void TableSelection::moveTo(int line)
{
    const QModelIndex current = m_view->currentIndex();
    const QModelIndex index = m_model->index(line, m_view->nearestColumn(current.isValid() ? current.column() : m_kept.column));
    const QItemSelectionModel::SelectionFlags follow = QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;
    m_view->selectionModel()->setCurrentIndex(index, m_view->isCollecting() ? QItemSelectionModel::NoUpdate : follow);
    m_view->scrollTo(index);
}

void TableSelection::currentMoved()
{
    if (m_isOurs)
        return;
    if (!m_view->isTakingFocus())
        m_wantedCurrent.clear();
    // The focus can make a row current without selecting it.
    if (m_view->currentIndex().isValid() && !m_view->isCollecting() && !m_view->selectionModel()->hasSelection())
        m_view->selectionModel()->select(m_view->currentIndex(), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    tell();
}

/// Where nothing became current by it, it ends the waiting all the same.
void TableSelection::visited()
{
    if (m_wantedCurrent.isEmpty())
        return;
    m_wantedCurrent.clear();
    Q_EMIT currentChanged(m_toldCurrent);
}

void TableSelection::selectionMade()
{
    if (m_isOurs)
        return;
    m_isSelectionNew = true;
    m_wantedSelected.clear();
    m_toldSelected = selectedRows();
    Q_EMIT changed();
}

void TableSelection::tell()
{
    const QString current = currentId();
    if (current != m_toldCurrent) {
        m_toldCurrent = current;
        Q_EMIT currentChanged(current);
    }
    std::vector<quint32> selected = selectedRows();
    if (selected != m_toldSelected) {
        m_toldSelected = std::move(selected);
        Q_EMIT changed();
    }
}

} // namespace lakehouse::views
