#include "kit/danger_sheet.h"
#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/detail_pane.h"
#include "kit/empty_state.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/filter_bar.h"
#include "kit/localized.h"
#include "kit/notice_banner.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/pipeline/pipeline_table.h"
#include "views/pages_pipeline/opened_pipeline.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QTableView>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedPipeline;

namespace {

constexpr auto tabs = {"summary", "reconciliation", "runs", "sql", "log"};
const base::Error trinoIsDown{.code = base::ErrorCode::Unreachable, .message = {QT_TRANSLATE_NOOP("core", "Trino does not answer.")},
                              .hint = {QT_TRANSLATE_NOOP("core", "Start it with: ekos-lakehouse stack up")}, .retry = base::Retry::Later};

api::PipelineRow &rowOf(api::PipelineStatus &status, const char *table)
{
    return *std::ranges::find_if(status.tables, [table](const api::PipelineRow &row) { return row.table.toString() == QLatin1String(table); });
}

/// A run of four of the five tables: film has its result, actor is being loaded, rental and staff wait for their turn.
api::PipelineStatus underWay()
{
    api::PipelineStatus status = samplePipeline();
    status.active = {activeRun()};
    for (const char *table : {"public.actor", "public.rental", "public.staff"})
        rowOf(status, table).isInRun = true;
    rowOf(status, "public.actor").state = api::TableState::Running;
    for (const char *table : {"public.actor", "public.film"})
        rowOf(status, table).run = activeRun().id;
    return status;
}

/// With a search for deletes that waits instead of a load.
api::PipelineStatus deletesWait()
{
    api::PipelineStatus status = samplePipeline();
    rowOf(status, "public.staff").state = api::TableState::Green;
    rowOf(status, "public.staff").message = {};
    api::PipelineRow &rental = rowOf(status, "public.rental");
    rental.state = api::TableState::NeedsPerson;
    rental.isOfDeletes = true;
    rental.load->upperBoundUtc = sampleTime(-10);
    rental.message = {QT_TRANSLATE_NOOP("core", "%1: of %2 keys in bronze the source no longer has %3"), QStringLiteral("public.rental"), qint64(16'044), qint64(1'604)};
    return status;
}

void focusTables(const Opened &opened)
{
    opened.page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
    opened.find<DataTable>("pipeline-table")->setFocus();
}

void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    QVERIFY(QApplication::focusWidget());
    QTest::keyClick(QApplication::focusWidget(), key, modifiers);
}

QPushButton *buttonIn(const QWidget *banner, const QString &text)
{
    for (auto *button : banner->findChildren<QPushButton *>())
        if (button->text() == text && button->isVisible())
            return button;
    return nullptr;
}

QString summary(const Opened &opened)
{
    return opened.find<SentenceList>("pipeline-sentences")->text();
}

} // namespace

