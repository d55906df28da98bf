#include "adapters/ledger_sqlite/state_database.h"

#include "adapters/ledger_sqlite/file_lock.h"
#include "adapters/ledger_sqlite/file_system_check.h"
#include "adapters/ledger_sqlite/run_rows.h"
#include "adapters/ledger_sqlite/sqlite_transaction.h"
#include "adapters/ledger_sqlite/state_format.h"

#include <QDir>

#include <sys/stat.h>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;

Result<std::unique_ptr<StateDatabase>> StateDatabase::open(const QString &folder, const base::Clock &clock)
{
    QDir().mkpath(folder); // when it fails, opening says why
    EKOS_CHECK(requireLocalFolder(folder));
    std::unique_ptr<StateDatabase> database(new StateDatabase(folder, clock));
    EKOS_CHECK(database->connect());
    return database;
}

StateDatabase::FileId StateDatabase::fileId() const
{
    struct stat answer = {};
    if (::stat(QFile::encodeName(path()).constData(), &answer) != 0)
        return {};
    return {quint64(answer.st_dev), quint64(answer.st_ino)};
}

Result<> StateDatabase::connect()
{
    QFile guard(m_folder + QStringLiteral("/state.lock")); // one process at a time opens, sets aside and makes anew
    EKOS_CHECK(openLocked(guard, FileUse::Write));
    if (QFile::exists(damageMark()))
        EKOS_CHECK(setAside(QStringLiteral("damage was met while it was read")));
    Result<> connected = connectOnce();
    if (!connected && connected.error().code == ErrorCode::Corrupt) {
        EKOS_CHECK(setAside(connected.error().detail));
        connected = connectOnce();
    }
    EKOS_CHECK(connected);
    return bringRunsBack();
}

/// Into a file that was just made: the runs that the folder knows.
Result<> StateDatabase::bringRunsBack()
{
    EKOS_TRY(const qint64 runs, m_connection->number("SELECT count(*) FROM (SELECT 1 FROM run LIMIT 1)"));
    if (runs > 0)
        return Ok{};
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(*m_connection, SqliteTransaction::Mode::Write));
    for (const model::Run &run : readRunFiles(m_folder + QStringLiteral("/runs")))
        EKOS_CHECK(insertRun(*m_connection, run, {}, run.startedAtUtc));
    return transaction.commit();
}

Result<> StateDatabase::connectOnce()
{
    EKOS_TRY(std::unique_ptr<SqliteConnection> connection, SqliteConnection::open(path(), std::chrono::seconds(10)));
    EKOS_CHECK(connection->execute("PRAGMA synchronous = NORMAL")); // may lose the last moments with the power, never its order
    EKOS_CHECK(bringToFormat(*connection, stateFormat(), m_clock.now()));
    m_connection = std::move(connection);
    m_fileId = fileId();
    return Ok{};
}

Result<> StateDatabase::setAside(const QString &why)
{
    m_connection.reset();
    const QString time = m_clock.now().toString().remove(QLatin1Char('-')).remove(QLatin1Char(':'));
    QString target = QStringLiteral("%1.damaged-%2").arg(path(), time);
    for (int copy = 2; QFile::exists(target); ++copy)
        target = QStringLiteral("%1.damaged-%2-%3").arg(path(), time).arg(copy);
    for (const char *part : {"", "-wal", "-shm"})
        QFile::rename(path() + QLatin1String(part), target + QLatin1String(part));
    if (QFile::exists(path()))
        return Error{ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "The damaged file %1 cannot be set aside."), path()},
                     QT_TRANSLATE_NOOP("core", "Give the user that runs this command the right to write to its folder."), path(), why};
    QFile note(target + QStringLiteral(".txt"));
    if (note.open(QIODevice::WriteOnly))
        note.write(QStringLiteral("This file was damaged (%1) and set aside.\nA new one was made. Runs and their logs were kept; where the next load of a table starts, the holders of leases and the "
                                  "answers to repeated requests were not: the next load of each table starts from its beginning.\nIt may be deleted.\n").arg(why).toUtf8());
    QFile::remove(damageMark());
    return Ok{};
}

/// Another process may have set the file aside while we had it open.
Result<> StateDatabase::followFile()
{
    return m_connection && m_fileId == fileId() ? Result<>(Ok{}) : connect();
}

void StateDatabase::markDamaged() const
{
    QFile mark(damageMark());
    if (!mark.open(QIODevice::WriteOnly))
        qWarning("%s cannot be written", qPrintable(mark.fileName()));
}

} // namespace lakehouse::adapters
