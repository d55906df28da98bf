#pragma once

#include <QHash>
#include <QString>

#include <optional>
#include <vector>

namespace lakehouse::graph {

/// Who leads to whom. Nodes and edges are numbered from 0 in the order they came, so that the same input gives the same numbers.
/// Edges may be repeated, may form circles and may lead back to where they start.
class Digraph {
public:
    struct Edge {
        int from = 0;
        int to = 0;
        friend bool operator==(const Edge &, const Edge &) = default;
    };

    /// The number of the node; an id that is known already keeps its number.
    int addNode(const QString &id);
    /// The number of the edge. Both nodes must be there.
    int addEdge(int from, int to);

    int nodeCount() const { return int(m_ids.size()); }
    int edgeCount() const { return int(m_edges.size()); }
    std::optional<int> node(const QString &id) const;
    const QString &id(int node) const { return m_ids[node]; }
    const Edge &edge(int edge) const { return m_edges[edge]; }
    const std::vector<Edge> &edges() const { return m_edges; }
    /// Numbers of the edges that leave the node, and of those that arrive, in the order they were added.
    const std::vector<int> &outgoing(int node) const { return m_outgoing[node]; }
    const std::vector<int> &incoming(int node) const { return m_incoming[node]; }

private:
    std::vector<QString> m_ids;
    QHash<QString, int> m_numbers;
    std::vector<Edge> m_edges;
    std::vector<std::vector<int>> m_outgoing;
    std::vector<std::vector<int>> m_incoming;
};

} // namespace lakehouse::graph
