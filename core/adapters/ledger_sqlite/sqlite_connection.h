#pragma once

#include "adapters/ledger_sqlite/sqlite_statement.h"

#include "base/cancel_token.h"

#include <chrono>
#include <functional>
#include <map>

struct sqlite3;

namespace lakehouse::adapters {

/// A connection to one SQLite file. For one thread at a time: the owner holds a lock. Locks of other processes are waited for.
class SqliteConnection {
public:
    /// Makes the file when it is not there; its folder must be.
    static base::Result<std::unique_ptr<SqliteConnection>> open(const QString &path, std::chrono::milliseconds busyWait);
    ~SqliteConnection();
    SqliteConnection(const SqliteConnection &) = delete;
    SqliteConnection &operator=(const SqliteConnection &) = delete;

    const QString &path() const { return m_path; }
    /// Each text is prepared once and kept; it must be a literal.
    base::Result<SqliteStatement> prepare(const char *sql);
    /// One or more statements without parameters and answers.
    base::Result<> execute(const char *sql);
    /// The first column of the first row, a number; 0 when there is no row.
    base::Result<qint64> number(const char *sql);
    qint64 changes() const; ///< rows that the last statement changed
    /// Write-ahead logging, so that readers and a writer do not wait for each other.
    base::Result<> useWriteAheadLog();
    /// A consistent copy in one file that only its owner may read, also while others write. Fails with AlreadyExists when `target` is there, be it a link to nothing.
    base::Result<> copyTo(const QString &target);
    /// Takes over the content of `source` in one step: others see the old or the new one. `whileLocked` runs when nobody else may write any more, on other
    /// connections; when it fails nothing is changed.
    base::Result<> replaceBy(SqliteConnection &source, const std::function<base::Result<>()> &whileLocked);
    void rollBack();

    /// While it lives, `cancel` ends waiting and running statements of this connection.
    class CancelScope {
    public:
        CancelScope(SqliteConnection &connection, const base::CancelToken &cancel);
        ~CancelScope();
        CancelScope(const CancelScope &) = delete;
        CancelScope &operator=(const CancelScope &) = delete;

    private:
        SqliteConnection &m_connection;
        base::CancelHook m_hook;
    };

private:
    friend class SqliteStatement;
    static base::Result<std::unique_ptr<SqliteConnection>> open(const QString &path, int flags, std::chrono::milliseconds busyWait);
    SqliteConnection(sqlite3 *database, const QString &path, std::chrono::milliseconds busyWait);
    base::Error failure(int code) const;
    void startWaiting() { m_waitingSince = std::chrono::steady_clock::now(); }
    void installBusyHandler();
    bool waitMore() const;
    void giveBack(const char *sql, sqlite3_stmt *statement);

    sqlite3 *m_database;
    QString m_path;
    std::chrono::milliseconds m_busyWait;
    std::chrono::steady_clock::time_point m_waitingSince;
    std::optional<base::CancelToken> m_cancel;
    std::multimap<const char *, sqlite3_stmt *> m_idle; ///< prepared statements that nobody uses now
};

} // namespace lakehouse::adapters
