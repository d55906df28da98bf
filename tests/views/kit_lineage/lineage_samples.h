#pragma once

#include "kit/lineage_graph.h"

#include <vector>

namespace lakehouse::test {

struct Lineage {
    std::vector<views::GraphNode> nodes = {};
    std::vector<views::GraphEdge> edges = {};
};

/// A node in layer 0 to 3: source, bronze, silver, mart.
views::GraphNode node(const QString &id, int layer, const QString &label = {}, const QString &group = {});
views::GraphEdge edge(const QString &from, const QString &to, const QString &how = {});

/// source/film → bronze/film → silver/film, with columns and their links: film_id all the way, title made of title and release_year in silver.
Lineage film();
/// Tables that flow one to one into bronze and silver, and marts that read several of them.
Lineage pipeline(int tables, int marts);
/// Tables of a source that refer to each other, one reference only inferred, two in a circle.
Lineage relations();

} // namespace lakehouse::test
