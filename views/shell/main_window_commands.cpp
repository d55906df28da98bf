#include "shell/main_window.h"

#include "kit/localized.h"
#include "kit/theme.h"
#include "shell/command_palette.h"
#include "shell/deep_link.h"
#include "shell/environment_strip.h"
#include "shell/notification_centre.h"
#include "shell/page_shelf.h"
#include "shell/pane_cycle.h"
#include "shell/password_questions.h"
#include "shell/person_menu.h"
#include "shell/project_switcher.h"
#include "shell/pulse_watch.h"
#include "shell/run_drawer.h"
#include "shell/run_words.h"
#include "shell/shortcut_book.h"
#include "shell/shortcut_sheet.h"
#include "shell/source_notice.h"
#include "shell/step_rail.h"
#include "shell/toast_stack.h"
#include "shell/top_bar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSplitter>

#include <algorithm>

namespace lakehouse::views {

namespace {

/// The page whose work an operation is: "pipeline.run" is that of the pipeline.
QString pageOfOperation(const QString &operation)
{
    const QString area = operation.section(QLatin1Char('.'), 0, 0);
    return area == QLatin1String("evidence") ? QStringLiteral("analysis") : area;
}

} // namespace

CommandAction *MainWindow::addWindowCommand(const QString &id, const QString &text, const QList<QKeySequence> &keys, std::function<void()> act)
{
    auto *command = new CommandAction(id, text, this);
    command->setShortcuts(keys);
    command->setShortcutContext(Qt::WindowShortcut);
    connect(command, &QAction::triggered, this, act);
    addAction(command);
    m_shortcuts->add(ShortcutBook::everywhere(), command);
    return command;
}

void MainWindow::addCommands()
{
    const CommandAction *palette = addWindowCommand(QStringLiteral("console.palette"), tr("Search or command"), {Qt::CTRL | Qt::Key_K}, [this] { openPalette({}); });
    const auto tellKeys = [this, palette] { m_bar->setPaletteKeys(palette->shortcut().toString(QKeySequence::NativeText)); };
    connect(m_shortcuts, &ShortcutBook::changed, this, tellKeys);
    tellKeys();
    m_keySheet = addWindowCommand(QStringLiteral("console.keys"), tr("Show the keys"), {Qt::Key_Question}, [this] { openShortcutSheet(); });
    addWindowCommand(QStringLiteral("console.next-pane"), tr("Go to the next pane"), {Qt::Key_F6}, [this] { m_panes->next(); });
    addWindowCommand(QStringLiteral("console.previous-pane"), tr("Go to the pane before"), {Qt::SHIFT | Qt::Key_F6}, [this] { m_panes->previous(); });
    addGoCommands();
    addWindowCommand(QStringLiteral("console.notifications"), tr("Show the notifications"), {QKeySequence(Qt::Key_G, Qt::Key_N)},
                     [this] { m_centre->open(m_across->y()); });
    addWindowCommand(QStringLiteral("console.runs"), tr("Open or fold the runs"), {Qt::CTRL | Qt::Key_J},
                     [this] { m_drawer->setOpen(!m_drawer->isOpen()); });
    m_back = addWindowCommand(QStringLiteral("console.back"), tr("Go back"), {Qt::ALT | Qt::Key_Left}, [this] { m_router.back(); });
    m_forward = addWindowCommand(QStringLiteral("console.forward"), tr("Go forward"), {Qt::ALT | Qt::Key_Right}, [this] { m_router.forward(); });
    m_back->setBlocked(tr("There is no earlier place."));
    m_forward->setBlocked(tr("There is no later place."));
    addWindowCommand(QStringLiteral("console.copy-link"), tr("Copy link"), {Qt::CTRL | Qt::SHIFT | Qt::Key_C}, [this] { copyLink(); });
    addWindowCommand(QStringLiteral("console.refresh"), tr("Read the page anew"), {Qt::Key_F5}, [this] {
        if (Page *page = m_shelf->current())
            page->refresh();
        m_pulse->askNow();
        m_pulse->askWorkflow();
    });
    const int step = Theme::instance().paneMinimum() / 4;
    addWindowCommand(QStringLiteral("console.rail-wider"), tr("Make the steps wider"), {}, [this, step] { resizeRail(step); });
    addWindowCommand(QStringLiteral("console.rail-narrower"), tr("Make the steps narrower"), {}, [this, step] { resizeRail(-step); });
    addWindowCommand(QStringLiteral("console.runs-taller"), tr("Make the runs taller"), {}, [this, step] {
        m_drawer->setOpen(true);
        resizeDrawer(step);
    });
    addWindowCommand(QStringLiteral("console.runs-lower"), tr("Make the runs lower"), {}, [this, step] { resizeDrawer(-step); });
    addWindowCommand(QStringLiteral("console.projects"), tr("Switch the project…"), {}, [this] { openProjects(); });
}

void MainWindow::addGoCommands()
{
    for (const PageEntry &entry : m_setup.pages) {
        if (entry.goKey != Qt::Key_unknown)
            addWindowCommand(QStringLiteral("console.go.") + entry.id, tr("Go to %1").arg(entry.title), {QKeySequence(Qt::Key_G, entry.goKey)},
                             [this, id = entry.id] { open({.page = id}); });
    }
}

void MainWindow::openPalette(const QString &typed)
{
    m_palette->setProject(m_environment.isEmpty() ? m_setup.project.name
                          : tr("%1 · %2", "project, environment").arg(m_setup.project.name, environmentWord(m_environment)));
    m_palette->open(typed);
}

void MainWindow::askForPassword(const PasswordWanted &wanted, std::function<void()> typed)
{
    m_passwords->ask(wanted, std::move(typed));
}

void MainWindow::openShortcutSheet()
{
    std::vector<ShortcutSheet::Group> groups;
    if (const Page *page = m_shelf->current()) {
        const RailItem *item = m_rail->item(page->id());
        groups.push_back({item ? item->text() : tr("This page"), page->id()});
    }
    groups.push_back({tr("Everywhere"), ShortcutBook::everywhere()});
    (new ShortcutSheet(*m_shortcuts, groups, m_person->letters(), this))->open();
}

void MainWindow::openProjects()
{
    std::vector<ProjectChoice> projects = m_setup.projects;
    if (const auto own = std::ranges::find(projects, m_setup.project.id, &ProjectChoice::id); own != projects.end()) {
        if (!m_setup.project.environment.isEmpty()) { // as they are now, not as they were when the window opened; before the first pulse they are not known
            own->environment = m_setup.project.environment;
            own->name = m_setup.project.name;
        }
        if (m_setup.project.sources)
            own->sources = m_setup.project.sources;
    }
    auto *switcher = new ProjectSwitcher(projects, this);
    connect(switcher, &ProjectSwitcher::chosen, this, [this](const QString &id) { Q_EMIT projectChosen(id, m_router.current().page); });
    connect(switcher, &ProjectSwitcher::otherRequested, this, &MainWindow::otherProjectRequested);
    switcher->open();
}

void MainWindow::copyLink()
{
    QGuiApplication::clipboard()->setText(DeepLink{m_setup.project.name, m_router.current()}.toText());
    m_toasts->show({.status = Status::Done, .title = tr("The link to this place is in the clipboard."), .atUtc = m_setup.clock.now()},
                   m_setup.clock.now());
}

void MainWindow::openLink(const QString &text)
{
    m_link = text;
    if (m_pulse->last())
        followLink();
}

void MainWindow::followLink()
{
    const base::Result<DeepLink> link = DeepLink::parse(std::exchange(m_link, {}));
    if (!link)
        return showTrouble(link.error());
    if (link.value().project != m_setup.project.name)
        return showTrouble({.code = base::ErrorCode::NotFound,
                            .message = {QT_TRANSLATE_NOOP("core", "The link is about the project \"%1\"; this window shows \"%2\"."),
                                        link.value().project, m_setup.project.name},
                            .hint = QT_TRANSLATE_NOOP("core", "Switch the project first, then open the link again.")});
    if (link.value().place.page == QLatin1String("run"))
        return watchRun(link.value().place.object);
    open(link.value().place);
}

void MainWindow::takePulse(const api::ProjectPulse &pulse, const std::optional<api::ProjectPulse> &before)
{
    const bool isNews = !before || before->project != pulse.project || before->environment != pulse.environment;
    m_setup.project.name = pulse.project;
    m_setup.project.environment = pulse.environment;
    if (isNews)
        Q_EMIT projectDescribed(m_setup.project);
    m_environment = pulse.environment;
    m_bar->setProject(pulse.project, pulse.environment);
    m_strip->setEnvironment(pulse.environment);
    nameWindow();
    QStringList running;
    for (const model::Run &run : pulse.runs)
        if (isActive(run.state))
            running += pageOfOperation(run.operation);
    m_rail->setRunning(running);
    m_drawer->setPulse(pulse);
    m_shelf->setPulse(pulse);
    m_noSource->setPulse(pulse);
    if (before)
        noticeEndedRuns(pulse, *before);
    if (!m_link.isEmpty())
        followLink();
}

/// Of runs that went on at the pulse before and do not now, whoever started them.
void MainWindow::noticeEndedRuns(const api::ProjectPulse &pulse, const api::ProjectPulse &before)
{
    for (const model::Run &run : pulse.runs) {
        const auto was = std::ranges::find(before.runs, run.id, &model::Run::id);
        if (isActive(run.state) || was == before.runs.end() || !isActive(was->state))
            continue;
        const Status status = statusOf(run.state);
        notify({.group = run.id.toString(), .status = status,
                .title = tr("%1: %2", "what was run, how it ended").arg(runTitle(run), runStateWord(run).toLower()),
                .text = run.outcome.isEmpty() ? run.actor : localized(run.outcome), .actionText = tr("Show the run"), .runId = run.id.toString()});
    }
}

} // namespace lakehouse::views
