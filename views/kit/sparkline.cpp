#include "kit/sparkline.h"

#include "kit/localized.h"
#include "kit/theme.h"

#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>

namespace lakehouse::views {

namespace {
constexpr double lineWidth = 1.5;
constexpr double dotRadius = 3;

bool isLess(const Sparkline::Point &left, const Sparkline::Point &right)
{
    return left.value < right.value;
}
} // namespace

Sparkline::Sparkline(QWidget *parent) : Chart(parent)
{
    setObjectName(QStringLiteral("sparkline"));
    numbersChanged();
}

void Sparkline::setSeries(const QString &name, std::vector<Point> points, InWords inWords)
{
    m_name = name;
    m_points = std::move(points);
    m_inWords = std::move(inWords);
    setAccessibleName(name);
    numbersChanged();
}

void Sparkline::setLimit(std::optional<double> limit)
{
    m_limit = limit;
    numbersChanged();
}

void Sparkline::setSentence(const QString &sentence)
{
    m_sentence = sentence;
    numbersChanged();
}

QString Sparkline::inWords(double value) const
{
    return m_inWords ? m_inWords(value) : QLocale().toString(value, 'g', 12);
}

ChartTable Sparkline::table() const
{
    ChartTable table{{tr("Time"), m_name}, {}};
    for (const Point &point : m_points)
        table.rows.push_back({localized(point.at), inWords(point.value)});
    return table;
}

QString Sparkline::sentence() const
{
    if (!m_sentence.isEmpty())
        return m_sentence;
    if (m_points.empty())
        return tr("%1: nothing was measured yet.").arg(m_name);
    const auto [least, most] = std::minmax_element(m_points.begin(), m_points.end(), isLess);
    const QString last = inWords(m_points.back().value);
    const QString range = tr("between %1 and %2 since %3", "two values, a time")
                              .arg(inWords(least->value), inWords(most->value), localized(m_points.front().at));
    if (m_limit)
        return tr("%1 %2, limit %3, %4.", "a name, a value, a limit, a range").arg(m_name, last, inWords(*m_limit), range);
    return tr("%1 %2, %3.", "a name, a value, a range").arg(m_name, last, range);
}

int Sparkline::pictureHeight() const
{
    return Theme::instance().rowHeight();
}

ChartDrawing Sparkline::drawing(const QSizeF &size) const
{
    const Theme &theme = Theme::instance();
    ChartDrawing drawing(size);
    if (m_points.empty()) {
        drawing.addText(QRectF(QPointF(0, 0), size), tr("Nothing was measured yet"), theme.color(ColorRole::TextMuted), TextStyle::Caption);
        return drawing;
    }
    const QString last = inWords(m_points.back().value);
    const double label = QFontMetricsF(theme.font(TextStyle::Strong)).horizontalAdvance(last) + theme.space(Space::Small);
    const QRectF plot(dotRadius, dotRadius + 1, qMax(1.0, size.width() - label - 2 * dotRadius), qMax(1.0, size.height() - 2 * dotRadius - 2));
    const double most = qMax(std::max_element(m_points.begin(), m_points.end(), isLess)->value, m_limit.value_or(0));
    const double lowest = std::min_element(m_points.begin(), m_points.end(), isLess)->value;
    // A line shows change: it begins at zero only where that leaves half of the height to it.
    const double least = lowest > most / 2 ? lowest - (most - lowest) : qMin(0.0, lowest);
    const double range = most > least ? most - least : 1;
    const double first = double(m_points.front().at.microseconds);
    const double span = qMax(1.0, double(m_points.back().at.microseconds) - first);
    const auto height = [&](double value) { return plot.bottom() - (value - least) / range * plot.height(); };
    std::vector<QPointF> line;
    for (const Point &point : m_points)
        line.push_back({plot.left() + (double(point.at.microseconds) - first) / span * plot.width(), height(point.value)});

    const bool isOver = m_limit && m_points.back().value > *m_limit;
    const QColor ink = isOver ? theme.color(ColorRole::DangerText) : theme.color(ColorRole::Accent);
    if (m_limit)
        drawing.addLine({{plot.left(), height(*m_limit)}, {plot.right(), height(*m_limit)}}, theme.color(ColorRole::ControlBorder), 1,
                        ChartDrawing::Pattern::Striped);
    drawing.addDot(line.back(), dotRadius, ink);
    drawing.addText(QRectF(size.width() - label + theme.space(Space::Small) / 2.0, 0, label, size.height()), last,
                    isOver ? ink : theme.color(ColorRole::Text), TextStyle::Strong);
    drawing.addLine(std::move(line), ink, lineWidth);
    return drawing;
}

} // namespace lakehouse::views
