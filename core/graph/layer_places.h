#pragma once

#include "graph/layer_graph.h"
#include "graph/layered_layout.h"

namespace lakehouse::graph {

/// Heights for a graph whose order is settled: vertices as near to what they belong to as the distances between them allow,
/// long edges as straight as can be. One round at a time.
class LayerPlaces {
public:
    /// `isKept`: nodes with an earlier place want to stay there.
    LayerPlaces(const LayerGraph &graph, const std::vector<LayeredLayout::Node> &nodes, const std::vector<LayeredLayout::Ports> &ports,
                double nodeGap, bool isKept);

    /// One round; true when there is no more to do.
    bool step();
    /// By vertex: its vertical centre. Not moved to any origin.
    const std::vector<double> &centres() const { return m_centres; }

private:
    struct Pull {
        int vertex = 0;
        double offset = 0; ///< where this vertex wants to be, seen from the centre of the other
        double weight = 1;
    };

    double heightOf(int vertex) const { return m_graph.isBend(vertex) ? 0 : m_nodes[vertex].height; }
    double gapBetween(int upper, int lower) const;
    void addPulls(const std::vector<LayeredLayout::Ports> &ports);
    void pack();
    void placeRank(int rank, bool useBefore, bool useAfter);

    const LayerGraph &m_graph;
    const std::vector<LayeredLayout::Node> &m_nodes;
    double m_nodeGap;
    bool m_isKept;
    int m_round = 0;
    std::vector<double> m_centres;
    std::vector<std::vector<Pull>> m_before;
    std::vector<std::vector<Pull>> m_after;
};

} // namespace lakehouse::graph
