#pragma once

#include "api/call_context.h"
#include "base/clock.h"
#include "base/strong_id.h"
#include "ports/lake_sql.h"
#include "ports/ledger.h"
#include "ports/observed_files.h"
#include "ports/orchestrator.h"
#include "ports/pipeline_repository.h"
#include "ports/project_store.h"
#include "ports/run_store.h"
#include "ports/secret_store.h"
#include "ports/source_engine.h"

#include <memory>

namespace lakehouse::usecases {

/// What handlers may reach of one project. Each part is opened when it is first asked for and stays open; calls may come from any thread.
/// The pointers live as long as the workspace, and a call keeps the one it was given: settings do not move under it.
class Workspace {
public:
    virtual ~Workspace() = default;
    virtual base::Result<ports::LoadedSettings> settings(base::RunContext &run) = 0;
    virtual ports::ProjectStore &project() = 0;
    virtual base::Result<ports::Ledger *> ledger(base::RunContext &run) = 0;
    virtual base::Result<ports::RunStore *> runs(base::RunContext &run) = 0;
    virtual base::Result<ports::PipelineRepository *> repository(base::RunContext &run) = 0;
    virtual base::Result<ports::SourceEngine *> source(const model::SourceConnection &connection, base::RunContext &run) = 0;
    /// A source of its own for one question, which nobody else uses: what was typed in, before it is saved.
    virtual base::Result<std::unique_ptr<ports::SourceEngine>> trySource(const model::SourceConnection &connection, base::RunContext &run) = 0;
    virtual ports::ObservedFiles &observedFiles() = 0;
    virtual ports::SecretStore &secrets() = 0;
    virtual base::Result<ports::LakeSql *> lake(base::RunContext &run) = 0;
    virtual base::Result<ports::Orchestrator *> orchestrator(base::RunContext &run) = 0;
    /// Lines of `doctor` for the catalog of tables and the object store.
    virtual std::vector<model::ServiceCheck> checkStorage(base::RunContext &run) = 0;
    virtual const base::Clock &clock() const = 0;
    virtual base::IdSource &ids() = 0;
};

/// Finds the workspace of a project by the name that a call carries. Fails with NotFound.
class WorkspaceProvider {
public:
    virtual ~WorkspaceProvider() = default;
    virtual base::Result<std::shared_ptr<Workspace>> open(const QString &project) = 0;
};

/// A handler over the workspace of the project that the call names.
template<typename R, typename Handler>
auto inWorkspace(WorkspaceProvider &workspaces, Handler handler)
{
    return [&workspaces, handler](const R &request, const api::CallContext &context, base::RunContext &run) -> base::Result<typename R::Answer> {
        EKOS_TRY(const std::shared_ptr<Workspace> workspace, workspaces.open(context.project));
        return handler(request, context, *workspace, run);
    };
}

} // namespace lakehouse::usecases
