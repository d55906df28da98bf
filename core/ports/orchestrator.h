#pragma once

#include "base/run_context.h"
#include "model/service_check.h"

#include <vector>

namespace lakehouse::ports {

enum class LaunchMode { EachAssetInItsProcess, InProcess };

struct LaunchRequest {
    std::vector<QString> assets = {}; ///< asset keys as generated, "bronze/public/film"; empty: all of the bronze job
    LaunchMode mode = LaunchMode::EachAssetInItsProcess;
    QString runId = {};               ///< ours: handed to the assets as a run tag
};

enum class OrchestratorRunState { Queued, Running, Succeeded, Failed, Cancelled };

struct AssetProgress {
    QString asset = {};
    bool isDone = false;
    bool isFailed = false;
    QString message = {};
};

struct OrchestratorRun {
    OrchestratorRunState state = OrchestratorRunState::Queued;
    std::vector<AssetProgress> assets = {};
    QString failure = {}; ///< the orchestrator's words
};

/// Starts and follows runs of the generated project (Dagster). Calls block.
/// Failures: Unreachable, NotFound (code location, asset), Busy, ExternalFailure with the other side's words.
class Orchestrator {
public:
    virtual ~Orchestrator() = default;
    /// Makes the code location read the generated project again; returns when it is loaded, fails with its error when it does not load.
    virtual base::Result<> reload(base::RunContext &run) = 0;
    virtual base::Result<QString> launch(const LaunchRequest &request, base::RunContext &run) = 0; ///< returns the orchestrator's run id
    virtual base::Result<OrchestratorRun> state(const QString &foreignId, base::RunContext &run) = 0;
    virtual base::Result<> terminate(const QString &foreignId, base::RunContext &run) = 0;
    virtual std::vector<model::ServiceCheck> check(base::RunContext &run) = 0;
};

} // namespace lakehouse::ports
