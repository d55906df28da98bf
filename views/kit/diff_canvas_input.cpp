// Keys, mouse and selection of the canvas.

#include "kit/diff_canvas.h"

#include "kit/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace lakehouse::views {

using Kind = DiffVisual::Kind;
using Zone = DiffPainter::Zone;

namespace {

constexpr int dragIntervalMs = 50;
constexpr int wordReach = 4000;

} // namespace

std::pair<int, DiffPainter::Hit> DiffCanvas::hitAt(const QPoint &point) const
{
    if (const int header = stickyHeader(); header >= 0 && stickyRect(header).contains(point))
        return {header, m_painter.hit(m_model.rows()[std::size_t(header)], stickyRect(header), point)};
    const int visual = rowAt(point.y());
    if (visual < 0 || visual >= m_model.count())
        return {-1, {}};
    return {visual, m_painter.hit(m_model.rows()[std::size_t(visual)], rectOf(visual), point)};
}

void DiffCanvas::keyPressEvent(QKeyEvent *event)
{
    if (moveBy(event) || moveSideways(event))
        return;
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        activate();
        return;
    case Qt::Key_Space:
        if (m_current < m_model.count() && m_model.rows()[std::size_t(m_current)].kind == Kind::Header)
            Q_EMIT viewedToggled(m_model.rows()[std::size_t(m_current)].file);
        else
            activate();
        return;
    default:
        event->ignore(); // the scroll area would take keys that mean something to the owner
    }
}

bool DiffCanvas::moveBy(QKeyEvent *event)
{
    const int page = std::max(1, viewport()->height() / m_painter.lineHeight() - 2);
    const bool isPlain = (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
    const bool isCommand = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
    case Qt::Key_K:
    case Qt::Key_J:
        if (event->modifiers() != Qt::NoModifier)
            return false;
        goTo(m_current + (event->key() == Qt::Key_J ? 1 : -1), Qt::NoModifier);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!isPlain)
            return false;
        goTo(m_current + (event->key() == Qt::Key_Down ? 1 : -1), event->modifiers());
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (!isPlain)
            return false; // Ctrl+Page changes tabs
        goTo(m_current + (event->key() == Qt::Key_PageDown ? page : -page), event->modifiers());
        return true;
    case Qt::Key_Home:
    case Qt::Key_End:
        if (isCommand)
            goTo(event->key() == Qt::Key_Home ? 0 : m_model.count() - 1, event->modifiers());
        else
            horizontalScrollBar()->setValue(event->key() == Qt::Key_Home ? 0 : horizontalScrollBar()->maximum());
        return true;
    default:
        return false;
    }
}

bool DiffCanvas::moveSideways(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right)
        return false;
    if (event->modifiers() & Qt::AltModifier)
        return false; // back and forward
    if (event->modifiers() & Qt::ControlModifier) {
        setSide(event->key() == Qt::Key_Left ? DiffSide::Before : DiffSide::After);
        return true;
    }
    const int step = horizontalScrollBar()->singleStep();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + (event->key() == Qt::Key_Right ? step : -step));
    return true;
}

void DiffCanvas::goTo(int visual, Qt::KeyboardModifiers modifiers)
{
    if (m_model.count() == 0)
        return;
    visual = std::clamp(visual, 0, m_model.count() - 1);
    if (modifiers & Qt::ShiftModifier) {
        if (!m_selection.isActive || !m_selection.isWholeLines || m_selection.side != m_side)
            m_selection = {.side = m_side, .anchor = {m_current, 0}, .end = {}, .isWholeLines = true, .isActive = true};
        m_selection.end = {visual, 0};
    } else {
        m_selection = {};
    }
    showSelection();
    setCurrent(visual);
}

void DiffCanvas::mousePressEvent(QMouseEvent *event)
{
    const auto [visual, hit] = hitAt(event->position().toPoint());
    if (visual < 0 || (event->button() != Qt::LeftButton && event->button() != Qt::RightButton))
        return;
    if (hit.zone == Zone::Numbers || hit.zone == Zone::Text)
        m_side = hit.side;
    if (event->button() == Qt::RightButton) {
        if (m_selection.isEmpty())
            setCurrent(visual);
        return;
    }
    if (hit.zone == Zone::Numbers || hit.zone == Zone::Text) {
        const bool isWhole = hit.zone == Zone::Numbers;
        const DiffPlace place{visual, isWhole ? 0 : hit.column};
        if (!(event->modifiers() & Qt::ShiftModifier) || !m_selection.isActive || m_selection.side != hit.side)
            m_selection = {.side = hit.side, .anchor = place, .end = {}, .isWholeLines = isWhole, .isActive = true};
        m_selection.end = place;
        m_isDragging = true;
    } else {
        m_selection = {};
    }
    showSelection();
    setCurrent(visual);
    if (hit.zone == Zone::Viewed)
        Q_EMIT viewedToggled(m_model.rows()[std::size_t(visual)].file);
    else if (hit.zone == Zone::Header || hit.zone == Zone::Fold)
        activate();
}

