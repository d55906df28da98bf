#include "kit/icons.h"

#include "kit/icon_paths.h"
#include "kit/theme.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <array>

namespace lakehouse::views {

namespace {
constexpr qreal grid = 24;
constexpr qreal stroke = 2;

QPainterPath makePath(IconName name)
{
    QPainterPath path;
    for (const IconStep &step : iconSteps(name)) {
        const auto &[x1, y1, x2, y2, x3, y3] = step.numbers;
        switch (step.kind) {
        case 'M': path.moveTo(x1, y1); break;
        case 'L': path.lineTo(x1, y1); break;
        case 'C': path.cubicTo(x1, y1, x2, y2, x3, y3); break;
        default: path.closeSubpath(); break;
        }
    }
    return path;
}

const QPainterPath &pathOf(IconName name)
{
    static std::array<QPainterPath, size_t(iconCount)> paths;
    QPainterPath &path = paths[size_t(name)];
    if (path.isEmpty())
        path = makePath(name);
    return path;
}

/// Asks the theme for the colour each time it paints.
class ThemedIcon final : public QIconEngine {
public:
    ThemedIcon(IconName name, ColorRole role) : m_name(name), m_role(role) {}

    void paint(QPainter *painter, const QRect &rectangle, QIcon::Mode mode, QIcon::State) override
    {
        paintIcon(painter, m_name, rectangle, Theme::instance().color(mode == QIcon::Disabled ? ColorRole::TextMuted : m_role));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }
    QIconEngine *clone() const override { return new ThemedIcon(*this); }

private:
    IconName m_name;
    ColorRole m_role;
};
} // namespace

QIcon icon(IconName name, ColorRole role)
{
    return QIcon(new ThemedIcon(name, role));
}

void paintIcon(QPainter *painter, IconName name, const QRectF &rectangle, const QColor &color)
{
    const qreal side = qMin(rectangle.width(), rectangle.height());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rectangle.center() - QPointF(side, side) / 2);
    painter->scale(side / grid, side / grid);
    painter->setPen(QPen(color, stroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(pathOf(name));
    painter->restore();
}

QPixmap iconPixmap(IconName name, int side, const QColor &color, qreal pixelRatio)
{
    QPixmap pixmap(QSize(side, side) * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintIcon(&painter, name, QRectF(0, 0, side, side), color);
    return pixmap;
}

} // namespace lakehouse::views
