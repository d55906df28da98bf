#include "kit/rows_header.h"

#include "kit/icons.h"
#include "kit/theme.h"

#include <QCursor>
#include <QPainter>

namespace lakehouse::views {

RowsHeader::RowsHeader(QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setHighlightSections(false);
    setSortIndicatorShown(true);
    setSortIndicatorClearable(true);
    setSortIndicator(-1, Qt::AscendingOrder);
    setStretchLastSection(true);
    // A double click on an edge fits the column to the rows in view: nothing scans them all.
    setResizeContentsPrecision(0);
}

void RowsHeader::paintSection(QPainter *painter, const QRect &rectangle, int column) const
{
    const Theme &theme = Theme::instance();
    painter->save();
    const bool isHovered = isEnabled() && rectangle.contains(viewport()->mapFromGlobal(QCursor::pos()));
    painter->fillRect(rectangle, theme.color(isHovered ? ColorRole::Hover : ColorRole::Canvas));
    const QColor divider = theme.color(ColorRole::Divider);
    painter->fillRect(QRect(rectangle.left(), rectangle.bottom(), rectangle.width(), 1), divider);
    const bool isRightToLeft = layoutDirection() == Qt::RightToLeft;
    painter->fillRect(QRect(isRightToLeft ? rectangle.left() : rectangle.right(), rectangle.top(), 1, rectangle.height()), divider);

    const auto wanted = model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>();
    const bool isTrailing = wanted & Qt::AlignRight;
    const bool isOnRight = isTrailing != isRightToLeft;
    const bool isSorted = sortIndicatorSection() == column;
    const int arrow = isSorted ? theme.iconSize() + theme.space(Space::Tight) : 0;
    painter->setFont(theme.font(TextStyle::Strong));
    painter->setPen(theme.color(isSorted ? ColorRole::Text : ColorRole::TextSecondary));
    const QRect area = rectangle.adjusted(theme.space(Space::Small), 0, -theme.space(Space::Small), 0);
    const QString title = model()->headerData(column, Qt::Horizontal).toString();
    const QString shown = painter->fontMetrics().elidedText(title, Qt::ElideRight, area.width() - arrow);
    painter->drawText(area, int((isOnRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
    if (isSorted) { // beside the title, away from the edge that it stands at
        const int taken = painter->fontMetrics().horizontalAdvance(shown) + arrow;
        const int left = isOnRight ? area.right() + 1 - taken : area.left() + taken - theme.iconSize();
        const QRect place(left, area.center().y() - theme.iconSize() / 2, theme.iconSize(), theme.iconSize());
        const bool isAscending = sortIndicatorOrder() == Qt::AscendingOrder;
        paintIcon(painter, isAscending ? IconName::ArrowUp : IconName::ArrowDown, place, theme.color(ColorRole::Accent));
    }
    painter->restore();
}

QSize RowsHeader::sectionSizeFromContents(int column) const
{
    const Theme &theme = Theme::instance();
    const QString title = model()->headerData(column, Qt::Horizontal).toString();
    const int text = QFontMetrics(theme.font(TextStyle::Strong)).horizontalAdvance(title);
    return {text + theme.iconSize() + 3 * theme.space(Space::Small), theme.rowHeight()};
}

} // namespace lakehouse::views
