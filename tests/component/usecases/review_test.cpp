#include "component/usecases/reviewed_film.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"
#include "describe/label_of.h"
#include "text/csv.h"
#include "usecases/review/review_state.h"

#include <QFile>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

Q_DECLARE_METATYPE(lakehouse::model::ReviewSubject)

class ReviewTest : public QObject {
    Q_OBJECT

    /// Four eyes are wanted, and everything was decided by berta.
    struct FourEyes : ReviewedFilm {
        FourEyes()
        {
            project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nfour-eyes = true"));
            if (!decideAllAsProposed(person("berta")))
                qFatal("not decided");
        }
        bool mayAndDoes(const char *who)
        {
            const bool may = !doors.ask(ListReview{}, Door::InProcess, person(who)).value().subjects.at(std::size_t(ReviewSubject::Pii)).notAllowed;
            const auto signedOff = sign({ReviewSubject::Pii}, person(who));
            if (bool(signedOff) != may)
                qFatal("what was said and what is done differ");
            return may;
        }
    };

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

    void aColleaguesUndoFreesNobody()
    {
        FourEyes film;
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact", person("anna")));
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "keep", person("carl")));
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact", person("carl"))); // anna's verdict, under carl's name
        QVERIFY(!film.mayAndDoes("anna"));
        QVERIFY(!film.mayAndDoes("carl"));
        QVERIFY(!film.mayAndDoes("berta"));
        QVERIFY(film.mayAndDoes("dora"));
        // What was signed by another is answered for: who decided nothing of it as it stands, and nothing since, is free.
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "hash", person("carl")));
        QVERIFY(!film.mayAndDoes("carl"));
        QVERIFY(film.mayAndDoes("anna"));
    }

    void aRevokedSignOffFreesNobody()
    {
        FourEyes film;
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact", person("anna")));
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "hash", person("carl")));
        QVERIFY(film.mayAndDoes("dora"));
        QVERIFY(film.revoke(ReviewSubject::Pii, person("dora")));
        QVERIFY(!film.mayAndDoes("anna"));
    }

    void whoLiftsWhatIsNoLongerFoundDoesNotSignIt()
    {
        FourEyes film;
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact", person("berta")));
        QVERIFY(film.mayAndDoes("dora"));
        film.vanish(FactKind::PiiCandidate, {film.actorName()});
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "keep", person("anna")));
        QVERIFY(!film.mayAndDoes("anna"));
        QVERIFY(film.mayAndDoes("dora"));
    }

    /// Who says what was found has a part in what is signed, and who says that it was not.
    void whoImportsOrTakesBackDoesNotSign()
    {
        FourEyes film;
        PiiCandidate address = ReviewedFilm::title();
        address.personalData = PersonalData::Address;
        const QString lines = QStringLiteral("{\"kind\":\"pii-candidate\",\"body\":%1}\n").arg(QString::fromUtf8(describe::canonicalJson(address)));
        const auto why = [&](const char *who) {
            const SubjectStanding standing = film.doors.ask(ListReview{}, Door::InProcess, person(who)).value().subjects.at(std::size_t(ReviewSubject::Pii));
            return standing.notAllowed ? standing.notAllowed->toEnglish() : QString();
        };
        QVERIFY(film.doors.ask(ImportFacts{.lines = lines}, Door::InProcess, person("anna")));
        QCOMPARE(why("anna"), QStringLiteral("You imported what was found about public.film.title yourself; another person signs it (four-eyes). Ask a colleague to sign."));
        QVERIFY(!film.mayAndDoes("anna"));
        QVERIFY(film.mayAndDoes("carl"));
        QVERIFY(!film.mayAndDoes("anna")); // it stands, whoever signed since
        QVERIFY(film.doors.ask(RetractFacts{.lines = lines, .reason = reason()}, Door::InProcess, person("dora")));
        QCOMPARE(why("dora"), QStringLiteral("You took back what was imported about public.film.title yourself; another person signs it (four-eyes). Ask a colleague to sign."));
        QVERIFY(!film.mayAndDoes("dora"));
        QVERIFY(film.mayAndDoes("anna")); // nothing of hers stands
        QVERIFY(film.mayAndDoes("dora")); // another person answered for that
        QCOMPARE(why("berta"), QStringLiteral("You decided about public.actor.name yourself; another person signs it (four-eyes). Ask a colleague to sign."));
    }

    void standingSaysWhoMaySign_data()
    {
        QTest::addColumn<QString>("rules");
        QTest::addColumn<QString>("who");
        QTest::addColumn<int>("channel");
        QTest::addColumn<QString>("why");
        const QString eyes = QStringLiteral("four-eyes = true"), approvers = QStringLiteral("approvers = [\"berta\"]");
        QTest::newRow("nothing is asked") << QString() << "anna" << int(Channel::CommandLine) << "";
        QTest::newRow("who decided") << eyes << "anna" << int(Channel::CommandLine) << "yourself; another person signs it (four-eyes). Ask a colleague to sign.";
        QTest::newRow("another person") << eyes << "berta" << int(Channel::CommandLine) << "";
        QTest::newRow("no approver") << approvers << "anna" << int(Channel::Desktop) << "not among the approvers of this project. Ask one of the approvers that ekos.toml lists: berta.";
        QTest::newRow("an approver") << approvers << "berta" << int(Channel::Desktop) << "";
        QTest::newRow("a schedule") << QString() << "service:nightly" << int(Channel::Schedule) << "Only a person may sign.";
    }
    void standingSaysWhoMaySign()
    {
        QFETCH(QString, rules);
        QFETCH(QString, who);
        QFETCH(int, channel);
        QFETCH(QString, why);
        ReviewedFilm film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\n") + rules);
        QVERIFY(film.decideAllAsProposed());
        LAKEHOUSE_VALUE(const ReviewOverview overview, film.doors.ask(ListReview{}, Door::InProcess, person(who.toUtf8().constData()), {.channel = Channel(channel)}));
        for (const SubjectStanding &standing : overview.subjects) {
            QCOMPARE(standing.notAllowed.has_value(), !why.isEmpty());
            if (standing.notAllowed)
                QVERIFY2(standing.notAllowed->toEnglish().contains(why), qPrintable(standing.notAllowed->toEnglish()));
        }
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

    void effectsNameTheRowsOfThePlan()
    {
        ReviewedFilm film;
        const auto effects = [&](ReviewSubject subject, const char *item, const char *verdict) {
            const ReviewPage page = film.doors.ask(ShowReview{.subject = subject, .item = QString::fromUtf8(item)}).value();
            QString said;
            for (const ReviewOption &option : page.detail->options)
                if (option.verdict.toString() == QLatin1String(verdict))
                    for (const base::Text &effect : option.effects)
                        said += effect.toEnglish() + QLatin1Char('\n');
            return said;
        };
        QVERIFY(!effects(ReviewSubject::Scope, "public.film", "out").contains(QStringLiteral("The plan made last"))); // there is none
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const auto *row = rowOf(plan.tables, "film");
        QVERIFY(row);
        const QString mode = row->mode == LoadMode::Full ? QStringLiteral("loads in full") : QStringLiteral("loads incrementally by ") + *row->watermark;
        const auto says = [](const QString &said, const QString &wanted) {
            if (!said.contains(wanted))
                qWarning("%s", qPrintable(said));
            return said.contains(wanted);
        };
        QVERIFY(says(effects(ReviewSubject::Scope, "public.film", "out"), QStringLiteral("The plan made last: public.film %1. Once this is signed, it has no row.").arg(mode)));
        QVERIFY(says(effects(ReviewSubject::Scope, "public.film", "in"), QStringLiteral("The plan made last: public.film %1. That stays.").arg(mode)));
        QVERIFY(says(effects(ReviewSubject::Pii, "public.film.title", "hash"), QStringLiteral("public.film.title is not masked. Once this is signed, it is masked by a hash")));
        QVERIFY(says(effects(ReviewSubject::WriteBehaviour, "public.film", "update=raw_sql_omits_updated,delete=never"), QStringLiteral("public.film %1. Once this is signed, the next plan works that out anew.").arg(mode)));
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact"));
        QVERIFY(film.signAll());
        QVERIFY(film.plan());
        QVERIFY(says(effects(ReviewSubject::Pii, "public.film.title", "keep"), QStringLiteral("public.film.title is masked by NULL. Once this is signed, it is not masked")));
        QVERIFY(says(effects(ReviewSubject::Scope, "public.actor", "in"), QStringLiteral("public.actor has no row. Once this is signed, the next plan gives it one.")));
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

    /// Taking back the sign-off that lifted something does not leave it lifted.
    void aRevokedLiftLiftsNothing()
    {
        ReviewedFilm film;
        const std::vector<ReviewSubject> subjects{ReviewSubject::Scope, ReviewSubject::Pii, ReviewSubject::WriteBehaviour};
        const auto decide = [&](const char *title, const char *actor, const char *writes) {
            return film.decide(ReviewSubject::Pii, "public.film.title", title) && film.decide(ReviewSubject::Scope, "public.actor", actor) && film.decide(ReviewSubject::WriteBehaviour, "public.film", writes);
        };
        const auto retained = [&] {
            base::RunContext run;
            const DecisionsInForce inForce = usecases::decisionsInForce(film.project.workspace(), run).value();
            return std::ranges::any_of(inForce.classes, [](const DecidedClasses &classes) { return classes.table == tableName("film") && classes.deletes == DeleteClass::PurgeOnly; });
        };
        const auto takenAway = [&] {
            const auto plan = film.plan();
            return QStringLiteral("%1 %2 %3").arg(maskOf(film, "film", "title") == Mask::Redact ? QStringLiteral("masked") : QStringLiteral("clear"),
                plan && rowOf(plan.value().tables, "actor") ? QStringLiteral("in") : QStringLiteral("out"), retained() ? QStringLiteral("retained") : QStringLiteral("deleted"));
        };
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(decide("redact", "out", "update=raw_sql_omits_updated,delete=purge_only"));
        QVERIFY(film.signAll());
        QCOMPARE(takenAway(), QStringLiteral("masked out retained"));
        QVERIFY(decide("keep", "in", "update=raw_sql_omits_updated,delete=hard"));
        QVERIFY(film.sign(subjects));
        QCOMPARE(takenAway(), QStringLiteral("clear in deleted"));
        for (const ReviewSubject subject : subjects)
            QVERIFY(film.revoke(subject));
        QCOMPARE(takenAway(), QStringLiteral("masked out retained"));
        QVERIFY(film.sign(subjects)); // another valid one lifts it
        QCOMPARE(takenAway(), QStringLiteral("clear in deleted"));
        for (const ReviewSubject subject : subjects)
            QVERIFY(film.revoke(subject));
        QCOMPARE(takenAway(), QStringLiteral("masked out retained")); // two that were revoked lift as little
    }

    /// The same, of a column that is found no more.
    void aRevokedLiftOfWhatIsNotFoundLiftsNothing()
    {
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact"));
        QVERIFY(film.signAll());
        film.vanish(FactKind::PiiCandidate, {film.actorName()});
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "keep"));
        QVERIFY(film.sign({ReviewSubject::Pii}));
        QCOMPARE(film.page(ReviewSubject::Pii).items.size(), 1u);
        QVERIFY(film.revoke(ReviewSubject::Pii));
        QVERIFY(film.plan());
        QCOMPARE(maskOf(film, "film", "title"), std::optional(Mask::Redact));
        const ReviewPage page = film.page(ReviewSubject::Pii); // and it can be seen why
        QCOMPARE(page.items.size(), 2u);
        QCOMPARE(page.items[1].item, QStringLiteral("public.film.title"));
        QCOMPARE(page.items[1].presence, ReviewPresence::Held);
    }

    void aMaskOutlivesItsFinding()
    {
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact"));
        QVERIFY(film.signAll());
        film.vanish(FactKind::PiiCandidate, {film.actorName()}); // other values were looked at

        const auto isMasked = [&] { return film.plan() && maskOf(film, "film", "title") == Mask::Redact; };
        SubjectStanding standing = film.standing(ReviewSubject::Pii);
        QCOMPARE(standing.state, SignOffState::Stale);
        QCOMPARE(standing.items, 2);
        QCOMPARE(standing.open, 0);
        QCOMPARE(standing.movedItems, std::vector<QString>{QStringLiteral("public.film.title")});
        QCOMPARE(standing.notFound, 1);
        QVERIFY(isMasked());
        const ReviewPage moved = film.page(ReviewSubject::Pii, true);
        QCOMPARE(moved.items.size(), 1u);
        QCOMPARE(moved.items[0].presence, ReviewPresence::Held);
        QCOMPARE(moved.items[0].verdict->toString(), QStringLiteral("redact"));
        QVERIFY(moved.items[0].decidedBy->startsWith(QStringLiteral("anna")) && moved.items[0].decidedAtUtc);

        QVERIFY(film.sign({ReviewSubject::Pii})); // as it is: the mask is a part of what is signed
        QCOMPARE(film.standing(ReviewSubject::Pii).state, SignOffState::Signed);
        QVERIFY(isMasked());

        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "open")); // taking a decision back is no way around a signature
        standing = film.standing(ReviewSubject::Pii);
        QCOMPARE(standing.items, 2);
        QCOMPARE(standing.open, 1);
        QCOMPARE(film.sign({ReviewSubject::Pii}).error().code, ErrorCode::RefusedByRule);
        QVERIFY(isMasked());

        const ReviewDigest before = film.digest();
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "keep"));
        QVERIFY(film.digest() != before); // who read it open does not sign it lifted
        QCOMPARE(film.standing(ReviewSubject::Pii).items, 2);
        QVERIFY(isMasked()); // deciding is not signing
        QVERIFY(film.sign({ReviewSubject::Pii}));
        QVERIFY(film.plan());
        QVERIFY(!maskOf(film, "film", "title"));
        standing = film.standing(ReviewSubject::Pii);
        QCOMPARE(standing.state, SignOffState::Signed); // and stays so, without the item
        QCOMPARE(standing.items, 1);
    }

    void aTableStaysOutOfScopeWithoutItsFinding_data() { whatWasTakenAwayStaysAway_data(); }
    void aTableStaysOutOfScopeWithoutItsFinding()
    {
        QFETCH(QString, how);
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed()); // the actor is out
        QVERIFY(film.signAll());
        if (how == QLatin1String("revoked"))
            QVERIFY(film.revoke(ReviewSubject::Scope));
        film.vanish(FactKind::ScopeProposal, {usecases::factOf(film.database, ScopeProposal{.table = tableName("film")}).subject});
        LAKEHOUSE_VALUE(const PlanSummary still, film.plan());
        QVERIFY(!rowOf(still.tables, "actor"));
        QVERIFY(film.decide(ReviewSubject::Scope, "public.actor", "in"));
        LAKEHOUSE_VALUE(const PlanSummary decided, film.plan());
        QVERIFY(!rowOf(decided.tables, "actor"));
        QVERIFY(film.sign({ReviewSubject::Scope}));
        LAKEHOUSE_VALUE(const PlanSummary lifted, film.plan());
        QVERIFY(rowOf(lifted.tables, "actor"));
    }

    void whatIsGoneIsListed()
    {
        ReviewedFilm film;
        for (int i = 0; i < 24; ++i)
            film.observe(usecases::factOf(film.database, GlossaryTerm{.term = QStringLiteral("term %1").arg(i, 2, 10, QLatin1Char('0')), .definition = QStringLiteral("what it means"), .evidence = {ReviewedFilm::at("comment")}}));
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.signAll());
        film.vanish(FactKind::GlossaryTerm, {usecases::factOf(film.database, GlossaryTerm{.term = QStringLiteral("term 05"), .evidence = {ReviewedFilm::at("comment")}}).subject});
        const SubjectStanding standing = film.standing(ReviewSubject::Glossary);
        QCOMPARE(standing.state, SignOffState::Stale);
        QCOMPARE(standing.items, 1);
        QCOMPARE(standing.moved, 24);
        QCOMPARE(standing.notFound, 24);
        QCOMPARE(standing.movedItems.size(), 20u);

        std::vector<QString> names;
        std::optional<QString> after;
        do {
            LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::Glossary, .moved = true, .after = after, .limit = 10}));
            QCOMPARE(page.matching, 24);
            for (const ReviewRow &row : page.items) {
                QCOMPARE(row.presence, ReviewPresence::Gone);
                QCOMPARE(row.verdict->toString(), QStringLiteral("accept"));
                QVERIFY(row.isMoved);
                names.push_back(row.item);
            }
            after = page.next;
        } while (after);
        QCOMPARE(names.size(), 24u);
        QVERIFY(std::ranges::is_sorted(names));
        QCOMPARE(film.page(ReviewSubject::Glossary).items.size(), 25u); // at their places among the others
        LAKEHOUSE_VALUE(const ReviewPage open, film.doors.ask(ShowReview{.subject = ReviewSubject::Glossary, .open = true}));
        QVERIFY(open.items.empty());

        LAKEHOUSE_VALUE(const ReviewPage one, film.doors.ask(ShowReview{.subject = ReviewSubject::Glossary, .item = QStringLiteral("rental")}));
        QCOMPARE(one.detail->item.presence, ReviewPresence::Gone);
        QCOMPARE(one.detail->history.size(), 1u);
        QCOMPARE(film.decide(ReviewSubject::Glossary, "rental", "reject").error().code, ErrorCode::NotFound);
        LAKEHOUSE_VALUE(const SignOffReceipt receipt, film.sign({ReviewSubject::Glossary}));
        QCOMPARE(receipt.subjects[0].items, 1);
        QCOMPARE(film.page(ReviewSubject::Glossary).items.size(), 1u);
    }

    void oneFactMakesOneSubjectStale_data()
    {
        QTest::addColumn<ReviewSubject>("subject");
        QTest::addColumn<QString>("item");
        QTest::newRow("a table looks like a copy no more") << ReviewSubject::Scope << "public.actor";
        QTest::newRow("a column holds other personal data") << ReviewSubject::Pii << "public.film.title";
        QTest::newRow("a conflict rests on something else") << ReviewSubject::Conflicts << "public.film:nulls-in-mandatory:title";
        QTest::newRow("another key was found") << ReviewSubject::Identity << "public.actor";
        QTest::newRow("the application deletes") << ReviewSubject::WriteBehaviour << "public.film";
        QTest::newRow("a term means something else") << ReviewSubject::Glossary << "rental";
    }
    void oneFactMakesOneSubjectStale()
    {
        QFETCH(ReviewSubject, subject);
        QFETCH(QString, item);
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.signAll());
        film.observe(otherFact(film.database, subject));
        LAKEHOUSE_VALUE(const ReviewOverview overview, film.review());
        for (const SubjectStanding &standing : overview.subjects) {
            QCOMPARE(standing.state, standing.subject == subject ? SignOffState::Stale : SignOffState::Signed);
            QCOMPARE(standing.movedItems, standing.subject == subject ? std::vector<QString>{item} : std::vector<QString>());
        }
    }

    void writesWithoutEvidenceAreCounted()
    {
        ReviewedFilm film;
        film.observe(usecases::factOf(film.database, WriteBehaviour{.table = tableName("actor")}));
        SubjectStanding standing = film.standing(ReviewSubject::WriteBehaviour);
        QCOMPARE(standing.items, 1);
        QCOMPARE(standing.withoutEvidence, 1);
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.signAll()); // nobody has to decide about it
        QVERIFY(film.decide(ReviewSubject::WriteBehaviour, "public.actor", "delete=hard")); // and somebody may
        standing = film.standing(ReviewSubject::WriteBehaviour);
        QCOMPARE(standing.items, 2);
        QCOMPARE(standing.withoutEvidence, 0);
        QCOMPARE(standing.movedItems, std::vector<QString>{QStringLiteral("public.actor")});
        QVERIFY(film.decide(ReviewSubject::WriteBehaviour, "public.actor", "open"));
        QCOMPARE(film.standing(ReviewSubject::WriteBehaviour).state, SignOffState::Signed);
    }

    void historyHasEverySignOffRevocationAndAssignment_data() { LAKEHOUSE_BOTH_DOORS(); }
    void historyHasEverySignOffRevocationAndAssignment()
    {
        QFETCH(Door, door);
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        const auto sign = [&](const char *why, const char *who) {
            return bool(film.doors.ask(ApproveSignOff{.expectedDigest = film.digest(), .subject = {ReviewSubject::Pii}, .reason = reason(why)}, door, person(who)));
        };
        QVERIFY(film.doors.ask(AssignReview{.subject = ReviewSubject::Pii, .to = QStringLiteral("carl")}, door));
        QVERIFY(sign("read with the officer", "anna"));
        QVERIFY(film.doors.ask(RevokeSignOff{.expectedDigest = film.digest(), .subject = {ReviewSubject::Pii}, .reason = reason("signed too early")}, door, person("berta")));
        QVERIFY(sign("read again", "carl"));
        QVERIFY(film.doors.ask(AssignReview{.subject = ReviewSubject::Pii}, door));
        for (const std::optional<QString> &item : {std::optional<QString>(), std::optional(QStringLiteral("public.film.title"))}) {
            LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::Pii, .item = item}, door));
            QStringList events;
            for (const SubjectEvent &event : page.events)
                events += QStringLiteral("%1 %2 %3%4").arg(describe::labelOf(event.act), event.actor.section(QLatin1Char('@'), 0, 0), event.reason ? event.reason->toString() : QString(), event.to.value_or(QString()));
            QCOMPARE(events, (QStringList{QStringLiteral("assigned anna carl"), QStringLiteral("signed anna read with the officer"), QStringLiteral("revoked berta signed too early"),
                                          QStringLiteral("signed carl read again"), QStringLiteral("assigned anna ")}));
        }
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

    void otherSeparatorsAreNamed_data()
    {
        QTest::addColumn<QString>("csv");
        QTest::addColumn<QString>("named");
        QTest::newRow("semicolons") << "subject;item;decision\r\nscope;public.film;in\r\n" << "semicolons";
        QTest::newRow("semicolons and quotes") << "\ufeff\"subject\";\"item\";\"decision\"\n\"scope\";\"public.film\";\"in\"\n" << "semicolons";
        QTest::newRow("tabs") << "subject\titem\tfinding\tdecision\nscope\tpublic.film\ta, b\tin\n" << "tabs";
    }
    void otherSeparatorsAreNamed()
    {
        QFETCH(QString, csv);
        QFETCH(QString, named);
        ReviewedFilm film;
        const auto refused = film.doors.ask(ImportReview{.expectedDigest = film.digest(), .csv = csv, .reason = reason()});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY2(refused.error().message.toEnglish().contains(named), qPrintable(refused.error().message.toEnglish()));
        QVERIFY(refused.error().hint.toEnglish().contains(QStringLiteral("comma")));
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
    /// A fact of a subject as another reading finds it.
    static NewFact otherFact(const QString &database, ReviewSubject subject)
    {
        switch (subject) {
        case ReviewSubject::Scope: return usecases::factOf(database, ScopeProposal{.table = tableName("actor"), .why = "A table of the application.", .evidence = {ReviewedFilm::at("table public.actor")}});
        case ReviewSubject::Pii: {
            PiiCandidate phone = ReviewedFilm::title();
            phone.personalData = PersonalData::Phone;
            return usecases::factOf(database, phone);
        }
        case ReviewSubject::Conflicts:
            return usecases::factOf(database, Conflict{.table = tableName("film"), .kind = ConflictKind::NullsInMandatory, .about = QStringLiteral("title"), .first = "The dictionary wants it filled.",
                .second = "NULLs were measured.", .firstEvidence = {ReviewedFilm::at("AD_Element")}, .secondEvidence = {ReviewedFilm::at("column public.film.title")}});
        case ReviewSubject::Identity:
            return usecases::factOf(database, IdentityCandidate{.table = tableName("actor"), .candidates = {{.columns = {QStringLiteral("actor_id"), QStringLiteral("name")}, .rows = 10, .isComplete = true}},
                .evidence = {ReviewedFilm::at("table public.actor")}});
        case ReviewSubject::WriteBehaviour: {
            WriteBehaviour writes = ReviewedFilm::writes(12);
            writes.deletes = DeleteClass::Hard;
            return usecases::factOf(database, writes);
        }
        case ReviewSubject::Glossary:
            return usecases::factOf(database, GlossaryTerm{.term = QStringLiteral("rental"), .definition = QStringLiteral("what is taken home"), .evidence = {ReviewedFilm::at("comment on table public.film")}});
        }
        return {};
    }
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
