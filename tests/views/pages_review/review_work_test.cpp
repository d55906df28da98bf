#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/form_sheet.h"
#include "kit/lineage_view.h"
#include "kit/progress_strip.h"
#include "kit/theme.h"
#include "kit/detail_pane.h"
#include "pages/review/review_dialogs.h"
#include "views/pages_review/opened_review.h"
#include "views/support/page_checks.h"

#include <QPushButton>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedReview;

namespace {

const base::Error busyLedger{base::ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "The ledger is busy.")}, {QT_TRANSLATE_NOOP("core", "Try again.")}, {}, {}, base::Retry::Later};

/// What a command asks for, as the scripted workbench is told about it.
struct Asked {
    template<typename R>
    static Asked of()
    {
        return {[](ScriptedWorkbench &bench) { bench.fail<R>(busyLedger); }, [](ScriptedWorkbench &bench) { bench.hold<R>(); }, [](ScriptedWorkbench &bench) { bench.release<R>(); },
                [](const ScriptedWorkbench &bench) { return bench.calls<R>(); }, [](const ScriptedWorkbench &bench) { return bench.lastContext<R>().cancel.isCancelled(); }};
    }
    void (*fail)(ScriptedWorkbench &);
    void (*hold)(ScriptedWorkbench &);
    void (*release)(ScriptedWorkbench &);
    int (*calls)(const ScriptedWorkbench &);
    bool (*isCancelled)(const ScriptedWorkbench &);
};

FormSheet *sheetOf(const Opened &opened, const QString &name)
{
    return opened.page->window()->findChild<FormSheet *>(name);
}

void submit(FormSheet *sheet)
{
    QTest::keyClick(sheet, Qt::Key_Return, Qt::ControlModifier);
}

QPushButton *stopOf(const QWidget &root)
{
    for (QPushButton *button : root.findChildren<QPushButton *>())
        if (button->isVisible() && button->text() == QLatin1String("Stop"))
            return button;
    return nullptr;
}

ErrorBanner *errorOfForm(const Opened &opened)
{
    return opened.decisions()->findChild<ErrorBanner *>();
}

void openImport(Opened &opened, const char *csv)
{
    opened.page->dialogs().setFileDoors([](const QByteArray &, const QString &) {}, [csv](const std::function<void(const QByteArray &)> &take) { take(csv); });
    opened.action("review.import")->trigger();
    QTRY_COMPARE(opened.decisions()->openId(), QStringLiteral("review.import"));
    opened.type("As decided in the spreadsheet.");
}

constexpr auto filmIsOut = "subject,item,decision\r\nscope,public.film,out\r\n";

} // namespace

