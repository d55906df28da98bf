#include "kit/status_chip.h"

#include "kit/theme.h"
#include "kit/tool_tip.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace lakehouse::views {

namespace {
struct ChipPlan {
    int height;
    int icon;
    int side;
    int gap;
    QFont font;
};

ChipPlan chipPlan()
{
    const Theme &theme = Theme::instance();
    const QFont font = theme.font(TextStyle::Body);
    const int icon = theme.iconSize() * 7 / 8;
    const int height = qMax(QFontMetrics(font).height(), icon) + 2 * theme.space(Space::Hair);
    return {height, icon, theme.space(Space::Small) - 2, theme.space(Space::Tight), font};
}
} // namespace

StatusChip::StatusChip(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("status-chip"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    describe();
}

void StatusChip::show(Status status, const QString &word, const QString &why)
{
    m_status = status;
    m_word = word;
    m_why = why;
    describe();
    updateGeometry();
    update();
}

QString StatusChip::word() const
{
    return m_word.isEmpty() ? statusWord(m_status) : m_word;
}

void StatusChip::describe()
{
    setAccessibleName(m_why.isEmpty() ? word() : tr("%1, %2", "a status, the reason for it").arg(word(), m_why));
    setToolTip(plainToolTip(m_why));
    setFocusPolicy(m_why.isEmpty() ? Qt::NoFocus : Qt::TabFocus);
}

QSize StatusChip::sizeHint() const
{
    return statusChipSize(word()).expandedTo(QSize(0, Theme::instance().targetMinimum()));
}

QSize StatusChip::minimumSizeHint() const
{
    const ChipPlan plan = chipPlan();
    return {plan.icon + 2 * plan.side, sizeHint().height()};
}

void StatusChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintStatusChip(&painter, rect(), m_status, word(), layoutDirection());
    if (!hasFocus())
        return;
    const Theme &theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(ColorRole::FocusRing), theme.focusWidth()));
    const qreal half = theme.focusWidth() / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), theme.radius(), theme.radius());
}

void StatusChip::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    QToolTip::showText(mapToGlobal(QPoint(0, height())), toolTip(), this);
    update();
}

void StatusChip::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    QToolTip::hideText();
    update();
}

void paintStatusChip(QPainter *painter, const QRect &rectangle, Status status, const QString &word, Qt::LayoutDirection direction)
{
    const Theme &theme = Theme::instance();
    const ChipPlan plan = chipPlan();
    const QSize size = statusChipSize(word).boundedTo(rectangle.size());
    const QRect chip = QStyle::alignedRect(direction, Qt::AlignLeading | Qt::AlignVCenter, size, rectangle);
    const QRect inside = chip.adjusted(plan.side, 0, -plan.side, 0);
    const QRect shape = QStyle::alignedRect(direction, Qt::AlignLeading | Qt::AlignVCenter, QSize(plan.icon, plan.icon), inside);
    const QRect text = QStyle::visualRect(direction, inside, inside.adjusted(plan.icon + plan.gap, 0, 0, 0));

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.statusFill(status));
    painter->drawRoundedRect(chip, theme.radius(), theme.radius());
    if (theme.isHighContrast()) {
        painter->setPen(theme.statusText(status));
        painter->drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), theme.radius(), theme.radius());
    }
    paintIcon(painter, statusIcon(status), shape, theme.statusText(status));
    painter->setFont(plan.font);
    painter->setPen(theme.statusText(status));
    const QString shown = QFontMetrics(plan.font).elidedText(word, Qt::ElideRight, text.width());
    painter->drawText(text, int(QStyle::visualAlignment(direction, Qt::AlignLeading | Qt::AlignVCenter)) | Qt::TextSingleLine, shown);
    painter->restore();
}

QSize statusChipSize(const QString &word)
{
    const ChipPlan plan = chipPlan();
    return {2 * plan.side + plan.icon + plan.gap + QFontMetrics(plan.font).horizontalAdvance(word) + 1, plan.height};
}

} // namespace lakehouse::views
