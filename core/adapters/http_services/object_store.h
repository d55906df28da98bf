#pragma once

#include "model/service_check.h"
#include "ports/http_transport.h"

#include <vector>

namespace lakehouse::adapters {

/// The object store's line of `doctor`: any answer counts, since only a signed request gets more than a refusal.
std::vector<model::ServiceCheck> checkObjectStore(const QString &url, ports::HttpTransport &transport, base::RunContext &run);

} // namespace lakehouse::adapters
