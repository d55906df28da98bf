#pragma once

#include "adapters/ledger_sqlite/machine_clock.h"
#include "adapters/ledger_sqlite/state_database.h"

#include <condition_variable>
#include <set>
#include <thread>

namespace lakehouse::adapters {

/// Says every two seconds, from a thread of its own, that this process lives: for the leases it holds and the runs it began.
class Heartbeat {
public:
    /// Its own connection, so that nothing this process does keeps a beat waiting. The clocks must live longer.
    Heartbeat(std::unique_ptr<StateDatabase> database, const base::Clock &clock, const MachineClock &machineClock);
    ~Heartbeat(); ///< waits for a beat that is under way
    Heartbeat(const Heartbeat &) = delete;
    Heartbeat &operator=(const Heartbeat &) = delete;

    void addLease(const QString &token) { change([&] { m_tokens.insert(token); }); }
    void removeLease(const QString &token) { change([&] { m_tokens.erase(token); }); }
    void addRun(const QString &run) { change([&] { m_runs.insert(run); }); }
    void removeRun(const QString &run) { change([&] { m_runs.erase(run); }); }

private:
    template<typename Change>
    void change(Change &&change)
    {
        const std::lock_guard lock(m_mutex);
        change();
    }
    void work();
    base::Result<> beat(const std::set<QString> &tokens, const std::set<QString> &runs);

    std::unique_ptr<StateDatabase> m_database;
    const base::Clock &m_clock;
    const MachineClock &m_machineClock;
    std::mutex m_mutex;
    std::condition_variable m_stopped;
    bool m_isStopping = false;
    std::set<QString> m_tokens;
    std::set<QString> m_runs;
    std::thread m_thread; // the last: it uses the others
};

} // namespace lakehouse::adapters
