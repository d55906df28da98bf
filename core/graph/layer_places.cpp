#include "graph/layer_places.h"

#include <algorithm>

namespace lakehouse::graph {

namespace {

constexpr int rounds = 12;
/// How much a line between two bends, and a place of earlier, count against a plain line.
constexpr double straightness = 4;
constexpr double steadiness = 1000;

/// Wished places in the order of the rank, moved apart as little as possible (least squares, pooling neighbours that collide).
struct Block {
    double wish = 0;
    double weight = 0;
    int count = 0;
};

std::vector<double> ascending(const std::vector<double> &wishes, const std::vector<double> &weights)
{
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        blocks.push_back({wishes[i], weights[i], 1});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].wish > blocks.back().wish) {
            const Block last = blocks.back();
            blocks.pop_back();
            Block &block = blocks.back();
            block.wish = (block.wish * block.weight + last.wish * last.weight) / (block.weight + last.weight);
            block.weight += last.weight;
            block.count += last.count;
        }
    }
    std::vector<double> result;
    result.reserve(wishes.size());
    for (const Block &block : blocks)
        result.insert(result.end(), block.count, block.wish);
    return result;
}

} // namespace

LayerPlaces::LayerPlaces(const LayerGraph &graph, const std::vector<LayeredLayout::Node> &nodes, const std::vector<LayeredLayout::Ports> &ports,
                         double nodeGap, bool isKept)
    : m_graph(graph), m_nodes(nodes), m_nodeGap(nodeGap), m_isKept(isKept), m_centres(graph.vertexCount(), 0), m_before(graph.vertexCount()),
      m_after(graph.vertexCount())
{
    addPulls(ports);
    pack();
}

void LayerPlaces::addPulls(const std::vector<LayeredLayout::Ports> &ports)
{
    for (int edge = 0; edge < int(m_graph.chains.size()); ++edge) {
        const std::vector<int> &chain = m_graph.chains[edge];
        if (chain.empty())
            continue;
        LayeredLayout::Ports at = ports.empty() ? LayeredLayout::Ports() : ports[edge];
        if (m_graph.isBackward[edge])
            std::swap(at.from, at.to);
        for (std::size_t i = 1; i < chain.size(); ++i) {
            const double leaves = i == 1 ? at.from : 0;
            const double arrives = i + 1 == chain.size() ? at.to : 0;
            const double weight = m_graph.isBend(chain[i - 1]) && m_graph.isBend(chain[i]) ? straightness : 1;
            m_before[chain[i]].push_back({chain[i - 1], leaves - arrives, weight});
            m_after[chain[i - 1]].push_back({chain[i], arrives - leaves, weight});
        }
    }
}

double LayerPlaces::gapBetween(int upper, int lower) const
{
    const double gap = m_graph.isBend(upper) && m_graph.isBend(lower) ? m_nodeGap / 2 : m_nodeGap;
    return heightOf(upper) / 2 + gap + heightOf(lower) / 2;
}

void LayerPlaces::pack()
{
    for (const std::vector<int> &vertices : m_graph.order) {
        double place = 0;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            place += i == 0 ? 0 : gapBetween(vertices[i - 1], vertices[i]);
            m_centres[vertices[i]] = place;
        }
        for (const int vertex : vertices) {
            const bool isOld = m_isKept && !m_graph.isBend(vertex) && m_nodes[vertex].earlier;
            m_centres[vertex] = isOld ? *m_nodes[vertex].earlier : m_centres[vertex] - place / 2;
        }
    }
}

void LayerPlaces::placeRank(int rank, bool useBefore, bool useAfter)
{
    const std::vector<int> &vertices = m_graph.order[rank];
    std::vector<double> wishes(vertices.size());
    std::vector<double> weights(vertices.size());
    std::vector<double> distances(vertices.size(), 0);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const int vertex = vertices[i];
        double sum = 0;
        double weight = 0;
        const auto pull = [&](const std::vector<Pull> &pulls) {
            for (const Pull &one : pulls) {
                sum += one.weight * (m_centres[one.vertex] + one.offset);
                weight += one.weight;
            }
        };
        if (useBefore)
            pull(m_before[vertex]);
        if (useAfter)
            pull(m_after[vertex]);
        if (m_isKept && !m_graph.isBend(vertex) && m_nodes[vertex].earlier) {
            sum = steadiness * *m_nodes[vertex].earlier;
            weight = steadiness;
        }
        wishes[i] = weight > 0 ? sum / weight : m_centres[vertex];
        weights[i] = weight > 0 ? weight : 0.1;
        distances[i] = i == 0 ? 0 : distances[i - 1] + gapBetween(vertices[i - 1], vertex);
        wishes[i] -= distances[i];
    }
    const std::vector<double> places = ascending(wishes, weights);
    for (std::size_t i = 0; i < vertices.size(); ++i)
        m_centres[vertices[i]] = places[i] + distances[i];
}

bool LayerPlaces::step()
{
    if (m_round == rounds)
        return true;
    const int ranks = int(m_graph.order.size());
    const bool isRightwards = m_round % 2 == 0;
    // First from one side only, which spreads quickly; then from both, which balances.
    const bool isBalancing = m_round >= rounds / 2;
    for (int i = 0; i < ranks; ++i)
        placeRank(isRightwards ? i : ranks - 1 - i, isRightwards || isBalancing, !isRightwards || isBalancing);
    return ++m_round == rounds;
}

} // namespace lakehouse::graph
