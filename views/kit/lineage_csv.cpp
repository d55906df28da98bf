#include "kit/lineage_csv.h"

#include "text/csv.h"

#include <algorithm>

namespace lakehouse::views {

namespace {

void append(QByteArray &content, const QStringList &row)
{
    content += text::csvLine(std::vector<QString>(row.begin(), row.end())).toUtf8();
}

} // namespace

QStringList LineageCsv::heading() const
{
    return {tr("Direction"), tr("Hops"), tr("From layer"), tr("From group"), tr("From"), tr("From column"), tr("To layer"), tr("To group"), tr("To"),
            tr("To column"), tr("How"), tr("Inferred"), tr("Note of from"), tr("Note of to")};
}

QStringList LineageCsv::row(const QString &direction, const QString &hops, const GraphNode &from, const GraphNode &to, const GraphEdge &edge) const
{
    return {direction, hops, from.caption, from.group, from.label, edge.fromColumn, to.caption, to.group, to.label, edge.toColumn, edge.how,
            edge.isInferred ? tr("yes") : tr("no"), from.note, to.note};
}

QByteArray LineageCsv::impact() const
{
    QByteArray content("\xEF\xBB\xBF");
    append(content, heading());
    const std::vector<GraphNode> &nodes = m_model.nodes();
    const graph::Digraph &graph = m_model.graph();
    const std::optional<int> focus = m_model.node(m_model.state().focus);
    if (!focus) {
        for (int edge = 0; edge < graph.edgeCount(); ++edge)
            append(content, row({}, {}, nodes[graph.edge(edge).from], nodes[graph.edge(edge).to], m_model.edges()[edge]));
        return content;
    }
    for (const auto direction : {LineageModel::Direction::Upstream, LineageModel::Direction::Downstream}) {
        const bool isUp = direction == LineageModel::Direction::Upstream;
        const graph::Reach found = graph::reach(graph, *focus, direction);
        std::vector<std::pair<int, int>> links; // hops of the far end, then the edge
        for (int edge = 0; edge < graph.edgeCount(); ++edge) {
            const int near = isUp ? graph.edge(edge).to : graph.edge(edge).from;
            if (found.hops[near] != graph::Reach::notReached)
                links.push_back({found.hops[near] + 1, edge});
        }
        std::stable_sort(links.begin(), links.end(), [](const auto &one, const auto &two) { return one.first < two.first; });
        for (const auto &[hops, edge] : links)
            append(content, row(isUp ? tr("upstream") : tr("downstream"), QString::number(hops), nodes[graph.edge(edge).from],
                                nodes[graph.edge(edge).to], m_model.edges()[edge]));
    }
    return content;
}

} // namespace lakehouse::views
