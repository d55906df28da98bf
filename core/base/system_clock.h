#pragma once

#include "base/clock.h"

namespace lakehouse::base {

/// The machine's clock. Thread-safe.
class SystemClock final : public Clock {
public:
    UtcTime now() const override;
};

} // namespace lakehouse::base
