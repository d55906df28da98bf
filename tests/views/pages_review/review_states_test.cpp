#include "kit/detail_pane.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/filter_bar.h"
#include "kit/notice_banner.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "model/no_source.h"
#include "shell/deep_link.h"
#include "views/pages_review/opened_review.h"
#include "views/support/page_checks.h"

#include <QLabel>
#include <QPushButton>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedReview;

/// The page when there is nothing, when something moved, when something is refused, and when a person comes back.
class ReviewStatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void emptyOffersToAnalyze()
    {
        Opened opened(SampleReview::empty());
        opened.host.bench.answer<api::AnalyzeSource>(api::AnalysisReport{});
        auto *empty = opened.find<QWidget>("review-empty");
        QTRY_VERIFY(empty->isVisible());
        empty->findChild<QPushButton *>()->click();
        QTRY_COMPARE(opened.host.bench.calls<api::AnalyzeSource>(), 1);
        QTRY_VERIFY(opened.host.bench.calls<api::ListReview>() >= 2); // and is read again after it
    }

    void withoutASourceItSaysToAddOne()
    {
        FakePageHost host;
        host.bench.fail<api::ListReview>(model::noSource());
        ReviewPage page(host);
        page.show();
        page.refresh();
        const auto empty = [&] { return page.findChild<QWidget *>(QStringLiteral("review-empty")); };
        QTRY_VERIFY(empty() && empty()->isVisible());
        QVERIFY(!page.findChild<ErrorBanner *>(QStringLiteral("error"))->isVisible()); // it is how every project begins
    }

    void anEmptySubjectSaysWhatWasNotFound()
    {
        Opened opened;
        opened.page->setPlace({.page = opened.page->id(), .object = QStringLiteral("conflicts")});
        QTRY_VERIFY(opened.find<QWidget>("review-nothing") && opened.find<QWidget>("review-nothing")->isVisible());
        QStringList said;
        for (const QLabel *label : opened.find<QWidget>("review-nothing")->findChildren<QLabel *>())
            said += label->text();
        QVERIFY2(said.contains(QStringLiteral("Nothing to review.")), qPrintable(said.join(QLatin1Char('|'))));
        QVERIFY(said.contains(QStringLiteral("The analysis found no pieces of evidence that disagree.")));
    }

    void anErrorKeepsTheList()
    {
        Opened opened;
        opened.host.bench.fail<api::ListReview>({base::ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "The ledger is busy.")}, {QT_TRANSLATE_NOOP("core", "Try again.")}, {}, {}, base::Retry::Later});
        opened.page->refresh();
        auto *banner = opened.find<ErrorBanner>("error");
        QTRY_VERIFY(banner->isVisible());
        QVERIFY(banner->message().contains(QStringLiteral("ledger is busy")));
        QCOMPARE(opened.items()->shownCount(), 4);
    }

    void openItemsBlockTheSignOffAndSaySo()
    {
        const Opened opened;
        const QString why = opened.action("signoff.approve")->blockedWhy();
        QVERIFY2(why.contains(QStringLiteral("3 items of Scope are not decided yet")), qPrintable(why));
    }

    void aRefusalKeepsWhatWasTyped()
    {
        SampleReview review;
        review.decideAll(ReviewSubject::Scope);
        Opened opened(review);
        opened.host.bench.fail<api::ApproveSignOff>({base::ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "You made these decisions; the project asks for a second person.")},
                                                     {QT_TRANSLATE_NOOP("core", "Ask a colleague to sign.")}});
        opened.action("signoff.approve")->trigger();
        opened.type("We answer for these tables.");
        opened.confirm();
        auto *error = opened.decisions()->findChild<ErrorBanner *>();
        QTRY_VERIFY(error->isVisible());
        QVERIFY(error->message().contains(QStringLiteral("second person")));
        QCOMPARE(opened.decisions()->openId(), QStringLiteral("signoff.approve"));
        QCOMPARE(opened.decisions()->draft(QStringLiteral("signoff.approve")), QStringLiteral("We answer for these tables."));
        QCOMPARE(opened.review.standing(ReviewSubject::Scope).state, SignOffState::NotSigned);
    }

    void aStaleSubjectShowsOnlyWhatMoved()
    {
        SampleReview review;
        review.decideAll(ReviewSubject::Scope);
        SampleReview::Subject &scope = review.of(ReviewSubject::Scope);
        scope.state = SignOffState::Stale;
        scope.signedBy = QStringLiteral("anna");
        scope.signedAtUtc = reviewTime(-1000);
        scope.moved = {QStringLiteral("public.film")};
        Opened opened(review);
        auto *notice = opened.find<NoticeBanner>("review-notice");
        QVERIFY(notice->isVisible());
        QVERIFY2(notice->text().startsWith(QStringLiteral("1 item changed since anna signed Scope")), qPrintable(notice->text()));
        opened.action("review.show-moved")->trigger();
        QTRY_COMPARE(opened.items()->shownIds(), QStringList{QStringLiteral("scope/public.film")});
        QVERIFY(opened.action("signoff.approve")->isEnabled()); // signing it again covers what moved
    }

    void whatIsGoneIsShownAndNotDecided()
    {
        SampleReview review;
        review.decideAll(ReviewSubject::Scope);
        review.of(ReviewSubject::Scope).signedBy = QStringLiteral("anna");
        review.of(ReviewSubject::Scope).signedAtUtc = reviewTime(-1000);
        review.vanish(ReviewSubject::Scope, "public.film");
        Opened opened(review);
        auto *notice = opened.find<NoticeBanner>("review-notice");
        QVERIFY2(notice->text().contains(QStringLiteral("1 of them no longer found.")), qPrintable(notice->text()));
        opened.action("review.show-moved")->trigger();
        QTRY_COMPARE(opened.items()->shownIds(), QStringList{QStringLiteral("scope/public.film")});
        opened.select("scope/public.film");
        QVERIFY(opened.action("review.decide")->blockedWhy().contains(QStringLiteral("no longer found")));
        QVERIFY(opened.action("review.toggle-scope")->blockedWhy().contains(QStringLiteral("no longer found")));
        QVERIFY(opened.find<SentenceList>("review-sentences")->text().contains(QStringLiteral("It was signed as in.")));
        opened.items()->filterBar().clear();
        QTRY_COMPARE(opened.items()->shownCount(), 4);
        opened.items()->filterBar().setText(QStringLiteral("public.f"));
        QTRY_COMPARE(opened.items()->shownCount(), 1);
        opened.action("review.accept-shown")->trigger();
        QVERIFY(opened.decisions()->openId().isEmpty()); // there is none to decide
        opened.items()->filterBar().setText(QStringLiteral("public."));
        QTRY_COMPARE(opened.items()->shownCount(), 4);
        opened.decide("review.accept-shown", "Read once more today.");
        QCOMPARE(opened.host.bench.calls<api::DecideReview>(), 1);
        opened.action("signoff.approve")->trigger();
        opened.type("We answer for these tables.");
        opened.confirm();
        QTRY_COMPARE(opened.items()->shownCount(), 3); // it is taken note of
    }

    void whoMayNotSignIsToldBeforeTyping()
    {
        SampleReview review;
        review.decideAll(ReviewSubject::Scope);
        review.of(ReviewSubject::Scope).notAllowed = {QT_TRANSLATE_NOOP("core", "You decided about public.film yourself; another person signs it (four-eyes). Ask a colleague to sign.")};
        Opened opened(review);
        const QString why = QStringLiteral("You decided about public.film yourself; another person signs it (four-eyes). Ask a colleague to sign.");
        QVERIFY(!opened.action("signoff.approve")->isEnabled());
        QCOMPARE(opened.action("signoff.approve")->blockedWhy(), why);
        opened.action("signoff.approve")->trigger();
        QVERIFY(opened.decisions()->openId().isEmpty());
        QVERIFY(opened.subjects()->rows()->reason(0, 1).endsWith(why));
        QVERIFY(opened.action("review.decide-shown")->isEnabled()); // deciding is another thing
        opened.review.of(ReviewSubject::Scope).notAllowed.reset();
        opened.page->refresh();
        QTRY_VERIFY(opened.action("signoff.approve")->isEnabled());
    }

    void tablesWithoutEvidenceAreOneLine()
    {
        SampleReview review;
        review.of(ReviewSubject::WriteBehaviour).withoutEvidence = 4999;
        Opened opened(review);
        opened.page->setPlace({.page = opened.page->id(), .object = QStringLiteral("write-behaviour")});
        QTRY_COMPARE(opened.items()->shownCount(), 1);
        const auto isSaid = [&] {
            const QList<QLabel *> labels = opened.decisions()->findChildren<QLabel *>();
            return std::ranges::any_of(labels, [](const QLabel *label) { return label->text().contains(QStringLiteral("No code that writes to 4999 more tables was seen")); });
        };
        QTRY_VERIFY(isSaid());
    }

    void whatMovedIsReviewedBeforeItIsSigned()
    {
        SampleReview review;
        review.decideAll(ReviewSubject::Scope);
        Opened opened(review);
        const ReviewDigest seen = opened.review.digest();
        opened.action("signoff.approve")->trigger();
        opened.type("We answer for these tables.");
        opened.review.decide(ReviewSubject::Scope, "public.film", ReviewVerdict(ReviewChoice::Out));
        opened.page->pulse({.ledgerEntries = 7});
        auto *notice = opened.find<NoticeBanner>("review-notice");
        QTRY_VERIFY(notice->isVisible() && notice->text().contains(QStringLiteral("moved while you were reading")));
        QVERIFY(notice->text().contains(QStringLiteral("public.film")));
        QCOMPARE(opened.items()->rows()->text(1, 4), QStringLiteral("in scope")); // what is being read stays on screen
        opened.confirm();
        QCOMPARE(opened.host.bench.calls<api::ApproveSignOff>(), 0); // this is not what was seen
        QVERIFY(!opened.action("review.accept")->isEnabled());
        opened.action("review.review-moved")->trigger();
        QTRY_COMPARE(opened.items()->shownIds(), QStringList{QStringLiteral("scope/public.film")});
        QCOMPARE(opened.items()->rows()->text(1, 4), QStringLiteral("out of scope"));
        opened.settle();
        opened.action("signoff.approve")->trigger();
        QCOMPARE(opened.decisions()->draft(QStringLiteral("signoff.approve")), QStringLiteral("We answer for these tables."));
        opened.confirm();
        QTRY_COMPARE(opened.host.bench.calls<api::ApproveSignOff>(), 1);
        QCOMPARE(opened.host.bench.lastRequest<api::ApproveSignOff>().expectedDigest, opened.review.digest());
        QVERIFY(seen != opened.review.digest());
    }

    void aDecisionMadeHereIsNoSurprise()
    {
        Opened opened;
        opened.select("scope/public.film");
        opened.decide("review.toggle-scope", "Nobody reports on it.");
        opened.page->pulse({.ledgerEntries = 8});
        opened.settle();
        QVERIFY(!opened.find<NoticeBanner>("review-notice")->isVisible());
        QTRY_VERIFY(opened.action("review.accept")->isEnabled());
    }

    void whatMovesElsewhereIsSaidAndHindersNothing()
    {
        Opened opened;
        opened.review.decide(ReviewSubject::Pii, "public.customer.email", ReviewVerdict(ReviewChoice::Keep));
        opened.page->pulse({.ledgerEntries = 7});
        auto *notice = opened.find<NoticeBanner>("review-notice");
        QTRY_VERIFY(notice->isVisible());
        QVERIFY2(notice->text().contains(QStringLiteral("Personal data")), qPrintable(notice->text()));
        opened.select("scope/public.film");
        opened.decide("review.toggle-scope", "Nobody reports on it.");
        QVERIFY(opened.review.item(ReviewSubject::Scope, "public.film").item.decision);
        opened.page->setPlace({.page = opened.page->id(), .object = QStringLiteral("pii")});
        QTRY_VERIFY(!notice->isVisible()); // it is on screen now
    }

    void whatOthersCommentIsRead()
    {
        Opened opened;
        opened.select("scope/public.film");
        opened.review.item(ReviewSubject::Scope, "public.film").comments.push_back({QStringLiteral("carl"), reviewTime(0), QStringLiteral("Who reads it?")});
        const int before = opened.host.bench.calls<api::ShowReview>();
        opened.page->pulse({.ledgerEntries = 7});
        QTRY_COMPARE(opened.host.bench.calls<api::ShowReview>(), before + 1); // the item, not the list
        QCOMPARE(opened.host.bench.lastRequest<api::ShowReview>().item, std::optional(QStringLiteral("public.film")));
    }

    void aDecisionAboutAnotherReviewIsRefusedAndRead()
    {
        Opened opened;
        opened.select("scope/public.film");
        opened.action("review.toggle-scope")->trigger();
        opened.type("Nobody reports on it.");
        opened.review.decide(ReviewSubject::Scope, "public.rental", ReviewVerdict(ReviewChoice::Out));
        opened.confirm();
        auto *notice = opened.find<NoticeBanner>("review-notice");
        QTRY_VERIFY(notice->isVisible() && notice->text().contains(QStringLiteral("public.rental")));
        QVERIFY(!opened.review.item(ReviewSubject::Scope, "public.film").item.decision); // nothing was decided
    }

    void whatMovesWhileItIsReadIsReadAgain()
    {
        Opened opened;
        const int before = opened.host.bench.calls<api::ListReview>();
        opened.host.bench.hold<api::ListReview>();
        opened.page->pulse({.ledgerEntries = 7});
        opened.page->pulse({.ledgerEntries = 8});
        QCOMPARE(opened.host.bench.calls<api::ListReview>(), before + 1); // never two at a time
        opened.host.bench.release<api::ListReview>();
        QTRY_COMPARE(opened.host.bench.calls<api::ListReview>(), before + 2);
    }

    void whatComesLateIsComparedWithWhatIsOnScreen_data()
    {
        QTest::addColumn<bool>("isOtherMoved");
        QTest::newRow("nothing else moved") << false;
        QTest::newRow("another item moved") << true;
    }
    void whatComesLateIsComparedWithWhatIsOnScreen()
    {
        QFETCH(bool, isOtherMoved);
        Opened opened;
        opened.review.decide(ReviewSubject::Scope, "public.film", ReviewVerdict(ReviewChoice::Out));
        opened.page->pulse({.ledgerEntries = 7});
        QTRY_VERIFY(opened.action("review.review-moved")->isEnabled());
        if (isOtherMoved)
            opened.review.decide(ReviewSubject::Scope, "public.rental", ReviewVerdict(ReviewChoice::Out));
        const int before = opened.host.bench.calls<api::ShowReview>();
        opened.host.bench.hold<api::ShowReview>();
        opened.page->pulse({.ledgerEntries = 8});
        QTRY_COMPARE(opened.host.bench.calls<api::ShowReview>(), before + 1);
        opened.action("review.review-moved")->trigger(); // while the items are read that were compared with what was on screen before
        opened.host.bench.release<api::ShowReview>();
        opened.settle();
        QCOMPARE(opened.action("review.review-moved")->isEnabled(), isOtherMoved);
        const QString said = opened.find<NoticeBanner>("review-notice")->text();
        QCOMPARE(said.contains(QStringLiteral("moved while you were reading")), isOtherMoved);
        QVERIFY2(!isOtherMoved || said.contains(QStringLiteral("1 item of Scope: public.rental.")), qPrintable(said));
    }

    void whatIsNotAnalyzedCannotBeSigned()
    {
        SampleReview review;
        review.decideAll(ReviewSubject::Scope);
        review.isAnalyzed = false;
        Opened opened(review);
        auto *notice = opened.find<NoticeBanner>("review-notice");
        QVERIFY(notice->isVisible());
        QVERIFY2(notice->text().contains(QStringLiteral("not analyzed as it is now")), qPrintable(notice->text()));
        QVERIFY(!opened.action("signoff.approve")->isEnabled());
        QVERIFY2(opened.action("signoff.approve")->blockedWhy().contains(QStringLiteral("Analyze it first")), qPrintable(opened.action("signoff.approve")->blockedWhy()));
        QVERIFY(opened.action("review.decide-shown")->isEnabled()); // only signing waits for it
        opened.host.bench.answerBy<api::AnalyzeSource>([&opened](const api::AnalyzeSource &) -> base::Result<api::AnalysisReport> {
            opened.review.isAnalyzed = true;
            return api::AnalysisReport{};
        });
        auto *button = notice->findChild<QPushButton *>();
        QVERIFY(button);
        QCOMPARE(button->text(), opened.action("evidence.analyze")->text());
        button->click();
        QTRY_COMPARE(opened.host.bench.calls<api::AnalyzeSource>(), 1);
        QTRY_VERIFY(!notice->isVisible());
        QVERIFY(opened.action("signoff.approve")->isEnabled());
    }

    void whatWasNeverAnalyzedIsSaidOnce()
    {
        SampleReview review = SampleReview::empty();
        review.isAnalyzed = false;
        const Opened opened(review);
        QVERIFY(opened.find<QWidget>("review-empty")->isVisible()); // which offers to analyze
        QVERIFY(!opened.find<NoticeBanner>("review-notice")->isVisible());
    }

    void theNoticeKeepsTheFocus()
    {
        Opened opened;
        opened.review.decide(ReviewSubject::Scope, "public.film", ReviewVerdict(ReviewChoice::Out));
        opened.page->pulse({.ledgerEntries = 7});
        auto *notice = opened.find<NoticeBanner>("review-notice");
        QTRY_VERIFY(notice->isVisible());
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        const QPointer<QPushButton> button = notice->findChild<QPushButton *>();
        QVERIFY(button);
        button->setFocus();
        QVERIFY(button->hasFocus());
        const int before = opened.host.bench.calls<api::ListReview>();
        opened.page->pulse({.ledgerEntries = 8});
        QTRY_COMPARE(opened.host.bench.calls<api::ListReview>(), before + 1);
        opened.settle();
        QVERIFY(button && button->hasFocus());
    }

    void theSqlThatIsMissingIsSaid()
    {
        Opened opened;
        opened.find<DetailPane>("review-detail")->setCurrentTab(QStringLiteral("diff"));
        auto *missing = opened.find<QWidget>("review-no-sql");
        QTRY_VERIFY(missing->isVisible());
        QStringList said;
        for (const QLabel *label : missing->findChildren<QLabel *>())
            said += label->text();
        QVERIFY(said.join(QLatin1Char(' ')).contains(QStringLiteral("Silver is not generated yet")));
    }

    void placeAndSelectionComeBack()
    {
        Opened opened;
        opened.select("pii/public.staff.password");
        opened.find<DetailPane>("review-detail")->setCurrentTab(QStringLiteral("evidence"));
        opened.items()->filterBar().setChosenChips({QStringLiteral("open")});
        const Place place = opened.page->place();
        const QByteArray state = opened.page->saveState();
        Opened again;
        again.page->restoreState(state);
        again.page->setPlace(place);
        QTRY_COMPARE(again.page->place(), place);
        QTRY_COMPARE(again.items()->currentId(), QStringLiteral("pii/public.staff.password"));
        QCOMPARE(again.items()->filterBar().chosenChips(), QStringList{QStringLiteral("open")});
        QCOMPARE(again.subjects()->currentId(), QStringLiteral("pii"));
        QCOMPARE(again.host.bench.effects(), 0); // coming back decides nothing
    }

    void aLinkLeadsBack()
    {
        Opened opened;
        opened.select("pii/public.customer.email");
        opened.items()->filterBar().setText(QStringLiteral("email"));
        const DeepLink sent{opened.host.projectName(), opened.page->place()};
        const base::Result<DeepLink> received = DeepLink::parse(sent.toText());
        QVERIFY(received);
        Opened again;
        again.page->setPlace(received.value().place);
        QTRY_COMPARE(again.page->place(), sent.place);
        QTRY_COMPARE(again.items()->shownIds(), QStringList{QStringLiteral("pii/public.customer.email")});
        QCOMPARE(again.host.bench.effects(), 0);
    }

    void draftsComeBack()
    {
        SampleReview review;
        review.decideAll(ReviewSubject::Scope);
        std::map<QString, QString> kept;
        {
            Opened opened(review);
            opened.action("signoff.approve")->trigger();
            opened.type("Half a sent");
            kept = opened.host.drafts;
        }
        Opened again(review, kept);
        again.action("signoff.approve")->trigger();
        QCOMPARE(again.decisions()->draft(QStringLiteral("signoff.approve")), QStringLiteral("Half a sent"));
        QCOMPARE(again.host.bench.effects(), 0);
    }

    void attentionCountsSubjects()
    {
        FakePageHost host;
        SampleReview review;
        review.answerOn(host.bench);
        ReviewPage page(host);
        QSignalSpy attention(&page, &Page::attentionChanged);
        page.refresh();
        QTRY_COMPARE(attention.size(), 1);
        QCOMPARE(attention[0][0].toInt(), 5); // all but the conflicts, of which there are none
    }

    void thePaletteFindsItems()
    {
        const Opened opened;
        const std::vector<PaletteItem> items = opened.page->paletteItems(QStringLiteral("rent"));
        QCOMPARE(items.size(), std::size_t(1));
        QCOMPARE(items[0].place.object, QStringLiteral("scope/public.rental"));
        QVERIFY(opened.page->paletteItems({}).empty());
    }
};

QTEST_MAIN(ReviewStatesTest)
#include "review_states_test.moc"
