#include "views/console/console_chain.h"

#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/filter_bar.h"
#include "shell/command_action.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QScopeGuard>
#include <QTest>

namespace lakehouse::testsupport {

using views::DataTable;

namespace {

constexpr int soonMs = 30'000;
constexpr int launchMs = 15'000;
constexpr int runMs = 300'000;
constexpr int mostTries = 10;

/// Where a program keeps its state below XDG_STATE_HOME.
QString keptIn(const QString &state)
{
    return state + QStringLiteral("/ekos-lakehouse/console");
}

const QString windowBefore = QStringLiteral("window-before");

bool stands(const QString &folder, const QByteArray &words)
{
    for (QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories); files.hasNext();) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(words))
            return true;
    }
    return false;
}

} // namespace

/// Another console takes over the same files while the first one still stands there: nothing waits for an orderly close.
void ConsoleChain::comesBackWhereItWas()
{
    const QString before = runs();
    m_hand.go(Qt::Key_5);
    QTRY_VERIFY(m_hand.visible("extraction-page"));
    auto *plan = m_hand.find<DataTable>("extraction-table");
    plan->filterBar().clear();
    QVERIFY(m_hand.moveTo(*plan, QStringLiteral("shop.visit")));
    QVERIFY(m_hand.moveTo(*plan, QStringLiteral("shop.price")));
    QTRY_VERIFY(m_hand.isFree("extraction.undo-change"));
    m_hand.press(Qt::Key_Z);
    QTRY_VERIFY(m_hand.visible<QPlainTextEdit>("reason"));
    m_hand.type(QStringLiteral("half a thought about pri"));
    m_hand.press(Qt::Key_Escape);

    QVERIFY(m_hand.moveTo(*plan, QStringLiteral("shop.price")));
    m_hand.go(Qt::Key_6);
    auto *table = m_hand.find<DataTable>("pipeline-table");
    QTRY_VERIFY(table->isVisible());
    QVERIFY(m_hand.moveTo(*table, QStringLiteral("shop.sale")));
    m_hand.press(Qt::Key_Slash);
    m_hand.type(QStringLiteral("sale"));
    QTRY_COMPARE(table->shownCount(), 1);
    const QString tab = m_hand.find<views::DetailPane>("pipeline-detail")->currentTab();

    const auto killed = std::move(m_console);
    const auto excused = qScopeGuard([this] { m_watch->excuse(); }); // while it goes
    m_hand.window()->setObjectName(windowBefore);
    m_console = std::make_unique<app::ConsoleApplication>(app::ConsoleOptions{.folder = m_project->folder()}, m_state.path());
    m_watch->excuse(); // making a window is its start, not its work
    m_console->start();
    m_watch->excuse();
    takeWindow();
    table = m_hand.find<DataTable>("pipeline-table");
    QTRY_VERIFY_WITH_TIMEOUT(table && table->isVisible() && table->shownCount() == 1, soonMs);
    QTRY_COMPARE(table->currentId(), QStringLiteral("shop.sale"));
    QCOMPARE(table->filterBar().text(), QStringLiteral("sale"));
    QCOMPARE(m_hand.find<views::DetailPane>("pipeline-detail")->currentTab(), tab);
    m_hand.go(Qt::Key_5);
    plan = m_hand.find<DataTable>("extraction-table");
    QTRY_VERIFY_WITH_TIMEOUT(plan && plan->isVisible() && plan->rows() && plan->rows()->count() == 7, soonMs);
    QVERIFY(m_hand.moveTo(*plan, QStringLiteral("shop.price")));
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isFree("extraction.undo-change"), soonMs);
    m_hand.press(Qt::Key_Z);
    QTRY_VERIFY(m_hand.visible<QPlainTextEdit>("reason"));
    QCOMPARE(m_hand.visible<QPlainTextEdit>("reason")->toPlainText(), QStringLiteral("half a thought about pri"));
    m_hand.press(Qt::Key_Escape);
    QCOMPARE(runs(), before); // coming back ran nothing
}

