#include "adapters/ledger_sqlite/database_format.h"

#include "adapters/ledger_sqlite/sqlite_error.h"
#include "adapters/ledger_sqlite/sqlite_transaction.h"

#include <QFileInfo>

#include <sqlite3.h>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;

namespace {

constexpr qint64 shortestDatabase = 512; // bytes: the smallest page

/// The format of the file; 0 when it is empty.
Result<qint64> formatOf(SqliteConnection &connection, const DatabaseFormat &format)
{
    // In one statement, so of one state: another process may be making the file just now.
    EKOS_TRY(SqliteStatement header, connection.prepare("SELECT count(*), (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version) FROM sqlite_schema"));
    EKOS_CHECK(header.next());
    const qint64 objects = header.integer(0);
    const qint64 applicationId = header.integer(1);
    const qint64 version = header.integer(2);
    if (applicationId == 0 && version == 0 && objects == 0) {
        // SQLite takes the rest of a cut file, too short for a header, for a new one, and would hide the loss.
        if (QFileInfo(connection.path()).size() > 0 && QFileInfo(connection.path()).size() < shortestDatabase)
            return sqliteError(SQLITE_NOTADB, QStringLiteral("the file is shorter than its header"), connection.path());
        return 0;
    }
    if (applicationId != format.applicationId)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 is a database of another program."), connection.path()},
                     QT_TRANSLATE_NOOP("core", "Move the file away, or choose another project folder."), connection.path()};
    if (version > qint64(format.steps.size()))
        return Error{ErrorCode::Unsupported, {QT_TRANSLATE_NOOP("core", "%1 has format %2; this program knows formats up to %3."), connection.path(), version, qint64(format.steps.size())},
                     QT_TRANSLATE_NOOP("core", "Install the newer version of ekos-lakehouse that wrote it. The file was not changed."), connection.path()};
    return version;
}

Result<> backUp(SqliteConnection &connection, qint64 version, base::UtcTime now)
{
    const QString time = now.toString().remove(QLatin1Char('-')).remove(QLatin1Char(':'));
    return connection.copyTo(QStringLiteral("%1.format-%2-%3.backup").arg(connection.path()).arg(version).arg(time));
}

} // namespace

Result<> bringToFormat(SqliteConnection &connection, const DatabaseFormat &format, base::UtcTime now)
{
    const auto wanted = qint64(format.steps.size());
    EKOS_TRY(const qint64 found, formatOf(connection, format));
    EKOS_CHECK(connection.useWriteAheadLog());
    if (found == wanted)
        return Ok{};
    if (found > 0)
        EKOS_CHECK(backUp(connection, found, now));
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(connection, SqliteTransaction::Mode::Write));
    EKOS_TRY(const qint64 version, formatOf(connection, format)); // again: another process may have been faster
    for (qint64 step = version; step < wanted; ++step)
        EKOS_CHECK(connection.execute(format.steps[size_t(step)]));
    EKOS_CHECK(connection.execute(QStringLiteral("PRAGMA application_id = %1; PRAGMA user_version = %2").arg(format.applicationId).arg(wanted).toLatin1().constData()));
    return transaction.commit();
}

} // namespace lakehouse::adapters
