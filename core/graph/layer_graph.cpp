#include "graph/layer_graph.h"

#include <algorithm>
#include <map>

namespace lakehouse::graph {

namespace {

/// Layers without gaps, and one for every node.
std::vector<int> completeLayers(const Digraph &graph, std::span<const int> given)
{
    std::vector<int> layers(given.begin(), given.end());
    // What has none stands right of what it comes from; where nothing is known of that, left of where it leads to.
    for (bool isChanged = true; isChanged;) {
        isChanged = false;
        for (int node = 0; node < graph.nodeCount(); ++node) {
            if (layers[node] >= 0)
                continue;
            int layer = -1;
            for (const int edge : graph.incoming(node))
                layer = std::max(layer, layers[graph.edge(edge).from]);
            for (const int edge : graph.outgoing(node)) {
                const int other = layers[graph.edge(edge).to];
                if (layer < 0 || (other >= 0 && graph.incoming(node).empty() && other < layer))
                    layer = other;
            }
            layers[node] = layer;
            isChanged = isChanged || layer >= 0;
        }
    }
    std::map<int, int> compact;
    for (const int layer : layers)
        compact.emplace(std::max(layer, 0), 0);
    int next = 0;
    for (auto &[layer, number] : compact)
        number = next++;
    for (int &layer : layers)
        layer = compact[std::max(layer, 0)];
    return layers;
}

/// Edges that have to be turned round so that nothing inside a layer leads in a circle.
std::vector<bool> backwardEdges(const Digraph &graph, const std::vector<int> &layers)
{
    enum class Mark : char { New, Open, Done };
    std::vector<bool> isBackward(graph.edgeCount(), false);
    std::vector<Mark> marks(graph.nodeCount(), Mark::New);
    struct Visit {
        int node;
        std::size_t next;
    };
    std::vector<Visit> stack;
    const auto enter = [&](int node) {
        marks[node] = Mark::Open;
        stack.push_back({node, 0});
    };
    // Nodes without anything before them first: starting in the middle would turn more edges than needed.
    std::vector<int> starts;
    for (int node = 0; node < graph.nodeCount(); ++node)
        starts.push_back(node);
    std::stable_partition(starts.begin(), starts.end(), [&](int node) { return graph.incoming(node).empty(); });
    for (const int start : starts) {
        if (marks[start] == Mark::New)
            enter(start);
        while (!stack.empty()) {
            Visit &visit = stack.back();
            if (visit.next == graph.outgoing(visit.node).size()) {
                marks[visit.node] = Mark::Done;
                stack.pop_back();
                continue;
            }
            const int edge = graph.outgoing(visit.node)[visit.next++];
            const int to = graph.edge(edge).to;
            if (layers[to] != layers[visit.node])
                isBackward[edge] = layers[to] < layers[visit.node];
            else if (marks[to] == Mark::Open)
                isBackward[edge] = true;
            else if (marks[to] == Mark::New)
                enter(to);
        }
    }
    return isBackward;
}

class Ranking {
public:
    Ranking(const Digraph &graph, const std::vector<int> &layers, const std::vector<bool> &isBackward)
        : m_layers(layers), m_inside(graph.nodeCount(), 0)
    {
        for (int edge = 0; edge < graph.edgeCount(); ++edge) {
            Digraph::Edge ends = graph.edge(edge);
            if (ends.from == ends.to || layers[ends.from] != layers[ends.to])
                continue;
            if (isBackward[edge])
                std::swap(ends.from, ends.to);
            m_edges.push_back(ends);
        }
        m_links = Links(graph.nodeCount(), m_edges);
    }

