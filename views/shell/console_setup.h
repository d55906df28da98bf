#pragma once

#include "api/workbench.h"
#include "kit/tokens.h"
#include "shell/credentials.h"
#include "shell/page_list.h"
#include "shell/project_choice.h"
#include "shell/session_store.h"

namespace lakehouse::views {

/// What a program gives the window: the door to the operations, and what differs between desktop and browser. All of it outlives the window.
struct ConsoleSetup {
    api::Workbench &workbench;
    Credentials &credentials;
    SessionStore &store;
    const base::Clock &clock;
    model::Actor actor = {};
    api::Channel channel = api::Channel::Desktop;
    ProjectChoice project = {};                  ///< its name until the project answered
    std::vector<ProjectChoice> projects = {};    ///< that can be switched to
    std::vector<PageEntry> pages = {};
    std::optional<ThemeChoice> theme = {};       ///< for this time, instead of the person's choice
};

} // namespace lakehouse::views
