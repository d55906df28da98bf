#include "views/kit_decision/decision_bench.h"

#include "kit/error_banner.h"
#include "kit/progress_strip.h"
#include "kit/receipt_card.h"
#include "kit/sentence_list.h"

#include <QAction>
#include <QLineEdit>

using namespace lakehouse;
using namespace lakehouse::views;
using namespace lakehouse::test;

class DecisionCourseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void movedWhileOpenCannotBeConfirmed();
    void movedPlanIsShownAnew();
    void whatComesBackIsNotMoved();
    void lessThanAMoveChangesNothing();
    void blockedWhileOpenSaysWhy();
    void busyShowsProgressAndStop();
    void ownEffectIsNoMove();
    void errorKeepsTheText();
    void receiptOffersTheWayBack();
    void immediateOneIsConfirmedAtOnce();
    void dangerousOneAsksOnASheet();
    void sheetGoesWhenThePlanMoves();
};

void DecisionCourseTest::movedWhileOpenCannotBeConfirmed()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(goodReason);
    bench.panel->setDecisions({review()});
    QVERIFY(child(*bench.panel, "decision-moved")->isVisible());
    QCOMPARE(bench.words("notice-text"), review().moved);
    QVERIFY(!bench.button("decision-confirm")->isEnabled());
    bench.confirmByKey();
    QCOMPARE(bench.confirmed.count(), 0);
    QCOMPARE(QApplication::focusWidget(), bench.reason());
    QCOMPARE(bench.button("decision-move-on")->text(), QStringLiteral("Review 3 changes"));
    QTest::mouseClick(bench.button("decision-move-on"), Qt::LeftButton);
    QCOMPARE(bench.confirmed.count(), 1);
    QCOMPARE(bench.confirmed[0][0].toString(), QStringLiteral("review"));
    QCOMPARE(bench.panel->openId(), QString());
    QCOMPARE(bench.panel->draft(QStringLiteral("approve")), goodReason);
}

void DecisionCourseTest::movedPlanIsShownAnew()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(goodReason);
    Decision next = approval();
    next.version = QStringLiteral("digest-2");
    next.willHappen = {QStringLiteral("4 tables change how they load.")};
    next.moved = QStringLiteral("The plan moved while you were reading: public.staff.");
    bench.panel->setDecisions({next});
    QCOMPARE(bench.words("notice-text"), next.moved);
    QCOMPARE(child<SentenceList>(*bench.panel, "decision-will-happen")->text(),
             QStringLiteral("3 tables change how they load.\n1 table is added."));
    QCOMPARE(bench.button("decision-move-on")->text(), QStringLiteral("Show what will happen now"));
    QTest::mouseClick(bench.button("decision-move-on"), Qt::LeftButton);
    QVERIFY(!child(*bench.panel, "decision-moved")->isVisible());
    QCOMPARE(child<SentenceList>(*bench.panel, "decision-will-happen")->text(), QStringLiteral("4 tables change how they load."));
    QCOMPARE(bench.reason()->toPlainText(), goodReason);
    bench.confirmByKey();
    QCOMPARE(bench.confirmed.count(), 1);
}

void DecisionCourseTest::whatComesBackIsNotMoved()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(goodReason);
    bench.panel->setDecisions({});
    QCOMPARE(bench.words("notice-text"), QStringLiteral("This moved while you were reading. What you typed is kept."));
    QVERIFY(!bench.button("decision-move-on")->isVisible());
    bench.panel->setDecisions({approval()});
    QVERIFY(!child(*bench.panel, "decision-moved")->isVisible());
    QVERIFY(bench.button("decision-confirm")->isEnabled());
}

void DecisionCourseTest::lessThanAMoveChangesNothing()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(goodReason);
    bench.panel->setDecisions({approval(), reload()});
    QVERIFY(!child(*bench.panel, "decision-moved")->isVisible());
    QCOMPARE(bench.reason()->toPlainText(), goodReason);
    QCOMPARE(QApplication::focusWidget(), bench.reason());
}

void DecisionCourseTest::blockedWhileOpenSaysWhy()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(goodReason);
    Decision blocked = approval();
    blocked.blockedWhy = QStringLiteral("A run is loading this plan; wait for its end.");
    bench.panel->setDecisions({blocked});
    QCOMPARE(bench.words("decision-why-not"), blocked.blockedWhy);
    QVERIFY(!bench.button("decision-confirm")->isEnabled());
    bench.confirmByKey();
    QCOMPARE(bench.confirmed.count(), 0);
}

void DecisionCourseTest::busyShowsProgressAndStop()
{
    DecisionBench bench;
    QSignalSpy stopped(bench.panel, &DecisionPanel::stopRequested);
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(goodReason);
    QTest::mouseClick(bench.button("decision-confirm"), Qt::LeftButton);
    const base::Progress progress{.step = 2, .steps = 7, .what = base::Text("Write the approval")};
    bench.panel->setBusy(&progress);
    const auto *strip = bench.panel->findChild<ProgressStrip *>();
    QVERIFY(strip->isVisible());
    bench.confirmByKey();
    QCOMPARE(bench.confirmed.count(), 1);
    QTest::keyClicks(bench.reason(), QStringLiteral("more"));
    QCOMPARE(bench.reason()->toPlainText(), goodReason);
    bench.panel->open(QStringLiteral("approve"));
    QCOMPARE(bench.reason()->toPlainText(), goodReason);
    for (auto *button : strip->findChildren<QPushButton *>())
        if (button->isVisible())
            QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(stopped.count(), 1);
    bench.panel->setBusy(nullptr);
    QVERIFY(!strip->isVisible());
    QVERIFY(bench.button("decision-confirm")->isEnabled());
}

