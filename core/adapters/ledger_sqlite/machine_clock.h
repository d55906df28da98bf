#pragma once

#include <QString>

namespace lakehouse::adapters {

/// A moment that all processes of a machine agree on and that nobody can set: since when the machine runs, and for how long.
struct MachineMoment {
    QString boot = {};          ///< changes with every start of the machine
    qint64 milliseconds = 0;    ///< since the start, without the time it slept
};

/// Where heartbeats take their time from; tests move it.
class MachineClock {
public:
    virtual ~MachineClock() = default;
    virtual MachineMoment now() const;
    static const MachineClock &ofThisMachine();
};

inline constexpr qint64 heartbeatMs = 2'000;
inline constexpr qint64 silenceMs = 15'000; ///< after which a holder counts as gone

/// Whether a process that last gave a sign at `beat` counts as running. One of before a restart of the machine never does.
bool isAlive(const MachineMoment &beat, const MachineMoment &now);

} // namespace lakehouse::adapters
