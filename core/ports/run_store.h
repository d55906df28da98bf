#pragma once

#include "base/run_context.h"
#include "model/fact.h"
#include "model/reconciliation.h"
#include "model/run.h"

#include <memory>

namespace lakehouse::ports {

/// A lease that is held; given back when destroyed. `check` fails with Stale once another holder took over: asked before each effect.
class Lease {
public:
    virtual ~Lease() = default;
    virtual base::Result<> check() = 0;
    virtual qint64 epoch() const = 0;
    /// The run that held it before and did not give it back: its queries must be ended first.
    virtual std::optional<model::RunId> takenOverFrom() const = 0;
};

/// What the next load of a table starts from.
struct TableLoadState {
    std::optional<base::UtcTime> boundUtc = {};  ///< where the next load begins: the upper bound of the last one that finished, or an overlap below it
    std::optional<model::RunId> lastRun = {};
    std::optional<QString> lastCommit = {};      ///< of the pipeline repository
    qint64 loadRule = 0;
    std::optional<model::ReloadRequest> reload = {}; ///< asked for and not done yet
    std::optional<base::UtcTime> deletesAtUtc = {};  ///< when a search for deletes ended well last
};

/// How a table stands: what was found out about it last, each of the newest, and which of them came last.
struct TableStanding {
    enum class Last { Load, Reconciliation, Failure };
    model::TableName table = {};
    Last last = Last::Load;
    std::optional<model::LoadReport> load = {};
    std::optional<model::TableReconciliation> reconciliation = {};
    std::optional<model::LoadFailure> failure = {}; ///< only when it came last
    std::optional<model::ReloadRequest> reload = {}; ///< asked for and not done yet
};

/// A lease that is held by a process which lives.
struct HeldLease {
    QString name = {};
    model::RunId run = {};
};

/// State of runs that can be rebuilt, and their logs: `.ekos/state.sqlite` and `.ekos/runs/<id>/events.jsonl`. Calls block, from any thread.
class RunStore {
public:
    virtual ~RunStore() = default;
    virtual base::Result<> begin(const model::Run &run) = 0;
    virtual base::Result<> update(const model::Run &run) = 0;
    virtual base::Result<std::vector<model::Run>> list(qint64 limit) = 0;        ///< newest first
    /// Runs whose end nobody recorded, newest first: those that go on, and those whose process is gone, which are Interrupted.
    virtual base::Result<std::vector<model::Run>> unfinished() = 0;
    virtual base::Result<model::Run> find(const QString &idOrPrefix) = 0;         ///< NotFound; InvalidInput when a prefix fits several
    /// Appends; returns the event with its sequence number.
    virtual base::Result<model::RunEvent> record(const model::RunId &run, model::RunEvent event) = 0;
    virtual base::Result<std::vector<model::RunEvent>> events(const model::RunId &run, qint64 afterSequence, qint64 limit) = 0;

    /// Waits for at most `waitMs` for the lease `name` ("table:public.film", "pipeline"); fails with Busy naming the holder.
    virtual base::Result<std::unique_ptr<Lease>> acquire(const QString &name, const model::RunId &run, qint64 waitMs, base::RunContext &context) = 0;

    virtual base::Result<std::vector<HeldLease>> heldLeases() = 0;

    virtual base::Result<TableLoadState> loadState(const model::TableName &table) = 0;
    /// Keeps what a load came to; `reload` and `deletesAtUtc` stay as they are.
    virtual base::Result<> setLoadState(const model::TableName &table, const TableLoadState &state) = 0;
    /// Keeps the request, in the place of one that stands already, until it is settled.
    virtual base::Result<> requestReload(const model::ReloadRequest &request) = 0;
    /// Takes away exactly this request, done or taken back; false when it is not there any more or another one came since.
    virtual base::Result<bool> settleReload(const model::ReloadRequest &request) = 0;
    /// A search for deletes ended well at that moment; when an earlier one failed last, the table stands again as its last load or
    /// reconciliation left it, whichever came later.
    virtual base::Result<> noteDeletes(const model::TableName &table, base::UtcTime atUtc) = 0;
    virtual base::Result<> addLoadReport(const model::LoadReport &report) = 0;
    virtual base::Result<> addReconciliation(const model::TableReconciliation &reconciliation) = 0;
    virtual base::Result<> addLoadFailure(const model::LoadFailure &failure) = 0;
    virtual base::Result<std::vector<model::LoadReport>> latestLoads() = 0;                 ///< one a table
    virtual base::Result<std::vector<model::TableReconciliation>> latestReconciliations() = 0;
    virtual base::Result<std::vector<model::LoadReport>> loadsOf(const model::RunId &run) = 0;
    virtual base::Result<std::vector<model::TableReconciliation>> reconciliationsOf(const model::RunId &run) = 0;

    /// Of one table, newest first.
    virtual base::Result<std::vector<model::LoadReport>> loadsOfTable(const model::TableName &table, qint64 limit) = 0;
    virtual base::Result<std::vector<model::TableReconciliation>> reconciliationsOfTable(const model::TableName &table, qint64 limit) = 0;
    virtual base::Result<std::vector<model::LoadFailure>> failuresOfTable(const model::TableName &table, qint64 limit) = 0;
    /// One for each table that was ever loaded, compared, or tried.
    virtual base::Result<std::vector<TableStanding>> standings() = 0;

    /// The ledger's head as this project's programs last left it: when the ledger no longer contains it, entries were cut off.
    virtual base::Result<> noteLedgerHead(const model::EntryHash &head) = 0;
    virtual base::Result<std::optional<model::EntryHash>> notedLedgerHead() = 0;

    /// The first answer to a repeated Change or Launch; absent when the id is new. Fails with InvalidInput when the body differs.
    virtual base::Result<std::optional<QByteArray>> answerTo(const QString &requestKey, const QByteArray &bodyDigest) = 0;
    virtual base::Result<> keepAnswer(const QString &requestKey, const QByteArray &bodyDigest, const QByteArray &answer) = 0;
};

} // namespace lakehouse::ports
