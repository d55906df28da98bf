#include "kit/bar_list.h"

#include "kit/localized.h"
#include "kit/theme.h"

#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>

namespace lakehouse::views {

namespace {
constexpr double widestLabel = 0.4; // of the whole
}

BarList::BarList(QWidget *parent) : Chart(parent)
{
    setObjectName(QStringLiteral("bar-list"));
    numbersChanged();
}

void BarList::setBars(const QString &name, std::vector<Bar> bars, Order order)
{
    m_name = name;
    m_bars = std::move(bars);
    if (order == Order::LargestFirst)
        std::stable_sort(m_bars.begin(), m_bars.end(), [](const Bar &left, const Bar &right) { return left.count > right.count; });
    setAccessibleName(name);
    numbersChanged();
}

ChartTable BarList::table() const
{
    ChartTable table{{m_name, tr("Count")}, {}};
    for (const Bar &bar : m_bars)
        table.rows.push_back({bar.label, countText(bar.count)});
    return table;
}

QString BarList::sentence() const
{
    if (m_bars.empty())
        return tr("%1: nothing to count.").arg(m_name);
    QStringList parts;
    for (const Bar &bar : m_bars)
        parts << tr("%1 %2", "a class, how many").arg(bar.label, countText(bar.count));
    return tr("%1: %2.", "what is counted, the counts").arg(m_name, QLocale().createSeparatedList(parts));
}

int BarList::pictureHeight() const
{
    return Theme::instance().rowHeight() * qMax(1, int(m_bars.size()));
}

ChartDrawing BarList::drawing(const QSizeF &size) const
{
    const Theme &theme = Theme::instance();
    const QFontMetricsF metrics(theme.font(TextStyle::Body));
    ChartDrawing drawing(size);
    double labels = 0;
    double numbers = 0;
    qint64 most = 1;
    for (const Bar &bar : m_bars) {
        labels = qMax(labels, metrics.horizontalAdvance(bar.label) + 1);
        numbers = qMax(numbers, metrics.horizontalAdvance(countText(bar.count)) + 1);
        most = qMax(most, bar.count);
    }
    labels = qMin(labels, size.width() * widestLabel);
    const double gap = theme.space(Space::Small);
    const double room = qMax(0.0, size.width() - labels - numbers - 2 * gap);
    const double row = theme.rowHeight();
    const double thickness = row * 0.45;
    double top = 0;
    for (const Bar &bar : m_bars) {
        drawing.addText(QRectF(0, top, labels, row), bar.label, theme.color(ColorRole::Text), TextStyle::Body);
        const double length = room * double(qMax<qint64>(0, bar.count)) / double(most);
        if (length > 0)
            drawing.addBar(QRectF(labels + gap, top + (row - thickness) / 2, qMax(1.0, length), thickness), theme.color(bar.color), bar.pattern);
        drawing.addText(QRectF(labels + gap + length + gap, top, numbers, row), countText(bar.count), theme.color(ColorRole::TextSecondary),
                        TextStyle::Body);
        top += row;
    }
    if (m_bars.empty())
        drawing.addText(QRectF(QPointF(0, 0), size), tr("Nothing to count"), theme.color(ColorRole::TextMuted), TextStyle::Caption);
    return drawing;
}

} // namespace lakehouse::views
