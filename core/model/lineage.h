#pragma once

#include "base/text.h"
#include "describe/fwd.h"

#include <optional>
#include <vector>

namespace lakehouse::model {

enum class LineageLayer { Source, Bronze, Silver, Gold, Mart };

/// Unknown: something stands here, and what it is could not be found out; `note` says why.
enum class LineageKind { Table, View, Function, Unknown };

struct LineageColumn {
    QString name = {};
    QString type = {};
    friend bool operator==(const LineageColumn &, const LineageColumn &) = default;
};

struct LineageNode {
    QString id = {};                       ///< unique and stable between readings: "source/public.film"
    LineageLayer layer = LineageLayer::Source;
    LineageKind kind = LineageKind::Table;
    QString name = {};                     ///< as people write it: "public.film", "lake.bronze_public.film"
    QString group = {};                    ///< what collapses together: the schema
    base::Text note = {};
    std::vector<LineageColumn> columns = {}; ///< only where they were asked for
    friend bool operator==(const LineageNode &, const LineageNode &) = default;
};

/// Data flows from one node to another; with columns, from one column to another.
struct LineageEdge {
    QString from = {};
    QString to = {};
    std::optional<QString> fromColumn = {};
    std::optional<QString> toColumn = {};
    QString how = {};                      ///< SQL of what happens on the way; empty: taken over as it is
    friend bool operator==(const LineageEdge &, const LineageEdge &) = default;
};

struct Lineage {
    std::vector<LineageNode> nodes = {};   ///< by layer, then by id
    std::vector<LineageEdge> edges = {};
    friend bool operator==(const Lineage &, const Lineage &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<LineageLayer>);
const describe::TypeInfo &typeOf(describe::Describe<LineageKind>);
const describe::TypeInfo &typeOf(describe::Describe<LineageColumn>);
const describe::TypeInfo &typeOf(describe::Describe<LineageNode>);
const describe::TypeInfo &typeOf(describe::Describe<LineageEdge>);
const describe::TypeInfo &typeOf(describe::Describe<Lineage>);

} // namespace lakehouse::model
