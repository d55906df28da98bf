#include "graph/layered_layout.h"

#include "graph/layer_order.h"
#include "graph/layer_places.h"

#include <algorithm>

namespace lakehouse::graph {

struct LayeredLayout::Work {
    enum class Phase { Ranks, Start, Order, Places, Routes, Done };

    Digraph graph;
    std::vector<Node> nodes;
    std::vector<Ports> ports;
    Options options;
    Phase phase = Phase::Ranks;
    LayerGraph layered = {};
    std::optional<LayerOrder> order = {};
    std::optional<LayerPlaces> places = {};
    Placement placement = {};

    void doOnePart();
    std::vector<int> layers() const;
    void startOrder();
    void finish();
    std::vector<double> leftOfRanks(std::vector<double> &widths) const;
    std::vector<QPointF> route(int edge, const std::vector<double> &left, const std::vector<double> &widths) const;
    std::vector<QPointF> loop(int edge) const;
};

std::vector<int> LayeredLayout::Work::layers() const
{
    std::vector<int> result;
    for (const Node &node : nodes)
        result.push_back(node.layer);
    return result;
}

void LayeredLayout::Work::startOrder()
{
    std::vector<std::optional<double>> earlier;
    std::vector<double> heights;
    for (const Node &node : nodes) {
        earlier.push_back(node.earlier);
        heights.push_back(node.height);
    }
    order.emplace(layered, std::move(earlier), heights, LayerOrder::Options{options.sweeps, options.nodeGap});
}

void LayeredLayout::Work::doOnePart()
{
    switch (phase) {
    case Phase::Ranks:
        layered = layerGraph(graph, layers());
        phase = Phase::Start;
        return;
    case Phase::Start:
        startOrder();
        phase = Phase::Order;
        return;
    case Phase::Order:
        if (!order->step())
            return;
        places.emplace(layered, nodes, ports, options.nodeGap, order->isKept());
        phase = Phase::Places;
        return;
    case Phase::Places:
        if (places->step())
            phase = Phase::Routes;
        return;
    case Phase::Routes:
        finish();
        phase = Phase::Done;
        return;
    case Phase::Done:
        return;
    }
}

std::vector<double> LayeredLayout::Work::leftOfRanks(std::vector<double> &widths) const
{
    widths.assign(layered.order.size(), 0);
    for (int node = 0; node < graph.nodeCount(); ++node)
        widths[layered.rank[node]] = std::max(widths[layered.rank[node]], nodes[node].width);
    std::vector<double> left;
    double x = 0;
    for (int rank = 0; rank < int(widths.size()); ++rank) {
        if (rank > 0)
            x += layered.layerOfRank[rank] == layered.layerOfRank[rank - 1] ? options.rankGap : options.layerGap;
        left.push_back(x);
        x += widths[rank];
    }
    return left;
}

std::vector<QPointF> LayeredLayout::Work::loop(int edge) const
{
    const QRectF box = placement.nodes[graph.edge(edge).from];
    const double reach = options.nodeGap / 2;
    const double outside = box.right() + reach;
    const double above = box.top() - reach;
    return {{box.right(), box.center().y()}, {outside, box.center().y()}, {outside, above}, {box.center().x(), above}, {box.center().x(), box.top()}};
}

std::vector<QPointF> LayeredLayout::Work::route(int edge, const std::vector<double> &left, const std::vector<double> &widths) const
{
    const std::vector<int> &chain = layered.chains[edge];
    if (chain.empty())
        return loop(edge);
    Ports at = ports.empty() ? Ports() : ports[edge];
    if (layered.isBackward[edge])
        std::swap(at.from, at.to);
    const QRectF first = placement.nodes[chain.front()];
    const QRectF last = placement.nodes[chain.back()];
    std::vector<QPointF> points{{first.right(), first.center().y() + at.from}};
    // Boxes may be narrower than their rank: straight on until its end, so that no line runs through a wider neighbour.
    const int firstRank = layered.rank[chain.front()];
    if (first.right() < left[firstRank] + widths[firstRank])
        points.emplace_back(left[firstRank] + widths[firstRank], points.front().y());
    for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
        const int rank = layered.rank[chain[i]];
        const double y = places->centres()[chain[i]];
        points.emplace_back(left[rank], y);
        points.emplace_back(left[rank] + widths[rank], y);
    }
    points.emplace_back(last.left(), last.center().y() + at.to);
    if (layered.isBackward[edge])
        std::reverse(points.begin(), points.end());
    return points;
}

void LayeredLayout::Work::finish()
{
    std::vector<double> widths;
    const std::vector<double> left = leftOfRanks(widths);
    placement.ranks.assign(layered.rank.begin(), layered.rank.begin() + graph.nodeCount());
    for (int node = 0; node < graph.nodeCount(); ++node) {
        const QSizeF size(nodes[node].width, nodes[node].height);
        placement.nodes.emplace_back(QPointF(left[layered.rank[node]], places->centres()[node] - size.height() / 2), size);
        placement.bounds |= placement.nodes.back();
    }
    for (int edge = 0; edge < graph.edgeCount(); ++edge) {
        placement.routes.push_back(route(edge, left, widths));
        for (const QPointF &point : placement.routes.back())
            placement.bounds |= QRectF(point.x() - 1, point.y() - 1, 2, 2);
    }
    placement.crossings = order->crossings();
}

LayeredLayout::LayeredLayout(const Digraph &graph, std::vector<Node> nodes, std::vector<Ports> ports, Options options)
    : m_work(new Work{graph, std::move(nodes), std::move(ports), options})
{
    Q_ASSERT(int(m_work->nodes.size()) == graph.nodeCount());
    Q_ASSERT(m_work->ports.empty() || int(m_work->ports.size()) == graph.edgeCount());
}

LayeredLayout::~LayeredLayout() = default;

bool LayeredLayout::step(std::chrono::microseconds budget)
{
    const auto end = std::chrono::steady_clock::now() + budget;
    do {
        m_work->doOnePart();
    } while (!isDone() && std::chrono::steady_clock::now() < end);
    return isDone();
}

bool LayeredLayout::isDone() const
{
    return m_work->phase == Work::Phase::Done;
}

const LayeredLayout::Placement &LayeredLayout::placement() const
{
    return m_work->placement;
}

} // namespace lakehouse::graph
