#include "kit/pair_bar.h"

#include "kit/status.h"
#include "kit/theme.h"

#include <QFontMetricsF>
#include <QLocale>

namespace lakehouse::views {

namespace {
QString textOf(const PairBar::Side &side)
{
    return side.text.isEmpty() ? QLocale().toString(side.value, 'f', QLocale::FloatingPointShortest) : side.text;
}
} // namespace

PairBar::PairBar(QWidget *parent) : Chart(parent)
{
    setObjectName(QStringLiteral("pair-bar"));
    numbersChanged();
}

void PairBar::setPair(const QString &measure, const Side &left, const Side &right, const QString &difference)
{
    m_measure = measure;
    m_left = left;
    m_right = right;
    m_difference = difference;
    setAccessibleName(measure);
    numbersChanged();
}

ChartTable PairBar::table() const
{
    return {{tr("Measure"), m_left.name, m_right.name, tr("Difference")},
            {{m_measure, textOf(m_left), textOf(m_right), isEqual() ? tr("Equal") : m_difference}}};
}

QString PairBar::sentence() const
{
    return tr("%1: %2 %3, %4 %5. %6", "a measure, a name, its total, another name, its total, the difference")
        .arg(m_measure, m_left.name, textOf(m_left), m_right.name, textOf(m_right), isEqual() ? tr("Equal.") : m_difference);
}

int PairBar::pictureHeight() const
{
    return 2 * Theme::instance().rowHeight() + Theme::instance().lineHeight(TextStyle::Body) + Theme::instance().space(Space::Tight);
}

ChartDrawing PairBar::drawing(const QSizeF &size) const
{
    const Theme &theme = Theme::instance();
    const QFontMetricsF metrics(theme.font(TextStyle::Body));
    ChartDrawing drawing(size);
    const double names = qMax(metrics.horizontalAdvance(m_left.name), metrics.horizontalAdvance(m_right.name)) + 1;
    const double numbers = qMax(metrics.horizontalAdvance(textOf(m_left)), metrics.horizontalAdvance(textOf(m_right))) + 1;
    const double gap = theme.space(Space::Small);
    const double room = qMax(0.0, size.width() - names - numbers - 2 * gap);
    const double most = qMax(qAbs(m_left.value), qAbs(m_right.value));
    const double row = theme.rowHeight();
    const double thickness = row * 0.45;
    const Side *sides[] = {&m_left, &m_right};
    const ColorRole colors[] = {ColorRole::LayerSource, ColorRole::Accent};
    for (int i = 0; i < 2; ++i) {
        const double top = i * row;
        const double length = most > 0 ? room * qAbs(sides[i]->value) / most : 0;
        drawing.addText(QRectF(0, top, names, row), sides[i]->name, theme.color(ColorRole::Text), TextStyle::Body);
        if (length > 0)
            drawing.addBar(QRectF(names + gap, top + (row - thickness) / 2, length, thickness), theme.color(colors[i]),
                           i == 0 ? ChartDrawing::Pattern::Striped : ChartDrawing::Pattern::Solid);
        drawing.addText(QRectF(names + gap + length + gap, top, numbers, row), textOf(*sides[i]), theme.color(ColorRole::TextSecondary),
                        TextStyle::Body);
    }
    const QString verdict = isEqual() ? tr("✓ Equal") : tr("✕ %1", "a difference").arg(m_difference);
    drawing.addText(QRectF(0, 2 * row, size.width(), size.height() - 2 * row), verdict,
                    theme.statusText(isEqual() ? Status::Done : Status::Failed), TextStyle::Strong);
    return drawing;
}

} // namespace lakehouse::views
