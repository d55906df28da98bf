#pragma once

#include "kit/lineage_graph.h"
#include "kit/lineage_scene.h"

#include <QByteArray>

class QXmlStreamWriter;

namespace lakehouse::views {

/// A scene as an SVG document in the colours of the theme: every box, every line and every word of it, with the SQL of a line as its title.
class LineageSvg {
public:
    /// `edges`: what the lines of the scene stand for.
    LineageSvg(const LineageScene &scene, const std::vector<GraphEdge> &edges) : m_scene(scene), m_edges(edges) {}

    QByteArray document(const QString &title) const;

private:
    void writeRun(QXmlStreamWriter &xml, const LineageScene::Run &run) const;
    void writeHeadings(QXmlStreamWriter &xml) const;
    void writeLine(QXmlStreamWriter &xml, int line) const;
    void writeBox(QXmlStreamWriter &xml, int box) const;
    QString titleOf(const LineageDrawing::Line &line) const;

    const LineageScene &m_scene;
    const std::vector<GraphEdge> &m_edges;
};

} // namespace lakehouse::views
