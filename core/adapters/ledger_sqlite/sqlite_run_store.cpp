#include "adapters/ledger_sqlite/sqlite_run_store.h"

#include "adapters/ledger_sqlite/event_log.h"
#include "adapters/ledger_sqlite/lease_table.h"
#include "adapters/ledger_sqlite/result_rows.h"
#include "adapters/ledger_sqlite/run_rows.h"
#include "adapters/ledger_sqlite/sqlite_transaction.h"
#include "adapters/ledger_sqlite/stored_body.h"

#include <QRegularExpression>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using model::Run;
using model::RunEvent;
using model::RunId;
using Mode = SqliteTransaction::Mode;

namespace {

constexpr const char *runColumns = "SELECT body, is_live, boot, beat_ms, beat_at FROM run ORDER BY started_at DESC, id DESC LIMIT ?";
constexpr const char *liveRuns = "SELECT body, is_live, boot, beat_ms, beat_at FROM run WHERE is_live = 1 ORDER BY started_at DESC, id DESC";
constexpr const char *runsByPrefix = "SELECT body, is_live, boot, beat_ms, beat_at FROM run WHERE id >= ?1 AND id < ?1 || 'g' ORDER BY id LIMIT 2"; // behind "f"

class OpenRunStore final : public ports::RunStore {
public:
    OpenRunStore(const QString &folder, const base::Clock &clock, base::IdSource &ids, const MachineClock &machineClock, std::shared_ptr<StateDatabase> database, std::shared_ptr<Heartbeat> heartbeat)
        : m_runsFolder(folder + QStringLiteral("/runs")), m_clock(clock), m_machineClock(machineClock), m_database(std::move(database)), m_heartbeat(std::move(heartbeat)),
          m_events(m_runsFolder), m_leases(m_database, m_heartbeat, clock, ids, machineClock) {}

    Result<> begin(const Run &run) override;
    Result<> update(const Run &run) override;
    Result<std::vector<Run>> list(qint64 limit) override;
    Result<std::vector<Run>> unfinished() override;
    Result<Run> find(const QString &idOrPrefix) override;
    Result<RunEvent> record(const RunId &run, RunEvent event) override { return m_events.append(run, std::move(event)); }
    Result<std::vector<RunEvent>> events(const RunId &run, qint64 afterSequence, qint64 limit) override { return m_events.read(run, afterSequence, limit); }
    Result<std::unique_ptr<ports::Lease>> acquire(const QString &name, const RunId &run, qint64 waitMs, base::RunContext &context) override { return m_leases.acquire(name, run, waitMs, context); }
    Result<std::vector<ports::HeldLease>> heldLeases() override { return m_leases.held(); }

    Result<ports::TableLoadState> loadState(const model::TableName &table) override
    {
        return m_database->use([&](SqliteConnection &connection) { return readLoadState(connection, table); });
    }
    Result<> setLoadState(const model::TableName &table, const ports::TableLoadState &state) override
    {
        return m_database->use([&](SqliteConnection &connection) { return writeLoadState(connection, table, state); });
    }
    Result<> requestReload(const model::ReloadRequest &request) override
    {
        return m_database->use([&](SqliteConnection &connection) { return writeReloadRequest(connection, request); });
    }
    Result<bool> settleReload(const model::ReloadRequest &request) override
    {
        return m_database->use([&](SqliteConnection &connection) { return removeReloadRequest(connection, request); });
    }
    Result<> noteDeletes(const model::TableName &table, base::UtcTime atUtc) override
    {
        return m_database->use([&](SqliteConnection &connection) { return writeDeletesMoment(connection, table, atUtc); });
    }
    Result<> addLoadReport(const model::LoadReport &report) override
    {
        return m_database->use([&](SqliteConnection &connection) { return insertLoadReport(connection, report); });
    }
    Result<> addReconciliation(const model::TableReconciliation &reconciliation) override
    {
        return m_database->use([&](SqliteConnection &connection) { return insertReconciliation(connection, reconciliation); });
    }
    Result<> addLoadFailure(const model::LoadFailure &failure) override
    {
        return m_database->use([&](SqliteConnection &connection) { return insertLoadFailure(connection, failure); });
    }
    Result<std::vector<model::LoadReport>> loadsOfTable(const model::TableName &table, qint64 limit) override
    {
        return m_database->use([&](SqliteConnection &connection) { return readLoadsOfTable(connection, table, limit); });
    }
    Result<std::vector<model::TableReconciliation>> reconciliationsOfTable(const model::TableName &table, qint64 limit) override
    {
        return m_database->use([&](SqliteConnection &connection) { return readReconciliationsOfTable(connection, table, limit); });
    }
    Result<std::vector<model::LoadFailure>> failuresOfTable(const model::TableName &table, qint64 limit) override
    {
        return m_database->use([&](SqliteConnection &connection) { return readFailuresOfTable(connection, table, limit); });
    }
    Result<std::vector<ports::TableStanding>> standings() override
    {
        return m_database->use([&](SqliteConnection &connection) { return readStandings(connection); });
    }
    Result<std::vector<model::LoadReport>> latestLoads() override
    {
        return m_database->use([&](SqliteConnection &connection) { return readLoadReports(connection, {}); });
    }
    Result<std::vector<model::TableReconciliation>> latestReconciliations() override
    {
        return m_database->use([&](SqliteConnection &connection) { return readReconciliations(connection, {}); });
    }
    Result<std::vector<model::LoadReport>> loadsOf(const RunId &run) override
    {
        return m_database->use([&](SqliteConnection &connection) { return readLoadReports(connection, run); });
    }
    Result<std::vector<model::TableReconciliation>> reconciliationsOf(const RunId &run) override
    {
        return m_database->use([&](SqliteConnection &connection) { return readReconciliations(connection, run); });
    }

