#include "kit/history_row.h"

#include "kit/focus_ring.h"
#include "kit/theme.h"

#include <QListView>
#include <QPainter>
#include <QTextLayout>

namespace lakehouse::views {

namespace {
struct Part {
    QString text;
    TextStyle style;
    ColorRole role;
};

std::vector<Part> partsOf(const QModelIndex &index)
{
    std::vector<Part> parts = {{index.data(Qt::DisplayRole).toString(), TextStyle::Strong, ColorRole::Text},
                               {index.data(HistoryRow::WhoRole).toString(), TextStyle::Caption, ColorRole::TextSecondary}};
    if (const QString reason = index.data(HistoryRow::ReasonRole).toString(); !reason.isEmpty())
        parts.push_back({reason, TextStyle::Body, ColorRole::Text});
    return parts;
}

/// Lays the text out in lines of the width and draws it at the place unless there is no painter. Returns its height.
double flow(const Part &part, double width, QPainter *painter, const QPointF &at)
{
    QTextLayout layout(QString(part.text).replace(QLatin1Char('\n'), QChar::LineSeparator), Theme::instance().font(part.style));
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(qMax(1.0, width));
        line.setPosition(QPointF(0, height));
        height += line.height();
    }
    layout.endLayout();
    if (painter) {
        painter->setPen(Theme::instance().color(part.role));
        layout.draw(painter, at);
    }
    return height;
}

int textStart()
{
    const Theme &theme = Theme::instance();
    return theme.space(Space::Medium) + theme.iconSize() + theme.space(Space::Small);
}

int widthOf(const QStyleOptionViewItem &option)
{
    const auto *view = qobject_cast<const QListView *>(option.widget);
    return view ? view->viewport()->width() : option.rect.width();
}

void paintLineOfTime(QPainter *painter, const QRect &rectangle, const QModelIndex &index)
{
    const Theme &theme = Theme::instance();
    const int size = theme.iconSize();
    const int x = theme.space(Space::Medium);
    const int top = rectangle.top() + theme.space(Space::Small);
    const double middle = rectangle.left() + x + size / 2.0;
    painter->setPen(QPen(theme.color(ColorRole::Divider), theme.space(Space::Hair)));
    if (index.row() > 0)
        painter->drawLine(QPointF(middle, rectangle.top()), QPointF(middle, top - theme.space(Space::Hair)));
    if (index.row() + 1 < index.model()->rowCount())
        painter->drawLine(QPointF(middle, top + size + theme.space(Space::Hair)), QPointF(middle, rectangle.bottom() + 1));
    const Status status = Status(index.data(HistoryRow::StatusRole).toInt());
    paintIcon(painter, statusIcon(status), QRectF(rectangle.left() + x, top, size, size), theme.statusText(status));
}
} // namespace

void HistoryRow::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::instance();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.color(ColorRole::Selected));
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, theme.color(ColorRole::Hover));
    const bool isMirrored = option.direction == Qt::RightToLeft;
    painter->save();
    if (isMirrored) { // shapes stand at the other side; texts turn back below
        painter->translate(option.rect.left() + option.rect.right() + 1, 0);
        painter->scale(-1, 1);
    }
    paintLineOfTime(painter, option.rect, index);
    painter->restore();
    const int start = textStart();
    const double width = option.rect.width() - start - theme.space(Space::Medium);
    const double left = option.rect.left() + (isMirrored ? theme.space(Space::Medium) : start);
    double y = option.rect.top() + theme.space(Space::Small);
    for (const Part &part : partsOf(index))
        y += flow(part, width, painter, QPointF(left, y));
    if (option.state & QStyle::State_HasFocus)
        paintFocusRing(*painter, option.rect);
    painter->restore();
}

QSize HistoryRow::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::instance();
    const int whole = widthOf(option);
    const double width = whole - textStart() - theme.space(Space::Medium);
    double height = 0;
    for (const Part &part : partsOf(index))
        height += flow(part, width, nullptr, {});
    return {whole, qCeil(height) + 2 * theme.space(Space::Small)};
}

} // namespace lakehouse::views
