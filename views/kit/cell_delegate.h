#pragma once

#include <QStyledItemDelegate>

namespace lakehouse::views {

/// Paints cells from the tokens of the theme: one line, status chips, digits of equal width in number columns. What is selected has a bar
/// at its beginning besides the colour.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// The row under the mouse, -1: none.
    void setHoveredLine(int line) { m_hoveredLine = line; }

private:
    int m_hoveredLine = -1;
};

} // namespace lakehouse::views