    Result<> noteLedgerHead(const model::EntryHash &head) override;
    Result<std::optional<model::EntryHash>> notedLedgerHead() override;
    Result<std::optional<QByteArray>> answerTo(const QString &requestKey, const QByteArray &bodyDigest) override
    {
        return m_database->use([&](SqliteConnection &connection) { return storedAnswer(connection, requestKey, bodyDigest); });
    }
    Result<> keepAnswer(const QString &requestKey, const QByteArray &bodyDigest, const QByteArray &answer) override;

private:
    Result<std::vector<Run>> runsOf(SqliteStatement &rows) const;
    static Result<std::optional<QByteArray>> storedAnswer(SqliteConnection &connection, const QString &requestKey, const QByteArray &bodyDigest);

    QString m_runsFolder;
    const base::Clock &m_clock;
    const MachineClock &m_machineClock;
    std::shared_ptr<StateDatabase> m_database;
    std::shared_ptr<Heartbeat> m_heartbeat;
    EventLog m_events;
    LeaseTable m_leases;
};

/// A run with this id that is known already is joined: it stays as it is, and this process keeps it alive too.
Result<> OpenRunStore::begin(const Run &run)
{
    const Result<Run> known = find(run.id.toString());
    if (!known && known.error().code != ErrorCode::NotFound)
        return known.error();
    if (!known)
        EKOS_CHECK(writeRunFile(m_runsFolder, run));
    EKOS_CHECK(m_database->use([&](SqliteConnection &connection) { return insertRun(connection, run, m_machineClock.now(), m_clock.now()); }));
    if (isLive(run.state))
        m_heartbeat->addRun(run.id.toString());
    return Ok{};
}

Result<> OpenRunStore::update(const Run &run)
{
    if (!isLive(run.state))
        EKOS_CHECK(m_events.sync(run.id)); // the end of a run is not known before its log is safe
    const Result<bool> isKnown = m_database->use([&](SqliteConnection &connection) -> Result<bool> {
        EKOS_TRY(SqliteStatement change, connection.prepare("UPDATE run SET body = ?, is_live = ? WHERE id = ?"));
        EKOS_CHECK(change.bind(describe::canonicalJson(run)).bind(qint64(isLive(run.state))).bind(run.id.toString()).run());
        return connection.changes() == 1;
    });
    if (!isKnown)
        return isKnown.error();
    if (!isKnown.value())
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is no run %1."), run.id.toString()}, QT_TRANSLATE_NOOP("core", "List the runs with: ekos-lakehouse runs list"), run.id.toString()};
    if (!isLive(run.state))
        m_heartbeat->removeRun(run.id.toString());
    return writeRunFile(m_runsFolder, run);
}

Result<std::vector<Run>> OpenRunStore::list(qint64 limit)
{
    return m_database->use([&](SqliteConnection &connection) -> Result<std::vector<Run>> {
        EKOS_TRY(SqliteStatement rows, connection.prepare(runColumns));
        return runsOf(rows.bind(std::max<qint64>(0, limit))); // SQLite takes a negative limit for none
    });
}

Result<std::vector<Run>> OpenRunStore::unfinished()
{
    return m_database->use([&](SqliteConnection &connection) -> Result<std::vector<Run>> {
        EKOS_TRY(SqliteStatement rows, connection.prepare(liveRuns));
        return runsOf(rows);
    });
}

Result<std::vector<Run>> OpenRunStore::runsOf(SqliteStatement &rows) const
{
    std::vector<Run> runs;
    const MachineMoment now = m_machineClock.now();
    while (true) {
        EKOS_TRY(const bool found, rows.next());
        if (!found)
            return runs;
        EKOS_TRY(Run run, readRun(rows, now));
        runs.push_back(std::move(run));
    }
}

Result<Run> OpenRunStore::find(const QString &idOrPrefix)
{
    static const QRegularExpression form(QStringLiteral("\\A[0-9a-f][0-9a-f-]{0,35}\\z"));
    const QString prefix = idOrPrefix.toLower();
    if (!form.match(prefix).hasMatch())
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "\"%1\" is not the id of a run."), idOrPrefix},
                     QT_TRANSLATE_NOOP("core", "Give an id that \"ekos-lakehouse runs list\" shows, or its first characters.")};
    return m_database->use([&](SqliteConnection &connection) -> Result<Run> {
        EKOS_TRY(SqliteStatement rows, connection.prepare(runsByPrefix));
        EKOS_TRY(const bool found, rows.bind(prefix).next());
        if (!found)
            return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is no run %1."), idOrPrefix}, QT_TRANSLATE_NOOP("core", "List the runs with: ekos-lakehouse runs list"), idOrPrefix};
        EKOS_TRY(const Run run, readRun(rows, m_machineClock.now()));
        EKOS_TRY(const bool more, rows.next());
        if (more)
            return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "Several runs begin with \"%1\"."), idOrPrefix},
                         QT_TRANSLATE_NOOP("core", "Give more characters of the id."), idOrPrefix};
        return run;
    });
}

