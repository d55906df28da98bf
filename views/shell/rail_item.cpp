#include "shell/rail_item.h"

#include "kit/focus_ring.h"
#include "kit/localized.h"
#include "kit/theme.h"
#include "kit/tool_tip.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>

namespace lakehouse::views {

namespace {

constexpr int markWidth = 3; ///< of the bar beside the page that is open

/// The rectangle on the other side in a right-to-left language.
QRect sided(const QRect &inner, const QWidget &of)
{
    return QStyle::visualRect(of.layoutDirection(), of.rect(), inner);
}

} // namespace

RailItem::RailItem(const PageEntry &entry, int steps, QWidget *parent)
    : QAbstractButton(parent), m_entry(entry), m_steps(steps)
{
    setObjectName(QStringLiteral("rail-") + entry.id);
    setCheckable(true);
    setText(entry.title);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    describe();
}

void RailItem::setFacts(Status status, const QString &why, int attention)
{
    if (m_status == status && m_why == why && m_attention == attention)
        return;
    m_status = status;
    m_why = why;
    m_attention = attention;
    describe();
    updateGeometry();
    update();
}

void RailItem::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    updateGeometry();
    update();
}

void RailItem::describe()
{
    QString words;
    if (m_entry.group == PageGroup::Steps)
        words = m_attention > 0 ? tr("Step %1 of %2, %3, %4, %n item(s)", nullptr, m_attention).arg(m_entry.order).arg(m_steps).arg(m_entry.title,
                statusWord(m_status).toLower())
                                : tr("Step %1 of %2, %3, %4").arg(m_entry.order).arg(m_steps).arg(m_entry.title, statusWord(m_status).toLower());
    else
        words = m_attention > 0 ? tr("%1, needs you, %n item(s)", nullptr, m_attention).arg(m_entry.title) : m_entry.title;
    setAccessibleName(words);
    setAccessibleDescription(m_why);
    setToolTip(plainToolTip(m_why.isEmpty() ? words : words + QLatin1Char('\n') + m_why));
}

QString RailItem::countWord() const
{
    return m_attention > 999 ? QStringLiteral("999+") : QString::number(m_attention);
}

QSize RailItem::sizeHint() const
{
    const Theme &theme = Theme::instance();
    const int height = std::max({theme.rowHeight(), theme.targetMinimum(),
                                 theme.lineHeight(TextStyle::Body) + theme.space(Space::Tight)}) + theme.space(Space::Tight);
    if (m_isCompact)
        return {theme.barIconSize() + 2 * theme.space(Space::Medium) + theme.space(Space::Tight), height};
    const QFontMetrics metrics(theme.font(TextStyle::Strong));
    const int width = 2 * theme.space(Space::Medium) + metrics.horizontalAdvance(QStringLiteral("7 ")) + theme.iconSize() + theme.space(Space::Small)
                      + metrics.horizontalAdvance(m_entry.title) + theme.space(Space::Small) + metrics.horizontalAdvance(QStringLiteral("999+"));
    return {width, height};
}

QSize RailItem::minimumSizeHint() const
{
    return {Theme::instance().barIconSize() + 2 * Theme::instance().space(Space::Small), sizeHint().height()};
}

void RailItem::paintBackground(QPainter &painter) const
{
    const Theme &theme = Theme::instance();
    const QRect area = rect().adjusted(theme.space(Space::Tight), 1, -theme.space(Space::Tight), -1);
    painter.setPen(Qt::NoPen);
    if (isChecked() || underMouse()) {
        painter.setBrush(theme.color(isChecked() ? ColorRole::Selected : ColorRole::Hover));
        painter.drawRoundedRect(area, theme.radius(), theme.radius());
    }
    if (isChecked()) {
        painter.setBrush(theme.color(ColorRole::Accent));
        painter.drawRoundedRect(sided(QRect(area.left(), area.top() + area.height() / 5, markWidth, area.height() * 3 / 5), *this), 1, 1);
    }
}

void RailItem::paintFull(QPainter &painter) const
{
    const Theme &theme = Theme::instance();
    const int icon = theme.iconSize();
    int left = theme.space(Space::Medium) + theme.space(Space::Tight);
    if (m_entry.group == PageGroup::Steps) {
        const int digit = QFontMetrics(theme.font(TextStyle::Body)).horizontalAdvance(QStringLiteral("7 "));
        painter.setFont(theme.font(TextStyle::Body));
        painter.setPen(theme.color(ColorRole::TextMuted));
        painter.drawText(sided(QRect(left, 0, digit, height()), *this), Qt::AlignVCenter | Qt::AlignLeading, QString::number(m_entry.order));
        left += digit;
        paintIcon(&painter, statusIcon(m_status), sided(QRect(left, (height() - icon) / 2, icon, icon), *this), theme.statusText(m_status));
    } else {
        paintIcon(&painter, m_entry.icon, sided(QRect(left, (height() - icon) / 2, icon, icon), *this), theme.color(ColorRole::TextSecondary));
    }
    left += icon + theme.space(Space::Small);
    int right = width() - theme.space(Space::Medium);
    if (m_attention > 0) {
        painter.setFont(theme.font(TextStyle::Caption));
        const QFontMetrics metrics = painter.fontMetrics();
        const int pill = metrics.height() + 2;
        const int wide = std::max(pill, metrics.horizontalAdvance(countWord()) + theme.space(Space::Small) + theme.space(Space::Tight));
        const QRect area = sided(QRect(right - wide, (height() - pill) / 2, wide, pill), *this);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.statusFill(Status::NeedsYou));
        painter.drawRoundedRect(area, pill / 2.0, pill / 2.0);
        painter.setPen(theme.statusText(Status::NeedsYou));
        painter.drawText(area, Qt::AlignCenter, countWord());
        right -= wide + theme.space(Space::Tight);
    }
    painter.setFont(theme.font(isChecked() ? TextStyle::Strong : TextStyle::Body));
    painter.setPen(theme.color(ColorRole::Text));
    const QRect area = sided(QRect(left, 0, right - left, height()), *this);
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeading, painter.fontMetrics().elidedText(m_entry.title, Qt::ElideRight, area.width()));
}

void RailItem::paintCompact(QPainter &painter) const
{
    const Theme &theme = Theme::instance();
    const int icon = theme.barIconSize();
    const QRect area((width() - icon) / 2, (height() - icon) / 2, icon, icon);
    paintIcon(&painter, m_entry.icon, area, theme.color(isChecked() ? ColorRole::Text : ColorRole::TextSecondary));
    if (m_entry.group == PageGroup::Support && m_attention == 0)
        return;
    const Status status = m_entry.group == PageGroup::Steps ? m_status : Status::NeedsYou;
    const int small = icon * 6 / 10;
    const QRect corner(area.right() - small / 3, area.bottom() - small + small / 3, small, small);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(isChecked() ? ColorRole::Selected : ColorRole::Surface));
    painter.drawEllipse(corner.adjusted(-1, -1, 1, 1));
    paintIcon(&painter, statusIcon(status), corner, theme.statusText(status));
}

void RailItem::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintBackground(painter);
    if (m_isCompact)
        paintCompact(painter);
    else
        paintFull(painter);
    if (hasFocus())
        paintFocusRing(painter, rect());
}

void RailItem::changeEvent(QEvent *event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        updateGeometry();
}

bool RailItem::event(QEvent *event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave)
        update();
    return QAbstractButton::event(event);
}

} // namespace lakehouse::views
