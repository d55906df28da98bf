#include "model/lineage.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

const TypeInfo &typeOf(Describe<LineageLayer>)
{
    static constexpr LabelInfo labels[] = {
        label(LineageLayer::Source, "source", ""),
        label(LineageLayer::Bronze, "bronze", ""),
        label(LineageLayer::Silver, "silver", ""),
        label(LineageLayer::Gold, "gold", ""),
        label(LineageLayer::Mart, "mart", ""),
    };
    static constexpr TypeInfo info = enumeration<LineageLayer>("LineageLayer", labels);
    return info;
}

const TypeInfo &typeOf(Describe<LineageKind>)
{
    static constexpr LabelInfo labels[] = {
        label(LineageKind::Table, "table", ""),
        label(LineageKind::View, "view", ""),
        label(LineageKind::Function, "function", ""),
        label(LineageKind::Unknown, "unknown", "something stands here, and what it is could not be found out"),
    };
    static constexpr TypeInfo info = enumeration<LineageKind>("LineageKind", labels);
    return info;
}

const TypeInfo &typeOf(Describe<LineageColumn>)
{
    static constexpr FieldInfo fields[] = {
        field<&LineageColumn::name>("name", "name"),
        field<&LineageColumn::type>("type", "type"),
    };
    static constexpr TypeInfo info = structure<LineageColumn>("LineageColumn", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LineageNode>)
{
    static constexpr FieldInfo fields[] = {
        field<&LineageNode::id>("id", "unique and stable between readings: \"source/public.film\""),
        field<&LineageNode::layer>("layer", "layer"),
        field<&LineageNode::kind>("kind", "kind"),
        field<&LineageNode::name>("name", "as people write it: \"public.film\", \"lake.bronze_public.film\""),
        field<&LineageNode::group>("group", "what collapses together: the schema"),
        field<&LineageNode::note>("note", "why it ends here, or why it is not known"),
        field<&LineageNode::columns>("columns", "only where they were asked for"),
    };
    static constexpr TypeInfo info = structure<LineageNode>("LineageNode", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LineageEdge>)
{
    static constexpr FieldInfo fields[] = {
        field<&LineageEdge::from>("from", "id of a node"),
        field<&LineageEdge::to>("to", "id of a node"),
        field<&LineageEdge::fromColumn>("from-column", "from column"),
        field<&LineageEdge::toColumn>("to-column", "to column"),
        field<&LineageEdge::how>("how", "SQL of what happens on the way; empty: taken over as it is"),
    };
    static constexpr TypeInfo info = structure<LineageEdge>("LineageEdge", fields);
    return info;
}

const TypeInfo &typeOf(Describe<Lineage>)
{
    static constexpr FieldInfo fields[] = {
        field<&Lineage::nodes>("nodes", "by layer, then by id"),
        field<&Lineage::edges>("edges", "edges"),
    };
    static constexpr TypeInfo info = structure<Lineage>("Lineage", fields);
    return info;
}

} // namespace lakehouse::model
