#pragma once

#include <QStyledItemDelegate>

namespace lakehouse::views {

/// Draws an entry of a history: the sign of its status on the line of time, what happened, who and when, and why.
class HistoryRow : public QStyledItemDelegate {
    Q_OBJECT
public:
    enum Role { WhoRole = Qt::UserRole, ReasonRole, StatusRole, IdRole };
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace lakehouse::views
