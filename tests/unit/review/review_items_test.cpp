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
            .identity = {{.table = table("a"), .candidates = {{.columns = {QStringLiteral("id")}}}}}, .writes = {{.table = table("a"), .inserts = InsertClass::Seen}}, .terms = {{.term = QStringLiteral("net")}}};
        const auto checked = checkVerdict(onlyItem(ReviewSubject(subject), findings), ReviewVerdict::parse(text).value());
        QCOMPARE(bool(checked), fits);
        if (!fits) {
            QCOMPARE(checked.error().code, ErrorCode::InvalidInput);
            QVERIFY(!checked.error().hint.isEmpty()); // says what is possible
        }
    }

    void aRestrictionOutlivesItsFinding_data()
    {
        QTest::addColumn<int>("subject");
        QTest::addColumn<QString>("item");
        QTest::addColumn<QString>("decided");
        QTest::addColumn<QString>("column");
        QTest::addColumn<bool>("isHeld");
        const auto row = [](const char *name, ReviewSubject subject, const char *item, const char *decided, const char *column, bool isHeld) {
            QTest::newRow(name) << int(subject) << QString::fromLatin1(item) << QString::fromLatin1(decided) << QString::fromLatin1(column) << isHeld;
        };
        row("redacted", ReviewSubject::Pii, "public.customer.email", "redact", "email", true);
        row("hashed, a name in quotes", ReviewSubject::Pii, "public.customer.\"E.Mail\"", "hash", "E.Mail", true);
        row("kept", ReviewSubject::Pii, "public.customer.email", "keep", "", false);
        row("out of scope", ReviewSubject::Scope, "public.customer", "out", "", true);
        row("in scope", ReviewSubject::Scope, "public.customer", "in", "", false);
        row("purged only", ReviewSubject::WriteBehaviour, "public.customer", "update=po_only,delete=purge_only", "", true);
        row("deleted", ReviewSubject::WriteBehaviour, "public.customer", "delete=hard", "", false);
        row("a key", ReviewSubject::Identity, "public.customer", "key:id", "", false);
        row("a term", ReviewSubject::Glossary, "net", "accept", "", false);
    }
    void aRestrictionOutlivesItsFinding()
    {
        QFETCH(int, subject);
        QFETCH(QString, item);
        QFETCH(QString, decided);
        QFETCH(QString, column);
        QFETCH(bool, isHeld);
        ReviewDecisions decisions;
        decisions.insert(item, decision(decided.toUtf8().constData()));
        const std::vector<ReviewItem> items = reviewItems(ReviewSubject(subject), {}, decisions);
        QCOMPARE(items.size(), isHeld ? 1u : 0u);
        if (!isHeld)
            return;
        QCOMPARE(items[0].item, item);
        QCOMPARE(items[0].presence, ReviewPresence::Held);
        QCOMPARE(items[0].table, std::optional(table("customer")));
        QCOMPARE(items[0].column.value_or(QString()), column);
        QCOMPARE(items[0].decision->actor, QStringLiteral("anna@desk (cli)"));
        QVERIFY(items[0].finding.toEnglish().startsWith(QStringLiteral("No longer found.")));
        QVERIFY(checkVerdict(items[0], verdict(ReviewSubject(subject) == ReviewSubject::Pii ? "keep" : ReviewSubject(subject) == ReviewSubject::Scope ? "in" : "delete=hard"))); // lifts it
        QVERIFY(isRestrictive(items[0].proposal)); // agreeing to all that is proposed lifts nothing
    }

    void aHeldItemIsOtherThanAFoundOne()
    {
        ReviewDecisions decisions;
        decisions.insert(QStringLiteral("public.customer.email"), decision("redact"));
        QVERIFY(onlyItem(ReviewSubject::Pii, {.pii = {email()}}, decisions).digest != onlyItem(ReviewSubject::Pii, {}, decisions).digest);
    }

    /// What was decided otherwise after it was signed is no decision about what was signed.
    void whatIsGoneShowsOnlyItsOwnDecision()
    {
        const SignedState lastSigned{ReviewSubject::Glossary, {{QStringLiteral("rental"), {}, {}, verdict("accept"), ReviewItemDigest::of("as it was")}}};
        for (const char *decided : {"accept", "reject"}) {
            ReviewDecisions decisions;
            decisions.insert(QStringLiteral("rental"), decision(decided));
            const std::vector<ReviewItem> missing = missingItems(lastSigned, {}, decisions);
            QCOMPARE(missing.size(), 1u);
            QCOMPARE(missing[0].presence, ReviewPresence::Gone);
            QCOMPARE(missing[0].proposal, verdict("accept"));
            QCOMPARE(missing[0].decision.has_value(), missing[0].proposal == verdict(decided));
        }
    }

    void whatWasSignedAndIsMissing()
    {
        const auto was = [](const char *name, const char *decided, std::optional<QString> column) {
            return SignedItem{QString::fromLatin1(name), table("customer"), std::move(column), verdict(decided), ReviewItemDigest::of("as it was")};
        };
        const SignedState lastSigned{ReviewSubject::Pii, {was("public.customer.email", "redact", QStringLiteral("email")), was("public.customer.name", "keep", QStringLiteral("name")),
                                                          was("public.customer.phone", "hash", QStringLiteral("phone"))}};
        ReviewDecisions decisions;
        decisions.insert(QStringLiteral("public.customer.phone"), decision("hash")); // stands, so it is an item already
        decisions.insert(QStringLiteral("public.customer.email"), decision("keep")); // lifted, and not signed yet
        const std::vector<ReviewItem> missing = missingItems(lastSigned, reviewItems(ReviewSubject::Pii, {}, decisions), decisions);
        QCOMPARE(missing.size(), 2u);
        QCOMPARE(missing[0].item, QStringLiteral("public.customer.email"));
        QCOMPARE(missing[0].presence, ReviewPresence::Held);
        QCOMPARE(missing[0].proposal, verdict("redact"));
        QCOMPARE(missing[0].decision->verdict, verdict("keep"));
        QCOMPARE(missing[1].item, QStringLiteral("public.customer.name"));
        QCOMPARE(missing[1].presence, ReviewPresence::Gone);
        QVERIFY(missing[1].choices.empty());
        QCOMPARE(checkVerdict(missing[1], verdict("keep")).error().code, ErrorCode::NotFound);
        decisions.clear(); // taken back: it is to be decided
        const std::vector<ReviewItem> open = missingItems(lastSigned, reviewItems(ReviewSubject::Pii, {}, decisions), decisions);
        QCOMPARE(open.size(), 3u);
        QVERIFY(!open[0].decision);
        QCOMPARE(open[0].presence, ReviewPresence::Held);
    }

    void writesWithoutEvidenceAskNothing()
    {
        const ReviewFindings findings{.writes = {{.table = table("quiet")}, {.table = table("decided")}, {.table = table("seen"), .deletes = DeleteClass::Hard, .evidence = {place(EvidenceKind::SourceFile, "src/a.sql", 3)}}}};
        ReviewDecisions decisions;
        decisions.insert(QStringLiteral("public.decided"), decision("delete=soft"));
        const std::vector<ReviewItem> items = reviewItems(ReviewSubject::WriteBehaviour, findings, decisions);
        QCOMPARE(items.size(), 2u);
        QCOMPARE(items[0].item, QStringLiteral("public.decided"));
        QCOMPARE(items[0].presence, ReviewPresence::Found);
        QCOMPARE(items[1].item, QStringLiteral("public.seen"));
        const std::vector<ReviewItem> quiet = itemsWithoutEvidence(findings, decisions);
        QCOMPARE(quiet.size(), 1u);
        QCOMPARE(quiet[0].item, QStringLiteral("public.quiet"));
        QVERIFY(checkVerdict(quiet[0], verdict("delete=purge_only"))); // a person may know better
    }

    void classesAreInWords()
    {
        const ReviewItem item = onlyItem(ReviewSubject::WriteBehaviour, {.writes = {{.table = table("a"), .inserts = InsertClass::Seen, .updates = UpdateClass::RawSqlOmitsUpdated, .deletes = DeleteClass::PurgeOnly,
            .evidence = {place(EvidenceKind::SourceFile, "src/a.sql", 3)}}}});
        QCOMPARE(item.finding.toEnglish(), QStringLiteral("The application's code inserts rows. It updates rows by a statement that leaves the watermark out. It deletes rows only in housekeeping."));
    }

    void effectsAreTrue_data()
    {
        QTest::addColumn<int>("subject");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::addColumn<QString>("doesNotSay");
        const auto row = [](const char *name, ReviewSubject subject, const char *text, const char *says, const char *doesNotSay) {
            QTest::newRow(name) << int(subject) << QString::fromLatin1(text) << QString::fromLatin1(says) << QString::fromLatin1(doesNotSay);
        };
        // lakehouse deletes goes by it: docs/user/deletes.md
        row("deletes never", ReviewSubject::WriteBehaviour, "delete=never", "every few days (delete-audit-days)", "yet");
        row("deletes soft", ReviewSubject::WriteBehaviour, "delete=soft", "every few days (delete-audit-days)", "yet");
        row("deletes hard", ReviewSubject::WriteBehaviour, "delete=hard", "after every load", "yet");
        row("purged", ReviewSubject::WriteBehaviour, "delete=purge_only", "unless [purge-policy] says propagate", "yet");
        row("a conflict", ReviewSubject::Conflicts, "pick:first", "Nothing follows it yet", "follow what is decided");
        row("a term", ReviewSubject::Glossary, "edit:it means that", "Nothing follows it yet", "use the term");
        row("a term that is not one", ReviewSubject::Glossary, "reject", "Nothing follows it yet", "is not used");
        row("a mask", ReviewSubject::Pii, "redact", "once there is one", "Silver holds");
        row("a key", ReviewSubject::Identity, "key:id", "may merge by id", "silver tests");
    }
    void effectsAreTrue()
    {
        QFETCH(int, subject);
        QFETCH(QString, text);
        QFETCH(QString, says);
        QFETCH(QString, doesNotSay);
        const ReviewFindings findings{.scope = {{.table = table("a")}}, .pii = {email()}, .conflicts = {{.table = table("a"), .about = QStringLiteral("code")}},
            .identity = {{.table = table("a")}}, .writes = {{.table = table("a"), .inserts = InsertClass::Seen}}, .terms = {{.term = QStringLiteral("net")}}};
        QString effects;
        for (const lakehouse::base::Text &effect : effectsOf(onlyItem(ReviewSubject(subject), findings), ReviewVerdict::parse(text).value()))
            effects += effect.toEnglish() + QLatin1Char(' ');
        QVERIFY2(effects.contains(says), qPrintable(effects));
        QVERIFY2(!effects.contains(doesNotSay), qPrintable(effects));
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
