#pragma once

#include "graph/reachability.h"

#include <span>

namespace lakehouse::graph {

/// The way of one column through the tables: what it is made of and what is made of it, across all hops.
struct ColumnPath {
    /// What flows from a column into a column; nodes are numbers that the caller chose.
    struct Link {
        int from = 0;
        QString fromColumn = {};
        int to = 0;
        QString toColumn = {};
    };
    struct Column {
        int node = 0;
        QString name = {};
        friend bool operator==(const Column &, const Column &) = default;
    };

    std::vector<Column> columns = {}; ///< the column itself first
    std::vector<int> links = {};      ///< numbers of the links on the way, ascending
};

ColumnPath columnPath(std::span<const ColumnPath::Link> links, const ColumnPath::Column &start, Reach::Direction direction = Reach::Direction::Both);

} // namespace lakehouse::graph