qsizetype ConsoleChain::runCount() const
{
    return QJsonDocument::fromJson(runs().toUtf8()).object().value(QStringLiteral("runs")).toArray().size();
}

qsizetype ConsoleChain::approvalCount() const
{
    const QStringList approvals{QStringLiteral("--json"), QStringLiteral("ledger"), QStringLiteral("show"), QStringLiteral("--kind"), QStringLiteral("lakehouse-approval")};
    return QJsonDocument::fromJson(m_project->cli(approvals).out.toUtf8()).object().value(QStringLiteral("entries")).toArray().size();
}

void ConsoleChain::startProgram(QProcess &program, RemoteHand &hand, const QString &state, const char *place)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_STATE_HOME"), state);
    hand.prepare(environment);
    program.setProcessEnvironment(environment);
    program.setProcessChannelMode(QProcess::MergedChannels);
    const QString link = QStringLiteral("ekos-lakehouse://open/%1/%2").arg(m_project->projectName(), QLatin1String(place));
    program.start(QStringLiteral(LAKEHOUSE_CONSOLE), {QStringLiteral("--project"), m_project->folder(), QStringLiteral("--link"), link});
    QVERIFY2(hand.connectTo(soonMs), program.readAll().constData());
}

void ConsoleChain::killProgram(QProcess &program)
{
    program.kill();
    QVERIFY(QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, soonMs));
    QCOMPARE(program.exitStatus(), QProcess::CrashExit);
}

std::unique_ptr<app::ConsoleApplication> ConsoleChain::reopened(const QString &state)
{
    m_watch->excuse(); // making a window is its start, not its work
    m_hand.window()->setObjectName(windowBefore);
    auto console = std::make_unique<app::ConsoleApplication>(app::ConsoleOptions{.folder = m_project->folder()}, keptIn(state));
    console->start();
    m_watch->excuse();
    takeWindow();
    return console;
}

void ConsoleChain::close(std::unique_ptr<app::ConsoleApplication> console)
{
    m_watch->excuse();
    console.reset();
    QWidget *before = ConsoleHand::awaitWindow(qPrintable(windowBefore));
    QVERIFY(before);
    before->setObjectName(QStringLiteral("main-window"));
    m_hand.take(before);
}

/// The delivered program at rest.
void ConsoleChain::killedProgramKeepsThePlace()
{
    const QString before = runs();
    const QTemporaryDir state;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_STATE_HOME"), state.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    program.setProcessChannelMode(QProcess::MergedChannels);
    const QString link = QStringLiteral("ekos-lakehouse://open/%1/pipeline/shop.visit?tab=runs&filter=vis").arg(m_project->projectName());
    program.start(QStringLiteral(LAKEHOUSE_CONSOLE), {QStringLiteral("--project"), m_project->folder(), QStringLiteral("--link"), link});
    QTRY_VERIFY2_WITH_TIMEOUT(stands(keptIn(state.path()), "shop.visit"), program.readAll().constData(), soonMs);
    killProgram(program);
    QCOMPARE(runs(), before); // a link leads somewhere and does nothing

    auto console = reopened(state.path());
    const auto *table = m_hand.find<DataTable>("pipeline-table");
    QTRY_VERIFY_WITH_TIMEOUT(table && table->isVisible() && table->shownIds() == QStringList{QStringLiteral("shop.visit")}, soonMs);
    QTRY_COMPARE(table->currentId(), QStringLiteral("shop.visit"));
    QCOMPARE(m_hand.find<views::DetailPane>("pipeline-detail")->currentTab(), QStringLiteral("runs"));
    QCOMPARE(runs(), before);
    close(std::move(console));
}

