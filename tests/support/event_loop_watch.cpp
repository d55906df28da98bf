#include "support/event_loop_watch.h"

#include <QFile>

#include <algorithm>
#include <ctime>

#include <sys/resource.h>
#include <unistd.h>

namespace lakehouse::testsupport {

namespace {

constexpr std::chrono::milliseconds period{5};
constexpr qint64 nsPerMs = 1'000'000;
constexpr qint64 nsPerSecond = 1'000'000'000;
constexpr int stolenField = 8; ///< of the first line of /proc/stat: "cpu  user nice system idle iowait irq softirq steal"
constexpr int queuedField = 1; ///< of /proc/thread-self/schedstat: "running queued slices"

/// The number at this place of the first line; nothing: the system does not tell.
std::optional<qint64> counted(const char *path, int field)
{
    QFile file(QString::fromLatin1(path));
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return std::nullopt;
    const QList<QByteArray> fields = file.readLine(256).simplified().split(' ');
    bool isNumber = false;
    const qint64 number = fields.value(field).toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
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
    look();
    m_step = step;
}

bool EventLoopWatch::knowsWaiting()
{
    static const bool isKnown = counted("/proc/thread-self/schedstat", queuedField).has_value();
    return isKnown;
}

EventLoopWatch::Counts EventLoopWatch::counts() const
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    static const qint64 nsPerJiffy = nsPerSecond / ::sysconf(_SC_CLK_TCK);
    return {.cpuNs = qint64(time.tv_sec) * nsPerSecond + time.tv_nsec, .queuedNs = counted("/proc/thread-self/schedstat", queuedField).value_or(0),
            .stolenNs = counted("/proc/stat", stolenField).value_or(0) * nsPerJiffy / ::sysconf(_SC_NPROCESSORS_ONLN), .pagesRead = usage.ru_majflt};
}

void EventLoopWatch::tick()
{
    ++m_ticks;
    look();
}

/// Ends a gap, and begins the next.
void EventLoopWatch::look()
{
    const Counts now = counts();
    if (!std::exchange(m_isExcused, false)) {
        const qint64 wallNs = m_since.nsecsElapsed();
        const qint64 cpuNs = now.cpuNs - m_counts.cpuNs;
        const qint64 othersNs = (now.queuedNs - m_counts.queuedNs) + (now.stolenNs - m_counts.stolenNs);
        const bool isWaiting = knowsWaiting() && now.pagesRead == m_counts.pagesRead; // a program that is read from the disk did not choose to wait
        const Gap gap{wallNs / nsPerMs, cpuNs / nsPerMs, isWaiting ? std::max<qint64>(0, wallNs - cpuNs - othersNs) / nsPerMs : 0, m_step};
        if (gap.wallMs > m_longest.wallMs)
            m_longest = gap;
        if (gap.cpuMs > m_longestWork.cpuMs)
            m_longestWork = gap;
        if (gap.waitedMs > m_longestWait.waitedMs)
            m_longestWait = gap;
    }
    m_counts = now;
    m_since.start();
}

QString EventLoopWatch::figures() const
{
    return QStringLiteral("%1 ticks; longest stretch %2 ms by the clock in \"%3\", %4 ms of own work in \"%5\", %6 ms of waiting in \"%7\"")
        .arg(m_ticks).arg(m_longest.wallMs).arg(m_longest.step).arg(m_longestWork.cpuMs).arg(m_longestWork.step).arg(m_longestWait.waitedMs).arg(m_longestWait.step);
}

} // namespace lakehouse::testsupport
