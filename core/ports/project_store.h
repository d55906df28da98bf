#pragma once

#include "base/run_context.h"
#include "model/extraction_plan.h"
#include "model/project_settings.h"

namespace lakehouse::ports {

struct LoadedSettings {
    model::ProjectSettings settings = {};     ///< with defaults
    model::ProjectId id = {};
    QString folder = {};                      ///< absolute path of the project
    std::vector<base::Text> warnings = {};    ///< tables of the file that are not ours
};

struct InitReceipt {
    bool isNewFile = false;                   ///< false: there was an ekos.toml, and it was kept
    bool isNewState = false;
};

/// The project's folder: settings, identity, and the proposal. Fails with NotFound when the folder has no ekos.toml, InvalidInput naming line and key.
class ProjectStore {
public:
    virtual ~ProjectStore() = default;
    virtual base::Result<InitReceipt> init(base::RunContext &run) = 0;
    virtual base::Result<LoadedSettings> load(base::RunContext &run) = 0;
    /// Writes the proposal so that a reader sees the old or the new one, never half.
    virtual base::Result<> saveProposal(const model::ExtractionPlan &plan, base::RunContext &run) = 0;
    virtual base::Result<std::optional<model::ExtractionPlan>> proposal(base::RunContext &run) = 0;
    /// The effective settings as TOML, comments saying where each came from.
    virtual base::Result<QString> effectiveToml(base::RunContext &run) = 0;
    /// The file as the person wrote it.
    virtual base::Result<QString> writtenToml(base::RunContext &run) = 0;
};

} // namespace lakehouse::ports
