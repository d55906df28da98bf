#pragma once

#include <QStyledItemDelegate>

namespace lakehouse::views {

/// Two lines for each run: how it stands and what it is; who started it, when, how long.
class RunListDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace lakehouse::views
