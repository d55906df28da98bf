#include "kit/diff_canvas.h"

#include "kit/diff_accessible.h"
#include "kit/diff_words.h"
#include "kit/focus_ring.h"
#include "kit/theme.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace lakehouse::views {

using Kind = DiffVisual::Kind;

DiffCanvas::DiffCanvas(DiffModel &model, DiffColours &colours, QWidget *parent)
    : QAbstractScrollArea(parent), m_model(model), m_colours(colours), m_painter(model, colours)
{
    installDiffAccessible();
    setObjectName(QStringLiteral("diff-canvas"));
    setAccessibleName(tr("Comparison"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setLayoutDirection(Qt::LeftToRight); // code reads so everywhere
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    connect(&Theme::instance(), &Theme::changed, this, &DiffCanvas::themeChanged);
    place();
}

void DiffCanvas::themeChanged()
{
    place();
    viewport()->update();
}

void DiffCanvas::place()
{
    m_painter.refresh();
    m_tops.assign(1, 0);
    m_tops.reserve(m_model.rows().size() + 1);
    for (const DiffVisual &visual : m_model.rows())
        m_tops.push_back(m_tops.back() + m_painter.heightOf(visual));
    updateScrollBars();
}

void DiffCanvas::updateScrollBars()
{
    verticalScrollBar()->setRange(0, std::max(0, m_tops.back() - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(m_painter.lineHeight());
    horizontalScrollBar()->setRange(0, std::max(0, m_painter.textWidth() - m_painter.textRoom(viewport()->width())));
    horizontalScrollBar()->setPageStep(std::max(1, m_painter.textRoom(viewport()->width())));
    horizontalScrollBar()->setSingleStep(4 * m_painter.characterWidth());
}

void DiffCanvas::rowsChanged()
{
    const int above = m_current < int(m_tops.size()) - 1 ? m_tops[std::size_t(m_current)] - scrollOffset() : 0;
    place();
    m_selection = {};
    showSelection();
    m_current = 0;
    if (m_identity.file >= 0 && m_identity.file < int(m_model.document().files.size()))
        m_current = std::max(0, m_identity.isHeader ? m_model.headerOf(m_identity.file) : m_model.find(m_identity.file, m_identity.row, m_side));
    if (m_current < m_model.count())
        setScrollOffset(m_tops[std::size_t(m_current)] - above);
    viewport()->update();
    askForColours();
    announce();
    Q_EMIT currentChanged();
}

void DiffCanvas::documentChanged()
{
    m_identity = {};
    rowsChanged();
    setScrollOffset(0);
    horizontalScrollBar()->setValue(0);
}

int DiffCanvas::scrollOffset() const
{
    return verticalScrollBar()->value();
}

void DiffCanvas::setScrollOffset(int y)
{
    verticalScrollBar()->setValue(y);
}

void DiffCanvas::setSide(DiffSide side)
{
    m_side = side;
    viewport()->update();
}

void DiffCanvas::setNeedle(const QString &needle)
{
    m_painter.setNeedle(needle);
    viewport()->update();
}

int DiffCanvas::rowAt(int y) const
{
    const auto after = std::upper_bound(m_tops.begin(), m_tops.end(), y + scrollOffset());
    return int(after - m_tops.begin()) - 1;
}

QRect DiffCanvas::rectOf(int visual) const
{
    const int top = m_tops[std::size_t(visual)];
    return {0, top - scrollOffset(), viewport()->width(), m_tops[std::size_t(visual) + 1] - top};
}

int DiffCanvas::stickyHeader() const
{
    const int first = rowAt(0);
    if (first < 0 || first >= m_model.count() || m_tops[std::size_t(first)] == scrollOffset())
        return -1;
    return m_model.headerOf(m_model.rows()[std::size_t(first)].file);
}

QRect DiffCanvas::stickyRect(int header) const
{
    QRect rect(0, 0, viewport()->width(), m_painter.heightOf(m_model.rows()[std::size_t(header)]));
    // The next header pushes it out of the view.
    for (int visual = rowAt(0); visual >= 0 && visual < m_model.count() && rectOf(visual).top() < rect.height(); ++visual)
        if (visual != header && m_model.rows()[std::size_t(visual)].kind == Kind::Header)
            rect.moveBottom(rectOf(visual).top() - 1);
    return rect;
}

void DiffCanvas::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), Theme::instance().color(ColorRole::Surface));
    const bool hadRoom = horizontalScrollBar()->maximum() >= m_painter.textWidth() - m_painter.textRoom(viewport()->width());
    const DiffPainter::Look look{.isCurrent = false, .hasFocus = hasFocus(), .side = m_side, .visual = 0};
    for (int visual = std::max(0, rowAt(0)); visual < m_model.count(); ++visual) {
        const QRect rect = rectOf(visual);
        if (rect.top() > viewport()->height())
            break;
        DiffPainter::Look rowLook = look;
        rowLook.isCurrent = visual == m_current;
        rowLook.visual = visual;
        if (rect.intersects(event->rect()))
            m_painter.paint(painter, m_model.rows()[std::size_t(visual)], rect, rowLook);
    }
    if (const int header = stickyHeader(); header >= 0) {
        DiffPainter::Look rowLook = look;
        rowLook.isCurrent = header == m_current;
        m_painter.paint(painter, m_model.rows()[std::size_t(header)], stickyRect(header), rowLook);
    }
    // A line was wider than its count of characters told.
    if (hadRoom && horizontalScrollBar()->maximum() < m_painter.textWidth() - m_painter.textRoom(viewport()->width()))
        updateScrollBars();
}

void DiffCanvas::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
    askForColours();
}

