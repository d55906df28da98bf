#include "shell/notification_centre.h"
#include "shell/run_drawer.h"
#include "shell/run_line.h"
#include "shell/run_list_model.h"
#include "shell/run_log_view.h"
#include "shell/toast_stack.h"
#include "views/shell/console_fixture.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

using namespace lakehouse;
using namespace lakehouse::views;
using testsupport::ConsoleFixture;

namespace {

QString text(const ConsoleFixture &console, const char *name)
{
    const auto *label = console.find<QLabel>(name);
    return label->isVisible() ? label->text() : QString();
}

} // namespace

class RunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldedLineTellsWhatRuns();
    void drawerFollowsWithTheLastNumber();
    void stopAsksAndLeavesThePageFree();
    void stopThatFailsIsSaidOpenly();
    void runsOfOthersShowWho();
    void logNeverHidesSilently();
    void outputIsThere();
    void pageOpensARun();
    void endedRunIsNotified();
    void newRunTakesTheFoldedLine();
    void drawerStaysAsItWas();
    void toastWaitsWhileItHasTheFocus();
    void centreFoldsWhatIsDone();
};

void RunsTest::foldedLineTellsWhatRuns()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    QCOMPARE(text(console, "run-line-words"), QStringLiteral("Nothing runs."));
    QVERIFY(!console.find("run-stop")->isVisible());
    console.setRun(model::RunState::Running, 1);
    console.addLine("public.actor");
    console.addLine("public.film", model::EventLevel::Warning);
    QTRY_COMPARE(text(console, "run-line-words"), QStringLiteral("1 of 3 · load public.film"));
    QCOMPARE(text(console, "run-line-problems"), QStringLiteral("1 problem"));
    QVERIFY(console.find("run-stop")->isVisible());
    QVERIFY(!text(console, "run-line-elapsed").isEmpty());
}

void RunsTest::drawerFollowsWithTheLastNumber()
{
    ConsoleFixture console;
    console.setRun(model::RunState::Running, 0);
    console.addLine("public.actor");
    console.addLine("public.actor");
    QVERIFY(console.show());
    QTest::keyClick(console.window.get(), Qt::Key_J, Qt::ControlModifier);
    QVERIFY(console.find<RunDrawer>("run-drawer")->isOpen());
    QTRY_VERIFY(console.workbench.calls<api::ShowRun>() >= 2);
    QCOMPARE(console.workbench.requests<api::ShowRun>().front().after, 0);
    QTRY_COMPARE(console.workbench.lastRequest<api::ShowRun>().after, 2);
    console.addLine("public.film");
    QTRY_COMPARE(console.workbench.lastRequest<api::ShowRun>().after, 3);
    auto *log = console.window->findChild<RunLogView *>();
    console.find<QTabWidget>("run-tabs")->setCurrentWidget(log);
    QCOMPARE(log->model().total(), 3);
    console.setRun(model::RunState::Done, 3);
    console.pulse.runs = {console.detail.run};
    QTRY_VERIFY(!console.find("run-stop")->isVisible());
    const int asked = console.workbench.calls<api::ShowRun>();
    const int pulses = console.workbench.calls<api::ShowPulse>();
    QTRY_VERIFY(console.workbench.calls<api::ShowPulse>() >= pulses + 3);
    QVERIFY2(console.workbench.calls<api::ShowRun>() <= asked + 1, "a run that is over is not asked for again and again");
}

void RunsTest::stopAsksAndLeavesThePageFree()
{
    ConsoleFixture console;
    console.setRun(model::RunState::Running, 1);
    QVERIFY(console.show());
    QTRY_VERIFY(console.find("run-stop")->isVisible());
    console.workbench.answer<api::StopRun>(console.detail.run);
    console.workbench.hold<api::StopRun>();
    console.find<RunLine>("run-line")->setPatienceMs(200);
    auto *stop = console.find<QPushButton>("run-stop");
    QTest::mouseClick(stop, Qt::LeftButton);
    QCOMPARE(console.workbench.calls<api::StopRun>(), 1);
    QCOMPARE(console.workbench.lastRequest<api::StopRun>().run, testsupport::runId(1).toString());
    QCOMPARE(stop->text(), QStringLiteral("Stopping…"));
    QVERIFY(stop->isEnabled());
    QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier); // everything else goes on
    QVERIFY(console.find("command-palette")->isVisible());
    QTest::keyClick(console.find("palette-box"), Qt::Key_Escape);
    QTRY_VERIFY(console.find("run-leave")->isVisible());
    QTest::mouseClick(console.find<QPushButton>("run-leave"), Qt::LeftButton);
    QCOMPARE(stop->text(), QStringLiteral("Stop"));
    QVERIFY(console.workbench.lastContext<api::StopRun>().cancel.isCancelled());
    QVERIFY2(stop->isVisible(), "the run goes on, and may be stopped again");
}

