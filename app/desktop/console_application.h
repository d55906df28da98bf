#pragma once

#include "base/system_clock.h"
#include "base/uuid7.h"
#include "desktop/file_session_store.h"
#include "desktop/recent_projects.h"
#include "kit/tokens.h"

#include <QObject>

#include <memory>

namespace lakehouse::views {
class StartPage;
}

namespace lakehouse::app {

class OpenProject;

/// What the person asked for on the command line.
struct ConsoleOptions {
    QString folder = {};                           ///< absolute; empty: none was named
    QString link = {};
    std::optional<views::ThemeChoice> theme = {};  ///< for this run only
};

/// The desktop program: one window at a time, of a project or to choose one.
class ConsoleApplication : public QObject {
    Q_OBJECT

public:
    ConsoleApplication(ConsoleOptions options, const QString &stateFolder);
    ~ConsoleApplication() override;
    void start();

private:
    void openProject(const QString &folder, const QString &page);
    void showStart(const QString &folder);
    void askForFolder();
    QWidget *window() const;

    ConsoleOptions m_options;
    base::SystemClock m_clock;
    base::Uuid7Source m_ids;
    FileSessionStore m_store;
    RecentProjects m_recent;
    std::unique_ptr<OpenProject> m_project;
    std::unique_ptr<views::StartPage> m_start;
};

} // namespace lakehouse::app
