#pragma once

#include "shell/console_setup.h"
#include "shell/page_host.h"
#include "shell/router.h"
#include "shell/session_state.h"
#include "api/operations/project.h"

#include <QPointer>
#include <QWidget>

class QSplitter;

namespace lakehouse::views {

class CommandAction;
class CommandPalette;
class EnvironmentStrip;
class ErrorBanner;
class LetterKeys;
class NotificationBook;
class NotificationCentre;
class PageShelf;
class PaneCycle;
class PasswordQuestions;
class PersonMenu;
class PulseWatch;
class RunDrawer;
class ShortcutBook;
class SourceNotice;
class StepRail;
class ToastStack;
class TopBar;

/// The window of one project.
class MainWindow : public QWidget, public PageHost {
    Q_OBJECT

public:
    explicit MainWindow(ConsoleSetup setup, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Goes to where the person was, or to the sources.
    void restorePlace();
    /// Goes where the link says once the project answered. What is wrong with it is said in the window.
    void openLink(const QString &text);
    const Place &place() const { return m_router.current(); }
    /// Something the program could not do, said at the top of the window.
    void showTrouble(const base::Error &error);

    api::Workbench &workbench() override { return m_setup.workbench; }
    api::CallContext call(base::CancelToken cancel, base::ProgressSink progress = {}) const override;
    Credentials &credentials() override { return m_setup.credentials; }
    void askForPassword(const PasswordWanted &wanted, std::function<void()> typed) override;
    void open(const Place &place) override;
    void notify(Notification notification) override;
    void watchRun(const QString &runId) override;
    QString projectName() const override { return m_setup.project.name; }
    bool isProduction() const override { return m_environment == QLatin1String("production"); }
    const base::Clock &clock() const override { return m_setup.clock; }
    QString draft(const QString &key) const override { return m_session.draft(key); }
    void setDraft(const QString &key, const QString &text) override { m_session.setDraft(key, text); }
    const model::WorkflowStatus &workflow() const override { return m_workflow; }

    QSize sizeHint() const override { return {1280, 800}; }

Q_SIGNALS:
    void projectChosen(const QString &projectId, const QString &page);
    void otherProjectRequested();
    /// The project said its name, its environment, or what it reads.
    void projectDescribed(const lakehouse::views::ProjectChoice &project);
    /// The page on show has everything on screen.
    void settled(const QString &pageId);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void buildParts();
    void restoreArrangement();
    void connectPages();
    void connectProject();
    void addCommands();
    void addGoCommands();
    CommandAction *addWindowCommand(const QString &id, const QString &text, const QList<QKeySequence> &keys, std::function<void()> act);
    void arrive(const Place &place);
    void takePulse(const api::ProjectPulse &pulse, const std::optional<api::ProjectPulse> &before);
    void noticeEndedRuns(const api::ProjectPulse &pulse, const api::ProjectPulse &before);
    void showProjectTrouble(const base::Error &error);
    void followLink();
    void openNotification(const Notification &notification);
    void openPalette(const QString &typed);
    void openShortcutSheet();
    void openProjects();
    void copyLink();
    bool isNarrow() const;
    void fitRail();
    void foldDrawer();
    void resizeRail(int pixels);
    void resizeDrawer(int pixels);
    void keepWidths();
    void nameWindow();
    void setLetters(bool areOn);
    void focusPage();
    void focusSettledPage();

    ConsoleSetup m_setup;
    SessionState m_session;
    std::shared_ptr<base::ContextGuard> m_guard; ///< progress of calls comes through it
    Router m_router;
    model::WorkflowStatus m_workflow;
    QString m_environment;
    QPointer<QWidget> m_focusBefore; ///< had the focus while the page had nothing yet that takes it
    bool m_isFocusDue = false;       ///< the page is still to get it
    bool m_isNew = true;             ///< it was never shown
    QString m_link; ///< waits for the project's name
    std::optional<base::Error> m_trouble; ///< why the project does not answer
    TopBar *m_bar;
    EnvironmentStrip *m_strip;
    ErrorBanner *m_banner;
    QSplitter *m_across;
    QSplitter *m_down;
    StepRail *m_rail;
    PageShelf *m_shelf;
    RunDrawer *m_drawer;
    NotificationBook *m_book;
    NotificationCentre *m_centre;
    ToastStack *m_toasts;
    CommandPalette *m_palette;
    PersonMenu *m_person;
    ShortcutBook *m_shortcuts;
    SourceNotice *m_noSource = nullptr;
    PulseWatch *m_pulse;
    PaneCycle *m_panes;
    PasswordQuestions *m_passwords;
    LetterKeys *m_letters;
    CommandAction *m_keySheet = nullptr;
    CommandAction *m_back = nullptr;
    CommandAction *m_forward = nullptr;
};

} // namespace lakehouse::views
