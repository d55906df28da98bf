#include "kit/rows_view.h"

#include "kit/cell_delegate.h"
#include "kit/rows_header.h"
#include "kit/table_model.h"
#include "kit/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace lakehouse::views {

namespace {

bool areLettersOn = true;

int scaled(int width)
{
    return qRound(width * Theme::instance().textScale());
}

} // namespace

RowsView::RowsView(TableModel *model, QWidget *parent)
    : QTableView(parent), m_model(model), m_delegate(new CellDelegate(this))
{
    setModel(model);
    setItemDelegate(m_delegate);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setMouseTracking(true);
    setContextMenuPolicy(Qt::CustomContextMenu);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    auto *header = new RowsHeader(this);
    setHorizontalHeader(header);
    for (const TableColumn &column : model->columns())
        m_widths.push_back(column.width);
    applyTheme();
    connect(&Theme::instance(), &Theme::changed, this, &RowsView::applyTheme);
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int pixels) { widthChanged(column, pixels); });
}

void RowsView::setLetterKeysEnabled(bool isEnabled)
{
    areLettersOn = isEnabled;
}

void RowsView::applyTheme()
{
    const Theme &theme = Theme::instance();
    setFont(theme.font(TextStyle::Body));
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(theme.rowHeight());
    horizontalHeader()->setMinimumSectionSize(scaled(48));
    horizontalHeader()->setFixedHeight(theme.rowHeight());
    verticalScrollBar()->setSingleStep(theme.rowHeight());
    for (int column = 0; column < int(m_widths.size()); ++column) {
        if (!isColumnHidden(column))
            setWidth(column, m_widths[std::size_t(column)]);
    }
    viewport()->update();
}

void RowsView::setWidth(int column, int width)
{
    m_widths[std::size_t(column)] = width;
    m_isApplying = true;
    setColumnWidth(column, scaled(width));
    m_isApplying = false;
}

void RowsView::widthChanged(int column, int pixels)
{
    int last = horizontalHeader()->count() - 1;
    while (last > 0 && isColumnHidden(last))
        --last;
    // The last one has what is left: nobody chose that. A hidden one has nothing.
    if (m_isApplying || column == last || pixels == 0)
        return;
    m_widths[std::size_t(column)] = qRound(pixels / Theme::instance().textScale());
    Q_EMIT widthsChanged();
}

int RowsView::nearestColumn(int column) const
{
    if (column >= 0 && !isColumnHidden(column))
        return column;
    int first = 0;
    while (first + 1 < horizontalHeader()->count() && isColumnHidden(first))
        ++first;
    return first;
}

QSize RowsView::sizeHint() const
{
    // Twelve rows; the layout gives what there is.
    return {scaled(480), Theme::instance().rowHeight() * 13};
}

QItemSelectionModel::SelectionFlags RowsView::selectionCommand(const QModelIndex &index, const QEvent *event) const
{
    const auto *key = event && event->type() == QEvent::KeyPress ? static_cast<const QKeyEvent *>(event) : nullptr;
    if (key && !(key->modifiers() & Qt::ShiftModifier)) {
        if (m_isCollecting)
            return QItemSelectionModel::NoUpdate;
        // Qt moves without selecting while Ctrl is held; here the current row and the selected one are never two.
        if (key->modifiers() & Qt::ControlModifier && key->key() != Qt::Key_Space)
            return QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;
    }
    return QTableView::selectionCommand(index, event);
}

void RowsView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    m_model->setMove(current, previous); // before the event that makes a screen reader ask
    QTableView::currentChanged(current, previous);
}

void RowsView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier)
        m_isCollecting = false;
    QTableView::mousePressEvent(event);
    if (indexAt(event->position().toPoint()).isValid())
        Q_EMIT visited();
}

void RowsView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index.isValid())
        Q_EMIT lineActivated(index.row());
}

void RowsView::move(int key, const QKeyEvent &event)
{
    QKeyEvent moved(QEvent::KeyPress, key, event.modifiers());
    QTableView::keyPressEvent(&moved);
    Q_EMIT visited();
}

