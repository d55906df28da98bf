#pragma once

#include "base/clock.h"
#include "kit/chart.h"

#include <functional>
#include <optional>
#include <vector>

namespace lakehouse::views {

/// How one number went over time: rows, duration, lag. The last value is written beside the line.
class Sparkline : public Chart {
    Q_OBJECT
public:
    struct Point {
        base::UtcTime at;
        double value = 0;
    };
    using InWords = std::function<QString(double)>;

    explicit Sparkline(QWidget *parent = nullptr);

    /// Points in the order of time. inWords writes a value with its unit; without it the number is written as the reader writes numbers.
    void setSeries(const QString &name, std::vector<Point> points, InWords inWords = {});
    /// A dashed line that the value should stay below.
    void setLimit(std::optional<double> limit);
    /// Instead of the sentence that the chart makes: for what only the caller knows, such as "steady for 3 days".
    void setSentence(const QString &sentence);

    ChartTable table() const override;
    QString sentence() const override;

protected:
    ChartDrawing drawing(const QSizeF &size) const override;
    int pictureHeight() const override;

private:
    QString inWords(double value) const;

    QString m_name;
    std::vector<Point> m_points;
    InWords m_inWords;
    std::optional<double> m_limit;
    QString m_sentence;
};

} // namespace lakehouse::views
