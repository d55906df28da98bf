#include "kit/english_plurals.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"
#include "model/no_source.h"
#include "views/pages_review/opened_review.h"
#include "views/support/page_checks.h"

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedReview;

namespace {

/// How the page stands when a command is looked at.
enum class Situation { Open, TableSelected, ColumnSelected, Working, Moved, AllSigned, NotAnalyzed, NothingShown };

SampleReview reviewIn(Situation situation)
{
    SampleReview review;
    review.isAnalyzed = situation != Situation::NotAnalyzed;
    if (situation == Situation::AllSigned || situation == Situation::NotAnalyzed)
        review.decideAll(ReviewSubject::Scope);
    if (situation == Situation::AllSigned)
        review.of(ReviewSubject::Scope).state = SignOffState::Signed;
    return review;
}

void bring(Opened &opened, Situation situation)
{
    switch (situation) {
    case Situation::Open:
    case Situation::AllSigned:
    case Situation::NotAnalyzed: return;
    case Situation::TableSelected: return opened.select("scope/public.film");
    case Situation::ColumnSelected: return opened.select("pii/public.customer.email");
    case Situation::Working:
        opened.select("scope/public.film");
        opened.host.bench.hold<api::ExportReview>();
        opened.action("review.export")->trigger();
        QTRY_COMPARE(opened.host.bench.calls<api::ExportReview>(), 1);
        return;
    case Situation::Moved:
        opened.select("scope/public.film");
        opened.review.decide(ReviewSubject::Scope, "public.film", ReviewVerdict(ReviewChoice::Out));
        opened.page->pulse({.ledgerEntries = 7});
        QTRY_VERIFY(opened.action("review.review-moved")->isEnabled());
        return;
    case Situation::NothingShown:
        opened.items()->filterBar().setText(QStringLiteral("no such table"));
        QTRY_COMPARE(opened.items()->shownCount(), 0);
        return;
    }
}

} // namespace

/// What can be done in which situation, and what is said where it cannot.
class ReviewCommandsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void aBlockedCommandSaysWhy_data()
    {
        QTest::addColumn<Situation>("situation");
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QString>("why"); // empty: it can be done
        const auto row = [](Situation situation, const char *name, const char *command, const char *why) {
            QTest::addRow("%s: %s", name, command) << situation << QByteArray(command) << QString::fromLatin1(why);
        };
        for (const char *command : {"review.accept", "review.decide", "review.toggle-scope", "review.hash", "review.comment", "review.ask"})
            row(Situation::Open, "nothing selected", command, "Select an item first.");
        for (const char *command : {"review.decide-shown", "review.accept-shown", "review.assign", "review.export", "review.import", "evidence.analyze"})
            row(Situation::Open, "nothing selected", command, "");
        row(Situation::Open, "nothing selected", "review.undo", "Nothing was decided here that is not signed yet.");
        row(Situation::Open, "nothing selected", "signoff.approve", "3 items of Scope are not decided yet. Decide them first: N goes to the next one, Shift+P decides as proposed.");
        row(Situation::Open, "nothing selected", "signoff.revoke", "Scope: not signed, so there is no sign-off to revoke.");
        row(Situation::Open, "nothing selected", "review.review-moved", "What is on screen is the review of the project.");
        row(Situation::Open, "nothing selected", "review.show-moved", "Nothing moved since this subject was signed.");
        for (const char *command : {"review.accept", "review.toggle-scope", "review.comment"})
            row(Situation::TableSelected, "a table", command, "");
        row(Situation::TableSelected, "a table", "review.hash", "Only personal data is hashed, redacted or kept: subject 2.");
        row(Situation::TableSelected, "a table", "review.ask", "Nobody decided this item yet, so there is nobody to ask.");
        row(Situation::ColumnSelected, "a column", "review.hash", "");
        row(Situation::ColumnSelected, "a column", "review.toggle-scope", "Only tables are in or out of scope: subject 1.");
        for (const char *command : {"review.accept", "review.decide-shown", "review.undo", "review.comment", "review.assign", "review.export", "review.export-subject", "review.import", "signoff.approve",
                                    "signoff.revoke", "evidence.analyze"})
            row(Situation::Working, "at work", command, "Something is being done already. Wait for its end, or stop it.");
        for (const char *command : {"review.accept", "review.accept-shown", "review.undo", "review.import", "signoff.approve", "signoff.revoke"})
            row(Situation::Moved, "moved", command, "The review moved while you were reading. Review what moved first.");
        for (const char *command : {"review.review-moved", "review.comment", "review.export"})
            row(Situation::Moved, "moved", command, "");
        row(Situation::AllSigned, "signed", "signoff.approve", "Scope: signed already, exactly as it is.");
        row(Situation::AllSigned, "signed", "signoff.revoke", "");
        row(Situation::NotAnalyzed, "not analyzed", "signoff.approve", "The source was not analyzed as it is now, so nothing can be signed. Analyze it first.");
        for (const char *command : {"review.decide-shown", "evidence.analyze", "review.export"})
            row(Situation::NotAnalyzed, "not analyzed", command, "");
        for (const char *command : {"review.decide-shown", "review.accept-shown"})
            row(Situation::NothingShown, "nothing shown", command, "No item is shown.");
    }
    void aBlockedCommandSaysWhy()
    {
        QFETCH(Situation, situation);
        QFETCH(QByteArray, command);
        Opened opened(reviewIn(situation));
        bring(opened, situation);
        QVERIFY(opened.action(command));
        QTEST(whyBlocked(*opened.page, command), "why");
        QCOMPARE(opened.action(command)->isEnabled(), opened.action(command)->blockedWhy().isEmpty());
    }

    void beforeItWasReadNothingCanBeDecided_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QString>("why");
        for (const char *command : {"review.accept", "review.decide-shown", "review.undo", "review.assign", "review.export", "review.import", "signoff.approve", "signoff.revoke"})
            QTest::newRow(command) << QByteArray(command) << "The review was not read. Press F5 to read it.";
        QTest::newRow("review.comment") << QByteArray("review.comment") << "Select an item first.";
        QTest::newRow("evidence.analyze") << QByteArray("evidence.analyze") << "";
    }
    void beforeItWasReadNothingCanBeDecided()
    {
        QFETCH(QByteArray, command);
        FakePageHost host;
        const ReviewPage page(host);
        QTEST(whyBlocked(page, command), "why");
    }

    void withoutASourceThereIsNothingToAnalyze()
    {
        FakePageHost host;
        host.bench.fail<api::ListReview>(model::noSource());
        ReviewPage page(host);
        page.refresh();
        QTRY_COMPARE(whyBlocked(page, "evidence.analyze"), QStringLiteral("This project has no source yet. Add one first."));
    }
};

QTEST_MAIN(ReviewCommandsTest)
#include "review_commands_test.moc"
