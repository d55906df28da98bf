#pragma once

#include "kit/chart_drawing.h"

#include <QStringList>
#include <QWidget>

class QTableWidget;
class QToolButton;

namespace lakehouse::views {

/// The numbers of a chart.
struct ChartTable {
    QStringList titles;
    std::vector<QStringList> rows;
    QByteArray toCsv() const;
};

/// A small painted picture of numbers. The Table button shows the same numbers as a table; the accessible description is the sentence that a
/// person would say. What is painted is painted in the colours of the theme.
class Chart : public QWidget {
    Q_OBJECT
public:
    explicit Chart(QWidget *parent = nullptr);

    virtual ChartTable table() const = 0;
    /// "Lag 4 s, limit 60 s."
    virtual QString sentence() const = 0;
    QByteArray toSvg(const QSize &size) const;
    QByteArray toCsv() const { return table().toCsv(); }

    bool isTableShown() const;
    void setTableShown(bool isShown);
    /// Without the button the chart is decoration beside numbers that are already there, as in a cell. Shown at first.
    void setTableOffered(bool isOffered);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    virtual ChartDrawing drawing(const QSizeF &size) const = 0;
    /// Of the picture alone, at this width.
    virtual int pictureHeight() const = 0;
    virtual int pictureWidth() const;
    /// To be called by each setter.
    void numbersChanged();

    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void placeParts();
    void fillTable();
    QRect pictureArea() const;

    QToolButton *m_tableButton;
    QTableWidget *m_tableView = nullptr;
    bool m_isTableOffered = true;
};

} // namespace lakehouse::views