void DecisionCourseTest::ownEffectIsNoMove()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(goodReason);
    bench.confirmByKey();
    const base::Progress progress{};
    bench.panel->setBusy(&progress);
    bench.panel->setDecisions({reload()}); // it is approved already, and its answer is still on the way
    QVERIFY(!child(*bench.panel, "decision-moved")->isVisible());
    bench.panel->setBusy(nullptr);
    QVERIFY(child(*bench.panel, "decision-moved")->isVisible());
    bench.panel->showReceipt(QStringLiteral("The plan is approved"), {}, nullptr);
    QVERIFY(!child(*bench.panel, "decision-moved")->isVisible());
}

void DecisionCourseTest::errorKeepsTheText()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(goodReason);
    bench.confirmByKey();
    bench.panel->showError({.code = base::ErrorCode::Unreachable, .message = base::Text("The ledger cannot be reached."),
                            .hint = base::Text("Try again."), .retry = base::Retry::Now});
    auto *banner = bench.panel->findChild<ErrorBanner *>();
    QVERIFY(banner->isVisible());
    QCOMPARE(banner->message(), QStringLiteral("The ledger cannot be reached."));
    QCOMPARE(bench.reason()->toPlainText(), goodReason);
    QCOMPARE(QApplication::focusWidget(), bench.reason());
    QTest::mouseClick(bench.button("error-retry"), Qt::LeftButton);
    QCOMPARE(bench.confirmed.count(), 2);
    QCOMPARE(bench.confirmed[1][1].toString(), goodReason);
    QVERIFY(!banner->isVisible());
}

void DecisionCourseTest::receiptOffersTheWayBack()
{
    DecisionBench bench;
    QAction revoke(QStringLiteral("Revoke…"));
    QSignalSpy revoked(&revoke, &QAction::triggered);
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(goodReason);
    bench.confirmByKey();
    const base::Progress progress{};
    bench.panel->setBusy(&progress);
    bench.panel->showReceipt(QStringLiteral("The plan is approved"), {{QStringLiteral("Number"), QStringLiteral("42")}, {QStringLiteral("Digest"),
        QStringLiteral("sha256:0123")}},
                             &revoke);
    const auto *receipt = bench.panel->findChild<ReceiptCard *>();
    QVERIFY(receipt->isVisible());
    QCOMPARE(receipt->text(), QStringLiteral("The plan is approved\nNumber: 42\nDigest: sha256:0123"));
    QVERIFY(receipt->isAncestorOf(QApplication::focusWidget()));
    QCOMPARE(bench.panel->draft(QStringLiteral("approve")), QString());
    QCOMPARE(bench.drafts.last()[1].toString(), QString());
    QTest::mouseClick(bench.button("receipt-undo"), Qt::LeftButton);
    QCOMPARE(revoked.count(), 1);
    revoke.setToolTip(QStringLiteral("Only who approved may revoke."));
    revoke.setEnabled(false);
    QVERIFY(!bench.button("receipt-undo")->isEnabled());
    QCOMPARE(bench.words("receipt-undo-why"), QStringLiteral("Only who approved may revoke."));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!receipt->isVisible());
    QVERIFY(bench.button("decision-verb-approve")->isVisible());
}

void DecisionCourseTest::immediateOneIsConfirmedAtOnce()
{
    DecisionBench bench;
    bench.panel->setDecisions({review()});
    QVERIFY(bench.window.isReady());
    QTest::keyClick(bench.button("decision-verb-review"), Qt::Key_Space);
    QCOMPARE(bench.confirmed.count(), 1);
    QCOMPARE(bench.confirmed[0][1].toString(), QString());
    QCOMPARE(bench.panel->openId(), QString());
}

void DecisionCourseTest::dangerousOneAsksOnASheet()
{
    DecisionBench bench;
    bench.panel->setDecisions({reload()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("reload"));
    bench.type(goodReason);
    bench.confirmByKey();
    QCOMPARE(bench.confirmed.count(), 0);
    QVERIFY(bench.sheet());
    QCOMPARE(QApplication::focusWidget(), child(*bench.sheet(), "danger-cancel"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!bench.sheet());
    QCOMPARE(QApplication::focusWidget(), bench.reason());
    QCOMPARE(bench.confirmed.count(), 0);
    bench.confirmByKey();
    QVERIFY(bench.sheet());
    QTest::keyClicks(child<QLineEdit>(*bench.sheet(), "danger-name"), QStringLiteral("bronze.rental"));
    QTest::mouseClick(child<QPushButton>(*bench.sheet(), "danger-confirm"), Qt::LeftButton);
    QCOMPARE(bench.confirmed.count(), 1);
    QCOMPARE(bench.confirmed[0][0].toString(), QStringLiteral("reload"));
    QCOMPARE(bench.confirmed[0][1].toString(), goodReason);
}

void DecisionCourseTest::sheetGoesWhenThePlanMoves()
{
    DecisionBench bench;
    bench.panel->setDecisions({reload()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("reload"));
    bench.type(goodReason);
    bench.confirmByKey();
    QVERIFY(bench.sheet());
    Decision more = reload();
    more.willHappen = {QStringLiteral("Empties bronze.rental, 16 050 rows; the next load reads all rows.")};
    bench.panel->setDecisions({more});
    QVERIFY(!bench.sheet());
    QVERIFY(child(*bench.panel, "decision-moved")->isVisible());
    QCOMPARE(bench.confirmed.count(), 0);
}

QTEST_MAIN(DecisionCourseTest)
#include "decision_course_test.moc"
