#pragma once

#include <chrono>

namespace lakehouse::adapters::postgres {

/// How long the server and we wait for each other. The server enforces all but `connect`.
struct PostgresLimits {
    std::chrono::milliseconds connect{5'000};            ///< for all addresses of the host together
    std::chrono::milliseconds catalogStatement{120'000}; ///< one catalog query
    std::chrono::milliseconds profileStatement{60'000};  ///< one query of a profile, a sample or a count
    std::chrono::milliseconds statement{3'600'000};      ///< one query of a reconciliation or a measurement
    std::chrono::milliseconds lock{10'000};              ///< for a table that somebody else has locked
    std::chrono::milliseconds idleInTransaction{60'000}; ///< when this program hangs, the source is free again after this time
};

} // namespace lakehouse::adapters::postgres
