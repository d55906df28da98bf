#include "component/usecases/reviewed_film.h"

#include "describe/canonical_json.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {
const base::Error trinoFailed{.code = ErrorCode::ExternalFailure, .message = "Trino stopped the query.", .hint = "Look at its log.", .detail = QStringLiteral("worker lost")};
}

class DeletesTest : public QObject {
    Q_OBJECT

    static FindDeletes deletes(const char *table = "film") { return {.table = selector(QString::fromUtf8(table)), .reason = FilmProject::noReason()}; }
    static FindDeletes accepted(const char *why)
    {
        FindDeletes request = deletes();
        request.accept = true;
        request.reason = reason(why);
        return request;
    }

    static FindDeletes ifDue()
    {
        FindDeletes request = deletes();
        request.ifDue = true;
        return request;
    }
    /// The application's code was seen, and does this to rows of film.
    static bool import(FilmProject &film, DeleteClass what)
    {
        const WriteBehaviour writes{.table = tableName("film"), .inserts = InsertClass::Seen, .updates = UpdateClass::PoOnly, .deletes = what,
            .evidence = {{.kind = EvidenceKind::ImportedFact, .place = QStringLiteral("src/Film.java"), .detail = QStringLiteral("update"), .line = 48}}};
        return bool(film.doors.ask(ImportFacts{.lines = QStringLiteral("{\"kind\":\"write-behaviour\",\"body\":%1}\n").arg(QString::fromUtf8(describe::canonicalJson(writes)))}));
    }

