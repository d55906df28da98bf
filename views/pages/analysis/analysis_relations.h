#pragma once

#include "kit/lineage_graph.h"
#include "pages/analysis/read_analysis.h"

namespace lakehouse::views {

/// The table and those that it leads to or that lead to it, each once; the id of a node is the table's name. `analysis`: which of them
/// there are, and of what kind; may be none.
std::vector<GraphNode> relationNodes(const ReadTable &table, const ReadAnalysisPointer &analysis);
/// From the table with the foreign key to the one it leads to; what only the application says is drawn dashed and says so.
std::vector<GraphEdge> relationEdges(const ReadTable &table);

} // namespace lakehouse::views
