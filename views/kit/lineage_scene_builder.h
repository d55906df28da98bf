#pragma once

#include "kit/lineage_scene.h"

#include "graph/layered_layout.h"

#include <QCoreApplication>
#include <QFont>
#include <QHash>

#include <chrono>

namespace lakehouse::views {

/// Makes a scene of a drawing, in slices: measures the words in the fonts of the theme, places the boxes, puts the words into them.
class LineageSceneBuilder {
    Q_DECLARE_TR_FUNCTIONS(lakehouse::views::LineageSceneBuilder)
public:
    /// `earlier`: vertical centres of an earlier scene, by id of the box.
    LineageSceneBuilder(LineageDrawing drawing, const QHash<QString, double> &earlier);

    /// True when the scene is there.
    bool step(std::chrono::microseconds budget);
    LineageScene takeScene() { return std::move(m_scene); }

private:
    struct Size {
        double width = 0;
        double height = 0;
    };

    void measure(int box);
    double addText(LineageScene::Box &box, const QString &text, TextStyle style, ColorRole role, double top);
    double addWordAndNote(LineageScene::Box &box, const LineageDrawing::Box &words, double top);
    double addColumns(LineageScene::Box &box, const LineageDrawing::Box &words, double top);
    double addHidden(LineageScene::Box &box, const LineageDrawing::Box &words, double top);
    void startLayout();
    double rowCentre(int box, int column) const;
    void finish();
    void placeLines(const graph::LayeredLayout::Placement &placement);
    QString labelOf(int line) const;
    void addLabel(int line);
    void addBands();
    double widthOf(const QString &text, TextStyle style) const;

    LineageScene m_scene;
    QHash<QString, double> m_earlier;
    std::vector<Size> m_sizes;
    std::unique_ptr<graph::LayeredLayout> m_layout;
    double m_edge = 0;
    double m_gap = 0;
};

} // namespace lakehouse::views
