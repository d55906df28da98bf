#pragma once

#include <QHeaderView>

namespace lakehouse::views {

/// The titles above the rows: aligned as their cells are, with the direction of the sort beside the title. A third click gives back the order
/// of the rows.
class RowsHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit RowsHeader(QWidget *parent = nullptr);

protected:
    void paintSection(QPainter *painter, const QRect &rectangle, int column) const override;
    QSize sectionSizeFromContents(int column) const override;
};

} // namespace lakehouse::views
