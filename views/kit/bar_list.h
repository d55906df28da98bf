#pragma once

#include "kit/chart.h"

#include <vector>

namespace lakehouse::views {

/// Counts per class: a label, a bar from zero and the number, one row each.
class BarList : public Chart {
    Q_OBJECT
public:
    struct Bar {
        QString label;
        qint64 count = 0;
        ColorRole color = ColorRole::Accent;
        ChartDrawing::Pattern pattern = ChartDrawing::Pattern::Solid;
    };
    enum class Order { LargestFirst, AsGiven };

    explicit BarList(QWidget *parent = nullptr);

    /// What is counted, such as "Columns by load mode". Counts below zero are not drawn.
    void setBars(const QString &name, std::vector<Bar> bars, Order order = Order::LargestFirst);

    ChartTable table() const override;
    QString sentence() const override;

protected:
    ChartDrawing drawing(const QSizeF &size) const override;
    int pictureHeight() const override;

private:
    QString m_name;
    std::vector<Bar> m_bars;
};

} // namespace lakehouse::views
