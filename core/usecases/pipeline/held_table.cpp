#include "usecases/pipeline/held_table.h"

#include "rules/loading/load_decision.h"
#include "usecases/pipeline/table_standing.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 leaseWaitMs = 30'000;

/// Whether who holds a lease gives it back in any case: maintenance that lives, or nobody any more.
bool comesFree(const QString &lease, ports::RunStore &runs)
{
    const auto held = runs.heldLeases();
    if (!held)
        return false;
    const auto holder = std::ranges::find(held.value(), lease, &ports::HeldLease::name);
    if (holder == held.value().end())
        return true;
    const auto found = runs.find(holder->run.toString());
    return found && isMaintenance(found.value());
}

Result<std::unique_ptr<ports::Lease>> waitForTable(const TableName &table, const RunRecorder &recorder, ports::RunStore &runs, RunContext &run)
{
    const QString name = tableLease(table);
    for (bool isSaid = false;; isSaid = true) {
        Result<std::unique_ptr<ports::Lease>> lease = runs.acquire(name, recorder.id(), leaseWaitMs, run);
        if (lease || lease.error().code != ErrorCode::Busy || isMaintenance(recorder.run()) || !comesFree(name, runs))
            return lease;
        if (!isSaid)
            recorder.info("load", table.toString(), {QT_TRANSLATE_NOOP("core", "Waits for maintenance: %1"), lease.error().message});
    }
}

} // namespace

Result<std::unique_ptr<ports::Lease>> holdTable(const TableName &table, const RunRecorder &recorder, ports::RunStore &runs, ports::LakeSql &lake, RunContext &run)
{
    EKOS_TRY(std::unique_ptr<ports::Lease> lease, waitForTable(table, recorder, runs, run));
    if (const auto previous = lease->takenOverFrom()) {
        recorder.warning("load", table.toString(), {QT_TRANSLATE_NOOP("core", "Run %1 held this table and is gone; its queries are ended first"), previous->toString()});
        EKOS_CHECK(lake.endQueries(previous->toString(), run));
    }
    return lease;
}

Result<BronzeShape> bronzeShape(const TableDecision &table, const std::optional<QString> &lastCommit, const QString &commit, Workspace &workspace, RunContext &run)
{
    if (!lastCommit || *lastCommit == commit)
        return BronzeShape{.keepsPurged = lastCommit && table.keepsPurged()};
    const Result<rules::TableLock> last = lockAt(*lastCommit, table.places, workspace, run);
    if (!last && last.error().code == ErrorCode::Cancelled)
        return last.error();
    if (!last)
        return BronzeShape{.areColumnsSame = false, .isShapeSame = false, .unreadCommit = lastCommit};
    const TableDecision &loaded = last.value().decision;
    return BronzeShape{.areColumnsSame = loaded.columns == table.columns, .isShapeSame = rules::haveSameShape(loaded, table), .keepsPurged = loaded.keepsPurged()};
}

Result<std::optional<base::UtcTime>> lastUpperBound(const TableName &table, const ports::TableLoadState &state, ports::RunStore &runs)
{
    if (!state.boundUtc)
        return std::optional<base::UtcTime>();
    EKOS_TRY(const std::vector<LoadReport> newest, runs.loadsOfTable(table, 1));
    return newest.empty() || !newest.front().upperBoundUtc ? state.boundUtc : newest.front().upperBoundUtc;
}

qint64 countIn(const ports::SqlRows &rows)
{
    return rows.rows.empty() || rows.rows.front().empty() ? 0 : rows.rows.front().front().value_or(QString()).toLongLong();
}

void noteFailure(LoadFailure failure, const Error &error, const RunRecorder &recorder, Workspace &workspace, RunContext &run)
{
    failure.run = recorder.id();
    failure.atUtc = workspace.clock().now();
    failure.end = error.code == ErrorCode::RefusedByRule ? LoadEnd::NeedsPerson : error.code == ErrorCode::Cancelled ? LoadEnd::Cancelled : LoadEnd::Failed;
    failure.message = error.message;
    if (const auto runs = workspace.runs(run))
        [[maybe_unused]] const auto written = runs.value()->addLoadFailure(failure);
}

} // namespace lakehouse::usecases
