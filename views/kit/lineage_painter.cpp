#include "kit/lineage_painter.h"

#include "kit/icons.h"
#include "kit/theme.h"

#include <QPainter>

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr double barWidth = 4;
constexpr double smallestReadable = 0.42;
constexpr double steppedBack = 0.45;

void paintRun(QPainter &painter, const LineageScene::Run &run)
{
    painter.setFont(Theme::instance().font(run.style));
    painter.setPen(Theme::instance().color(run.role));
    painter.drawText(run.baseline, run.text);
}

} // namespace

bool LineagePainter::isOfSelection(int line) const
{
    const LineageDrawing::Line &ends = m_scene.drawing.lines[line];
    return line == m_marks.selectedLine || (m_marks.selectedBox >= 0 && (ends.from == m_marks.selectedBox || ends.to == m_marks.selectedBox));
}

void LineagePainter::paintLine(QPainter &painter, int line) const
{
    const Theme &theme = Theme::instance();
    const QColor color = theme.color(isOfSelection(line) ? ColorRole::Accent : ColorRole::ControlBorder);
    QPen pen(color, line == m_marks.selectedLine ? 3 : isOfSelection(line) ? 2 : 1.2);
    if (m_scene.drawing.lines[line].isInferred)
        pen.setDashPattern({5, 4});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(m_scene.lines[line].path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(m_scene.arrowOf(line));
}

void LineagePainter::paintLabel(QPainter &painter, int line) const
{
    const LineageScene::Line &it = m_scene.lines[line];
    if (it.label.text.isEmpty())
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::instance().color(ColorRole::Canvas));
    painter.drawRoundedRect(it.labelRect, 3, 3);
    paintRun(painter, it.label);
}

void LineagePainter::paintColumns(QPainter &painter, int number) const
{
    const LineageScene::Box &box = m_scene.boxes[number];
    const std::vector<LineageDrawing::Column> &columns = m_scene.drawing.boxes[number].columns;
    const Theme &theme = Theme::instance();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const QRectF row(box.rect.left() + barWidth, box.columnTops[i], box.rect.width() - barWidth, box.columnTops[i + 1] - box.columnTops[i]);
        painter.setPen(QPen(theme.color(ColorRole::Divider), 1));
        painter.drawLine(row.topLeft(), row.topRight());
        if (columns[i].isChosen) {
            painter.fillRect(row.adjusted(0, 1, -1, 0), theme.color(ColorRole::Selected));
            painter.fillRect(QRectF(row.topLeft(), QSizeF(barWidth, row.height())), theme.color(ColorRole::Accent));
            painter.fillRect(QRectF(row.right() - barWidth, row.top(), barWidth, row.height()), theme.color(ColorRole::Accent));
        }
    }
}

void LineagePainter::paintBox(QPainter &painter, int number, bool hasWords) const
{
    const Theme &theme = Theme::instance();
    const LineageDrawing::Box &words = m_scene.drawing.boxes[number];
    const LineageScene::Box &box = m_scene.boxes[number];
    const bool isSelected = number == m_marks.selectedBox;
    const double radius = theme.radius();
    const QColor layer = theme.color(words.color);
    const bool isFound = m_marks.isFinding && m_marks.found.contains(number);
    painter.setOpacity(m_marks.isFinding && !isFound && !isSelected ? steppedBack : 1);

    const QColor edge = words.isFocus ? layer : theme.color(ColorRole::ControlBorder);
    QPen border(isSelected || isFound ? theme.color(ColorRole::Accent) : edge, isSelected || isFound || words.isFocus ? 2 : 1);
    if (words.isUnknown)
        border.setDashPattern({4, 3});
    painter.setBrush(theme.color(ColorRole::Surface));
    if (words.isGroup) { // a pile
        painter.setPen(QPen(theme.color(ColorRole::ControlBorder), 1));
        painter.drawRoundedRect(box.rect.translated(4, 4), radius, radius);
    }
    painter.setPen(border);
    painter.setBrush(theme.color(isSelected ? ColorRole::Selected : ColorRole::Surface));
    painter.drawRoundedRect(box.rect, radius, radius);
    QPainterPath bar;
    bar.addRoundedRect(box.rect, radius, radius);
    QPainterPath left;
    left.addRect(QRectF(box.rect.topLeft(), QSizeF(barWidth, box.rect.height())));
    painter.fillPath(bar.intersected(left), layer);
    if (isSelected && m_marks.hasFocus) {
        painter.setPen(QPen(theme.color(ColorRole::FocusRing), theme.focusWidth()));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.rect.adjusted(-4, -4, 4, 4), radius + 3, radius + 3);
    }
    if (hasWords) {
        paintColumns(painter, number);
        for (const LineageScene::Run &run : box.runs)
            paintRun(painter, run);
        if (words.isFocus || words.isUnknown) {
            const double size = theme.iconSize();
            const QPointF corner(box.rect.right() - size - theme.space(Space::Small), box.rect.top() + theme.space(Space::Tight) + 1);
            const IconName sign = words.isUnknown ? IconName::CircleQuestion : IconName::Focus;
            paintIcon(&painter, sign, QRectF(corner, QSizeF(size, size)), words.isUnknown ? theme.color(ColorRole::TextSecondary) : layer);
        }
    }
    painter.setOpacity(1);
}

void LineagePainter::paint(QPainter &painter, const QRectF &visible) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const bool hasWords = painter.worldTransform().m11() >= smallestReadable;
    std::vector<int> above;
    for (int line = 0; line < int(m_scene.lines.size()); ++line) {
        if (!m_scene.lines[line].path.controlPointRect().adjusted(-8, -8, 8, 8).intersects(visible))
            continue;
        if (isOfSelection(line))
            above.push_back(line);
        else
            paintLine(painter, line);
    }
    for (const int line : above)
        paintLine(painter, line);
    for (int line = 0; hasWords && line < int(m_scene.lines.size()); ++line)
        paintLabel(painter, line);
    for (int box = 0; box < int(m_scene.boxes.size()); ++box) {
        if (m_scene.boxes[box].rect.adjusted(-8, -8, 8, 8).intersects(visible))
            paintBox(painter, box, hasWords);
    }
}

void LineagePainter::paintHeadings(QPainter &painter, double top, double height, double scale, double shift) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::instance().font(TextStyle::Strong));
    const QFontMetricsF metrics(painter.font());
    double free = -1e9; // words of narrow layers step aside rather than cover each other
    for (const LineageScene::Band &band : m_scene.bands) {
        const double left = band.left * scale + shift;
        const double right = band.right * scale + shift;
        const double width = metrics.horizontalAdvance(band.word);
        const double start = std::max((left + right - width) / 2, free);
        painter.setPen(Theme::instance().color(band.color));
        painter.drawText(QPointF(start, top + (height - metrics.height()) / 2 + metrics.ascent()), band.word);
        painter.fillRect(QRectF(left, top + height - 2, right - left, 2), Theme::instance().color(band.color));
        free = start + width + metrics.averageCharWidth();
    }
}

void LineagePainter::paintMap(QPainter &painter, const QRectF &window) const
{
    const Theme &theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < m_scene.boxes.size(); ++i) {
        const bool isSelected = int(i) == m_marks.selectedBox;
        painter.fillRect(m_scene.boxes[i].rect, theme.color(isSelected ? ColorRole::Accent : m_scene.drawing.boxes[i].color));
    }
    QPen frame(theme.color(ColorRole::Text), 1);
    frame.setCosmetic(true);
    painter.setPen(frame);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window);
}

} // namespace lakehouse::views
