#pragma once

#include <QStyledItemDelegate>

namespace lakehouse::views {

/// The state of a step as a chip, and its place in the run as a bar: where it stands is when, how long it is is how long it took.
class RunStepsDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace lakehouse::views
