#pragma once

#include "graph/layer_graph.h"

#include <optional>

namespace lakehouse::graph {

/// Orders that a search for few crossings begins with. Each changes `graph.order` alone.
namespace layer_start {

/// As the vertices are numbered.
void fromNumbers(LayerGraph &graph);
/// Depth first: what belongs together comes one below the other.
void fromEdges(LayerGraph &graph);
/// From top to bottom as in an earlier drawing, `earlier` by node. Newcomers go next to what they belong to, long edges to where there is room.
void fromEarlier(LayerGraph &graph, const std::vector<std::optional<double>> &earlier, const std::vector<double> &heights, double nodeGap);

} // namespace layer_start

} // namespace lakehouse::graph
