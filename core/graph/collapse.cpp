#include "graph/collapse.h"

#include <map>

namespace lakehouse::graph {

Collapsed collapse(const Digraph &graph, const QStringList &groupOfNode, const QSet<QString> &collapsedGroups)
{
    Q_ASSERT(groupOfNode.size() == graph.nodeCount());
    Collapsed result;
    std::vector<bool> isGroup;
    for (int node = 0; node < graph.nodeCount(); ++node) {
        const QString &group = groupOfNode[node];
        const bool isInGroup = !group.isEmpty() && collapsedGroups.contains(group);
        const int here = result.graph.addNode(isInGroup ? group : graph.id(node));
        if (here == int(result.members.size())) {
            result.members.emplace_back();
            isGroup.push_back(isInGroup);
        }
        result.members[here].push_back(node);
        result.nodeOf.push_back(here);
    }
    std::map<std::pair<int, int>, int> merged;
    for (int number = 0; number < graph.edgeCount(); ++number) {
        const int from = result.nodeOf[graph.edge(number).from];
        const int to = result.nodeOf[graph.edge(number).to];
        if (from == to && isGroup[from])
            continue;
        if (isGroup[from] || isGroup[to]) {
            const auto [place, isNew] = merged.try_emplace({from, to}, result.graph.edgeCount());
            if (!isNew) {
                result.edges[place->second].push_back(number);
                continue;
            }
        }
        result.graph.addEdge(from, to);
        result.edges.push_back({number});
    }
    return result;
}

} // namespace lakehouse::graph
