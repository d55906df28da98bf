#include "adapters/ledger_sqlite/machine_clock.h"

#include <QFile>

#include <cstdlib>

#include <time.h>

namespace lakehouse::adapters {

MachineMoment MachineClock::now() const
{
    static const QString boot = [] {
        QFile file(QStringLiteral("/proc/sys/kernel/random/boot_id"));
        return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll().trimmed()) : QString();
    }();
    timespec time = {};
    clock_gettime(CLOCK_MONOTONIC, &time); // the same for all processes, unlike the zero of std::chrono::steady_clock on other systems
    return {boot, qint64(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000};
}

const MachineClock &MachineClock::ofThisMachine()
{
    static const MachineClock clock;
    return clock;
}

bool isAlive(const MachineMoment &beat, const MachineMoment &now)
{
    // A beat from the future is of another clock (a container with a time of its own): no sign of life either.
    return beat.boot == now.boot && std::llabs(now.milliseconds - beat.milliseconds) < silenceMs;
}

} // namespace lakehouse::adapters
