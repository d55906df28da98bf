#pragma once

#include "kit/lineage_drawing.h"

#include <QPainterPath>
#include <QRectF>

namespace lakehouse::views {

/// A drawing with places and with every line of text where it goes: what the screen, the picture and the SVG are made of.
/// Unit: pixels at a zoom of 1.
struct LineageScene {
    struct Run {
        QString text = {};
        QPointF baseline = {}; ///< left end
        double width = 0;
        TextStyle style = TextStyle::Body;
        ColorRole role = ColorRole::Text;
    };
    struct Box {
        QRectF rect = {};
        int rank = 0;
        std::vector<Run> runs = {};
        std::vector<double> columnTops = {}; ///< where the rows of the columns begin, and where the last one ends
    };
    struct Line {
        QPainterPath path = {};
        std::vector<QPointF> route = {};
        Run label = {};        ///< in the middle of the line; empty where there is nothing to say
        QRectF labelRect = {};
    };
    /// The boxes of one layer, with its word.
    struct Band {
        QString word = {};
        ColorRole color = ColorRole::LayerSource;
        double left = 0;
        double right = 0;
    };

    LineageDrawing drawing = {};
    std::vector<Box> boxes = {};  ///< as drawing.boxes
    std::vector<Line> lines = {}; ///< as drawing.lines
    std::vector<Band> bands = {}; ///< from left to right
    QRectF bounds = {};           ///< of boxes, lines and labels; the words of the bands stand above
    double headingHeight = 0;
    qint64 crossings = 0;

    bool isEmpty() const { return boxes.empty(); }
    /// Numbers of the boxes, from left to right and from top to bottom.
    std::vector<int> readingOrder() const;
    int boxAt(const QPointF &point) const;
    /// The line that passes the point at most `reach` away.
    int lineAt(const QPointF &point, double reach) const;
    /// The tip of a line, as three points.
    QPolygonF arrowOf(int line) const;
};

/// Soft bends through the points of a route.
QPainterPath lineagePath(const std::vector<QPointF> &route);

} // namespace lakehouse::views
