#include "desktop/console_application.h"

#include "desktop/open_project.h"
#include "kit/theme.h"
#include "shell/deep_link.h"
#include "shell/start_page.h"

#include <QDir>
#include <QFileDialog>
#include <QTimer>

#include <algorithm>

namespace lakehouse::app {

ConsoleApplication::ConsoleApplication(ConsoleOptions options, const QString &stateFolder)
    : m_options(std::move(options)), m_ids(m_clock), m_store(stateFolder), m_recent(m_store)
{
    m_store.onFailure([this](const base::Error &error) {
        QTimer::singleShot(0, this, [this, error] { // while a window is made there is none yet to say it in
            if (m_project)
                m_project->window().showTrouble(error);
        });
    });
}

ConsoleApplication::~ConsoleApplication() = default;

void ConsoleApplication::start()
{
    QString folder = m_options.folder;
    if (folder.isEmpty() && !m_options.link.isEmpty()) {
        const base::Result<views::DeepLink> link = views::DeepLink::parse(m_options.link);
        const std::vector<views::ProjectChoice> known = m_recent.list();
        const auto named = std::ranges::find_if(known,
                                                [&](const views::ProjectChoice &project) { return link && project.name == link.value().project; });
        if (named != known.end())
            folder = named->id;
    }
    if (folder.isEmpty())
        folder = QDir::currentPath();
    if (!isProject(folder))
        return showStart(folder);
    openProject(folder, {});
    if (!m_options.link.isEmpty())
        m_project->window().openLink(m_options.link);
}

void ConsoleApplication::openProject(const QString &folder, const QString &page)
{
    if (!isProject(folder))
        return showStart(folder);
    auto project = std::make_unique<OpenProject>(folder, m_recent.list(), m_options.theme, m_store, m_clock, m_ids);
    views::MainWindow *window = &project->window();
    connect(window, &views::MainWindow::projectDescribed, this, [this, folder](views::ProjectChoice described) {
        described.id = folder;
        m_recent.note(described);
    });
    connect(window, &views::MainWindow::otherProjectRequested, this, &ConsoleApplication::askForFolder);
    connect(window, &views::MainWindow::projectChosen, this, [this](const QString &chosen, const QString &current) {
        QTimer::singleShot(0, this, [this, chosen, current] { openProject(chosen, current); }); // the old window ends, and it is the one that asks
    });
    window->restorePlace();
    if (!page.isEmpty())
        window->open({.page = page});
    window->show();
    m_project.swap(project);
    m_start.reset();
}

void ConsoleApplication::showStart(const QString &folder)
{
    if (m_options.theme)
        views::Theme::instance().setChoice(*m_options.theme);
    m_start = std::make_unique<views::StartPage>(folder, m_recent.list());
    m_start->setWindowTitle(QStringLiteral("EKOS Lakehouse"));
    m_start->resize(900, 600);
    connect(m_start.get(), &views::StartPage::otherRequested, this, &ConsoleApplication::askForFolder);
    connect(m_start.get(), &views::StartPage::chosen, this, [this](const QString &chosen) {
        QTimer::singleShot(0, this, [this, chosen] { openProject(chosen, {}); });
    });
    m_start->show();
    m_project.reset();
}

void ConsoleApplication::askForFolder()
{
    auto *dialog = new QFileDialog(window(), tr("Open a project folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        QTimer::singleShot(0, this, [this, folder] { openProject(folder, {}); });
    });
    dialog->open();
}

QWidget *ConsoleApplication::window() const
{
    return m_project ? static_cast<QWidget *>(&m_project->window()) : m_start.get();
}

} // namespace lakehouse::app
