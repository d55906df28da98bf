#include "adapters/postgres/connector.h"

#include "adapters/postgres/connection_parameters.h"
#include "adapters/postgres/host_addresses.h"
#include "adapters/postgres/server_errors.h"

#include <libpq-fe.h>
#include <poll.h>

namespace lakehouse::adapters::postgres {

using base::Error;
using base::ErrorCode;
using base::Result;
using model::SourceConnection;
using SteadyClock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::milliseconds pollTime{50}; // how late a cancel is seen at most

ConnectStage stageOf(ConnStatusType status)
{
    switch (status) {
    case CONNECTION_AWAITING_RESPONSE:
    case CONNECTION_AUTH_OK:
    case CONNECTION_SETENV:
    case CONNECTION_OK:
    case CONNECTION_CHECK_WRITABLE:
    case CONNECTION_CONSUME:
    case CONNECTION_CHECK_TARGET: return ConnectStage::Talking;
    case CONNECTION_SSL_STARTUP: return ConnectStage::Tls;
    default: return ConnectStage::Reaching;
    }
}

/// One address.
struct Attempt {
    OpenConnection connection = {};
    ConnectStage stage = ConnectStage::Reaching;
    bool isTimedOut = false;
    QString words = {};      ///< of a failure
    bool isPasswordMissing = false;
    bool isOpen() const { return connection && PQstatus(connection.get()) == CONNECTION_OK; }
};

/// Waits for at most one poll; true when libpq can go on.
bool waitForSocket(pg_conn *connection, PostgresPollingStatusType wish)
{
    pollfd socket{PQsocket(connection), short(wish == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
    return poll(&socket, 1, int(pollTime.count())) > 0 || socket.fd < 0;
}

void follow(Attempt &attempt, SteadyClock::time_point deadline, const base::CancelToken &cancel)
{
    pg_conn *connection = attempt.connection.get();
    PostgresPollingStatusType wish = PGRES_POLLING_WRITING;
    while (wish == PGRES_POLLING_READING || wish == PGRES_POLLING_WRITING) {
        const bool isReady = waitForSocket(connection, wish);
        if (cancel.isCancelled())
            return;
        attempt.isTimedOut = SteadyClock::now() >= deadline;
        if (attempt.isTimedOut)
            return;
        if (!isReady)
            continue;
        attempt.stage = std::max(stageOf(PQstatus(connection)), attempt.stage);
        wish = PQconnectPoll(connection);
        if (PQstatus(connection) != CONNECTION_BAD)
            attempt.stage = std::max(stageOf(PQstatus(connection)), attempt.stage);
    }
}

Attempt tryAddress(const SourceConnection &source, const base::Secret *password, const std::string &address, const PostgresLimits &limits,
                   SteadyClock::time_point deadline, const base::CancelToken &cancel)
{
    Attempt attempt;
    withConnectionString(source, password, address, limits, [&](const char *text) { attempt.connection.reset(PQconnectStart(text)); });
    if (!attempt.connection)
        return attempt;
    PQsetErrorVerbosity(attempt.connection.get(), PQERRORS_VERBOSE); // so that an error carries its SQLSTATE
    if (PQstatus(attempt.connection.get()) != CONNECTION_BAD)
        follow(attempt, deadline, cancel);
    if (!attempt.isOpen()) {
        attempt.words = QString::fromUtf8(PQerrorMessage(attempt.connection.get()));
        attempt.isPasswordMissing = PQconnectionNeedsPassword(attempt.connection.get()) != 0;
    }
    return attempt;
}

Error passwordMissing(const SourceConnection &source)
{
    return Error{ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "%1 asks for the password of \"%2\", and none is given."), serverName(source), source.user},
                 {QT_TRANSLATE_NOOP("core", "Set the environment variable %1 to the password of \"%2\"."), source.passwordEnv, source.user}, source.alias};
}

/// The server refused to talk without TLS when it talks with it.
bool isTlsWanted(SourceConnection source, const base::Secret *password, const std::string &address, const PostgresLimits &limits, const Attempt &refused,
                 const base::CancelToken &cancel)
{
    if (source.tlsMode != QLatin1String("disable") || !sqlStateIn(refused.words).startsWith(QLatin1String("28000")))
        return false;
    source.tlsMode = QStringLiteral("require");
    const Attempt withTls = tryAddress(source, password, address, limits, SteadyClock::now() + limits.connect, cancel);
    return withTls.isOpen() || (withTls.stage == ConnectStage::Talking && !sqlStateIn(withTls.words).startsWith(QLatin1String("28000")));
}

} // namespace

void ConnectionCloser::operator()(pg_conn *connection) const
{
    PQfinish(connection);
}

Result<OpenConnection> connectTo(const SourceConnection &source, const base::Secret *password, const PostgresLimits &limits, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    const SteadyClock::time_point deadline = SteadyClock::now() + limits.connect;
    EKOS_TRY(const std::vector<std::string> addresses, addressesOf(source.host, limits.connect, run));
    Error last = connectTimedOut(source, ConnectStage::Reaching);
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        const SteadyClock::time_point now = SteadyClock::now();
        const auto share = (deadline - now) / qint64(addresses.size() - i); // a dead first address leaves time for the next one
        Attempt attempt = tryAddress(source, password, addresses[i], limits, now + share, run.cancel());
        EKOS_CHECK(run.cancel().check());
        if (attempt.isOpen())
            return std::move(attempt.connection);
        if (attempt.isPasswordMissing)
            return passwordMissing(source);
        if (isTlsWanted(source, password, addresses[i], limits, attempt, run.cancel()))
            return tlsRequiredByServer(source, attempt.words);
        last = attempt.isTimedOut ? connectTimedOut(source, attempt.stage) : connectError(source, attempt.stage, attempt.words);
        if (attempt.stage != ConnectStage::Reaching)
            break; // this address is the server: another one would only hide its words
    }
    return last;
}

} // namespace lakehouse::adapters::postgres
