#include "adapters/postgres/session.h"

#include "adapters/postgres/pqxx_connection.h"
#include "adapters/postgres/server_errors.h"
#include "base/utf8.h"

#include <condition_variable>
#include <libpq-fe.h>
#include <mutex>
#include <poll.h>
#include <sys/socket.h>

namespace lakehouse::adapters::postgres {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using ports::SqlRows;
using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

namespace {

struct CancelCloser {
    void operator()(PGcancel *cancel) const { PQfreeCancel(cancel); }
};

constexpr milliseconds cancelPause{50};     // a cancel request can arrive before its statement does, so it is repeated
constexpr milliseconds cancelPatience{3'000}; // after that the server is out of reach, and the socket is shut

Error cancelled()
{
    return Error{ErrorCode::Cancelled, QT_TRANSLATE_NOOP("core", "Cancelled."), QT_TRANSLATE_NOOP("core", "Run the same command again to finish.")};
}

/// The characters of a value, or nothing when they are not UTF-8.
std::optional<QString> decoded(const char *bytes, std::size_t size)
{
    if (!QUtf8StringView(bytes, qsizetype(size)).isValidUtf8())
        return std::nullopt;
    return base::fromUtf8({bytes, size});
}

Result<SqlRows> rowsOf(const pqxx::result &result)
{
    SqlRows rows;
    const auto width = std::size_t(result.columns());
    for (std::size_t i = 0; i < width; ++i)
        rows.columns.push_back(base::fromUtf8(result.column_name(pqxx::row::size_type(i))));
    rows.rows.reserve(std::size_t(result.size()));
    for (const auto &row : result) {
        std::vector<std::optional<QString>> &values = rows.rows.emplace_back();
        values.reserve(width);
        for (const auto &field : row) {
            if (field.is_null()) {
                values.emplace_back();
                continue;
            }
            std::optional<QString> text = decoded(field.c_str(), std::size_t(field.size()));
            if (!text)
                return Error{ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "The source sent text in \"%1\" that is not UTF-8."), rows.columns[values.size()]},
                             QT_TRANSLATE_NOOP("core", "Check the encoding of the source database; SQL_ASCII lets any bytes in.")};
            values.push_back(std::move(text));
        }
    }
    return rows;
}

} // namespace

struct Session::State {
    State(OpenConnection open, std::unique_ptr<PGcancel, CancelCloser> handle) : raw(open.get()), cancel(std::move(handle)), connection(std::move(open)) {}

    pg_conn *raw; // owned by `connection`
    std::unique_ptr<PGcancel, CancelCloser> cancel; // made beforehand: PQcancel may run beside a statement, most of libpq may not
    PqxxConnection connection;
    int socket = PQsocket(raw);
    qint64 statements = 0;
    std::mutex mutex;
    std::condition_variable idle;
    bool isRunning = false;
    bool isInterrupted = false;

    bool startStatement()
    {
        const std::lock_guard lock(mutex);
        if (isInterrupted)
            return false;
        return isRunning = true;
    }
    /// True when an interrupt came in between.
    bool endStatement()
    {
        const std::lock_guard lock(mutex);
        isRunning = false;
        idle.notify_all();
        return isInterrupted;
    }
};

Session::Session(std::unique_ptr<State> state, model::SourceConnection connection, PostgresLimits limits)
    : m_state(std::move(state)), m_connection(std::move(connection)), m_limits(limits)
{
}

Session::~Session() = default;

Result<std::unique_ptr<Session>> Session::connect(const model::SourceConnection &connection, const base::Secret *password, const PostgresLimits &limits, base::RunContext &run)
{
    EKOS_TRY(OpenConnection open, connectTo(connection, password, limits, run));
    pg_conn *raw = open.get();
    try {
        std::unique_ptr<PGcancel, CancelCloser> cancel(PQgetCancel(raw));
        auto state = std::make_unique<State>(std::move(open), std::move(cancel));
        PQsetNoticeReceiver(raw, [](void *, const PGresult *) {}, nullptr); // libpq would print notices on our standard error
        return std::unique_ptr<Session>(new Session(std::move(state), connection, limits));
    } catch (const std::exception &exception) {
        return connectionLost(connection, QString::fromUtf8(exception.what()));
    }
}

