#pragma once

#include "adapters/ledger_sqlite/heartbeat.h"

#include "ports/run_store.h"

namespace lakehouse::adapters {

/// The leases of a state database. Holders are told apart by a token, runs are only named. From any thread.
class LeaseTable {
public:
    LeaseTable(std::shared_ptr<StateDatabase> database, std::shared_ptr<Heartbeat> heartbeat, const base::Clock &clock, base::IdSource &ids, const MachineClock &machineClock)
        : m_database(std::move(database)), m_heartbeat(std::move(heartbeat)), m_clock(clock), m_ids(ids), m_machineClock(machineClock) {}

    /// As RunStore::acquire.
    base::Result<std::unique_ptr<ports::Lease>> acquire(const QString &name, const model::RunId &run, qint64 waitMs, base::RunContext &context);
    /// As RunStore::heldLeases.
    base::Result<std::vector<ports::HeldLease>> held();

private:
    struct Holder {
        QString run = {};
        qint64 epoch = 0;
        base::UtcTime since = {};
        bool isHeld = false;
        MachineMoment beat = {};
    };
    static base::Result<Holder> holderOf(SqliteConnection &connection, const QString &name);
    base::Result<std::unique_ptr<ports::Lease>> tryAcquire(SqliteConnection &connection, const QString &name, const model::RunId &run);
    base::Error busy(const QString &name, const Holder &holder) const;

    std::shared_ptr<StateDatabase> m_database;
    std::shared_ptr<Heartbeat> m_heartbeat;
    const base::Clock &m_clock;
    base::IdSource &m_ids;
    const MachineClock &m_machineClock;
};

} // namespace lakehouse::adapters
