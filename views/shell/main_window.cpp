#include "shell/main_window.h"

#include "kit/data_table.h"
#include "kit/error_banner.h"
#include "kit/theme.h"
#include "shell/command_palette.h"
#include "shell/deep_link.h"
#include "shell/environment_strip.h"
#include "shell/letter_keys.h"
#include "shell/notification_book.h"
#include "shell/notification_centre.h"
#include "shell/page_shelf.h"
#include "shell/palette_source.h"
#include "shell/pane_cycle.h"
#include "shell/password_questions.h"
#include "shell/person_menu.h"
#include "shell/pulse_watch.h"
#include "shell/run_drawer.h"
#include "shell/run_list_model.h"
#include "shell/shortcut_book.h"
#include "shell/source_notice.h"
#include "shell/step_rail.h"
#include "shell/toast_stack.h"
#include "shell/top_bar.h"

#include <QApplication>
#include <QKeyEvent>
#include <QSplitter>
#include <QTimer>
#include <QUuid>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {

constexpr int narrow = 1100; ///< below this the rail shows icons only

QString personOf(const model::Actor &actor)
{
    return actor.subject.isEmpty() ? actor.systemUser : actor.subject;
}

} // namespace

MainWindow::MainWindow(ConsoleSetup setup, QWidget *parent)
    : QWidget(parent), m_setup(std::move(setup)), m_session(m_setup.store, m_setup.project.id, personOf(m_setup.actor)),
      m_guard(std::make_shared<base::ContextGuard>(this))
{
    setObjectName(QStringLiteral("main-window"));
    setMinimumSize(900, 600);
    m_person = new PersonMenu(m_session, m_setup.actor.toString(), m_setup.theme, this);
    m_shortcuts = new ShortcutBook(m_session, this);
    buildParts();
    setLetters(m_person->areLettersOn());
    connectPages();
    connectProject();
    addCommands();
    m_noSource = new SourceNotice(*this, findChild<QAction *>(QStringLiteral("command-console.go.sources")), this);
    static_cast<QVBoxLayout *>(layout())->insertWidget(layout()->indexOf(m_across), m_noSource);
    connect(m_noSource, &SourceNotice::sourcesRead, this, [this](const QStringList &names) {
        m_setup.project.sources = names.join(QStringLiteral(", "));
        Q_EMIT projectDescribed(m_setup.project);
    });
    restoreArrangement();
    nameWindow();
}

MainWindow::~MainWindow()
{
    delete m_shelf; // pages use the host to their end, so they go before it
    delete m_drawer;
}

void MainWindow::buildParts()
{
    m_bar = new TopBar(this);
    m_bar->setPersonMenu(m_person);
    m_bar->setProject(m_setup.project.name, {});
    m_bar->setProjectPlace(m_setup.project.place);
    m_strip = new EnvironmentStrip(this);
    m_banner = new ErrorBanner(this);
    m_rail = new StepRail(m_setup.pages);
    m_shelf = new PageShelf(*this, m_session, m_setup.pages);
    m_shelf->setMinimumHeight(Theme::instance().paneMinimum());
    m_drawer = new RunDrawer(*this);
    m_down = new QSplitter(Qt::Vertical);
    m_down->setObjectName(QStringLiteral("page-and-runs"));
    m_down->addWidget(m_shelf);
    m_down->addWidget(m_drawer);
    m_down->setStretchFactor(0, 1);
    m_down->setChildrenCollapsible(false);
    m_across = new QSplitter(Qt::Horizontal, this);
    m_across->setObjectName(QStringLiteral("rail-and-page"));
    m_across->addWidget(m_rail);
    m_across->addWidget(m_down);
    m_across->setStretchFactor(1, 1);
    m_across->setChildrenCollapsible(false);
    for (QSplitter *splitter : {m_across, m_down})
        splitter->setHandleWidth(1); // the style adds what the mouse needs
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget *bar : std::initializer_list<QWidget *>{m_bar, m_strip, m_banner})
        column->addWidget(bar);
    column->addWidget(m_across, 1);

    m_book = new NotificationBook(this);
    m_book->restore(m_session.arrangement(QStringLiteral("notifications")));
    m_centre = new NotificationCentre(*m_book, m_setup.clock, this);
    m_toasts = new ToastStack(this);
    m_pulse = new PulseWatch(*this, this);
    m_letters = new LetterKeys(this);
    m_palette = new CommandPalette([this](const PaletteQuery &query) {
        return PaletteSource{m_setup.pages, m_shelf->made(), m_shelf->current(), actions() + m_person->commands(), m_drawer->list().runs(),
                             m_setup.clock.now(), m_keySheet}.items(query);
    }, this);
    m_passwords = new PasswordQuestions(m_setup.credentials, this);
    m_panes = new PaneCycle(this);
    m_panes->setPanes({m_bar, m_rail, m_shelf, m_drawer, m_centre});
}

