#include "rules/review/review_items.h"

#include <QTest>

using namespace lakehouse::model;
using namespace lakehouse::rules;
using lakehouse::base::ErrorCode;

namespace {

TableName table(const char *name) { return TableName::create(QStringLiteral("public"), QString::fromUtf8(name)).value(); }
ReviewVerdict verdict(const char *text) { return ReviewVerdict::parse(QString::fromLatin1(text)).value(); }
ReviewDecision decision(const char *text) { return {.verdict = verdict(text), .reason = Reason::parse(QStringLiteral("looked at")).value(), .actor = QStringLiteral("anna@desk (cli)")}; }
Evidence place(EvidenceKind kind, const char *where, qint64 line = 0, qint64 rows = 0)
{
    return {.kind = kind, .place = QString::fromUtf8(where), .detail = QStringLiteral("seen"), .line = line, .rows = rows};
}

PiiCandidate email()
{
    return {.table = table("customer"), .column = QStringLiteral("email"), .personalData = PersonalData::Email, .confidence = Confidence::Certain, .sampled = 500, .matched = 498,
        .evidence = {place(EvidenceKind::Catalog, "column public.customer.email"), place(EvidenceKind::Sample, "public.customer", 0, 500)}};
}

ReviewItem onlyItem(ReviewSubject subject, const ReviewFindings &findings, const ReviewDecisions &decisions = {})
{
    const std::vector<ReviewItem> items = reviewItems(subject, findings, decisions);
    return items.size() == 1 ? items.front() : ReviewItem{};
}

} // namespace

class ReviewItemsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void proposesByEvidence_data()
    {
        QTest::addColumn<int>("personalData");
        QTest::addColumn<int>("confidence");
        QTest::addColumn<QString>("proposal");
        QTest::newRow("e-mail") << int(PersonalData::Email) << int(Confidence::Certain) << "hash";
        QTest::newRow("birth date") << int(PersonalData::BirthDate) << int(Confidence::Likely) << "redact";
        QTest::newRow("password") << int(PersonalData::Credential) << int(Confidence::Certain) << "redact";
        QTest::newRow("weak e-mail") << int(PersonalData::Email) << int(Confidence::Weak) << "keep";
    }
    void proposesByEvidence()
    {
        QFETCH(int, personalData);
        QFETCH(int, confidence);
        QFETCH(QString, proposal);
        PiiCandidate candidate = email();
        candidate.personalData = PersonalData(personalData);
        candidate.confidence = Confidence(confidence);
        const ReviewItem item = onlyItem(ReviewSubject::Pii, {.pii = {candidate}});
        QCOMPARE(item.item, QStringLiteral("public.customer.email"));
        QCOMPARE(item.proposal.toString(), proposal);
        QCOMPARE(item.choices.size(), 3u);
        QVERIFY(!item.decision);
        QVERIFY(!item.effects.empty());
    }

    void aKeyIsProposedOnlyWhenItWasMeasuredWhole()
    {
        IdentityCandidate noKey{.table = table("b6"), .candidates = {{.columns = {QStringLiteral("code")}, .rows = 10, .isComplete = false}, {.columns = {QStringLiteral("id"), QStringLiteral("line")}, .rows = 10, .isComplete = true}},
            .evidence = {place(EvidenceKind::Catalog, "table public.b6")}};
        const ReviewItem item = onlyItem(ReviewSubject::Identity, {.identity = {noKey}});
        QCOMPARE(item.proposal.toString(), QStringLiteral("key:id,line"));
        QCOMPARE(item.choices.size(), 3u); // two keys and none
        noKey.candidates[1].duplicates = 1;
        QCOMPARE(onlyItem(ReviewSubject::Identity, {.identity = {noKey}}).proposal.toString(), QStringLiteral("none"));
        noKey.candidates.clear();
        QCOMPARE(onlyItem(ReviewSubject::Identity, {.identity = {noKey}}).proposal.toString(), QStringLiteral("none"));
    }

    void aTableWithoutAKeyIsAskedForOne()
    {
        const ReviewItem noKey = onlyItem(ReviewSubject::Identity, {.identity = {{.table = table("b6"), .evidence = {place(EvidenceKind::Catalog, "table public.b6")}}}});
        QVERIFY(checkVerdict(noKey, verdict("key:id,line"))); // no candidate was found, so a person is needed most
        QCOMPARE(noKey.effects.front().toEnglish(), QStringLiteral("The table loads in full; deletes of single rows cannot be told."));
        const ReviewItem several = onlyItem(ReviewSubject::Identity, {.identity = {{.table = table("customer"), .question = IdentityQuestion::SeveralNames, .others = {table("customer_old")},
            .evidence = {place(EvidenceKind::Catalog, "table public.customer")}}}});
        QCOMPARE(several.item, QStringLiteral("public.customer:several-names"));
        QVERIFY(!checkVerdict(several, verdict("key:id")));
        QVERIFY(checkVerdict(several, verdict("none")));
        QCOMPARE(several.effects.front().toEnglish(), QStringLiteral("The tables are loaded as separate things."));
    }

    void aDigestIsOverWhatIsAsserted_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("isSame");
        QTest::newRow("nothing") << "nothing" << true;
        QTest::newRow("a line that moved") << "line" << true;
        QTest::newRow("other counts") << "counts" << true;
        QTest::newRow("other wording") << "wording" << true;
        QTest::newRow("order of the evidence") << "order" << true;
        QTest::newRow("another class") << "class" << false;
        QTest::newRow("another place") << "place" << false;
        QTest::newRow("evidence that is new") << "more" << false;
        QTest::newRow("decided") << "decided" << false;
    }
    void aDigestIsOverWhatIsAsserted()
    {
        QFETCH(QString, change);
        QFETCH(bool, isSame);
        PiiCandidate candidate = email();
        ReviewDecisions decisions;
        if (change == QLatin1String("line"))
            candidate.evidence[0].line = 17;
        else if (change == QLatin1String("counts"))
            candidate.sampled = 900, candidate.matched = 899, candidate.evidence[1].rows = 900;
        else if (change == QLatin1String("wording"))
            candidate.evidence[0].statement = "In other words.";
        else if (change == QLatin1String("order"))
            std::swap(candidate.evidence[0], candidate.evidence[1]);
        else if (change == QLatin1String("class"))
            candidate.personalData = PersonalData::Phone;
        else if (change == QLatin1String("place"))
            candidate.evidence[0].place = QStringLiteral("elsewhere");
        else if (change == QLatin1String("more"))
            candidate.evidence.push_back(place(EvidenceKind::Comment, "comment of public.customer.email"));
        else if (change == QLatin1String("decided"))
            decisions.insert(QStringLiteral("public.customer.email"), decision("hash"));
        const ReviewItemDigest before = onlyItem(ReviewSubject::Pii, {.pii = {email()}}).digest;
        QCOMPARE(onlyItem(ReviewSubject::Pii, {.pii = {candidate}}, decisions).digest == before, isSame);
    }

    void aDecisionThatNoLongerFitsIsNotTaken()
    {
        ReviewDecisions decisions;
        decisions.insert(QStringLiteral("public.customer.email"), decision("out"));
        QVERIFY(!onlyItem(ReviewSubject::Pii, {.pii = {email()}}, decisions).decision);
        decisions.insert(QStringLiteral("public.customer.email"), decision("keep"));
        const ReviewItem item = onlyItem(ReviewSubject::Pii, {.pii = {email()}}, decisions);
        QVERIFY(item.decision);
        QCOMPARE(item.decision->verdict, verdict("keep"));
    }

    void verdictsAnswerTheQuestion_data()
    {
        QTest::addColumn<int>("subject");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("fits");
        const auto row = [](const char *name, ReviewSubject subject, const char *text, bool fits) { QTest::newRow(name) << int(subject) << QString::fromLatin1(text) << fits; };
        row("scope out", ReviewSubject::Scope, "out", true);
        row("scope hash", ReviewSubject::Scope, "hash", false);
        row("pii redact", ReviewSubject::Pii, "redact", true);
        row("pii out", ReviewSubject::Pii, "out", false);
        row("conflict both", ReviewSubject::Conflicts, "both-valid", true);
        row("conflict keep", ReviewSubject::Conflicts, "keep", false);
        row("any key", ReviewSubject::Identity, "key:other", true);
        row("no key", ReviewSubject::Identity, "none", true);
        row("identity in", ReviewSubject::Identity, "in", false);
        row("classes", ReviewSubject::WriteBehaviour, "delete=soft", true);
        row("write accept", ReviewSubject::WriteBehaviour, "accept", false);
        row("edit", ReviewSubject::Glossary, "edit:what it means", true);
        row("glossary none", ReviewSubject::Glossary, "none", false);
        row("open takes back", ReviewSubject::Glossary, "open", true);
    }
    void verdictsAnswerTheQuestion()
    {
        QFETCH(int, subject);
        QFETCH(QString, text);
        QFETCH(bool, fits);
        const ReviewFindings findings{.scope = {{.table = table("a")}}, .pii = {email()}, .conflicts = {{.table = table("a"), .about = QStringLiteral("code")}},
            .identity = {{.table = table("a"), .candidates = {{.columns = {QStringLiteral("id")}}}}}, .writes = {{.table = table("a")}}, .terms = {{.term = QStringLiteral("net")}}};
        const auto checked = checkVerdict(onlyItem(ReviewSubject(subject), findings), ReviewVerdict::parse(text).value());
        QCOMPARE(bool(checked), fits);
        if (!fits) {
            QCOMPARE(checked.error().code, ErrorCode::InvalidInput);
            QVERIFY(!checked.error().hint.isEmpty()); // says what is possible
        }
    }

    void itemsAreByNameAndEachOnce()
    {
        const ReviewFindings findings{.terms = {{.term = QStringLiteral("net"), .definition = QStringLiteral("first")}, {.term = QStringLiteral("due")}, {.term = QStringLiteral("net"), .definition = QStringLiteral("second")}}};
        const std::vector<ReviewItem> items = reviewItems(ReviewSubject::Glossary, findings, {});
        QCOMPARE(items.size(), 2u);
        QCOMPARE(items[0].item, QStringLiteral("due"));
        QCOMPARE(items[1].item, QStringLiteral("net"));
        QCOMPARE(items[1].finding.toEnglish(), QStringLiteral("first"));
    }

    void oneTermDefinedInTwoPlacesIsTwoItems()
    {
        const ReviewFindings findings{.terms = {{.term = QStringLiteral("rate"), .definition = QStringLiteral("per day"), .table = table("film"), .column = QStringLiteral("rate")},
                                                {.term = QStringLiteral("rate"), .definition = QStringLiteral("of exchange"), .table = table("currency")}}};
        const std::vector<ReviewItem> items = reviewItems(ReviewSubject::Glossary, findings, {});
        QCOMPARE(items.size(), 2u);
        QCOMPARE(items[0].item, QStringLiteral("rate (public.currency)"));
        QCOMPARE(items[1].item, QStringLiteral("rate (public.film.rate)"));
    }

    void namesWithQuotesStayTheirOwn()
    {
        PiiCandidate left = email(), right = email();
        left.column = QStringLiteral("a.b");
        right.column = QStringLiteral("a\".\"b");
        const std::vector<ReviewItem> items = reviewItems(ReviewSubject::Pii, {.pii = {left, right}}, {});
        QCOMPARE(items.size(), 2u);
        QVERIFY(items[0].item != items[1].item);
    }
};

QTEST_GUILESS_MAIN(ReviewItemsTest)
#include "review_items_test.moc"
