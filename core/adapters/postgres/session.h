#pragma once

#include "adapters/postgres/postgres_limits.h"
#include "base/run_context.h"
#include "base/secret.h"
#include "model/project_settings.h"
#include "ports/sql_rows.h"

#include <memory>

namespace lakehouse::adapters::postgres {

enum class TransactionMode { ReadCommitted, RepeatableRead, ReadWriteTrial };

/// One connection to the server. Used by one thread at a time; only `interrupt` may come from another.
class Session {
public:
    static base::Result<std::unique_ptr<Session>> connect(const model::SourceConnection &connection, const base::Secret *password, const PostgresLimits &limits,
                                                          base::RunContext &run);
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    /// Runs one statement and returns every value as the server prints it. Fails with InvalidInput when `sql` cannot be sent as it is.
    base::Result<ports::SqlRows> execute(const QString &sql);
    base::Result<> begin(TransactionMode mode);
    /// Ends the transaction. Nothing is ever kept, so there is no commit.
    void rollback();

    /// Ends the running statement, and refuses every later one. Returns when the statement has ended, or the connection was cut off.
    void interrupt();

    int serverVersion() const; ///< 150018
    bool usesTls() const;
    bool isReusable() const;   ///< open, never interrupted, and the server has not hung up
    qint64 statements() const; ///< run so far, without begin and rollback

private:
    struct State;
    Session(std::unique_ptr<State> state, model::SourceConnection connection, PostgresLimits limits);
    base::Error errorOf(const QString &words, std::chrono::milliseconds elapsed) const;

    std::unique_ptr<State> m_state;
    model::SourceConnection m_connection;
    PostgresLimits m_limits;
};

/// Begins a transaction, and rolls it back at its end.
class Transaction {
public:
    static base::Result<Transaction> begin(Session &session, TransactionMode mode);
    Transaction(Transaction &&other) noexcept : m_session(std::exchange(other.m_session, nullptr)) {}
    Transaction &operator=(Transaction &&) = delete;
    ~Transaction();

private:
    explicit Transaction(Session &session) : m_session(&session) {}
    Session *m_session;
};

} // namespace lakehouse::adapters::postgres
