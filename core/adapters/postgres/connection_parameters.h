#pragma once

#include "adapters/postgres/postgres_limits.h"
#include "base/secret.h"
#include "model/project_settings.h"

#include <functional>
#include <string>

namespace lakehouse::adapters::postgres {

/// Fails with InvalidInput naming the key: an empty part, a host that libpq would read as a socket or a list, an unknown tls-mode, a verifying
/// mode without a root certificate.
base::Result<> checkConnection(const model::SourceConnection &connection);

/// Lends libpq's connection string for one numeric `address`; it is wiped afterwards. Every parameter that libpq would otherwise take from the
/// environment, a service file or the home folder is set, so that only `connection` decides where we connect to.
void withConnectionString(const model::SourceConnection &connection, const base::Secret *password, const std::string &address, const PostgresLimits &limits,
                          const std::function<void(const char *)> &use);

} // namespace lakehouse::adapters::postgres
