#include "kit/lineage_scene.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lakehouse::views {

namespace {

constexpr double arrowLength = 7;
constexpr double arrowHalf = 4;

double distanceToSegment(const QPointF &point, const QPointF &from, const QPointF &to)
{
    const QPointF along = to - from;
    const double length = QPointF::dotProduct(along, along);
    const double part = length == 0 ? 0 : std::clamp(QPointF::dotProduct(point - from, along) / length, 0.0, 1.0);
    const QPointF away = point - (from + part * along);
    return std::sqrt(QPointF::dotProduct(away, away));
}

} // namespace

std::vector<int> LineageScene::readingOrder() const
{
    std::vector<int> order(boxes.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int left, int right) {
        const Box &one = boxes[left];
        const Box &two = boxes[right];
        return one.rank != two.rank ? one.rank < two.rank : one.rect.top() < two.rect.top();
    });
    return order;
}

int LineageScene::boxAt(const QPointF &point) const
{
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].rect.contains(point))
            return int(i);
    }
    return -1;
}

int LineageScene::lineAt(const QPointF &point, double reach) const
{
    int best = -1;
    double least = reach;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].labelRect.contains(point))
            return int(i);
        if (!lines[i].path.controlPointRect().adjusted(-reach, -reach, reach, reach).contains(point))
            continue;
        for (const QPolygonF &polygon : lines[i].path.toSubpathPolygons()) {
            for (qsizetype k = 1; k < polygon.size(); ++k) {
                const double distance = distanceToSegment(point, polygon[k - 1], polygon[k]);
                if (distance < least) {
                    least = distance;
                    best = int(i);
                }
            }
        }
    }
    return best;
}

QPolygonF LineageScene::arrowOf(int line) const
{
    const std::vector<QPointF> &route = lines[line].route;
    const QPointF tip = route.back();
    const QPointF before = route[route.size() - 2];
    if (before.x() == tip.x()) // a line from a box to itself arrives from above
        return QPolygonF({tip, tip + QPointF(-arrowHalf, -arrowLength), tip + QPointF(arrowHalf, -arrowLength)});
    const double back = before.x() < tip.x() ? -arrowLength : arrowLength;
    return QPolygonF({tip, tip + QPointF(back, -arrowHalf), tip + QPointF(back, arrowHalf)});
}

QPainterPath lineagePath(const std::vector<QPointF> &route)
{
    QPainterPath path(route.front());
    for (std::size_t i = 1; i < route.size(); ++i) {
        const QPointF from = route[i - 1];
        const QPointF to = route[i];
        if (from.x() == to.x() || from.y() == to.y()) {
            path.lineTo(to);
            continue;
        }
        const double middle = (from.x() + to.x()) / 2;
        path.cubicTo(QPointF(middle, from.y()), QPointF(middle, to.y()), to);
    }
    return path;
}

} // namespace lakehouse::views
