#include "adapters/http_services/trino_client.h"

#include "adapters/http_services/trino_errors.h"

#include <QElapsedTimer>
#include <QUrl>

#include <algorithm>
#include <chrono>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Retry;
using ports::HttpRequest;
using ports::HttpResponse;
using ports::StatementResult;

namespace {

constexpr qint64 firstPauseMs = 50;
constexpr qint64 longestPauseMs = 1000;
constexpr qint64 cleanUpTimeoutMs = 5000;

bool isBusyStatus(int status) { return status == 429 || status == 502 || status == 503 || status == 504; }

/// A word for an HTTP header: what is not plain is percent-encoded, commas above all, since they separate tags.
QByteArray headerWord(const QString &text) { return QUrl::toPercentEncoding(text, ":"); }

Error httpError(const HttpResponse &response, const QString &origin)
{
    Error error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 answered with HTTP status %2 and not as Trino does."), origin, qint64(response.status)},
                QT_TRANSLATE_NOOP("core", "Check trino-url in ekos.toml, and what stands between this machine and Trino."), QStringLiteral("trino")};
    if (response.status == 401 || response.status == 403) {
        error.code = ErrorCode::NotAllowed;
        error.message = {QT_TRANSLATE_NOOP("core", "Trino at %1 does not accept this user."), origin};
        error.hint = QT_TRANSLATE_NOOP("core", "Check trino-user, and the variable that trino-password-env names.");
    } else if (isBusyStatus(response.status)) {
        error.code = ErrorCode::Unreachable;
        error.message = {QT_TRANSLATE_NOOP("core", "Trino at %1 is not ready (HTTP status %2)."), origin, qint64(response.status)};
        error.hint = QT_TRANSLATE_NOOP("core", "Wait until Trino is up, then run the same command again.");
        error.retry = Retry::Later;
    }
    error.detail = QString::fromUtf8(response.body.left(1000));
    return error;
}

Error outcomeUnknown(Error cause, const QString &origin)
{
    cause.code = ErrorCode::Unreachable;
    cause.message = {QT_TRANSLATE_NOOP("core", "The connection to Trino at %1 broke. Whether the statement took effect is unknown."), origin};
    cause.hint = QT_TRANSLATE_NOOP("core", "Check that Trino runs, then run the same command again: it looks first at what was done.");
    cause.subject = QStringLiteral("trino");
    cause.retry = Retry::Pointless;
    return cause;
}

Error unexpectedShape(const QString &queryId)
{
    return Error{ErrorCode::ExternalFailure, QT_TRANSLATE_NOOP("core", "Trino answered in an unexpected shape."),
                 QT_TRANSLATE_NOOP("core", "Check trino-url in ekos.toml, and what stands between this machine and Trino; then run the same command again."), queryId};
}

/// The answer as JSON; a proxy's page, an error status or half a document is an error.
Result<JsonValue> readAnswer(const HttpResponse &response, const QString &origin)
{
    if (response.status != 200)
        return httpError(response, origin);
    Result<JsonValue> answer = parseJson(response.body);
    if (answer && !answer.value()["id"].text.isEmpty())
        return answer;
    Error error = httpError(response, origin);
    error.message = {QT_TRANSLATE_NOOP("core", "%1 did not answer as Trino does."), origin};
    if (!answer)
        error.detail = answer.error().detail;
    return error;
}

} // namespace

struct TrinoClient::Statement {
    QString sql;
    QString tag;
    QString catalog; ///< named in errors of the database behind it
    qint64 timeoutMs;
    qint64 retryMs;
    QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever);
    QString nextUri = {};
    qint64 rowBytes = 0;
    bool isFinished = false;
    StatementResult result = {};
};

TrinoClient::TrinoClient(HttpOrigin server, QString user, std::shared_ptr<const base::Secret> password, std::shared_ptr<ports::HttpTransport> transport, TrinoOptions options)
    : m_server(std::move(server)), m_user(std::move(user)), m_password(std::move(password)), m_transport(std::move(transport)), m_options(std::move(options))
{
}

HttpRequest TrinoClient::request(const QByteArray &method, const QString &url, const Statement &statement) const
{
    const qint64 timeoutMs = statement.deadline.isForever() ? statement.timeoutMs : std::clamp<qint64>(statement.deadline.remainingTime(), 1, statement.timeoutMs);
    HttpRequest request{.method = method, .url = url, .timeoutMs = timeoutMs, .connectTimeoutMs = m_options.connectTimeoutMs};
    request.headers = {{"X-Trino-User", m_user.toUtf8()}, {"X-Trino-Source", trinoSourceOf(statement.tag).toUtf8()}, {"X-Trino-Time-Zone", "UTC"},
                       {"X-Trino-Client-Capabilities", "PARAMETRIC_DATETIME"}, // without it the digits of a second are cut to three
                       {"Content-Type", "text/plain; charset=utf-8"}};
    if (!statement.tag.isEmpty())
        request.headers.emplace_back("X-Trino-Client-Tags", headerWord(statement.tag));
    if (m_password)
        m_password->reveal([&](const std::string &password) {
            request.headers.emplace_back("Authorization", "Basic " + (m_user.toUtf8() + ':' + QByteArray::fromStdString(password)).toBase64());
        });
    return request;
}

