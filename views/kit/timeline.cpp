#include "kit/timeline.h"

#include "kit/localized.h"
#include "kit/theme.h"

#include <QFontMetricsF>

#include <algorithm>

namespace lakehouse::views {

namespace {
constexpr double widestLabel = 0.35; // of the whole
constexpr double shortestBar = 2;

/// What ended badly is told apart without colour.
ChartDrawing::Pattern patternOf(Status status)
{
    switch (status) {
    case Status::Failed:
    case Status::DoneWithProblems:
    case Status::Blocked: return ChartDrawing::Pattern::Striped;
    case Status::Running:
    case Status::Skipped:
    case Status::NotStarted: return ChartDrawing::Pattern::Dotted;
    default: return ChartDrawing::Pattern::Solid;
    }
}
} // namespace

Timeline::Timeline(QWidget *parent) : Chart(parent)
{
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Steps over time"));
    numbersChanged();
}

void Timeline::setSteps(std::vector<Step> steps)
{
    m_steps = std::move(steps);
    numbersChanged();
}

qint64 Timeline::endMs() const
{
    qint64 end = 0;
    for (const Step &step : m_steps)
        end = qMax(end, step.startMs + step.durationMs);
    return end;
}

ChartTable Timeline::table() const
{
    ChartTable table{{tr("Step"), tr("Began after"), tr("Took"), tr("Status")}, {}};
    for (const Step &step : m_steps)
        table.rows.push_back({step.name, durationText(step.startMs), durationText(step.durationMs), statusWord(step.status)});
    return table;
}

QString Timeline::sentence() const
{
    if (m_steps.empty())
        return tr("No step was taken yet.");
    const auto isShorter = [](const Step &left, const Step &right) { return left.durationMs < right.durationMs; };
    const Step &longest = *std::max_element(m_steps.begin(), m_steps.end(), isShorter);
    Status whole = m_steps.front().status;
    for (const Step &step : m_steps)
        whole = worst(whole, step.status);
    return tr("%n step(s) in %1, the longest %2 with %3. Worst: %4.", "a duration, a step, its duration, a status", int(m_steps.size()))
        .arg(durationText(endMs()), longest.name, durationText(longest.durationMs), statusWord(whole));
}

int Timeline::pictureHeight() const
{
    return Theme::instance().rowHeight() * qMax(1, int(m_steps.size()));
}

ChartDrawing Timeline::drawing(const QSizeF &size) const
{
    const Theme &theme = Theme::instance();
    const QFontMetricsF metrics(theme.font(TextStyle::Body));
    ChartDrawing drawing(size);
    double labels = 0;
    double durations = 0;
    for (const Step &step : m_steps) {
        labels = qMax(labels, metrics.horizontalAdvance(step.name) + 1);
        durations = qMax(durations, metrics.horizontalAdvance(durationText(step.durationMs)) + 1);
    }
    labels = qMin(labels, size.width() * widestLabel);
    const double gap = theme.space(Space::Small);
    const double left = labels + gap;
    const double room = qMax(shortestBar, size.width() - left - gap - durations);
    const double end = double(qMax<qint64>(1, endMs()));
    const double row = theme.rowHeight();
    const double thickness = row * 0.45;
    double top = 0;
    for (const Step &step : m_steps) {
        drawing.addText(QRectF(0, top, labels, row), step.name, theme.color(ColorRole::Text), TextStyle::Body);
        const double length = qMax(shortestBar, room * double(step.durationMs) / end);
        const QRectF bar(left + qMin(room - length, room * double(step.startMs) / end), top + (row - thickness) / 2, length, thickness);
        drawing.addLine({{left, top + row / 2}, {bar.left(), top + row / 2}}, theme.color(ColorRole::Divider), 1);
        drawing.addBar(bar, theme.statusText(step.status), patternOf(step.status));
        drawing.addText(QRectF(bar.right() + gap, top, durations, row), durationText(step.durationMs), theme.color(ColorRole::TextSecondary),
                        TextStyle::Body);
        top += row;
    }
    if (m_steps.empty())
        drawing.addText(QRectF(QPointF(0, 0), size), tr("No step was taken yet"), theme.color(ColorRole::TextMuted), TextStyle::Caption);
    return drawing;
}

} // namespace lakehouse::views
