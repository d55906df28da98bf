#include "kit/lineage_canvas.h"

#include "kit/focus_ring.h"
#include "kit/lineage_map.h"
#include "kit/theme.h"
#include "kit/tool_tip.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr double margin = 16;
constexpr double comfortable = 0.6; ///< below this zoom, a first look is at a part rather than at the whole
constexpr double lineReach = 6;

/// Where the begin of the content is on screen: in the middle when all of it fits.
double startOf(const QScrollBar *bar, double content, double space)
{
    return bar->maximum() == 0 ? (space - content) / 2 : margin - bar->value();
}

} // namespace

LineageCanvas::LineageCanvas(QWidget *parent) : QAbstractScrollArea(parent), m_map(new LineageMap(viewport()))
{
    setObjectName(QStringLiteral("lineage-canvas"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(false);
    m_map->hide();
    connect(m_map, &LineageMap::moved, this, [this](const QPointF &point) { scrollTo(point, room().center()); });
    connect(&Theme::instance(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

/// Where the scene may be: below the words of the layers.
QRectF LineageCanvas::room() const
{
    const double heading = m_scene.bands.empty() ? 0 : m_scene.headingHeight;
    return QRectF(0, heading, viewport()->width(), std::max(1.0, viewport()->height() - heading));
}

QPointF LineageCanvas::shift() const
{
    const QRectF space = room();
    const QRectF &bounds = m_scene.bounds;
    const double x = startOf(horizontalScrollBar(), bounds.width() * m_zoom, space.width()) - bounds.left() * m_zoom;
    const double y = startOf(verticalScrollBar(), bounds.height() * m_zoom, space.height()) - bounds.top() * m_zoom;
    return {x, space.top() + y};
}

int LineageCanvas::anchor() const
{
    if (m_marks.selectedBox >= 0)
        return m_marks.selectedBox;
    for (std::size_t i = 0; i < m_scene.boxes.size(); ++i) {
        if (m_scene.drawing.boxes[i].isFocus)
            return int(i);
    }
    return -1;
}

double LineageCanvas::fittingZoom() const
{
    const QRectF space = room();
    const double across = (space.width() - 2 * margin) / std::max(1.0, m_scene.bounds.width());
    const double down = (space.height() - 2 * margin) / std::max(1.0, m_scene.bounds.height());
    return std::clamp(std::min({across, down, 1.0}), smallestZoom, largestZoom);
}

void LineageCanvas::updateBars()
{
    const QRectF space = room();
    const auto set = [](QScrollBar *bar, double content, double page) {
        bar->setPageStep(int(page));
        bar->setSingleStep(int(page / 12) + 1);
        bar->setRange(0, content <= page ? 0 : int(std::ceil(content + 2 * margin - page)));
    };
    set(horizontalScrollBar(), m_scene.bounds.width() * m_zoom, space.width());
    set(verticalScrollBar(), m_scene.bounds.height() * m_zoom, space.height());
}

void LineageCanvas::scrollTo(const QPointF &scenePoint, const QPointF &viewportPoint)
{
    const QPointF way = scenePoint * m_zoom + shift() - viewportPoint;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + qRound(way.x()));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(way.y()));
    viewport()->update();
    updateMap();
    Q_EMIT viewChanged();
}

void LineageCanvas::lookFirst()
{
    const double zoom = fittingZoom();
    const int box = anchor();
    m_zoom = zoom < comfortable ? std::max(zoom, 0.85) : zoom;
    updateBars();
    scrollTo(box >= 0 ? m_scene.boxes[box].rect.center() : m_scene.bounds.center(), room().center());
}

void LineageCanvas::setScene(LineageScene scene)
{
    const int before = anchor();
    const QString id = before >= 0 ? m_scene.drawing.boxes[before].id : QString();
    const QPointF place = before >= 0 ? m_scene.boxes[before].rect.center() * m_zoom + shift() : QPointF();
    const bool wasEmpty = m_scene.isEmpty();
    m_map->show(nullptr, -1, {});
    m_scene = std::move(scene);
    m_marks.selectedBox = -1;
    m_marks.selectedLine = -1;
    m_marks.found.clear();
    const int after = id.isEmpty() ? -1 : m_scene.drawing.boxOf(id);
    if (m_view == View::Fitted && !wasEmpty) {
        fit();
        return;
    }
    if (wasEmpty || after < 0 || m_view == View::First) {
        m_view = View::First;
        lookFirst();
        return;
    }
    updateBars();
    scrollTo(m_scene.boxes[after].rect.center(), place);
}

void LineageCanvas::reveal(const QRectF &sceneRect)
{
    const QRectF there(sceneRect.topLeft() * m_zoom + shift(), sceneRect.size() * m_zoom);
    const QRectF space = room().adjusted(margin, margin, -margin, -margin);
    QPointF way;
    if (there.left() < space.left() || there.width() > space.width())
        way.rx() = space.left() - there.left();
    else if (there.right() > space.right())
        way.rx() = space.right() - there.right();
    if (there.top() < space.top() || there.height() > space.height())
        way.ry() = space.top() - there.top();
    else if (there.bottom() > space.bottom())
        way.ry() = space.bottom() - there.bottom();
    if (!way.isNull())
        scrollTo(sceneRect.topLeft(), there.topLeft() + way);
}

void LineageCanvas::select(int box, int line)
{
    m_marks.selectedBox = box;
    m_marks.selectedLine = line;
    if (box >= 0)
        reveal(m_scene.boxes[box].rect);
    viewport()->update();
    updateMap();
}

void LineageCanvas::setFound(std::optional<QSet<int>> found)
{
    m_marks.isFinding = found.has_value();
    m_marks.found = found.value_or(QSet<int>());
    viewport()->update();
}

void LineageCanvas::setZoom(double zoom, const QPointF &centre)
{
    m_view = View::Own;
    m_zoom = std::clamp(zoom, smallestZoom, largestZoom);
    updateBars();
    scrollTo(centre, room().center());
}

void LineageCanvas::zoomBy(double factor)
{
    const int box = m_marks.selectedBox;
    const QPointF point = box >= 0 ? m_scene.boxes[box].rect.center() : centre();
    const QPointF place = point * m_zoom + shift();
    m_view = View::Own;
    m_zoom = std::clamp(m_zoom * factor, smallestZoom, largestZoom);
    updateBars();
    scrollTo(point, room().contains(place) ? place : room().center());
}

void LineageCanvas::fit()
{
    m_view = View::Fitted;
    m_zoom = fittingZoom();
    updateBars();
    scrollTo(m_scene.bounds.center(), room().center());
}

QPointF LineageCanvas::centre() const
{
    return toScene(room().center());
}

QRectF LineageCanvas::window() const
{
    return QRectF(toScene(room().topLeft()), room().size() / m_zoom);
}

void LineageCanvas::setMapWanted(bool isWanted)
{
    m_isMapWanted = isWanted;
    updateMap();
}

bool LineageCanvas::isMapShown() const
{
    return !m_map->isHidden();
}

void LineageCanvas::updateMap()
{
    const bool isLarger = horizontalScrollBar()->maximum() > 0 || verticalScrollBar()->maximum() > 0;
    const QSize size = QSize(190, 120).boundedTo(viewport()->size() / 3);
    m_map->setGeometry(QRect(QPoint(viewport()->width() - size.width() - 8, viewport()->height() - size.height() - 8), size));
    m_map->show(&m_scene, m_marks.selectedBox, window());
    m_map->setVisible(m_isMapWanted && isLarger && !m_scene.isEmpty());
}

void LineageCanvas::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const Theme &theme = Theme::instance();
    painter.fillRect(viewport()->rect(), theme.color(ColorRole::Canvas));
    const QPointF origin = shift();
    painter.save();
    painter.translate(origin);
    painter.scale(m_zoom, m_zoom);
    m_marks.hasFocus = hasFocus();
    const LineagePainter scenePainter(m_scene, m_marks);
    scenePainter.paint(painter, QRectF(toScene({0, 0}), QSizeF(viewport()->size()) / m_zoom));
    painter.restore();
    if (!m_scene.bands.empty()) {
        painter.fillRect(QRectF(0, 0, viewport()->width(), room().top()), theme.color(ColorRole::Canvas));
        scenePainter.paintHeadings(painter, 0, room().top() - 4, m_zoom, origin.x());
    }
    if (hasFocus())
        paintFocusRing(painter, viewport()->rect());
}

void LineageCanvas::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (m_view == View::First)
        lookFirst();
    else if (m_view == View::Fitted)
        fit();
    else
        updateBars();
    updateMap();
}

void LineageCanvas::scrollContentsBy(int, int)
{
    viewport()->update();
    updateMap();
}

void LineageCanvas::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const QPointF point = toScene(event->position());
    if (const int box = m_scene.boxAt(point); box >= 0) {
        Q_EMIT boxPressed(box);
        return;
    }
    if (const int line = m_scene.lineAt(point, lineReach / m_zoom); line >= 0) {
        Q_EMIT linePressed(line);
        return;
    }
    m_dragFrom = event->pos();
    viewport()->setCursor(Qt::ClosedHandCursor);
}

