#pragma once

#include "api/operations/pipeline.h"

#include <QWidget>

namespace lakehouse::views {

class HistoryView;
class Sparkline;

/// The runs of one table: rows and duration over time, and each run with what it came to.
class TableRunsView : public QWidget {
    Q_OBJECT
public:
    explicit TableRunsView(QWidget *parent = nullptr);

    void setHistory(const std::optional<api::TableHistory> &history, const base::UtcTime &now);

Q_SIGNALS:
    void runActivated(const QString &runId);

private:
    Sparkline *m_rows;
    Sparkline *m_duration;
    HistoryView *m_history;
};

} // namespace lakehouse::views