/// Where the page says how something goes that it was told to do: on the sheet, in the form or above the list, wherever it was asked for; and what
/// a table that is taken over was looked at against.
class ReviewWorkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void aSheetHearsOfItsOwnWork_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QString>("sheet");
        QTest::addColumn<QString>("draft");
        QTest::addColumn<Asked>("asked");
        QTest::newRow("comment") << QByteArray("review.comment") << "comment-sheet" << "review/comment/scope/public.staff" << Asked::of<api::CommentReview>();
        QTest::newRow("ask") << QByteArray("review.ask") << "ask-sheet" << "review/ask/scope/public.staff" << Asked::of<api::CommentReview>();
        QTest::newRow("assign") << QByteArray("review.assign") << "assign-sheet" << "review/assign/scope" << Asked::of<api::AssignReview>();
    }
    void aSheetHearsOfItsOwnWork()
    {
        QFETCH(QByteArray, command);
        QFETCH(QString, sheet);
        QFETCH(QString, draft);
        QFETCH(Asked, asked);
        Opened opened;
        opened.select("scope/public.staff");
        opened.action("review.toggle-scope")->trigger(); // a form is open below
        opened.type("Staff is reported on.");
        opened.action(command)->trigger();
        FormSheet *form = sheetOf(opened, sheet);
        QVERIFY(form);
        form->setValue(QStringLiteral("text"), QStringLiteral("carl@example.com"));
        QCOMPARE(opened.host.draft(draft), QStringLiteral("carl@example.com"));

        asked.fail(opened.host.bench);
        submit(form);
        QTRY_VERIFY(isSaid(*form, QStringLiteral("The ledger is busy.")));
        QVERIFY(!stopOf(*form));
        QVERIFY(!errorOfForm(opened)->isVisible());
        QVERIFY(!opened.find<ErrorBanner>("work-error")->isVisible()); // it is said once
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("review.decide"));
        QCOMPARE(opened.decisions()->draft(QStringLiteral("review.decide")), QStringLiteral("Staff is reported on."));

        asked.hold(opened.host.bench);
        form->setValue(QStringLiteral("text"), QStringLiteral("dora@example.com"));
        submit(form);
        QTRY_COMPARE(asked.calls(opened.host.bench), 2);
        QVERIFY(opened.find<ProgressStrip>("work-strip")->isVisible());
        QVERIFY(!stopOf(*opened.decisions()));
        QPushButton *stop = stopOf(*form);
        QVERIFY(stop);
        stop->click();
        QVERIFY(asked.isCancelled(opened.host.bench));
        QVERIFY(!stopOf(*form)); // it can be used again, with what was typed
        QCOMPARE(form->value(QStringLiteral("text")), QStringLiteral("dora@example.com"));
        QCOMPARE(opened.host.draft(draft), QStringLiteral("dora@example.com"));
    }

    void aSheetThatWasTakenForgetsItsDraft_data() { aSheetHearsOfItsOwnWork_data(); }
    void aSheetThatWasTakenForgetsItsDraft()
    {
        QFETCH(QByteArray, command);
        QFETCH(QString, sheet);
        QFETCH(QString, draft);
        QFETCH(Asked, asked);
        Opened opened;
        opened.select("scope/public.staff");
        opened.action(command)->trigger();
        sheetOf(opened, sheet)->setValue(QStringLiteral("text"), QStringLiteral("carl@example.com"));
        sheetOf(opened, sheet)->dismiss();
        QTRY_VERIFY(!sheetOf(opened, sheet));
        opened.action(command)->trigger();
        QCOMPARE(sheetOf(opened, sheet)->value(QStringLiteral("text")), QStringLiteral("carl@example.com"));
        submit(sheetOf(opened, sheet));
        QTRY_COMPARE(asked.calls(opened.host.bench), 1);
        QTRY_VERIFY(!sheetOf(opened, sheet));
        QCOMPARE(opened.host.draft(draft), QString());
    }

    void theAssigneeIsThereToBeChanged()
    {
        SampleReview review;
        review.of(ReviewSubject::Scope).assignee = QStringLiteral("ben@example.com");
        Opened opened(review);
        opened.action("review.assign")->trigger();
        FormSheet *form = sheetOf(opened, QStringLiteral("assign-sheet"));
        QCOMPARE(form->value(QStringLiteral("text")), QStringLiteral("ben@example.com"));
        form->setValue(QStringLiteral("text"), {});
        submit(form);
        QTRY_COMPARE(opened.host.bench.calls<api::AssignReview>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::AssignReview>().to, QString()); // nobody
    }

    void aCommandOfThePageIsHeardAboveTheList_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<Asked>("asked");
        QTest::newRow("undo") << QByteArray("review.undo") << Asked::of<api::DecideReview>(); // the same operation as that of the open form
        QTest::newRow("export") << QByteArray("review.export") << Asked::of<api::ExportReview>();
        QTest::newRow("preview of an import") << QByteArray("review.import") << Asked::of<api::ImportReview>();
    }
    void aCommandOfThePageIsHeardAboveTheList()
    {
        QFETCH(QByteArray, command);
        QFETCH(Asked, asked);
        Opened opened;
        opened.page->dialogs().setFileDoors([](const QByteArray &, const QString &) {}, [](const std::function<void(const QByteArray &)> &take) { take(filmIsOut); });
        opened.select("scope/public.film");
        opened.decide("review.toggle-scope", "Nobody reports on it.");
        opened.select("scope/public.rental");
        opened.action("review.toggle-scope")->trigger();
        opened.type("It is a list of rentals.");
        asked.hold(opened.host.bench);
        const int before = asked.calls(opened.host.bench);
        opened.action(command)->trigger();
        QTRY_COMPARE(asked.calls(opened.host.bench), before + 1);
        QVERIFY(opened.find<ProgressStrip>("work-strip")->isVisible());
        QVERIFY(!stopOf(*opened.decisions()));
        QVERIFY(isSaid(*opened.decisions(), QStringLiteral("Something is being done already")));
        asked.fail(opened.host.bench);
        asked.release(opened.host.bench);
        auto *error = opened.find<ErrorBanner>("work-error");
        QTRY_VERIFY(error->isVisible());
        QVERIFY(error->message().contains(QStringLiteral("ledger is busy")));
        QVERIFY(!errorOfForm(opened)->isVisible());
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("review.decide"));
    }

    void aSheetThatWasClosedIsHeardOfAboveTheList()
    {
        Opened opened;
        opened.select("scope/public.film");
        opened.action("review.comment")->trigger();
        FormSheet *form = sheetOf(opened, QStringLiteral("comment-sheet"));
        form->setValue(QStringLiteral("text"), QStringLiteral("Who reads it?"));
        opened.host.bench.hold<api::CommentReview>();
        submit(form);
        QTRY_COMPARE(opened.host.bench.calls<api::CommentReview>(), 1);
        form->dismiss();
        QVERIFY(stopOf(*opened.find<ProgressStrip>("work-strip"))); // it goes on, and can be stopped
        opened.host.bench.fail<api::CommentReview>(busyLedger);
        opened.host.bench.release<api::CommentReview>();
        QTRY_VERIFY(opened.find<ErrorBanner>("work-error")->isVisible());
        QCOMPARE(opened.host.draft(QStringLiteral("review/comment/scope/public.film")), QStringLiteral("Who reads it?"));
    }

    void whatWasTakenOfAQuestionStaysTaken()
    {
        Opened opened;
        opened.select("scope/public.staff");
        opened.action("review.ask")->trigger();
        opened.host.bench.fail<api::AssignReview>(busyLedger);
        sheetOf(opened, QStringLiteral("ask-sheet"))->setValue(QStringLiteral("text"), QStringLiteral("It is reported on."));
        submit(sheetOf(opened, QStringLiteral("ask-sheet")));
        QTRY_VERIFY(opened.find<ErrorBanner>("work-error")->isVisible()); // nobody is assigned
        QTRY_VERIFY(!sheetOf(opened, QStringLiteral("ask-sheet"))); // but the comment is written, and not written twice
        QCOMPARE(opened.host.bench.calls<api::CommentReview>(), 1);
        QCOMPARE(opened.host.draft(QStringLiteral("review/ask/scope/public.staff")), QString());
        QVERIFY(opened.action("review.assign")->isEnabled());
    }

    void aSheetWaitsForWhatGoesOnElsewhere()
    {
        Opened opened;
        openImport(opened, filmIsOut);
        opened.select("scope/public.film");
        opened.action("review.comment")->trigger();
        FormSheet *form = sheetOf(opened, QStringLiteral("comment-sheet"));
        form->setValue(QStringLiteral("text"), QStringLiteral("Who reads it?"));
        opened.host.bench.hold<api::ImportReview>();
        opened.review.decide(ReviewSubject::Pii, "public.customer.email", ReviewVerdict(ReviewChoice::Keep));
        opened.page->pulse({.ledgerEntries = 7});
        QTRY_COMPARE(opened.host.bench.calls<api::ImportReview>(), 2); // the table is looked at again
        submit(form);
        QVERIFY(isSaid(*form, QStringLiteral("Something is being done already.")));
        QVERIFY(!stopOf(*form)); // it is not its own
        QCOMPARE(opened.host.bench.calls<api::CommentReview>(), 0);
        opened.host.bench.release<api::ImportReview>();
        QTRY_VERIFY(!isSaid(*form, QStringLiteral("Something is being done already.")));
        submit(form);
        QTRY_COMPARE(opened.host.bench.calls<api::CommentReview>(), 1);
    }

    void aTableThatWasPutAwayDoesNotComeBack()
    {
        Opened opened;
        openImport(opened, filmIsOut);
        opened.host.bench.hold<api::ImportReview>();
        opened.review.decide(ReviewSubject::Pii, "public.customer.email", ReviewVerdict(ReviewChoice::Keep));
        opened.page->pulse({.ledgerEntries = 7});
        QTRY_COMPARE(opened.host.bench.calls<api::ImportReview>(), 2);
        QTest::keyClick(opened.decisions(), Qt::Key_Escape);
        opened.host.bench.release<api::ImportReview>();
        opened.settle();
        QCOMPARE(opened.decisions()->openId(), QString());
        opened.review.decide(ReviewSubject::Pii, "public.staff.password", ReviewVerdict(ReviewChoice::Keep));
        opened.page->pulse({.ledgerEntries = 8});
        opened.settle();
        QCOMPARE(opened.host.bench.calls<api::ImportReview>(), 2); // nobody waits for it
    }

    void aTableIsTakenOverAsItWasLookedAt()
    {
        Opened opened;
        openImport(opened, filmIsOut);
        const ReviewDigest seen = opened.review.digest();
        opened.confirm();
        QTRY_COMPARE(opened.host.bench.calls<api::ImportReview>(), 2);
        QCOMPARE(opened.host.bench.lastRequest<api::ImportReview>().expectedDigest, seen);
    }

    void whatMovedSinceATableWasLookedAtIsLookedAtAgain()
    {
        Opened opened;
        openImport(opened, filmIsOut);
        opened.host.bench.hold<api::ImportReview>();
        opened.review.decide(ReviewSubject::Pii, "public.customer.email", ReviewVerdict(ReviewChoice::Keep)); // of another subject: taken up as it is
        opened.page->pulse({.ledgerEntries = 7});
        QTRY_COMPARE(opened.host.bench.calls<api::ImportReview>(), 2);
        QVERIFY(opened.host.bench.lastRequest<api::ImportReview>().dryRun);
        QCOMPARE(opened.host.bench.lastRequest<api::ImportReview>().expectedDigest, opened.review.digest());
        opened.confirm();
        QCOMPARE(opened.host.bench.calls<api::ImportReview>(), 2); // what it would do now is not known yet
        opened.host.bench.release<api::ImportReview>();
        auto *again = opened.decisions()->findChild<QPushButton *>(QStringLiteral("decision-move-on"));
        QTRY_VERIFY(again->isVisible());
        opened.confirm();
        QCOMPARE(opened.host.bench.calls<api::ImportReview>(), 2); // known, and not read yet
        again->click();
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("review.import"));
        QCOMPARE(opened.decisions()->draft(QStringLiteral("review.import")), QStringLiteral("As decided in the spreadsheet."));
        opened.confirm();
        QTRY_COMPARE(opened.host.bench.calls<api::ImportReview>(), 3);
        QVERIFY(!opened.host.bench.lastRequest<api::ImportReview>().dryRun);
        QTRY_COMPARE(opened.review.item(ReviewSubject::Scope, "public.film").item.decision.has_value(), true);
    }

    void aTableThatCannotBeLookedAtAgainStaysBlocked()
    {
        Opened opened;
        openImport(opened, filmIsOut);
        opened.host.bench.fail<api::ImportReview>(busyLedger);
        opened.review.decide(ReviewSubject::Pii, "public.customer.email", ReviewVerdict(ReviewChoice::Keep));
        opened.page->pulse({.ledgerEntries = 7});
        QTRY_VERIFY(opened.find<ErrorBanner>("work-error")->isVisible());
        opened.settle();
        opened.confirm();
        QCOMPARE(opened.host.bench.calls<api::ImportReview>(), 2);
        QVERIFY(isSaid(*opened.decisions(), QStringLiteral("moved since this table was looked at")));
    }

    void progressLeavesTheLineageAlone()
    {
        Opened opened;
        opened.host.bench.answer<api::ShowLineage>({{{.id = QStringLiteral("source/public.film"), .name = QStringLiteral("public.film")},
                                                     {.id = QStringLiteral("bronze/film"), .layer = LineageLayer::Bronze, .name = QStringLiteral("lake.bronze_public.film")}},
                                                    {{.from = QStringLiteral("source/public.film"), .to = QStringLiteral("bronze/film")}}});
        opened.select("scope/public.film");
        opened.find<DetailPane>("review-detail")->setCurrentTab(QStringLiteral("lineage"));
        QTRY_VERIFY(opened.find<LineageView>("review-lineage"));
        auto *lineage = opened.find<LineageView>("review-lineage");
        QTRY_COMPARE(lineage->focusNode(), QStringLiteral("source/public.film"));
        lineage->setFocusNode(QStringLiteral("bronze/film")); // where the person went
        opened.action("review.export")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::ExportReview>(), 1);
        opened.settle();
        QCOMPARE(lineage->focusNode(), QStringLiteral("bronze/film"));
    }
};

QTEST_MAIN(ReviewWorkTest)
#include "review_work_test.moc"