Result<SqlRows> Session::execute(const QString &sql)
{
    if (sql.contains(QChar::Null) || !sql.isValidUtf16())
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "A query holds a character that no server takes."), QT_TRANSLATE_NOOP("core", "Check the names in ekos.toml for broken characters."), m_connection.alias};
    if (!m_state->startStatement())
        return cancelled();
    ++m_state->statements;
    const SteadyClock::time_point start = SteadyClock::now();
    std::optional<pqxx::result> result;
    QString words;
    try {
        pqxx::nontransaction transaction(m_state->connection.get());
        result.emplace(executeOne(transaction, sql.toStdString()));
    } catch (const std::exception &exception) { // libpqxx 6 keeps the SQLSTATE of some errors to itself, but the words carry it
        words = QString::fromUtf8(exception.what());
    }
    if (m_state->endStatement())
        return cancelled();
    if (!result)
        return errorOf(words, std::chrono::duration_cast<milliseconds>(SteadyClock::now() - start));
    return rowsOf(*result);
}

Error Session::errorOf(const QString &words, milliseconds elapsed) const
{
    const QString sqlState = sqlStateOfStatement(words);
    if (PQstatus(m_state->raw) != CONNECTION_OK) // libpqxx says only that it is lost; libpq keeps the server's last words
        return connectionLost(m_connection, QString::fromUtf8(PQerrorMessage(m_state->raw)));
    // 57014 stands for an administrator's cancel as well, and the words that tell them apart depend on the server's language.
    for (const milliseconds limit : {m_limits.profileStatement, m_limits.catalogStatement, m_limits.statement})
        if (sqlState == QLatin1String("57014") && elapsed >= limit && elapsed < limit + milliseconds(1'000))
            return statementTimedOut(m_connection, limit.count(), words);
    return statementError(m_connection, sqlState, words);
}

Result<> Session::begin(TransactionMode mode)
{
    const char *const statement = mode == TransactionMode::RepeatableRead ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        : mode == TransactionMode::ReadCommitted                         ? "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"
                                                                         : "BEGIN READ WRITE";
    EKOS_CHECK(execute(QLatin1String(statement)));
    --m_state->statements;
    return Ok{};
}

void Session::rollback()
{
    if (execute(QStringLiteral("ROLLBACK"))) // when it fails the connection is gone, and the transaction with it
        --m_state->statements;
}

void Session::interrupt()
{
    std::unique_lock lock(m_state->mutex);
    m_state->isInterrupted = true;
    const SteadyClock::time_point end = SteadyClock::now() + cancelPatience;
    while (m_state->isRunning && SteadyClock::now() < end) {
        lock.unlock();
        char words[256];
        PQcancel(m_state->cancel.get(), words, sizeof words);
        lock.lock();
        m_state->idle.wait_for(lock, cancelPause, [this] { return !m_state->isRunning; });
    }
    if (m_state->isRunning)
        shutdown(m_state->socket, SHUT_RDWR);
}

int Session::serverVersion() const
{
    return PQserverVersion(m_state->raw);
}

bool Session::usesTls() const
{
    return PQsslInUse(m_state->raw) != 0;
}

bool Session::isReusable() const
{
    const std::lock_guard lock(m_state->mutex);
    pollfd socket{m_state->socket, POLLIN, 0}; // an idle server is silent: anything to read is its farewell
    return !m_state->isInterrupted && PQstatus(m_state->raw) == CONNECTION_OK && PQtransactionStatus(m_state->raw) == PQTRANS_IDLE && poll(&socket, 1, 0) == 0;
}

qint64 Session::statements() const
{
    return m_state->statements;
}

Result<Transaction> Transaction::begin(Session &session, TransactionMode mode)
{
    EKOS_CHECK(session.begin(mode));
    return Transaction(session);
}

Transaction::~Transaction()
{
    if (m_session)
        m_session->rollback();
}

} // namespace lakehouse::adapters::postgres
