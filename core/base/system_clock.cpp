#include "base/system_clock.h"

#include <chrono>

namespace lakehouse::base {

UtcTime SystemClock::now() const
{
    const auto sinceEpoch = std::chrono::system_clock::now().time_since_epoch();
    return UtcTime{std::chrono::duration_cast<std::chrono::microseconds>(sinceEpoch).count()};
}

} // namespace lakehouse::base
