#include "adapters/http_services/object_store.h"

#include "adapters/http_services/http_origin.h"

namespace lakehouse::adapters {

using base::Result;
using model::CheckState;
using model::ServiceCheck;

namespace {

constexpr qint64 timeoutMs = 10000;

ServiceCheck line(CheckState state, base::Text finding, base::Text remedy = {})
{
    return {.service = QStringLiteral("object-store"), .check = QStringLiteral("answers"), .state = state, .finding = std::move(finding), .remedy = std::move(remedy)};
}

} // namespace

std::vector<ServiceCheck> checkObjectStore(const QString &url, ports::HttpTransport &transport, base::RunContext &run)
{
    if (url.isEmpty())
        return {line(CheckState::Skipped, QT_TRANSLATE_NOOP("core", "No address is set."), QT_TRANSLATE_NOOP("core", "Set s3-url in ekos.toml."))};
    const Result<HttpOrigin> server = parseOrigin(url);
    if (!server)
        return {line(CheckState::Failed, server.error().message, server.error().hint)};
    const Result<ports::HttpResponse> answer = transport.exchange({.url = url, .timeoutMs = timeoutMs}, run);
    if (!answer)
        return {line(CheckState::Failed, answer.error().message, answer.error().hint)};
    const int status = answer.value().status;
    if (status >= 500)
        return {line(CheckState::Failed, {QT_TRANSLATE_NOOP("core", "The object store at %1 is not well (HTTP status %2)."), server.value().origin, qint64(status)},
                     QT_TRANSLATE_NOOP("core", "Look into the object store's log."))};
    return {line(CheckState::Passed, {QT_TRANSLATE_NOOP("core", "The object store at %1 answers."), server.value().origin})};
}

} // namespace lakehouse::adapters