    static bool load(FilmProject &film, qint64 rows)
    {
        film.project.rows.fill(tableName("film"), rows);
        return film.generate() && film.load("film");
    }
    static void removeFirst(FilmProject &film, qint64 rows)
    {
        for (qint64 key = 1; key <= rows; ++key)
            film.project.rows.remove(tableName("film"), key);
    }
    static std::set<qint64> deleted(const FilmProject &film) { return film.project.rows.deleted(tableName("film")); }
    static PipelineRow rowOfFilm(FilmProject &film)
    {
        const PipelineStatus status = film.doors.ask(ShowPipeline{}).value();
        return *std::ranges::find(status.tables, tableName("film"), &PipelineRow::table);
    }
    static qint64 outcomes(FilmProject &film) { return qint64(film.doors.ask(ShowLedger{.kind = FactKind::DeleteOutcome}).value().entries.size()); }

private Q_SLOTS:
    void keysThatVanishedGetTombstones_data() { LAKEHOUSE_BOTH_DOORS(); }
    void keysThatVanishedGetTombstones()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(load(film, 1000));
        for (qint64 key : {7, 300, 999})
            film.project.rows.remove(tableName("film"), key);
        LAKEHOUSE_VALUE(const DeleteReport report, film.doors.ask(deletes(), door));
        QCOMPARE(deleted(film), (std::set<qint64>{7, 300, 999}));
        QCOMPARE(film.project.rows.bronze(tableName("film"))->size(), 997u);
        QCOMPARE(report.deleted, 3);
        QCOMPARE(report.returned + report.inserted, 0);
        QCOMPARE(report.liveRows, 1000);
        QCOMPARE(report.sourceRows, 997);
        QCOMPARE(report.buckets, 16); // the fewest
        QCOMPARE(report.differingBuckets, 2); // 7 and 999 are in bucket 7, 300 is in bucket 12
        QCOMPARE(report.bronzeKeysRead, 63 + 62);
        QCOMPARE(report.sourceKeysRead, report.bronzeKeysRead - 3);
        QVERIFY(!report.accepted && !report.dueAtUtc);
        QCOMPARE(report.queryIds.size(), 3u);
        for (const FakeLakeSql::Executed &statement : film.project.lake.executed())
            QVERIFY(!statement.sql.contains(QStringLiteral("${")));
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::DeleteOutcome}, door));
        QCOMPARE(facts.entries.size(), 1u);
        QCOMPARE(facts.entries[0].subject, QStringLiteral("public.film"));
        LAKEHOUSE_VALUE(const ReconcileReport reconciled, film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("film"))}}, door));
        QVERIFY(reconciled.tables[0].isGreen()); // live rows only are compared
    }

    void nothingVanishedReadsNoKey()
    {
        FilmProject film;
        QVERIFY(load(film, 1000));
        film.project.lake.forget();
        LAKEHOUSE_VALUE(const DeleteReport report, film.doors.ask(deletes()));
        QCOMPARE(report.deleted + report.returned + report.inserted, 0);
        QCOMPARE(report.differingBuckets, 0);
        QCOMPARE(report.sourceKeysRead + report.bronzeKeysRead, 0);
        QVERIFY(film.project.lake.effects().empty());
        QCOMPARE(outcomes(film), 0); // the run's log says it; the ledger keeps what changed bronze
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}));
        QVERIFY(detail.run.outcome.toEnglish().contains(QStringLiteral("0 keys deleted")));
    }

    void aKeyThatComesBackLosesItsTombstone()
    {
        FilmProject film;
        QVERIFY(load(film, 1000));
        removeFirst(film, 2);
        QVERIFY(film.doors.ask(deletes()));
        film.project.rows.put(tableName("film"), 1, 5); // with an old watermark, so that no load reads it
        LAKEHOUSE_VALUE(const DeleteReport report, film.doors.ask(deletes()));
        QCOMPARE(report.returned, 1);
        QCOMPARE(report.deleted + report.inserted, 0);
        QCOMPARE(deleted(film), std::set<qint64>{2});
        QCOMPARE(film.project.rows.bronze(tableName("film"))->at(1), 5); // as it is now, not as it was
    }

    void keysThatNoLoadBringsAreBrought()
    {
        FilmProject film;
        QVERIFY(load(film, 1000));
        film.project.rows.put(tableName("film"), 2001, 1); // inserted with an old watermark
        film.project.rows.put(tableName("film"), 2002, 1);
        film.project.rows.setUnsettled(tableName("film"), 2002); // the next load reads it
        LAKEHOUSE_VALUE(const DeleteReport report, film.doors.ask(deletes()));
        QCOMPARE(report.inserted, 1);
        QVERIFY(film.project.rows.bronze(tableName("film"))->contains(2001));
        QVERIFY(!film.project.rows.bronze(tableName("film"))->contains(2002));
        QVERIFY(deleted(film).empty());
    }

    void theGuard_data()
    {
        QTest::addColumn<qint64>("live");
        QTest::addColumn<qint64>("vanished");
        QTest::addColumn<bool>("trips");
        QTest::newRow("4.99 percent") << qint64(10'000) << qint64(499) << false;
        QTest::newRow("5.00 percent") << qint64(10'000) << qint64(500) << false;
        QTest::newRow("5.01 percent") << qint64(10'000) << qint64(501) << true;
        QTest::newRow("ten keys of twenty") << qint64(20) << qint64(10) << false;
        QTest::newRow("eleven keys of twenty") << qint64(20) << qint64(11) << true;
        QTest::newRow("a source that shows nothing") << qint64(3) << qint64(3) << true;
    }
    void theGuard()
    {
        QFETCH(qint64, live);
        QFETCH(qint64, vanished);
        QFETCH(bool, trips);
        FilmProject film;
        QVERIFY(load(film, live));
        removeFirst(film, vanished);
        film.project.lake.forget();
        const auto report = film.doors.ask(deletes());
        QCOMPARE(!report, trips);
        QCOMPARE(qint64(deleted(film).size()), trips ? 0 : vanished);
        if (!trips)
            return;
        QCOMPARE(report.error().code, ErrorCode::RefusedByRule);
        QCOMPARE(report.error().subject, QStringLiteral("public.film"));
        QVERIFY(report.error().hint.toEnglish().contains(QStringLiteral("lakehouse deletes --table public.film --accept")));
        QVERIFY(film.project.lake.effects().empty());
        QCOMPARE(rowOfFilm(film).state, TableState::NeedsPerson);
        QVERIFY(rowOfFilm(film).isOfDeletes);
        QCOMPARE(outcomes(film), 0);
    }

    void theRowLimitIsASetting()
    {
        FilmProject film;
        film.project.writeSettings(QStringLiteral("mass-delete-rows = 20\nmass-delete-percent = 50"));
        QVERIFY(load(film, 1000));
        removeFirst(film, 20);
        QVERIFY(film.doors.ask(deletes()));
        for (qint64 key = 101; key <= 121; ++key)
            film.project.rows.remove(tableName("film"), key);
        QCOMPARE(film.doors.ask(deletes()).error().code, ErrorCode::RefusedByRule);
        QCOMPARE(deleted(film).size(), 20u);
    }

    void whatAPersonAcceptsIsAppliedAndRecorded_data() { LAKEHOUSE_BOTH_DOORS(); }
    void whatAPersonAcceptsIsAppliedAndRecorded()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(load(film, 100));
        film.project.rows.fill(tableName("film"), 0);
        QCOMPARE(film.doors.ask(deletes(), door).error().code, ErrorCode::RefusedByRule);
        QCOMPARE(rowOfFilm(film).state, TableState::NeedsPerson);
        FindDeletes silent = deletes();
        silent.accept = true;
        QCOMPARE(film.doors.ask(silent, door).error().code, ErrorCode::NeedsReason);
        LAKEHOUSE_VALUE(const DeleteReport report, film.doors.ask(accepted("the shop closed"), door));
        QCOMPARE(report.deleted, 100);
        QCOMPARE(report.accepted, std::optional(reason("the shop closed")));
        QCOMPARE(deleted(film).size(), 100u);
        QCOMPARE(outcomes(film), 1);
        LAKEHOUSE_VALUE(const LedgerAudit audit, film.doors.ask(ShowAudit{}, door));
        QCOMPARE(audit.entries.size(), 1u);
        QCOMPARE(audit.entries[0].what, QStringLiteral("accept deletes"));
        QCOMPARE(audit.entries[0].reason, std::optional(QStringLiteral("the shop closed")));
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}, door));
        QVERIFY(std::ranges::any_of(detail.events, [](const RunEvent &event) { return event.message.toEnglish().contains(QStringLiteral("the shop closed")) && event.message.toEnglish().contains(QStringLiteral("anna")); }));
        QVERIFY(rowOfFilm(film).state != TableState::NeedsPerson && !rowOfFilm(film).isOfDeletes); // nobody is waited for any more
    }

    void onlyAPersonAccepts()
    {
        FilmProject film;
        QVERIFY(load(film, 100));
        for (Channel channel : {Channel::Schedule, Channel::Agent})
            QCOMPARE(film.doors.ask(accepted("no matter"), Door::InProcess, person("anna"), {.channel = channel}).error().code, ErrorCode::RefusedByRule);
    }

    /// Between the count and the statement the source goes on: what was let through is what was counted.
    void whatVanishesMeanwhileIsNotLetThrough()
    {
        FilmProject film;
        QVERIFY(load(film, 1000));
        removeFirst(film, 5);
        film.project.lake.block(QStringLiteral("vanished <= "));
        std::thread source([&] {
            while (film.project.lake.blocked() == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            for (qint64 key = 1; key <= 200; ++key) // 200 in all, those of the buckets that differed are more than fifty
                film.project.rows.remove(tableName("film"), key);
            film.project.lake.release();
        });
        const auto report = film.doors.ask(deletes());
        source.join();
        QCOMPARE(report.error().code, ErrorCode::Busy);
        QVERIFY(deleted(film).empty());
        QCOMPARE(film.doors.ask(deletes()).error().code, ErrorCode::RefusedByRule);
    }

    void aTableThatCannotMissDeletesSaysSo_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aTableThatCannotMissDeletesSaysSo()
    {
        QFETCH(Door, door);
        FilmProject film;
        QCOMPARE(film.doors.ask(deletes(), door).error().code, ErrorCode::NotFound); // nothing was generated
        QVERIFY(film.generate());
        const auto full = film.doors.ask(deletes("actor"), door);
        QCOMPARE(full.error().code, ErrorCode::InvalidInput);
        QVERIFY(full.error().message.toEnglish().contains(QStringLiteral("every row at each load")));
        const auto early = film.doors.ask(deletes(), door);
        QCOMPARE(early.error().code, ErrorCode::NotFound);
        QVERIFY(early.error().hint.toEnglish().contains(QStringLiteral("lakehouse run")));
    }

    void newColumnsAreLoadedFirst()
    {
        FilmProject film;
        QVERIFY(load(film, 1000));
        film.project.setTables({FilmProject::film().withColumn(QStringLiteral("rating"), QStringLiteral("text")), FilmProject::actor()});
        QVERIFY(film.generate());
        removeFirst(film, 1);
        QCOMPARE(film.doors.ask(deletes()).error().code, ErrorCode::Stale);
        QVERIFY(film.load("film"));
        QVERIFY(film.doors.ask(deletes()));
    }

    void aSearchThatFailsHalfWayIsMadeGoodByTheNext()
    {
        FilmProject film;
        QVERIFY(load(film, 1000));
        removeFirst(film, 3);
        film.project.rows.put(tableName("film"), 2001, 1);
        for (const char *words : {"coalesce(sum(n), 0)", "FULL OUTER JOIN", "vanished <= ", "wanted"}) {
            film.project.lake.failNext(QString::fromLatin1(words), trinoFailed);
            QCOMPARE(film.doors.ask(deletes()).error(), trinoFailed);
            QCOMPARE(rowOfFilm(film).state, TableState::Failed);
        }
        QCOMPARE(deleted(film).size(), 3u); // the last failed behind them
        LAKEHOUSE_VALUE(const DeleteReport report, film.doors.ask(deletes()));
        QCOMPARE(report.deleted, 0);
        QCOMPARE(report.inserted, 1);
        QVERIFY(rowOfFilm(film).state != TableState::Failed);
    }

    void whatWasMarkedBeforeACancelIsRecorded()
    {
        FilmProject film;
        QVERIFY(load(film, 1000));
        removeFirst(film, 3);
        film.project.rows.put(tableName("film"), 2001, 1);
        film.project.lake.block(QStringLiteral("wanted")); // behind the marks
        const base::CancelToken cancel;
        std::thread canceller([&] {
            while (film.project.lake.blocked() == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            cancel.cancel();
        });
        const auto report = film.doors.ask(deletes(), Door::InProcess, person("anna"), {.cancel = cancel});
        canceller.join();
        film.project.lake.release();
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        QCOMPARE(deleted(film).size(), 3u);
        QCOMPARE(outcomes(film), 1);
        base::RunContext run;
        QCOMPARE(film.runs().notedLedgerHead().value(), film.project.workspace().ledger(run).value()->head(run).value().hash); // cutting that entry off would be noticed
        QCOMPARE(rowOfFilm(film).deletes->deleted, 3);
        QVERIFY(!film.runs().loadState(tableName("film")).value().deletesAtUtc); // it did not end well
    }

    void whatWasAcceptedCountsOnlyWhenItWasDone()
    {
        FilmProject film;
        QVERIFY(load(film, 100));
        film.project.rows.fill(tableName("film"), 0);
        film.project.lake.failNext(QStringLiteral("vanished <= "), trinoFailed);
        QCOMPARE(film.doors.ask(accepted("the shop closed")).error(), trinoFailed);
        QCOMPARE(outcomes(film), 0);
        QVERIFY(film.doors.ask(ShowAudit{}).value().entries.empty());
        QVERIFY(film.doors.ask(accepted("the shop closed")));
        QCOMPARE(outcomes(film), 1);
    }

    void aSourceThatFailsChangesNothing()
    {
        FilmProject film;
        QVERIFY(load(film, 1000));
        removeFirst(film, 3);
        film.project.lake.forget();
        film.project.source.failure = base::Error{ErrorCode::Unreachable, "No answer from 127.0.0.1:1.", "Start the server."};
        QCOMPARE(film.doors.ask(deletes()).error().code, ErrorCode::Unreachable);
        QVERIFY(film.project.lake.effects().empty());
    }

    void anotherRunOnTheTableIsBusy()
    {
        FilmProject film;
        QVERIFY(load(film, 1000));
        const RunId other = film.newRun();
        base::RunContext run;
        LAKEHOUSE_VALUE(std::unique_ptr<ports::Lease> held, film.project.otherProcess().acquire(QStringLiteral("table:public.film"), other, 0, run));
        QCOMPARE(film.doors.ask(deletes()).error().code, ErrorCode::Busy);
        held.reset();
        QVERIFY(film.doors.ask(deletes()));
    }

    void tablesThatTheCodeNeverDeletesFromAreAudited_data()
    {
        QTest::addColumn<DeleteClass>("what");
        QTest::addColumn<bool>("isAudited");
        QTest::newRow("never") << DeleteClass::Never << true;
        QTest::newRow("marked as deleted") << DeleteClass::Soft << true;
        QTest::newRow("deleted") << DeleteClass::Hard << false;
        QTest::newRow("purged") << DeleteClass::PurgeOnly << false;
    }
    void tablesThatTheCodeNeverDeletesFromAreAudited()
    {
        QFETCH(DeleteClass, what);
        QFETCH(bool, isAudited);
        constexpr qint64 hour = 60 * 60 * 1'000'000LL, due = (7 * 24 - 6) * hour; // so much early that a nightly schedule does not slip
        FilmProject film;
        QVERIFY(film.plan() && import(film, what)); // facts are about tables that were read
        QVERIFY(load(film, 1000));
        LAKEHOUSE_VALUE(const DeleteReport first, film.doors.ask(ifDue()));
        QVERIFY(!first.dueAtUtc); // it was never looked at
        const base::UtcTime lookedAt = film.project.clock.now();
        removeFirst(film, 1);
        film.project.clock.advance(due - 1);
        film.project.lake.forget();
        LAKEHOUSE_VALUE(const DeleteReport second, film.doors.ask(ifDue()));
        QCOMPARE(second.dueAtUtc.has_value(), isAudited);
        QCOMPARE(second.deleted + second.purged, isAudited ? 0 : 1); // what housekeeping purges stays
        if (!isAudited)
            return;
        QCOMPARE(*second.dueAtUtc, (base::UtcTime{lookedAt.microseconds + due}));
        QVERIFY(film.project.lake.executed().empty());
        film.project.clock.advance(1);
        QCOMPARE(film.doors.ask(ifDue()).value().deleted, 1);
        film.project.rows.remove(tableName("film"), 2);
        QCOMPARE(film.doors.ask(deletes()).value().deleted, 1); // who asks for it gets it
    }

    void tablesThatNoCodeWasSeenForAreLookedAtEveryTime()
    {
        FilmProject film;
        QVERIFY(load(film, 1000));
        QVERIFY(film.doors.ask(ifDue()));
        removeFirst(film, 1);
        QCOMPARE(film.doors.ask(ifDue()).value().deleted, 1);
    }

    void whatIsSignedStandsBeforeWhatWasFound()
    {
        ReviewedFilm film; // where film is never deleted from, as the code was read
        QVERIFY(film.decide(ReviewSubject::WriteBehaviour, "public.film", "update=po_only,delete=hard"));
        QVERIFY(film.sign({ReviewSubject::WriteBehaviour}));
        QVERIFY(load(film, 1000));
        QVERIFY(film.doors.ask(ifDue()));
        removeFirst(film, 1);
        QCOMPARE(film.doors.ask(ifDue()).value().deleted, 1);
    }

    void joinsTheRunOfItsLoad()
    {
        FilmProject film;
        film.project.rows.fill(tableName("film"), 100);
        QVERIFY(film.generate());
        const RunId run = film.newRun();
        QVERIFY(film.load("film", run));
        removeFirst(film, 11);
        FindDeletes request = deletes();
        request.runId = run;
        QCOMPARE(film.doors.ask(request).error().code, ErrorCode::RefusedByRule);
        LAKEHOUSE_VALUE(const RunDetail waits, film.doors.ask(ShowRun{.run = run.toString()}));
        QCOMPARE(waits.tables.size(), 1u);
        QCOMPARE(waits.tables[0].state, TableState::NeedsPerson);
        QVERIFY(waits.tables[0].load && waits.tables[0].message.toEnglish().contains(QStringLiteral("11")));
        LAKEHOUSE_VALUE(const TableHistory history, film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("film"))}));
        QCOMPARE(history.runs[0].state, TableState::NeedsPerson);
        film.project.rows.put(tableName("film"), 1, 1); // only ten are missing now
        LAKEHOUSE_VALUE(const DeleteReport report, film.doors.ask(request));
        QCOMPARE(report.run, run);
        LAKEHOUSE_VALUE(const RunDetail goesOn, film.doors.ask(ShowRun{.run = run.toString()}));
        QVERIFY(goesOn.tables[0].state != TableState::NeedsPerson && goesOn.tables[0].message.isEmpty());
    }
};

Q_DECLARE_METATYPE(lakehouse::model::DeleteClass)

QTEST_GUILESS_MAIN(DeletesTest)
#include "deletes_test.moc"
