#pragma once

#include "kit/lineage_graph.h"
#include "model/lineage.h"

namespace lakehouse::views {

/// The lineage of an item's table as a graph that can be drawn.
std::vector<GraphNode> reviewNodes(const model::Lineage &lineage);
std::vector<GraphEdge> reviewEdges(const model::Lineage &lineage);
/// The node of the table as the source has it; empty: the lineage has none.
QString sourceNode(const model::Lineage &lineage, const QString &table);

} // namespace lakehouse::views