/// The page as it is used: by keys and by mouse, in small windows and large text, while a run goes on and when a guard stopped a load.
class PipelineUseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void aRunUnderWaySaysHowFarItIs()
    {
        const Opened opened(underWay());
        const QString said = opened.find<NoticeBanner>("running-notice")->text();
        QVERIFY2(said.contains(QStringLiteral("1 of 4 tables have a result")), qPrintable(said)); // of those that it covers, not of all five
    }

    void theTablesOfARunAreFiltered()
    {
        Opened opened(underWay());
        opened.find<DataTable>("pipeline-table")->filterBar().setFilter({}, {QStringLiteral("running")});
        QTRY_COMPARE(opened.find<DataTable>("pipeline-table")->shownIds(), (QStringList{QStringLiteral("public.actor"), QStringLiteral("public.rental"), QStringLiteral("public.staff")}));
        const TableRows &rows = *opened.find<DataTable>("pipeline-table")->rows();
        QCOMPARE(*rows.status(0, int(PipelineColumn::State)), Status::Running);
        QCOMPARE(*rows.status(3, int(PipelineColumn::State)), Status::DoneWithProblems); // rental: what is known until its turn
        QVERIFY(rows.reason(3, int(PipelineColumn::State)).contains(QStringLiteral("still before it")));
    }

    /// Beside the open run drawer in a window of 1280 × 800.
    void theSummaryIsReadInALowWindowWhileARunGoesOn()
    {
        Opened opened(underWay());
        opened.page->resize(1058, 450);
        opened.select("public.rental");
        const auto *sentences = opened.find<SentenceList>("pipeline-sentences");
        for (int reading = 0; reading < 3; ++reading) {
            api::PipelineStatus moved = underWay();
            rowOf(moved, "public.rental").ranAtUtc = sampleTime(reading);
            opened.host.bench.answer<api::ShowPipeline>(moved);
            opened.page->pulse({.ledgerEntries = reading});
            opened.settle();
            const auto seen = [sentences] {
                int lines = 0;
                for (const QLabel *label : sentences->findChildren<QLabel *>())
                    lines += label->isVisible() && !label->visibleRegion().isEmpty() ? 1 : 0;
                return lines;
            };
            QTRY_VERIFY2(seen() >= 2, qPrintable(QStringLiteral("%1 at reading %2").arg(seen()).arg(reading)));
            QVERIFY(sentences->visibleRegion().boundingRect().height() >= 3 * Theme::instance().lineHeight(TextStyle::Body));
        }
        takePicture(*opened.page, QStringLiteral("pipeline-running-low"));
    }

    void theKeyOfAMismatchIsInSight()
    {
        Opened opened;
        opened.page->resize(1058, 690); // what a window of 1280 × 800 leaves
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("reconciliation"));
        const auto *rows = opened.find<DataTable>("mismatches")->findChild<QTableView *>(QStringLiteral("table-rows"));
        QTRY_VERIFY(rows->isVisible());
        QStringList seen;
        for (int column = 0; column < rows->model()->columnCount(); ++column)
            if (rows->columnViewportPosition(column) + rows->columnWidth(column) <= rows->viewport()->width())
                seen += rows->model()->headerData(column, Qt::Horizontal).toString();
        for (const char *title : {"Key", "Column"})
            QVERIFY2(seen.contains(QLatin1String(title)), qPrintable(seen.join(QStringLiteral(", "))));
        takePicture(*opened.page, QStringLiteral("pipeline-key"));
    }

    void theGuardOffersBothChoices_data()
    {
        QTest::addColumn<bool>("isOfDeletes");
        QTest::newRow("of a load") << false;
        QTest::newRow("of a search for deletes") << true;
    }
    void theGuardOffersBothChoices()
    {
        QFETCH(bool, isOfDeletes);
        Opened opened(isOfDeletes ? deletesWait() : samplePipeline());
        opened.select("public.film"); // another table is looked at
        auto *banner = opened.find<NoticeBanner>("waiting-notice");
        QVERIFY2(banner->text().contains(isOfDeletes ? QStringLiteral("1,604") : QStringLiteral("1,200 of 1,300")), qPrintable(banner->text()));
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QTest::mouseClick(buttonIn(banner, QStringLiteral("Accept, with a reason…")), Qt::LeftButton);
        QCOMPARE(opened.page->place().object, isOfDeletes ? QStringLiteral("public.rental") : QStringLiteral("public.staff"));
        QCOMPARE(decisions->openId(), isOfDeletes ? QStringLiteral("pipeline.accept-deletes") : QStringLiteral("pipeline.accept-loss"));
        QCOMPARE(opened.host.bench.effects(), 0);
        decisions->close();
        QTest::mouseClick(buttonIn(banner, QStringLiteral("Look at the source")), Qt::LeftButton);
        QCOMPARE(opened.host.opened, (std::vector<Place>{{.page = QStringLiteral("sources")}}));
        opened.host.bench.answer<api::FindDeletes>(model::DeleteReport{});
        opened.host.bench.answer<api::RunPipeline>(api::RunReport{});
        QTest::mouseClick(buttonIn(banner, QStringLiteral("Try it again…")), Qt::LeftButton);
        if (isOfDeletes) {
            QTRY_COMPARE(opened.host.bench.calls<api::FindDeletes>(), 1);
            QVERIFY(!opened.host.bench.lastRequest<api::FindDeletes>().accept);
            QCOMPARE(opened.host.bench.lastRequest<api::FindDeletes>().table.toString(), QStringLiteral("public.rental"));
            return;
        }
        QCOMPARE(decisions->openId(), QStringLiteral("pipeline.repeat-waiting"));
        QVERIFY(isSaid(*decisions, QStringLiteral("the load of public.staff stops again and bronze stays as it is")));
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::RunPipeline>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::RunPipeline>().asset, std::vector<QString>{QStringLiteral("public.staff")});
    }

    /// What is selected and what a filter shows are for other commands.
    void onlyTheTableThatWaitsIsTriedAgain_data()
    {
        QTest::addColumn<bool>("isOfDeletes");
        QTest::addColumn<bool>("isLong");
        QTest::newRow("load") << false << false;
        QTest::newRow("search for deletes") << true << false;
        QTest::newRow("load, in a long list") << false << true;
        QTest::newRow("search for deletes, in a long list") << true << true;
    }
    void onlyTheTableThatWaitsIsTriedAgain()
    {
        QFETCH(bool, isOfDeletes);
        QFETCH(bool, isLong);
        api::PipelineStatus status = isOfDeletes ? deletesWait() : samplePipeline();
        for (int number = 0; isLong && number < 3000; ++number) {
            api::PipelineRow row = rowOf(status, "public.city");
            row.table = model::TableName::parse(QStringLiteral("public.city_%1").arg(number)).value();
            status.tables.push_back(row);
        }
        Opened opened(status);
        opened.host.bench.answer<api::FindDeletes>(model::DeleteReport{});
        opened.host.bench.answer<api::RunPipeline>(api::RunReport{});
        opened.settle();
        auto *table = opened.find<DataTable>("pipeline-table");
        focusTables(opened);
        table->setCurrentId(QStringLiteral("public.actor"));
        press(Qt::Key_Space);
        press(Qt::Key_J);
        press(Qt::Key_Space);
        QCOMPARE(table->selectedIds(), (QStringList{QStringLiteral("public.actor"), QStringLiteral("public.city")}));
        table->filterBar().setText(QStringLiteral("city")); // which hides what waits
        opened.settle();
        QTest::mouseClick(buttonIn(opened.find<NoticeBanner>("waiting-notice"), QStringLiteral("Try it again…")), Qt::LeftButton);
        if (isOfDeletes) {
            QTRY_COMPARE(opened.host.bench.calls<api::FindDeletes>(), 1);
            QCOMPARE(opened.host.bench.lastRequest<api::FindDeletes>().table.toString(), QStringLiteral("public.rental"));
            return;
        }
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QTRY_COMPARE(decisions->openId(), QStringLiteral("pipeline.repeat-waiting"));
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::RunPipeline>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::RunPipeline>().asset, std::vector<QString>{QStringLiteral("public.staff")});
    }

    void aFormIsForTheTablesThatItWasOpenedFor()
    {
        Opened opened;
        opened.select("public.actor");
        focusTables(opened);
        press(Qt::Key_Space);
        press(Qt::Key_J);
        press(Qt::Key_Space);
        opened.action("pipeline.run-selected")->trigger();
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QCOMPARE(decisions->openId(), QStringLiteral("pipeline.run-selected"));
        focusTables(opened);
        press(Qt::Key_Space); // city no longer, staff instead: as many as before, and read as before
        opened.find<DataTable>("pipeline-table")->setCurrentId(QStringLiteral("public.staff"));
        press(Qt::Key_Space);
        QCOMPARE(opened.find<DataTable>("pipeline-table")->selectedIds(), (QStringList{QStringLiteral("public.actor"), QStringLiteral("public.staff")}));
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(isSaid(*decisions, QStringLiteral("This moved while you were reading.")));
        QCOMPARE(opened.host.bench.effects(), 0);
    }

    void theBannerNamesTheTableOnce_data()
    {
        QTest::addColumn<bool>("isOfDeletes");
        QTest::addColumn<base::Text>("message");
        QTest::addColumn<QString>("said");
        QTest::newRow("a load") << false
            << base::Text{QT_TRANSLATE_NOOP("core", "%1: rows in the source %2, in bronze %3; so many do not vanish without a person's word. Bronze was left as it is."),
                          QStringLiteral("public.staff"), qint64(100), qint64(1'300)}
            << "public.staff waits for a person. Rows in the source 100, in bronze 1,300; so many do not vanish without a person's word. Bronze was left as it is. "
               "Accept that the rows are gone, or look at the source and load it again.";
        QTest::newRow("a search for deletes") << true
            << base::Text{QT_TRANSLATE_NOOP("core", "%1: of %2 keys in bronze the source no longer has %3, and it shows %4 rows; so many do not vanish without a person's word. Bronze was left as it is."),
                          QStringLiteral("public.staff"), qint64(16'044), qint64(1'604), qint64(14'440)}
            << "public.staff waits for a person. Of 16,044 keys in bronze the source no longer has 1,604, and it shows 14,440 rows; so many do not vanish without a person's word. "
               "Bronze was left as it is. Accept that the keys are gone, or look at the source and search again.";
        QTest::newRow("a message without a name") << false << base::Text{QT_TRANSLATE_NOOP("core", "1,200 of 1,300 keys vanished at the source.")}
            << "public.staff waits for a person. 1,200 of 1,300 keys vanished at the source. Accept that the rows are gone, or look at the source and load it again.";
    }
    void theBannerNamesTheTableOnce()
    {
        QFETCH(bool, isOfDeletes);
        QFETCH(base::Text, message);
        QFETCH(QString, said);
        api::PipelineStatus status = samplePipeline();
        rowOf(status, "public.staff").isOfDeletes = isOfDeletes;
        rowOf(status, "public.staff").message = message;
        const Opened opened(status);
        QCOMPARE(opened.find<NoticeBanner>("waiting-notice")->text(), said);
    }

    void severalThatWaitAreCounted()
    {
        api::PipelineStatus status = deletesWait();
        rowOf(status, "public.staff").state = api::TableState::NeedsPerson;
        const Opened opened(status);
        QVERIFY2(opened.find<NoticeBanner>("waiting-notice")->text().contains(QStringLiteral("Waiting besides: 1 table.")), qPrintable(opened.find<NoticeBanner>("waiting-notice")->text()));
    }

    void timesAndDeletesAreSaid()
    {
        api::PipelineStatus status = samplePipeline();
        status.schedule = QStringLiteral("0 6 * * *");
        status.timeZone = QStringLiteral("Europe/Vienna");
        status.nextRunAtUtc = sampleTime(500);
        api::PipelineRow &film = rowOf(status, "public.film");
        film.loadedAtUtc = sampleTime(-130); // the host's clock shows sampleTime(0)
        film.deletes = model::DeleteReport{.table = film.table, .liveRows = 1'000, .deleted = 12, .returned = 2, .inserted = 3};
        film.deletesAtUtc = sampleTime(-60);
        Opened opened(status);
        api::TableHistory history = sampleHistory();
        history.deletesAtUtc = sampleTime(-20);
        opened.host.bench.answer<api::ShowTableHistory>(history);
        opened.select("public.film");
        const auto *table = opened.find<DataTable>("pipeline-table");
        QCOMPARE(table->rows()->text(2, int(PipelineColumn::Lag)), durationText(130 * 60'000));
        QCOMPARE(table->rows()->number(2, int(PipelineColumn::Deleted)), std::optional<double>(12));
        QVERIFY(table->rows()->reason(2, int(PipelineColumn::Deleted)).contains(localized(sampleTime(-60))));
        QVERIFY(table->rows()->reason(2, int(PipelineColumn::Lag)).contains(localized(sampleTime(-130))));
        QCOMPARE(table->rows()->text(1, int(PipelineColumn::Lag)), QString()); // city was never loaded
        for (const QString &part : {QStringLiteral("12 of 1,000 keys"), localized(sampleTime(-60)), localized(sampleTime(-20)), localized(sampleTime(-130)), durationText(130 * 60'000),
                                    QStringLiteral("due at %1").arg(localized(sampleTime(500))), QStringLiteral("0 6 * * * (Europe/Vienna)")})
            QVERIFY2(summary(opened).contains(part), qPrintable(part + QStringLiteral(" in ") + summary(opened)));
    }

    void withoutAScheduleThatIsSaid()
    {
        Opened opened;
        opened.select("public.film");
        QVERIFY2(summary(opened).contains(QStringLiteral("It has no schedule")), qPrintable(summary(opened)));
    }

    void silverIsNamedAsWaiting()
    {
        Opened opened;
        opened.select("public.rental");
        QCOMPARE(opened.action("pipeline.show-silver")->shortcut(), QKeySequence(Qt::Key_B));
        QVERIFY(whyBlocked(*opened.page, "pipeline.show-silver").contains(QStringLiteral("Silver waits")));
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("reconciliation"));
        QVERIFY(opened.find<SentenceList>("reconciliation-silver")->text().contains(QStringLiteral("nor has it tests")));
    }

    void aTableThatIsGoneIsSaid()
    {
        Opened opened;
        auto *missing = opened.find<NoticeBanner>("missing-notice");
        QVERIFY(!missing->isVisible());
        opened.page->setPlace({.page = QStringLiteral("pipeline"), .object = QStringLiteral("public.film_archive")});
        QTRY_VERIFY(missing->isVisible());
        QVERIFY2(missing->text().contains(QStringLiteral("The pipeline has no table public.film_archive")), qPrintable(missing->text()));
        opened.select("public.rental");
        QTRY_VERIFY(!missing->isVisible());
    }

    void earlierReasonsAreOffered()
    {
        api::PipelineStatus status = samplePipeline();
        api::PipelineRow &film = rowOf(status, "public.film");
        film.load->upperBoundUtc = sampleTime(-10);
        api::PipelineRow &rental = rowOf(status, "public.rental");
        rental.reload = model::ReloadRequest{.table = rental.table, .reason = model::Reason::parse(QStringLiteral("prices were back-filled")).value(), .atUtc = sampleTime(-5)};
        rental.isReloadRequested = true;
        rental.deletes = model::DeleteReport{.table = rental.table, .accepted = model::Reason::parse(QStringLiteral("the archive was cleared")).value()};
        rental.deletesAtUtc = sampleTime(-3);
        Opened opened(status);
        opened.select("public.film");
        opened.action("pipeline.reload")->trigger();
        QTest::keyClick(opened.find<QPushButton>("earlier-reasons"), Qt::Key_Space);
        auto *menu = opened.find<QMenu>("earlier-reasons-menu");
        QTRY_VERIFY(menu && menu->isVisible());
        QStringList offered;
        for (const QAction *action : menu->actions())
            offered += action->text();
        QCOMPARE(offered, (QStringList{QStringLiteral("the archive was cleared"), QStringLiteral("prices were back-filled")})); // the newest first
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(opened.find<DecisionPanel>("decisions")->findChild<QPlainTextEdit *>(QStringLiteral("reason"))->toPlainText(), QStringLiteral("prices were back-filled"));
    }

    void everyTabIsReachedByKeys()
    {
        Opened opened;
        opened.select("public.rental");
        focusTables(opened);
        press(Qt::Key_Return); // into what is known of the table
        auto *detail = opened.find<DetailPane>("pipeline-detail");
        QTRY_VERIFY(detail->isAncestorOf(QApplication::focusWidget()));
        QStringList walked{detail->currentTab()};
        for (int step = 0; step < 4; ++step) {
            press(Qt::Key_PageDown, Qt::ControlModifier);
            walked += detail->currentTab();
        }
        QCOMPARE(walked, QStringList({QStringLiteral("summary"), QStringLiteral("reconciliation"), QStringLiteral("runs"), QStringLiteral("sql"), QStringLiteral("log")}));
        QCOMPARE(opened.host.bench.effects(), 0);
    }

    void theFocusGoesIntoAFormAndBack()
    {
        Opened opened;
        opened.select("public.film");
        focusTables(opened);
        auto *verb = opened.find<QAbstractButton>("decision-verb-pipeline.run");
        verb->setFocus();
        press(Qt::Key_Space);
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QCOMPARE(decisions->openId(), QStringLiteral("pipeline.run"));
        QTRY_VERIFY(decisions->isAncestorOf(QApplication::focusWidget()) && QApplication::focusWidget() != verb);
        press(Qt::Key_Escape);
        QVERIFY(!decisions->isOpen());
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget *>(verb));
    }

    void theRunsOfATableAreListed()
    {
        Opened opened;
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("runs"));
        const auto *list = opened.find<QWidget>("runs-of-table")->findChild<QAbstractItemView *>(QStringLiteral("history-list"));
        QStringList entries;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            entries += list->model()->index(row, 0).data(Qt::AccessibleTextRole).toString();
        const QString all = entries.join(QLatin1Char('\n'));
        for (const char *part : {"anna@desk.example.com (desktop)", "16,044 rows loaded", "source and bronze differ", "16,040 rows loaded", "source and bronze equal"})
            QVERIFY2(all.contains(QLatin1String(part)), qPrintable(QLatin1String(part) + QStringLiteral(" in ") + all));
    }

    void theLogHidesNothingSilently()
    {
        Opened opened;
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("log"));
        const auto *lines = opened.find<SentenceList>("pipeline-log");
        const auto *hidden = opened.find<QLabel>("table-log-hidden");
        auto *all = opened.find<QPushButton>("table-log-show-all");
        QVERIFY(lines->text().contains(QStringLiteral("16,044 rows loaded")) && lines->text().contains(QStringLiteral("source and bronze differ")));
        QVERIFY(!hidden->isVisible() && !all->isVisible());
        opened.find<QCheckBox>("table-log-problems")->setChecked(true);
        QVERIFY(!lines->text().contains(QStringLiteral("16,044 rows loaded")) && lines->text().contains(QStringLiteral("source and bronze differ")));
        QCOMPARE(hidden->text(), QStringLiteral("1 line hidden"));
        QTest::keyClicks(opened.find<QLineEdit>("table-log-search"), QStringLiteral("zebra"));
        QVERIFY(lines->text().contains(QStringLiteral("all 2 of them are hidden")));
        QTest::mouseClick(all, Qt::LeftButton);
        QVERIFY(!hidden->isVisible() && lines->text().contains(QStringLiteral("16,044 rows loaded")));
    }

    /// Stage and table of a line are not shown here, so they are not found either.
    void onlyWhatIsShownOfTheLogIsSearched_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("the table") << QStringLiteral("public.rental");
        QTest::newRow("a stage") << QStringLiteral("reconcile");
    }
    void onlyWhatIsShownOfTheLogIsSearched()
    {
        QFETCH(QString, words);
        Opened opened;
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("log"));
        const auto *lines = opened.find<SentenceList>("pipeline-log");
        auto *search = opened.find<QLineEdit>("table-log-search");
        QTest::keyClicks(search, words);
        QVERIFY2(lines->text().contains(QStringLiteral("all 2 of them are hidden")), qPrintable(lines->text()));
        search->clear();
        QTest::keyClicks(search, QStringLiteral("ROWS loaded"));
        QVERIFY2(lines->text().contains(QStringLiteral("16,044 rows loaded")), qPrintable(lines->text()));
        QCOMPARE(opened.find<QLabel>("table-log-hidden")->text(), QStringLiteral("1 line hidden"));
    }

    void withoutTablesThePageSaysWhatToDo()
    {
        const Opened opened(api::PipelineStatus{});
        const EmptyState *empty = nullptr;
        for (const EmptyState *state : opened.find<DataTable>("pipeline-table")->findChildren<EmptyState *>())
            if (state->isVisible())
                empty = state;
        QVERIFY(empty);
        QVERIFY(isSaid(*empty, QStringLiteral("Here stands each table of the pipeline with its last load and its last check.")));
        QVERIFY(isSaid(*empty, QStringLiteral("approve the extraction plan, then generate the pipeline")));
    }

    void everyTabHasNamesAndFits_data()
    {
        QTest::addColumn<QByteArray>("tab");
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("isLong");
        for (const char *tab : tabs) {
            QTest::addRow("%s", tab) << QByteArray(tab) << 1.0 << false;
            QTest::addRow("%s, 40 %% longer", tab) << QByteArray(tab) << 1.0 << true;
            QTest::addRow("%s, 200 %% text", tab) << QByteArray(tab) << 2.0 << false;
        }
    }
    void everyTabHasNamesAndFits()
    {
        QFETCH(QByteArray, tab);
        QFETCH(double, scale);
        QFETCH(bool, isLong);
        LongWords words;
        if (isLong)
            QCoreApplication::installTranslator(&words);
        Theme::instance().setTextScale(scale);
        const auto restored = qScopeGuard([&words] {
            Theme::instance().setTextScale(1.0);
            QCoreApplication::removeTranslator(&words);
        });
        Opened opened;
        opened.page->resize(scale > 1 ? QSize(1920, 1080) : QSize(1280, 800));
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QString::fromLatin1(tab));
        QCOMPARE(namelessWidgets(*opened.page), QStringList());
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
        opened.action("pipeline.run")->trigger();
        QCOMPARE(namelessWidgets(*opened.page), QStringList());
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
    }

    void stopFreesThePageByMouseAndByKey_data()
    {
        QTest::addColumn<bool>("isByMouse");
        QTest::newRow("by mouse") << true;
        QTest::newRow("by key") << false;
    }
    void stopFreesThePageByMouseAndByKey()
    {
        QFETCH(bool, isByMouse);
        Opened opened;
        focusTables(opened);
        opened.host.bench.hold<api::ReconcileTables>();
        opened.action("pipeline.reconcile")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::ReconcileTables>(), 1);
        auto *stop = opened.find<QWidget>("work-strip")->findChild<QPushButton *>(QStringLiteral("progress-stop"));
        QTRY_VERIFY(stop->isVisible());
        if (isByMouse) {
            QTest::mouseClick(stop, Qt::LeftButton);
        } else {
            for (int step = 0; step < 80 && QApplication::focusWidget() != stop; ++step)
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QCOMPARE(QApplication::focusWidget(), stop);
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        }
        QVERIFY(opened.action("pipeline.run")->isEnabled()); // at once: before anything else happens
        QVERIFY(opened.host.bench.lastContext<api::ReconcileTables>().cancel.isCancelled());
    }

    void onlyWhatIsSelectedIsReconciled_data()
    {
        QTest::addColumn<QStringList>("tables");
        QTest::addColumn<QString>("button");
        QTest::addColumn<QString>("said");
        QTest::newRow("none") << QStringList() << "Reconcile all tables" << "Compare source and bronze of every table without loading.";
        QTest::newRow("one") << QStringList{QStringLiteral("public.film")} << "Reconcile 1 table" << "Compare source and bronze of public.film without loading.";
        QTest::newRow("two") << QStringList{QStringLiteral("public.film"), QStringLiteral("public.rental")} << "Reconcile 2 tables"
                             << "Compare source and bronze of the 2 selected tables without loading.";
    }
    void onlyWhatIsSelectedIsReconciled()
    {
        QFETCH(QStringList, tables);
        QFETCH(QString, button);
        QFETCH(QString, said);
        Opened opened;
        focusTables(opened);
        opened.find<DataTable>("pipeline-table")->findChild<QAbstractItemView *>(QStringLiteral("table-rows"))->clearSelection();
        for (const QString &table : tables) {
            opened.find<DataTable>("pipeline-table")->setCurrentId(table);
            press(Qt::Key_Space);
        }
        const CommandAction *reconcile = opened.action("pipeline.reconcile");
        QTRY_COMPARE(reconcile->text(), button);
        QCOMPARE(reconcile->explanation(), said);
        QVERIFY(buttonIn(opened.page.get(), button));
        opened.host.bench.answer<api::ReconcileTables>(api::ReconcileReport{});
        opened.action("pipeline.reconcile")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::ReconcileTables>(), 1);
        QStringList reconciled;
        for (const model::TableSelector &table : opened.host.bench.lastRequest<api::ReconcileTables>().table)
            reconciled += table.toString();
        QCOMPARE(reconciled, tables);
    }

    void whatFailedIsDoneOnceMore()
    {
        Opened opened;
        opened.host.bench.fail<api::ReconcileTables>(trinoIsDown);
        opened.action("pipeline.reconcile")->trigger();
        auto *banner = opened.find<ErrorBanner>("work-error");
        QTRY_VERIFY(banner->isVisible());
        auto *again = buttonIn(banner, QStringLiteral("Try again"));
        QVERIFY(again);
        opened.host.bench.answer<api::ReconcileTables>(api::ReconcileReport{});
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_COMPARE(opened.host.bench.calls<api::ReconcileTables>(), 2);
        QTRY_VERIFY(!banner->isVisible());
    }
};

QTEST_MAIN(PipelineUseTest)
#include "pipeline_use_test.moc"
