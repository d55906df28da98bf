#include "kit/danger_sheet.h"
#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/localized.h"
#include "kit/notice_banner.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/pipeline/pipeline_table.h"
#include "pages/pipeline/pipeline_words.h"
#include "views/pages_pipeline/opened_pipeline.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedPipeline;

namespace {

api::PipelineRow &rowOf(api::PipelineStatus &status, const char *table)
{
    return *std::ranges::find_if(status.tables, [table](const api::PipelineRow &row) { return row.table.toString() == QLatin1String(table); });
}

model::Reason reason(const char *words)
{
    return model::Reason::parse(QString::fromUtf8(words)).value();
}

/// The search for deletes in rental waits for a person: 1,604 of its 16,044 keys vanished, which is more than five percent.
api::PipelineStatus deletesWait()
{
    api::PipelineStatus status = samplePipeline();
    api::PipelineRow &rental = rowOf(status, "public.rental");
    rental.state = api::TableState::NeedsPerson;
    rental.isOfDeletes = true;
    rental.message = {QT_TRANSLATE_NOOP("core", "%1: of %2 keys in bronze the source no longer has %3, and it shows %4 rows; so many do not vanish without a person's word. Bronze was left as it is."),
                      QStringLiteral("public.rental"), qint64(16'044), qint64(1'604), qint64(14'440)};
    return status;
}

api::PipelineStatus reloadRequested()
{
    api::PipelineStatus status = samplePipeline();
    api::PipelineRow &film = rowOf(status, "public.film");
    film.isReloadRequested = true;
    film.reload = model::ReloadRequest{.table = film.table, .reason = reason("prices were back-filled by 20%1"), .actor = QStringLiteral("ben@build.example.com (cli)"), .atUtc = sampleTime(-5)};
    return status;
}

model::DeleteReport report(const api::PipelineStatus &status, const char *table)
{
    api::PipelineStatus found = status;
    return {.table = rowOf(found, table).table, .sourceRows = 999'900, .liveRows = 1'000'000, .buckets = 4'096, .differingBuckets = 98, .sourceKeysRead = 23'770, .bronzeKeysRead = 23'870,
            .deleted = 100, .returned = 2, .inserted = 3, .durationMs = 4'200};
}

/// The page in front, with the focus in its list.
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

/// Opens the form of a command, types why, and says so.
void decide(const Opened &opened, const char *command, const char *why)
{
    opened.action(command)->trigger();
    QCOMPARE(opened.find<DecisionPanel>("decisions")->openId(), QString::fromLatin1(command));
    QTRY_VERIFY(opened.find<DecisionPanel>("decisions")->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClicks(QApplication::focusWidget(), QString::fromUtf8(why));
    press(Qt::Key_Return, Qt::ControlModifier);
}

/// A dangerous step asks once more, with the focus on Cancel: Tab leads to its button.
void confirmOnSheet(const Opened &opened)
{
    const DangerSheet *sheet = nullptr;
    for (const DangerSheet *each : opened.page->window()->findChildren<DangerSheet *>())
        if (each->isVisible())
            sheet = each;
    QVERIFY(sheet);
    const auto *sure = sheet->findChild<QPushButton *>(QStringLiteral("danger-confirm"));
    for (int steps = 0; steps < 5 && QApplication::focusWidget() != sure; ++steps)
        press(Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), sure);
    press(Qt::Key_Space);
}

} // namespace

/// What the page does about rows that the source deleted, and about reloads that somebody asked for.
class PipelineDeletesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void reloadIsRequestedByKeyboardAndUndone()
    {
        Opened opened;
        opened.select("public.film");
        focusTables(opened);
        const model::ReloadRequest asked = *rowOf(*std::make_unique<api::PipelineStatus>(reloadRequested()), "public.film").reload;
        opened.host.bench.answer<api::ReloadTable>(asked);
        decide(opened, "pipeline.reload", "prices were back-filled");
        QCOMPARE(opened.host.bench.effects(), 0);
        opened.host.bench.answer<api::ShowPipeline>(reloadRequested());
        confirmOnSheet(opened);
        QTRY_COMPARE(opened.host.bench.calls<api::ReloadTable>(), 1);
        const auto request = opened.host.bench.lastRequest<api::ReloadTable>();
        QCOMPARE(request.table.toString(), QStringLiteral("public.film"));
        QVERIFY(!request.undo);
        QCOMPARE(request.reason.toString(), QStringLiteral("prices were back-filled"));
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QTRY_VERIFY(isSaid(*decisions, QStringLiteral("The next load of public.film reads every row")));
        QCOMPARE(decisions->draft(QStringLiteral("pipeline.reload")), QString()); // it was used
        // The receipt has the way back, as soon as the page knows of the request.
        auto *undo = opened.find<QPushButton>("receipt-undo");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        undo->setFocus();
        press(Qt::Key_Space);
        QCOMPARE(decisions->openId(), QStringLiteral("pipeline.undo-reload"));
        QTRY_VERIFY(decisions->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("it was the other table"));
        model::ReloadRequest back = asked;
        back.isTakenBack = true;
        opened.host.bench.answer<api::ReloadTable>(back);
        press(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::ReloadTable>(), 2);
        QVERIFY(opened.host.bench.lastRequest<api::ReloadTable>().undo);
        QCOMPARE(opened.host.bench.lastRequest<api::ReloadTable>().reason.toString(), QStringLiteral("it was the other table"));
        QTRY_VERIFY(isSaid(*decisions, QStringLiteral("is taken back")));
        QCOMPARE(opened.host.bench.calls<api::LoadTable>(), 0); // a request loads nothing
    }

    void whatASearchMarkedSaysWhetherTheRowsStay()
    {
        api::PipelineRow row{.deletes = model::DeleteReport{.liveRows = 1000, .deleted = 3, .returned = 1}, .deletesAtUtc = sampleTime(-5)};
        const auto said = [&] {
            QStringList texts;
            for (const Sentence &sentence : tableSentences(row, {}))
                texts += sentence.text;
            return texts.join(QLatin1Char(' '));
        };
        QVERIFY2(said().contains(QStringLiteral("marked 3 of 1,000 keys as deleted; 1 came back")), qPrintable(said()));
        row.deletes->deleted = 0;
        row.deletes->purged = 7;
        QVERIFY2(said().contains(QStringLiteral("marked 7 of 1,000 keys as purged, and their rows stay; 1 came back")), qPrintable(said()));
    }

    void aRequestedReloadSaysWhoWhenAndWhy()
    {
        Opened opened(reloadRequested());
        opened.select("public.film");
        const QString said = opened.find<SentenceList>("pipeline-sentences")->text();
        for (const QString &part : {QStringLiteral("ben@build.example.com (cli)"), localized(sampleTime(-5)), QStringLiteral("prices were back-filled by 20%1")})
            QVERIFY2(said.contains(part), qPrintable(said));
        QVERIFY(opened.find<DataTable>("pipeline-table")->rows()->text(2, int(PipelineColumn::Message)).contains(QStringLiteral("reload is requested")));
        QCOMPARE(whyBlocked(*opened.page, "pipeline.reload"), QStringLiteral("A reload is requested already. Run the table, or undo the request."));
        QCOMPARE(whyBlocked(*opened.page, "pipeline.undo-reload"), QString());
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QVERIFY(decisions->findChild<QPushButton *>(QStringLiteral("decision-verb-pipeline.undo-reload")));
        QVERIFY(!decisions->findChild<QPushButton *>(QStringLiteral("decision-verb-pipeline.reload")));
    }

    void anUndoThatIsRefusedIsSaidInItsForm()
    {
        Opened opened(reloadRequested());
        opened.select("public.film");
        focusTables(opened);
        opened.host.bench.fail<api::ReloadTable>({.code = base::ErrorCode::RefusedByRule, .message = "A rule that loads a column is newer.", .hint = "Load it."});
        decide(opened, "pipeline.undo-reload", "it was the other table");
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QTRY_VERIFY(isSaid(*decisions, QStringLiteral("A rule that loads a column is newer.")));
        QCOMPARE(decisions->draft(QStringLiteral("pipeline.undo-reload")), QStringLiteral("it was the other table"));
    }

    void theReceiptGoesWithItsTable()
    {
        Opened opened;
        opened.select("public.film");
        focusTables(opened);
        opened.host.bench.answer<api::ReloadTable>(*rowOf(*std::make_unique<api::PipelineStatus>(reloadRequested()), "public.film").reload);
        opened.host.bench.answer<api::ShowPipeline>(reloadRequested());
        decide(opened, "pipeline.reload", "prices were back-filled");
        confirmOnSheet(opened);
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QTRY_VERIFY(decisions->isOpen() && decisions->openId().isEmpty());
        opened.select("public.rental");
        QVERIFY(!decisions->isOpen());
    }

    void deletesAreFoundByAKey()
    {
        Opened opened;
        opened.select("public.film");
        focusTables(opened);
        opened.host.bench.answer<api::FindDeletes>(report(samplePipeline(), "public.film"));
        const int before = opened.host.bench.calls<api::ShowPipeline>();
        press(Qt::Key_D);
        QTRY_COMPARE(opened.host.bench.calls<api::FindDeletes>(), 1);
        const auto request = opened.host.bench.lastRequest<api::FindDeletes>();
        QCOMPARE(request.table.toString(), QStringLiteral("public.film"));
        QVERIFY(!request.accept && !request.ifDue);
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QTRY_VERIFY(isSaid(*decisions, QStringLiteral("Deletes of public.film were looked for")));
        for (const char *part : {"100 of 1,000,000 keys", "98 of 4,096", "23,770 in the source, 23,870 in bronze", "999,900"})
            QVERIFY2(opened.find<QWidget>("receipt-card")->accessibleDescription().contains(QString::fromLatin1(part)), part);
        QTRY_COMPARE(opened.host.bench.calls<api::ShowPipeline>(), before + 1);
    }

    void maintenanceSaysWhatBecameOfFilesAndSnapshots()
    {
        Opened opened;
        const auto tended = [](const char *table, api::MaintenanceEnd end) {
            return api::TableMaintenance{.table = model::TableName::parse(QString::fromLatin1(table)).value(), .end = end, .before = api::TableStorage{.files = 1'200, .snapshots = 40}, .after = api::TableStorage{.files = 3, .snapshots = 2}};
        };
        api::TableMaintenance held = tended("public.city", api::MaintenanceEnd::Held), failed = tended("public.actor", api::MaintenanceEnd::Failed);
        held.before = held.after = failed.before = failed.after = {};
        failed.message = {QT_TRANSLATE_NOOP("core", "Trino stopped the query.")};
        opened.host.bench.answer<api::MaintainTables>({.tables = {tended("public.film", api::MaintenanceEnd::Done), tended("public.rental", api::MaintenanceEnd::Done), held, failed}});
        auto *decisions = opened.find<DecisionPanel>("decisions");
        opened.find<DataTable>("pipeline-table")->findChild<QAbstractItemView *>(QStringLiteral("table-rows"))->clearSelection();
        opened.action("pipeline.maintain")->trigger();
        QCOMPARE(decisions->openId(), QStringLiteral("pipeline.maintain"));
        QVERIFY(isSaid(*decisions, QStringLiteral("Small files of 5 tables of bronze are joined")));
        QCOMPARE(opened.host.bench.effects(), 0);
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::MaintainTables>(), 1);
        QVERIFY(opened.host.bench.lastRequest<api::MaintainTables>().table.empty()); // nothing selected: all
        QTRY_VERIFY(isSaid(*decisions, QStringLiteral("4 tables of bronze were maintained")));
        for (const char *part : {"2,400 before, 6 now", "80 before, 4 now", "public.city", "public.actor failed", "Trino stopped the query."})
            QVERIFY2(opened.find<QWidget>("receipt-card")->accessibleDescription().contains(QString::fromLatin1(part)), part);
    }

    void wherePlanAndPipelineDoNotLookForDeletesItSaysWhy()
    {
        const base::Text why{QT_TRANSLATE_NOOP("core", "What the source deleted is not looked for: its key has a column whose values are not compared.")};
        api::PipelineStatus status = samplePipeline();
        api::PipelineRow &film = rowOf(status, "public.film");
        film.seeksDeletes = false;
        model::PlannedTable planned{.decision = {.table = film.table, .mode = model::LoadMode::Incremental}, .reasons = {{QStringLiteral("deletes"), why, {}}}};
        QCOMPARE(whyNoDeletes(film, &planned), localized(why));
        planned.decision.deletes = model::DeleteSchedule::EveryRun;
        QCOMPARE(whyNoDeletes(film, &planned), QStringLiteral("The plan has its deletes looked for, and what was generated does not. Generate the pipeline again."));
        QCOMPARE(whyNoDeletes(film, nullptr), QStringLiteral("What was generated does not look for its deletes. The extraction plan says why."));
        film.mode = model::LoadMode::Full;
        QCOMPARE(whyNoDeletes(film, &planned), QStringLiteral("It reads every row at each load, so its deletes show by themselves."));
    }

    void onlyWhatIsSelectedIsMaintained_data()
    {
        QTest::addColumn<QStringList>("tables");
        QTest::addColumn<QString>("said");
        QTest::newRow("one") << QStringList{QStringLiteral("public.film")} << QStringLiteral("Small files of lake.bronze_public.film are joined");
        QTest::newRow("two") << QStringList{QStringLiteral("public.film"), QStringLiteral("public.rental")} << QStringLiteral("Small files of 2 tables of bronze are joined");
    }
    void onlyWhatIsSelectedIsMaintained()
    {
        QFETCH(QStringList, tables);
        QFETCH(QString, said);
        Opened opened;
        focusTables(opened);
        for (const QString &table : tables) {
            opened.find<DataTable>("pipeline-table")->setCurrentId(table);
            press(Qt::Key_Space);
        }
        opened.host.bench.answer<api::MaintainTables>({});
        opened.action("pipeline.maintain")->trigger();
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QVERIFY(isSaid(*decisions, said));
        QCOMPARE(opened.host.bench.effects(), 0);
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::MaintainTables>(), 1);
        QStringList maintained;
        for (const model::TableSelector &table : opened.host.bench.lastRequest<api::MaintainTables>().table)
            maintained += table.toString();
        QCOMPARE(maintained, tables);
    }

    void whatIsOnTheBarOnlyWhileItIsOpenGoesWithEscape()
    {
        Opened opened;
        opened.select("public.film");
        focusTables(opened);
        auto *decisions = opened.find<DecisionPanel>("decisions");
        const auto verb = [decisions](const char *name) { return decisions->findChild<QPushButton *>(QString::fromLatin1(name)); };
        QVERIFY(!verb("decision-verb-pipeline.maintain"));
        opened.action("pipeline.maintain")->trigger();
        QCOMPARE(decisions->openId(), QStringLiteral("pipeline.maintain"));
        QVERIFY(verb("decision-verb-pipeline.maintain"));
        QTRY_VERIFY(decisions->isAncestorOf(QApplication::focusWidget()));
        press(Qt::Key_Escape);
        QVERIFY(!decisions->isOpen());
        QVERIFY(!verb("decision-verb-pipeline.maintain"));
        QVERIFY(verb("decision-verb-pipeline.run"));
        QVERIFY(decisions->isAncestorOf(QApplication::focusWidget())); // the button that had it is gone
    }

    void aSearchThatTheGuardStopsWaitsForAPerson()
    {
        Opened opened;
        opened.select("public.rental");
        const api::PipelineStatus waiting = deletesWait();
        opened.host.bench.fail<api::FindDeletes>({.code = base::ErrorCode::RefusedByRule, .message = waiting.tables[3].message, .hint = "Look at the source."});
        opened.host.bench.answer<api::ShowPipeline>(waiting);
        opened.action("pipeline.deletes")->trigger();
        QTRY_VERIFY(opened.find<ErrorBanner>("work-error")->isVisible());
        QVERIFY(opened.find<ErrorBanner>("work-error")->message().contains(QStringLiteral("1,604")));
        QTRY_COMPARE(whyBlocked(*opened.page, "pipeline.accept-deletes"), QString());
        QVERIFY(opened.find<NoticeBanner>("waiting-notice")->text().contains(QStringLiteral("1,604")));
    }

    void vanishedKeysAreAcceptedByKeyboard()
    {
        Opened opened(deletesWait());
        opened.select("public.rental");
        focusTables(opened);
        QCOMPARE(whyBlocked(*opened.page, "pipeline.accept-loss"), QStringLiteral("No vanished rows wait for a decision in this table."));
        model::DeleteReport applied = report(deletesWait(), "public.rental");
        applied.deleted = 1'604;
        applied.liveRows = 16'044;
        applied.accepted = reason("the archive was cleared");
        opened.host.bench.answer<api::FindDeletes>(applied);
        decide(opened, "pipeline.accept-deletes", "the archive was cleared");
        auto *decisions = opened.find<DecisionPanel>("decisions");
        for (const char *part : {"of 16,044 keys in bronze the source no longer has 1,604", "it shows 14,440 rows", "without a person's word", "lake.bronze_public.rental"})
            QVERIFY2(isSaid(*decisions, QString::fromLatin1(part)), part);
        QCOMPARE(opened.host.bench.effects(), 0);
        confirmOnSheet(opened);
        QTRY_COMPARE(opened.host.bench.calls<api::FindDeletes>(), 1);
        const auto request = opened.host.bench.lastRequest<api::FindDeletes>();
        QCOMPARE(request.table.toString(), QStringLiteral("public.rental"));
        QVERIFY(request.accept);
        QCOMPARE(request.reason.toString(), QStringLiteral("the archive was cleared"));
        QCOMPARE(opened.host.bench.calls<api::LoadTable>(), 0);
        QTRY_VERIFY(opened.find<QWidget>("receipt-card")->isVisible());
        QVERIFY(opened.find<QWidget>("receipt-card")->accessibleDescription().contains(QStringLiteral("1,604 of 16,044 keys")));
        QVERIFY(opened.find<QWidget>("receipt-card")->accessibleDescription().contains(QStringLiteral("the archive was cleared")));
    }

    void vanishedRowsOfAFullLoadAreAcceptedByALoad()
    {
        Opened opened;
        opened.select("public.staff");
        focusTables(opened);
        model::LoadReport loaded{.table = rowOf(*std::make_unique<api::PipelineStatus>(samplePipeline()), "public.staff").table, .rowsLoaded = 100};
        opened.host.bench.answer<api::LoadTable>(loaded);
        decide(opened, "pipeline.accept-loss", "the archive was cleared");
        confirmOnSheet(opened);
        QTRY_COMPARE(opened.host.bench.calls<api::LoadTable>(), 1);
        QVERIFY(opened.host.bench.lastRequest<api::LoadTable>().acceptLoss);
        QVERIFY(!opened.host.bench.lastRequest<api::LoadTable>().reload);
        QCOMPARE(opened.host.bench.lastRequest<api::LoadTable>().reason.toString(), QStringLiteral("the archive was cleared"));
        QCOMPARE(opened.host.bench.calls<api::FindDeletes>(), 0);
        QTRY_VERIFY(isSaid(*opened.find<DecisionPanel>("decisions"), QStringLiteral("public.staff is loaded")));
    }

    void inProductionTheNameIsTyped()
    {
        Opened opened(deletesWait());
        opened.host.production = true;
        opened.page->refresh();
        opened.select("public.rental");
        focusTables(opened);
        opened.host.bench.answer<api::FindDeletes>(report(deletesWait(), "public.rental"));
        decide(opened, "pipeline.accept-deletes", "the archive was cleared");
        auto *sure = opened.page->window()->findChild<QPushButton *>(QStringLiteral("danger-confirm"));
        auto *name = opened.page->window()->findChild<QLineEdit *>(QStringLiteral("danger-name"));
        QVERIFY(sure && name && !sure->isEnabled());
        QTest::keyClicks(name, QStringLiteral("public.renta"));
        QVERIFY(!sure->isEnabled());
        QCOMPARE(opened.host.bench.effects(), 0);
        QTest::keyClicks(name, QStringLiteral("l"));
        QTest::mouseClick(sure, Qt::LeftButton);
        QTRY_COMPARE(opened.host.bench.calls<api::FindDeletes>(), 1);
    }

    void everythingHasANameAndFits_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QByteArray>("command");
        QTest::newRow("keys wait") << QByteArray("public.rental") << QByteArray("pipeline.accept-deletes");
        QTest::newRow("a reload is requested") << QByteArray("public.film") << QByteArray("pipeline.undo-reload");
    }
    void everythingHasANameAndFits()
    {
        QFETCH(QByteArray, table);
        QFETCH(QByteArray, command);
        LongWords words;
        QCoreApplication::installTranslator(&words);
        const auto restored = qScopeGuard([&words] { QCoreApplication::removeTranslator(&words); });
        Opened opened(command == "pipeline.undo-reload" ? reloadRequested() : deletesWait());
        opened.select(table.constData());
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
        opened.action(command.constData())->trigger();
        QCOMPARE(opened.find<DecisionPanel>("decisions")->openId(), QString::fromLatin1(command));
        QCOMPARE(namelessWidgets(*opened.page), QStringList());
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
    }
};

QTEST_MAIN(PipelineDeletesTest)
#include "pipeline_deletes_test.moc"
