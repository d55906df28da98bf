#include "kit/focus_ring.h"

#include "kit/theme.h"

#include <QPainter>
#include <QWidget>

namespace lakehouse::views {

void paintFocusRing(QPainter &painter, const QRectF &rectangle)
{
    const Theme &theme = Theme::instance();
    const double width = theme.focusWidth();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(ColorRole::FocusRing), width));
    painter.setBrush(Qt::NoBrush);
    const QRectF inside = rectangle.adjusted(width / 2, width / 2, -width / 2, -width / 2);
    painter.drawRoundedRect(inside, theme.radius(), theme.radius());
}

void paintFocusRing(QWidget &widget)
{
    if (!widget.hasFocus())
        return;
    QPainter painter(&widget);
    paintFocusRing(painter, widget.rect());
}

void paintCard(QWidget &widget)
{
    const Theme &theme = Theme::instance();
    QPainter painter(&widget);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(ColorRole::Divider), 1));
    painter.setBrush(theme.color(ColorRole::Raised));
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.cardRadius(), theme.cardRadius());
}

} // namespace lakehouse::views
