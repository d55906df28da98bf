#include "views/kit_decision/decision_bench.h"

#include "kit/reason_field.h"
#include "kit/sentence_list.h"

#include <QMenu>
#include <QShortcut>

using namespace lakehouse;
using namespace lakehouse::views;
using namespace lakehouse::test;

class DecisionPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void barShowsVerbsAndSaysWhatIsBlocked();
    void blockedOneOpensNothingAndShowsWhy();
    void saysHowManyCharactersAreMissing_data();
    void saysHowManyCharactersAreMissing();
    void confirmsByKeyAndByMouse_data();
    void confirmsByKeyAndByMouse();
    void reasonThatIsNotNeededMayBeEmpty();
    void whatKeepsNoReasonAsksForNone();
    void escapeKeepsTheDraft();
    void draftIsToldAtEveryChange();
    void savedDraftComesBackSilently();
    void earlierReasonsAreOffered();
    void whatWasConfirmedHereIsOfferedAgain();
    void keysOfThePageRestWhileTheFormIsOpen();
    void focusStaysInside();
    void tabFollowsReading();
    void everyStopHasAName();
};

void DecisionPanelTest::barShowsVerbsAndSaysWhatIsBlocked()
{
    DecisionBench bench;
    Decision blocked = approval();
    blocked.blockedWhy = QStringLiteral("You changed this plan; the project asks for a second person.");
    bench.panel->setSummary(QStringLiteral("This will happen: 3 tables change mode."));
    bench.panel->setDecisions({blocked, reload()});
    QVERIFY(bench.window.isReady());
    QCOMPARE(bench.words("decision-summary"), QStringLiteral("This will happen: 3 tables change mode."));
    QCOMPARE(bench.button("decision-verb-approve")->text(), QStringLiteral("Approve plan…"));
    QVERIFY(!bench.button("decision-verb-approve")->isEnabled());
    QCOMPARE(bench.button("decision-verb-approve")->accessibleDescription(), blocked.blockedWhy);
    QVERIFY(bench.button("decision-verb-reload")->isEnabled());
    const auto *why = child<SentenceList>(*bench.panel, "decision-blocked");
    QVERIFY(why->isVisible());
    QCOMPARE(why->text(), QStringLiteral("Blocked: Approve plan: You changed this plan; the project asks for a second person."));
    bench.panel->setDecisions({approval()});
    QVERIFY(!why->isVisible());
}

void DecisionPanelTest::blockedOneOpensNothingAndShowsWhy()
{
    DecisionBench bench;
    Decision blocked = approval();
    blocked.blockedWhy = QStringLiteral("2 questions are open.");
    bench.panel->setDecisions({blocked});
    QVERIFY(bench.window.isReady());
    bench.elsewhere->setFocus();
    bench.panel->open(QStringLiteral("approve"));
    QCOMPARE(bench.panel->openId(), QString());
    QCOMPARE(QApplication::focusWidget(), child(*bench.panel, "decision-blocked"));
}

void DecisionPanelTest::saysHowManyCharactersAreMissing_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const QString enough = QStringLiteral("It is kept with the decision.");
    QTest::newRow("nothing") << QString() << QStringLiteral("Write a reason of at least 10 characters.");
    QTest::newRow("blanks only") << QStringLiteral("            ") << QStringLiteral("Write a reason of at least 10 characters.");
    QTest::newRow("seven") << QStringLiteral("too few") << QStringLiteral("Write 3 more characters.");
    QTest::newRow("nine") << QStringLiteral("nine char") << QStringLiteral("Write 1 more character.");
    QTest::newRow("ten") << QStringLiteral("ten  chars") << QStringLiteral("Write 1 more character.");
    QTest::newRow("ten without double blanks") << QStringLiteral("ten charss") << enough;
    QTest::newRow("blanks around do not count") << QStringLiteral("     ok     ") << QStringLiteral("Write 8 more characters.");
    QTest::newRow("an accent is part of its letter") << QStringLiteral("e\u0301e\u0301e\u0301e\u0301e\u0301")
        << QStringLiteral("Write 5 more characters.");
}

void DecisionPanelTest::saysHowManyCharactersAreMissing()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.reason()->setPlainText(text);
    QCOMPARE(bench.words("reason-count"), expected);
    QCOMPARE(bench.reason()->accessibleDescription(), expected);
    const bool isEnough = expected.startsWith(QLatin1String("It is kept"));
    QCOMPARE(bench.button("decision-confirm")->isEnabled(), isEnough);
    bench.confirmByKey();
    QCOMPARE(bench.confirmed.count(), isEnough ? 1 : 0);
    QCOMPARE(bench.reason()->toPlainText(), text);
}

