#pragma once

#include <QWidget>

namespace lakehouse::views {

struct LineageScene;

/// The whole of a scene, small, with the part that is on screen. Pressing into it moves there; keys reach everything without it.
class LineageMap : public QWidget {
    Q_OBJECT
public:
    explicit LineageMap(QWidget *parent);

    /// The scene stays the caller's and outlives what is shown.
    void show(const LineageScene *scene, int selectedBox, const QRectF &window);

    using QWidget::show;

Q_SIGNALS:
    void moved(const QPointF &scenePoint);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    double scale() const;
    QPointF shift() const;

    const LineageScene *m_scene = nullptr;
    int m_selectedBox = -1;
    QRectF m_window;
};

} // namespace lakehouse::views