    /// By node: its rank inside its layer, the length of the longest way to it.
    std::vector<int> inside()
    {
        const std::vector<int> sorted = topological();
        for (const int node : sorted) {
            for (const int next : m_links.after[node])
                m_inside[next] = std::max(m_inside[next], m_inside[node] + 1);
        }
        // What has nothing before it moves next to what it leads to: shorter lines.
        for (auto node = sorted.rbegin(); node != sorted.rend(); ++node) {
            if (!m_links.before[*node].empty() || m_links.after[*node].empty())
                continue;
            int nearest = m_inside[m_links.after[*node].front()];
            for (const int next : m_links.after[*node])
                nearest = std::min(nearest, m_inside[next]);
            m_inside[*node] = nearest - 1;
        }
        return m_inside;
    }

private:
    struct Links {
        std::vector<std::vector<int>> before, after;
        Links() = default;
        Links(int nodes, const std::vector<Digraph::Edge> &edges) : before(nodes), after(nodes)
        {
            for (const Digraph::Edge &edge : edges) {
                after[edge.from].push_back(edge.to);
                before[edge.to].push_back(edge.from);
            }
        }
    };

    std::vector<int> topological() const
    {
        std::vector<int> waiting(m_layers.size());
        std::vector<int> sorted;
        for (int node = 0; node < int(m_layers.size()); ++node) {
            waiting[node] = int(m_links.before[node].size());
            if (waiting[node] == 0)
                sorted.push_back(node);
        }
        for (std::size_t next = 0; next < sorted.size(); ++next) {
            for (const int other : m_links.after[sorted[next]]) {
                if (--waiting[other] == 0)
                    sorted.push_back(other);
            }
        }
        return sorted;
    }

    const std::vector<int> &m_layers;
    std::vector<int> m_inside;
    std::vector<Digraph::Edge> m_edges;
    Links m_links;
};

void addChains(LayerGraph &layered, const Digraph &graph)
{
    layered.chains.resize(graph.edgeCount());
    for (int edge = 0; edge < graph.edgeCount(); ++edge) {
        int left = graph.edge(edge).from;
        int right = graph.edge(edge).to;
        if (left == right)
            continue;
        if (layered.isBackward[edge])
            std::swap(left, right);
        std::vector<int> &chain = layered.chains[edge];
        chain.push_back(left);
        for (int rank = layered.rank[left] + 1; rank < layered.rank[right]; ++rank) {
            chain.push_back(layered.vertexCount());
            layered.rank.push_back(rank);
        }
        chain.push_back(right);
    }
    layered.before.resize(layered.vertexCount());
    layered.after.resize(layered.vertexCount());
    for (const std::vector<int> &chain : layered.chains) {
        for (std::size_t i = 1; i < chain.size(); ++i) {
            layered.after[chain[i - 1]].push_back(chain[i]);
            layered.before[chain[i]].push_back(chain[i - 1]);
        }
    }
}

} // namespace

void LayerGraph::setOrder(int ofRank, std::vector<int> vertices)
{
    order[ofRank] = std::move(vertices);
    for (int i = 0; i < int(order[ofRank].size()); ++i)
        position[order[ofRank][i]] = i;
}

LayerGraph layerGraph(const Digraph &graph, std::span<const int> layers)
{
    LayerGraph result;
    result.nodeCount = graph.nodeCount();
    const std::vector<int> complete = completeLayers(graph, layers);
    result.isBackward = backwardEdges(graph, complete);
    result.rank = Ranking(graph, complete, result.isBackward).inside();

    std::vector<int> widths;
    for (int node = 0; node < graph.nodeCount(); ++node) {
        widths.resize(std::max(int(widths.size()), complete[node] + 1), 0);
        widths[complete[node]] = std::max(widths[complete[node]], result.rank[node] + 1);
    }
    std::vector<int> starts;
    for (int layer = 0; layer < int(widths.size()); ++layer) {
        starts.push_back(int(result.layerOfRank.size()));
        result.layerOfRank.insert(result.layerOfRank.end(), widths[layer], layer);
    }
    for (int node = 0; node < graph.nodeCount(); ++node)
        result.rank[node] += starts[complete[node]];

    addChains(result, graph);
    result.order.resize(result.layerOfRank.size());
    result.position.resize(result.vertexCount(), 0);
    return result;
}

} // namespace lakehouse::graph
