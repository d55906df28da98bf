#include "usecases/pipeline/held_table.h"

#include "rules/loading/load_decision.h"

namespace lakehouse::usecases {

using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {
constexpr qint64 leaseWaitMs = 30'000;
}

Result<std::unique_ptr<ports::Lease>> holdTable(const TableName &table, const RunRecorder &recorder, ports::RunStore &runs, ports::LakeSql &lake, RunContext &run)
{
    EKOS_TRY(std::unique_ptr<ports::Lease> lease, runs.acquire(tableLease(table), recorder.id(), leaseWaitMs, run));
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
        return BronzeShape{.areColumnsSame = false, .isShapeSame = false};
    const TableDecision &loaded = last.value().decision;
    return BronzeShape{.areColumnsSame = loaded.columns == table.columns, .isShapeSame = rules::haveSameShape(loaded, table), .keepsPurged = loaded.keepsPurged()};
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
