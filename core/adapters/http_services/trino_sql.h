#pragma once

#include "base/secret.h"
#include "ports/http_transport.h"
#include "ports/lake_sql.h"

#include <memory>

namespace lakehouse::adapters {

class TrinoClient;

struct TrinoOptions {
    QString sourceCatalog = {};       ///< named in errors of the database behind it
    qint64 requestTimeoutMs = 60000;  ///< of one HTTP exchange
    qint64 connectTimeoutMs = 5000;
    qint64 retryMs = 60000;           ///< how long a broken poll of a running query is tried again
    qint64 endQueriesMs = 60000;      ///< how long endQueries waits until none runs
    qint64 questionMs = 600000;       ///< of one question about a catalog as a whole; a large catalog takes minutes
    qint64 checkMs = 120000;          ///< of all questions of `check` together
    qint64 killMs = 15000;            ///< of the statement that ends a query
    qint64 maxRowBytes = 256 << 20;   ///< memory of the rows of one statement
};

/// SQL at Trino over its statement protocol. Values arrive as Trino's own text: numbers digit by digit, varbinary in base64, arrays, maps
/// and rows as JSON. A statement is sent once: when the connection breaks before Trino's answer, the error says that the outcome is unknown.
/// Rows beyond the limit, and answers of another shape than the question has, fail with ExternalFailure. May be called from any thread.
class TrinoSql : public ports::LakeSql {
public:
    /// `password` may be null. Fails with InvalidInput when the URL is unusable or the password would travel unencrypted to another machine.
    static base::Result<std::unique_ptr<TrinoSql>> open(const QString &url, const QString &user, std::shared_ptr<const base::Secret> password,
                                                        std::shared_ptr<ports::HttpTransport> transport, const TrinoOptions &options = {});
    ~TrinoSql() override;
    base::Result<ports::StatementResult> execute(const QString &sql, const ports::StatementOptions &options, base::RunContext &run) override;
    base::Result<> endQueries(const QString &tag, base::RunContext &run) override;
    base::Result<std::vector<model::ExposedTable>> exposedTables(const QString &catalog, base::RunContext &run) override;
    std::vector<model::ServiceCheck> check(const QString &sourceCatalog, const QString &lakeCatalog, base::RunContext &run) override;

private:
    explicit TrinoSql(std::unique_ptr<TrinoClient> client);
    std::unique_ptr<TrinoClient> m_client;
};

} // namespace lakehouse::adapters