/// What was launched goes on where it runs, once: neither the end of the program nor its return launches it again.
void ConsoleChain::killedProgramLeavesItsRunAlone()
{
    if (const QString why = RemoteHand::whyNot(); !why.isEmpty())
        QSKIP(qPrintable(why));
    const qsizetype before = runCount();
    const QTemporaryDir state;
    QProcess program;
    RemoteHand hand;
    startProgram(program, hand, state.path(), "pipeline/shop.visit");
    // Until the pipeline is read, the palette stays open and takes the keys.
    for (int i = 0; i < mostTries && runCount() == before; ++i) {
        hand.press(Qt::Key_Escape);
        hand.press('k', Qt::ControlModifier);
        hand.type(QStringLiteral(">run the pipeline"));
        hand.press(Qt::Key_Return);
        QTest::qWait(500);
        hand.press(Qt::Key_Return, Qt::ControlModifier);
        [[maybe_unused]] const bool isThere = QTest::qWaitFor([&] { return runCount() > before; }, launchMs);
    }
    killProgram(program);
    QCOMPARE(runCount(), before + 1);

    auto console = reopened(state.path());
    auto *table = m_hand.find<DataTable>("pipeline-table");
    QTRY_VERIFY_WITH_TIMEOUT(table && table->isVisible() && table->rows() && table->rows()->count() == 6, soonMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isFree("pipeline.run"), runMs); // it came to its end by itself
    QCOMPARE(runCount(), before + 1);
    QTRY_VERIFY_WITH_TIMEOUT(isGreen(*table), soonMs);
    close(std::move(console));
}

void ConsoleChain::killedProgramKeepsWhatWasTyped()
{
    if (const QString why = RemoteHand::whyNot(); !why.isEmpty())
        QSKIP(qPrintable(why));
    const Finished altered = m_project->source(QStringLiteral("ALTER TABLE shop.visit ADD COLUMN remark text"));
    QVERIFY2(altered.isFine(), qPrintable(altered.words()));
    const Finished planned = m_project->cli({QStringLiteral("lakehouse"), QStringLiteral("plan")});
    QVERIFY2(planned.isFine(), qPrintable(planned.words()));
    const QString runsBefore = runs();
    const qsizetype approvals = approvalCount();
    QVERIFY(approvals > 0);
    const QTemporaryDir state;
    QProcess program;
    RemoteHand hand;
    startProgram(program, hand, state.path(), "extraction/shop.visit?filter=visit");
    const QString reason = QStringLiteral("half a thought about the remark");
    for (int i = 0; i < mostTries && !stands(keptIn(state.path()), reason.toUtf8()); ++i) {
        hand.press(Qt::Key_Escape);
        hand.press('k', Qt::ControlModifier);
        hand.type(QStringLiteral(">approve plan"));
        hand.press(Qt::Key_Return);
        QTest::qWait(500);
        hand.type(reason);
        [[maybe_unused]] const bool isKept = QTest::qWaitFor([&] { return stands(keptIn(state.path()), reason.toUtf8()); }, 3000);
    }
    QVERIFY2(stands(keptIn(state.path()), reason.toUtf8()), program.readAll().constData());
    killProgram(program);
    QCOMPARE(approvalCount(), approvals);

    auto console = reopened(state.path());
    auto *plan = m_hand.find<DataTable>("extraction-table");
    QTRY_VERIFY_WITH_TIMEOUT(plan && plan->isVisible() && plan->shownIds() == QStringList{QStringLiteral("shop.visit")}, soonMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isFree("extraction.approve"), soonMs);
    QVERIFY(m_hand.moveTo(*plan, QStringLiteral("shop.visit")));
    m_hand.press(Qt::Key_A);
    QTRY_VERIFY(m_hand.visible<QPlainTextEdit>("reason"));
    QCOMPARE(m_hand.visible<QPlainTextEdit>("reason")->toPlainText(), reason);
    m_hand.press(Qt::Key_Escape);
    QCOMPARE(approvalCount(), approvals); // it was typed and not sent
    QCOMPARE(runs(), runsBefore);
    close(std::move(console));
}

} // namespace lakehouse::testsupport
