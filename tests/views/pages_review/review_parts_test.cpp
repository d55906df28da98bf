#include "kit/english_plurals.h"
#include "pages/review/item_words.h"
#include "pages/review/read_subject.h"
#include "pages/review/review_decisions.h"
#include "pages/review/review_table.h"
#include "pages/review/review_words.h"
#include "pages/review/subject_table.h"
#include "views/pages_review/sample_review.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

std::shared_ptr<ReadSubject> read(const SampleReview &review, ReviewSubject subject)
{
    auto made = std::make_shared<ReadSubject>(subject);
    made->add(review.show({.subject = subject}).value());
    made->finish();
    return made;
}

} // namespace

class ReviewPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(new EnglishPlurals(qApp)); }

    void rowsSayHowEachItemStands()
    {
        SampleReview review;
        review.decide(ReviewSubject::Scope, "public.film", ReviewVerdict(ReviewChoice::In));
        review.of(ReviewSubject::Scope).moved = {QStringLiteral("public.film")};
        const ReviewTableRows rows(read(review, ReviewSubject::Scope));
        QCOMPARE(rows.count(), 4);
        QCOMPARE(rows.id(1), QStringLiteral("scope/public.film"));
        QCOMPARE(rows.text(0, int(ReviewColumn::State)), QStringLiteral("Open"));
        QCOMPARE(*rows.status(0, int(ReviewColumn::State)), Status::NeedsYou);
        QCOMPARE(rows.text(1, int(ReviewColumn::State)), QStringLiteral("Moved"));
        QCOMPARE(*rows.status(1, int(ReviewColumn::State)), Status::Stale);
        QVERIFY(rows.needsMe(1));
        QCOMPARE(rows.text(3, int(ReviewColumn::State)), QStringLiteral("Decided"));
        QCOMPARE(rows.text(3, int(ReviewColumn::Decision)), QStringLiteral("out of scope"));
        QCOMPARE(rows.text(3, int(ReviewColumn::DecidedBy)), QStringLiteral("ben@build.example.com (cli)"));
        QVERIFY(!rows.needsMe(3));
        QCOMPARE(rows.number(0, int(ReviewColumn::DecidedAt)), std::nullopt);
    }

    void subjectsSayHowTheyStand()
    {
        SampleReview review;
        review.of(ReviewSubject::Scope).state = SignOffState::Stale;
        review.of(ReviewSubject::Scope).signedBy = QStringLiteral("anna");
        review.of(ReviewSubject::Scope).signedAtUtc = reviewTime(-10);
        review.of(ReviewSubject::Scope).moved = {QStringLiteral("public.film"), QStringLiteral("public.gone")};
        const SubjectTableRows rows(review.overview());
        QCOMPARE(rows.count(), 6);
        QCOMPARE(rows.id(4), QStringLiteral("write-behaviour"));
        QCOMPARE(rows.text(0, int(SubjectColumn::State)), QStringLiteral("Stale"));
        QCOMPARE(*rows.status(0, int(SubjectColumn::State)), Status::Stale);
        QVERIFY(rows.reason(0, int(SubjectColumn::State)).startsWith(QStringLiteral("2 items changed since anna signed Scope")));
        QCOMPARE(rows.text(0, int(SubjectColumn::Items)), QStringLiteral("4"));
        QCOMPARE(rows.text(0, int(SubjectColumn::Open)), QStringLiteral("3"));
        QVERIFY(rows.needsMe(0));
        QVERIFY(!rows.needsMe(2)); // no conflicts, and nobody asks for a sign-off
        review.isSignoffRequired = true;
        QVERIFY(SubjectTableRows(review.overview()).needsMe(2));
    }

    void verdictsInWords_data()
    {
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("words");
        QTest::newRow("in") << "in" << "in scope";
        QTest::newRow("first") << "pick:first" << "the first holds";
        QTest::newRow("second") << "pick:second" << "the second holds";
        QTest::newRow("key") << "key:order_id,line" << "key order_id,line";
        QTest::newRow("edit") << "edit:a film at home" << "it means: a film at home";
        QTest::newRow("classes") << "update=po_only,delete=soft" << "updates: only through the application's persistence layer; deletes: marked by a column";
        QTest::newRow("deletes alone") << "delete=hard" << "deletes: rows disappear";
        QTest::newRow("open") << "open" << "open";
    }
    void verdictsInWords()
    {
        QFETCH(QString, verdict);
        QFETCH(QString, words);
        QCOMPARE(verdictWords(ReviewVerdict::parse(verdict).value()), words);
    }

    void whatMovedIsFound()
    {
        SampleReview review;
        const auto before = read(review, ReviewSubject::Scope);
        review.decide(ReviewSubject::Scope, "public.film", ReviewVerdict(ReviewChoice::Out));
        std::erase_if(review.of(ReviewSubject::Scope).items, [](const api::ReviewItemDetail &detail) { return detail.item.item == QLatin1String("public.rental"); });
        const ReviewMoves moves = movesBetween(*before, *read(review, ReviewSubject::Scope));
        QCOMPARE(moves.inReview, QStringList{QStringLiteral("public.film")});
        QCOMPARE(moves.gone, QStringList{QStringLiteral("public.rental")});
        QVERIFY(movedSentence(moves, ReviewSubject::Scope).contains(QStringLiteral("2 items of Scope: public.film, public.rental")));
        QVERIFY(movesBetween(*before, *before).isEmpty());
    }

    void pagesBecomeOneSubject()
    {
        const SampleReview review;
        const api::ReviewPage whole = review.show({.subject = ReviewSubject::Scope}).value();
        auto partial = std::make_shared<ReadSubject>(ReviewSubject::Scope);
        api::ReviewPage first = whole, second = whole;
        first.items.resize(2);
        first.next = QStringLiteral("there");
        second.items.erase(second.items.begin(), second.items.begin() + 2);
        const SubjectPage begun = pageOf(first, partial, nullptr);
        QCOMPARE(begun.next, std::optional(QStringLiteral("there")));
        const SubjectPage done = pageOf(second, partial, read(review, ReviewSubject::Scope));
        QVERIFY(!done.next);
        QVERIFY(done.moves.isEmpty());
        QCOMPARE(done.subject->rows().size(), std::size_t(4));
        QVERIFY(done.subject->find(QStringLiteral("public.rental")));
        QVERIFY(!done.subject->find(QStringLiteral("public.ren")));
    }

    void idsOfRowsAreRead_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("isKnown");
        QTest::addColumn<QString>("item");
        QTest::newRow("item") << "pii/public.customer.email" << true << "public.customer.email";
        QTest::newRow("subject alone") << "write-behaviour" << true << "";
        QTest::newRow("a slash in the name") << "glossary/in/out" << true << "in/out";
        QTest::newRow("another subject") << "colour/blue" << false << "";
        QTest::newRow("nothing") << "" << false << "";
    }
    void idsOfRowsAreRead()
    {
        QFETCH(QString, id);
        QFETCH(bool, isKnown);
        QFETCH(QString, item);
        const auto parts = partsOfRowId(id);
        QCOMPARE(parts.has_value(), isKnown);
        if (parts)
            QCOMPARE(parts->second, item);
    }

    void consequencesFollowTheDecision_data()
    {
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("said");
        QTest::newRow("one table out") << "out" << 1 << "1 table is left out of the extraction plan";
        QTest::newRow("many tables out") << "out" << 12 << "12 tables are left out of the extraction plan";
        QTest::newRow("hash") << "hash" << 2 << "masks 2 columns: silver, once there is one, holds a keyed hash of them.";
        QTest::newRow("hard deletes") << "delete=hard" << 1 << "deletes are looked for after every load.";
        QTest::newRow("no deletes") << "delete=never" << 1 << "deletes are looked for every few days (delete-audit-days)";
        QTest::newRow("purges") << "delete=purge_only" << 1 << "Rows that a purge deletes stay in the lakehouse, unless [purge-policy] says propagate";
        QTest::newRow("a conflict") << "pick:first" << 2 << "What is decided about 2 conflicts is recorded. Nothing follows it yet";
        QTest::newRow("a term") << "accept" << 1 << "1 term is recorded so. Nothing follows them yet";
        QTest::newRow("no key of many") << "none" << 3 << "3 items are without a key: a table is loaded in full, and tables that may be one thing stay separate.";
        QTest::newRow("taken back") << "open" << 1 << "1 item is open again";
    }
    void consequencesFollowTheDecision()
    {
        QFETCH(QString, verdict);
        QFETCH(int, count);
        QFETCH(QString, said);
        const DecideTarget target{.subject = ReviewSubject::Scope, .items = QStringList(count, QStringLiteral("public.film")), .count = count, .verdict = ReviewVerdict::parse(verdict).value()};
        SampleReview review;
        ReviewState state{.overview = review.overview()};
        QVERIFY2(decideConsequences(target, state).join(QLatin1Char('\n')).contains(said), qPrintable(decideConsequences(target, state).join(QLatin1Char('\n'))));
        QVERIFY(decideConsequences(target, state).back().contains(QStringLiteral("once Scope is signed off")));
        review.of(ReviewSubject::Scope).state = SignOffState::Signed;
        state.overview = review.overview();
        QVERIFY(decideConsequences(target, state).back().contains(QStringLiteral("becomes stale")));
    }

    void ofOneItemTheRulesSayWhatFollows_data()
    {
        QTest::addColumn<QString>("verdict"); // empty: as proposed
        QTest::addColumn<QString>("said");
        QTest::newRow("an option") << "none" << "The tables are loaded as separate things.";
        QTest::newRow("as proposed") << "" << "The tables are loaded as separate things.";
        QTest::newRow("typed") << "key:a,b" << "The extraction plan may merge by a,b";
        QTest::newRow("taken back") << "open" << "1 item is open again";
    }
    void ofOneItemTheRulesSayWhatFollows()
    {
        QFETCH(QString, verdict);
        QFETCH(QString, said);
        const QString item = QStringLiteral("public.rental, public.rental_2");
        DecideTarget target{.subject = ReviewSubject::Identity, .items = {item}, .count = 1};
        if (!verdict.isEmpty())
            target.verdict = ReviewVerdict::parse(verdict).value();
        ReviewState state{.overview = SampleReview().overview(), .subject = ReviewSubject::Identity, .item = item, .detail = api::ReviewItemDetail{}};
        state.detail->item.item = item;
        state.detail->item.proposal = ReviewVerdict(ReviewChoice::None);
        state.detail->options = {{ReviewVerdict(ReviewChoice::None), {QT_TRANSLATE_NOOP("core", "The tables are loaded as separate things.")}}};
        QVERIFY2(decideConsequences(target, state).front().startsWith(said), qPrintable(decideConsequences(target, state).front()));
        target.items = {QStringLiteral("public.other")}; // not the one on screen
        QVERIFY(!decideConsequences(target, state).front().contains(QStringLiteral("separate things")));
    }

    void evidenceNamesPlaceLineAndRows()
    {
        const SampleReview review;
        const std::vector<EvidenceItem> evidence = evidenceOf(review.of(ReviewSubject::Pii).items.front().item);
        QCOMPARE(evidence.size(), std::size_t(2));
        QCOMPARE(evidence[0].certainty, QStringLiteral("seen in 599 rows"));
        QCOMPARE(evidence[1].where, QStringLiteral("src/Mail.java, line 42"));
        QCOMPARE(evidence[1].statement, QStringLiteral("sends to customer.email"));
    }

    void historyHasDecisionsCommentsAndSignOffs()
    {
        SampleReview review;
        const auto why = [](const char *text) { return Reason::parse(QString::fromLatin1(text)).value(); };
        ReviewState state{.overview = review.overview(), .detail = review.item(ReviewSubject::Scope, "public.staff")};
        state.detail->comments = {{QStringLiteral("carl"), reviewTime(-3), QStringLiteral("Is that so?")}};
        state.events = {{.act = api::SubjectAct::Assigned, .actor = QStringLiteral("anna"), .atUtc = reviewTime(-9), .to = QStringLiteral("carl")},
                        {.act = api::SubjectAct::Signed, .actor = QStringLiteral("anna"), .atUtc = reviewTime(-5), .reason = why("read with the officer")},
                        {.act = api::SubjectAct::Revoked, .actor = QStringLiteral("berta"), .atUtc = reviewTime(-4), .reason = why("signed too early")},
                        {.act = api::SubjectAct::Signed, .actor = QStringLiteral("carl"), .atUtc = reviewTime(-2), .reason = why("read again")},
                        {.act = api::SubjectAct::Assigned, .actor = QStringLiteral("anna"), .atUtc = reviewTime(-1)}};
        const std::vector<HistoryItem> history = historyOf(state);
        QCOMPARE(history.size(), std::size_t(7));
        QVERIFY(history[0].what.startsWith(QStringLiteral("Decided: out of scope")));
        QCOMPARE(history[1].reason, QStringLiteral("Is that so?"));
        QStringList events;
        for (std::size_t i = 2; i < history.size(); ++i)
            events += history[i].who + QStringLiteral(": ") + history[i].what + QStringLiteral("; ") + history[i].reason;
        QCOMPARE(events, (QStringList{QStringLiteral("anna: Assigned Scope to carl; "), QStringLiteral("anna: Signed Scope off; read with the officer"),
                                      QStringLiteral("berta: Revoked the sign-off of Scope; signed too early"), QStringLiteral("carl: Signed Scope off; read again"),
                                      QStringLiteral("anna: Assigned Scope to nobody; ")}));
        QCOMPARE(earlierReasons(state), QStringList{QStringLiteral("Agreed in the meeting.")});
        state.detail.reset(); // of the subject alone
        QCOMPARE(historyOf(state).size(), std::size_t(5));
    }

    void whatIsGoneIsNoDecision()
    {
        SampleReview review;
        review.vanish(ReviewSubject::Scope, "public.staff"); // the last of four
        const auto items = read(review, ReviewSubject::Scope);
        QCOMPARE(items->rows().size(), std::size_t(4));
        QCOMPARE(items->decidable(), 3);
        const ReviewTableRows rows(items);
        QCOMPARE(rows.text(3, int(ReviewColumn::State)), QStringLiteral("Gone"));
        QCOMPARE(*rows.status(3, int(ReviewColumn::State)), Status::Stale);
        QCOMPARE(rows.text(3, int(ReviewColumn::Proposal)), QString());
        QCOMPARE(rows.text(3, int(ReviewColumn::Decision)), QStringLiteral("out of scope"));
        QVERIFY(rows.reason(3, int(ReviewColumn::State)).contains(QStringLiteral("no longer found")));
        for (const FilterChip &chip : reviewChips(JustMoved::None))
            QCOMPARE(chip.accepts(rows, 3), chip.id == QLatin1String("moved"));
        QVERIFY(SubjectTableRows(review.overview()).reason(0, int(SubjectColumn::State)).endsWith(QStringLiteral("1 of them no longer found.")));
    }
};

QTEST_MAIN(ReviewPartsTest)
#include "review_parts_test.moc"
