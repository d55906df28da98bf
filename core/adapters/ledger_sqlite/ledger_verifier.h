#pragma once

#include "adapters/ledger_sqlite/sqlite_connection.h"

#include "ports/ledger.h"

namespace lakehouse::adapters {

/// Checks one state of a ledger's file from end to end. What is damaged ends as a problem in the answer; it fails only when cancelled, or
/// when the file cannot be locked.
class LedgerVerifier {
public:
    LedgerVerifier(SqliteConnection &connection, const std::vector<model::EntryHash> &seals, base::RunContext &run);
    base::Result<ports::LedgerVerification> verify();

private:
    using Check = base::Result<> (LedgerVerifier::*)();
    base::Result<> checkFile();
    base::Result<> checkSchema();
    base::Result<> walkChain();
    base::Result<> checkEntry(const SqliteStatement &row);
    base::Result<> checkCurrent();
    base::Result<> checkBlobs();
    base::Result<> checkSeals();
    void report(qint64 sequence, base::Text finding);

    SqliteConnection &m_connection;
    std::vector<model::EntryHash> m_missingSeals; ///< not come to yet
    base::RunContext &m_run;
    ports::LedgerVerification m_answer;
    qint64 m_lastSequence = 0;
    std::optional<QString> m_lastHash; ///< as stored, so that one bad entry does not make all later ones bad
    bool m_isWalkComplete = false;
};

} // namespace lakehouse::adapters