QString TrinoClient::onServer(const QString &nextUri) const
{
    // Behind a proxy Trino may name itself by another address. Ours is the one that the person trusts with the password.
    const Result<HttpOrigin> next = parseOrigin(nextUri);
    return next ? m_server.origin + next.value().path : QString();
}

Result<JsonValue> TrinoClient::submit(const Statement &statement, base::RunContext &run)
{
    HttpRequest post = request("POST", m_server.origin + m_server.path + QStringLiteral("/v1/statement"), statement);
    post.body = statement.sql.toUtf8();
    post.isIdempotent = false;
    QElapsedTimer waited;
    waited.start();
    for (qint64 pauseMs = firstPauseMs;; pauseMs = std::min(2 * pauseMs, longestPauseMs)) {
        Result<HttpResponse> response = m_transport->exchange(post, run);
        if (!response) {
            if (response.error().code == ErrorCode::Cancelled || response.error().retry == Retry::Later)
                return std::move(response).error();
            return outcomeUnknown(std::move(response).error(), m_server.origin);
        }
        const int status = response.value().status;
        if (status == 502 || status == 504)
            return outcomeUnknown(httpError(response.value(), m_server.origin), m_server.origin);
        // 429 and 503 say that the statement was not taken: only these are sent again
        if ((status != 429 && status != 503) || waited.elapsed() + pauseMs > statement.retryMs || statement.deadline.hasExpired())
            return readAnswer(response.value(), m_server.origin);
        if (run.cancel().waitFor(std::chrono::milliseconds(pauseMs)))
            return run.cancel().check().error();
    }
}

Result<JsonValue> TrinoClient::poll(const Statement &statement, base::RunContext &run)
{
    const HttpRequest get = request("GET", statement.nextUri, statement);
    QElapsedTimer waited;
    waited.start();
    for (qint64 pauseMs = firstPauseMs;; pauseMs = std::min(2 * pauseMs, longestPauseMs)) {
        Result<HttpResponse> response = m_transport->exchange(get, run);
        // Trino keeps the last answer until the next one is asked for, so the same poll may be repeated
        const bool isBroken = response ? isBusyStatus(response.value().status)
                                       : response.error().code == ErrorCode::Unreachable || response.error().code == ErrorCode::TimedOut;
        if (!isBroken) {
            if (!response)
                return std::move(response).error();
            if (response.value().status == 404 || response.value().status == 410)
                return outcomeUnknown(httpError(response.value(), m_server.origin), m_server.origin); // restarted: it knows nothing of the query
            return readAnswer(response.value(), m_server.origin);
        }
        if (waited.elapsed() + pauseMs > statement.retryMs || statement.deadline.hasExpired())
            return outcomeUnknown(response ? httpError(response.value(), m_server.origin) : std::move(response).error(), m_server.origin);
        if (run.cancel().waitFor(std::chrono::milliseconds(pauseMs)))
            return run.cancel().check().error();
    }
}

Result<> TrinoClient::take(Statement &statement, const JsonValue &answer) const
{
    StatementResult &result = statement.result;
    result.queryId = answer["id"].text;
    statement.nextUri = answer["nextUri"].isNull() ? QString() : onServer(answer["nextUri"].text);
    statement.isFinished = statement.nextUri.isEmpty();
    if (const JsonValue &error = answer["error"]; !error.isNull()) {
        statement.isFinished = true;
        return trinoError(error, result.queryId, statement.catalog);
    }
    if (result.rows.columns.empty())
        for (const JsonValue &column : answer["columns"].items)
            result.rows.columns.push_back(column["name"].text);
    EKOS_CHECK(takeRows(statement, answer));
    if (const std::optional<qint64> count = answer["updateCount"].toInteger())
        result.rowsWritten = count;
    return base::Ok{};
}

Result<> TrinoClient::takeRows(Statement &statement, const JsonValue &answer) const
{
    ports::SqlRows &rows = statement.result.rows;
    for (const JsonValue &row : answer["data"].items) {
        if (row.kind != JsonValue::Kind::Array || row.items.empty() || row.items.size() != rows.columns.size())
            return unexpectedShape(statement.result.queryId);
        auto &cells = rows.rows.emplace_back();
        statement.rowBytes += qint64(sizeof cells);
        for (const JsonValue &cell : row.items) {
            const std::optional<QString> &text = cells.emplace_back(cell.toText());
            statement.rowBytes += qint64(sizeof text) + (text ? text->size() * qint64(sizeof(QChar)) : 0);
        }
        if (statement.rowBytes > m_options.maxRowBytes)
            return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "The rows that Trino sends for one statement are larger than %1 bytes."), m_options.maxRowBytes},
                         QT_TRANSLATE_NOOP("core", "Check that trino-url in ekos.toml is the address of Trino, and look at the query in Trino's console."), statement.result.queryId};
    }
    return base::Ok{};
}