void RowsView::collect()
{
    const QModelIndex current = currentIndex();
    if (!current.isValid())
        return;
    const QItemSelection selection = selectionModel()->selection();
    const bool isOneAtMost = selection.isEmpty() || (selection.size() == 1 && selection.first().height() == 1);
    // The row that moving selected by itself is now selected on purpose; after that each press turns a row over.
    const bool isFirst = !m_isCollecting && isOneAtMost;
    m_isCollecting = true;
    selectionModel()->select(current, (isFirst ? QItemSelectionModel::ClearAndSelect : QItemSelectionModel::Toggle) | QItemSelectionModel::Rows);
    m_isCollecting = selectionModel()->hasSelection();
    Q_EMIT collectingChanged();
}

bool RowsView::pressLetter(QKeyEvent *event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    if (modifiers & ~Qt::ShiftModifier)
        return false;
    if (event->text() == QLatin1String("/")) { // wherever the layout has it
        Q_EMIT filterAsked();
        return true;
    }
    const bool isShifted = modifiers & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_J: move(Qt::Key_Down, *event); return true;
    case Qt::Key_K: move(Qt::Key_Up, *event); return true;
    case Qt::Key_N: Q_EMIT needsMeAsked(isShifted ? -1 : 1); return true;
    case Qt::Key_P: Q_EMIT needsMeAsked(-1); return true;
    case Qt::Key_S:
        if (isShifted)
            Q_EMIT sortAsked();
        return isShifted;
    case Qt::Key_V: // without Shift it is a page's: it revokes
        if (isShifted)
            Q_EMIT viewerAsked();
        return isShifted;
    default: return false;
    }
}

void RowsView::focusInEvent(QFocusEvent *event)
{
    const QScopedValueRollback<bool> taking(m_isTakingFocus, true);
    QTableView::focusInEvent(event);
}

void RowsView::keyPressEvent(QKeyEvent *event)
{
    if (areLettersOn && pressLetter(event))
        return event->accept();
    if (event->matches(QKeySequence::Copy)) {
        Q_EMIT copyAsked();
        return event->accept();
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !(event->modifiers() & ~Qt::KeypadModifier)) {
        if (currentIndex().isValid()) {
            Q_EMIT visited();
            Q_EMIT lineActivated(currentIndex().row());
        }
        return event->accept();
    }
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        collect();
        Q_EMIT visited();
        return event->accept();
    }
    if (event->key() == Qt::Key_Escape && m_isCollecting) {
        m_isCollecting = false;
        selectionModel()->select(currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        Q_EMIT collectingChanged();
        return event->accept();
    }
    // A bare letter belongs to nobody here: the view would search by it, which the filter does better.
    if (event->text().size() == 1 && event->text()[0].isLetterOrNumber() && !(event->modifiers() & ~Qt::ShiftModifier))
        return event->ignore();
    QTableView::keyPressEvent(event);
    if (event->isAccepted() && currentIndex().isValid())
        Q_EMIT visited();
}

/// What is looked at stays in view when a pane opens beside it.
void RowsView::resizeEvent(QResizeEvent *event)
{
    const QRect before(QPoint(0, 0), event->oldSize());
    const bool wasInView = currentIndex().isValid() && before.intersects(visualRect(currentIndex()));
    QTableView::resizeEvent(event);
    if (wasInView)
        scrollTo(currentIndex());
}

void RowsView::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    Q_EMIT appeared();
}

bool RowsView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::MouseMove)
        setHoveredLine(rowAt(qRound(static_cast<QMouseEvent *>(event)->position().y())));
    else if (event->type() == QEvent::Leave)
        setHoveredLine(-1);
    return QTableView::viewportEvent(event);
}

void RowsView::setHoveredLine(int line)
{
    if (line == m_hoveredLine)
        return;
    const int before = std::exchange(m_hoveredLine, line);
    m_delegate->setHoveredLine(line);
    for (const int changed : {before, line}) {
        if (changed >= 0)
            viewport()->update(0, rowViewportPosition(changed), viewport()->width(), rowHeight(changed));
    }
}

} // namespace lakehouse::views
