#include "kit/detail_pane.h"
#include "kit/english_plurals.h"
#include "kit/filter_bar.h"
#include "kit/form_sheet.h"
#include "kit/receipt_card.h"
#include "kit/theme.h"
#include "pages/review/decide_sheet.h"
#include "pages/review/review_dialogs.h"
#include "views/pages_review/opened_review.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedReview;

class ReviewPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void opensOnTheSubjects()
    {
        const Opened opened;
        QVERIFY(opened.isSettled);
        QCOMPARE(opened.subjects()->shownCount(), 6);
        QCOMPARE(opened.items()->shownCount(), 4);
        QCOMPARE(opened.subjects()->currentId(), QStringLiteral("scope"));
        QCOMPARE(opened.host.bench.effects(), 0); // looking decides nothing
    }

    void keysOpenTheSubjects_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("subject");
        QTest::addColumn<int>("items");
        QTest::newRow("2") << int(Qt::Key_2) << "pii" << 2;
        QTest::newRow("3") << int(Qt::Key_3) << "conflicts" << 0;
        QTest::newRow("4") << int(Qt::Key_4) << "identity" << 1;
        QTest::newRow("5") << int(Qt::Key_5) << "write-behaviour" << 1;
        QTest::newRow("6") << int(Qt::Key_6) << "glossary" << 1;
    }
    void keysOpenTheSubjects()
    {
        QFETCH(int, key);
        QFETCH(QString, subject);
        QFETCH(int, items);
        Opened opened;
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        opened.items()->setFocus();
        QTest::keyClick(opened.rows(), Qt::Key(key));
        QTRY_COMPARE(opened.subjects()->currentId(), subject);
        QCOMPARE(opened.page->place().object, subject);
        opened.settle();
        QTRY_COMPARE(opened.items()->shownCount(), items);
    }

    void decideByKeyboard()
    {
        Opened opened;
        opened.select("scope/public.film");
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        opened.items()->setFocus();
        QTest::keyClick(opened.rows(), Qt::Key_X);
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("review.decide"));
        QCOMPARE(opened.decisions()->findChild<QPushButton *>(QStringLiteral("decision-confirm"))->text(), QStringLiteral("Decide public.film: out of scope"));
        QCOMPARE(opened.host.bench.effects(), 0); // it only says what would happen
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("Nobody reports on films."));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::DecideReview>(), 1);
        const auto request = opened.host.bench.lastRequest<api::DecideReview>();
        QCOMPARE(request.item, std::vector{QStringLiteral("public.film")});
        QCOMPARE(request.decision, std::optional(ReviewVerdict(ReviewChoice::Out))); // it was proposed in scope
        QCOMPARE(request.reason.toString(), QStringLiteral("Nobody reports on films."));
        QTRY_COMPARE(opened.items()->rows()->text(1, 4), QStringLiteral("out of scope"));
        QVERIFY(opened.items()->isAncestorOf(QApplication::focusWidget())); // the next item waits
    }

    void aReasonIsAlwaysAsked()
    {
        Opened opened;
        opened.select("scope/public.film");
        opened.action("review.toggle-scope")->trigger();
        opened.type("too short");
        opened.confirm();
        QCOMPARE(opened.host.bench.calls<api::DecideReview>(), 0);
        opened.type("long enough now");
        opened.confirm();
        QTRY_COMPARE(opened.host.bench.calls<api::DecideReview>(), 1);
    }

    void theReasonBeforeIsThereForTheNextDecision()
    {
        Opened opened;
        opened.select("scope/public.film");
        opened.decide("review.toggle-scope", "Nobody reports on it.");
        opened.select("scope/public.rental");
        opened.action("review.toggle-scope")->trigger();
        opened.confirm();
        QTRY_COMPARE(opened.host.bench.calls<api::DecideReview>(), 2);
        QCOMPARE(opened.host.bench.lastRequest<api::DecideReview>().reason.toString(), QStringLiteral("Nobody reports on it."));
    }

    void masksAreDecidedByKeys_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("hash") << QByteArray("review.hash") << int(Qt::Key_H) << "hash";
        QTest::newRow("redact") << QByteArray("review.redact") << int(Qt::Key_R) << "redact";
        QTest::newRow("keep") << QByteArray("review.keep") << int(Qt::Key_K) << "keep";
    }
    void masksAreDecidedByKeys()
    {
        QFETCH(QByteArray, command);
        QFETCH(int, key);
        QFETCH(QString, verdict);
        Opened opened;
        QVERIFY(!opened.action(command)->isEnabled());
        QVERIFY(opened.action(command)->blockedWhy().contains(QStringLiteral("item first")));
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        opened.items()->setFocus();
        const auto press = [&](int pressed, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(QApplication::focusWidget(), Qt::Key(pressed), modifiers); };
        press(Qt::Key_2); // personal data
        QTRY_COMPARE(opened.subjects()->currentId(), QStringLiteral("pii"));
        opened.settle();
        press(Qt::Key_Down);
        press(Qt::Key_Home);
        QTRY_COMPARE(opened.items()->currentId(), QStringLiteral("pii/public.customer.email"));
        QTRY_VERIFY(opened.action(command)->isEnabled());
        press(key, Qt::ShiftModifier);
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("review.decide"));
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("As the policy of 2024 says."));
        press(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::DecideReview>(), 1);
        const auto request = opened.host.bench.lastRequest<api::DecideReview>();
        QCOMPARE(request.subject, ReviewSubject::Pii);
        QCOMPARE(request.decision->toString(), verdict);
        QCOMPARE(request.item, std::vector{QStringLiteral("public.customer.email")});
        QCOMPARE(request.reason.toString(), QStringLiteral("As the policy of 2024 says."));
    }

    void choicesOfAnItemAreButtons()
    {
        Opened opened;
        opened.select("identity/public.log");
        auto *button = opened.find<QPushButton>("choice-key:host,line");
        QTRY_VERIFY(button->isVisible());
        button->click();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("review.decide"));
        opened.type("Measured, and the vendor says so.");
        opened.confirm();
        QTRY_COMPARE(opened.host.bench.calls<api::DecideReview>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::DecideReview>().decision->keyColumns(), (std::vector{QStringLiteral("host"), QStringLiteral("line")}));
        opened.settle();
        QTRY_VERIFY(!opened.find<QPushButton>("choice-key:host,line")->isEnabled()); // it is decided so
    }

    void aSelectionIsDecidedWithOneReason()
    {
        Opened opened;
        opened.select("scope/public.customer");
        opened.page->activateWindow();
        opened.items()->setFocus();
        QTest::keyClick(opened.rows(), Qt::Key_Space);
        QTest::keyClick(opened.rows(), Qt::Key_Down);
        QTest::keyClick(opened.rows(), Qt::Key_Space);
        opened.decide("review.accept", "Both are reported on.");
        const auto request = opened.host.bench.lastRequest<api::DecideReview>();
        QCOMPARE(request.item, (std::vector{QStringLiteral("public.customer"), QStringLiteral("public.film")}));
        QVERIFY(request.asProposed);
        QCOMPARE(opened.host.bench.calls<api::DecideReview>(), 1);
    }

    void whatTheFilterShowsIsDecided()
    {
        Opened opened;
        opened.items()->filterBar().setText(QStringLiteral("public.r"));
        QTRY_COMPARE(opened.items()->shownCount(), 1);
        opened.decide("review.accept-shown", "All of these are needed.");
        QCOMPARE(opened.host.bench.lastRequest<api::DecideReview>().item, std::vector{QStringLiteral("public.rental")});
        QVERIFY(!opened.host.bench.lastRequest<api::DecideReview>().filter);
        opened.items()->filterBar().clear();
        QTRY_COMPARE(opened.items()->shownCount(), 4);
        opened.decide("review.accept-shown", "All of these are needed.");
        QCOMPARE(opened.host.bench.lastRequest<api::DecideReview>().filter, std::optional(QString()));
        QVERIFY(opened.host.bench.lastRequest<api::DecideReview>().item.empty());
    }

    void undoTakesTheLastDecisionBack()
    {
        Opened opened;
        QVERIFY(!opened.action("review.undo")->isEnabled());
        opened.select("scope/public.film");
        opened.decide("review.toggle-scope", "Nobody reports on it.");
        opened.action("review.undo")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::DecideReview>(), 2);
        const auto request = opened.host.bench.lastRequest<api::DecideReview>();
        QCOMPARE(request.item, std::vector{QStringLiteral("public.film")});
        QCOMPARE(request.decision->choice(), ReviewChoice::Open); // nobody had decided it
        QVERIFY(request.reason.toString().contains(QStringLiteral("Nobody reports on it.")));
        QTRY_COMPARE(opened.items()->rows()->text(1, 0), QStringLiteral("Open"));
        opened.settle();
        QVERIFY(!opened.action("review.undo")->isEnabled());
    }

    void undoOfManyBringsEachBackAsItWas()
    {
        Opened opened; // public.staff is out of scope, the others are open
        opened.decide("review.accept-shown", "All of these are needed.");
        QCOMPARE(opened.review.standing(ReviewSubject::Scope).open, 0);
        opened.action("review.undo")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::ImportReview>(), 1); // all or nothing
        QTRY_COMPARE(opened.review.standing(ReviewSubject::Scope).open, 3);
        QCOMPARE(opened.review.item(ReviewSubject::Scope, "public.staff").item.decision->verdict, ReviewVerdict(ReviewChoice::Out));
    }

    void signOffByKeyboardWithReceiptAndRevocation()
    {
        Opened opened;
        opened.decide("review.accept-shown", "Agreed in the meeting.");
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        opened.items()->setFocus();
        const auto press = [](int key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(QApplication::focusWidget(), Qt::Key(key), modifiers); };
        press(Qt::Key_A);
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("signoff.approve"));
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("We answer for these tables."));
        press(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::ApproveSignOff>(), 1);
        const auto request = opened.host.bench.lastRequest<api::ApproveSignOff>();
        QCOMPARE(request.subject, std::vector{ReviewSubject::Scope});
        QCOMPARE(request.expectedDigest, opened.review.digest());
        auto *receipt = opened.page->findChild<ReceiptCard *>();
        QTRY_VERIFY(receipt->isVisible());
        QVERIFY(receipt->text().contains(opened.review.digest(ReviewSubject::Scope).toString()));
        QVERIFY(receipt->text().contains(QStringLiteral("anna@desk.example.com")));
        QVERIFY(receipt->text().contains(QStringLiteral("We answer for these tables.")));
        opened.settle();
        QVERIFY(!opened.action("review.undo")->isEnabled()); // it is signed
        QTRY_VERIFY(opened.action("signoff.revoke")->isEnabled());
        opened.items()->setFocus();
        press(Qt::Key_V);
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("signoff.revoke"));
        press(Qt::Key_A, Qt::ControlModifier); // the reason before is offered again
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("A table is missing in it."));
        press(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::RevokeSignOff>(), 1);
        QTRY_COMPARE(opened.subjects()->rows()->text(0, 1), QStringLiteral("Revoked"));
    }

    void severalSubjectsAreSignedTogether()
    {
        SampleReview review;
        review.decideAll(ReviewSubject::Scope);
        review.decideAll(ReviewSubject::Pii);
        Opened opened(review);
        auto *rows = opened.subjects()->findChild<QAbstractItemView *>(QStringLiteral("table-rows"));
        opened.page->activateWindow();
        opened.subjects()->setFocus();
        QTest::keyClick(rows, Qt::Key_Space);
        QTest::keyClick(rows, Qt::Key_Down);
        QTest::keyClick(rows, Qt::Key_Space);
        QTRY_COMPARE(opened.page->place().object, QStringLiteral("pii"));
        opened.settle();
        opened.action("signoff.approve")->trigger();
        opened.type("Both were read in the meeting.");
        opened.confirm();
        QTRY_COMPARE(opened.host.bench.calls<api::ApproveSignOff>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::ApproveSignOff>().subject, (std::vector{ReviewSubject::Scope, ReviewSubject::Pii}));
    }

    void theSheetOffersWhatHasToBeTyped()
    {
        Opened opened;
        opened.select("identity/public.log");
        opened.action("review.decide")->trigger();
        auto *sheet = opened.page->window()->findChild<DecideSheet *>();
        QVERIFY(sheet);
        sheet->setValue(QStringLiteral("decision"), QStringLiteral("other-key"));
        sheet->setValue(QStringLiteral("columns"), QStringLiteral("host, "));
        QTest::keyClick(sheet, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(opened.decisions()->openId().isEmpty()); // an empty name is none
        sheet->setValue(QStringLiteral("columns"), QStringLiteral("host, written_at"));
        QTest::keyClick(sheet, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.decisions()->openId(), QStringLiteral("review.decide"));
        opened.type("The vendor says that these are unique.");
        opened.confirm();
        QTRY_COMPARE(opened.host.bench.calls<api::DecideReview>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::DecideReview>().decision->toString(), QStringLiteral("key:host,written_at"));
    }

    void theSheetOffersWhatFitsTheItem_data()
    {
        QTest::addColumn<QByteArray>("item");
        QTest::addColumn<bool>("isKeyTyped");
        QTest::addColumn<QString>("offered");
        QTest::newRow("a key may be typed") << QByteArray("identity/public.log") << true << "as-proposed key:host,line none other-key open";
        QTest::newRow("whether tables are one thing") << QByteArray("identity/public.log") << false << "as-proposed key:host,line none open";
        QTest::newRow("classes") << QByteArray("write-behaviour/public.rental") << true << "as-proposed update=po_only,delete=soft other-classes open";
        QTest::newRow("a definition") << QByteArray("glossary/rental") << true << "as-proposed accept reject other-definition open";
    }
    void theSheetOffersWhatFitsTheItem()
    {
        QFETCH(QByteArray, item);
        QFETCH(bool, isKeyTyped);
        SampleReview review;
        if (!isKeyTyped)
            review.item(ReviewSubject::Identity, "public.log").item.typed.reset();
        Opened opened(review);
        opened.select(item);
        opened.action("review.decide")->trigger();
        const auto *choice = opened.page->window()->findChild<DecideSheet *>()->findChild<QComboBox *>(QStringLiteral("field-decision"));
        QStringList offered;
        for (int i = 0; i < choice->count(); ++i)
            offered += choice->itemData(i).toString();
        QTEST(offered.join(QLatin1Char(' ')), "offered");
    }

    void commentsAreKeptAndShown()
    {
        Opened opened;
        opened.select("scope/public.film");
        opened.action("review.comment")->trigger();
        auto *sheet = opened.page->window()->findChild<FormSheet *>(QStringLiteral("comment-sheet"));
        QVERIFY(sheet);
        sheet->setValue(QStringLiteral("text"), QStringLiteral("Who reads it?"));
        QCOMPARE(opened.host.drafts.at(QStringLiteral("review/comment/scope/public.film")), QStringLiteral("Who reads it?"));
        QTest::keyClick(sheet, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::CommentReview>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::CommentReview>().item, QStringLiteral("public.film"));
        QTRY_COMPARE(opened.page->place().tab, QStringLiteral("history"));
        QVERIFY(!opened.host.drafts.contains(QStringLiteral("review/comment/scope/public.film")));
    }

    void askingForChangesAssignsWhoDecided()
    {
        Opened opened;
        opened.select("scope/public.film");
        QVERIFY(opened.action("review.ask")->blockedWhy().contains(QStringLiteral("Nobody decided")));
        opened.select("scope/public.staff");
        opened.action("review.ask")->trigger();
        auto *sheet = opened.page->window()->findChild<FormSheet *>(QStringLiteral("ask-sheet"));
        QVERIFY(sheet);
        sheet->setValue(QStringLiteral("text"), QStringLiteral("It is reported on, see the requirement."));
        QTest::keyClick(sheet, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::AssignReview>(), 1);
        QCOMPARE(opened.host.bench.calls<api::CommentReview>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::AssignReview>().to, QStringLiteral("ben@build.example.com (cli)"));
        QTRY_COMPARE(opened.subjects()->rows()->text(0, 7), QStringLiteral("ben@build.example.com (cli)"));
    }

    void exportAndImportGoThroughTheContentDoors()
    {
        Opened opened;
        QString name;
        opened.page->dialogs().setFileDoors([&](const QByteArray &, const QString &hint) { name = hint; },
                                            [](const std::function<void(const QByteArray &)> &take) { take("subject,item,decision\r\nscope,public.film,out\r\n"); });
        opened.action("review.export-subject")->trigger();
        QTRY_VERIFY(name.startsWith(QStringLiteral("film-rental-review-scope-")));
        QCOMPARE(opened.host.bench.lastRequest<api::ExportReview>().subject, std::optional(ReviewSubject::Scope));
        opened.action("review.import")->trigger();
        QTRY_COMPARE(opened.decisions()->openId(), QStringLiteral("review.import"));
        QVERIFY(opened.host.bench.lastRequest<api::ImportReview>().dryRun); // first it only says what would change
        QVERIFY(!opened.review.item(ReviewSubject::Scope, "public.film").item.decision);
        opened.type("As decided in the spreadsheet.");
        opened.confirm();
        QTRY_COMPARE(opened.host.bench.calls<api::ImportReview>(), 2);
        QVERIFY(!opened.host.bench.lastRequest<api::ImportReview>().dryRun);
        QTRY_COMPARE(opened.items()->rows()->text(1, 4), QStringLiteral("out of scope"));
    }

    void stopFreesThePageAtOnce()
    {
        Opened opened;
        opened.select("scope/public.film");
        opened.host.bench.hold<api::DecideReview>();
        opened.action("review.toggle-scope")->trigger();
        opened.type("Nobody reports on it.");
        opened.confirm();
        QTRY_COMPARE(opened.host.bench.calls<api::DecideReview>(), 1);
        QVERIFY(!opened.action("review.accept")->isEnabled());
        opened.decisions()->findChild<QPushButton *>(QStringLiteral("progress-stop"))->click();
        QVERIFY(opened.action("review.accept")->isEnabled());
        QVERIFY(opened.host.bench.lastContext<api::DecideReview>().cancel.isCancelled());
    }
};

QTEST_MAIN(ReviewPageTest)
#include "review_page_test.moc"
