#pragma once

#include "adapters/ledger_sqlite/sqlite_connection.h"

#include "ports/ledger.h"

namespace lakehouse::adapters {

using LedgerConnection = std::unique_ptr<SqliteConnection>;

/// Opens the ledger, or makes it, in the newest format; its folder must be local.
base::Result<LedgerConnection> openLedgerConnection(const QString &path, const base::Clock &clock, std::chrono::milliseconds busyWait);

/// A file that goes away with its log.
class ScratchDatabase {
public:
    explicit ScratchDatabase(const QString &path) : m_path(path) {}
    ~ScratchDatabase();
    ScratchDatabase(const ScratchDatabase &) = delete;
    ScratchDatabase &operator=(const ScratchDatabase &) = delete;
    const QString &path() const { return m_path; }

private:
    QString m_path;
};

/// Opens `scratch`, made from the file of a ledger and taken to the newest format: the file itself is only read. Fails with NotFound without a file,
/// InvalidInput for another program's, NotAllowed when it cannot be copied.
base::Result<LedgerConnection> openCopyOfLedger(const QString &file, const QString &scratch, const base::Clock &clock, std::chrono::milliseconds busyWait);

/// `path`, or with a number behind it the first that nobody has.
QString freeName(const QString &path);

base::Result<ports::LedgerVerification> verifiedLedger(const QString &file, const std::vector<model::EntryHash> &seals, std::chrono::milliseconds busyWait, base::RunContext &run);

} // namespace lakehouse::adapters
