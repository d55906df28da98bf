#include "kit/cell_delegate.h"

#include "kit/focus_ring.h"
#include "kit/status_chip.h"
#include "kit/table_model.h"
#include "kit/theme.h"

#include <QPainter>
#include <QTableView>

#include <algorithm>

namespace lakehouse::views {

namespace {

const TableModel &modelOf(const QModelIndex &index)
{
    return *static_cast<const TableModel *>(index.model());
}

int padding()
{
    return Theme::instance().space(Space::Small);
}

/// The widest digit where digits differ in width; 0 where the font has digits of equal width.
int digitWidth(const QFontMetrics &metrics)
{
    int widest = 0;
    int narrowest = 1 << 16;
    for (char digit = '0'; digit <= '9'; ++digit) {
        const int width = metrics.horizontalAdvance(QLatin1Char(digit));
        widest = std::max(widest, width);
        narrowest = std::min(narrowest, width);
    }
    return widest == narrowest ? 0 : widest;
}

int digitsLength(const QFontMetrics &metrics, const QString &text, int width)
{
    int length = 0;
    for (const QChar sign : text)
        length += sign.isDigit() ? width : metrics.horizontalAdvance(sign);
    return length;
}

/// Each digit in a place as wide as the widest one.
void paintDigits(QPainter &painter, const QRect &area, const QString &text, int left, int width)
{
    const QFontMetrics metrics = painter.fontMetrics();
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int place = text[i].isDigit() ? width : metrics.horizontalAdvance(text[i]);
        painter.drawText(QRect(left, area.top(), place, area.height()), Qt::AlignCenter | Qt::TextDontClip, text.mid(i, 1));
        left += place;
    }
}

bool isFirstShown(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const auto *view = qobject_cast<const QTableView *>(option.widget);
    for (int column = 0; view && column < index.column(); ++column) {
        if (!view->isColumnHidden(column))
            return false;
    }
    return true;
}

void paintBackground(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, bool isHovered)
{
    const Theme &theme = Theme::instance();
    const bool isSelected = option.state & QStyle::State_Selected;
    const ColorRole role = isSelected ? ColorRole::Selected : isHovered ? ColorRole::Hover : ColorRole::Surface;
    painter.fillRect(option.rect, theme.color(role));
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.color(ColorRole::Divider));
    if (isSelected && isFirstShown(option, index)) {
        const QRect bar(option.rect.topLeft(), QSize(3, option.rect.height()));
        painter.fillRect(QStyle::visualRect(option.direction, option.rect, bar), theme.color(ColorRole::Accent));
    }
}

void paintText(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &area)
{
    const Theme &theme = Theme::instance();
    const bool isNumber = modelOf(index).kind(index.column()) == CellKind::Number;
    painter.setFont(theme.font(TextStyle::Body));
    painter.setPen(theme.color(ColorRole::Text));
    const QFontMetrics metrics = painter.fontMetrics();
    const QString text = index.data().toString();
    // Names are read in their own direction; only the side that they stand at follows the language of the program.
    painter.setLayoutDirection(text.isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight);
    const bool isOnRight = isNumber != (option.direction == Qt::RightToLeft);
    const int digits = isNumber ? digitWidth(metrics) : 0;
    const int length = digits > 0 ? digitsLength(metrics, text, digits) : 0;
    if (digits > 0 && length <= area.width()) {
        paintDigits(painter, area, text, isOnRight ? area.right() + 1 - length : area.left(), digits);
        return;
    }
    const int side = int((isOnRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute | Qt::AlignVCenter);
    painter.drawText(area, side | int(Qt::TextSingleLine), metrics.elidedText(text, Qt::ElideRight, area.width()));
}

} // namespace

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    painter->setClipRect(option.rect);
    paintBackground(*painter, option, index, index.row() == m_hoveredLine);
    const QRect area = option.rect.adjusted(padding(), 0, -padding(), -1);
    const std::optional<Status> status = modelOf(index).status(index);
    if (status)
        paintStatusChip(painter, area, *status, index.data().toString(), option.direction);
    else
        paintText(*painter, option, index, area);
    if (option.state & QStyle::State_HasFocus)
        paintFocusRing(*painter, QRectF(option.rect).adjusted(0, 0, 0, -1));
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const Theme &theme = Theme::instance();
    const QString text = index.data().toString();
    const int width = modelOf(index).status(index) ? statusChipSize(text).width() : QFontMetrics(theme.font(TextStyle::Body)).horizontalAdvance(text);
    return {width + 2 * padding() + theme.space(Space::Small), theme.rowHeight()};
}

} // namespace lakehouse::views
