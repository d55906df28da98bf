#pragma once

#include "base/run_context.h"

#include <string>
#include <vector>

namespace lakehouse::adapters::postgres {

/// The numeric addresses of a host, in the order to try them. Ends soon after a cancel and after `timeout`, though the system's resolver does neither.
/// Fails with Unreachable when the name is unknown, TimedOut, Cancelled.
base::Result<std::vector<std::string>> addressesOf(const QString &host, std::chrono::milliseconds timeout, base::RunContext &run);

} // namespace lakehouse::adapters::postgres