void MainWindow::connectPages()
{
    connect(&m_router, &Router::arrived, this, &MainWindow::arrive);
    connect(&m_router, &Router::historyChanged, this, [this] {
        m_back->setBlocked(m_router.canGoBack() ? QString() : tr("There is no earlier place."));
        m_forward->setBlocked(m_router.canGoForward() ? QString() : tr("There is no later place."));
    });
    connect(m_shelf, &PageShelf::pageMade, this, [this](Page *page) {
        for (QAction *action : page->actions())
            m_shortcuts->add(page->id(), action);
    });
    connect(m_rail, &StepRail::pageRequested, this, [this](const QString &page) { open({.page = page}); });
    connect(m_shelf, &PageShelf::placeChanged, this, [this](const Place &place) {
        m_router.follow(place);
        m_session.setPlace(place);
    });
    connect(m_shelf, &PageShelf::attentionChanged, m_rail, &StepRail::setAttention);
    connect(m_shelf, &PageShelf::currentSettled, this, [this](const QString &page) {
        focusSettledPage();
        Q_EMIT settled(page);
    });
    connect(m_palette, &CommandPalette::placeChosen, this, &MainWindow::open);
    connect(m_palette, &CommandPalette::recentChanged, this, [this](const QStringList &ids) {
        m_session.setArrangement(QStringLiteral("recent"), ids.join(QLatin1Char('\n')).toUtf8());
    });
    connect(m_centre, &NotificationCentre::opened, this, &MainWindow::openNotification);
    connect(m_toasts, &ToastStack::opened, this, &MainWindow::openNotification);
    connect(m_book, &NotificationBook::changed, this, [this] {
        m_bar->setUnread(m_book->unread());
        m_session.setArrangement(QStringLiteral("notifications"), m_book->save());
    });
    m_bar->setUnread(m_book->unread());
    connect(m_person, &PersonMenu::lettersChanged, this, &MainWindow::setLetters);
    connect(m_across, &QSplitter::splitterMoved, this, &MainWindow::keepWidths);
    connect(m_down, &QSplitter::splitterMoved, this, &MainWindow::keepWidths);
    connect(m_drawer, &RunDrawer::openChanged, this, [this] { foldDrawer(); });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        fitRail();
        foldDrawer();
    });
    connect(m_bar, &TopBar::projectsRequested, this, &MainWindow::openProjects);
    connect(m_bar, &TopBar::paletteRequested, this, [this] { openPalette({}); });
    connect(m_bar, &TopBar::notificationsRequested, this, [this] { m_centre->open(m_across->y()); });
    connect(m_bar, &TopBar::helpRequested, this, &MainWindow::openShortcutSheet);
}

