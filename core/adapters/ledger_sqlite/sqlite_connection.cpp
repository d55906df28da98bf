#include "adapters/ledger_sqlite/sqlite_connection.h"

#include "adapters/ledger_sqlite/sqlite_error.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sqlite3.h>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using namespace std::chrono_literals;

namespace {

/// Makes an empty file that only its owner may read and write. Whoever may write to the folder can put a link there at any time: it is not followed.
Result<> makeNewFile(const QString &path)
{
    QFile file(path);
    if (file.open(QFile::WriteOnly | QFile::NewOnly, QFile::ReadOwner | QFile::WriteOwner))
        return Ok{};
    const QFileInfo there(path);
    if (there.exists() || there.isSymLink())
        return Error{ErrorCode::AlreadyExists, {QT_TRANSLATE_NOOP("core", "%1 is there already."), path},
                     QT_TRANSLATE_NOOP("core", "Choose another name: a back-up never replaces a file.")};
    return sqliteError(SQLITE_CANTOPEN, file.errorString(), path);
}

} // namespace

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const QString &path, std::chrono::milliseconds busyWait)
{
    return open(path, SQLITE_OPEN_CREATE, busyWait);
}

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const QString &path, int flags, std::chrono::milliseconds busyWait)
{
    sqlite3 *database = nullptr;
    const int code = sqlite3_open_v2(QFile::encodeName(path).constData(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | flags, nullptr);
    std::unique_ptr<SqliteConnection> connection(new SqliteConnection(database, path, busyWait));
    if (code != SQLITE_OK)
        return database ? connection->failure(code) : sqliteError(code, QString::fromUtf8(sqlite3_errstr(code)), path);
    sqlite3_extended_result_codes(database, 1);
    // SQLite falls back to reading only when it may not write; that must be said at once, not at the first append.
    if (sqlite3_db_readonly(database, "main") == 1)
        return sqliteError(SQLITE_READONLY, QStringLiteral("the file is read-only"), path);
    connection->installBusyHandler();
    // The file may come from elsewhere: its schema may not call functions with side effects, and pages are checked when read.
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    EKOS_CHECK(connection->execute("PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON"));
    return connection;
}

SqliteConnection::SqliteConnection(sqlite3 *database, const QString &path, std::chrono::milliseconds busyWait)
    : m_database(database), m_path(path), m_busyWait(busyWait)
{
}

SqliteConnection::~SqliteConnection()
{
    for (const auto &[sql, statement] : m_idle)
        sqlite3_finalize(statement);
    sqlite3_close(m_database);
}

Error SqliteConnection::failure(int code) const
{
    if (m_cancel)
        if (const Result<> check = m_cancel->check(); !check && ((code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_INTERRUPT))
            return check.error();
    return sqliteError(code, QString::fromUtf8(sqlite3_errmsg(m_database)), m_path);
}

void SqliteConnection::installBusyHandler()
{
    sqlite3_busy_handler(m_database, [](void *self, int) { return int(static_cast<SqliteConnection *>(self)->waitMore()); }, this);
}

/// The busy handler: true as long as it is worth trying again.
bool SqliteConnection::waitMore() const
{
    const auto left = m_busyWait - (std::chrono::steady_clock::now() - m_waitingSince);
    if (left <= 0ms)
        return false;
    const auto pause = std::min<std::chrono::milliseconds>(20ms, std::chrono::duration_cast<std::chrono::milliseconds>(left) + 1ms);
    return !m_cancel.value_or(base::CancelToken()).waitFor(pause);
}

Result<SqliteStatement> SqliteConnection::prepare(const char *sql)
{
    if (auto idle = m_idle.extract(sql))
        return SqliteStatement(*this, sql, idle.mapped());
    sqlite3_stmt *statement = nullptr;
    startWaiting();
    if (const int code = sqlite3_prepare_v3(m_database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr); code != SQLITE_OK)
        return failure(code);
    return SqliteStatement(*this, sql, statement);
}

void SqliteConnection::giveBack(const char *sql, sqlite3_stmt *statement)
{
    m_idle.emplace(sql, statement);
}

Result<> SqliteConnection::execute(const char *sql)
{
    startWaiting();
    const int code = sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr);
    return code == SQLITE_OK ? Result<>(Ok{}) : failure(code);
}

Result<qint64> SqliteConnection::number(const char *sql)
{
    EKOS_TRY(SqliteStatement statement, prepare(sql));
    EKOS_TRY(const bool found, statement.next());
    return found ? statement.integer(0) : 0;
}

qint64 SqliteConnection::changes() const
{
    return sqlite3_changes64(m_database);
}

Result<> SqliteConnection::useWriteAheadLog()
{
    // Two processes that open a new file at once: SQLite does not always call the busy handler while the mode changes.
    for (const auto start = std::chrono::steady_clock::now();;) {
        const Result<> changed = execute("PRAGMA journal_mode = WAL");
        if (changed || changed.error().code != ErrorCode::Busy || std::chrono::steady_clock::now() - start > m_busyWait)
            return changed;
        sqlite3_sleep(20);
    }
}

Result<> SqliteConnection::copyTo(const QString &target)
{
    EKOS_CHECK(makeNewFile(target));
    const auto copy = [&]() -> Result<> {
        const QFileInfo file(target);
        // SQLite follows no link of the whole path then, so that of the folder is followed before.
        EKOS_TRY(const auto to, open(QDir(file.absoluteDir().canonicalPath()).filePath(file.fileName()), SQLITE_OPEN_NOFOLLOW, m_busyWait));
        sqlite3_backup *backup = sqlite3_backup_init(to->m_database, "main", m_database, "main");
        if (!backup)
            return to->failure(sqlite3_extended_errcode(to->m_database));
        sqlite3_backup_step(backup, -1); // finish answers with the code of a failed step
        if (const int code = sqlite3_backup_finish(backup); code != SQLITE_OK)
            return to->failure(code);
        // One file, which can be read where nobody may write. Of one whose schema is damaged SQLite cannot set that, and the copy is as good.
        [[maybe_unused]] const Result<> isOneFile = to->execute("PRAGMA journal_mode = DELETE");
        return Ok{};
    };
    const Result<> copied = copy();
    if (!copied)
        QFile::remove(target); // half a back-up must not look like one
    return copied;
}

Result<> SqliteConnection::replaceBy(SqliteConnection &source, const std::function<Result<>()> &whileLocked)
{
    startWaiting();
    installBusyHandler(); // once it gave up, SQLite asks it again only after another statement, and a copy is none
    sqlite3_backup *backup = sqlite3_backup_init(m_database, "main", source.m_database, "main");
    if (!backup)
        return failure(sqlite3_extended_errcode(m_database));
    Result<> result = Ok{};
    if (const int code = sqlite3_backup_step(backup, 0); code != SQLITE_OK) // no page yet: it locks
        result = failure(code);
    else if (result = whileLocked(); result)
        sqlite3_backup_step(backup, -1); // finish answers with the code of a failed step
    const int code = sqlite3_backup_finish(backup); // unless it came to the end, this takes everything back
    return result && code != SQLITE_OK ? Result<>(failure(code)) : result;
}

void SqliteConnection::rollBack()
{
    if (!sqlite3_get_autocommit(m_database)) // SQLite rolls back by itself when the disk is full
        sqlite3_exec(m_database, "ROLLBACK", nullptr, nullptr, nullptr);
}

SqliteConnection::CancelScope::CancelScope(SqliteConnection &connection, const base::CancelToken &cancel)
    : m_connection(connection), m_hook(cancel.onCancel([&connection] { sqlite3_interrupt(connection.m_database); }))
{
    m_connection.m_cancel = cancel;
}

SqliteConnection::CancelScope::~CancelScope()
{
    m_connection.m_cancel.reset();
}

} // namespace lakehouse::adapters
