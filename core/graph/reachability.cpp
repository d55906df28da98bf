#include "graph/reachability.h"

#include <algorithm>

namespace lakehouse::graph {

namespace {

void walk(const Digraph &graph, int start, Reach::Direction direction, int hopLimit, std::vector<int> &hops)
{
    std::vector<int> queue{start};
    hops.assign(graph.nodeCount(), Reach::notReached);
    hops[start] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const int node = queue[next];
        if (hops[node] >= hopLimit)
            continue;
        const bool isDown = direction == Reach::Direction::Downstream;
        for (const int edge : isDown ? graph.outgoing(node) : graph.incoming(node)) {
            const int other = isDown ? graph.edge(edge).to : graph.edge(edge).from;
            if (hops[other] != Reach::notReached)
                continue;
            hops[other] = hops[node] + 1;
            queue.push_back(other);
        }
    }
}

} // namespace

Reach reach(const Digraph &graph, int start, Reach::Direction direction, int hopLimit)
{
    Reach result;
    walk(graph, start, direction == Reach::Direction::Both ? Reach::Direction::Upstream : direction, hopLimit, result.hops);
    if (direction == Reach::Direction::Both) {
        std::vector<int> down;
        walk(graph, start, Reach::Direction::Downstream, hopLimit, down);
        for (int node = 0; node < graph.nodeCount(); ++node) {
            if (down[node] != Reach::notReached && (result.hops[node] == Reach::notReached || down[node] < result.hops[node]))
                result.hops[node] = down[node];
        }
    }
    for (int node = 0; node < graph.nodeCount(); ++node) {
        if (result.hops[node] != Reach::notReached)
            result.nodes.push_back(node);
    }
    std::stable_sort(result.nodes.begin(), result.nodes.end(), [&](int left, int right) { return result.hops[left] < result.hops[right]; });
    return result;
}

} // namespace lakehouse::graph
