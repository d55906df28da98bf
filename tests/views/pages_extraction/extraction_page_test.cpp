#include "kit/diff_view.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/evidence_view.h"
#include "kit/filter_bar.h"
#include "kit/lineage_view.h"
#include "kit/receipt_card.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "views/pages_extraction/opened_extraction.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

using Opened = OpenedExtraction;

api::ExtractionPage filmInFull()
{
    api::ExtractionPage page = samplePlan();
    page.digest = model::PlanDigest::of("film in full");
    api::PlanRow &film = page.tables[2];
    film.mode = model::LoadMode::Full;
    film.watermark.reset();
    film.proof.reset();
    film.isChanged = true;
    film.digest = model::TableDigest::of("film in full");
    film.change = model::PlanChange{film.table, model::PlanEdit::Full, model::Reason::parse(sampleReason).value(),
        QStringLiteral("anna@desk.example.com (desktop)"), planTime(0)};
    return page;
}

} // namespace

class ExtractionPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void opensOnTheTables()
    {
        const Opened opened;
        QCOMPARE(opened.table()->shownCount(), 7);
        QCOMPARE(opened.host.bench.effects(), 0); // looking launches nothing
        QVERIFY(opened.find<SentenceList>("plan-sentences")->text().contains(QStringLiteral("7 tables")));
    }

    void attentionCountsWhatNeedsMe()
    {
        FakePageHost host;
        host.bench.answer<api::ShowExtraction>(samplePlan());
        host.bench.answer<api::ShowLedger>(api::LedgerPage{});
        ExtractionPage page(host);
        QSignalSpy attention(&page, &Page::attentionChanged);
        page.refresh();
        QTRY_VERIFY(!attention.isEmpty());
        QCOMPARE(attention.last().front().toInt(), 4);
    }

    void everyTabShowsTheTable()
    {
        Opened opened;
        opened.select("public.film");
        QVERIFY(opened.find<SentenceList>("plan-sentences")->text().contains(QStringLiteral("merges them by film_id")));
        opened.detail()->setCurrentTab(QStringLiteral("diff"));
        const auto *diff = opened.find<DiffView>("sql-diff");
        QTRY_VERIFY(diff->isSettled());
        QCOMPARE(diff->addedLines(), 1); // the upper bound is new
        QCOMPARE(diff->removedLines(), 1);
        QVERIFY(opened.find<SentenceList>("sql-notes")->text().contains(QStringLiteral("The load mode was full and becomes: incremental")));
        opened.detail()->setCurrentTab(QStringLiteral("lineage"));
        opened.settle();
        QTRY_VERIFY(opened.find<LineageView>("plan-lineage")->drawnNodes().contains(QStringLiteral("bronze/public.film")));
        opened.detail()->setCurrentTab(QStringLiteral("evidence"));
        QVERIFY(opened.find<EvidenceView>("plan-evidence")->text().contains(QStringLiteral("NEW.last_update")));
        opened.detail()->setCurrentTab(QStringLiteral("history"));
        opened.settle();
        QVERIFY(opened.detail()->widget(QStringLiteral("history")));
        QCOMPARE(opened.host.bench.effects(), 0);
    }

    void sqlOfAnotherVersionIsNamedAsSuch()
    {
        Opened opened;
        opened.host.bench.answerBy<api::ShowExtraction>([](const api::ShowExtraction &request) -> base::Result<api::ExtractionPage> {
            if (!request.table)
                return samplePlan();
            api::ExtractionPage page = planDetail(samplePlan(), *request.table).value();
            page.detail->approved->isSqlAsSeen = false;
            return page;
        });
        opened.select("public.film");
        opened.detail()->setCurrentTab(QStringLiteral("diff"));
        QVERIFY(opened.find<SentenceList>("sql-notes")->text().contains(QStringLiteral("as this version would write it")));
    }

    void approveByKeyboard()
    {
        Opened opened;
        opened.host.bench.answer<api::ApproveExtraction>(api::ApprovalReceipt{.digest = samplePlan().digest, .sqlDigest = model::SqlDigest::of("sql"),
            .sequence = 1234, .counts = samplePlan().counts});
        opened.action("extraction.approve")->trigger();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.approve"));
        opened.decide(QStringLiteral("short"));
        QCOMPARE(opened.host.bench.calls<api::ApproveExtraction>(), 0); // at least ten characters
        opened.decide(QStringLiteral(" of words, and now enough"));
        QTRY_COMPARE(opened.host.bench.calls<api::ApproveExtraction>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::ApproveExtraction>().expectedDigest, samplePlan().digest);
        QTRY_VERIFY(opened.decisions()->openId().isEmpty());
        const QString text = opened.decisions()->findChild<ReceiptCard *>()->text();
        for (const QString &part : {QStringLiteral("1234"), samplePlan().digest.toString(),
            QStringLiteral("ekos-lakehouse://open/film-rental/extraction")})
            QVERIFY2(text.contains(part), qPrintable(part + QStringLiteral(" in ") + text));
        QVERIFY(opened.host.drafts.empty()); // what was sent is no draft any more
    }

    void aMovedPlanReplacesTheApproval()
    {
        Opened opened;
        opened.action("extraction.approve")->trigger();
        auto *field = opened.decisions()->findChild<QPlainTextEdit *>();
        QTest::keyClicks(field, sampleReason);
        opened.show(movedPlan());
        opened.page->pulse(pulseOf(movedPlan()));
        opened.settle();
        QVERIFY(opened.notice()->isVisible());
        QVERIFY2(opened.notice()->text().contains(QStringLiteral("4 tables, public.film, public.rental, public.staff, public.store")),
            qPrintable(opened.notice()->text()));
        QVERIFY(!opened.action("extraction.approve")->isEnabled());
        QCOMPARE(opened.action("extraction.review")->text(), QStringLiteral("Review 4 changes"));
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier); // the open form cannot be confirmed any more
        QCOMPARE(opened.host.bench.calls<api::ApproveExtraction>(), 0);
        QCOMPARE(opened.decisions()->draft(QStringLiteral("extraction.approve")), sampleReason);
        QCOMPARE(opened.table()->shownCount(), 7); // what is on screen stays there

        opened.host.bench.answer<api::ApproveExtraction>(api::ApprovalReceipt{});
        opened.action("extraction.review")->trigger();
        QTRY_COMPARE(opened.table()->shownIds(),
            (QStringList{QStringLiteral("public.film"), QStringLiteral("public.rental"), QStringLiteral("public.store")}));
        QCOMPARE(opened.table()->filterBar().chosenChips(), QStringList{QStringLiteral("moved")});
        QVERIFY(opened.action("extraction.approve")->isEnabled());
        opened.action("extraction.approve")->trigger();
        QCOMPARE(opened.decisions()->findChild<QPlainTextEdit *>()->toPlainText(), sampleReason); // nothing typed is lost
        QTest::keyClick(opened.decisions()->findChild<QPlainTextEdit *>(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::ApproveExtraction>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::ApproveExtraction>().expectedDigest, movedPlan().digest);
    }

    void aStaleAnswerLeadsToTheReview()
    {
        Opened opened;
        opened.host.bench.fail<api::ApproveExtraction>({base::ErrorCode::Stale, {QT_TRANSLATE_NOOP("core", "The plan is another one by now.")}});
        opened.show(movedPlan());
        opened.action("extraction.approve")->trigger();
        opened.decide(sampleReason);
        opened.settle();
        QCOMPARE(opened.action("extraction.review")->text(), QStringLiteral("Review 4 changes"));
        QVERIFY(!opened.action("extraction.approve")->isEnabled());
        QCOMPARE(opened.decisions()->draft(QStringLiteral("extraction.approve")), sampleReason);
    }

    void changeModeByKeyboardAndUndo()
    {
        Opened opened;
        opened.select("public.film");
        opened.table()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_M);
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.set-full/public.film"));
        QCOMPARE(opened.host.bench.effects(), 0);
        opened.host.bench.answer<api::ChangeExtraction>(api::ExtractionChanged{filmInFull().digest, filmInFull().tables[2]});
        opened.show(filmInFull());
        opened.decide(sampleReason);
        opened.settle();
        const auto request = opened.host.bench.lastRequest<api::ChangeExtraction>();
        QCOMPARE(request.edit, model::PlanEdit::Full);
        QCOMPARE(request.table.toString(), QStringLiteral("public.film"));
        QCOMPARE(request.reason.toString(), sampleReason);
        QCOMPARE(opened.detail()->currentTab(), QStringLiteral("diff")); // where it is seen what it did
        QVERIFY(opened.action("extraction.undo-change")->isEnabled());
        opened.action("extraction.undo-change")->trigger();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.undo-change/public.film"));
    }

    void goingAgainstTheFactsSaysSo()
    {
        Opened opened;
        opened.select("public.category");
        opened.action("extraction.change")->trigger();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.set-incremental/public.category"));
        bool isSaid = false;
        for (const auto *list : opened.decisions()->findChildren<SentenceList *>())
            isSaid |= list->text().contains(QStringLiteral("against the facts: nothing proves that every update moves last_update"));
        for (const auto *label : opened.decisions()->findChildren<QLabel *>())
            isSaid |= label->text().contains(QStringLiteral("against the facts: nothing proves that every update moves last_update"));
        QVERIFY(isSaid);
    }

    void anOpenFormStaysWithItsTable()
    {
        Opened opened;
        opened.select("public.film");
        opened.action("extraction.change")->trigger();
        opened.table()->setCurrentId(QStringLiteral("public.category"));
        opened.settle();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("extraction.set-full/public.film"));
        opened.host.bench.answer<api::ChangeExtraction>(api::ExtractionChanged{filmInFull().digest, filmInFull().tables[2]});
        opened.decide(sampleReason);
        QTRY_COMPARE(opened.host.bench.calls<api::ChangeExtraction>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::ChangeExtraction>().table.toString(), QStringLiteral("public.film"));
    }

    void everythingBlockedSaysWhy_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QString>("said");
        QTest::newRow("no table") << QString() << QByteArray("extraction.change") << QStringLiteral("Select a table");
        QTest::newRow("refused table") << QStringLiteral("public.film_list") << QByteArray("extraction.change") << QStringLiteral("is refused");
        QTest::newRow("nothing to undo") << QStringLiteral("public.film") << QByteArray("extraction.undo-change") << QStringLiteral("Nobody changed");
        QTest::newRow("not approved") << QString() << QByteArray("pipeline.generate") << QStringLiteral("not approved");
        QTest::newRow("nothing moved") << QString() << QByteArray("extraction.review") << QStringLiteral("is the one of the project");
        QTest::newRow("no SQL") << QStringLiteral("public.film_list") << QByteArray("extraction.next-difference") << QStringLiteral("no SQL");
    }
    void everythingBlockedSaysWhy()
    {
        QFETCH(QString, table);
        QFETCH(QByteArray, command);
        QFETCH(QString, said);
        Opened opened;
        if (!table.isEmpty())
            opened.select(table.toLatin1());
        const CommandAction *action = opened.action(command);
        QVERIFY(!action->isEnabled());
        QVERIFY2(action->blockedWhy().contains(said), qPrintable(action->blockedWhy()));
    }

    void generateAfterTheApproval()
    {
        Opened opened(approvedPlan());
        QVERIFY(!opened.action("extraction.approve")->isEnabled());
        QVERIFY(opened.action("extraction.approve")->blockedWhy().contains(QStringLiteral("approved already")));
        opened.host.bench.answer<api::GeneratePipeline>(api::GenerateReceipt{.folder = QStringLiteral("pipeline"),
            .commit = QStringLiteral("0123456789abcdef"), .isNew = true, .tables = 6, .files = 48});
        opened.action("pipeline.generate")->trigger();
        QTest::keyClick(opened.decisions(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.notifications.size(), std::size_t(1));
        QVERIFY(opened.host.notifications.front().text.contains(QStringLiteral("6 tables in 48 files")));
        QCOMPARE(opened.host.notifications.front().place.page, QStringLiteral("pipeline"));
        QCOMPARE(opened.host.bench.lastRequest<api::GeneratePipeline>().expectedDigest, std::optional(approvedPlan().digest));
    }

    void planAgainMarksWhatMoved()
    {
        Opened opened;
        opened.host.bench.answer<api::MakePlan>(api::PlanSummary{.digest = movedPlan().digest});
        opened.host.bench.hold<api::MakePlan>();
        opened.action("extraction.plan")->trigger();
        QTest::keyClick(opened.decisions(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::MakePlan>(), 1);
        QVERIFY(!opened.action("extraction.approve")->isEnabled());
        opened.show(movedPlan());
        opened.host.bench.release<api::MakePlan>();
        QTRY_COMPARE(opened.table()->shownCount(), 3); // film, rental, store
        QTRY_VERIFY(opened.action("extraction.approve")->isEnabled());
    }

    void stopFreesThePageAtOnce()
    {
        Opened opened;
        opened.host.bench.answer<api::MakePlan>(api::PlanSummary{});
        opened.host.bench.hold<api::MakePlan>();
        opened.action("extraction.plan")->trigger();
        QTest::keyClick(opened.decisions(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::MakePlan>(), 1);
        opened.decisions()->findChild<QPushButton *>(QStringLiteral("progress-stop"))->click();
        QVERIFY(opened.action("extraction.plan")->isEnabled());
        QVERIFY(opened.host.bench.lastContext<api::MakePlan>().cancel.isCancelled());
    }

    void withoutAPlanItOffersToMakeOne()
    {
        Opened opened(base::Error{base::ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "No plan was made yet.")}});
        QVERIFY(!opened.find<ErrorBanner>("error")->isVisible()); // nothing went wrong
        QCOMPARE(opened.action("extraction.plan")->text(), QStringLiteral("Plan the tables…"));
        QVERIFY(opened.action("extraction.plan")->isEnabled());
        QVERIFY(!opened.action("extraction.approve")->isEnabled());
        QVERIFY(opened.action("extraction.approve")->blockedWhy().contains(QStringLiteral("Plan the tables first")));
    }

    void theFirstPlanIsNotComparedWithAnother()
    {
        Opened opened(base::Error{base::ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "No plan was made yet.")}});
        opened.host.bench.answer<api::MakePlan>(api::PlanSummary{.digest = samplePlan().digest});
        opened.show(samplePlan());
        opened.action("extraction.plan")->trigger();
        QTest::keyClick(opened.decisions(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.table()->shownCount(), 7);
        QVERIFY(!opened.notice()->isVisible());
        opened.action("extraction.plan")->trigger();
        QTest::keyClick(opened.decisions(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(opened.notice()->isVisible());
        QVERIFY(opened.notice()->text().contains(QStringLiteral("Planned anew: nothing moved")));
    }

    void changedSettingsAskForANewPlan()
    {
        api::ExtractionPage plan = samplePlan();
        plan.approval = api::ApprovalState::SettingsMoved;
        const Opened opened(plan);
        QVERIFY(opened.notice()->isVisible());
        QVERIFY(opened.action("extraction.approve")->blockedWhy().contains(QStringLiteral("ekos.toml")));
    }

    void anErrorKeepsWhatWasThere()
    {
        Opened opened;
        opened.host.bench.fail<api::ShowExtraction>({base::ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "The server does not answer.")},
            {QT_TRANSLATE_NOOP("core", "Start it.")}, {}, {}, base::Retry::Later});
        opened.page->refresh();
        auto *banner = opened.find<ErrorBanner>("error");
        QTRY_VERIFY(banner->isVisible());
        QVERIFY(banner->message().contains(QStringLiteral("does not answer")));
        QCOMPARE(opened.table()->shownCount(), 7);
    }

    void placeAndDraftsComeBack()
    {
        Opened opened;
        opened.select("public.rental");
        opened.detail()->setCurrentTab(QStringLiteral("diff"));
        opened.action("extraction.approve")->trigger();
        QTest::keyClicks(opened.decisions()->findChild<QPlainTextEdit *>(), sampleReason);
        const Place place = opened.page->place();
        QCOMPARE(place.object, QStringLiteral("public.rental"));
        QCOMPARE(place.tab, QStringLiteral("diff"));
        const QByteArray state = opened.page->saveState();
        Opened again;
        again.host.drafts = opened.host.drafts;
        again.page = nullptr;
        again.open();
        again.page->restoreState(state);
        again.page->setPlace(place);
        QTRY_COMPARE(again.page->place(), place);
        QCOMPARE(again.host.bench.effects(), 0); // coming back runs nothing
        QCOMPARE(again.decisions()->draft(QStringLiteral("extraction.approve")), sampleReason);
    }

    void aPlaceIsTakenUpWhenThePlanArrives()
    {
        FakePageHost host;
        host.bench.answerBy<api::ShowExtraction>(serving(samplePlan()));
        host.bench.answer<api::ShowLedger>(api::LedgerPage{});
        ExtractionPage page(host);
        page.setPlace({.page = QStringLiteral("extraction"), .object = QStringLiteral("public.staff"), .tab = QStringLiteral("evidence")});
        page.refresh();
        QTRY_COMPARE(page.place().object, QStringLiteral("public.staff"));
        QCOMPARE(page.place().tab, QStringLiteral("evidence"));
    }

    void theKeyboardReachesEveryTab_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("tab");
        QTest::newRow("summary") << int(Qt::Key_S) << QStringLiteral("summary");
        QTest::newRow("diff") << int(Qt::Key_D) << QStringLiteral("diff");
        QTest::newRow("lineage") << int(Qt::Key_L) << QStringLiteral("lineage");
        QTest::newRow("evidence") << int(Qt::Key_E) << QStringLiteral("evidence");
        QTest::newRow("history") << int(Qt::Key_H) << QStringLiteral("history");
        QTest::newRow("next change") << int(Qt::Key_F7) << QStringLiteral("diff");
    }
    void theKeyboardReachesEveryTab()
    {
        QFETCH(int, key);
        QFETCH(QString, tab);
        Opened opened;
        opened.select("public.film");
        opened.detail()->setCurrentTab(tab == QLatin1String("summary") ? QStringLiteral("diff") : QStringLiteral("summary"));
        opened.table()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key(key));
        QCOMPARE(opened.detail()->currentTab(), tab);
    }
};

QTEST_MAIN(ExtractionPageTest)
#include "extraction_page_test.moc"
