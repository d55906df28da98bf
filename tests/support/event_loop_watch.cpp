#include "support/event_loop_watch.h"

#include <ctime>

namespace lakehouse::testsupport {

namespace {

constexpr std::chrono::milliseconds period{5};

qint64 threadWorkedNs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

EventLoopWatch::EventLoopWatch()
{
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { tick(); });
    m_timer.start(period);
}

void EventLoopWatch::begin(const QString &step)
{
    m_step = step;
    excuse();
}

void EventLoopWatch::tick()
{
    const qint64 cpuNs = threadWorkedNs();
    if (!std::exchange(m_isExcused, false)) {
        const Gap gap{m_since.elapsed(), (cpuNs - m_cpuNs) / 1'000'000, m_step};
        if (gap.wallMs > m_longest.wallMs)
            m_longest = gap;
        if (gap.cpuMs > m_longestWork.cpuMs)
            m_longestWork = gap;
    }
    ++m_ticks;
    m_cpuNs = cpuNs;
    m_since.start();
}

} // namespace lakehouse::testsupport