void DiffCanvas::scrollContentsBy(int dx, int dy)
{
    Q_UNUSED(dx)
    Q_UNUSED(dy)
    m_painter.setScroll(horizontalScrollBar()->value());
    viewport()->update();
    askForColours();
    Q_EMIT scrolled();
}

void DiffCanvas::setCurrent(int visual, Reveal reveal)
{
    if (m_model.count() == 0)
        return;
    m_current = std::clamp(visual, 0, m_model.count() - 1);
    const DiffVisual &row = m_model.rows()[std::size_t(m_current)];
    m_identity = {row.file, row.row, row.kind == Kind::Header};
    const QRect rect = rectOf(m_current);
    // The header of the file lies over the top of the view.
    const int top = row.kind == Kind::Header || row.row == 0 ? 0 : m_painter.heightOf({.kind = Kind::Header});
    if (reveal == Reveal::Middle && (rect.top() < top || rect.bottom() >= viewport()->height()))
        setScrollOffset(m_tops[std::size_t(m_current)] - viewport()->height() / 3);
    else if (rect.top() < top)
        setScrollOffset(m_tops[std::size_t(m_current)] - top);
    else if (rect.bottom() >= viewport()->height())
        setScrollOffset(m_tops[std::size_t(m_current) + 1] - viewport()->height());
    viewport()->update();
    announce();
    Q_EMIT currentChanged();
}

void DiffCanvas::askForColours()
{
    for (int visual = std::max(0, rowAt(0)); visual < m_model.count() && rectOf(visual).top() <= viewport()->height(); ++visual) {
        const DiffVisual &row = m_model.rows()[std::size_t(visual)];
        if (row.kind == Kind::Line && row.showsBefore)
            m_colours.tokens(row.file, DiffSide::Before, m_model.line(row).before);
        if (row.kind == Kind::Line && row.showsAfter)
            m_colours.tokens(row.file, DiffSide::After, m_model.line(row).after);
    }
    if (m_colours.isBehind())
        Q_EMIT coloursWanted();
}

QString DiffCanvas::spoken() const
{
    return m_current < m_model.count() ? spokenRow(m_model, m_model.rows()[std::size_t(m_current)]) : QString();
}

void DiffCanvas::announce()
{
    if (!QAccessible::isActive())
        return;
    QAccessibleValueChangeEvent event(this, spoken());
    QAccessible::updateAccessibility(&event);
}

void DiffCanvas::activate()
{
    if (m_current >= m_model.count())
        return;
    const DiffVisual row = m_model.rows()[std::size_t(m_current)];
    if (row.kind == Kind::Header)
        Q_EMIT headerActivated(row.file);
    else if (row.kind == Kind::Fold)
        Q_EMIT foldActivated(m_current);
}

void DiffCanvas::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
    announce();
}

void DiffCanvas::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void DiffCanvas::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard && m_current < m_model.count();
    Q_EMIT menuRequested(isByKey ? viewport()->mapToGlobal(rectOf(m_current).bottomLeft()) : event->globalPos());
}

} // namespace lakehouse::views
