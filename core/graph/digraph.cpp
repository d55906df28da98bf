#include "graph/digraph.h"

namespace lakehouse::graph {

int Digraph::addNode(const QString &id)
{
    const auto known = m_numbers.constFind(id);
    if (known != m_numbers.constEnd())
        return *known;
    const int number = nodeCount();
    m_ids.push_back(id);
    m_numbers.insert(id, number);
    m_outgoing.emplace_back();
    m_incoming.emplace_back();
    return number;
}

int Digraph::addEdge(int from, int to)
{
    Q_ASSERT(from >= 0 && from < nodeCount() && to >= 0 && to < nodeCount());
    const int number = edgeCount();
    m_edges.push_back({from, to});
    m_outgoing[from].push_back(number);
    m_incoming[to].push_back(number);
    return number;
}

std::optional<int> Digraph::node(const QString &id) const
{
    const auto known = m_numbers.constFind(id);
    return known == m_numbers.constEnd() ? std::nullopt : std::optional(*known);
}

} // namespace lakehouse::graph
