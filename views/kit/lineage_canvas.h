#pragma once

#include "kit/lineage_painter.h"
#include "kit/lineage_scene.h"

#include <QAbstractScrollArea>

#include <optional>

namespace lakehouse::views {

class LineageMap;

/// Shows a scene: zoom, scrolling, what is selected, the words of the layers always in view. Knows no commands.
class LineageCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    static constexpr double smallestZoom = 0.1;
    static constexpr double largestZoom = 3;

    explicit LineageCanvas(QWidget *parent = nullptr);

    const LineageScene &scene() const { return m_scene; }
    /// The box that is selected, or else the focus, stays where it is on screen; a first scene is fitted.
    void setScene(LineageScene scene);
    int selectedBox() const { return m_marks.selectedBox; }
    int selectedLine() const { return m_marks.selectedLine; }
    /// Scrolls as far as needed to show it.
    void select(int box, int line);
    /// Boxes that match what is looked for; nothing: nobody looks for anything.
    void setFound(std::optional<QSet<int>> found);

    double zoom() const { return m_zoom; }
    /// Around the selected box, or else the middle of the screen.
    void zoomBy(double factor);
    void setZoom(double zoom, const QPointF &centre);
    void fit();
    /// The person zoomed or moved: a new scene or size keeps that.
    bool isOwnView() const { return m_view == View::Own; }
    /// Scene point in the middle of the screen.
    QPointF centre() const;
    /// How much of the scene is seen.
    QRectF window() const;
    bool isMapWanted() const { return m_isMapWanted; }
    void setMapWanted(bool isWanted);
    bool isMapShown() const;

Q_SIGNALS:
    void boxPressed(int box);
    void linePressed(int line);
    void boxActivated(int box);
    void viewChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    /// First: all of it where that can be read, or else a part. Fitted: all of it. Own: as the person left it.
    enum class View { First, Fitted, Own };

    QRectF room() const;
    QPointF shift() const;
    QPointF toScene(const QPointF &point) const { return (point - shift()) / m_zoom; }
    int anchor() const;
    double fittingZoom() const;
    void lookFirst();
    void updateBars();
    void scrollTo(const QPointF &scenePoint, const QPointF &viewportPoint);
    void reveal(const QRectF &sceneRect);
    void updateMap();
    QString wordsAt(const QPointF &point) const;

    LineageScene m_scene;
    LineagePainter::Marks m_marks;
    LineageMap *m_map;
    double m_zoom = 1;
    View m_view = View::First;
    bool m_isMapWanted = true;
    std::optional<QPoint> m_dragFrom;
};

} // namespace lakehouse::views
