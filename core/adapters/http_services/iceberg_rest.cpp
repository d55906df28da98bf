#include "adapters/http_services/iceberg_rest.h"

#include "adapters/http_services/http_origin.h"

namespace lakehouse::adapters {

using base::Result;
using model::CheckState;
using model::ServiceCheck;
using ports::HttpResponse;

namespace {

constexpr qint64 timeoutMs = 10000;

ServiceCheck line(CheckState state, base::Text finding, base::Text remedy = {})
{
    return {.service = QStringLiteral("iceberg-catalog"), .check = QStringLiteral("answers"), .state = state, .finding = std::move(finding), .remedy = std::move(remedy)};
}

/// Without a sign-in the interface may refuse, but only an Iceberg catalog refuses at this address.
bool isRestCatalog(const HttpResponse &response)
{
    return response.status == 200 || response.status == 400 || response.status == 401 || response.status == 403;
}

} // namespace

std::vector<ServiceCheck> checkIcebergCatalog(const QString &healthUrl, ports::HttpTransport &transport, base::RunContext &run)
{
    if (healthUrl.isEmpty())
        return {line(CheckState::Skipped, QT_TRANSLATE_NOOP("core", "No address is set."), QT_TRANSLATE_NOOP("core", "Set polaris-health-url in ekos.toml."))};
    const Result<HttpOrigin> server = parseOrigin(healthUrl);
    if (!server)
        return {line(CheckState::Failed, server.error().message, server.error().hint)};
    const Result<HttpResponse> health = transport.exchange({.url = healthUrl, .timeoutMs = timeoutMs}, run);
    if (!health)
        return {line(CheckState::Failed, health.error().message, health.error().hint)};
    const QString &origin = server.value().origin;
    if (health.value().status == 200)
        return {line(CheckState::Passed, {QT_TRANSLATE_NOOP("core", "The Iceberg catalog at %1 answers."), origin})};
    if (health.value().status == 404) {
        const Result<HttpResponse> config = transport.exchange({.url = origin + QStringLiteral("/v1/config"), .timeoutMs = timeoutMs}, run);
        if (config && isRestCatalog(config.value()))
            return {line(CheckState::Passed, {QT_TRANSLATE_NOOP("core", "The Iceberg REST catalog at %1 answers; it has no health page."), origin})};
        return {line(CheckState::Failed, {QT_TRANSLATE_NOOP("core", "%1 answers, but not as an Iceberg catalog does."), origin},
                     QT_TRANSLATE_NOOP("core", "Set polaris-health-url in ekos.toml to the health page of the catalog, for example http://127.0.0.1:58182/q/health"))};
    }
    return {line(CheckState::Failed, {QT_TRANSLATE_NOOP("core", "The Iceberg catalog at %1 is not well (HTTP status %2)."), origin, qint64(health.value().status)},
                 QT_TRANSLATE_NOOP("core", "Look into the catalog's log."))};
}

} // namespace lakehouse::adapters
