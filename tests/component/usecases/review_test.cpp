#include "component/usecases/reviewed_film.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"
#include "text/csv.h"

#include <QFile>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

Q_DECLARE_METATYPE(lakehouse::model::ReviewSubject)

class ReviewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sixSubjectsAndWhatIsOpen_data() { LAKEHOUSE_BOTH_DOORS(); }
    void sixSubjectsAndWhatIsOpen()
    {
        QFETCH(Door, door);
        ReviewedFilm film;
        LAKEHOUSE_VALUE(const ReviewOverview overview, film.doors.ask(ListReview{}, door));
        QCOMPARE(overview.subjects.size(), 6u);
        const std::vector<qint64> items{2, 2, 1, 1, 1, 1};
        for (std::size_t i = 0; i < 6; ++i) {
            QCOMPARE(overview.subjects[i].subject, allReviewSubjects[i]);
            QCOMPARE(overview.subjects[i].items, items[i]);
            QCOMPARE(overview.subjects[i].open, items[i]);
            QCOMPARE(overview.subjects[i].state, SignOffState::NotSigned);
        }
    }

    void anItemComesWithItsEvidence_data() { LAKEHOUSE_BOTH_DOORS(); }
    void anItemComesWithItsEvidence()
    {
        QFETCH(Door, door);
        ReviewedFilm film;
        LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour, .item = QStringLiteral("public.film")}, door));
        QVERIFY(page.detail);
        QCOMPARE(page.detail->item.evidence.front().place, QStringLiteral("src/Film.java"));
        QCOMPARE(page.detail->item.evidence.front().line, 12);
        QCOMPARE(page.detail->item.proposal.toString(), QStringLiteral("update=raw_sql_omits_updated,delete=never"));
        QVERIFY(!page.detail->item.effects.empty());
        QCOMPARE(film.doors.ask(ShowReview{.subject = ReviewSubject::Scope, .item = QStringLiteral("public.nothing")}, door).error().code, ErrorCode::NotFound);
    }

    void listsByPageAndFilter()
    {
        ReviewedFilm film;
        LAKEHOUSE_VALUE(const ReviewPage first, film.doors.ask(ShowReview{.subject = ReviewSubject::Scope, .limit = 1}));
        QCOMPARE(first.items.size(), 1u);
        QCOMPARE(first.matching, 2);
        QVERIFY(first.next);
        LAKEHOUSE_VALUE(const ReviewPage second, film.doors.ask(ShowReview{.subject = ReviewSubject::Scope, .after = first.next, .limit = 1}));
        QCOMPARE(second.items.front().item, QStringLiteral("public.film"));
        QVERIFY(!second.next);
        LAKEHOUSE_VALUE(const ReviewPage filtered, film.doors.ask(ShowReview{.subject = ReviewSubject::Scope, .filter = QStringLiteral("COPY actor")}));
        QCOMPARE(filtered.matching, 1);
        QVERIFY(film.decide(ReviewSubject::Scope, "public.film", "in"));
        QCOMPARE(film.doors.ask(ShowReview{.subject = ReviewSubject::Scope, .after = first.next}).error().code, ErrorCode::Stale); // pages of two reviews are never mixed
        LAKEHOUSE_VALUE(const ReviewPage open, film.doors.ask(ShowReview{.subject = ReviewSubject::Scope, .open = true}));
        QCOMPARE(open.items.size(), 1u);
        QCOMPARE(open.items.front().item, QStringLiteral("public.actor"));
    }

    void aDecisionIsRecordedOnce_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aDecisionIsRecordedOnce()
    {
        QFETCH(Door, door);
        ReviewedFilm film;
        LAKEHOUSE_VALUE(const ReviewDecided decided, film.decide(ReviewSubject::Pii, "public.film.title", "redact", person("anna"), door));
        QCOMPARE(decided.decided, 1);
        QCOMPARE(decided.standing.open, 1);
        LAKEHOUSE_VALUE(const ReviewDecided again, film.decide(ReviewSubject::Pii, "public.film.title", "redact", person("berta"), door));
        QCOMPARE(again.decided, 0);
        LAKEHOUSE_VALUE(const ReviewDecided other, film.decide(ReviewSubject::Pii, "public.film.title", "keep", person("berta"), door));
        QCOMPARE(other.decided, 1);
        LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::Pii, .item = QStringLiteral("public.film.title")}, door));
        QCOMPARE(page.detail->history.size(), 2u);
        QVERIFY(page.detail->history[1].actor.startsWith(QStringLiteral("berta")));
        QCOMPARE(page.items.front().verdict->toString(), QStringLiteral("keep"));
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "open"));
        QCOMPARE(film.standing(ReviewSubject::Pii).open, 2);
    }

    void whatCannotBeDecidedChangesNothing_data()
    {
        QTest::addColumn<DecideReview>("request");
        QTest::addColumn<int>("code");
        const auto out = ReviewVerdict(ReviewChoice::Out);
        const QString filmTable = QStringLiteral("public.film");
        QTest::newRow("a verdict of another subject") << DecideReview{.subject = ReviewSubject::Pii, .item = {QStringLiteral("public.film.title")}, .decision = out, .reason = reason()} << int(ErrorCode::InvalidInput);
        QTest::newRow("an unknown item among known ones") << DecideReview{.subject = ReviewSubject::Scope, .item = {filmTable, QStringLiteral("public.nothing")}, .decision = out, .reason = reason()} << int(ErrorCode::NotFound);
        QTest::newRow("no decision") << DecideReview{.subject = ReviewSubject::Scope, .item = {filmTable}, .reason = reason()} << int(ErrorCode::InvalidInput);
        QTest::newRow("two decisions") << DecideReview{.subject = ReviewSubject::Scope, .item = {filmTable}, .decision = out, .asProposed = true, .reason = reason()} << int(ErrorCode::InvalidInput);
        QTest::newRow("no items") << DecideReview{.subject = ReviewSubject::Scope, .decision = out, .reason = reason()} << int(ErrorCode::InvalidInput);
        QTest::newRow("items and a filter") << DecideReview{.subject = ReviewSubject::Scope, .item = {filmTable}, .filter = QString(), .decision = out, .reason = reason()} << int(ErrorCode::InvalidInput);
        QTest::newRow("a filter that lets nothing through") << DecideReview{.subject = ReviewSubject::Scope, .filter = QStringLiteral("zebra"), .decision = out, .reason = reason()} << int(ErrorCode::NotFound);
    }
    void whatCannotBeDecidedChangesNothing()
    {
        QFETCH(DecideReview, request);
        QFETCH(int, code);
        ReviewedFilm film;
        request.expectedDigest = film.digest();
        const qint64 entries = film.entries();
        const auto refused = film.doors.ask(request);
        QVERIFY(!refused);
        QCOMPARE(int(refused.error().code), code);
        QCOMPARE(film.entries(), entries);
    }

    void onlyWhatWasReadIsDecided()
    {
        ReviewedFilm film;
        const ReviewDigest read = film.digest();
        QVERIFY(film.decide(ReviewSubject::Scope, "public.film", "in", person("berta")));
        const auto stale = film.doors.ask(DecideReview{.expectedDigest = read, .subject = ReviewSubject::Scope, .item = {QStringLiteral("public.actor")}, .asProposed = true, .reason = reason()});
        QCOMPARE(stale.error().code, ErrorCode::Stale);
    }

    void signsAllSixAndFindsWhatMoved_data() { LAKEHOUSE_BOTH_DOORS(); }
    void signsAllSixAndFindsWhatMoved()
    {
        QFETCH(Door, door);
        ReviewedFilm film;
        film.project.writeSettings(QStringLiteral("require-signoff = true"));
        const auto open = film.signAll();
        QCOMPARE(open.error().code, ErrorCode::RefusedByRule);
        QVERIFY(open.error().message.toEnglish().contains(QStringLiteral("scope (2)")));
        QVERIFY(film.decideAllAsProposed());
        LAKEHOUSE_VALUE(const SignOffReceipt receipt, film.doors.ask(ApproveSignOff{.expectedDigest = film.digest(), .all = true, .reason = reason("read it all")}, door));
        QCOMPARE(receipt.subjects.size(), 6u);
        QVERIFY(film.generate());

        // A line that moved is the same evidence.
        film.observe(usecases::factOf(film.database, ReviewedFilm::writes(40)));
        QCOMPARE(film.standing(ReviewSubject::WriteBehaviour).state, SignOffState::Signed);

        PiiCandidate phone = ReviewedFilm::title();
        phone.personalData = PersonalData::Phone;
        film.observe(usecases::factOf(film.database, phone));
        LAKEHOUSE_VALUE(const ReviewOverview moved, film.doors.ask(ShowSignOff{}, door));
        for (const SubjectStanding &standing : moved.subjects)
            QCOMPARE(standing.state, standing.subject == ReviewSubject::Pii ? SignOffState::Stale : SignOffState::Signed);
        QCOMPARE(moved.subjects[1].movedItems, std::vector<QString>{QStringLiteral("public.film.title")});
        const auto refused = film.generate();
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        QVERIFY2(refused.error().message.toEnglish().contains(QStringLiteral("pii (stale: public.film.title)")), qPrintable(refused.error().message.toEnglish()));

        QVERIFY(film.revoke(ReviewSubject::Scope));
        QCOMPARE(film.standing(ReviewSubject::Scope).state, SignOffState::Revoked);
        const QString both = film.generate().error().message.toEnglish();
        QVERIFY2(both.contains(QStringLiteral("scope (revoked)")) && both.contains(QStringLiteral("pii (stale")), qPrintable(both));
        QVERIFY(!both.contains(QStringLiteral("glossary")));

        QVERIFY(film.sign({ReviewSubject::Scope, ReviewSubject::Pii}, person("anna"), door));
        QVERIFY(film.generate());
    }

    void aDecisionAfterTheSignOffMakesItStale()
    {
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.signAll());
        QVERIFY(film.decide(ReviewSubject::Scope, "public.film", "out"));
        QCOMPARE(film.standing(ReviewSubject::Scope).state, SignOffState::Stale);
        QCOMPARE(film.standing(ReviewSubject::Scope).movedItems, std::vector<QString>{QStringLiteral("public.film")});
        QVERIFY(film.decide(ReviewSubject::Scope, "public.film", "in")); // back to what was signed
        QCOMPARE(film.standing(ReviewSubject::Scope).state, SignOffState::Signed);
    }

    void signingTwiceSaysNothingNew()
    {
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        LAKEHOUSE_VALUE(const SignOffReceipt first, film.sign({ReviewSubject::Scope}));
        QVERIFY(first.subjects.front().isNew);
        const qint64 entries = film.entries();
        LAKEHOUSE_VALUE(const SignOffReceipt second, film.sign({ReviewSubject::Scope}));
        QVERIFY(!second.subjects.front().isNew);
        QCOMPARE(second.subjects.front().sequence, first.subjects.front().sequence);
        QCOMPARE(film.entries(), entries);
        LAKEHOUSE_VALUE(const SignOffReceipt colleague, film.sign({ReviewSubject::Scope}, person("berta")));
        QVERIFY(colleague.subjects.front().isNew);
    }

    void thereIsNothingToRevokeBeforeASignOff()
    {
        ReviewedFilm film;
        QCOMPARE(film.revoke(ReviewSubject::Scope).error().code, ErrorCode::NotFound);
        QCOMPARE(film.doors.ask(RevokeSignOff{.expectedDigest = film.digest(), .all = true, .reason = reason()}).error().code, ErrorCode::NotFound);
    }

    void fourEyes_data()
    {
        QTest::addColumn<QString>("systemUser");
        QTest::addColumn<QString>("gitIdentity");
        QTest::addColumn<Door>("door");
        QTest::addColumn<bool>("maySign");
        for (const Door door : {Door::InProcess, Door::Loopback}) {
            const char *through = door == Door::Loopback ? "loopback" : "in process";
            QTest::addRow("who decided, %s", through) << "anna" << "anna@example.org" << door << false;
            QTest::addRow("the same person under another login, %s", through) << "root2" << "anna@example.org" << door << false;
            QTest::addRow("another person, %s", through) << "berta" << "berta@example.org" << door << true;
        }
    }
    void fourEyes()
    {
        QFETCH(QString, systemUser);
        QFETCH(QString, gitIdentity);
        QFETCH(Door, door);
        QFETCH(bool, maySign);
        ReviewedFilm film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nfour-eyes = true"));
        Actor anna = person("anna");
        anna.gitIdentity = QStringLiteral("anna@example.org");
        QVERIFY(film.decideAllAsProposed(anna));
        Actor signer = person(systemUser.toUtf8().constData());
        signer.gitIdentity = gitIdentity;
        const auto receipt = film.sign({ReviewSubject::Scope}, signer, door);
        QCOMPARE(bool(receipt), maySign);
        if (!maySign)
            QCOMPARE(receipt.error().code, ErrorCode::RefusedByRule);
    }

    void onlyApproversSign()
    {
        ReviewedFilm film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\napprovers = [\"berta\"]"));
        QVERIFY(film.decideAllAsProposed());
        QCOMPARE(film.sign({ReviewSubject::Scope}, person("anna")).error().code, ErrorCode::RefusedByRule);
        QVERIFY(film.sign({ReviewSubject::Scope}, person("berta")));
    }

    void schedulesAndAgentsDecideAndSignNothing_data()
    {
        QTest::addColumn<int>("channel");
        QTest::newRow("schedule") << int(Channel::Schedule);
        QTest::newRow("agent") << int(Channel::Agent);
    }
    void schedulesAndAgentsDecideAndSignNothing()
    {
        QFETCH(int, channel);
        ReviewedFilm film;
        const auto decided = film.doors.ask(DecideReview{.expectedDigest = film.digest(), .subject = ReviewSubject::Scope, .filter = QString(), .asProposed = true, .reason = reason()}, Door::InProcess,
                                            person("service:nightly"), {.channel = Channel(channel)});
        QCOMPARE(decided.error().code, ErrorCode::RefusedByRule);
        QVERIFY(film.decideAllAsProposed());
        const auto refused = [&](const auto &request) {
            const qint64 entries = film.entries();
            const auto answer = film.doors.ask(request, Door::InProcess, person("service:nightly"), {.channel = Channel(channel)});
            return !answer && answer.error().code == ErrorCode::RefusedByRule && film.entries() == entries;
        };
        QVERIFY(refused(ApproveSignOff{.expectedDigest = film.digest(), .all = true, .reason = reason()}));
        QVERIFY(refused(ImportReview{.expectedDigest = film.digest(), .csv = QStringLiteral("subject,item,decision\nscope,public.film,out\n"), .reason = reason()}));
        QVERIFY(refused(AssignReview{.subject = ReviewSubject::Scope, .to = QStringLiteral("carl")}));
        QVERIFY(film.signAll());
        QVERIFY(refused(RevokeSignOff{.expectedDigest = film.digest(), .all = true, .reason = reason()}));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{.expectedDigest = plan.digest, .reason = reason()}));
        QVERIFY(refused(RevokeExtraction{.expectedDigest = plan.digest, .reason = reason()}));
    }

    void whoIsAssignedHasAName()
    {
        ReviewedFilm film;
        const auto tooLong = film.doors.ask(AssignReview{.subject = ReviewSubject::Scope, .to = QString(201, QLatin1Char('x'))});
        QCOMPARE(tooLong.error().code, ErrorCode::InvalidInput);
        QVERIFY(film.doors.ask(AssignReview{.subject = ReviewSubject::Scope, .to = QStringLiteral("  carl \n")}));
        QCOMPARE(film.standing(ReviewSubject::Scope).assignee, std::optional(QStringLiteral("carl")));
        QVERIFY(film.doors.ask(AssignReview{.subject = ReviewSubject::Scope, .to = QStringLiteral(" ")}));
        QVERIFY(!film.standing(ReviewSubject::Scope).assignee);
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1}));
        QCOMPARE(runs.runs[0].outcome.toEnglish(), QStringLiteral("scope is assigned to nobody."));
    }

    void anItemNamedTwiceIsDecidedOnce()
    {
        ReviewedFilm film;
        const qint64 entries = film.entries();
        LAKEHOUSE_VALUE(const ReviewDecided decided, film.doors.ask(DecideReview{.expectedDigest = film.digest(), .subject = ReviewSubject::Scope,
            .item = {QStringLiteral("public.film"), QStringLiteral("public.film")}, .decision = ReviewVerdict(ReviewChoice::Out), .reason = reason()}));
        QCOMPARE(decided.decided, 1);
        QCOMPARE(film.entries(), entries + 1);
    }

    void whatWouldChangeNothingIsNoRun()
    {
        ReviewedFilm film;
        QVERIFY(film.decide(ReviewSubject::Scope, "public.film", "in"));
        LAKEHOUSE_VALUE(const RunList before, film.doors.ask(ListRuns{}));
        LAKEHOUSE_VALUE(const ReviewDecided again, film.decide(ReviewSubject::Scope, "public.film", "in"));
        QCOMPARE(again.decided, 0);
        QCOMPARE(again.digest, film.digest());
        LAKEHOUSE_VALUE(const ReviewImported imported, film.doors.ask(ImportReview{.expectedDigest = film.digest(),
            .csv = QStringLiteral("subject,item,decision\nscope,public.film,in\nscope,public.actor,open\n"), .reason = reason()}));
        QCOMPARE(imported.unchanged, 2); // what is open already stays as it is
        QVERIFY(imported.changes.empty());
        LAKEHOUSE_VALUE(const RunList after, film.doors.ask(ListRuns{}));
        QCOMPARE(after.runs.size(), before.runs.size());
    }

    void nothingIsSignedThatWasNotAnalyzed()
    {
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.review().value().isAnalyzed);
        film.project.setTables({FilmProject::film(), FilmProject::actor(), aTable("customer").withColumn(QStringLiteral("email"), QStringLiteral("text"))});
        QVERIFY(film.plan()); // reads the source, and draws no conclusions
        QVERIFY(!film.review().value().isAnalyzed);
        const auto refused = film.sign({ReviewSubject::Scope});
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        QVERIFY2(refused.error().hint.toEnglish().contains(QStringLiteral("ekos-lakehouse analyze")), qPrintable(refused.error().hint.toEnglish()));
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QVERIFY(film.review().value().isAnalyzed);
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.sign({ReviewSubject::Scope}));
    }

    void whatIsSignedHoldsForASourceThatWasAnalyzed()
    {
        ReviewedFilm film;
        film.project.writeSettings(QStringLiteral("require-signoff = true"));
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.signAll());
        film.project.setTables({FilmProject::film(), FilmProject::actor(), aTable("customer").withColumn(QStringLiteral("email"), QStringLiteral("text"))});
        QCOMPARE(film.generate().error().code, ErrorCode::RefusedByRule); // all six are signed, and nobody saw the new table
    }

    void aRevocationIsOfTheSignOffItNames()
    {
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.sign({ReviewSubject::Scope}, person("anna")));
        base::RunContext run;
        ports::Ledger &ledger = *film.project.workspace().ledger(run).value();
        const SubjectName subject{.database = film.database, .kind = SubjectKind::Review, .part = QStringLiteral("scope")};
        const LedgerEntry first = *ledger.current(FactKind::SignOff, subject, run).value();
        QVERIFY(film.sign({ReviewSubject::Scope}, person("berta")));
        SignOffFact late = describe::readJson<SignOffFact>(first.body).value();
        late.act = SignOffAct::Revoke;
        late.approval = first.sequence; // decided before the second was given, written after it
        QVERIFY(ledger.append({{FactKind::SignOff, subject, describe::canonicalJson(late)}}, person("carl"), run));
        QCOMPARE(film.standing(ReviewSubject::Scope).state, SignOffState::Signed);
        QVERIFY(film.revoke(ReviewSubject::Scope));
        QCOMPARE(film.standing(ReviewSubject::Scope).state, SignOffState::Revoked);
    }

    void thePlanFollowsWhatIsSigned()
    {
        ReviewedFilm film;
        LAKEHOUSE_VALUE(const PlanSummary before, film.plan());
        QVERIFY(rowOf(before.tables, "actor"));
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "hash"));
        LAKEHOUSE_VALUE(const PlanSummary decided, film.plan());
        QCOMPARE(decided.digest, before.digest); // deciding is not signing
        QVERIFY(film.signAll());
        LAKEHOUSE_VALUE(const PlanSummary followed, film.plan());
        QVERIFY(!rowOf(followed.tables, "actor")); // proposed out of scope
        QCOMPARE(maskOf(film, "film", "title"), std::optional(Mask::Hash));
    }

    void whatWasTakenAwayStaysAway_data()
    {
        QTest::addColumn<QString>("how");
        QTest::newRow("stale") << "stale";
        QTest::newRow("revoked") << "revoked";
    }
    void whatWasTakenAwayStaysAway()
    {
        QFETCH(QString, how);
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact"));
        QVERIFY(film.signAll());
        if (how == QLatin1String("revoked")) {
            QVERIFY(film.revoke(ReviewSubject::Scope));
            QVERIFY(film.revoke(ReviewSubject::Pii));
        }
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "keep"));
        QVERIFY(film.decide(ReviewSubject::Scope, "public.actor", "in"));
        QCOMPARE(film.standing(ReviewSubject::Pii).state, how == QLatin1String("stale") ? SignOffState::Stale : SignOffState::Revoked);
        LAKEHOUSE_VALUE(const PlanSummary still, film.plan());
        QVERIFY(!rowOf(still.tables, "actor"));
        QCOMPARE(maskOf(film, "film", "title"), std::optional(Mask::Redact));

        QVERIFY(film.sign({ReviewSubject::Scope, ReviewSubject::Pii})); // a new valid sign-off lifts it
        LAKEHOUSE_VALUE(const PlanSummary lifted, film.plan());
        QVERIFY(rowOf(lifted.tables, "actor"));
        QVERIFY(!maskOf(film, "film", "title"));
    }

    void ekosTomlWinsOverTheReview()
    {
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "keep"));
        QVERIFY(film.signAll());
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.pii]\n\"public.film.title\" = \"null\""));
        QVERIFY(film.plan());
        QCOMPARE(maskOf(film, "film", "title"), std::optional(Mask::Redact));
    }

    void commentsAndAssignmentsDecideNothing_data() { LAKEHOUSE_BOTH_DOORS(); }
    void commentsAndAssignmentsDecideNothing()
    {
        QFETCH(Door, door);
        ReviewedFilm film;
        const ReviewDigest digest = film.digest();
        QVERIFY(film.doors.ask(CommentReview{.subject = ReviewSubject::Glossary, .item = QStringLiteral("rental"), .text = QStringLiteral("<b>who says so?</b>\n\u202eright to left")}, door, person("berta")));
        QVERIFY(film.doors.ask(AssignReview{.subject = ReviewSubject::Glossary, .to = QStringLiteral("carl")}, door));
        QCOMPARE(film.digest(), digest);
        LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::Glossary, .item = QStringLiteral("rental")}, door));
        QCOMPARE(page.detail->comments.size(), 1u);
        QCOMPARE(page.detail->comments.front().text, QStringLiteral("<b>who says so?</b>\n\u202eright to left")); // kept as it was typed; who shows it makes it harmless
        QCOMPARE(film.standing(ReviewSubject::Glossary).assignee, std::optional(QStringLiteral("carl")));
        QVERIFY(film.doors.ask(AssignReview{.subject = ReviewSubject::Glossary}, door));
        QVERIFY(!film.standing(ReviewSubject::Glossary).assignee);
        for (const QString &text : {QString(), QStringLiteral("  \n"), QString(10 << 20, QLatin1Char('x'))})
            QCOMPARE(film.doors.ask(CommentReview{.subject = ReviewSubject::Glossary, .item = QStringLiteral("rental"), .text = text}, door).error().code, ErrorCode::InvalidInput);
    }

    void aTableGoesOutAndComesBack()
    {
        ReviewedFilm film;
        QVERIFY(film.decide(ReviewSubject::Scope, "public.film", "in"));
        LAKEHOUSE_VALUE(const ReviewTable table, film.doors.ask(ExportReview{}));
        QCOMPARE(table.items, 8);
        const text::CsvContent content = text::readCsv(table.csv);
        QVERIFY(!content.problem);
        QCOMPARE(content.records.size(), 9u);
        QString filled = table.csv;
        filled.replace(QStringLiteral("AD_Column; column public.film.title,pick:second,,"), QStringLiteral("AD_Column; column public.film.title,pick:second,both-valid,\"seen, and fine\""));
        QVERIFY(filled != table.csv);
        const ImportReview dry{.expectedDigest = film.digest(), .csv = filled, .dryRun = true, .reason = reason()};
        LAKEHOUSE_VALUE(const ReviewImported tried, film.doors.ask(dry));
        QVERIFY(tried.isDryRun);
        QCOMPARE(tried.changes.size(), 1u);
        QCOMPARE(film.standing(ReviewSubject::Conflicts).open, 1);
        ImportReview real = dry;
        real.dryRun = false;
        LAKEHOUSE_VALUE(const ReviewImported taken, film.doors.ask(real));
        QCOMPARE(taken.changes, tried.changes);
        QCOMPARE(film.standing(ReviewSubject::Conflicts).open, 0);
        QCOMPARE(film.standing(ReviewSubject::Scope).open, 1); // a line without a decision resets none
        real.expectedDigest = film.digest();
        LAKEHOUSE_VALUE(const ReviewImported again, film.doors.ask(real));
        QVERIFY(again.changes.empty());
    }

    void oneBadLineTakesNothingOver_data()
    {
        QTest::addColumn<QString>("csv");
        QTest::addColumn<QString>("named");
        const QString good = QStringLiteral("subject,item,decision\nscope,public.film,in\n");
        QTest::newRow("an unknown item") << good + QStringLiteral("scope,public.nothing,in\n") << "3:";
        QTest::newRow("an unknown subject") << good + QStringLiteral("scopes,public.actor,in\n") << "3:";
        QTest::newRow("no decision of this subject") << good + QStringLiteral("scope,public.actor,hash\n") << "3:";
        QTest::newRow("no decision at all") << good + QStringLiteral("scope,public.actor,perhaps\n") << "3:";
        QTest::newRow("decided twice") << good + QStringLiteral("scope,public.film,out\n") << "3:";
        QTest::newRow("a cell that does not end") << good + QStringLiteral("scope,\"public.actor,in\n") << "3:";
        QTest::newRow("a formula") << good + QStringLiteral("scope,public.actor,=HYPERLINK(1)\n") << "3:";
        QTest::newRow("no header") << QStringLiteral("scope,public.film,in\n") << "";
        QTest::newRow("nothing") << QString() << "";
    }
    void oneBadLineTakesNothingOver()
    {
        QFETCH(QString, csv);
        QFETCH(QString, named);
        ReviewedFilm film;
        const qint64 entries = film.entries();
        const auto refused = film.doors.ask(ImportReview{.expectedDigest = film.digest(), .csv = csv, .reason = reason()});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY2(refused.error().detail.contains(named), qPrintable(refused.error().detail));
        QCOMPARE(film.entries(), entries);
    }

    void anImportedFactStandsBeforeWhatWasRead()
    {
        ReviewedFilm film;
        WriteBehaviour imported{.table = tableName("film"), .inserts = InsertClass::Seen, .updates = UpdateClass::PoOnly, .deletes = DeleteClass::Soft,
            .evidence = {{.kind = EvidenceKind::ImportedFact, .place = QStringLiteral("compiler")}}};
        NewFact fact = usecases::factOf(film.database, imported);
        fact.subject = importedSubject(fact.subject);
        film.observe(fact);
        LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour}));
        QCOMPARE(page.items.size(), 1u);
        QCOMPARE(page.items.front().proposal.toString(), QStringLiteral("update=po_only,delete=soft"));
    }

private:
    static std::optional<Mask> maskOf(ReviewedFilm &film, const char *table, const char *column)
    {
        const auto page = film.doors.ask(ShowExtraction{.table = selector(QString::fromUtf8(table))});
        if (!page)
            return std::nullopt;
        for (const PlannedColumn &planned : page.value().detail->planned.decision.columns)
            if (planned.name == QLatin1String(column))
                return planned.mask;
        return std::nullopt;
    }
};

QTEST_GUILESS_MAIN(ReviewTest)
#include "review_test.moc"
