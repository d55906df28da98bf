#include "shell/bar_button.h"

#include "kit/theme.h"
#include "kit/tool_tip.h"

#include <QPainter>

namespace lakehouse::views {

BarButton::BarButton(const QString &name, IconName icon, const QString &words, QWidget *parent)
    : QToolButton(parent)
{
    setObjectName(name);
    setIcon(views::icon(icon));
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(words);
    setToolTip(plainToolTip(words));
    const auto dress = [this] {
        const int size = Theme::instance().barIconSize();
        setIconSize({size, size});
        updateGeometry();
    };
    connect(&Theme::instance(), &Theme::changed, this, dress);
    dress();
}

void BarButton::setCount(int count, const QString &words)
{
    m_count = count;
    setAccessibleName(words);
    setToolTip(plainToolTip(words));
    updateGeometry();
    update();
}

QSize BarButton::sizeHint() const
{
    const Theme &theme = Theme::instance();
    const int side = theme.barIconSize() + 2 * theme.space(Space::Small);
    return {side, side};
}

void BarButton::paintEvent(QPaintEvent *event)
{
    QToolButton::paintEvent(event);
    if (m_count == 0)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::instance();
    const QString word = m_count > 99 ? QStringLiteral("99+") : QString::number(m_count);
    QFont font = theme.font(TextStyle::Caption);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const int height = painter.fontMetrics().height();
    const int wide = std::max(height, painter.fontMetrics().horizontalAdvance(word) + theme.space(Space::Small));
    const QRect area(width() - wide, 0, wide, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.statusText(Status::NeedsYou));
    painter.drawRoundedRect(area, height / 2.0, height / 2.0);
    painter.setPen(theme.statusFill(Status::NeedsYou));
    painter.drawText(area, Qt::AlignCenter, word);
}

} // namespace lakehouse::views
