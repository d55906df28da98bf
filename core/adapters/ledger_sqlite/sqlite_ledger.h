#pragma once

#include "base/strong_id.h"
#include "ports/ledger.h"

#include <chrono>

namespace lakehouse::adapters {

/// The ledger in one SQLite file. From any thread; readers do not wait for a writer.
class SqliteLedger {
public:
    /// Makes the file when there is none; its folder must exist. An older format is taken to the newest, after a back-up beside the file.
    /// Fails with Unsupported (newer format, network file system), Corrupt, InvalidInput (another program's file), NotAllowed, Busy.
    /// Clock and ids must live longer than the ledger. `busyWait`: how long another process is waited for.
    static base::Result<std::unique_ptr<ports::Ledger>> open(const QString &path, const base::Clock &clock, base::IdSource &ids, std::chrono::milliseconds busyWait = std::chrono::seconds(10));

    /// Makes the index of current facts again from the entries, which are not touched.
    static base::Result<> rebuildCurrent(const QString &path, const base::Clock &clock);
};

} // namespace lakehouse::adapters
