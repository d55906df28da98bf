#include "kit/chart_drawing.h"

#include "kit/theme.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

namespace lakehouse::views {

namespace {
constexpr double stripe = 6; // pixels from stripe to stripe
constexpr double thin = 1.5;

Qt::Alignment alignment(ChartDrawing::Align align)
{
    const Qt::AlignmentFlag flags[] = {Qt::AlignLeft, Qt::AlignHCenter, Qt::AlignRight};
    return flags[int(align)] | Qt::AlignVCenter | Qt::AlignAbsolute;
}

/// Slanted lines or dots that are clipped to the bar; the same on the screen and in a file.
std::vector<QLineF> stripesOf(const QRectF &bar)
{
    std::vector<QLineF> lines;
    for (double x = bar.left() - bar.height() + stripe / 2; x < bar.right(); x += stripe) {
        QLineF line(x, bar.bottom(), x + bar.height(), bar.top());
        if (line.x1() < bar.left())
            line.setP1({bar.left(), bar.bottom() - (bar.left() - line.x1())});
        if (line.x2() > bar.right())
            line.setP2({bar.right(), bar.top() + (line.x2() - bar.right())});
        lines.push_back(line);
    }
    return lines;
}

std::vector<QPointF> dotsOf(const QRectF &bar)
{
    std::vector<QPointF> dots;
    for (double y = bar.top() + stripe / 2; y < bar.bottom(); y += stripe)
        for (double x = bar.left() + stripe / 2; x < bar.right(); x += stripe)
            dots.push_back({x, y});
    return dots;
}

void paintBar(QPainter *painter, const QRectF &bar, const QColor &color, ChartDrawing::Pattern pattern)
{
    if (pattern == ChartDrawing::Pattern::Solid)
        return painter->fillRect(bar, color);
    painter->setPen(QPen(color, thin));
    painter->setBrush(Qt::NoBrush);
    if (pattern == ChartDrawing::Pattern::Striped)
        for (const QLineF &line : stripesOf(bar))
            painter->drawLine(line);
    painter->drawRect(bar.adjusted(thin / 2, thin / 2, -thin / 2, -thin / 2));
    painter->setBrush(color);
    painter->setPen(Qt::NoPen);
    if (pattern == ChartDrawing::Pattern::Dotted)
        for (const QPointF &dot : dotsOf(bar))
            painter->drawEllipse(dot, thin / 2, thin / 2);
}

QByteArray number(double value)
{
    return QByteArray::number(value, 'f', 2);
}

QByteArray attribute(const char *name, const QByteArray &value)
{
    return QByteArray(" ") + name + "=\"" + value + '"';
}

QByteArray rectangleAsSvg(const QRectF &bar, const QByteArray &style)
{
    return "<rect" + attribute("x", number(bar.x())) + attribute("y", number(bar.y())) + attribute("width", number(bar.width()))
        + attribute("height", number(bar.height())) + style + "/>\n";
}

QByteArray dotAsSvg(const QPointF &center, double radius, const QByteArray &color)
{
    return "<circle" + attribute("cx", number(center.x())) + attribute("cy", number(center.y())) + attribute("r", number(radius))
        + attribute("fill", color) + "/>\n";
}

QByteArray barAsSvg(const QRectF &bar, const QByteArray &color, ChartDrawing::Pattern pattern)
{
    if (pattern == ChartDrawing::Pattern::Solid)
        return rectangleAsSvg(bar, attribute("fill", color));
    const QByteArray outline = attribute("fill", "none") + attribute("stroke", color) + attribute("stroke-width", number(thin));
    QByteArray svg = rectangleAsSvg(bar.adjusted(thin / 2, thin / 2, -thin / 2, -thin / 2), outline);
    if (pattern == ChartDrawing::Pattern::Striped)
        for (const QLineF &line : stripesOf(bar))
            svg += "<line" + attribute("x1", number(line.x1())) + attribute("y1", number(line.y1())) + attribute("x2", number(line.x2()))
                + attribute("y2", number(line.y2())) + attribute("stroke", color) + attribute("stroke-width", number(thin)) + "/>\n";
    if (pattern == ChartDrawing::Pattern::Dotted)
        for (const QPointF &dot : dotsOf(bar))
            svg += dotAsSvg(dot, thin / 2, color);
    return svg;
}

QByteArray textAsSvg(const QRectF &rectangle, const QString &text, const QByteArray &color, TextStyle style, ChartDrawing::Align align)
{
    const char *anchors[] = {"start", "middle", "end"};
    const double places[] = {rectangle.left(), rectangle.center().x(), rectangle.right()};
    const QFont font = Theme::instance().font(style);
    const QFontMetricsF metrics(font);
    const double baseline = rectangle.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    return "<text" + attribute("x", number(places[int(align)])) + attribute("y", number(baseline)) + attribute("fill", color)
        + attribute("font-family", "sans-serif") + attribute("font-size", number(QFontInfo(font).pixelSize()))
        + attribute("font-weight", QByteArray::number(int(font.weight()))) + attribute("text-anchor", anchors[int(align)]) + '>'
        + text.toHtmlEscaped().toUtf8() + "</text>\n";
}
} // namespace

ChartDrawing::ChartDrawing(const QSizeF &size) : m_size(size) {}

void ChartDrawing::addBar(const QRectF &rectangle, const QColor &color, Pattern pattern)
{
    m_shapes.push_back({.kind = Shape::Kind::Bar, .rectangle = rectangle, .color = color, .pattern = pattern});
}

void ChartDrawing::addLine(std::vector<QPointF> points, const QColor &color, double width, Pattern pattern)
{
    m_shapes.push_back({.kind = Shape::Kind::Line, .points = std::move(points), .color = color, .width = width, .pattern = pattern});
}

void ChartDrawing::addDot(const QPointF &center, double radius, const QColor &color)
{
    m_shapes.push_back({.kind = Shape::Kind::Dot, .points = {center}, .color = color, .width = radius});
}

void ChartDrawing::addText(const QRectF &rectangle, const QString &text, const QColor &color, TextStyle style, Align align)
{
    const QString shown = QFontMetricsF(Theme::instance().font(style)).elidedText(text, Qt::ElideRight, rectangle.width());
    m_shapes.push_back({.kind = Shape::Kind::Text, .rectangle = rectangle, .color = color, .text = shown, .style = style, .align = align});
}

void ChartDrawing::paint(QPainter *painter) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    for (const Shape &shape : m_shapes) {
        switch (shape.kind) {
        case Shape::Kind::Bar:
            paintBar(painter, shape.rectangle, shape.color, shape.pattern);
            break;
        case Shape::Kind::Line:
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(shape.color, shape.width, shape.pattern == Pattern::Solid ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap,
                                 Qt::RoundJoin));
            painter->drawPolyline(shape.points.data(), int(shape.points.size()));
            break;
        case Shape::Kind::Dot:
            painter->setPen(Qt::NoPen);
            painter->setBrush(shape.color);
            painter->drawEllipse(shape.points.front(), shape.width, shape.width);
            break;
        case Shape::Kind::Text:
            painter->setPen(shape.color);
            painter->setFont(Theme::instance().font(shape.style));
            painter->drawText(shape.rectangle, int(alignment(shape.align)) | Qt::TextSingleLine, shape.text);
            break;
        }
    }
    painter->restore();
}

