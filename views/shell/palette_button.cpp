#include "shell/palette_button.h"

#include "kit/focus_ring.h"
#include "kit/icons.h"
#include "kit/theme.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>

namespace lakehouse::views {

PaletteButton::PaletteButton(QWidget *parent)
    : QAbstractButton(parent)
{
    setObjectName(QStringLiteral("palette-button"));
    setText(tr("Search or command"));
    setAccessibleName(text());
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void PaletteButton::setKeys(const QString &keys)
{
    m_keys = keys;
    setAccessibleDescription(keys);
    updateGeometry();
    update();
}

QSize PaletteButton::sizeHint() const
{
    const Theme &theme = Theme::instance();
    const QFontMetrics metrics(theme.font(TextStyle::Body));
    const int words = metrics.horizontalAdvance(text()) + metrics.horizontalAdvance(m_keys);
    return {words + theme.iconSize() + 5 * theme.space(Space::Small), theme.lineHeight(TextStyle::Body) + theme.space(Space::Small)};
}

void PaletteButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::instance();
    painter.setPen(QPen(theme.color(ColorRole::ControlBorder), 1));
    painter.setBrush(theme.color(underMouse() ? ColorRole::Hover : ColorRole::Canvas));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.radius(), theme.radius());
    const int gap = theme.space(Space::Small);
    const int icon = theme.iconSize();
    const auto placed = [this](const QRect &area) { return QStyle::visualRect(layoutDirection(), rect(), area); };
    paintIcon(&painter, IconName::Search, placed(QRect(gap, (height() - icon) / 2, icon, icon)), theme.color(ColorRole::TextMuted));
    painter.setFont(theme.font(TextStyle::Body));
    painter.setPen(theme.color(ColorRole::TextMuted));
    const int keys = painter.fontMetrics().horizontalAdvance(m_keys);
    painter.drawText(placed(QRect(width() - gap - keys, 0, keys, height())), Qt::AlignCenter, m_keys);
    const QRect words = placed(QRect(2 * gap + icon, 0, width() - 4 * gap - icon - keys, height()));
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeading, painter.fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
    if (hasFocus())
        paintFocusRing(painter, rect());
}

bool PaletteButton::event(QEvent *event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave)
        update();
    return QAbstractButton::event(event);
}

} // namespace lakehouse::views
