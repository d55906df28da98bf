#pragma once

#include "graph/digraph.h"

#include <QSet>
#include <QStringList>

namespace lakehouse::graph {

/// A graph in which some groups of nodes are drawn as one.
struct Collapsed {
    Digraph graph = {};                            ///< a group has the id that the caller gave to the group
    std::vector<int> nodeOf = {};                  ///< by node of the whole graph: its node here
    std::vector<std::vector<int>> members = {};    ///< by node here: nodes of the whole graph, ascending
    std::vector<std::vector<int>> edges = {};      ///< by edge here: the edges of the whole graph that it stands for, ascending
};

/// Groups are named by node of `graph`; empty: the node belongs to none. Edges inside a collapsed group vanish; those between the same two nodes
/// become one where a group is at one of its ends, and stay apart otherwise.
Collapsed collapse(const Digraph &graph, const QStringList &groupOfNode, const QSet<QString> &collapsedGroups);

} // namespace lakehouse::graph
