#pragma once

#include "base/uuid7.h"
#include "desktop/console_application.h"
#include "support/event_loop_watch.h"
#include "views/console/console_hand.h"
#include "views/console/remote_hand.h"
#include "views/console/stack_project.h"

#include <QObject>
#include <QTemporaryDir>

#include <memory>

namespace lakehouse::testsupport {

/// One person's way from an empty folder to reconciled tables, in one console: each function goes on where the one before ended.
class ConsoleChain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();

    void startPageLeadsToAProject();
    void sourceIsTriedBeforeItIsSaved();
    void lackingRightIsNamedWithItsGrant();
    void catalogIsRead();
    void planIsMade();
    void tableIsRead();
    void planIsApprovedWithAReason();
    void modeIsChangedByKeyboard();
    void changeStandsInTheSql();
    void changedPlanIsApproved();
    void pipelineIsGenerated();
    void pipelineRunsUntilAllIsGreen();
    void runIsStopped();
    void pipelineRunsAgain();
    void killedProgramLeavesItsRunAlone();
    void plantedMismatchIsNamed();
    void movedPlanIsReviewedBeforeItIsApproved();
    void comesBackWhereItWas();
    void killedProgramKeepsThePlace();
    void killedProgramKeepsWhatWasTyped();

private:
    void takeWindow();
    /// Opens the decision with the command, types the reason when there is one, and confirms.
    bool decide(const QString &command, const char *reason = nullptr);
    bool isGreen(const views::DataTable &table) const;
    bool startRun();
    QString runs() const; ///< as the command line lists them
    qsizetype runCount() const;
    qsizetype approvalCount() const; ///< of plans, in the ledger
    /// The delivered program at the place, worked by `hand`; its state goes into the folder.
    void startProgram(QProcess &program, RemoteHand &hand, const QString &state, const char *place);
    /// As by a power cut.
    void killProgram(QProcess &program);
    /// A console in this process over the files that a killed program left, in front of the person; the one before stays open behind it.
    std::unique_ptr<app::ConsoleApplication> reopened(const QString &state);
    /// Goes back to the one before.
    void close(std::unique_ptr<app::ConsoleApplication> console);
    QString receipt() const;

    std::unique_ptr<StackProject> m_project;
    QTemporaryDir m_state;
    std::unique_ptr<EventLoopWatch> m_watch;
    std::unique_ptr<app::ConsoleApplication> m_console;
    ConsoleHand m_hand;
    bool m_isBroken = false;
    QString m_firstReceipt;
};

/// Everything that can be read in the widget and is visible, a text a line.
QString shownTexts(const QWidget &root);

} // namespace lakehouse::testsupport
