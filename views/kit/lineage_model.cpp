#include "kit/lineage_model.h"

#include "graph/collapse.h"

#include <algorithm>
#include <map>

namespace lakehouse::views {

using graph::Reach;

void LineageModel::setGraph(std::vector<GraphNode> nodes, std::vector<GraphEdge> edges)
{
    m_graph = {};
    m_nodes.clear();
    m_edges.clear();
    for (GraphNode &node : nodes) {
        if (m_graph.addNode(node.id) == int(m_nodes.size()))
            m_nodes.push_back(std::move(node));
    }
    for (GraphEdge &edge : edges) {
        const std::optional<int> from = m_graph.node(edge.from);
        const std::optional<int> to = m_graph.node(edge.to);
        if (!from || !to)
            continue;
        m_graph.addEdge(*from, *to);
        m_edges.push_back(std::move(edge));
    }
}

QString LineageModel::groupId(int node) const
{
    const GraphNode &it = m_nodes[node];
    return it.group.isEmpty() ? QString() : QStringLiteral("group:%1/%2").arg(QString::number(it.layer), it.group);
}

QSet<QString> LineageModel::allGroups() const
{
    QSet<QString> seen;
    QSet<QString> several;
    for (int node = 0; node < m_graph.nodeCount(); ++node) {
        const QString group = groupId(node);
        if (group.isEmpty())
            continue;
        if (seen.contains(group))
            several.insert(group);
        seen.insert(group);
    }
    return several;
}

std::vector<std::optional<int>> LineageModel::hopsFrom(const QString &id) const
{
    std::vector<std::optional<int>> result(m_nodes.size());
    const std::optional<int> start = m_graph.node(id);
    if (!start)
        return result;
    const Reach up = graph::reach(m_graph, *start, Direction::Upstream);
    const Reach down = graph::reach(m_graph, *start, Direction::Downstream);
    for (std::size_t node = 0; node < result.size(); ++node) {
        const bool isUp = up.hops[node] != Reach::notReached;
        const bool isDown = down.hops[node] != Reach::notReached;
        if (isDown && (!isUp || down.hops[node] <= up.hops[node]))
            result[node] = down.hops[node];
        else if (isUp)
            result[node] = -up.hops[node];
    }
    return result;
}

std::vector<bool> LineageModel::drawnNodes(const State &state) const
{
    const std::optional<int> focus = m_graph.node(state.focus);
    if (state.isEverything || !focus) {
        if (!focus || state.direction == Direction::Both)
            return std::vector<bool>(m_nodes.size(), true);
        std::vector<bool> isDrawn(m_nodes.size(), false);
        for (const int node : graph::reach(m_graph, *focus, state.direction).nodes)
            isDrawn[node] = true;
        return isDrawn;
    }
    std::vector<bool> isDrawn(m_nodes.size(), false);
    for (auto hop = state.hops.begin(); hop != state.hops.end(); ++hop) {
        const std::optional<int> start = m_graph.node(hop.key());
        if (!start)
            continue;
        for (const int node : graph::reach(m_graph, *start, state.direction, hop.value()).nodes)
            isDrawn[node] = true;
    }
    isDrawn[*focus] = true;
    return isDrawn;
}

int LineageModel::boxCount(const State &state) const
{
    if (!state.column.isEmpty())
        return int(columnDrawing(state).boxes.size());
    const std::vector<bool> isDrawn = drawnNodes(state);
    QSet<QString> groups;
    int count = 0;
    for (int node = 0; node < m_graph.nodeCount(); ++node) {
        if (!isDrawn[node])
            continue;
        const QString group = state.collapsed.isEmpty() ? QString() : groupId(node);
        if (!state.collapsed.contains(group))
            ++count;
        else
            groups.insert(group);
    }
    return count + int(groups.size());
}

LineageDrawing::Box LineageModel::boxOfNode(int node, const State &state) const
{
    const GraphNode &it = m_nodes[node];
    LineageDrawing::Box box;
    box.id = it.id;
    box.title = it.label;
    box.word = it.caption;
    box.note = it.note;
    if (it.isUnknown) {
        box.title = it.label.isEmpty() ? tr("Not known") : it.label;
        box.note = it.note.isEmpty() ? tr("Not known") : tr("Not known, because %1").arg(it.note);
    }
    box.color = it.color;
    box.layer = it.layer;
    box.isUnknown = it.isUnknown;
    box.isFocus = it.id == state.focus;
    box.nodes = {node};
    return box;
}

LineageDrawing::Box LineageModel::boxOfGroup(const QString &id, std::vector<int> nodes, const State &state) const
{
    const GraphNode &first = m_nodes[nodes.front()];
    LineageDrawing::Box box;
    box.id = id;
    box.title = first.group;
    box.word = first.caption;
    box.note = tr("%n table(s)", "how many tables a box stands for", int(nodes.size()));
    box.color = first.color;
    box.layer = first.layer;
    box.isGroup = true;
    box.isFocus = std::any_of(nodes.begin(), nodes.end(), [&](int node) { return m_nodes[node].id == state.focus; });
    box.nodes = std::move(nodes);
    return box;
}

/// What the edges of a line have in common, and how many nodes it joins.
void LineageModel::sumUp(LineageDrawing::Line &line) const
{
    QSet<QPair<int, int>> pairs;
    line.label = m_edges[line.edges.front()].label;
    line.isInferred = true;
    for (const int edge : line.edges) {
        pairs.insert({m_graph.edge(edge).from, m_graph.edge(edge).to});
        line.isInferred = line.isInferred && m_edges[edge].isInferred;
        if (m_edges[edge].label != line.label)
            line.label.clear();
    }
    line.pairs = int(pairs.size());
}

LineageDrawing LineageModel::tableDrawing(const std::vector<bool> &isDrawn, const State &state) const
{
    graph::Digraph part;
    std::vector<int> nodeOf;
    std::vector<int> edgeOf;
    QStringList groups;
    for (int node = 0; node < m_graph.nodeCount(); ++node) {
        if (!isDrawn[node])
            continue;
        part.addNode(m_nodes[node].id);
        nodeOf.push_back(node);
        groups.push_back(groupId(node));
    }
    for (int edge = 0; edge < m_graph.edgeCount(); ++edge) {
        const graph::Digraph::Edge ends = m_graph.edge(edge);
        if (!isDrawn[ends.from] || !isDrawn[ends.to])
            continue;
        part.addEdge(*part.node(m_nodes[ends.from].id), *part.node(m_nodes[ends.to].id));
        edgeOf.push_back(edge);
    }
    const graph::Collapsed collapsed = graph::collapse(part, groups, state.collapsed);

    LineageDrawing drawing;
    for (int box = 0; box < collapsed.graph.nodeCount(); ++box) {
        std::vector<int> nodes;
        for (const int member : collapsed.members[box])
            nodes.push_back(nodeOf[member]);
        const QString &id = collapsed.graph.id(box);
        drawing.boxes.push_back(state.collapsed.contains(id) ? boxOfGroup(id, std::move(nodes), state) : boxOfNode(nodes.front(), state));
    }
    // Edges of single columns are one line until a column is chosen.
    std::map<std::pair<int, int>, int> lineOf;
    for (int number = 0; number < collapsed.graph.edgeCount(); ++number) {
        const graph::Digraph::Edge ends = collapsed.graph.edge(number);
        const auto [place, isNew] = lineOf.try_emplace({ends.from, ends.to}, int(drawing.lines.size()));
        if (isNew)
            drawing.lines.push_back({.from = ends.from, .to = ends.to});
        for (const int edge : collapsed.edges[number])
            drawing.lines[place->second].edges.push_back(edgeOf[edge]);
    }
    for (LineageDrawing::Line &line : drawing.lines)
        sumUp(line);
    return drawing;
}

void LineageModel::countHidden(LineageDrawing &drawing, const std::vector<bool> &isDrawn) const
{
    for (LineageDrawing::Box &box : drawing.boxes) {
        QSet<int> before;
        QSet<int> after;
        for (const int node : box.nodes) {
            for (const int edge : m_graph.incoming(node))
                before.insert(m_graph.edge(edge).from);
            for (const int edge : m_graph.outgoing(node))
                after.insert(m_graph.edge(edge).to);
        }
        const auto isHidden = [&](int node) { return !isDrawn[node]; };
        box.hiddenBefore = int(std::count_if(before.begin(), before.end(), isHidden));
        box.hiddenAfter = int(std::count_if(after.begin(), after.end(), isHidden));
    }
}

std::vector<graph::ColumnPath::Link> LineageModel::columnLinks(std::vector<int> *edges) const
{
    std::vector<graph::ColumnPath::Link> links;
    for (int edge = 0; edge < m_graph.edgeCount(); ++edge) {
        const GraphEdge &it = m_edges[edge];
        if (it.fromColumn.isEmpty() || it.toColumn.isEmpty())
            continue;
        links.push_back({m_graph.edge(edge).from, it.fromColumn, m_graph.edge(edge).to, it.toColumn});
        edges->push_back(edge);
    }
    return links;
}

LineageDrawing LineageModel::columnDrawing(const State &state) const
{
    LineageDrawing drawing;
    const std::optional<int> start = m_graph.node(state.columnNode);
    if (!start)
        return drawing;
    std::vector<int> edgeOf;
    const std::vector<graph::ColumnPath::Link> links = columnLinks(&edgeOf);
    const graph::ColumnPath path = graph::columnPath(links, {*start, state.column}, state.direction);
    std::map<int, int> boxOf;
    std::map<std::pair<int, QString>, int> placeOf;
    for (const graph::ColumnPath::Column &column : path.columns) {
        const auto [place, isNew] = boxOf.try_emplace(column.node, int(drawing.boxes.size()));
        if (isNew)
            drawing.boxes.push_back(boxOfNode(column.node, state));
        std::vector<LineageDrawing::Column> &columns = drawing.boxes[place->second].columns;
        placeOf[{column.node, column.name}] = int(columns.size());
        QString type;
        for (const auto &[name, itsType] : m_nodes[column.node].columns)
            type = name == column.name ? itsType : type;
        columns.push_back({column.name, type, column.node == *start && column.name == state.column});
    }
    for (const int number : path.links) {
        const graph::ColumnPath::Link &link = links[number];
        const int fromColumn = placeOf[{link.from, link.fromColumn}];
        const int toColumn = placeOf[{link.to, link.toColumn}];
        const GraphEdge &edge = m_edges[edgeOf[number]];
        drawing.lines.push_back({.from = boxOf[link.from], .to = boxOf[link.to], .fromColumn = fromColumn, .toColumn = toColumn,
                                 .edges = {edgeOf[number]}, .label = edge.label, .isInferred = edge.isInferred});
    }
    return drawing;
}

LineageDrawing LineageModel::drawing(const State &state) const
{
    if (!state.column.isEmpty())
        return columnDrawing(state);
    const std::vector<bool> isDrawn = drawnNodes(state);
    LineageDrawing result = tableDrawing(isDrawn, state);
    countHidden(result, isDrawn);
    return result;
}

LineageDrawing LineageModel::wholeDrawing() const
{
    State everything;
    everything.focus = m_state.focus;
    return tableDrawing(std::vector<bool>(m_nodes.size(), true), everything);
}

} // namespace lakehouse::views