void DiffCanvas::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    if (m_isDragging) {
        m_dragPoint = point;
        extendTo(point);
        if (!viewport()->rect().contains(point) && !m_dragTimer.isActive())
            m_dragTimer.start(dragIntervalMs, this);
        return;
    }
    const Zone zone = hitAt(point).second.zone;
    const bool isPlain = zone == Zone::Nothing || zone == Zone::Numbers;
    viewport()->setCursor(zone == Zone::Text ? Qt::IBeamCursor : isPlain ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void DiffCanvas::extendTo(const QPoint &point)
{
    const int visual = std::clamp(rowAt(std::clamp(point.y(), 0, viewport()->height() - 1)), 0, std::max(0, m_model.count() - 1));
    if (m_model.count() == 0)
        return;
    // Beside the side where it began the end of the nearest text counts.
    DiffPainter::Hit hit = m_painter.hit(m_model.rows()[std::size_t(visual)], rectOf(visual), {point.x(), rectOf(visual).center().y()});
    if (hit.zone != Zone::Text || (m_model.hasTwoSides() && hit.side != m_selection.side))
        hit.column = m_model.hasTwoSides() && hit.side > m_selection.side ? wordReach : 0;
    m_selection.end = {visual, m_selection.isWholeLines ? 0 : hit.column};
    showSelection();
    viewport()->update();
}

void DiffCanvas::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_dragTimer.timerId()) {
        QAbstractScrollArea::timerEvent(event);
        return;
    }
    if (!m_isDragging || viewport()->rect().contains(m_dragPoint)) {
        m_dragTimer.stop();
        return;
    }
    const int step = m_dragPoint.y() < 0 ? -m_painter.lineHeight() : m_dragPoint.y() >= viewport()->height() ? m_painter.lineHeight() : 0;
    setScrollOffset(scrollOffset() + step);
    extendTo(m_dragPoint);
}

void DiffCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        m_isDragging = false;
        m_dragTimer.stop();
    }
}

void DiffCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto [visual, hit] = hitAt(event->position().toPoint());
    if (visual < 0 || hit.zone != Zone::Text) {
        mousePressEvent(event);
        return;
    }
    const std::optional<QStringView> text = m_model.text(m_model.rows()[std::size_t(visual)], hit.side);
    if (!text || text->isEmpty())
        return;
    const auto isWord = [](QChar c) { return c.isLetterOrNumber() || c == u'_' || c == u'$'; };
    qsizetype start = std::min<qsizetype>(hit.column, text->size() - 1), end = start;
    while (start > 0 && isWord(text->at(start - 1)))
        --start;
    while (end < text->size() && isWord(text->at(end)))
        ++end;
    const DiffPlace last{visual, int(std::max(end, start + 1))};
    m_selection = {.side = hit.side, .anchor = {visual, int(start)}, .end = last, .isWholeLines = false, .isActive = true};
    showSelection();
    viewport()->update();
}

bool DiffCanvas::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        viewport()->unsetCursor();
    return QAbstractScrollArea::viewportEvent(event);
}

void DiffCanvas::showSelection()
{
    m_painter.setSelection(m_selection);
    viewport()->update();
}

void DiffCanvas::selectAll()
{
    if (m_model.count() == 0)
        return;
    m_selection = {.side = m_side, .anchor = {0, 0}, .end = {m_model.count() - 1, 0}, .isWholeLines = true, .isActive = true};
    showSelection();
}

QString DiffCanvas::selectedText(Copy copy) const
{
    QStringList lines;
    const int last = std::min(m_selection.last().visual, m_model.count() - 1);
    for (int visual = m_selection.first().visual; !m_selection.isEmpty() && visual <= last; ++visual) {
        const DiffVisual &row = m_model.rows()[std::size_t(visual)];
        const DiffSide side = sideShown(m_model, row, m_selection.side);
        const std::optional<QStringView> text = m_model.text(row, side);
        if (!text)
            continue;
        const auto part = m_selection.partOf(visual, int(text->size())).value_or(std::pair(0, 0));
        const QString line = text->mid(part.first, part.second - part.first).toString();
        const int number = (side == DiffSide::Before ? m_model.line(row).before : m_model.line(row).after) + 1;
        lines.append(copy == Copy::WithNumbers ? QStringLiteral("%1\t%2").arg(QString::number(number), line) : line);
    }
    return lines.join(u'\n');
}

void DiffCanvas::copy(Copy copy)
{
    const DiffSelection before = m_selection;
    if (m_selection.isEmpty())
        m_selection = {.side = m_side, .anchor = {m_current, 0}, .end = {m_current, 0}, .isWholeLines = true, .isActive = true};
    const QString text = selectedText(copy);
    m_selection = before;
    if (!text.isNull())
        QApplication::clipboard()->setText(text);
}

} // namespace lakehouse::views