void MainWindow::connectProject()
{
    connect(m_pulse, &PulseWatch::moved, this, &MainWindow::takePulse);
    connect(m_pulse, &PulseWatch::failed, this, &MainWindow::showProjectTrouble);
    connect(m_pulse, &PulseWatch::workflowFailed, this, &MainWindow::showProjectTrouble);
    connect(m_pulse, &PulseWatch::workflowRead, this, [this](const model::WorkflowStatus &workflow) {
        m_workflow = workflow;
        m_rail->setWorkflow(workflow);
        m_shelf->setWorkflow(workflow);
        if (std::exchange(m_trouble, std::nullopt))
            m_banner->clear();
    });
    connect(m_banner, &ErrorBanner::retryRequested, this, [this] {
        m_trouble.reset();
        m_pulse->askNow();
        m_pulse->askWorkflow();
    });
}

void MainWindow::restoreArrangement()
{
    if (!restoreGeometry(m_session.arrangement(QStringLiteral("geometry"))))
        resize(sizeHint());
    m_palette->setRecent(QString::fromUtf8(m_session.arrangement(QStringLiteral("recent"))).split(QLatin1Char('\n'), Qt::SkipEmptyParts));
    fitRail();
    if (m_session.arrangement(QStringLiteral("drawer-open")) == "yes")
        m_drawer->setOpen(true);
    foldDrawer();
}

void MainWindow::restorePlace()
{
    const Place last = m_session.place();
    open(m_shelf->has(last.page) ? last : Place{.page = QStringLiteral("sources")});
}

void MainWindow::open(const Place &place)
{
    if (place.page == QLatin1String("run"))
        return watchRun(place.object);
    if (!m_shelf->has(place.page))
        return showTrouble({.code = base::ErrorCode::NotFound, .message = {QT_TRANSLATE_NOOP("core", "This version has no page \"%1\"."), place.page},
                            .hint = QT_TRANSLATE_NOOP("core", "Every page stands in the rail and in the palette, Ctrl+K.")});
    m_router.go(m_shelf->placeFor(place));
}

void MainWindow::arrive(const Place &place)
{
    m_shelf->show(place);
    m_rail->setCurrent(place.page);
    m_noSource->setPage(place.page);
    m_session.setPlace(place);
    nameWindow();
    m_centre->close();
    if (!m_palette->isVisible())
        focusPage();
}

void MainWindow::setLetters(bool areOn)
{
    m_letters->setOn(areOn);
    DataTable::setLetterKeysEnabled(areOn);
}

void MainWindow::focusPage()
{
    Page *page = m_shelf->current();
    const auto isInside = [page](const QWidget *widget) { return widget == page || page->isAncestorOf(widget); };
    page->focusStart()->setFocus(Qt::OtherFocusReason);
    if (!isInside(focusWidget()) && m_shelf->hasSettled(page->id())) // of this window, whether it is the active one or not
        m_panes->enter(m_shelf); // its list is empty: the first control, then
    m_focusBefore = focusWidget();
    m_isFocusDue = !isInside(m_focusBefore) || m_focusBefore == page;
}

/// A page that was still reading had nothing to focus. Now it has; who moved on meanwhile is left alone.
void MainWindow::focusSettledPage()
{
    if (!m_isFocusDue)
        return;
    if (focusWidget() == m_focusBefore)
        focusPage();
    else
        m_isFocusDue = false;
}

void MainWindow::nameWindow()
{
    const RailItem *item = m_rail->item(m_router.current().page);
    QStringList parts;
    for (const QString &part : {item ? item->text() : QString(), m_setup.project.name, QStringLiteral("EKOS Lakehouse")})
        if (!part.isEmpty())
            parts += part;
    setWindowTitle(parts.join(QStringLiteral(" — ")));
}

api::CallContext MainWindow::call(base::CancelToken cancel, base::ProgressSink progress) const
{
    api::CallContext context{.actor = m_setup.actor, .channel = m_setup.channel, .requestId = QUuid::createUuid().toString(QUuid::WithoutBraces),
                             .locale = locale().name(), .cancel = std::move(cancel)};
    if (progress)
        context.progress = [guard = m_guard, progress = std::move(progress)](const base::Progress &step) { guard->post([progress,
                step] { progress(step); }); };
    return context;
}

