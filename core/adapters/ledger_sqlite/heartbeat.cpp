#include "adapters/ledger_sqlite/heartbeat.h"

#include "adapters/ledger_sqlite/sqlite_transaction.h"

namespace lakehouse::adapters {

using base::Ok;
using base::Result;

Heartbeat::Heartbeat(std::unique_ptr<StateDatabase> database, const base::Clock &clock, const MachineClock &machineClock)
    : m_database(std::move(database)), m_clock(clock), m_machineClock(machineClock), m_thread([this] { work(); })
{
}

Heartbeat::~Heartbeat()
{
    change([this] { m_isStopping = true; });
    m_stopped.notify_all();
    m_thread.join();
}

void Heartbeat::work()
{
    std::unique_lock lock(m_mutex);
    while (!m_stopped.wait_for(lock, std::chrono::milliseconds(heartbeatMs), [this] { return m_isStopping; })) {
        const std::set<QString> tokens = m_tokens;
        const std::set<QString> runs = m_runs;
        lock.unlock();
        if (!tokens.empty() || !runs.empty())
            if (const Result<> done = beat(tokens, runs); !done)
                qWarning("The heartbeat could not be written: %s", qPrintable(done.error().message.toEnglish())); // the next one may
        lock.lock();
    }
}

Result<> Heartbeat::beat(const std::set<QString> &tokens, const std::set<QString> &runs)
{
    return m_database->use([&](SqliteConnection &connection) -> Result<> {
        EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(connection, SqliteTransaction::Mode::Write));
        const MachineMoment now = m_machineClock.now(); // after the wait for other writers
        EKOS_TRY(SqliteStatement lease, connection.prepare("UPDATE lease SET boot = ?, beat_ms = ? WHERE token = ? AND is_held = 1"));
        for (const QString &token : tokens)
            EKOS_CHECK(lease.bind(now.boot).bind(now.milliseconds).bind(token).run());
        EKOS_TRY(SqliteStatement run, connection.prepare("UPDATE run SET boot = ?, beat_ms = ?, beat_at = ? WHERE id = ?"));
        for (const QString &id : runs)
            EKOS_CHECK(run.bind(now.boot).bind(now.milliseconds).bind(m_clock.now().microseconds).bind(id).run());
        return transaction.commit();
    });
}

} // namespace lakehouse::adapters
