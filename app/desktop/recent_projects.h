#pragma once

#include "shell/project_choice.h"
#include "shell/session_store.h"

#include <vector>

namespace lakehouse::app {

/// The folders that were open, newest first. A folder that is gone is left out, and comes back with its folder.
class RecentProjects {
public:
    explicit RecentProjects(views::SessionStore &store) : m_store(store) {}
    std::vector<views::ProjectChoice> list() const;
    /// Its id is the folder. What is not known of the rest stays as it was noted before.
    void note(views::ProjectChoice project);

private:
    std::vector<views::ProjectChoice> read() const;

    views::SessionStore &m_store;
};

/// Whether the folder is a project: it has an ekos.toml.
bool isProject(const QString &folder);

} // namespace lakehouse::app