void MainWindow::notify(Notification notification)
{
    if (notification.atUtc == base::UtcTime())
        notification.atUtc = m_setup.clock.now();
    if (notification.group.isEmpty())
        notification.group = QUuid::createUuid().toString();
    m_book->add(notification);
    m_toasts->show(notification, m_setup.clock.now());
}

void MainWindow::watchRun(const QString &runId)
{
    m_drawer->watch(runId);
    m_pulse->askNow();
}

void MainWindow::openNotification(const Notification &notification)
{
    if (!notification.place.page.isEmpty())
        open(notification.place);
    if (!notification.runId.isEmpty())
        watchRun(notification.runId);
}

void MainWindow::showTrouble(const base::Error &error)
{
    m_banner->showError(error);
}

void MainWindow::showProjectTrouble(const base::Error &error)
{
    if (m_trouble == error)
        return; // asked every second: what the person put away stays away until it is another one
    m_trouble = error;
    m_banner->showError(error);
}

/// What dragging does, without a mouse.
void MainWindow::resizeRail(int pixels)
{
    m_across->setSizes({std::clamp(m_rail->width() + pixels, m_rail->minimumWidth(), m_rail->maximumWidth()), m_down->width()});
    keepWidths();
}

void MainWindow::resizeDrawer(int pixels)
{
    const int height = std::max(m_drawer->height() + pixels, m_drawer->minimumHeight());
    m_down->setSizes({std::max(1, m_down->height() - height), height});
    keepWidths();
}

void MainWindow::keepWidths()
{
    if (!m_rail->isCompact())
        m_session.setArrangement(QStringLiteral("rail"), QByteArray::number(m_rail->width()));
    if (m_drawer->isOpen())
        m_session.setArrangement(QStringLiteral("drawer"), QByteArray::number(m_drawer->height()));
}

bool MainWindow::isNarrow() const
{
    return width() < narrow * Theme::instance().textScale();
}

void MainWindow::fitRail()
{
    const bool isCompact = isNarrow();
    m_rail->setCompact(isCompact);
    m_rail->setMinimumWidth(isCompact ? m_rail->compactWidth() : m_rail->fullWidth() * 3 / 4);
    m_rail->setMaximumWidth(isCompact ? m_rail->compactWidth() : m_rail->fullWidth() * 2);
    const int kept = m_session.arrangement(QStringLiteral("rail")).toInt();
    const int wanted = isCompact ? m_rail->compactWidth() : kept > 0 ? std::max(kept, m_rail->minimumWidth()) : m_rail->fullWidth();
    m_across->setSizes({wanted, std::max(1, width() - wanted)});
}

void MainWindow::foldDrawer()
{
    const bool isOpen = m_drawer->isOpen();
    m_session.setArrangement(QStringLiteral("drawer-open"), isOpen ? "yes" : QByteArray());
    const int folded = m_drawer->foldedHeight();
    m_drawer->setMinimumHeight(isOpen ? Theme::instance().paneMinimum() * 2 / 3 : folded);
    m_drawer->setMaximumHeight(isOpen ? QWIDGETSIZE_MAX : folded);
    const int kept = m_session.arrangement(QStringLiteral("drawer")).toInt();
    const int wanted = isOpen ? (kept > 0 ? kept : Theme::instance().paneMinimum()) : folded;
    m_down->setSizes({std::max(1, m_down->height() - wanted), wanted});
    m_toasts->setBottomMargin(folded);
}

void MainWindow::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_pulse->setOn(true);
    if (std::exchange(m_isNew, false) && m_shelf->current())
        QTimer::singleShot(0, this, &MainWindow::focusPage); // after the window gave it to the first control
}

void MainWindow::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_pulse->setOn(false);
}

void MainWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        m_pulse->setOn(isVisible() && !isMinimized());
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_rail->isCompact() != isNarrow())
        fitRail();
    if (isVisible())
        m_session.setArrangement(QStringLiteral("geometry"), saveGeometry());
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_shelf->current() && LetterKeys::isTextField(QApplication::focusWidget()))
        return focusPage();
    QWidget::keyPressEvent(event);
}

} // namespace lakehouse::views
