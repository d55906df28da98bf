#pragma once

#include "common/local_workspace.h"
#include "desktop/desktop_credentials.h"
#include "desktop/file_session_store.h"
#include "shell/main_window.h"
#include "usecases/in_process_workbench.h"

namespace lakehouse::app {

/// One project of a folder with everything that answers for it, and its window. Its end stops what still runs here, and waits for it.
class OpenProject {
public:
    OpenProject(const QString &folder, std::vector<views::ProjectChoice> known, std::optional<views::ThemeChoice> theme, FileSessionStore &store,
                const base::Clock &clock, base::IdSource &ids);
    ~OpenProject();
    views::MainWindow &window() { return *m_window; }

private:
    LocalWorkspaces m_workspaces;
    usecases::InProcessWorkbench m_workbench;
    PasswordStore m_passwords;
    DesktopCredentials m_credentials;
    std::unique_ptr<views::MainWindow> m_window;
};

} // namespace lakehouse::app
