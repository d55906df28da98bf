#pragma once

#include "kit/chart.h"

namespace lakehouse::views {

/// A total of the source against the same total of the lake, with the difference in words.
class PairBar : public Chart {
    Q_OBJECT
public:
    struct Side {
        QString name;      ///< "Source", "bronze"
        double value = 0;  ///< for the length alone
        QString text = {}; ///< the exact value; empty: the value as a number
    };

    explicit PairBar(QWidget *parent = nullptr);

    /// difference: in the caller's words, since only exact arithmetic knows it; empty: both are equal.
    void setPair(const QString &measure, const Side &left, const Side &right, const QString &difference);

    ChartTable table() const override;
    QString sentence() const override;
    bool isEqual() const { return m_difference.isEmpty(); }

protected:
    ChartDrawing drawing(const QSizeF &size) const override;
    int pictureHeight() const override;

private:
    QString m_measure;
    Side m_left;
    Side m_right;
    QString m_difference;
};

} // namespace lakehouse::views
