#include "kit/lineage_rows.h"

#include <algorithm>
#include <limits>

namespace lakehouse::views {

LineageRows::LineageRows(const LineageModel &model, const QSet<QString> &drawn)
{
    const std::vector<std::optional<int>> hops = model.hopsFrom(model.state().focus);
    const graph::Digraph &graph = model.graph();
    for (int node = 0; node < graph.nodeCount(); ++node) {
        const GraphNode &it = model.nodes()[node];
        QSet<int> upstream;
        QSet<int> downstream;
        for (const int edge : graph.incoming(node))
            upstream.insert(graph.edge(edge).from);
        for (const int edge : graph.outgoing(node))
            downstream.insert(graph.edge(edge).to);
        const QString note = !it.isUnknown ? it.note : it.note.isEmpty() ? tr("Not known") : tr("Not known, because %1").arg(it.note);
        m_rows.push_back({it.id, it.label.isEmpty() ? tr("Not known") : it.label, it.caption, it.group, note, it.layer, hops[node],
                          int(upstream.size()), int(downstream.size()), drawn.contains(it.id)});
    }
    // What is next to the focus comes first.
    const auto distanceOf = [](const Row &row) { return row.hops ? qAbs(*row.hops) : std::numeric_limits<int>::max(); };
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](const Row &one, const Row &two) { return distanceOf(one) < distanceOf(two); });
}

std::vector<TableColumn> LineageRows::columns()
{
    return {{QStringLiteral("name"), tr("Name"), tr("As people write it"), CellKind::Text, 240},
            {QStringLiteral("layer"), tr("Layer"), tr("Where it stands between source and mart"), CellKind::Text, 80},
            {QStringLiteral("group"), tr("Group"), tr("What it collapses into: its schema"), CellKind::Text, 110},
            {QStringLiteral("distance"), tr("From the focus"), tr("How many hops upstream or downstream of the focus"), CellKind::Number, 140},
            {QStringLiteral("upstream"), tr("Upstream"), tr("How many lead straight to it"), CellKind::Number, 100},
            {QStringLiteral("downstream"), tr("Downstream"), tr("How many it leads straight to"), CellKind::Number, 120},
            {QStringLiteral("drawn"), tr("In the graph"), tr("Whether the graph shows it now"), CellKind::Text, 120},
            {QStringLiteral("note"), tr("Note"), {}, CellKind::Text, 260}};
}

QString LineageRows::distance(const Row &row) const
{
    if (!row.hops)
        return {};
    if (*row.hops == 0)
        return tr("focus");
    return *row.hops < 0 ? tr("%n upstream", "hops", -*row.hops) : tr("%n downstream", "hops", *row.hops);
}

QString LineageRows::text(qsizetype row, int column) const
{
    const Row &it = m_rows[std::size_t(row)];
    switch (Column(column)) {
    case Name: return it.name;
    case Layer: return it.layerWord;
    case Group: return it.group;
    case Distance: return distance(it);
    case Upstream: return QString::number(it.upstream);
    case Downstream: return QString::number(it.downstream);
    case Drawn: return it.isDrawn ? tr("yes") : tr("no");
    case Note: return it.note;
    }
    return {};
}

std::optional<double> LineageRows::number(qsizetype row, int column) const
{
    const Row &it = m_rows[std::size_t(row)];
    switch (Column(column)) {
    case Distance: return it.hops ? std::optional<double>(*it.hops) : std::nullopt;
    case Upstream: return it.upstream;
    case Downstream: return it.downstream;
    default: return std::nullopt;
    }
}

} // namespace lakehouse::views
