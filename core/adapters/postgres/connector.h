#pragma once

#include "adapters/postgres/postgres_limits.h"
#include "base/run_context.h"
#include "base/secret.h"
#include "model/project_settings.h"

#include <memory>

struct pg_conn;

namespace lakehouse::adapters::postgres {

struct ConnectionCloser {
    void operator()(pg_conn *connection) const;
};
using OpenConnection = std::unique_ptr<pg_conn, ConnectionCloser>;

/// Connects without blocking, one address of the host after the other, and gives up soon after a cancel or when the time is over.
base::Result<OpenConnection> connectTo(const model::SourceConnection &connection, const base::Secret *password, const PostgresLimits &limits, base::RunContext &run);

} // namespace lakehouse::adapters::postgres