void DecisionPanelTest::confirmsByKeyAndByMouse_data()
{
    QTest::addColumn<bool>("byKey");
    QTest::newRow("Ctrl+Enter in the reason") << true;
    QTest::newRow("click on the button") << false;
}

void DecisionPanelTest::confirmsByKeyAndByMouse()
{
    QFETCH(bool, byKey);
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    QTest::mouseClick(bench.button("decision-verb-approve"), Qt::LeftButton);
    QCOMPARE(bench.panel->openId(), QStringLiteral("approve"));
    QCOMPARE(child<SentenceList>(*bench.panel, "decision-will-happen")->text(),
             QStringLiteral("3 tables change how they load.\n1 table is added."));
    QCOMPARE(QApplication::focusWidget(), bench.reason());
    bench.type(QStringLiteral("  ") + goodReason + QLatin1Char(' '));
    if (byKey)
        bench.confirmByKey();
    else
        QTest::mouseClick(bench.button("decision-confirm"), Qt::LeftButton);
    QCOMPARE(bench.confirmed.count(), 1);
    QCOMPARE(bench.confirmed[0][0].toString(), QStringLiteral("approve"));
    QCOMPARE(bench.confirmed[0][1].toString(), goodReason);
}

void DecisionPanelTest::reasonThatIsNotNeededMayBeEmpty()
{
    DecisionBench bench;
    Decision open = approval();
    open.reasonRequired = false;
    bench.panel->setDecisions({open});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.confirmByKey();
    QCOMPARE(bench.confirmed.count(), 1);
    QCOMPARE(bench.confirmed[0][1].toString(), QString());
}

void DecisionPanelTest::whatKeepsNoReasonAsksForNone()
{
    DecisionBench bench;
    Decision run = approval();
    run.asksReason = run.reasonRequired = false;
    bench.panel->setDecisions({run});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    QVERIFY(!bench.panel->findChild<ReasonField *>()->isVisible());
    bench.confirmByKey();
    QCOMPARE(bench.confirmed.count(), 1);
    QCOMPARE(bench.confirmed[0][1].toString(), QString());
}

void DecisionPanelTest::escapeKeepsTheDraft()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(QStringLiteral("half a"));
    QTest::keyClick(bench.reason(), Qt::Key_Escape);
    QCOMPARE(bench.panel->openId(), QString());
    QCOMPARE(bench.cancelled.count(), 1);
    QCOMPARE(bench.cancelled[0][0].toString(), QStringLiteral("approve"));
    QCOMPARE(QApplication::focusWidget(), bench.button("decision-verb-approve"));
    QCOMPARE(bench.panel->draft(QStringLiteral("approve")), QStringLiteral("half a"));
    bench.panel->open(QStringLiteral("approve"));
    QCOMPARE(bench.reason()->toPlainText(), QStringLiteral("half a"));
    bench.type(QStringLiteral("nd")); // the cursor stands where writing goes on
    QCOMPARE(bench.reason()->toPlainText(), QStringLiteral("half and"));
}

void DecisionPanelTest::draftIsToldAtEveryChange()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(QStringLiteral("abc"));
    QCOMPARE(bench.drafts.count(), 3);
    QCOMPARE(bench.drafts[2][0].toString(), QStringLiteral("approve"));
    QCOMPARE(bench.drafts[2][1].toString(), QStringLiteral("abc"));
}

void DecisionPanelTest::savedDraftComesBackSilently()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval(), reload()});
    bench.panel->setDraft(QStringLiteral("approve"), QStringLiteral("from yesterday"));
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    QCOMPARE(bench.reason()->toPlainText(), QStringLiteral("from yesterday"));
    bench.panel->setDraft(QStringLiteral("approve"), QStringLiteral("from another place"));
    QCOMPARE(bench.reason()->toPlainText(), QStringLiteral("from another place"));
    bench.panel->open(QStringLiteral("reload"));
    QCOMPARE(bench.reason()->toPlainText(), QString());
    QCOMPARE(bench.drafts.count(), 0);
}

