#pragma once

#include "base/run_context.h"
#include "model/run.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QPushButton;
class QToolButton;

namespace lakehouse::views {

class PlainLabel;
class StatusChip;

/// The run drawer when it is folded: what runs, how far, how long, Stop. Stop acts at once and is never taken away; ten seconds after it
/// the line offers to leave the run where it is.
class RunLine : public QWidget {
    Q_OBJECT

public:
    explicit RunLine(QWidget *parent = nullptr);

    /// `others`: how many more runs go on.
    void setRun(const std::optional<model::Run> &run, const base::Progress &progress, int problems, int others, const base::UtcTime &now);
    void setOpen(bool isOpen);
    /// The same whether something runs or not.
    QSize sizeHint() const override;
    /// How long Stop may take before the line offers to leave the run; 10 s without this call.
    void setPatienceMs(int milliseconds) { m_patience.setInterval(milliseconds); }
    /// Ends "Stopping…".
    void stopEnded();

Q_SIGNALS:
    void toggleRequested();
    void stopRequested();
    void leaveRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showElapsed();
    void askToStop();

    QToolButton *m_toggle;
    StatusChip *m_chip;
    PlainLabel *m_words;
    PlainLabel *m_elapsed;
    PlainLabel *m_problems;
    QPushButton *m_stop;
    QPushButton *m_leave;
    QTimer m_tick;
    QTimer m_patience;
    QElapsedTimer m_since;
    qint64 m_before = 0;
    QString m_runId;
};

} // namespace lakehouse::views
