#pragma once

#include "kit/chart.h"
#include "kit/status.h"

#include <vector>

namespace lakehouse::views {

/// The steps of a run: where a bar stands is when, how long it is is how long it took.
class Timeline : public Chart {
    Q_OBJECT
public:
    struct Step {
        QString name;
        qint64 startMs = 0;    ///< after the start of the run
        qint64 durationMs = 0; ///< so far, for a step that runs
        Status status = Status::Done;
    };

    explicit Timeline(QWidget *parent = nullptr);

    void setSteps(std::vector<Step> steps);

    ChartTable table() const override;
    QString sentence() const override;

protected:
    ChartDrawing drawing(const QSizeF &size) const override;
    int pictureHeight() const override;

private:
    qint64 endMs() const;

    std::vector<Step> m_steps;
};

} // namespace lakehouse::views
