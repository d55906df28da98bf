#pragma once

#include "adapters/http_services/dagster_orchestrator.h"
#include "adapters/http_services/http_origin.h"
#include "adapters/http_services/json_value.h"

namespace lakehouse::adapters {

/// Whether a question may be asked again when its answer is lost.
enum class Repeat { Safe, Never };

/// Dagster's GraphQL interface: one question, one answer.
class DagsterClient {
public:
    DagsterClient(HttpOrigin server, std::shared_ptr<ports::HttpTransport> transport, DagsterOptions options);

    /// The value of `field` under "data", which may be null. `variables` is a JSON object. Answers that are errors of GraphQL or of Dagster fail with ExternalFailure;
    /// a lost answer of a question that may not be repeated keeps Retry::Pointless.
    base::Result<JsonValue> ask(const char *field, const QByteArray &query, const QByteArray &variables, Repeat repeat, base::RunContext &run);
    base::Result<JsonValue> serverInfo(base::RunContext &run);

    const HttpOrigin &server() const { return m_server; }
    const DagsterOptions &options() const { return m_options; }

private:
    base::Result<ports::HttpResponse> send(const ports::HttpRequest &request, Repeat repeat, base::RunContext &run);

    HttpOrigin m_server;
    std::shared_ptr<ports::HttpTransport> m_transport;
    DagsterOptions m_options;
};

/// The words of a PythonError: its message and those of its causes.
QString dagsterWords(const JsonValue &error);

} // namespace lakehouse::adapters
