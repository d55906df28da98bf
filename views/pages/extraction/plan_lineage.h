#pragma once

#include "kit/lineage_graph.h"
#include "model/lineage.h"

namespace lakehouse::views {

std::vector<GraphNode> graphNodes(const model::Lineage &lineage);
std::vector<GraphEdge> graphEdges(const model::Lineage &lineage);
/// The node of a table as the source has it.
QString sourceNodeId(const QString &table);
/// The table that a node is about; empty: none, as of a function.
QString tableOfNode(const QString &id);

} // namespace lakehouse::views
