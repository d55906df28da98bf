#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QTimer>

namespace lakehouse::testsupport {

// Limits hold for an optimised build, whose watches installer/test.sh runs one at a time. Where nothing is inlined and other tests run beside, they only
// catch what goes wrong by far.
#ifdef __OPTIMIZE__
constexpr qint64 workLimit(qint64 milliseconds) { return milliseconds; }
constexpr qint64 waitLimit(qint64 milliseconds) { return milliseconds; }
#else
constexpr qint64 workLimit(qint64 milliseconds) { return 4 * milliseconds; }
constexpr qint64 waitLimit(qint64 milliseconds) { return 10 * milliseconds; }
#endif

/// How long the event loop of this thread was kept from working: a timer of 5 ms notes the longest time between two of its ticks. Lives on the
/// thread that it watches, which has to come back to its event loop between the steps of a test.
class EventLoopWatch {
public:
    struct Gap {
        qint64 wallMs = 0;
        qint64 cpuMs = 0;      ///< that this thread worked meanwhile; the rest it waited, or others had the processor
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
    qint64 ticks() const { return m_ticks; }

private:
    void tick();

    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_cpuNs = 0;
    qint64 m_ticks = 0;
    bool m_isExcused = true;
    QString m_step;
    Gap m_longest;
    Gap m_longestWork;
};

} // namespace lakehouse::testsupport
