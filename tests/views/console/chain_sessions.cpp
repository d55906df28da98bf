#include "views/console/console_chain.h"

#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/filter_bar.h"
#include "shell/command_action.h"

#include <QDirIterator>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QTest>

namespace lakehouse::testsupport {

using views::DataTable;

namespace {

constexpr int soonMs = 30'000;

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
    m_hand.window()->setObjectName(QStringLiteral("window-before"));
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

/// The delivered program, ended as by a power cut.
void ConsoleChain::killedProgramKeepsThePlace()
{
    const QString before = runs();
    const QTemporaryDir state;
    const QString kept = state.filePath(QStringLiteral("ekos-lakehouse/console"));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_STATE_HOME"), state.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    program.setProcessChannelMode(QProcess::MergedChannels);
    const QString link = QStringLiteral("ekos-lakehouse://open/%1/pipeline/shop.visit?tab=runs&filter=vis").arg(m_project->projectName());
    program.start(QStringLiteral(LAKEHOUSE_CONSOLE), {QStringLiteral("--project"), m_project->folder(), QStringLiteral("--link"), link});
    QTRY_VERIFY2_WITH_TIMEOUT(stands(kept, "shop.visit"), program.readAll().constData(), soonMs);
    program.kill();
    QVERIFY(QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, soonMs));
    QCOMPARE(program.exitStatus(), QProcess::CrashExit);
    QCOMPARE(runs(), before); // a link leads somewhere and does nothing

    const auto other = std::move(m_console);
    m_hand.window()->setObjectName(QStringLiteral("window-before"));
    m_console = std::make_unique<app::ConsoleApplication>(app::ConsoleOptions{.folder = m_project->folder()}, kept);
    m_watch->excuse(); // making a window is its start, not its work
    m_console->start();
    m_watch->excuse();
    takeWindow();
    const auto *table = m_hand.find<DataTable>("pipeline-table");
    QTRY_VERIFY_WITH_TIMEOUT(table && table->isVisible() && table->shownIds() == QStringList{QStringLiteral("shop.visit")}, soonMs);
    QTRY_COMPARE(table->currentId(), QStringLiteral("shop.visit"));
    QCOMPARE(m_hand.find<views::DetailPane>("pipeline-detail")->currentTab(), QStringLiteral("runs"));
    QCOMPARE(runs(), before);
}

} // namespace lakehouse::testsupport
