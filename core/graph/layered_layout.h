#pragma once

#include "graph/digraph.h"

#include <QRectF>

#include <chrono>
#include <memory>

namespace lakehouse::graph {

/// Places a graph from left to right: edges lead to the right wherever there is no circle, boxes never overlap, and few lines cross.
/// The same input gives the same places. Lengths are in the caller's unit.
class LayeredLayout {
public:
    static constexpr int anyLayer = -1;

    struct Node {
        double width = 0;
        double height = 0;
        /// Everything of a smaller layer stands further left; inside a layer the edges decide.
        int layer = anyLayer;
        /// Vertical centre in an earlier placement. Where most nodes have one, they keep it as far as newcomers leave room.
        std::optional<double> earlier = {};
    };
    /// Where an edge leaves and arrives, from the centre of the box downwards.
    struct Ports {
        double from = 0;
        double to = 0;
    };
    struct Options {
        double rankGap = 72;
        double layerGap = 96;
        double nodeGap = 14;
        int sweeps = 24;
    };
    struct Placement {
        std::vector<QRectF> nodes = {};
        std::vector<int> ranks = {};                     ///< by node: its column, counted from the left
        std::vector<std::vector<QPointF>> routes = {};   ///< by edge, from the border of its first node to the border of its second
        QRectF bounds = {};                              ///< of boxes and routes
        qint64 crossings = 0;
    };

    /// One node for each node of the graph; ports for each edge, or none at all.
    LayeredLayout(const Digraph &graph, std::vector<Node> nodes, std::vector<Ports> ports, Options options);
    LayeredLayout(const Digraph &graph, std::vector<Node> nodes) : LayeredLayout(graph, std::move(nodes), {}, Options()) {}
    ~LayeredLayout();
    LayeredLayout(const LayeredLayout &) = delete;
    LayeredLayout &operator=(const LayeredLayout &) = delete;

    /// Works for about as long as the budget says; true when all is done. One part of the work is always done, however small the budget.
    bool step(std::chrono::microseconds budget);
    bool isDone() const;
    /// Empty until it is done.
    const Placement &placement() const;

private:
    struct Work;
    std::unique_ptr<Work> m_work;
};

} // namespace lakehouse::graph
