#pragma once

#include "kit/tokens.h"

#include <QByteArray>
#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <vector>

class QPainter;

namespace lakehouse::views {

/// What a chart looks like, as shapes: painted on the screen, and written as SVG without a module for it.
class ChartDrawing {
public:
    enum class Pattern { Solid, Striped, Dotted };
    enum class Align { Left, Center, Right };

    explicit ChartDrawing(const QSizeF &size);

    void addBar(const QRectF &rectangle, const QColor &color, Pattern pattern = Pattern::Solid);
    void addLine(std::vector<QPointF> points, const QColor &color, double width, Pattern pattern = Pattern::Solid);
    void addDot(const QPointF &center, double radius, const QColor &color);
    /// Elided at the end when it is wider than the rectangle.
    void addText(const QRectF &rectangle, const QString &text, const QColor &color, TextStyle style, Align align = Align::Left);

    void paint(QPainter *painter) const;
    /// A whole file, on the ground given.
    QByteArray toSvg(const QColor &ground, const QString &title) const;

private:
    struct Shape {
        enum class Kind { Bar, Line, Dot, Text };
        Kind kind = Kind::Bar;
        QRectF rectangle = {};
        std::vector<QPointF> points = {};
        QColor color = {};
        double width = 0;
        Pattern pattern = Pattern::Solid;
        QString text = {};
        TextStyle style = TextStyle::Body;
        Align align = Align::Left;
    };
    static QByteArray shapeAsSvg(const Shape &shape);

    QSizeF m_size;
    std::vector<Shape> m_shapes;
};

} // namespace lakehouse::views
