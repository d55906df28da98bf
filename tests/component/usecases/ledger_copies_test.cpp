#include "component/usecases/reviewed_film.h"

#include <QDir>
#include <QFileInfo>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

/// Copies of the ledger, made and put back, beside a pipeline repository whose newest commit says which head there was; and what of the ledger is shown.
class LedgerCopiesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCopyIsPutBack_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aCopyIsPutBack()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.plan());
        QVERIFY(film.generate());
        const qint64 entries = film.entries();
        const QString file = film.project.path(QStringLiteral("copy.sqlite"));
        LAKEHOUSE_VALUE(const LedgerBackedUp copy, film.doors.ask(BackUpLedger{.file = file}, door));
        QCOMPARE(copy.file, file);
        QCOMPARE(copy.entries, entries);
        QCOMPARE(film.doors.ask(BackUpLedger{.file = file}, door).error().code, ErrorCode::AlreadyExists);
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door));
        const qint64 more = film.entries();
        QVERIFY(more > entries);
        LAKEHOUSE_VALUE(const LedgerRestored restored, film.doors.ask(RestoreLedger{.file = file, .reason = reason("the disk was changed")}, door, person("berta")));
        QCOMPARE(restored.entries, entries);
        QCOMPARE(restored.before, more);
        QCOMPARE(restored.head, copy.head);
        QVERIFY(QFile::exists(restored.keptAs));
        QCOMPARE(QFileInfo(restored.keptAs).absolutePath(), QDir(film.project.path(QStringLiteral(".ekos"))).absolutePath());
        QCOMPARE(film.entries(), entries);
        LAKEHOUSE_VALUE(const LedgerVerdict verdict, film.doors.ask(VerifyLedger{}, door)); // and with it the noted head and the commit's
        QVERIFY2(verdict.findings.empty(), verdict.findings.empty() ? "" : qPrintable(verdict.findings.front().finding.toEnglish()));
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1}, door));
        QCOMPARE(runs.runs.front().operation, QStringLiteral("ledger.restore"));
        QVERIFY(runs.runs.front().actor.startsWith(QStringLiteral("berta")));
        LAKEHOUSE_VALUE(const RunDetail run, film.doors.ask(ShowRun{.run = runs.runs.front().id.toString()}, door));
        QVERIFY(std::ranges::any_of(run.events, [](const RunEvent &event) { return event.message.toEnglish().contains(QStringLiteral("the disk was changed")); }));
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door)); // work goes on
    }

    void aCopyThatIsOlderThanTheNewestCommitIsRefused()
    {
        FilmProject film;
        QVERIFY(film.plan());
        const QString file = film.project.path(QStringLiteral("copy.sqlite"));
        QVERIFY(film.doors.ask(BackUpLedger{.file = file}));
        QVERIFY(film.generate());
        const qint64 entries = film.entries();
        const auto refused = film.doors.ask(RestoreLedger{.file = file, .reason = reason()});
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        QVERIFY2(refused.error().message.toEnglish().contains(QStringLiteral("newest commit")), qPrintable(refused.error().message.toEnglish()));
        QCOMPARE(film.entries(), entries);
        QVERIFY(film.doors.ask(VerifyLedger{}).value().findings.empty());
    }

    void whatCannotBeRestoredChangesNothing()
    {
        FilmProject film;
        QVERIFY(film.plan());
        const qint64 entries = film.entries();
        QCOMPARE(film.doors.ask(RestoreLedger{.file = film.project.path(QStringLiteral("nothing")), .reason = reason()}).error().code, ErrorCode::NotFound);
        const QString file = film.project.path(QStringLiteral("copy.sqlite"));
        QVERIFY(film.doors.ask(BackUpLedger{.file = file}));
        QFile copy(file);
        QVERIFY(copy.open(QFile::ReadWrite));
        const qint64 at = copy.readAll().indexOf("public");
        QVERIFY(at > 0 && copy.seek(at) && copy.write("Public") == 6);
        copy.close();
        QCOMPARE(film.doors.ask(RestoreLedger{.file = file, .reason = reason()}).error().code, ErrorCode::InvalidInput);
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nrequire-reason = true"));
        QCOMPARE(film.doors.ask(RestoreLedger{.file = file, .reason = FilmProject::noReason()}).error().code, ErrorCode::NeedsReason);
        QCOMPARE(film.entries(), entries);
    }

    void copiesAreMadeOnTheMachineItself_data()
    {
        QTest::addColumn<int>("channel");
        QTest::newRow("browser") << int(Channel::Browser);
        QTest::newRow("agent") << int(Channel::Agent);
        QTest::newRow("schedule") << int(Channel::Schedule);
    }
    void copiesAreMadeOnTheMachineItself()
    {
        QFETCH(int, channel);
        FilmProject film;
        QVERIFY(film.plan());
        const QString file = film.project.path(QStringLiteral("copy.sqlite"));
        const CallContext elsewhere{.channel = Channel(channel)};
        QCOMPARE(film.doors.ask(BackUpLedger{.file = file}, Door::InProcess, person("anna"), elsewhere).error().code, ErrorCode::NotAllowed);
        QVERIFY(!QFile::exists(file));
        QVERIFY(film.doors.ask(BackUpLedger{.file = file}));
        const qint64 entries = film.entries();
        QCOMPARE(film.doors.ask(RestoreLedger{.file = file, .reason = reason()}, Door::InProcess, person("anna"), elsewhere).error().code, ErrorCode::NotAllowed);
        QCOMPARE(film.entries(), entries);
    }

    /// What is committed, approved or signed names entries and documents of the ledger: meanwhile it does not become another one.
    void nothingIsRestoredWhileTheRepositoryIsHeld()
    {
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const QString file = film.project.path(QStringLiteral("copy.sqlite"));
        QVERIFY(film.doors.ask(BackUpLedger{.file = file}));
        const qint64 entries = film.entries();
        {
            base::RunContext run;
            LAKEHOUSE_VALUE(const std::unique_ptr<ports::Lease> lease, film.runs().acquire(QStringLiteral("repository"), film.newRun(), 0, run));
            QCOMPARE(film.doors.ask(RestoreLedger{.file = file, .reason = reason()}).error().code, ErrorCode::Busy);
            QCOMPARE(film.doors.ask(ApproveExtraction{plan.digest, reason()}).error().code, ErrorCode::Busy);
            QCOMPARE(film.sign({ReviewSubject::Pii}).error().code, ErrorCode::Busy);
            QCOMPARE(film.entries(), entries);
        }
        QVERIFY(film.doors.ask(RestoreLedger{.file = file, .reason = reason()}));
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}));
        QVERIFY(film.sign({ReviewSubject::Pii}));
    }

    /// Whoever waits signs and approves what there is when it is their turn.
    void whatMovesWhileSomebodyWaitsIsSeen_data()
    {
        QTest::addColumn<bool>("isSignOff");
        QTest::newRow("a sign-off") << true;
        QTest::newRow("an approval") << false;
    }
    void whatMovesWhileSomebodyWaitsIsSeen()
    {
        QFETCH(bool, isSignOff);
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const ReviewDigest review = film.digest();
        int asked = 0;
        bool hasMoved = false;
        film.project.leases.before = [&](const QString &lease) {
            if (lease != QLatin1String("repository") || asked++ > 0)
                return;
            const DecideReview decide{.expectedDigest = review, .subject = ReviewSubject::Pii, .item = {QStringLiteral("public.film.title")}, .decision = ReviewVerdict::parse(QStringLiteral("redact")).value(),
                .reason = reason()};
            const ChangeExtraction change{plan.digest, selector(QStringLiteral("film")), PlanEdit::Full, reason()};
            hasMoved = isSignOff ? bool(film.doors.answer(decide, person("berta"))) : bool(film.doors.answer(change, person("berta")));
        };
        if (isSignOff)
            QCOMPARE(film.doors.ask(ApproveSignOff{.expectedDigest = review, .subject = {ReviewSubject::Pii}, .reason = reason()}).error().code, ErrorCode::Stale);
        else
            QCOMPARE(film.doors.ask(ApproveExtraction{plan.digest, reason()}).error().code, ErrorCode::Stale);
        QVERIFY(hasMoved);
        base::RunContext run;
        for (const FactKind kind : {FactKind::SignOff, FactKind::LakehouseApproval})
            QVERIFY(film.project.workspace().ledger(run).value()->currentOfKind(kind, run).value().empty());
    }

    /// As after a pause that was too long: what the one who took over does is not done twice.
    void whoLostTheRepositoryRestoresNothing()
    {
        FilmProject film;
        QVERIFY(film.plan());
        const QString file = film.project.path(QStringLiteral("copy.sqlite"));
        QVERIFY(film.doors.ask(BackUpLedger{.file = file}));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}));
        const qint64 entries = film.entries();
        film.project.otherMachineClock.advance(60'000); // a minute without a sign of this process
        bool isTakenOver = false;
        film.project.leases.after = [&](const QString &lease) {
            base::RunContext run;
            isTakenOver = bool(film.project.otherProcess().acquire(lease, film.newRun(), 0, run));
        };
        QCOMPARE(film.doors.ask(RestoreLedger{.file = file, .reason = reason()}).error().code, ErrorCode::Stale);
        QVERIFY(isTakenOver);
        QCOMPARE(film.entries(), entries);
    }

    void aLedgerThatIsCutOffIsNotCopied()
    {
        FilmProject film;
        QVERIFY(film.plan());
        QVERIFY(film.runs().noteLedgerHead(EntryHash::of("an entry that is gone")));
        const QString file = film.project.path(QStringLiteral("copy.sqlite"));
        QCOMPARE(film.doors.ask(BackUpLedger{.file = file}).error().code, ErrorCode::RefusedByRule);
        QVERIFY(!QFile::exists(file));
    }

    void aSubjectOfTheReviewIsShown_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aSubjectOfTheReviewIsShown()
    {
        QFETCH(Door, door);
        ReviewedFilm film;
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.sign({ReviewSubject::Pii}, person("carl")));
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact", person("berta")));
        const LedgerSubject pii = LedgerSubject::parse(QStringLiteral("pii")).value();
        LAKEHOUSE_VALUE(const LedgerAudit audit, film.doors.ask(ShowAudit{.table = pii}, door));
        QVERIFY(audit.entries.size() >= 3);
        for (const AuditEntry &entry : audit.entries)
            QVERIFY2(entry.subject.contains(QStringLiteral("pii")), qPrintable(entry.subject));
        QCOMPARE(audit.entries.back().what, QStringLiteral("redact"));
        QVERIFY(std::ranges::any_of(audit.entries, [](const AuditEntry &entry) { return entry.kind == FactKind::SignOff && entry.who == person("carl").toString(); }));
        LAKEHOUSE_VALUE(const LedgerPage page, film.doors.ask(ShowLedger{.table = pii}, door));
        QCOMPARE(page.entries.size(), audit.entries.size());
        LAKEHOUSE_VALUE(const LedgerPage signOffs, film.doors.ask(ShowLedger{.table = pii, .kind = FactKind::SignOff}, door));
        QCOMPARE(signOffs.entries.size(), 1u);
        LAKEHOUSE_VALUE(const LedgerPage rest, film.doors.ask(ShowLedger{.table = pii, .after = page.entries.front().sequence, .limit = 1}, door));
        QCOMPARE(rest.entries.size(), 1u);
        QCOMPARE(rest.entries.front().sequence, page.entries[1].sequence);
        LAKEHOUSE_VALUE(const LedgerTimeline timeline, film.doors.ask(ShowTimeline{.table = pii}, door));
        const auto title = std::ranges::find_if(timeline.entries.rbegin(), timeline.entries.rend(), [](const TimelineEntry &entry) { return entry.subject.startsWith(QStringLiteral("public.film.title")); });
        QVERIFY(title != timeline.entries.rend());
        QCOMPARE(title->change, LedgerChange::Changed);
    }

    void aColumnIsShown_data()
    {
        QTest::addColumn<QString>("typed");
        for (const char *typed : {"film.title", "public.film.title", "FILM.TITLE", "\"public\".\"film\".\"title\""})
            QTest::newRow(typed) << QString::fromLatin1(typed);
    }
    void aColumnIsShown()
    {
        QFETCH(QString, typed);
        ReviewedFilm film;
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact", person("berta")));
        const LedgerSubject title = LedgerSubject::parse(typed).value();
        LAKEHOUSE_VALUE(const LedgerPage page, film.doors.ask(ShowLedger{.table = title}));
        QVERIFY(!page.entries.empty());
        for (const LedgerLine &entry : page.entries)
            QCOMPARE(entry.subject, QStringLiteral("public.film.title"));
        LAKEHOUSE_VALUE(const LedgerTimeline timeline, film.doors.ask(ShowTimeline{.table = title}));
        QCOMPARE(timeline.entries.size(), page.entries.size());
        LAKEHOUSE_VALUE(const LedgerAudit audit, film.doors.ask(ShowAudit{.table = title}));
        QCOMPARE(audit.entries.size(), 1u);
        QCOMPARE(audit.entries.front().what, QStringLiteral("redact"));
    }

    void whatIsNotKnownIsNamed_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("hint");
        const auto row = [](const char *typed, const char *message, const char *hint) { QTest::newRow(typed) << QString::fromLatin1(typed) << QString::fromLatin1(message) << QString::fromLatin1(hint); };
        row("flim", "The ledger knows nothing that is called flim.", "Did you mean public.film");
        row("pij", "The ledger knows nothing that is called pij.", "a subject of the review: scope, pii, conflicts, identity, write-behaviour, glossary.");
        row("film.titel", "The ledger knows no column titel of public.film.", "title");
        row("public.film.titel", "The ledger knows no column titel of public.film.", "title");
        row("other.film", "The ledger knows nothing that is called other.film.", "");
    }
    void whatIsNotKnownIsNamed()
    {
        QFETCH(QString, typed);
        QFETCH(QString, message);
        QFETCH(QString, hint);
        ReviewedFilm film;
        const auto unknown = film.doors.ask(ShowAudit{.table = LedgerSubject::parse(typed).value()});
        QCOMPARE(unknown.error().code, ErrorCode::NotFound);
        QCOMPARE(unknown.error().message.toEnglish(), message);
        QVERIFY2(unknown.error().hint.toEnglish().contains(hint), qPrintable(unknown.error().hint.toEnglish()));
    }

    void whatNamesNothingIsRefused()
    {
        for (const char *text : {"", "a.b.c.d", "a..b", "\"open"}) {
            const auto refused = LedgerSubject::parse(QString::fromLatin1(text));
            QVERIFY2(!refused, text);
            QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        }
    }
};

QTEST_GUILESS_MAIN(LedgerCopiesTest)
#include "ledger_copies_test.moc"
