#include "usecases/pipeline/stop.h"

#include "usecases/pipeline/run.h"
#include "usecases/pipeline/table_standing.h"

#include <chrono>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using namespace std::chrono_literals;
using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using base::RunContext;

namespace {

constexpr auto pollInterval = 250ms;
constexpr int polls = 20; // five seconds: an orchestrator that is well ends a run in one or two

/// Only what the orchestrator works on can be ended from here.
Result<> checkMayStop(const Run &record)
{
    const QString id = record.id.toString();
    if (!mayGoOn(record))
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "Run %1 has ended already: %2"), id, record.outcome},
                     {QT_TRANSLATE_NOOP("core", "See it with: ekos-lakehouse runs show %1"), id}, id};
    if (record.operation != QLatin1String(RunPipeline::operation.name))
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "Run %1 (%2) works in a process of its own and not at the orchestrator."), id, record.operation},
                     {QT_TRANSLATE_NOOP("core", "Stop it where it runs, with Ctrl+C: %1 started it."), record.actor}, id};
    if (!record.foreignId)
        return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "Run %1 is only being launched: the orchestrator does not know it yet."), id},
                     {QT_TRANSLATE_NOOP("core", "Try again in a moment, or stop it where it runs, with Ctrl+C: %1 started it."), record.actor}, id};
    return Ok{};
}

/// Waits until the end of the run is recorded: by who follows it, else by us.
Result<Run> ended(const RunId &id, const Actor &actor, ports::RunStore &runs, Workspace &workspace, RunContext &run)
{
    Run record;
    for (int poll = 0; poll < polls; ++poll) {
        EKOS_TRY(const Run found, runs.find(id.toString()));
        EKOS_TRY(record, settled(found, workspace, run, actor));
        if (!mayGoOn(record))
            return record;
        if (run.cancel().waitFor(pollInterval))
            return Error{ErrorCode::Cancelled, {QT_TRANSLATE_NOOP("core", "The orchestrator was told to end run %1; whether it did was not waited for."), id.toString()},
                         {QT_TRANSLATE_NOOP("core", "See it with: ekos-lakehouse runs show %1"), id.toString()}, id.toString()};
    }
    record.outcome = {QT_TRANSLATE_NOOP("core", "The orchestrator was told to end it and works on that; it may go on for a while. See it with: ekos-lakehouse runs show %1"), id.toString()};
    return record;
}

} // namespace

Result<Run> stopRun(const StopRun &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(const Run found, runs->find(request.run));
    EKOS_CHECK(checkMayStop(found));
    EKOS_TRY(const Run record, settled(found, workspace, run));
    EKOS_CHECK(checkMayStop(record));
    EKOS_TRY(ports::Orchestrator *orchestrator, workspace.orchestrator(run));
    // Said before it is done: who follows the run may see its end at once, and says then who brought it about.
    EKOS_CHECK(runs->record(record.id, {.atUtc = workspace.clock().now(), .level = EventLevel::Warning, .stage = QString::fromLatin1(runStoppedStage),
                                        .message = {QT_TRANSLATE_NOOP("core", "%1 asked to end this run"), context.actor.toString()}}));
    if (Result<> told = orchestrator->terminate(*record.foreignId, run); !told) {
        [[maybe_unused]] const auto written = runs->record(record.id, {.atUtc = workspace.clock().now(), .level = EventLevel::Error, .stage = QStringLiteral("run"),
            .message = {QT_TRANSLATE_NOOP("core", "The orchestrator could not be told to end it: %1"), told.error().message}});
        return std::move(told).error();
    }
    return ended(record.id, context.actor, *runs, workspace, run);
}

Result<std::optional<QString>> whoStopped(const RunId &run, ports::RunStore &runs)
{
    EKOS_TRY(const std::vector<RunEvent> events, runs.events(run, 0, std::numeric_limits<int>::max()));
    std::optional<QString> who;
    for (const RunEvent &event : events)
        if (event.stage == QLatin1String(runStoppedStage) && !event.message.arguments.empty())
            if (const auto *name = std::get_if<QString>(&event.message.arguments.front()))
                who = *name;
    return who;
}

} // namespace lakehouse::usecases
