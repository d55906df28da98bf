#pragma once

#include "usecases/workspace.h"

#include <mutex>

namespace lakehouse::app {

/// The one project of a folder, for the command line and the desktop. Adapters are opened when they are first needed.
class LocalWorkspaces final : public usecases::WorkspaceProvider {
public:
    LocalWorkspaces(QString folder, const base::Clock &clock, base::IdSource &ids);
    ~LocalWorkspaces() override;
    base::Result<std::shared_ptr<usecases::Workspace>> open(const QString &project) override;
    /// Makes the project: settings when there are none, and its state.
    base::Result<ports::InitReceipt> init(base::RunContext &run);

private:
    QString m_folder;
    const base::Clock &m_clock;
    base::IdSource &m_ids;
    std::mutex m_mutex;
    std::shared_ptr<usecases::Workspace> m_workspace;
};

} // namespace lakehouse::app
