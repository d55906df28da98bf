#include "adapters/http_services/dagster_client.h"

#include <QElapsedTimer>

#include <chrono>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Retry;
using ports::HttpRequest;
using ports::HttpResponse;

namespace {

constexpr qint64 firstPauseMs = 50;
constexpr qint64 longestPauseMs = 1000;

bool isBusyStatus(int status) { return status == 429 || status == 500 || status == 502 || status == 503 || status == 504; }

Error notDagster(const QString &origin, const HttpResponse &response)
{
    Error error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 did not answer as Dagster does (HTTP status %2)."), origin, qint64(response.status)},
                QT_TRANSLATE_NOOP("core", "Check dagster-url in ekos.toml, and what stands between this machine and Dagster."), QStringLiteral("dagster"),
                QString::fromUtf8(response.body.left(1000))};
    if (isBusyStatus(response.status)) {
        error.code = ErrorCode::Unreachable;
        error.message = {QT_TRANSLATE_NOOP("core", "Dagster at %1 is not ready (HTTP status %2)."), origin, qint64(response.status)};
        error.hint = QT_TRANSLATE_NOOP("core", "Wait until Dagster is up, then run the same command again.");
    }
    return error;
}

} // namespace

DagsterClient::DagsterClient(HttpOrigin server, std::shared_ptr<ports::HttpTransport> transport, DagsterOptions options)
    : m_server(std::move(server)), m_transport(std::move(transport)), m_options(options)
{
}

Result<HttpResponse> DagsterClient::send(const HttpRequest &request, Repeat repeat, base::RunContext &run)
{
    QElapsedTimer waited;
    waited.start();
    for (qint64 pauseMs = firstPauseMs;; pauseMs = std::min(2 * pauseMs, longestPauseMs)) {
        Result<HttpResponse> response = m_transport->exchange(request, run);
        // a connection that was refused is not tried again: nobody is there, and the person should hear it at once
        const bool isBroken = response ? isBusyStatus(response.value().status)
                                       : response.error().retry == Retry::Pointless && (response.error().code == ErrorCode::Unreachable || response.error().code == ErrorCode::TimedOut);
        if (!isBroken || repeat == Repeat::Never || waited.elapsed() + pauseMs > m_options.retryMs)
            return response;
        if (run.cancel().waitFor(std::chrono::milliseconds(pauseMs)))
            return run.cancel().check().error();
    }
}

Result<JsonValue> DagsterClient::ask(const char *field, const QByteArray &query, const QByteArray &variables, Repeat repeat, base::RunContext &run)
{
    HttpRequest request{.method = "POST", .url = m_server.origin + m_server.path + QStringLiteral("/graphql"), .timeoutMs = m_options.requestTimeoutMs,
                        .connectTimeoutMs = m_options.connectTimeoutMs, .isIdempotent = repeat == Repeat::Safe};
    request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
    request.body = "{\"query\":" + jsonString(QString::fromLatin1(query)) + ",\"variables\":" + variables + '}';
    EKOS_TRY(const HttpResponse response, send(request, repeat, run));
    Result<JsonValue> answer = parseJson(response.body);
    if (!answer || answer.value().kind != JsonValue::Kind::Object || isBusyStatus(response.status))
        return notDagster(m_server.origin, response);
    const JsonValue &data = answer.value()["data"];
    if (data.kind == JsonValue::Kind::Object && answer.value()["errors"].items.empty())
        return data[field];
    QString words;
    for (const JsonValue &error : answer.value()["errors"].items)
        words += error["message"].text + QLatin1Char('\n');
    if (words.isEmpty())
        return notDagster(m_server.origin, response);
    return Error{ErrorCode::ExternalFailure, QT_TRANSLATE_NOOP("core", "Dagster did not accept the question."), QT_TRANSLATE_NOOP("core", "Compare Dagster's version: ekos-lakehouse lakehouse doctor"),
                 QStringLiteral("dagster"), words.trimmed()};
}

Result<JsonValue> DagsterClient::serverInfo(base::RunContext &run)
{
    const HttpRequest request{.url = m_server.origin + m_server.path + QStringLiteral("/server_info"), .timeoutMs = std::min<qint64>(m_options.requestTimeoutMs, 10000),
                              .connectTimeoutMs = m_options.connectTimeoutMs};
    EKOS_TRY(const HttpResponse response, m_transport->exchange(request, run));
    Result<JsonValue> info = parseJson(response.body);
    if (response.status != 200 || !info || info.value()["dagster_version"].isNull())
        return notDagster(m_server.origin, response);
    return info;
}

QString dagsterWords(const JsonValue &error)
{
    QString words = error["message"].text.trimmed();
    for (const JsonValue &cause : error["causes"].items)
        words += QLatin1Char('\n') + cause["message"].text.trimmed();
    return words.trimmed();
}

} // namespace lakehouse::adapters
