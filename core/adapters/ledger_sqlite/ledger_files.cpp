#include "adapters/ledger_sqlite/ledger_files.h"

#include "adapters/ledger_sqlite/file_system_check.h"
#include "adapters/ledger_sqlite/ledger_format.h"
#include "adapters/ledger_sqlite/ledger_verifier.h"

#include <QFile>
#include <QFileInfo>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using base::RunContext;

Result<LedgerConnection> openLedgerConnection(const QString &path, const base::Clock &clock, std::chrono::milliseconds busyWait)
{
    EKOS_CHECK(requireLocalFolder(QFileInfo(path).absolutePath()));
    EKOS_TRY(LedgerConnection connection, SqliteConnection::open(path, busyWait));
    // FULL for every append: one wait for the disk a batch, and a head that a commit of the pipeline names is never lost with the power.
    // The cache (256 MB at most) keeps a large batch from being written and read again before its commit.
    EKOS_CHECK(connection->execute("PRAGMA synchronous = FULL; PRAGMA cache_size = -262144"));
    EKOS_CHECK(bringToFormat(*connection, ledgerFormat(), clock.now()));
    return connection;
}

ScratchDatabase::~ScratchDatabase()
{
    for (const char *part : {"", "-wal", "-shm"})
        QFile::remove(m_path + QLatin1String(part));
}

Result<LedgerConnection> openCopyOfLedger(const QString &file, const QString &scratch, const base::Clock &clock, std::chrono::milliseconds busyWait)
{
    if (!QFileInfo(file).isFile())
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is no file %1."), file}, QT_TRANSLATE_NOOP("core", "Name a copy that was made with: ekos-lakehouse ledger backup"), file};
    if (!QFile::copy(file, scratch) || (QFile::exists(file + QStringLiteral("-wal")) && !QFile::copy(file + QStringLiteral("-wal"), scratch + QStringLiteral("-wal"))))
        return Error{ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "%1 cannot be read, or not be copied beside the ledger."), file},
                     QT_TRANSLATE_NOOP("core", "Check the rights to the file and to the project's folder, and the free space there."), file};
    QFile::setPermissions(scratch, QFile::ReadOwner | QFile::WriteOwner);
    {
        EKOS_TRY(const LedgerConnection raw, SqliteConnection::open(scratch, busyWait));
        const Result<qint64> id = raw->number("SELECT application_id FROM pragma_application_id");
        if (!id || id.value() != ledgerFormat().applicationId)
            return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 is no ledger."), file}, QT_TRANSLATE_NOOP("core", "Name a copy that was made with: ekos-lakehouse ledger backup"), file};
    }
    return openLedgerConnection(scratch, clock, busyWait);
}

QString freeName(const QString &path)
{
    QString name = path;
    for (int number = 2; QFile::exists(name) || QFileInfo(name).isSymLink(); ++number)
        name = QStringLiteral("%1-%2").arg(path).arg(number);
    return name;
}

Result<ports::LedgerVerification> verifiedLedger(const QString &file, const std::vector<model::EntryHash> &seals, std::chrono::milliseconds busyWait, RunContext &run)
{
    EKOS_TRY(const LedgerConnection connection, SqliteConnection::open(file, busyWait));
    const SqliteConnection::CancelScope cancelScope(*connection, run.cancel());
    return LedgerVerifier(*connection, seals, run).verify();
}

} // namespace lakehouse::adapters