QByteArray ChartDrawing::shapeAsSvg(const Shape &shape)
{
    const QByteArray color = shape.color.name().toLatin1();
    if (shape.kind == Shape::Kind::Bar)
        return barAsSvg(shape.rectangle, color, shape.pattern);
    if (shape.kind == Shape::Kind::Dot)
        return dotAsSvg(shape.points.front(), shape.width, color);
    if (shape.kind == Shape::Kind::Text)
        return textAsSvg(shape.rectangle, shape.text, color, shape.style, shape.align);
    QByteArray points;
    for (const QPointF &point : shape.points)
        points += number(point.x()) + ',' + number(point.y()) + ' ';
    const QByteArray dashes = shape.pattern == Pattern::Solid ? QByteArray() : attribute("stroke-dasharray", "4 2");
    return "<polyline" + attribute("points", points.trimmed()) + attribute("fill", "none") + attribute("stroke", color)
        + attribute("stroke-width", number(shape.width)) + dashes + "/>\n";
}

QByteArray ChartDrawing::toSvg(const QColor &ground, const QString &title) const
{
    const QByteArray width = number(m_size.width());
    const QByteArray height = number(m_size.height());
    QByteArray svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) + attribute("height", height)
        + attribute("viewBox", "0 0 " + width + ' ' + height) + attribute("role", "img") + ">\n<title>" + title.toHtmlEscaped().toUtf8()
        + "</title>\n" + rectangleAsSvg(QRectF(QPointF(0, 0), m_size), attribute("fill", ground.name().toLatin1()));
    for (const Shape &shape : m_shapes)
        svg += shapeAsSvg(shape);
    return svg + "</svg>\n";
}

} // namespace lakehouse::views
