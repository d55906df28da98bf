#pragma once

#include "adapters/http_services/trino_client.h"

namespace lakehouse::adapters {

/// Trino's lines of `doctor`.
std::vector<model::ServiceCheck> checkTrino(TrinoClient &client, const QString &sourceCatalog, const QString &lakeCatalog, base::RunContext &run);

} // namespace lakehouse::adapters
