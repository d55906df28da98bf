#include "kit/wrapping_row.h"

#include "kit/theme.h"

#include <QStyle>
#include <QWidget>

namespace lakehouse::views {

WrappingRow::WrappingRow(QWidget *parent) : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(Theme::instance().space(Space::Small));
}

WrappingRow::~WrappingRow()
{
    for (QLayoutItem *item : m_items)
        delete item;
}

void WrappingRow::addItem(QLayoutItem *item)
{
    m_items.push_back(item);
}

int WrappingRow::count() const
{
    return int(m_items.size());
}

QLayoutItem *WrappingRow::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[size_t(index)] : nullptr;
}

QLayoutItem *WrappingRow::takeAt(int index)
{
    QLayoutItem *item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

int WrappingRow::heightForWidth(int width) const
{
    return arrange(QRect(0, 0, width, 0), Act::Measure);
}

QSize WrappingRow::sizeHint() const
{
    QSize size(0, 0);
    for (const QLayoutItem *item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize wanted = item->sizeHint();
        size = QSize(size.width() + (size.width() > 0 ? spacing() : 0) + wanted.width(), qMax(size.height(), wanted.height()));
    }
    return size;
}

QSize WrappingRow::minimumSize() const
{
    QSize size(0, 0);
    for (const QLayoutItem *item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    return size;
}

void WrappingRow::setGeometry(const QRect &rectangle)
{
    QLayout::setGeometry(rectangle);
    arrange(rectangle, Act::Place);
}

int WrappingRow::arrange(const QRect &rectangle, Act act) const
{
    int x = rectangle.x();
    int y = rectangle.y();
    int lineHeight = 0;
    for (QLayoutItem *item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize wanted = item->sizeHint();
        const int width = qMin(wanted.width(), rectangle.width());
        if (x > rectangle.x() && x + width > rectangle.right() + 1) {
            x = rectangle.x();
            y += lineHeight + spacing();
            lineHeight = 0;
        }
        if (act == Act::Place) {
            const Qt::LayoutDirection direction = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
            item->setGeometry(QStyle::visualRect(direction, rectangle, QRect(QPoint(x, y), QSize(width, wanted.height()))));
        }
        x += width + spacing();
        lineHeight = qMax(lineHeight, wanted.height());
    }
    return y + lineHeight - rectangle.y();
}

} // namespace lakehouse::views
