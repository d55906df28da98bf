#include "graph/column_paths.h"

#include <algorithm>

namespace lakehouse::graph {

ColumnPath columnPath(std::span<const ColumnPath::Link> links, const ColumnPath::Column &start, Reach::Direction direction)
{
    Digraph columns;
    std::vector<ColumnPath::Column> columnOf;
    const auto numberOf = [&](int node, const QString &name) {
        const int number = columns.addNode(QString::number(node) + QLatin1Char('/') + name);
        if (number == int(columnOf.size()))
            columnOf.push_back({node, name});
        return number;
    };
    const int first = numberOf(start.node, start.name);
    for (const ColumnPath::Link &link : links) {
        const int from = numberOf(link.from, link.fromColumn);
        columns.addEdge(from, numberOf(link.to, link.toColumn));
    }

    // A link belongs to the way when both its ends lie on the same side of the start.
    ColumnPath path;
    std::vector<bool> isOnTheWay(links.size(), false);
    std::vector<bool> isReached(columnOf.size(), false);
    for (const Reach::Direction side : {Reach::Direction::Upstream, Reach::Direction::Downstream}) {
        if (direction != Reach::Direction::Both && direction != side)
            continue;
        const Reach found = reach(columns, first, side);
        for (const int column : found.nodes) {
            if (!isReached[column])
                path.columns.push_back(columnOf[column]);
            isReached[column] = true;
        }
        for (int link = 0; link < columns.edgeCount(); ++link) {
            const Digraph::Edge &edge = columns.edge(link);
            if (found.hops[edge.from] != Reach::notReached && found.hops[edge.to] != Reach::notReached)
                isOnTheWay[link] = true;
        }
    }
    for (int link = 0; link < int(links.size()); ++link) {
        if (isOnTheWay[link])
            path.links.push_back(link);
    }
    return path;
}

} // namespace lakehouse::graph
