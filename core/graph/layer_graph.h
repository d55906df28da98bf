#pragma once

#include "graph/digraph.h"

#include <span>

namespace lakehouse::graph {

/// A graph in columns ("ranks"), as the layout works on it: vertices are the nodes of the graph, then a bend for each rank that a long edge passes.
/// Every link leads from one rank to the next.
struct LayerGraph {
    int nodeCount = 0;
    std::vector<int> rank = {};                  ///< by vertex
    std::vector<int> layerOfRank = {};           ///< counted from 0 without gaps
    std::vector<std::vector<int>> order = {};    ///< by rank: vertices from top to bottom
    std::vector<int> position = {};              ///< by vertex: its place in `order`
    std::vector<std::vector<int>> before = {};   ///< by vertex: neighbours one rank to the left
    std::vector<std::vector<int>> after = {};    ///< by vertex: neighbours one rank to the right
    std::vector<std::vector<int>> chains = {};   ///< by edge: its vertices from left to right, with both ends; empty for an edge to itself
    std::vector<bool> isBackward = {};           ///< by edge: it leads to the left, since it closes a circle or its layers say so

    int vertexCount() const { return int(rank.size()); }
    bool isBend(int vertex) const { return vertex >= nodeCount; }
    void setOrder(int ofRank, std::vector<int> vertices);
};

/// Layers in any numbers; a negative one means that the edges decide. Among nodes of one layer an edge leads at least one rank to the right,
/// unless it closes a circle. `order` is left empty.
LayerGraph layerGraph(const Digraph &graph, std::span<const int> layers);

} // namespace lakehouse::graph