void LineageCanvas::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_dragFrom)
        return;
    m_view = View::Own;
    const QPoint way = event->pos() - *m_dragFrom;
    m_dragFrom = event->pos();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - way.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - way.y());
}

void LineageCanvas::mouseReleaseEvent(QMouseEvent *)
{
    m_dragFrom.reset();
    viewport()->unsetCursor();
}

void LineageCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const int box = m_scene.boxAt(toScene(event->position())); box >= 0)
        Q_EMIT boxActivated(box);
}

void LineageCanvas::wheelEvent(QWheelEvent *event)
{
    if ((event->modifiers() & Qt::ControlModifier) == 0) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    const QPointF point = toScene(event->position());
    m_view = View::Own;
    m_zoom = std::clamp(m_zoom * std::pow(1.25, event->angleDelta().y() / 120.0), smallestZoom, largestZoom);
    updateBars();
    scrollTo(point, event->position());
}

void LineageCanvas::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LineageCanvas::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

/// Keys are commands of the view around it; the area itself must not scroll with the arrows.
void LineageCanvas::keyPressEvent(QKeyEvent *event)
{
    event->ignore();
}

QString LineageCanvas::wordsAt(const QPointF &point) const
{
    if (const int box = m_scene.boxAt(point); box >= 0) {
        const LineageDrawing::Box &words = m_scene.drawing.boxes[box];
        QStringList parts{words.title, words.word, words.note};
        parts.removeAll(QString());
        return parts.join(QLatin1Char('\n'));
    }
    const int line = m_scene.lineAt(point, lineReach / m_zoom);
    if (line < 0)
        return {};
    const LineageDrawing::Line &words = m_scene.drawing.lines[line];
    return tr("%1 → %2").arg(m_scene.drawing.boxes[words.from].title, m_scene.drawing.boxes[words.to].title);
}

bool LineageCanvas::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), plainToolTip(wordsAt(toScene(help->pos()))), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace lakehouse::views
