#include "adapters/ledger_sqlite/lease_table.h"

#include "adapters/ledger_sqlite/sqlite_transaction.h"

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using base::Retry;
using model::RunId;

namespace {

constexpr std::chrono::milliseconds pollInterval(200);

class HeldLease final : public ports::Lease {
public:
    HeldLease(const QString &name, const QString &token, qint64 epoch, const std::optional<RunId> &takenOverFrom, const MachineClock &machineClock,
              std::shared_ptr<StateDatabase> database, std::shared_ptr<Heartbeat> heartbeat)
        : m_name(name), m_token(token), m_epoch(epoch), m_takenOverFrom(takenOverFrom), m_machineClock(machineClock), m_database(std::move(database)), m_heartbeat(std::move(heartbeat))
    {
        m_heartbeat->addLease(m_token);
    }
    ~HeldLease() override
    {
        m_heartbeat->removeLease(m_token);
        const Result<> given = m_database->use([this](SqliteConnection &connection) -> Result<> {
            EKOS_TRY(SqliteStatement release, connection.prepare("UPDATE lease SET is_held = 0 WHERE name = ? AND token = ?"));
            return release.bind(m_name).bind(m_token).run();
        });
        if (!given) // the next holder waits until this one counts as gone
            qWarning("The lease \"%s\" could not be given back: %s", qPrintable(m_name), qPrintable(given.error().message.toEnglish()));
    }

    /// A beat too: whoever passes may act for the whole time that a silent holder is waited for.
    Result<> check() override
    {
        return m_database->use([this](SqliteConnection &connection) -> Result<> {
            const MachineMoment now = m_machineClock.now();
            EKOS_TRY(SqliteStatement beat, connection.prepare("UPDATE lease SET boot = ?, beat_ms = ? WHERE name = ? AND token = ? AND is_held = 1"));
            EKOS_CHECK(beat.bind(now.boot).bind(now.milliseconds).bind(m_name).bind(m_token).run());
            if (connection.changes() == 1)
                return Ok{};
            return Error{ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "Another run took over \"%1\", since this one gave no sign of life for 15 seconds. Nothing more is done here."), m_name},
                         QT_TRANSLATE_NOOP("core", "See the other run with: ekos-lakehouse runs list. When it has ended, run the same command again."), m_name};
        });
    }
    qint64 epoch() const override { return m_epoch; }
    std::optional<RunId> takenOverFrom() const override { return m_takenOverFrom; }

private:
    QString m_name;
    QString m_token;
    qint64 m_epoch;
    std::optional<RunId> m_takenOverFrom;
    const MachineClock &m_machineClock;
    std::shared_ptr<StateDatabase> m_database;
    std::shared_ptr<Heartbeat> m_heartbeat;
};

} // namespace

Result<std::unique_ptr<ports::Lease>> LeaseTable::acquire(const QString &name, const RunId &run, qint64 waitMs, base::RunContext &context)
{
    using namespace std::chrono;
    const auto end = steady_clock::now() + milliseconds(waitMs);
    while (true) {
        EKOS_CHECK(context.cancel().check());
        Result<std::unique_ptr<ports::Lease>> lease = m_database->use([&](SqliteConnection &connection) {
            const SqliteConnection::CancelScope cancelScope(connection, context.cancel());
            return tryAcquire(connection, name, run);
        });
        const auto left = ceil<milliseconds>(end - steady_clock::now());
        if (lease || lease.error().code != ErrorCode::Busy || left <= milliseconds(0))
            return lease;
        context.cancel().waitFor(std::min(pollInterval, left));
    }
}

Result<std::vector<ports::HeldLease>> LeaseTable::held()
{
    return m_database->use([&](SqliteConnection &connection) -> Result<std::vector<ports::HeldLease>> {
        std::vector<ports::HeldLease> leases;
        EKOS_TRY(SqliteStatement row, connection.prepare("SELECT name, run, boot, beat_ms FROM lease WHERE is_held = 1 ORDER BY name"));
        const MachineMoment now = m_machineClock.now();
        while (true) {
            EKOS_TRY(const bool found, row.next());
            if (!found)
                return leases;
            if (!isAlive({row.text(2), row.integer(3)}, now))
                continue;
            EKOS_TRY(const RunId run, RunId::parse(row.text(1)));
            leases.push_back({row.text(0), run});
        }
    });
}

Result<LeaseTable::Holder> LeaseTable::holderOf(SqliteConnection &connection, const QString &name)
{
    EKOS_TRY(SqliteStatement row, connection.prepare("SELECT run, epoch, acquired_at, is_held, boot, beat_ms FROM lease WHERE name = ?"));
    EKOS_TRY(const bool found, row.bind(name).next());
    if (!found)
        return Holder{};
    return Holder{row.text(0), row.integer(1), {row.integer(2)}, row.integer(3) != 0, {row.text(4), row.integer(5)}};
}

Result<std::unique_ptr<ports::Lease>> LeaseTable::tryAcquire(SqliteConnection &connection, const QString &name, const RunId &run)
{
    EKOS_TRY(const Holder seen, holderOf(connection, name)); // without the write lock: waiting does not disturb the others
    if (seen.isHeld && isAlive(seen.beat, m_machineClock.now()))
        return busy(name, seen);
    EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(connection, SqliteTransaction::Mode::Write));
    const MachineMoment now = m_machineClock.now();
    EKOS_TRY(const Holder holder, holderOf(connection, name)); // again: only one of two that saw it free gets it
    if (holder.isHeld && isAlive(holder.beat, now))
        return busy(name, holder);
    std::optional<RunId> takenOverFrom;
    if (holder.isHeld) {
        EKOS_TRY(takenOverFrom, RunId::parse(holder.run));
    }
    const QString token = m_ids.next().toString(QUuid::WithoutBraces);
    EKOS_TRY(SqliteStatement take, connection.prepare("INSERT INTO lease(name, run, token, epoch, acquired_at, is_held, boot, beat_ms) VALUES (?, ?, ?, ?, ?, 1, ?, ?) ON CONFLICT(name) DO UPDATE SET "
        "run = excluded.run, token = excluded.token, epoch = excluded.epoch, acquired_at = excluded.acquired_at, is_held = 1, boot = excluded.boot, beat_ms = excluded.beat_ms"));
    EKOS_CHECK(take.bind(name).bind(run.toString()).bind(token).bind(holder.epoch + 1).bind(m_clock.now().microseconds).bind(now.boot).bind(now.milliseconds).run());
    EKOS_CHECK(transaction.commit());
    return std::unique_ptr<ports::Lease>(std::make_unique<HeldLease>(name, token, holder.epoch + 1, takenOverFrom, m_machineClock, m_database, m_heartbeat));
}

Error LeaseTable::busy(const QString &name, const Holder &holder) const
{
    return {ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "\"%1\" is in use by run %2 since %3."), name, holder.run, holder.since},
            QT_TRANSLATE_NOOP("core", "Wait for that run to end, or cancel it, then try again. When its process died, it counts as gone 15 seconds later."), name, {}, Retry::Later};
}

} // namespace lakehouse::adapters
