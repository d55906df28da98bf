#pragma once

#include "kit/diff_painter.h"

#include <QAbstractScrollArea>
#include <QBasicTimer>

namespace lakehouse::views {

/// The rows of a comparison, drawn as far as they are in view. Keyboard, mouse, selection and copying; what a row does when it is
/// activated is told to the owner. The model and the colours live longer; call rowsChanged() after the model changed.
class DiffCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    enum class Reveal { Least, Middle };
    enum class Copy { Text, WithNumbers };

    DiffCanvas(DiffModel &model, DiffColours &colours, QWidget *parent = nullptr);

    /// The current line stays current, at the same height in the view.
    void rowsChanged();
    /// A new comparison: to its beginning, nothing selected.
    void documentChanged();
    int current() const { return m_current; }
    void setCurrent(int visual, Reveal reveal = Reveal::Least);
    DiffSide side() const { return m_side; }
    void setSide(DiffSide side);
    void setNeedle(const QString &needle);
    int scrollOffset() const;
    void setScrollOffset(int y);

    /// Without signs and line numbers; nothing when nothing is selected.
    QString selectedText(Copy copy = Copy::Text) const;
    /// The selection, else the current line.
    void copy(Copy copy = Copy::Text);
    void selectAll();
    /// Asks for the colours of what is in view.
    void askForColours();
    /// What a screen reader says of the current row.
    QString spoken() const;

Q_SIGNALS:
    void currentChanged();
    void scrolled();
    void coloursWanted();
    void headerActivated(int file);
    void viewedToggled(int file);
    void foldActivated(int visual);
    void menuRequested(const QPoint &globalPosition);

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void timerEvent(QTimerEvent *event) override;

private:
    struct Identity { ///< of a row, across changes of the model
        int file = -1;
        int row = 0;
        bool isHeader = false;
    };

    void themeChanged();
    void place();
    void updateScrollBars();
    int rowAt(int y) const;
    QRect rectOf(int visual) const;
    int stickyHeader() const; ///< the header drawn over the top of the view, or -1
    QRect stickyRect(int header) const;
    std::pair<int, DiffPainter::Hit> hitAt(const QPoint &point) const;
    bool moveBy(QKeyEvent *event);
    bool moveSideways(QKeyEvent *event);
    void goTo(int visual, Qt::KeyboardModifiers modifiers);
    void activate();
    void extendTo(const QPoint &point);
    void showSelection();
    void announce();

    DiffModel &m_model;
    DiffColours &m_colours;
    DiffPainter m_painter;
    std::vector<int> m_tops; ///< of each row, and the end of the last
    int m_current = 0;
    Identity m_identity;
    DiffSide m_side = DiffSide::After;
    DiffSelection m_selection;
    bool m_isDragging = false;
    QPoint m_dragPoint;
    QBasicTimer m_dragTimer;
};

} // namespace lakehouse::views