Result<> OpenRunStore::noteLedgerHead(const model::EntryHash &head)
{
    return m_database->use([&](SqliteConnection &connection) -> Result<> {
        EKOS_TRY(SqliteStatement note, connection.prepare("INSERT INTO noted(name, value) VALUES ('ledger-head', ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value"));
        return note.bind(head.toString()).run();
    });
}

Result<std::optional<model::EntryHash>> OpenRunStore::notedLedgerHead()
{
    return m_database->use([&](SqliteConnection &connection) -> Result<std::optional<model::EntryHash>> {
        EKOS_TRY(SqliteStatement row, connection.prepare("SELECT value FROM noted WHERE name = 'ledger-head'"));
        EKOS_TRY(const bool found, row.next());
        if (!found)
            return std::optional<model::EntryHash>();
        EKOS_TRY(const model::EntryHash head, model::EntryHash::parse(row.text(0)));
        return std::optional(head);
    });
}

Result<std::optional<QByteArray>> OpenRunStore::storedAnswer(SqliteConnection &connection, const QString &requestKey, const QByteArray &bodyDigest)
{
    EKOS_TRY(SqliteStatement row, connection.prepare("SELECT body_digest, answer FROM answer WHERE request_key = ?"));
    EKOS_TRY(const bool found, row.bind(requestKey).next());
    if (!found)
        return std::optional<QByteArray>();
    if (row.bytes(0) != bodyDigest)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The request id %1 was used before, with another content."), requestKey},
                     QT_TRANSLATE_NOOP("core", "Send each new request with a new id; repeat an old one unchanged."), requestKey};
    return std::optional(row.bytes(1));
}

/// The first answer stays.
Result<> OpenRunStore::keepAnswer(const QString &requestKey, const QByteArray &bodyDigest, const QByteArray &answer)
{
    return m_database->use([&](SqliteConnection &connection) -> Result<> {
        EKOS_TRY(SqliteTransaction transaction, SqliteTransaction::begin(connection, Mode::Write));
        EKOS_TRY(const std::optional<QByteArray> known, storedAnswer(connection, requestKey, bodyDigest));
        if (known)
            return Ok{};
        EKOS_TRY(SqliteStatement insert, connection.prepare("INSERT INTO answer(request_key, body_digest, answer, kept_at) VALUES (?, ?, ?, ?)"));
        EKOS_CHECK(insert.bind(requestKey).bind(bodyDigest).bind(answer).bind(m_clock.now().microseconds).run());
        return transaction.commit();
    });
}

} // namespace

Result<std::unique_ptr<ports::RunStore>> SqliteRunStore::open(const QString &stateFolder, const base::Clock &clock, base::IdSource &ids, const MachineClock &machineClock)
{
    EKOS_TRY(std::shared_ptr<StateDatabase> database, StateDatabase::open(stateFolder, clock));
    EKOS_TRY(std::unique_ptr<StateDatabase> ofHeartbeat, StateDatabase::open(stateFolder, clock));
    auto heartbeat = std::make_shared<Heartbeat>(std::move(ofHeartbeat), clock, machineClock);
    return std::unique_ptr<ports::RunStore>(std::make_unique<OpenRunStore>(stateFolder, clock, ids, machineClock, std::move(database), std::move(heartbeat)));
}

} // namespace lakehouse::adapters