void DecisionPanelTest::earlierReasonsAreOffered()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    bench.panel->setEarlierReasons({goodReason, QStringLiteral("Sales & stock need it"), goodReason});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(QStringLiteral("typed"));
    QTest::keyClick(bench.button("earlier-reasons"), Qt::Key_Space);
    auto *menu = child<QMenu>(*bench.panel, "earlier-reasons-menu");
    QVERIFY(menu);
    QTRY_VERIFY(menu->isVisible());
    QCOMPARE(menu->actions().size(), 2);
    QCOMPARE(menu->actions().at(1)->text(), QStringLiteral("Sales && stock need it"));
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    QCOMPARE(bench.reason()->toPlainText(), QStringLiteral("Sales & stock need it"));
    QCOMPARE(bench.drafts.last()[1].toString(), QStringLiteral("Sales & stock need it"));
    QTest::keyClick(bench.reason(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(bench.reason()->toPlainText(), QStringLiteral("typed"));
}

void DecisionPanelTest::whatWasConfirmedHereIsOfferedAgain()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval()});
    bench.panel->setEarlierReasons({QStringLiteral("as it was recorded")});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    bench.type(goodReason);
    bench.confirmByKey();
    QCOMPARE(bench.confirmed.count(), 1);
    bench.panel->showReceipt(QStringLiteral("Done"), {}, nullptr);
    bench.panel->open(QStringLiteral("approve"));
    QTest::keyClick(bench.button("earlier-reasons"), Qt::Key_Space);
    const auto *menu = child<QMenu>(*bench.panel, "earlier-reasons-menu");
    QVERIFY(menu);
    QStringList offered;
    for (const QAction *action : menu->actions())
        offered += action->text();
    QCOMPARE(offered, (QStringList{goodReason, QStringLiteral("as it was recorded")}));
}

void DecisionPanelTest::keysOfThePageRestWhileTheFormIsOpen()
{
    DecisionBench bench;
    int fired = 0;
    for (const QKeySequence &key : {QKeySequence(Qt::Key_A), QKeySequence(Qt::Key_Escape), QKeySequence(Qt::ControlModifier | Qt::Key_Return)})
        connect(new QShortcut(key, &bench.window), &QShortcut::activated, this, [&fired] { ++fired; });
    bench.panel->setDecisions({approval()});
    QVERIFY(bench.window.isReady());
    bench.panel->open(QStringLiteral("approve"));
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_A);
    QCOMPARE(bench.reason()->toPlainText(), QStringLiteral("a"));
    bench.type(goodReason);
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(bench.confirmed.count(), 1);
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_Escape);
    QCOMPARE(bench.cancelled.count(), 1);
    QCOMPARE(fired, 0);
    QTest::keyClick(bench.window.windowHandle(), Qt::Key_A);
    QCOMPARE(fired, 1);
}

void DecisionPanelTest::focusStaysInside()
{
    DecisionBench bench;
    bench.panel->setDecisions({review(), approval()});
    bench.window.add(new QPushButton(QStringLiteral("Below")));
    QVERIFY(bench.window.isReady());
    bench.button("decision-verb-review")->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    const base::Progress progress{};
    bench.panel->setBusy(&progress);
    QCOMPARE(QApplication::focusWidget(), bench.panel);
    bench.panel->setBusy(nullptr);
    QCOMPARE(QApplication::focusWidget(), bench.button("decision-verb-review"));
    bench.panel->setDecisions({approval()});
    QCOMPARE(QApplication::focusWidget(), bench.button("decision-verb-approve"));
    bench.elsewhere->setFocus();
    bench.panel->setBusy(&progress);
    bench.panel->showReceipt(QStringLiteral("Done"), {}, nullptr);
    QCOMPARE(QApplication::focusWidget(), bench.elsewhere);
}

void DecisionPanelTest::tabFollowsReading()
{
    DecisionBench bench;
    auto *below = bench.window.add(new QPushButton(QStringLiteral("Below")));
    Decision blocked = reload();
    blocked.blockedWhy = QStringLiteral("A run is loading it.");
    bench.panel->setDecisions({review(), approval(), blocked});
    QVERIFY(bench.window.isReady());
    bench.elsewhere->setFocus();
    QStringList order;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        order += QApplication::focusWidget()->objectName();
    }
    QCOMPARE(order.join(QLatin1Char(' ')), QStringLiteral("decision-verb-review decision-verb-approve decision-blocked "));
    QCOMPARE(QApplication::focusWidget(), below);
}

void DecisionPanelTest::everyStopHasAName()
{
    DecisionBench bench;
    bench.panel->setDecisions({approval(), reload()});
    bench.panel->setEarlierReasons({goodReason});
    QVERIFY(bench.window.isReady());
    QCOMPARE(namelessStops(*bench.panel), QStringList());
    bench.panel->open(QStringLiteral("approve"));
    QCOMPARE(namelessStops(*bench.panel), QStringList());
    bench.panel->showReceipt(QStringLiteral("Done"), {{QStringLiteral("Number"), QStringLiteral("1")}}, nullptr);
    QCOMPARE(namelessStops(*bench.panel), QStringList());
}

QTEST_MAIN(DecisionPanelTest)
#include "decision_panel_test.moc"
