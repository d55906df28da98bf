#include "kit/lineage_scene_builder.h"

#include "kit/theme.h"

#include <QFontMetricsF>
#include <QTextLayout>

#include <algorithm>
#include <map>

namespace lakehouse::views {

namespace {

constexpr double narrowest = 132;
constexpr double widestText = 260;

double scaled(double length)
{
    return length * Theme::instance().textScale();
}

} // namespace

LineageSceneBuilder::LineageSceneBuilder(LineageDrawing drawing, const QHash<QString, double> &earlier) : m_earlier(earlier)
{
    m_scene.drawing = std::move(drawing);
    m_scene.boxes.resize(m_scene.drawing.boxes.size());
    m_scene.lines.resize(m_scene.drawing.lines.size());
    const Theme &theme = Theme::instance();
    m_edge = theme.space(Space::Medium);
    m_gap = theme.space(Space::Tight);
    m_scene.headingHeight = theme.lineHeight(TextStyle::Strong) + 2 * theme.space(Space::Small);
}

double LineageSceneBuilder::widthOf(const QString &text, TextStyle style) const
{
    return QFontMetricsF(Theme::instance().font(style)).horizontalAdvance(text);
}

/// Long names go on in the next line, so that nothing is ever cut off.
double LineageSceneBuilder::addText(LineageScene::Box &box, const QString &text, TextStyle style, ColorRole role, double top)
{
    QTextLayout layout(text, Theme::instance().font(style));
    QTextOption option(Qt::AlignLeft);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    const double height = Theme::instance().lineHeight(style);
    const QFontMetricsF metrics(Theme::instance().font(style));
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(scaled(widestText));
        const QString part = text.mid(line.textStart(), line.textLength()).trimmed();
        const double baseline = top + (height - metrics.height()) / 2 + metrics.ascent();
        box.runs.push_back({part, QPointF(m_edge, baseline), metrics.horizontalAdvance(part), style, role});
        top += height;
    }
    layout.endLayout();
    return top;
}

double LineageSceneBuilder::addWordAndNote(LineageScene::Box &box, const LineageDrawing::Box &words, double top)
{
    top = words.word.isEmpty() ? top : addText(box, words.word, TextStyle::Caption, words.color, top);
    if (words.note.isEmpty())
        return top;
    // On the same line where it fits.
    const double used = words.word.isEmpty() ? 0 : box.runs.back().width + m_gap * 2;
    if (!words.word.isEmpty() && used + widthOf(words.note, TextStyle::Caption) <= scaled(widestText)) {
        LineageScene::Run run = box.runs.back();
        run.text = words.note;
        run.baseline.rx() += used;
        run.width = widthOf(words.note, TextStyle::Caption);
        run.role = ColorRole::TextSecondary;
        box.runs.push_back(run);
        return top;
    }
    return addText(box, words.note, TextStyle::Caption, ColorRole::TextSecondary, top);
}

double LineageSceneBuilder::addColumns(LineageScene::Box &box, const LineageDrawing::Box &words, double top)
{
    if (words.columns.empty())
        return top;
    top += m_gap;
    for (const LineageDrawing::Column &column : words.columns) {
        box.columnTops.push_back(top);
        const double bottom = addText(box, column.name, TextStyle::Mono, ColorRole::Text, top + m_gap / 2);
        LineageScene::Run run = box.runs.back();
        const double typeWidth = widthOf(column.type, TextStyle::Caption);
        if (!column.type.isEmpty() && run.width + m_gap * 2 + typeWidth <= scaled(widestText)) {
            run.baseline.rx() += run.width + m_gap * 2;
            run.text = column.type;
            run.width = typeWidth;
            run.style = TextStyle::Caption;
            run.role = ColorRole::TextMuted;
            box.runs.push_back(run);
        }
        top = bottom + m_gap / 2;
    }
    box.columnTops.push_back(top);
    return top;
}

double LineageSceneBuilder::addHidden(LineageScene::Box &box, const LineageDrawing::Box &words, double top)
{
    QStringList parts;
    if (words.hiddenBefore > 0)
        parts.push_back(tr("← %n more", "neighbours on the left that are not drawn", words.hiddenBefore));
    if (words.hiddenAfter > 0)
        parts.push_back(tr("%n more →", "neighbours on the right that are not drawn", words.hiddenAfter));
    return parts.isEmpty() ? top : addText(box, parts.join(QStringLiteral("   ")), TextStyle::Caption, ColorRole::TextMuted, top);
}

void LineageSceneBuilder::measure(int number)
{
    const LineageDrawing::Box &words = m_scene.drawing.boxes[number];
    LineageScene::Box &box = m_scene.boxes[number];
    const double above = m_gap + m_gap / 2;
    double top = addText(box, words.title, TextStyle::Strong, ColorRole::Text, above);
    const double titleWidth = box.runs.empty() ? 0 : box.runs.front().width;
    top = addWordAndNote(box, words, top);
    top = addColumns(box, words, top);
    top = addHidden(box, words, top);
    double right = m_edge + titleWidth + (words.isFocus || words.isUnknown ? Theme::instance().iconSize() + m_gap : 0);
    for (const LineageScene::Run &run : box.runs)
        right = std::max(right, run.baseline.x() + run.width);
    m_sizes.push_back({std::ceil(std::max(right + m_edge, scaled(narrowest))), std::ceil(top + above)});
}

double LineageSceneBuilder::rowCentre(int box, int column) const
{
    if (column < 0)
        return 0;
    const std::vector<double> &tops = m_scene.boxes[box].columnTops;
    return (tops[column] + tops[column + 1]) / 2 - m_sizes[box].height / 2;
}

