#pragma once

#include "base/clock.h"

#include <atomic>

namespace lakehouse::testsupport {

/// A clock that only a test moves; from any thread.
class FixedClock final : public base::Clock {
public:
    explicit FixedClock(qint64 microseconds = 1'700'000'000'000'000) : m_now(microseconds) {}
    base::UtcTime now() const override { return {m_now}; }
    void advance(qint64 microseconds) { m_now += microseconds; }

private:
    std::atomic<qint64> m_now;
};

} // namespace lakehouse::testsupport
