#include "desktop/open_project.h"

#include "common/actor.h"
#include "desktop/pages.h"
#include "usecases/all_handlers.h"

#include <QDir>

namespace lakehouse::app {

OpenProject::OpenProject(const QString &folder, std::vector<views::ProjectChoice> known, std::optional<views::ThemeChoice> theme,
                         FileSessionStore &store, const base::Clock &clock, base::IdSource &ids)
    : m_workspaces(folder, clock, ids), m_workbench(usecases::allHandlers(m_workspaces)), m_passwords(m_workspaces), m_credentials(m_passwords)
{
    m_window = std::make_unique<views::MainWindow>(views::ConsoleSetup{
        .workbench = m_workbench,
        .credentials = m_credentials,
        .store = store,
        .clock = clock,
        .actor = localActor(QStringLiteral("desktop")),
        .channel = api::Channel::Desktop,
        .project = {.id = folder, .name = QDir(folder).dirName(), .place = QDir::toNativeSeparators(folder)},
        .projects = std::move(known),
        .pages = consolePages(),
        .theme = theme,
    });
}

OpenProject::~OpenProject() = default;

} // namespace lakehouse::app
