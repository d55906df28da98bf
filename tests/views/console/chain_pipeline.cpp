#include "views/console/console_chain.h"

#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/filter_bar.h"
#include "kit/sentence_list.h"
#include "pages/pipeline/pipeline_table.h"
#include "shell/command_action.h"
#include "shell/run_drawer.h"
#include "shell/run_list_model.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeView>

#include <set>

namespace lakehouse::testsupport {

using views::DataTable;
using views::PipelineColumn;
using views::RunDrawer;
using views::Status;

namespace {

constexpr int runMs = 300'000;
constexpr int soonMs = 30'000;

} // namespace

bool ConsoleChain::isGreen(const DataTable &table) const
{
    for (qsizetype row = 0; row < table.rows()->count(); ++row)
        if (table.rows()->status(row, int(PipelineColumn::State)) != Status::Done)
            return false;
    return table.rows()->count() == 6;
}

/// Ctrl+Return opens what a run would do, Ctrl+Return starts it.
bool ConsoleChain::startRun()
{
    if (!QTest::qWaitFor([&] { return m_hand.isFree("pipeline.run"); }, soonMs))
        return false;
    auto *table = m_hand.find<DataTable>("pipeline-table");
    if (!m_hand.moveTo(*table, QStringLiteral("shop.customer")))
        return false;
    const QString before = m_hand.find<RunDrawer>("run-drawer")->follower().runId();
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    if (!m_hand.visible("decision-form"))
        return false;
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    return QTest::qWaitFor([&] {
        const views::RunFollower &follower = m_hand.find<RunDrawer>("run-drawer")->follower();
        return follower.runId() != before && follower.run() && follower.isActive();
    }, soonMs);
}

void ConsoleChain::pipelineRunsUntilAllIsGreen()
{
    m_hand.go(Qt::Key_6);
    QTRY_VERIFY(m_hand.visible("pipeline-page"));
    auto *table = m_hand.find<DataTable>("pipeline-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() == 6, soonMs);
    QCOMPARE(*table->rows()->status(0, int(PipelineColumn::State)), Status::NotStarted);
    QVERIFY(startRun());
    auto *drawer = m_hand.find<RunDrawer>("run-drawer");
    QTRY_VERIFY_WITH_TIMEOUT(drawer->isOpen(), soonMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isBlocked("pipeline.run"), soonMs); // one run at a time
    const views::RunFollower &follower = drawer->follower();
    QTRY_COMPARE_WITH_TIMEOUT(follower.tables().size(), std::size_t(6), soonMs); // all that it covers, before each has a result
    std::set<qint64> stepsSeen;
    QVERIFY(QTest::qWaitFor([&] {
        if (follower.isActive() && follower.progress().steps == 6)
            stepsSeen.insert(follower.progress().step);
        return isGreen(*table);
    }, runMs));
    QVERIFY2(!stepsSeen.empty() && *stepsSeen.begin() < 6, "it was always said to have done all of it");
    QTRY_VERIFY_WITH_TIMEOUT(!drawer->follower().isActive(), soonMs);
    QCOMPARE(drawer->follower().run()->state, model::RunState::Done);
    QCOMPARE(m_hand.find<QTreeView>("run-steps")->model()->rowCount(), 6);
    QVERIFY(!drawer->follower().events().empty());
    for (qsizetype row = 0; row < table->rows()->count(); ++row) {
        QCOMPARE(*table->rows()->number(row, int(PipelineColumn::Difference)), 0.0);
        const QString controls = table->rows()->text(row, int(PipelineColumn::Controls));
        const QStringList words = controls.split(QLatin1Char(' ')); // "3 of 3": every planted defect was caught
        QVERIFY2(words.size() == 3 && words.front() == words.back(), qPrintable(controls));
    }
    QCOMPARE(cell(*table, QStringLiteral("shop.customer"), int(PipelineColumn::BronzeRows)), QStringLiteral("40"));
    QCOMPARE(cell(*table, QStringLiteral("shop.sale"), int(PipelineColumn::BronzeRows)), QStringLiteral("150"));
    const Finished counted = m_project->trino(QStringLiteral("SELECT count(*) FROM lake.%1.sale").arg(m_project->bronzeSchema()));
    QCOMPARE(counted.out.trimmed(), QStringLiteral("150"));
}

void ConsoleChain::runIsStopped()
{
    QVERIFY(startRun());
    const auto &follower = m_hand.find<RunDrawer>("run-drawer")->follower();
    const model::RunId run = follower.run()->id;
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isFree("runs.stop"), soonMs);
    QTRY_VERIFY_WITH_TIMEOUT(follower.run()->foreignId.has_value(), soonMs); // the orchestrator has it
    QElapsedTimer since;
    since.start();
    QVERIFY(m_hand.click(m_hand.visible("command-runs.stop-button")));
    m_hand.press(Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(m_hand.visible("palette-box"));
    QVERIFY2(since.elapsed() < 1000, qPrintable(QStringLiteral("the window was free after %1 ms").arg(since.elapsed())));
    m_hand.press(Qt::Key_Escape);
    auto *table = m_hand.find<DataTable>("pipeline-table");
    QVERIFY(m_hand.moveTo(*table, QStringLiteral("shop.wage"))); // the page is read on while the run comes to its end
    m_hand.press(Qt::Key_Slash);
    m_hand.type(QStringLiteral("sale"));
    QTRY_COMPARE(table->shownIds(), QStringList{QStringLiteral("shop.sale")});
    m_hand.retype({});
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(follower.run()->id == run && !follower.isActive(), soonMs);
    QCOMPARE(follower.run()->state, model::RunState::Cancelled);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isFree("pipeline.run"), soonMs);
    const Finished shown = m_project->cli({QStringLiteral("runs"), QStringLiteral("show"), run.toString()});
    QVERIFY2(shown.out.contains(QStringLiteral("asked to end this run")), qPrintable(shown.words()));
}

void ConsoleChain::pipelineRunsAgain()
{
    QVERIFY(startRun());
    const auto &follower = m_hand.find<RunDrawer>("run-drawer")->follower();
    QTRY_VERIFY_WITH_TIMEOUT(!follower.isActive(), runMs);
    QCOMPARE(follower.run()->state, model::RunState::Done);
    QTRY_VERIFY_WITH_TIMEOUT(isGreen(*m_hand.find<DataTable>("pipeline-table")), soonMs);
}

void ConsoleChain::plantedMismatchIsNamed()
{
    const QString defect = QStringLiteral("UPDATE lake.%1.customer SET city = 'Brugge' WHERE customer_id = 7");
    const Finished planted = m_project->trino(defect.arg(m_project->bronzeSchema()));
    QVERIFY2(planted.isFine(), qPrintable(planted.words()));
    auto *table = m_hand.find<DataTable>("pipeline-table");
    const QString customer = QStringLiteral("shop.customer");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isFree("pipeline.reconcile"), soonMs);
    QVERIFY(m_hand.moveTo(*table, customer));
    QVERIFY(m_hand.command(QStringLiteral("Reconcile 1 table")));
    const auto status = [&] {
        for (qsizetype row = 0; row < table->rows()->count(); ++row)
            if (table->rows()->id(row) == customer)
                return *table->rows()->status(row, int(PipelineColumn::Hashes));
        return Status::Unknown;
    };
    QTRY_COMPARE_WITH_TIMEOUT(status(), Status::DoneWithProblems, 120'000);
    QVERIFY(m_hand.moveTo(*table, customer));
    m_hand.press(Qt::Key_Return); // into the detail
    auto *detail = m_hand.find<views::DetailPane>("pipeline-detail");
    for (int i = 0; i < 8 && detail->currentTab() != QLatin1String("reconciliation"); ++i)
        m_hand.press(Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(detail->currentTab(), QStringLiteral("reconciliation"));
    auto *mismatches = m_hand.find<DataTable>("mismatches");
    const auto found = [&] {
        for (qsizetype row = 0; mismatches->rows() && row < mismatches->rows()->count(); ++row) {
            QStringList texts;
            for (int column : {0, 2, 1}) // tier, column, key
                texts += mismatches->rows()->text(row, column);
            if (texts == QStringList{QStringLiteral("V3"), QStringLiteral("city"), QStringLiteral("7")})
                return true;
        }
        return false;
    };
    QTRY_VERIFY2_WITH_TIMEOUT(found(), qPrintable(shownTexts(*detail)), soonMs);
    QVERIFY(m_hand.find<views::SentenceList>("reconciliation-tiers")->text().contains(QStringLiteral("V3")));
    QVERIFY(!shownTexts(*m_hand.window()).contains(QStringLiteral("Brugge"))); // names and keys, never other values
}

} // namespace lakehouse::testsupport
