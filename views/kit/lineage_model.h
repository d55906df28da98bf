#pragma once

#include "kit/lineage_drawing.h"
#include "kit/lineage_graph.h"

#include "graph/column_paths.h"

#include <QCoreApplication>
#include <QMap>
#include <QSet>

namespace lakehouse::views {

/// A lineage and the part of it that a person asked to see. Knows no widgets and no places.
class LineageModel {
    Q_DECLARE_TR_FUNCTIONS(lakehouse::views::LineageModel)
public:
    using Direction = graph::Reach::Direction;

    /// What is asked for. A value, so that a step can be tried before it is taken.
    struct State {
        QString focus = {};
        QMap<QString, int> hops = {};     ///< how far around which node is drawn
        QSet<QString> collapsed = {};     ///< ids of groups
        Direction direction = Direction::Both;
        QString columnNode = {};
        QString column = {};              ///< empty: no column mode
        bool isEverything = false;
        friend bool operator==(const State &, const State &) = default;
    };

    void setGraph(std::vector<GraphNode> nodes, std::vector<GraphEdge> edges);
    const std::vector<GraphNode> &nodes() const { return m_nodes; }
    const std::vector<GraphEdge> &edges() const { return m_edges; }
    const graph::Digraph &graph() const { return m_graph; }
    std::optional<int> node(const QString &id) const { return m_graph.node(id); }
    bool isEmpty() const { return m_nodes.empty(); }

    const State &state() const { return m_state; }
    void setState(State state) { m_state = std::move(state); }

    /// Of a node: what it collapses into; empty when it has no group.
    QString groupId(int node) const;
    /// Groups of more than one node.
    QSet<QString> allGroups() const;
    /// By node, seen from the one with this id: hops, negative upstream; nothing where no way leads.
    std::vector<std::optional<int>> hopsFrom(const QString &id) const;

    LineageDrawing drawing(const State &state) const;
    LineageDrawing drawing() const { return drawing(m_state); }
    /// Everything there is, table by table.
    LineageDrawing wholeDrawing() const;
    /// As many boxes as drawing() has, without making it whole.
    int boxCount(const State &state) const;

private:
    std::vector<bool> drawnNodes(const State &state) const;
    LineageDrawing columnDrawing(const State &state) const;
    std::vector<graph::ColumnPath::Link> columnLinks(std::vector<int> *edges) const;
    LineageDrawing tableDrawing(const std::vector<bool> &isDrawn, const State &state) const;
    LineageDrawing::Box boxOfNode(int node, const State &state) const;
    LineageDrawing::Box boxOfGroup(const QString &id, std::vector<int> nodes, const State &state) const;
    void sumUp(LineageDrawing::Line &line) const;
    void countHidden(LineageDrawing &drawing, const std::vector<bool> &isDrawn) const;

    std::vector<GraphNode> m_nodes;
    std::vector<GraphEdge> m_edges;
    graph::Digraph m_graph;
    State m_state;
};

} // namespace lakehouse::views
