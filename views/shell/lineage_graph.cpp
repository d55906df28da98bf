#include "shell/lineage_graph.h"

#include "kit/localized.h"
#include "model/name.h"

#include <QCoreApplication>

namespace lakehouse::views {

using model::LineageKind;
using model::LineageLayer;

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("LineageGraph", source);
}

QString layerWord(LineageLayer layer)
{
    switch (layer) {
    case LineageLayer::Source: return words(QT_TRANSLATE_NOOP("LineageGraph", "Source"));
    case LineageLayer::Bronze: return words(QT_TRANSLATE_NOOP("LineageGraph", "Bronze"));
    case LineageLayer::Silver: return words(QT_TRANSLATE_NOOP("LineageGraph", "Silver"));
    case LineageLayer::Gold: return words(QT_TRANSLATE_NOOP("LineageGraph", "Gold"));
    case LineageLayer::Mart: return words(QT_TRANSLATE_NOOP("LineageGraph", "Mart"));
    }
    return {};
}

ColorRole layerColor(LineageLayer layer)
{
    switch (layer) {
    case LineageLayer::Source: return ColorRole::LayerSource;
    case LineageLayer::Bronze: return ColorRole::LayerBronze;
    case LineageLayer::Silver: return ColorRole::LayerSilver;
    case LineageLayer::Gold: return ColorRole::LayerGold;
    case LineageLayer::Mart: return ColorRole::LayerMart;
    }
    return ColorRole::LayerSource;
}

QString captionOf(const model::LineageNode &node)
{
    switch (node.kind) {
    case LineageKind::View: return words(QT_TRANSLATE_NOOP("LineageGraph", "%1, view")).arg(layerWord(node.layer));
    case LineageKind::Function: return words(QT_TRANSLATE_NOOP("LineageGraph", "%1, function")).arg(layerWord(node.layer));
    case LineageKind::Unknown: return words(QT_TRANSLATE_NOOP("LineageGraph", "Not loaded"));
    case LineageKind::Table: break;
    }
    return layerWord(node.layer);
}

} // namespace

std::vector<GraphNode> graphNodes(const model::Lineage &lineage)
{
    std::vector<GraphNode> nodes;
    for (const model::LineageNode &node : lineage.nodes) {
        GraphNode made{.id = node.id, .label = node.name, .caption = captionOf(node), .group = node.group, .layer = int(node.layer),
            .color = layerColor(node.layer)};
        made.note = localized(node.note); // says itself why something is not loaded: that is known, so the node is no unknown one
        if (node.kind == LineageKind::Function)
            made.layer = -1; // left of the table whose columns it sets
        for (const model::LineageColumn &column : node.columns)
            made.columns.emplace_back(column.name, column.type);
        nodes.push_back(std::move(made));
    }
    return nodes;
}

std::vector<GraphEdge> graphEdges(const model::Lineage &lineage)
{
    std::vector<GraphEdge> edges;
    for (const model::LineageEdge &edge : lineage.edges)
        edges.push_back({.from = edge.from, .to = edge.to, .fromColumn = edge.fromColumn.value_or(QString()),
            .toColumn = edge.toColumn.value_or(QString()), .how = edge.how});
    return edges;
}

QString sourceNodeId(const QString &table)
{
    return QStringLiteral("source/") + table;
}

QString tableOfNode(const QString &id)
{
    const QString name = id.section(QLatin1Char('/'), 1);
    const base::Result<model::TableName> table = model::TableName::parse(name); // which reads more than it writes
    return table && table.value().toString() == name ? name : QString();
}

} // namespace lakehouse::views
