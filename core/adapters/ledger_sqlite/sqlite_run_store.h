#pragma once

#include "adapters/ledger_sqlite/machine_clock.h"

#include "base/strong_id.h"
#include "ports/run_store.h"

namespace lakehouse::adapters {

/// The state of runs in `<folder>/state.sqlite`, their logs in `<folder>/runs/<id>/`. A damaged or missing state file is made anew; see
/// StateDatabase. As long as it lives, the runs that it began and the leases that it gave show that this process lives.
class SqliteRunStore {
public:
    /// Makes the folder when it is missing. Fails with NotAllowed, Busy, Unsupported (newer format, network file system), InvalidInput
    /// (another program's file). Clocks and ids must live longer than the store and its leases; leases may outlive the store.
    static base::Result<std::unique_ptr<ports::RunStore>> open(const QString &stateFolder, const base::Clock &clock, base::IdSource &ids,
                                                               const MachineClock &machineClock = MachineClock::ofThisMachine());
};

} // namespace lakehouse::adapters
