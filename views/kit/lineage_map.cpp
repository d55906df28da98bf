#include "kit/lineage_map.h"

#include "kit/lineage_painter.h"
#include "kit/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr double margin = 6;

} // namespace

LineageMap::LineageMap(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("lineage-map"));
    setAccessibleName(tr("Overview of the graph"));
    setToolTip(tr("Overview: press to move there"));
    setCursor(Qt::PointingHandCursor);
}

void LineageMap::show(const LineageScene *scene, int selectedBox, const QRectF &window)
{
    m_scene = scene;
    m_selectedBox = selectedBox;
    m_window = window;
    update();
}

double LineageMap::scale() const
{
    const QRectF &bounds = m_scene->bounds;
    return std::min((width() - 2 * margin) / std::max(bounds.width(), 1.0), (height() - 2 * margin) / std::max(bounds.height(), 1.0));
}

QPointF LineageMap::shift() const
{
    return QRectF(rect()).center() - m_scene->bounds.center() * scale();
}

void LineageMap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::instance();
    painter.setPen(QPen(theme.color(ColorRole::ControlBorder), 1));
    painter.setBrush(theme.color(ColorRole::Raised));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    if (m_scene == nullptr || m_scene->isEmpty())
        return;
    painter.setClipRect(rect().adjusted(1, 1, -1, -1));
    painter.translate(shift());
    painter.scale(scale(), scale());
    LineagePainter(*m_scene, {.selectedBox = m_selectedBox}).paintMap(painter, m_window);
}

void LineageMap::mousePressEvent(QMouseEvent *event)
{
    if (m_scene != nullptr && event->button() == Qt::LeftButton)
        Q_EMIT moved((event->position() - shift()) / scale());
}

void LineageMap::mouseMoveEvent(QMouseEvent *event)
{
    if (m_scene != nullptr && (event->buttons() & Qt::LeftButton) != 0)
        Q_EMIT moved((event->position() - shift()) / scale());
}

} // namespace lakehouse::views
