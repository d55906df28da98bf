#include "kit/banner_ground.h"

#include "kit/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QWidget>

namespace lakehouse::views {

void paintBannerGround(QWidget *banner, const QColor &ink, const QColor &ground)
{
    const Theme &theme = Theme::instance();
    QPainter painter(banner);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(banner->rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath outline;
    outline.addRoundedRect(card, theme.cardRadius(), theme.cardRadius());
    painter.fillPath(outline, ground);
    const QRect bar(0, 0, theme.space(Space::Tight), banner->height());
    painter.save();
    painter.setClipPath(outline);
    painter.fillRect(QStyle::visualRect(banner->layoutDirection(), banner->rect(), bar), ink);
    painter.restore();
    if (theme.isHighContrast())
        painter.strokePath(outline, ink);
}

} // namespace lakehouse::views