void RunsTest::stopThatFailsIsSaidOpenly()
{
    ConsoleFixture console;
    console.setRun(model::RunState::Running, 1);
    QVERIFY(console.show());
    QTRY_VERIFY(console.find("run-stop")->isVisible());
    console.workbench.fail<api::StopRun>({.code = base::ErrorCode::Unreachable, .message = "Dagster does not answer.",
                                          .hint = "Start it, then stop the run again.", .retry = base::Retry::Later});
    QTest::mouseClick(console.find<QPushButton>("run-stop"), Qt::LeftButton);
    auto *drawer = console.find<RunDrawer>("run-drawer");
    QTRY_VERIFY(drawer->isOpen());
    bool isSaid = false;
    for (const QLabel *label : drawer->findChildren<QLabel *>())
        isSaid = isSaid || (label->isVisible() && label->text().contains(QStringLiteral("Dagster does not answer.")));
    QVERIFY(isSaid);
    console.workbench.answer<api::StopRun>(model::Run{.id = testsupport::runId(1)});
    auto *retry = drawer->findChild<QPushButton *>(QStringLiteral("error-retry"));
    QVERIFY(retry && retry->isVisible());
    QTest::mouseClick(retry, Qt::LeftButton);
    QTRY_COMPARE(console.workbench.calls<api::StopRun>(), 2); // stopped, not only read
    QVERIFY(!retry->isVisible());
}

void RunsTest::runsOfOthersShowWho()
{
    ConsoleFixture console;
    console.setRun(model::RunState::Running, 1);
    QVERIFY(console.show());
    auto *drawer = console.find<RunDrawer>("run-drawer");
    QTRY_COMPARE(drawer->list().rowCount(), 1);
    QVERIFY(drawer->list().index(0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("ben@server (cli)")));
}

void RunsTest::logNeverHidesSilently()
{
    ConsoleFixture console;
    console.setRun(model::RunState::Done, 3);
    for (int i = 0; i < 214; ++i)
        console.addLine("public.film");
    console.addLine("public.rental", model::EventLevel::Error);
    QVERIFY(console.show());
    console.window->watchRun(testsupport::runId(1).toString());
    auto *log = console.window->findChild<RunLogView *>();
    console.find<QTabWidget>("run-tabs")->setCurrentWidget(log);
    QTRY_COMPARE(log->model().total(), 215);
    QCOMPARE(text(console, "log-hidden"), QString());
    QVERIFY(!console.find("log-show-all")->isVisible());
    console.find<QCheckBox>("log-problems-only")->setChecked(true);
    QCOMPARE(text(console, "log-hidden"), QStringLiteral("214 lines hidden"));
    console.find<QLineEdit>("log-search")->setText(QStringLiteral("zebra"));
    QCOMPARE(text(console, "log-hidden"), QStringLiteral("215 lines hidden"));
    QCOMPARE(text(console, "log-empty"), QStringLiteral("No line fits; all 215 of them are hidden."));
    QTest::mouseClick(console.find<QPushButton>("log-show-all"), Qt::LeftButton);
    QCOMPARE(log->model().rowCount(), 215);
    QCOMPARE(text(console, "log-hidden"), QString());
    QVERIFY(!console.find<QCheckBox>("log-problems-only")->isChecked());
}

void RunsTest::outputIsThere()
{
    ConsoleFixture console;
    console.setRun(model::RunState::Problems, 3);
    console.detail.tables[0].load = model::LoadReport{.table = testsupport::filmTable("actor"), .rowsLoaded = 200,
                                                      .queryIds = {QStringLiteral("20240501_1")}};
    console.addLine("public.actor");
    QVERIFY(console.show());
    console.window->watchRun(testsupport::runId(1).toString());
    console.find<QTabWidget>("run-tabs")->setCurrentIndex(2);
    auto *output = console.find<QPlainTextEdit>("run-output");
    QTRY_VERIFY(output->toPlainText().contains(QStringLiteral("public.actor: 200 rows")));
    QVERIFY(output->toPlainText().contains(QStringLiteral("20240501_1")));
    QVERIFY(output->toPlainText().contains(testsupport::runId(1).toString()));
    QVERIFY(output->isReadOnly());
}

void RunsTest::pageOpensARun()
{
    ConsoleFixture console;
    console.setRun(model::RunState::Done, 3);
    QVERIFY(console.show());
    auto *drawer = console.find<RunDrawer>("run-drawer");
    QVERIFY(!drawer->isOpen());
    console.window->open({.page = QStringLiteral("run"), .object = testsupport::runId(1).toString()});
    QVERIFY(drawer->isOpen());
    QCOMPARE(drawer->follower().runId(), testsupport::runId(1).toString());
    QCOMPARE(console.window->place().page, QStringLiteral("sources"));
}

