#pragma once

#include "model/service_check.h"
#include "ports/http_transport.h"

#include <vector>

namespace lakehouse::adapters {

/// The Iceberg catalog's line of `doctor`. Asks the health page of `healthUrl`; a server without that page is asked for its REST interface.
std::vector<model::ServiceCheck> checkIcebergCatalog(const QString &healthUrl, ports::HttpTransport &transport, base::RunContext &run);

} // namespace lakehouse::adapters
