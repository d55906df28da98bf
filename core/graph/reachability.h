#pragma once

#include "graph/digraph.h"

#include <limits>

namespace lakehouse::graph {

/// What can be reached from a node, and in how many hops.
struct Reach {
    enum class Direction { Upstream, Downstream, Both };
    static constexpr int unlimited = std::numeric_limits<int>::max();
    static constexpr int notReached = -1;

    std::vector<int> nodes = {}; ///< the start first, then by hops, then by number
    std::vector<int> hops = {};  ///< by node of the graph; notReached where there is no way
};

/// Both: first one way, then the other, never there and back, since what a neighbour's neighbour does is not the start's lineage.
/// A node that is found both ways, as in a circle, has the smaller number of hops.
Reach reach(const Digraph &graph, int start, Reach::Direction direction, int hopLimit = Reach::unlimited);

} // namespace lakehouse::graph
