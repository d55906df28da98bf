#include "usecases/pipeline/pipeline.h"

#include "usecases/pipeline/deletes.h"
#include "usecases/pipeline/generate.h"
#include "usecases/pipeline/load.h"
#include "usecases/pipeline/maintain.h"
#include "usecases/pipeline/reconcile.h"
#include "usecases/pipeline/reload.h"
#include "usecases/pipeline/run.h"
#include "usecases/pipeline/run_outcomes.h"
#include "usecases/pipeline/status.h"
#include "usecases/pipeline/stop.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 runsAtMost = 1000;
constexpr qint64 eventsAtMost = 10'000;

Result<RunList> listRuns(const ListRuns &request, const CallContext &, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(const std::vector<Run> records, runs->list(std::clamp<qint64>(request.limit, 1, runsAtMost)));
    return RunList{records};
}

Result<RunDetail> showRun(const ShowRun &request, const CallContext &, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(const Run found, runs->find(request.run));
    RunDetail detail;
    EKOS_TRY(detail.run, settled(found, workspace, run));
    EKOS_TRY(detail.events, runs->events(found.id, request.after, std::clamp<qint64>(request.limit, 0, eventsAtMost)));
    EKOS_TRY(detail.tables, runOutcomes(detail.run, *runs));
    return detail;
}

} // namespace

void addPipeline(HandlerRegistry &registry, WorkspaceProvider &workspaces)
{
    registry.add<GeneratePipeline>(inWorkspace<GeneratePipeline>(workspaces, generate));
    registry.add<LoadTable>(inWorkspace<LoadTable>(workspaces, loadTable));
    registry.add<FindDeletes>(inWorkspace<FindDeletes>(workspaces, findDeletes));
    registry.add<ReloadTable>(inWorkspace<ReloadTable>(workspaces, reloadTable));
    registry.add<RunPipeline>(inWorkspace<RunPipeline>(workspaces, runPipeline));
    registry.add<ReconcileTables>(inWorkspace<ReconcileTables>(workspaces, reconcile));
    registry.add<MaintainTables>(inWorkspace<MaintainTables>(workspaces, maintainTables));
    registry.add<ShowPipeline>(inWorkspace<ShowPipeline>(workspaces, showPipeline));
    registry.add<ShowTableHistory>(inWorkspace<ShowTableHistory>(workspaces, showTableHistory));
    registry.add<StopRun>(inWorkspace<StopRun>(workspaces, stopRun));
    registry.add<ListRuns>(inWorkspace<ListRuns>(workspaces, listRuns));
    registry.add<ShowRun>(inWorkspace<ShowRun>(workspaces, showRun));
}

} // namespace lakehouse::usecases
