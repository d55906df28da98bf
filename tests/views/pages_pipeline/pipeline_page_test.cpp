#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/detail_pane.h"
#include "kit/error_banner.h"
#include "kit/filter_bar.h"
#include "kit/pair_bar.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/pipeline/pipeline_page.h"
#include "pages/pipeline/pipeline_table.h"
#include "pages/pipeline/reconciliation_view.h"
#include "shell/deep_link.h"
#include "views/pages_pipeline/opened_pipeline.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedPipeline;

namespace {

/// How the page stands when a command is looked at.
enum class Situation { Unread, NothingGenerated, NoneSelected, Loaded, NeverRun, Waiting, Running, Working };

api::PipelineStatus pipelineIn(Situation situation)
{
    if (situation == Situation::NothingGenerated)
        return {};
    api::PipelineStatus status = samplePipeline();
    if (situation == Situation::Running)
        status.active = {activeRun()};
    if (situation != Situation::Waiting)
        std::erase_if(status.tables, [](const api::PipelineRow &row) { return row.state == api::TableState::NeedsPerson; });
    return status;
}

void bring(Opened &opened, Situation situation)
{
    switch (situation) {
    case Situation::Unread:
    case Situation::NothingGenerated: return;
    case Situation::NoneSelected:
        opened.find<DataTable>("pipeline-table")->filterBar().setText(QStringLiteral("no such"));
        QTRY_COMPARE(opened.find<DataTable>("pipeline-table")->shownCount(), 0);
        return;
    case Situation::Loaded:
    case Situation::Running: return opened.select("public.film");
    case Situation::NeverRun: return opened.select("public.city");
    case Situation::Waiting: return opened.select("public.staff");
    case Situation::Working:
        opened.select("public.film");
        opened.host.bench.hold<api::ReconcileTables>();
        opened.action("pipeline.reconcile")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::ReconcileTables>(), 1);
        return;
    }
}

} // namespace

class PipelinePageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void rowsSayHowEachTableStands()
    {
        const PipelineTableRows rows(std::make_shared<const ReadPipeline>(samplePipeline()));
        QCOMPARE(rows.count(), 5);
        const auto status = [&](int row) { return *rows.status(row, int(PipelineColumn::State)); };
        QCOMPARE(status(0), Status::Failed);
        QCOMPARE(status(1), Status::NotStarted);
        QCOMPARE(status(2), Status::Done);
        QCOMPARE(status(3), Status::DoneWithProblems);
        QCOMPARE(status(4), Status::NeedsYou);
        QCOMPARE(rows.number(3, int(PipelineColumn::Difference)), std::optional<double>(-1)); // 16,043 in bronze, 16,044 in the source
        QCOMPARE(rows.text(2, int(PipelineColumn::Controls)), QStringLiteral("3 of 3"));      // one planted defect a tier, all caught
        QCOMPARE(*rows.status(3, int(PipelineColumn::Hashes)), Status::DoneWithProblems);
        QVERIFY(!rows.needsMe(2));
        QVERIFY(rows.needsMe(4));
        QVERIFY(rows.reason(0, int(PipelineColumn::State)).contains(QStringLiteral("Trino refused")));
    }

    void opensOnTheTables()
    {
        const Opened opened;
        QVERIFY(opened.isSettled);
        QCOMPARE(opened.find<DataTable>("pipeline-table")->shownCount(), 5);
        QCOMPARE(opened.host.bench.effects(), 0); // looking launches nothing
    }

    void aMismatchIsNamedDownToItsKey()
    {
        Opened opened;
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("reconciliation"));
        const DataTable *mismatches = opened.find<DataTable>("mismatches");
        QCOMPARE(mismatches->shownCount(), 3);
        const TableRows &rows = *mismatches->rows();
        QCOMPARE(rows.text(1, 0), QStringLiteral("V3"));
        QCOMPARE(rows.text(1, 2), QStringLiteral("return_date"));
        QCOMPARE(rows.text(1, 1), QStringLiteral("4711"));
        QVERIFY(opened.find<SentenceList>("reconciliation-tiers")->text().contains(QStringLiteral("V3")));
    }

    void theLogIsThatOfTheTable()
    {
        Opened opened;
        opened.select("public.rental");
        const QString log = opened.find<SentenceList>("pipeline-log")->text();
        QVERIFY2(log.contains(QStringLiteral("16,044 rows loaded")), qPrintable(log));
        QVERIFY(!log.contains(QStringLiteral("7 rows loaded"))); // that is another table's
    }

    void runByKeyboard()
    {
        Opened opened;
        api::RunReport report;
        report.run = activeRun();
        opened.host.bench.answer<api::RunPipeline>(report);
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        opened.find<DataTable>("pipeline-table")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QCOMPARE(decisions->openId(), QStringLiteral("pipeline.run"));
        QCOMPARE(opened.host.bench.effects(), 0); // it only says what would happen
        QVERIFY(decisions->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::RunPipeline>(), 1);
        const auto request = opened.host.bench.lastRequest<api::RunPipeline>();
        QVERIFY(request.asset.empty());
        QVERIFY(!request.wait); // the run is the orchestrator's, and survives this program
        QTRY_COMPARE(opened.host.watched, QStringList{report.run.id.toString()});
    }

    void aRunUnderWayBlocksAnotherAndCanBeStopped()
    {
        api::PipelineStatus status = samplePipeline();
        status.active = {activeRun()};
        Opened opened(status);
        opened.host.bench.answer<api::StopRun>(activeRun());
        auto *run = qobject_cast<CommandAction *>(opened.action("pipeline.run"));
        QVERIFY(!run->isEnabled());
        QVERIFY(run->blockedWhy().contains(QStringLiteral("under way")));
        QVERIFY(opened.action("runs.stop")->isEnabled());
        opened.action("runs.stop")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::StopRun>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::StopRun>().run, activeRun().id.toString());
    }

    void reloadAsksForAReason()
    {
        Opened opened;
        opened.host.bench.answer<api::ReloadTable>(model::ReloadRequest{});
        opened.select("public.film");
        opened.action("pipeline.reload")->trigger();
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(opened.host.bench.calls<api::ReloadTable>(), 0);
        QVERIFY(opened.action("pipeline.accept-loss"));
        QVERIFY(!opened.action("pipeline.accept-loss")->isEnabled()); // nothing vanished in this table
    }

    void stopFreesThePageAtOnce()
    {
        Opened opened;
        opened.host.bench.hold<api::ReconcileTables>();
        opened.action("pipeline.reconcile")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::ReconcileTables>(), 1);
        QVERIFY(!opened.action("pipeline.run")->isEnabled());
        opened.find<QWidget>("work-strip")->findChild<QPushButton *>(QStringLiteral("progress-stop"))->click();
        QVERIFY(opened.action("pipeline.run")->isEnabled());
        QVERIFY(opened.host.bench.lastContext<api::ReconcileTables>().cancel.isCancelled());
    }

    void anErrorKeepsWhatWasThere()
    {
        Opened opened;
        opened.host.bench.fail<api::ShowPipeline>({base::ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "The server does not answer.")}, {QT_TRANSLATE_NOOP("core", "Start it.")}, {}, {}, base::Retry::Later});
        opened.page->refresh();
        auto *banner = opened.find<ErrorBanner>("error");
        QTRY_VERIFY(banner->isVisible());
        QVERIFY(banner->message().contains(QStringLiteral("does not answer")));
        QCOMPARE(opened.find<DataTable>("pipeline-table")->shownCount(), 5);
    }

    void whyWorkFailedStaysUntilItIsPutAway()
    {
        Opened opened;
        opened.host.bench.fail<api::ReconcileTables>({base::ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "Trino does not answer.")}, {QT_TRANSLATE_NOOP("core", "Start it.")}});
        QSignalSpy settled(opened.page.get(), &Page::settled);
        opened.action("pipeline.reconcile")->trigger();
        QVERIFY(settled.wait()); // the tables were read again after it
        auto *banner = opened.find<ErrorBanner>("work-error");
        QVERIFY(banner->isVisible());
        QVERIFY(banner->message().contains(QStringLiteral("Trino does not answer")));
        opened.page->refresh();
        QVERIFY(settled.wait());
        QVERIFY(banner->isVisible());
        QVERIFY(!opened.find<ErrorBanner>("error")->isVisible());
        opened.host.bench.answer<api::ReconcileTables>(api::ReconcileReport{});
        opened.action("pipeline.reconcile")->trigger();
        QVERIFY(!banner->isVisible()); // the next thing begins
    }

    void whatMovesWhileItIsReadIsReadAgain()
    {
        Opened opened;
        const int before = opened.host.bench.calls<api::ShowPipeline>();
        opened.host.bench.hold<api::ShowPipeline>();
        opened.page->pulse({.ledgerEntries = 7});
        opened.page->pulse({.ledgerEntries = 8});
        QCOMPARE(opened.host.bench.calls<api::ShowPipeline>(), before + 1); // never two at a time
        opened.host.bench.release<api::ShowPipeline>();
        QTRY_COMPARE(opened.host.bench.calls<api::ShowPipeline>(), before + 2);
    }

    void aTableThatDidNotMoveIsNotReadAgain()
    {
        Opened opened;
        opened.select("public.rental");
        const int before = opened.host.bench.calls<api::ShowTableHistory>();
        QSignalSpy settled(opened.page.get(), &Page::settled);
        opened.page->refresh();
        QVERIFY(settled.wait());
        QCOMPARE(opened.host.bench.calls<api::ShowTableHistory>(), before);
        api::PipelineStatus moved = samplePipeline();
        moved.tables[3].ranAtUtc = sampleTime(0);
        opened.host.bench.answer<api::ShowPipeline>(moved);
        opened.page->refresh();
        QTRY_COMPARE(opened.host.bench.calls<api::ShowTableHistory>(), before + 1);
    }

    void emptySaysWhatToDo()
    {
        api::PipelineStatus nothing;
        const Opened opened(nothing);
        auto *run = qobject_cast<CommandAction *>(opened.action("pipeline.run"));
        QVERIFY(!run->isEnabled());
        QVERIFY(run->blockedWhy().contains(QStringLiteral("generate")));
    }

    void aBlockedCommandSaysWhy_data()
    {
        QTest::addColumn<Situation>("situation");
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QString>("why"); // empty: it can be done
        const auto row = [](Situation situation, const char *name, const char *command, const char *why) {
            QTest::addRow("%s: %s", name, command) << situation << QByteArray(command) << QString::fromLatin1(why);
        };
        const auto ofRuns = {"pipeline.run", "pipeline.run-selected", "pipeline.run-in-process", "pipeline.reconcile", "pipeline.maintain", "pipeline.deletes", "pipeline.accept-deletes", "pipeline.accept-loss"};
        for (const char *command : ofRuns)
            row(Situation::Running, "a run under way", command, "A run is under way. Wait for its end, or stop it.");
        std::vector<const char *> always(ofRuns);
        always.insert(always.end(), {"pipeline.reload", "pipeline.undo-reload"});
        for (const char *command : always) {
            row(Situation::Unread, "not read", command, "The pipeline was not read. Press F5 to read it.");
            row(Situation::NothingGenerated, "nothing generated", command, "Nothing was generated yet. Approve the extraction plan and generate the pipeline first.");
            row(Situation::Working, "at work", command, "Something is being done already. Wait for its end, or stop it.");
        }
        for (const char *command : {"pipeline.run", "pipeline.run-in-process", "pipeline.reconcile", "pipeline.maintain"})
            row(Situation::NoneSelected, "none selected", command, "");
        row(Situation::NoneSelected, "none selected", "pipeline.run-selected", "Select the tables in the list first.");
        for (const char *command : {"pipeline.reload", "pipeline.undo-reload", "pipeline.deletes"})
            row(Situation::NoneSelected, "none selected", command, "Select a table first.");
        row(Situation::NoneSelected, "none selected", "pipeline.open-run", "This table was not run yet.");
        row(Situation::NoneSelected, "none selected", "runs.stop", "No run is under way.");
        row(Situation::NoneSelected, "none selected", "pipeline.show-waiting", "No table waits for a decision.");
        for (const char *command : {"pipeline.run-selected", "pipeline.reload", "pipeline.deletes", "pipeline.open-run"})
            row(Situation::Loaded, "a loaded table", command, "");
        row(Situation::Loaded, "a loaded table", "pipeline.undo-reload", "No reload of this table is requested.");
        row(Situation::Loaded, "a loaded table", "pipeline.accept-deletes", "No vanished keys wait for a decision in this table.");
        row(Situation::Loaded, "a loaded table", "pipeline.accept-loss", "No vanished rows wait for a decision in this table.");
        row(Situation::NeverRun, "a table that never ran", "pipeline.open-run", "This table was not run yet.");
        for (const char *command : {"pipeline.accept-loss", "pipeline.show-waiting"})
            row(Situation::Waiting, "a load waits", command, "");
        row(Situation::Waiting, "a load waits", "pipeline.accept-deletes", "No vanished keys wait for a decision in this table.");
        row(Situation::Waiting, "a load in full waits", "pipeline.reload", "It reads every row at each load, so there is nothing to reload. Run it.");
        row(Situation::Waiting, "a load in full waits", "pipeline.deletes", "It reads every row at each load, so its deletes show by themselves.");
        row(Situation::Running, "a run under way", "pipeline.reload", "");
        row(Situation::Running, "a run under way", "runs.stop", "");
    }
    void aBlockedCommandSaysWhy()
    {
        QFETCH(Situation, situation);
        QFETCH(QByteArray, command);
        Opened opened(pipelineIn(situation));
        bring(opened, situation);
        QVERIFY(opened.action(command));
        FakePageHost other;
        const PipelinePage untouched(other);
        const Page &page = situation == Situation::Unread ? static_cast<const Page &>(untouched) : *opened.page;
        QTEST(whyBlocked(page, command), "why");
    }

    void placeComesBack()
    {
        Opened opened;
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("runs"));
        const Place place = opened.page->place();
        QCOMPARE(place.object, QStringLiteral("public.rental"));
        QCOMPARE(place.tab, QStringLiteral("runs"));
        const QByteArray state = opened.page->saveState();
        Opened again;
        again.page->restoreState(state);
        again.page->setPlace(place);
        QTRY_COMPARE(again.page->place(), place);
        QCOMPARE(again.host.bench.effects(), 0); // coming back runs nothing
    }

    void aLinkLeadsBack()
    {
        Opened opened;
        opened.find<DataTable>("pipeline-table")->filterBar().setText(QStringLiteral("rental"));
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("reconciliation"));
        const DeepLink sent{opened.host.projectName(), opened.page->place()};
        const base::Result<DeepLink> received = DeepLink::parse(sent.toText());
        QVERIFY(received);
        Opened again;
        again.page->setPlace(received.value().place);
        QTRY_COMPARE(again.page->place(), sent.place);
        QCOMPARE(again.find<DataTable>("pipeline-table")->shownIds(), QStringList{QStringLiteral("public.rental")});
        QCOMPARE(again.host.bench.effects(), 0);
    }

    void rightToLeftTurnsThePageRound()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        Opened opened;
        opened.select("public.rental");
        const int list = opened.find<DataTable>("pipeline-table")->mapTo(opened.page.get(), QPoint()).x();
        const int detail = opened.find<DetailPane>("pipeline-detail")->mapTo(opened.page.get(), QPoint()).x();
        const QStringList cut = cutWords(*opened.page);
        QApplication::setLayoutDirection(Qt::LeftToRight);
        QVERIFY(detail < list);
        QCOMPARE(cut, QStringList());
    }

    void compactRowsAreLower()
    {
        Opened opened;
        auto *rows = opened.find<DataTable>("pipeline-table")->findChild<QAbstractItemView *>(QStringLiteral("table-rows"));
        const auto height = [rows] { return rows->visualRect(rows->model()->index(0, 0)).height(); };
        QCOMPARE(height(), 32); // the tokens: comfortable
        Theme::instance().setDensity(Density::Compact);
        const auto restored = qScopeGuard([] { Theme::instance().setDensity(Density::Comfortable); });
        QCOMPARE(height(), 24);
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
    }

    void aLowWindowScrollsInsteadOfSqueezing()
    {
        Opened opened;
        opened.select("public.rental");
        opened.page->resize(1280, 420);
        const auto *sentences = opened.find<SentenceList>("pipeline-sentences");
        QTRY_VERIFY2(sentences->height() >= sentences->layout()->heightForWidth(sentences->width()), qPrintable(QString::number(sentences->height())));
    }

    void aLowWindowShowsMismatchesByScrolling()
    {
        Opened opened;
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("reconciliation"));
        opened.page->resize(1280, 420);
        const auto *mismatches = opened.find<DataTable>("mismatches");
        QTRY_VERIFY(mismatches->height() >= 7 * Theme::instance().rowHeight());
        const auto *tiers = opened.find<SentenceList>("reconciliation-tiers");
        QVERIFY(tiers->height() >= tiers->layout()->heightForWidth(tiers->width()));
    }

    void theFocusGoesBackToTheTablesAfterALaunch()
    {
        Opened opened;
        api::RunReport report;
        report.run = activeRun();
        opened.host.bench.answer<api::RunPipeline>(report);
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        opened.action("pipeline.run")->trigger();
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QTRY_VERIFY(decisions->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.watched.size(), 1);
        QTRY_VERIFY(opened.find<DataTable>("pipeline-table")->isAncestorOf(QApplication::focusWidget()));
    }

    void aRunUnderWayIsSaidOnce()
    {
        api::PipelineStatus status = samplePipeline();
        status.active = {activeRun()};
        Opened opened(status);
        opened.select("public.staff"); // reads every row, so it cannot be reloaded meanwhile
        int said = 0;
        for (const QWidget *part : opened.find<QWidget>("decision-bar")->findChildren<QWidget *>())
            said += part->isVisibleTo(opened.page.get()) && qobject_cast<const QAbstractButton *>(part) ? 1 : 0;
        QCOMPARE(said, 1);
    }

    void equalCountsOfOtherRowsAreNotCalledEqual()
    {
        model::TableReconciliation differing = *samplePipeline().tables[3].reconciliation;
        differing.bronzeRows = differing.sourceRows;
        ReconciliationView view;
        view.setReconciliation(differing, std::nullopt);
        const auto *totals = view.findChild<PairBar *>(QStringLiteral("reconciliation-totals"));
        QVERIFY(!totals->isEqual());
        QVERIFY2(totals->sentence().contains(QStringLiteral("not the same")), qPrintable(totals->sentence()));
    }

    void everythingHasAName()
    {
        Opened opened;
        opened.select("public.rental");
        QCOMPARE(namelessWidgets(*opened.page), QStringList());
    }

    void longWordsFit_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("isLong");
        QTest::newRow("as it is") << 1.0 << false;
        QTest::newRow("40 % longer") << 1.0 << true;
        QTest::newRow("200 % text") << 2.0 << false;
    }
    void longWordsFit()
    {
        QFETCH(double, scale);
        QFETCH(bool, isLong);
        LongWords words;
        if (isLong)
            QCoreApplication::installTranslator(&words);
        Theme::instance().setTextScale(scale);
        Opened opened;
        opened.page->resize(scale > 1 ? QSize(1920, 1080) : QSize(1280, 800));
        opened.select("public.rental");
        const QStringList cut = cutWords(*opened.page);
        Theme::instance().setTextScale(1.0);
        QCoreApplication::removeTranslator(&words);
        QCOMPARE(cut, QStringList());
    }

    void pictures_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QString>("tab");
        for (const auto &[name, theme] : {std::pair("light", ThemeChoice::Light), std::pair("dark", ThemeChoice::Dark)})
            for (const char *tab : {"summary", "reconciliation", "runs", "sql", "log"})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(name), QLatin1String(tab)))) << theme << QString::fromLatin1(tab);
    }
    void pictures()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QString, tab);
        Theme::instance().setChoice(theme);
        Opened opened;
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(tab);
        QCOMPARE(opened.find<DetailPane>("pipeline-detail")->currentTab(), tab);
        takePicture(*opened.page, QStringLiteral("pipeline-%1-%2").arg(tab, theme == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light")));
        Theme::instance().setChoice(ThemeChoice::Light);
    }
};

QTEST_MAIN(PipelinePageTest)
#include "pipeline_page_test.moc"
