#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QTimer>

namespace lakehouse::testsupport {

// Limits hold for an optimised build, whose watches installer/test.sh runs one at a time. Where nothing is inlined and other tests run beside, on a
// machine of whatever speed, they only catch what goes wrong by far.
#ifdef __OPTIMIZE__
constexpr qint64 workLimit(qint64 milliseconds) { return milliseconds; }
constexpr qint64 waitLimit(qint64 milliseconds) { return milliseconds; }
#else
constexpr qint64 workLimit(qint64 milliseconds) { return 6 * milliseconds; }
constexpr qint64 waitLimit(qint64 milliseconds) { return 10 * milliseconds; }
#endif

/// How long the event loop of this thread was kept from working: a timer of 5 ms notes the longest time between two of its ticks. Lives on the
/// thread that it watches, which has to come back to its event loop between the steps of a test.
class EventLoopWatch {
public:
    struct Gap {
        qint64 wallMs = 0;
        qint64 cpuMs = 0;      ///< that this thread worked meanwhile
        qint64 waitedMs = 0;   ///< that it slept, or waited for a lock, a file or another process; the rest others had the processor
        QString step = {};     ///< of the test
    };

    EventLoopWatch();
    /// Names what is done from now on.
    void begin(const QString &step);
    /// What follows is the test's own work on this thread, until the loop turns again.
    void excuse() { m_isExcused = true; }
    const Gap &longest() const { return m_longest; }
    /// The one in which this thread itself worked for the longest time: no busy machine makes it longer.
    const Gap &longestWork() const { return m_longestWork; }
    /// The one in which this thread waited for the longest time: no busy machine makes it longer. A loop that is free waits for its next event for
    /// 5 ms at a time, and QTest::qWait for 10 ms.
    const Gap &longestWait() const { return m_longestWait; }
    /// Whether the system tells apart a thread that waits and one whose turn it is not; nothing has waited where it does not.
    static bool knowsWaiting();
    qint64 ticks() const { return m_ticks; }
    /// The three gaps, for the log of the test.
    QString figures() const;

private:
    /// What the system counted of this thread until now.
    struct Counts {
        qint64 cpuNs = 0;
        qint64 queuedNs = 0;   ///< ready to run, while others ran
        qint64 stolenNs = 0;   ///< of one processor on the average, by the machine that this one is a guest of
        qint64 pagesRead = 0;  ///< of the program itself, from the disk
    };

    void tick();
    void look();
    Counts counts() const;

    QTimer m_timer;
    QElapsedTimer m_since;
    Counts m_counts;
    qint64 m_ticks = 0;
    bool m_isExcused = true;
    QString m_step;
    Gap m_longest;
    Gap m_longestWork;
    Gap m_longestWait;
};

} // namespace lakehouse::testsupport
