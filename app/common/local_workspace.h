#pragma once

#include "usecases/workspace.h"

#include <mutex>

namespace lakehouse::adapters {
class KeychainSecretStore;
class SessionSecretStore;
}

namespace lakehouse::app {

class LocalWorkspace;
struct ProjectParts;

/// The one project of a folder, for the command line and the desktop. Adapters are opened when they are first needed. Each `open` looks whether
/// ekos.toml was changed: then the next call sees the new settings and reopens what they are about, while calls in flight keep what they have.
class LocalWorkspaces final : public usecases::WorkspaceProvider {
public:
    LocalWorkspaces(QString folder, const base::Clock &clock, base::IdSource &ids);
    ~LocalWorkspaces() override;
    base::Result<std::shared_ptr<usecases::Workspace>> open(const QString &project) override;
    /// Makes the project: settings when there are none, and its state.
    base::Result<ports::InitReceipt> init(base::RunContext &run);

    /// Passwords that are held for this run of the program.
    adapters::SessionSecretStore &session() const { return *m_session; }
    /// The project's part of the system's keyring. Fails when the settings or the project's state cannot be read.
    base::Result<std::shared_ptr<adapters::KeychainSecretStore>> keychain(base::RunContext &run);
    /// A password was typed in, kept or forgotten: what was opened with the old one is opened anew by the next call.
    void notePasswordsMoved();

private:
    base::Result<std::shared_ptr<LocalWorkspace>> current();

    QString m_folder;
    const base::Clock &m_clock;
    base::IdSource &m_ids;
    std::shared_ptr<adapters::SessionSecretStore> m_session;
    std::mutex m_mutex;
    qint64 m_passwordsMoved = 0;
    std::shared_ptr<ProjectParts> m_parts;
    std::shared_ptr<LocalWorkspace> m_workspace;
};

} // namespace lakehouse::app
