#pragma once

#include "graph/layer_graph.h"

#include <optional>

namespace lakehouse::graph {

/// Finds an order inside each rank in which few lines cross, one sweep at a time, and keeps the best it has seen.
class LayerOrder {
public:
    struct Options {
        int sweeps = 24;
        double nodeGap = 0;
    };

    /// By node, `earlier`: vertical places of an earlier drawing. Where at least half of the nodes have one, their order stays and only
    /// newcomers look for a place; otherwise they are where the search begins.
    LayerOrder(LayerGraph &graph, std::vector<std::optional<double>> earlier, const std::vector<double> &heights, Options options);

    /// One sweep; true when there is no more to do, and the graph has the order.
    bool step();
    bool isKept() const { return m_isKept; }
    qint64 crossings() const { return m_best; }

private:
    /// Exchanging: means and medians in turns, and neighbours that change places. Plain: means alone, as the textbooks have it.
    enum class Search { Kept, Exchanging, Plain, Done };

    void sweep();
    void exchangeAll();
    bool exchange();
    qint64 crossingsAfter(int rank) const;
    qint64 countCrossings() const;
    /// Crossings of the lines of two neighbours in one rank, as they stand.
    qint64 crossingsOf(int upper, int lower) const;
    void keepIfBetter();
    void nextSearch();
    void restore(const std::vector<std::vector<int>> &order);

    LayerGraph &m_graph;
    std::vector<std::optional<double>> m_earlier;
    Options m_options;
    Search m_search = Search::Exchanging;
    int m_sweep = 0;
    int m_inVain = 0;
    bool m_isKept = false;
    bool m_isSmall = false;
    qint64 m_best = 0;
    std::vector<std::vector<int>> m_bestOrder;
};

} // namespace lakehouse::graph