void RunsTest::endedRunIsNotified()
{
    ConsoleFixture console;
    console.setRun(model::RunState::Running, 2);
    QVERIFY(console.show());
    auto *toasts = console.find<ToastStack>("toast-stack");
    QCOMPARE(toasts->count(), 0);
    QWidget *focus = QApplication::focusWidget();
    console.setRun(model::RunState::Failed, 2);
    QTRY_COMPARE(toasts->count(), 1);
    QVERIFY(console.find("bell-button")->accessibleName().contains(QLatin1Char('1')));
    QCOMPARE(QApplication::focusWidget(), focus); // nothing steals the focus when a run ends
    QTest::mouseClick(toasts->findChild<QPushButton *>(QStringLiteral("notification-open")), Qt::LeftButton);
    QVERIFY(console.find<RunDrawer>("run-drawer")->isOpen());
    console.pulse.ledgerEntries = 3;
    const int pulses = console.workbench.calls<api::ShowPulse>();
    QTRY_VERIFY(console.workbench.calls<api::ShowPulse>() > pulses + 1);
    QVERIFY2(toasts->count() <= 1, "it is said once");
}

void RunsTest::newRunTakesTheFoldedLine()
{
    ConsoleFixture console;
    console.setRun(model::RunState::Done, 3);
    QVERIFY(console.show());
    auto *drawer = console.find<RunDrawer>("run-drawer");
    QTRY_COMPARE(drawer->follower().runId(), testsupport::runId(1).toString());
    model::Run second = console.detail.run;
    second.id = testsupport::runId(2);
    second.state = model::RunState::Running;
    second.endedAtUtc.reset();
    console.pulse.runs = {second, console.detail.run};
    console.detail.run = second;
    QTRY_COMPARE(drawer->follower().runId(), testsupport::runId(2).toString());
}

void RunsTest::drawerStaysAsItWas()
{
    ConsoleFixture console;
    console.window->resize(1280, 800);
    QVERIFY(console.show());
    auto *drawer = console.find<RunDrawer>("run-drawer");
    const int folded = drawer->height();
    QTest::keyClick(console.window.get(), Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(drawer->height() > 3 * folded);
    const testsupport::MemoryStore left = console.store;
    console.open();
    console.store = left;
    console.open();
    QVERIFY(console.show());
    QVERIFY(console.find<RunDrawer>("run-drawer")->isOpen());
    QTest::keyClick(console.window.get(), Qt::Key_J, Qt::ControlModifier);
    QTRY_COMPARE(console.find<RunDrawer>("run-drawer")->height(), folded);
}

void RunsTest::toastWaitsWhileItHasTheFocus()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    auto *toasts = console.find<ToastStack>("toast-stack");
    toasts->setLifeMs(300);
    console.window->notify({.group = QStringLiteral("a"), .status = Status::Failed, .title = QStringLiteral("The first failed"),
                            .place = {.page = QStringLiteral("extraction")}});
    console.window->notify({.group = QStringLiteral("b"), .status = Status::Failed, .title = QStringLiteral("The second failed"),
                            .place = {.page = QStringLiteral("extraction")}});
    QCOMPARE(toasts->count(), 2);
    toasts->findChildren<QPushButton *>(QStringLiteral("notification-open")).front()->setFocus();
    QTRY_COMPARE(toasts->count(), 1);
    QVERIFY(toasts->isAncestorOf(QApplication::focusWidget()));
    QVERIFY(console.find("bell-button")->accessibleName().contains(QLatin1Char('2'))); // kept in the centre
}

void RunsTest::centreFoldsWhatIsDone()
{
    ConsoleFixture console;
    QVERIFY(console.show());
    for (const char *group : {"a", "b", "c"})
        console.window->notify({.group = QString::fromLatin1(group), .status = Status::Done,
                                .title = QStringLiteral("Done ") + QLatin1String(group)});
    console.window->notify({.group = QStringLiteral("d"), .status = Status::NeedsYou, .title = QStringLiteral("The guard stopped a load"),
                            .place = {.page = QStringLiteral("extraction")}});
    QTest::keyClick(console.sources->list, Qt::Key_G);
    QTest::keyClick(console.sources->list, Qt::Key_N);
    auto *centre = console.find<NotificationCentre>("notification-centre");
    QVERIFY(centre->isVisible());
    QCOMPARE(centre->findChild<QPushButton *>(QStringLiteral("notification-fold"))->text(), QStringLiteral("3 done"));
    QCOMPARE(centre->findChildren<QWidget *>(QStringLiteral("notification-card")).size(), 1);
    QTest::mouseClick(centre->findChild<QPushButton *>(QStringLiteral("notification-fold")), Qt::LeftButton);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(centre->findChildren<QWidget *>(QStringLiteral("notification-card")).size(), 4);
    QTest::mouseClick(centre->findChild<QPushButton *>(QStringLiteral("notification-open")), Qt::LeftButton);
    QVERIFY(!centre->isVisible());
    QCOMPARE(console.window->place().page, QStringLiteral("extraction"));
}

QTEST_MAIN(RunsTest)
#include "runs_test.moc"
