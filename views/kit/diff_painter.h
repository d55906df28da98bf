#pragma once

#include "kit/diff_colours.h"
#include "kit/diff_selection.h"

#include <QRect>
#include <QTextLayout>

class QPainter;

namespace lakehouse::views {

/// Draws the rows of a comparison and tells what is at a point. Sizes and colours are those of the theme; refresh() takes them anew.
class DiffPainter {
public:
    enum class Zone { Nothing, Header, Viewed, Fold, Numbers, Text };
    struct Hit {
        Zone zone = Zone::Nothing;
        DiffSide side = DiffSide::After;
        int column = 0;
    };
    /// How a row is at the moment.
    struct Look {
        bool isCurrent = false;
        bool hasFocus = false;
        DiffSide side = DiffSide::After; ///< of the keyboard
        int visual = 0;
    };

    DiffPainter(const DiffModel &model, DiffColours &colours) : m_model(model), m_colours(colours) {}

    void refresh();
    int heightOf(const DiffVisual &visual) const;
    int lineHeight() const { return m_lineHeight; }
    int characterWidth() const { return m_characterWidth; }
    /// Of the widest text, as far as it is known: grows with what is drawn.
    int textWidth() const { return m_textWidth; }
    /// What is left for text in one column of a view of this width.
    int textRoom(int width) const;
    void setScroll(int x) { m_scroll = x; }
    void setNeedle(const QString &needle) { m_needle = needle; }
    void setSelection(const DiffSelection &selection) { m_selection = selection; }

    void paint(QPainter &painter, const DiffVisual &visual, const QRect &rect, const Look &look);
    Hit hit(const DiffVisual &visual, const QRect &rect, const QPoint &point) const;

private:
    struct Cell {
        QRect all;
        QRect numbers;
        QRect sign;
        QRect text;
    };
    Cell cellOf(const QRect &rect, DiffSide side) const;
    int gutterWidth() const;
    int numbersWidth() const;
    QRect viewedRect(const QRect &rect) const;
    std::unique_ptr<QTextLayout> layoutOf(const QString &shown, const QList<QTextLayout::FormatRange> &formats) const;
    QList<QTextLayout::FormatRange> formatsOf(const DiffVisual &visual, DiffSide side, const QString &shown, int index) const;
    void paintHeader(QPainter &painter, const DiffVisual &visual, const QRect &rect, const Look &look) const;
    void paintFold(QPainter &painter, const DiffVisual &visual, const QRect &rect, const Look &look) const;
    void paintCell(QPainter &painter, const DiffVisual &visual, const Cell &cell, DiffSide side, const Look &look);
    void paintNumbers(QPainter &painter, const DiffVisual &visual, const Cell &cell, DiffSide side) const;

    const DiffModel &m_model;
    DiffColours &m_colours;
    int m_lineHeight = 1;
    int m_headerHeight = 1;
    int m_foldHeight = 1;
    int m_characterWidth = 1;
    int m_numberWidth = 0;
    int m_textWidth = 0;
    int m_scroll = 0;
    QString m_needle;
    DiffSelection m_selection;
};

} // namespace lakehouse::views
