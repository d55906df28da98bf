#pragma once

#include "base/run_context.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lakehouse::views {

/// "37 of 412 · Load public.rental", how long already, and Stop. Hidden when nothing runs. Stop works once and at once; ten seconds after it
/// the strip offers to leave what does not stop running where it is.
class ProgressStrip : public QWidget {
    Q_OBJECT
public:
    explicit ProgressStrip(QWidget *parent = nullptr);

    /// Shows the strip; elapsedMs is how long it runs already, for a run that was started elsewhere.
    void start(qint64 elapsedMs = 0);
    /// Starts the strip when it is not running.
    void setProgress(const base::Progress &progress);
    void finish();
    bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    void stopRequested();
    void leaveRequested();

private:
    void askToStop();
    void showElapsed();
    void showWords();
    void dress();

    bool m_isRunning = false;
    bool m_isStopping = false;
    qint64 m_before = 0;
    base::Progress m_progress;
    QElapsedTimer m_since;
    QTimer m_tick;
    QTimer m_patience;
    QLabel *m_words;
    QLabel *m_elapsed;
    QProgressBar *m_bar;
    QPushButton *m_stop;
    QPushButton *m_leave;
};

} // namespace lakehouse::views
