#include "usecases/run_recorder.h"

#include "usecases/pipeline/table_standing.h"

namespace lakehouse::usecases {

using base::Ok;
using base::Result;
using base::Text;
using model::EventLevel;

namespace {

/// Results may only be added to a pipeline run that goes on, or to a run that work on tables made for itself, as for a schedule. Maintenance is apart:
/// everything else waits for a run of it.
Result<> checkMayJoin(const model::Run &run, const api::Operation &operation)
{
    const bool hasEnded = run.state == model::RunState::Done || run.state == model::RunState::Problems || run.state == model::RunState::Failed || run.state == model::RunState::Cancelled;
    const bool isOfItsKind = isMaintenance(run) == (QLatin1String(operation.name) == QLatin1String(api::MaintainTables::operation.name));
    if (isOfItsKind && (isOfTables(run) || (isOfPipeline(run) && !hasEnded)))
        return Ok{};
    return base::Error{base::ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "Run %1 (%2) takes no more results."), run.id.toString(), run.operation},
                       QT_TRANSLATE_NOOP("core", "Leave out --run-id for a run of its own."), run.id.toString()};
}

} // namespace

Result<RunRecorder> RunRecorder::begin(Workspace &workspace, const api::Operation &operation, const api::CallContext &context,
                                       const std::optional<model::RunId> &joined, base::RunContext &run)
{
    RunRecorder recorder;
    EKOS_TRY(recorder.m_store, workspace.runs(run));
    recorder.m_clock = &workspace.clock();
    recorder.m_actor = context.actor;
    if (joined) {
        if (Result<model::Run> found = recorder.m_store->find(joined->toString())) {
            EKOS_CHECK(checkMayJoin(found.value(), operation));
            recorder.m_run = std::move(found).value();
            recorder.m_isOwner = false;
            return recorder;
        }
    }
    recorder.m_run = model::Run{.id = joined.value_or(model::RunId(workspace.ids().next())), .operation = QString::fromLatin1(operation.name),
        .state = model::RunState::Running, .actor = context.actor.toString(), .channel = context.actor.channel, .startedAtUtc = workspace.clock().now()};
    EKOS_CHECK(recorder.m_store->begin(recorder.m_run));
    return recorder;
}

void RunRecorder::record(EventLevel level, const char *stage, const QString &subject, Text message) const
{
    // A full disk must not turn a finished load into a failed one: the line is lost, the end of the run is still checked.
    [[maybe_unused]] const auto written = m_store->record(m_run.id,
        model::RunEvent{.atUtc = m_clock->now(), .level = level, .stage = QString::fromLatin1(stage), .subject = subject, .message = std::move(message)});
}

void RunRecorder::info(const char *stage, const QString &subject, Text message) const { record(EventLevel::Info, stage, subject, std::move(message)); }
void RunRecorder::warning(const char *stage, const QString &subject, Text message) const { record(EventLevel::Warning, stage, subject, std::move(message)); }
void RunRecorder::error(const char *stage, const QString &subject, Text message) const { record(EventLevel::Error, stage, subject, std::move(message)); }

Result<> RunRecorder::setForeignId(const QString &foreignId)
{
    m_run.foreignId = foreignId;
    return m_store->update(m_run);
}

Result<> RunRecorder::finish(model::RunState state, Text outcome)
{
    m_run.state = state;
    m_run.outcome = std::move(outcome);
    if (!m_isOwner)
        return Ok{};
    if (state != model::RunState::Running && state != model::RunState::Queued)
        m_run.endedAtUtc = m_clock->now();
    return m_store->update(m_run);
}

Result<std::unique_ptr<ports::Lease>> holdRepository(Workspace &workspace, const RunRecorder &recorder, base::RunContext &run)
{
    constexpr qint64 longestWaitMs = 10'000;
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    return runs->acquire(QStringLiteral("repository"), recorder.id(), longestWaitMs, run);
}

void noteLedgerHead(Workspace &workspace)
{
    base::RunContext run; // what was written stands, whoever cancels now
    const auto ledger = workspace.ledger(run);
    const auto runs = workspace.runs(run);
    if (!ledger || !runs)
        return; // the failure shows where they are needed
    if (const auto head = ledger.value()->head(run); head && head.value().hash)
        [[maybe_unused]] const auto noted = runs.value()->noteLedgerHead(*head.value().hash);
}

} // namespace lakehouse::usecases
