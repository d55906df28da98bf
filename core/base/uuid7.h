#pragma once

#include "base/clock.h"
#include "base/strong_id.h"

#include <mutex>

namespace lakehouse::base {

/// UUID v7 (RFC 9562, section 5.7): milliseconds, then 12 bits that count within one millisecond, then random bits. Ids of one source
/// increase, also when the clock stands still or is set back. Thread-safe; the clock must outlive it.
class Uuid7Source final : public IdSource {
public:
    explicit Uuid7Source(const Clock &clock) : m_clock(clock) {}
    QUuid next() override;

private:
    const Clock &m_clock;
    std::mutex m_mutex;
    quint64 m_last = 0; ///< milliseconds and counter of the last id, as one number
};

} // namespace lakehouse::base