void LineageSceneBuilder::startLayout()
{
    // Boxes of one layer are as wide as the widest of them: a calm edge to read along.
    std::map<int, double> widthOfLayer;
    for (std::size_t i = 0; i < m_sizes.size(); ++i) {
        double &width = widthOfLayer[m_scene.drawing.boxes[i].layer];
        width = std::max(width, m_sizes[i].width);
    }
    graph::Digraph graph;
    std::vector<graph::LayeredLayout::Node> nodes;
    for (std::size_t i = 0; i < m_sizes.size(); ++i) {
        const LineageDrawing::Box &box = m_scene.drawing.boxes[i];
        graph.addNode(box.id);
        m_sizes[i].width = widthOfLayer[box.layer];
        const auto earlier = m_earlier.constFind(box.id);
        nodes.push_back({m_sizes[i].width, m_sizes[i].height, box.layer < 0 ? graph::LayeredLayout::anyLayer : box.layer,
                         earlier == m_earlier.constEnd() ? std::nullopt : std::optional(*earlier)});
    }
    std::vector<graph::LayeredLayout::Ports> ports;
    for (const LineageDrawing::Line &line : m_scene.drawing.lines) {
        graph.addEdge(line.from, line.to);
        ports.push_back({rowCentre(line.from, line.fromColumn), rowCentre(line.to, line.toColumn)});
    }
    double labels = 0; // room for the longest of them, with some of the line and its tip on both sides
    for (int line = 0; line < int(m_scene.lines.size()); ++line)
        labels = std::max(labels, labelOf(line).isEmpty() ? 0 : widthOf(labelOf(line), TextStyle::Caption) + scaled(64));
    const double rankGap = std::max(scaled(64), labels);
    const graph::LayeredLayout::Options options{.rankGap = rankGap, .layerGap = std::max(scaled(88), rankGap), .nodeGap = scaled(14)};
    m_layout = std::make_unique<graph::LayeredLayout>(graph, std::move(nodes), std::move(ports), options);
}

QString LineageSceneBuilder::labelOf(int number) const
{
    const LineageDrawing::Line &words = m_scene.drawing.lines[number];
    if (words.pairs == 1)
        return words.label;
    return words.label.isEmpty() ? tr("%n link(s)", "how many links between tables are drawn as one", words.pairs)
                                 : tr("%1 (%2)").arg(words.label, QString::number(words.pairs));
}

void LineageSceneBuilder::addLabel(int number)
{
    LineageScene::Line &line = m_scene.lines[number];
    const QString text = labelOf(number);
    if (text.isEmpty())
        return;
    const QFontMetricsF metrics(Theme::instance().font(TextStyle::Caption));
    const double width = metrics.horizontalAdvance(text);
    const QPointF middle = line.path.pointAtPercent(0.5);
    line.labelRect = QRectF(middle.x() - width / 2 - m_gap, middle.y() - metrics.height() / 2, width + 2 * m_gap, metrics.height());
    const QPointF baseline(line.labelRect.left() + m_gap, line.labelRect.top() + metrics.ascent());
    line.label = {text, baseline, width, TextStyle::Caption, ColorRole::TextSecondary};
    m_scene.bounds |= line.labelRect;
}

void LineageSceneBuilder::placeLines(const graph::LayeredLayout::Placement &placement)
{
    for (std::size_t i = 0; i < m_scene.lines.size(); ++i) {
        m_scene.lines[i].route = placement.routes[i];
        m_scene.lines[i].path = lineagePath(placement.routes[i]);
        addLabel(int(i));
    }
}

void LineageSceneBuilder::addBands()
{
    std::map<int, LineageScene::Band> bands;
    for (std::size_t i = 0; i < m_scene.boxes.size(); ++i) {
        const LineageDrawing::Box &words = m_scene.drawing.boxes[i];
        const QRectF &rect = m_scene.boxes[i].rect;
        if (words.layer < 0 || words.word.isEmpty())
            continue;
        const auto [place, isNew] = bands.try_emplace(words.layer, LineageScene::Band{words.word, words.color, rect.left(), rect.right()});
        place->second.left = std::min(place->second.left, rect.left());
        place->second.right = std::max(place->second.right, rect.right());
    }
    for (auto &[layer, band] : bands)
        m_scene.bands.push_back(std::move(band));
}

void LineageSceneBuilder::finish()
{
    const graph::LayeredLayout::Placement &placement = m_layout->placement();
    m_scene.bounds = placement.bounds;
    m_scene.crossings = placement.crossings;
    for (std::size_t i = 0; i < m_scene.boxes.size(); ++i) {
        LineageScene::Box &box = m_scene.boxes[i];
        box.rect = placement.nodes[i];
        box.rank = placement.ranks[i];
        for (LineageScene::Run &run : box.runs)
            run.baseline += box.rect.topLeft();
        for (double &top : box.columnTops)
            top += box.rect.top();
    }
    placeLines(placement);
    addBands();
    m_layout.reset();
}

bool LineageSceneBuilder::step(std::chrono::microseconds budget)
{
    const auto end = std::chrono::steady_clock::now() + budget;
    do {
        if (m_sizes.size() < m_scene.boxes.size()) {
            measure(int(m_sizes.size()));
            continue;
        }
        if (!m_layout)
            startLayout();
        const auto left = std::chrono::duration_cast<std::chrono::microseconds>(end - std::chrono::steady_clock::now());
        if (!m_layout->step(std::max(left, std::chrono::microseconds(0))))
            return false;
        finish();
        return true;
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

} // namespace lakehouse::views
