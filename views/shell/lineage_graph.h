#pragma once

#include "kit/lineage_graph.h"
#include "model/lineage.h"

namespace lakehouse::views {

/// A lineage as every page draws it: each node with the word and the colour of its layer, functions left of the table whose columns they set.
std::vector<GraphNode> graphNodes(const model::Lineage &lineage);
std::vector<GraphEdge> graphEdges(const model::Lineage &lineage);
/// The node of a table as the source has it.
QString sourceNodeId(const QString &table);
/// The table that a node is about; empty: none, as of a function.
QString tableOfNode(const QString &id);

} // namespace lakehouse::views