Error TrinoClient::tooLate(const Statement &statement) const
{
    return Error{ErrorCode::TimedOut, {QT_TRANSLATE_NOOP("core", "Trino at %1 did not finish a question in time."), m_server.origin},
                 QT_TRANSLATE_NOOP("core", "Look at the query in Trino's console, then run the same command again."), statement.result.queryId, {}, Retry::Later};
}

/// Ends the query at Trino, whatever has become of the caller's context.
void TrinoClient::abandon(const Statement &statement)
{
    if (statement.nextUri.isEmpty())
        return; // the answer to the POST is missing: Trino starts a query only when its first poll arrives
    base::RunContext cleanUp;
    HttpRequest request = this->request("DELETE", statement.nextUri, statement);
    request.timeoutMs = std::min(m_options.requestTimeoutMs, cleanUpTimeoutMs);
    request.isIdempotent = false;
    const Result<HttpResponse> response = m_transport->exchange(request, cleanUp);
    if (response && response.value().status / 100 == 2)
        return;
    const Result<> killed = kill(statement.result.queryId, cleanUp); // the last resort: a caller in trouble has its own error to report
    Q_UNUSED(killed);
}

Result<StatementResult> TrinoClient::run(const QString &sql, const QString &tag, base::RunContext &run)
{
    return finish({sql, tag, m_options.sourceCatalog, m_options.requestTimeoutMs, m_options.retryMs}, run);
}

Result<StatementResult> TrinoClient::ask(const TrinoQuestion &question, base::RunContext &run)
{
    EKOS_TRY(StatementResult answer, finish({question.sql, {}, question.catalog, m_options.requestTimeoutMs, m_options.retryMs, question.deadline}, run));
    const auto isRight = [&question](const auto &row) {
        return row.size() >= question.columns && std::all_of(row.begin(), row.begin() + qsizetype(question.columns), [](const auto &cell) { return cell.has_value(); });
    };
    if (!std::ranges::all_of(answer.rows.rows, isRight))
        return unexpectedShape(answer.queryId);
    return answer;
}

Result<StatementResult> TrinoClient::finish(Statement statement, base::RunContext &run)
{
    Result<JsonValue> answer = submit(statement, run);
    while (answer) {
        Result<> taken = take(statement, answer.value());
        if (taken && statement.isFinished)
            return std::move(statement.result);
        if (!taken) {
            if (!statement.isFinished)
                abandon(statement);
            return std::move(taken).error();
        }
        if (statement.deadline.hasExpired())
            break;
        answer = poll(statement, run);
    }
    abandon(statement);
    if (statement.deadline.hasExpired() && (answer || answer.error().code != ErrorCode::Cancelled))
        return tooLate(statement);
    return std::move(answer).error();
}

Result<HttpResponse> TrinoClient::get(const QString &path, base::RunContext &run)
{
    HttpRequest request{.url = m_server.origin + m_server.path + path, .timeoutMs = std::min(m_options.requestTimeoutMs, cleanUpTimeoutMs), .connectTimeoutMs = m_options.connectTimeoutMs};
    request.headers = {{"X-Trino-User", m_user.toUtf8()}};
    return m_transport->exchange(request, run);
}

Result<> TrinoClient::kill(const QString &queryId, base::RunContext &run)
{
    const QString sql = QStringLiteral("CALL system.runtime.kill_query(query_id => %1, message => 'ended by ekos-lakehouse')").arg(trinoString(queryId));
    Statement statement{sql, {}, {}, std::min(m_options.requestTimeoutMs, cleanUpTimeoutMs), std::min(m_options.retryMs, cleanUpTimeoutMs), QDeadlineTimer(m_options.killMs)};
    Result<JsonValue> answer = submit(statement, run);
    while (answer) {
        const Result<> taken = take(statement, answer.value());
        if (!taken && taken.error().code != ErrorCode::InvalidInput && taken.error().code != ErrorCode::Unsupported)
            return taken.error();
        if (!taken || statement.isFinished)
            return base::Ok{}; // "not running" and "not found" mean that it is over
        if (statement.deadline.hasExpired())
            return tooLate(statement);
        answer = poll(statement, run);
    }
    return std::move(answer).error();
}

QString trinoSourceOf(const QString &tag)
{
    return tag.isEmpty() ? QStringLiteral("ekos-lakehouse") : QStringLiteral("ekos-lakehouse run ") + QString::fromLatin1(headerWord(tag));
}

QString trinoIdentifier(const QString &name)
{
    return QLatin1Char('"') + QString(name).replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString trinoString(const QString &text)
{
    return QLatin1Char('\'') + QString(text).replace(QLatin1Char('\''), QLatin1String("''")) + QLatin1Char('\'');
}

} // namespace lakehouse::adapters
