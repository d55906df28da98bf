#pragma once

#include "kit/lineage_scene.h"

#include <QSet>

class QPainter;

namespace lakehouse::views {

/// Paints a scene in the colours of the theme, at the painter's own scale.
class LineagePainter {
public:
    /// What is picked out of the scene; the whole of it on paper.
    struct Marks {
        int selectedBox = -1;
        int selectedLine = -1;
        bool hasFocus = false;       ///< the keyboard is here
        bool isFinding = false;      ///< boxes that are not found step back
        QSet<int> found = {};
    };

    LineagePainter(const LineageScene &scene, Marks marks) : m_scene(scene), m_marks(std::move(marks)) {}

    /// Lines first, then boxes. Only what touches `visible`; words are left out where they would be too small to read.
    void paint(QPainter &painter, const QRectF &visible) const;
    /// The words of the layers over their boxes, `top` to `top` + height, in the painter's unit; `scale` and `shift` turn the scene into that unit.
    void paintHeadings(QPainter &painter, double top, double height, double scale, double shift) const;
    /// Boxes as plain colours and the part that is on screen.
    void paintMap(QPainter &painter, const QRectF &window) const;

private:
    void paintLine(QPainter &painter, int line) const;
    void paintLabel(QPainter &painter, int line) const;
    void paintBox(QPainter &painter, int box, bool hasWords) const;
    void paintColumns(QPainter &painter, int box) const;
    bool isOfSelection(int line) const;

    const LineageScene &m_scene;
    Marks m_marks;
};

} // namespace lakehouse::views
