#include "component/usecases/film_project.h"
#include "describe/canonical_json.h"

#include <QFile>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

class ApprovalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void approvesExactlyThePlanThatWasSeen_data() { LAKEHOUSE_BOTH_DOORS(); }
    void approvesExactlyThePlanThatWasSeen()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        LAKEHOUSE_VALUE(const ApprovalReceipt receipt, film.doors.ask(ApproveExtraction{plan.digest, reason("first review")}, door));
        QCOMPARE(receipt.digest, plan.digest);
        QCOMPARE(receipt.counts, plan.counts);
        QCOMPARE(receipt.sequence, film.entries());
        LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(ShowExtraction{}, door));
        QCOMPARE(page.approval, ApprovalState::Current);
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::LakehouseApproval}, door));
        QCOMPARE(facts.entries.size(), 1u);
        QVERIFY(facts.entries[0].body.contains(QStringLiteral("\"first review\"")));
        QVERIFY(facts.entries[0].body.contains(plan.digest.toString()));
    }

    void aStalePlanIsNotApproved_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aStalePlanIsNotApproved()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door));
        LAKEHOUSE_VALUE(const ExtractionChanged changed, film.doors.ask(ChangeExtraction{plan.digest, selector(QStringLiteral("film")), PlanEdit::Full, reason()}, door));
        const qint64 entries = film.entries();
        QCOMPARE(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door).error().code, ErrorCode::Stale);
        QCOMPARE(film.entries(), entries);
        LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(ShowExtraction{}, door));
        QCOMPARE(page.approval, ApprovalState::Moved);
        QVERIFY(film.doors.ask(ApproveExtraction{changed.digest, reason()}, door));
    }

    void aRevokedApprovalHoldsNoLonger_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aRevokedApprovalHoldsNoLonger()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.writeSettings(QStringLiteral("require-plan-approval = true"));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QCOMPARE(film.doors.ask(RevokeExtraction{plan.digest, reason()}, door).error().code, ErrorCode::NotFound);
        LAKEHOUSE_VALUE(const ApprovalReceipt receipt, film.doors.ask(ApproveExtraction{plan.digest, reason("first review")}, door));
        LAKEHOUSE_VALUE(const ExtractionPage approved, film.doors.ask(ShowExtraction{}, door));
        QCOMPARE(approved.approvedDigest, std::optional(plan.digest));
        QVERIFY(film.doors.ask(GeneratePipeline{}, door));

        LAKEHOUSE_VALUE(const RevocationReceipt revoked, film.doors.ask(RevokeExtraction{plan.digest, reason("a column was overlooked")}, door, person("berta")));
        QCOMPARE(revoked.digest, plan.digest);
        QVERIFY(revoked.sequence > receipt.sequence);
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::ApprovalRevocation}, door));
        QCOMPARE(facts.entries.size(), 1u);
        QVERIFY(facts.entries[0].body.contains(QStringLiteral("\"a column was overlooked\"")));
        QVERIFY(facts.entries[0].actor.startsWith(QStringLiteral("berta")));
        LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(ShowExtraction{}, door));
        QCOMPARE(page.approval, ApprovalState::None);
        QVERIFY(!page.approvedDigest);
        QCOMPARE(page.tables.front().move, PlanMove::Unapproved);
        QCOMPARE(film.doors.ask(GeneratePipeline{}, door).error().code, ErrorCode::RefusedByRule);
        QCOMPARE(film.doors.ask(RevokeExtraction{plan.digest, reason()}, door).error().code, ErrorCode::NotFound);

        LAKEHOUSE_VALUE(const ApprovalReceipt again, film.doors.ask(ApproveExtraction{plan.digest, reason("looked at again")}, door));
        QVERIFY(again.isNew);
        QVERIFY(film.doors.ask(GeneratePipeline{}, door));
    }

    void onlyTheApprovalInForceIsRevoked()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}));
        LAKEHOUSE_VALUE(const ExtractionChanged changed, film.doors.ask(ChangeExtraction{plan.digest, selector(QStringLiteral("film")), PlanEdit::Full, reason()}));
        QCOMPARE(film.doors.ask(RevokeExtraction{changed.digest, reason()}).error().code, ErrorCode::Stale); // it was proposed, not approved
        QVERIFY(film.doors.ask(ApproveExtraction{changed.digest, reason()}));
        const auto refused = film.doors.ask(RevokeExtraction{plan.digest, reason()});
        QCOMPARE(refused.error().code, ErrorCode::Stale);
        QVERIFY(refused.error().message.toEnglish().contains(changed.digest.toShortString()));
        QVERIFY(film.doors.ask(RevokeExtraction{changed.digest, reason()}));
    }

    void aRevocationNeedsAReasonWhereTheProjectAsksForOne()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}));
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nrequire-reason = true\napprovers = [\"berta\"]"));
        QCOMPARE(film.doors.ask(RevokeExtraction{plan.digest, reason("none given")}).error().code, ErrorCode::NeedsReason);
        QVERIFY(film.doors.ask(RevokeExtraction{plan.digest, reason("stop")}, Door::InProcess, person("anna"))); // whoever sees a fault may stop it
    }

    void thereIsNothingToApproveWithoutAPlan()
    {
        FilmProject film;
        QCOMPARE(film.doors.ask(ApproveExtraction{PlanDigest::of("{}"), reason()}).error().code, ErrorCode::NotFound);
    }

    void onlyApproversMayApprove_data() { LAKEHOUSE_BOTH_DOORS(); }
    void onlyApproversMayApprove()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\napprovers = [\"berta\", \"carl@example.org\"]"));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const auto refused = film.doors.ask(ApproveExtraction{plan.digest, reason()}, door, person("anna"));
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        QVERIFY(refused.error().message.toEnglish().contains(QStringLiteral("anna")));
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door, person("berta")));
        // A Git identity is what somebody wrote into a file: it allows nothing.
        Actor carl = person("c");
        carl.gitIdentity = QStringLiteral("carl@example.org");
        QCOMPARE(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door, carl).error().code, ErrorCode::RefusedByRule);
        carl.subject = QStringLiteral("carl@example.org"); // authenticated
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door, carl));
    }

    void fourEyes_data()
    {
        QTest::addColumn<QString>("systemUser");
        QTest::addColumn<QString>("gitIdentity");
        QTest::addColumn<QString>("subject");
        QTest::addColumn<bool>("mayApprove");
        QTest::newRow("who made the change") << "anna" << "anna@example.org" << "" << false;
        QTest::newRow("the same person under another login") << "root2" << "anna@example.org" << "" << false;
        QTest::newRow("the same login with another mail") << "anna" << "other@example.org" << "" << false;
        QTest::newRow("a login that is the other's subject") << "x" << "" << "anna" << false;
        QTest::newRow("a colleague") << "berta" << "berta@example.org" << "" << true;
        QTest::newRow("a colleague without a mail") << "berta" << "" << "" << true;
    }
    void fourEyes()
    {
        QFETCH(QString, systemUser);
        QFETCH(QString, gitIdentity);
        QFETCH(QString, subject);
        QFETCH(bool, mayApprove);
        FilmProject film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nfour-eyes = true"));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        Actor anna = person("anna");
        anna.gitIdentity = QStringLiteral("anna@example.org");
        LAKEHOUSE_VALUE(const ExtractionChanged changed, film.doors.ask(ChangeExtraction{plan.digest, selector(QStringLiteral("film")), PlanEdit::Full, reason()}, Door::InProcess, anna));
        const Actor approver{.systemUser = systemUser, .host = QStringLiteral("desk"), .gitIdentity = gitIdentity, .subject = subject, .channel = QStringLiteral("cli")};
        const auto receipt = film.doors.ask(ApproveExtraction{changed.digest, reason()}, Door::InProcess, approver);
        QCOMPARE(bool(receipt), mayApprove);
        if (mayApprove)
            return;
        QCOMPARE(receipt.error().code, ErrorCode::RefusedByRule);
        QCOMPARE(receipt.error().subject, QStringLiteral("public.film"));
    }

    /// The plan follows what is said to happen to a table: who says so has a part in it.
    void whoImportedWritesDoesNotApprove()
    {
        FilmProject film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nfour-eyes = true"));
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        const WriteBehaviour writes{.table = tableName("film"), .updates = UpdateClass::PoOnly, .evidence = {{.kind = EvidenceKind::ImportedFact, .place = QStringLiteral("src/Film.java")}}};
        const QString lines = QStringLiteral("{\"kind\":\"write-behaviour\",\"body\":%1}\n").arg(QString::fromUtf8(describe::canonicalJson(writes)));
        QVERIFY(film.doors.ask(ImportFacts{.lines = lines}, Door::InProcess, person("anna")));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const auto refused = film.doors.ask(ApproveExtraction{plan.digest, reason()}, Door::InProcess, person("anna"));
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        QCOMPARE(refused.error().subject, QStringLiteral("public.film"));
        QVERIFY(refused.error().message.toEnglish().startsWith(QStringLiteral("You imported what the application does to public.film yourself")));
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}, Door::InProcess, person("berta")));
        QVERIFY(film.doors.ask(RetractFacts{.lines = lines, .reason = reason()}, Door::InProcess, person("carl")));
        LAKEHOUSE_VALUE(const PlanSummary without, film.plan());
        const auto takenBack = film.doors.ask(ApproveExtraction{without.digest, reason()}, Door::InProcess, person("carl"));
        QCOMPARE(takenBack.error().code, ErrorCode::RefusedByRule);
        QCOMPARE(takenBack.error().subject, QStringLiteral("public.film"));
        QVERIFY(takenBack.error().message.toEnglish().startsWith(QStringLiteral("You took back what was imported about public.film yourself")));
        QVERIFY(film.doors.ask(ApproveExtraction{without.digest, reason()}, Door::InProcess, person("anna")));
    }

    /// What nobody sees any more in a plan is as much somebody's doing as what stands in it.
    void whoTookADecisionBackDoesNotApprove()
    {
        FilmProject film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nfour-eyes = true"));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const auto change = [&](const PlanDigest &seen, PlanEdit edit, const char *who) {
            return film.doors.ask(ChangeExtraction{seen, selector(QStringLiteral("film")), edit, reason()}, Door::InProcess, person(who));
        };
        LAKEHOUSE_VALUE(const ExtractionChanged changed, change(plan.digest, PlanEdit::Full, "berta"));
        QVERIFY(film.doors.ask(ApproveExtraction{changed.digest, reason()}, Door::InProcess, person("anna")));
        LAKEHOUSE_VALUE(const ExtractionChanged undone, change(changed.digest, PlanEdit::Undo, "anna"));
        const auto approve = [&](const PlanDigest &seen, const char *who) { return film.doors.ask(ApproveExtraction{seen, reason()}, Door::InProcess, person(who)); };
        const auto refused = approve(undone.digest, "anna");
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        QCOMPARE(refused.error().subject, QStringLiteral("public.film"));
        QVERIFY(refused.error().message.toEnglish().startsWith(QStringLiteral("You took back what was decided about public.film yourself")));

        // An approval that was revoked let nothing through; one that stands did.
        QVERIFY(approve(undone.digest, "berta"));
        QVERIFY(film.doors.ask(RevokeExtraction{undone.digest, reason()}, Door::InProcess, person("carl")));
        QCOMPARE(approve(undone.digest, "anna").error().code, ErrorCode::RefusedByRule);
        QVERIFY(approve(undone.digest, "berta"));
        QVERIFY(approve(undone.digest, "anna"));
    }

    void fourEyesLetsWhoChangedNothingApprove()
    {
        FilmProject film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nfour-eyes = true"));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}));
    }

    void schedulesAndAgentsNeverApprove_data()
    {
        QTest::addColumn<int>("channel");
        QTest::newRow("schedule") << int(Channel::Schedule);
        QTest::newRow("agent") << int(Channel::Agent);
    }
    void schedulesAndAgentsNeverApprove()
    {
        QFETCH(int, channel);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const auto receipt = film.doors.ask(ApproveExtraction{plan.digest, reason()}, Door::InProcess, person("service:nightly"), {.channel = Channel(channel)});
        QCOMPARE(receipt.error().code, ErrorCode::RefusedByRule);
    }

    void approvingTheSameAgainAddsNothing_data() { LAKEHOUSE_BOTH_DOORS(); }
    void approvingTheSameAgainAddsNothing()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        LAKEHOUSE_VALUE(const ApprovalReceipt first, film.doors.ask(ApproveExtraction{plan.digest, reason()}, door));
        QVERIFY(first.isNew);
        LAKEHOUSE_VALUE(const ApprovalReceipt again, film.doors.ask(ApproveExtraction{plan.digest, reason()}, door));
        QVERIFY(!again.isNew);
        QCOMPARE(again.sequence, first.sequence);
        LAKEHOUSE_VALUE(const ApprovalReceipt second, film.doors.ask(ApproveExtraction{plan.digest, reason()}, door, person("berta")));
        QVERIFY(second.isNew); // another person's word counts
    }

    void settingsThatMovedNeedANewPlan_data() { LAKEHOUSE_BOTH_DOORS(); }
    void settingsThatMovedNeedANewPlan()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        film.project.writeSettings(QStringLiteral("late-arrival-minutes = 5"));
        LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(ShowExtraction{}, door));
        QCOMPARE(page.approval, ApprovalState::SettingsMoved);
        QCOMPARE(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door).error().code, ErrorCode::Stale);
        LAKEHOUSE_VALUE(const PlanSummary now, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{now.digest, reason()}, door));
    }

    void aPlanThatWasEditedIsNotApproved()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QFile file(film.project.path(QStringLiteral(".ekos/plan.json")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray edited = file.readAll();
        QVERIFY(edited.contains("Loads in full"));
        edited.replace("Loads in full", "Loads as ever"); // what the reader sees, not what the digest covers
        file.resize(0);
        file.seek(0);
        file.write(edited);
        file.close();
        const qint64 entries = film.entries();
        QCOMPARE(film.doors.ask(ApproveExtraction{plan.digest, reason()}).error().code, ErrorCode::Stale);
        QCOMPARE(film.entries(), entries);
    }

    void aRepeatedApprovalGetsTheFirstAnswer_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aRepeatedApprovalGetsTheFirstAnswer()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const auto approve = [&](const char *id, const char *who) {
            return film.doors.ask(ApproveExtraction{plan.digest, reason()}, door, person(who), {.requestId = QLatin1String(id)}).value().sequence;
        };
        const qint64 first = approve("a", "anna");
        QCOMPARE(approve("a", "anna"), first);
        QCOMPARE(approve("a", "berta"), first + 1); // somebody else's request
    }
};

QTEST_GUILESS_MAIN(ApprovalTest)
#include "approval_test.moc"
