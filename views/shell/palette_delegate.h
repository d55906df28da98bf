#pragma once

#include <QStyledItemDelegate>

namespace lakehouse::views {

/// Draws a line of the palette: icon, title with what fits in bold, note, kind, shortcut.
class PaletteDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace lakehouse::views
