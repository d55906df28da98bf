#include "pages/review/review_lineage.h"

#include "kit/localized.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::LineageKind;
using model::LineageLayer;

namespace {

struct LayerLook {
    QString word;
    ColorRole color;
};

LayerLook lookOf(LineageLayer layer)
{
    const auto words = [](const char *source) { return QCoreApplication::translate("ReviewLineage", source); };
    switch (layer) {
    case LineageLayer::Source: return {words(QT_TRANSLATE_NOOP("ReviewLineage", "Source")), ColorRole::LayerSource};
    case LineageLayer::Bronze: return {words(QT_TRANSLATE_NOOP("ReviewLineage", "Bronze")), ColorRole::LayerBronze};
    case LineageLayer::Silver: return {words(QT_TRANSLATE_NOOP("ReviewLineage", "Silver")), ColorRole::LayerSilver};
    case LineageLayer::Gold: return {words(QT_TRANSLATE_NOOP("ReviewLineage", "Gold")), ColorRole::LayerGold};
    case LineageLayer::Mart: return {words(QT_TRANSLATE_NOOP("ReviewLineage", "Mart")), ColorRole::LayerMart};
    }
    return {};
}

} // namespace

std::vector<GraphNode> reviewNodes(const model::Lineage &lineage)
{
    std::vector<GraphNode> nodes;
    for (const model::LineageNode &node : lineage.nodes) {
        const LayerLook look = lookOf(node.layer);
        GraphNode made{.id = node.id, .label = node.name, .caption = look.word, .group = node.group, .layer = node.kind == LineageKind::Function ? -1 : int(node.layer),
                       .color = look.color, .note = localized(node.note)};
        for (const model::LineageColumn &column : node.columns)
            made.columns.emplace_back(column.name, column.type);
        nodes.push_back(std::move(made));
    }
    return nodes;
}

std::vector<GraphEdge> reviewEdges(const model::Lineage &lineage)
{
    std::vector<GraphEdge> edges;
    for (const model::LineageEdge &edge : lineage.edges)
        edges.push_back({.from = edge.from, .to = edge.to, .fromColumn = edge.fromColumn.value_or(QString()), .toColumn = edge.toColumn.value_or(QString()), .how = edge.how});
    return edges;
}

QString sourceNode(const model::Lineage &lineage, const QString &table)
{
    const auto found = std::ranges::find_if(lineage.nodes, [&](const model::LineageNode &node) { return node.layer == LineageLayer::Source && node.name == table; });
    return found == lineage.nodes.end() ? QString() : found->id;
}

} // namespace lakehouse::views
