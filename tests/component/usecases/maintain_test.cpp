#include "adapters/http_services/trino_errors.h"
#include "component/usecases/film_project.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

class MaintainTest : public QObject {
    Q_OBJECT

    static MaintainTables maintain(std::vector<TableSelector> tables = {}) { return {.table = std::move(tables)}; }

    static const TableMaintenance &of(const MaintenanceReport &report, const char *table) { return *std::ranges::find(report.tables, tableName(table), &TableMaintenance::table); }

    /// film loaded three times: a file and a snapshot of each.
    static bool loadThrice(FilmProject &film) { return film.generate() && film.load("film") && film.load("film") && film.load("film"); }

    static QStringList statements(FilmProject &film)
    {
        QStringList words;
        for (const FakeLakeSql::Executed &statement : film.project.lake.executed())
            if (const qsizetype at = statement.sql.indexOf(QLatin1String("EXECUTE ")); at >= 0)
                words += statement.sql.mid(at + 8).section(QLatin1Char('('), 0, 0);
        return words;
    }

private Q_SLOTS:
    void filesAreJoinedAndSnapshotsForgotten_data() { LAKEHOUSE_BOTH_DOORS(); }
    void filesAreJoinedAndSnapshotsForgotten()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(loadThrice(film));
        film.project.lake.forget();
        LAKEHOUSE_VALUE(const MaintenanceReport report, film.doors.ask(maintain(), door));
        QCOMPARE(report.tables.size(), 2u);
        const TableMaintenance &done = of(report, "film");
        QCOMPARE(done.end, MaintenanceEnd::Done);
        QCOMPARE(done.before, std::optional(TableStorage{.files = 3, .snapshots = 3}));
        QCOMPARE(done.after, std::optional(TableStorage{.files = 1, .snapshots = 1}));
        QCOMPARE(done.queryIds.size(), 3u);
        QVERIFY(!done.areOrphansKept);
        QCOMPARE(of(report, "actor").end, MaintenanceEnd::NotLoaded);
        QVERIFY(!of(report, "actor").before);
        // A file of a snapshot that is forgotten is no left-over before, and small files that were joined belong to old snapshots.
        QCOMPARE(statements(film), (QStringList{QStringLiteral("optimize"), QStringLiteral("expire_snapshots"), QStringLiteral("remove_orphan_files")}));
        for (const FakeLakeSql::Executed &statement : film.project.lake.executed())
            QCOMPARE(statement.tag, report.run.toString()); // so that a takeover finds them
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}, door));
        QCOMPARE(detail.run.state, RunState::Done);
        QCOMPARE(detail.run.outcome.toEnglish(), QStringLiteral("1 of 2 tables tidied up; failed: 0, held by another run: 0."));
        QCOMPARE(film.load("film").value().kind, LoadKind::Incremental); // nothing of how it loads changed
    }

    void onlyTheTableThatIsMeant()
    {
        FilmProject film;
        QVERIFY(loadThrice(film) && film.load("actor"));
        LAKEHOUSE_VALUE(const MaintenanceReport report, film.doors.ask(maintain({selector(QStringLiteral("actor"))})));
        QCOMPARE(report.tables.size(), 1u);
        QCOMPARE(report.tables[0].table, tableName("actor"));
        QCOMPARE(film.project.lake.storage(tableName("film")).snapshots, 3);
        const auto unknown = film.doors.ask(maintain({selector(QStringLiteral("nosuch"))}));
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::NotFound);
    }

    void oneThatFailsDoesNotStopTheRest()
    {
        FilmProject film;
        QVERIFY(loadThrice(film) && film.load("actor"));
        film.project.lake.failNext(QStringLiteral("\"actor\" EXECUTE optimize"), {.code = ErrorCode::ExternalFailure, .message = "Trino stopped the query.", .hint = "Look at its log."});
        LAKEHOUSE_VALUE(const MaintenanceReport report, film.doors.ask(maintain()));
        QCOMPARE(of(report, "actor").end, MaintenanceEnd::Failed);
        QCOMPARE(of(report, "actor").message.toEnglish(), QStringLiteral("Trino stopped the query."));
        QCOMPARE(of(report, "film").end, MaintenanceEnd::Done);
        QCOMPARE(MaintainTables::operation.verdict(&report), Verdict::Found);
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}));
        QCOMPARE(detail.run.state, RunState::Problems);
    }

    void withoutTheEngineItEnds()
    {
        FilmProject film;
        QVERIFY(loadThrice(film) && film.load("actor"));
        film.project.lake.failNext(QStringLiteral("$files"), {.code = ErrorCode::Unreachable, .message = "Trino does not answer.", .hint = "Start it."});
        const auto failed = film.doors.ask(maintain());
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::Unreachable);
        QCOMPARE(film.project.lake.storage(tableName("film")).snapshots, 3);
    }

    void beforeAnythingIsGeneratedThereIsNothing()
    {
        FilmProject film;
        QCOMPARE(film.doors.ask(maintain()).error().code, ErrorCode::NotFound);
    }

    void whatIsNotWhatWasGeneratedIsNotExecuted()
    {
        FilmProject film;
        QVERIFY(loadThrice(film));
        base::RunContext run;
        ports::PipelineRepository *repository = film.project.workspace().repository(run).value();
        const QString head = *repository->head(run).value();
        // A commit past the generator, as a person can make one with git.
        std::vector<GeneratedFile> files;
        LAKEHOUSE_VALUE(const std::vector<QString> paths, repository->list(head, QStringLiteral("bronze"), run));
        for (const QString &path : paths)
            files.push_back({path, repository->read(head, path, run).value()});
        for (GeneratedFile &file : files)
            if (file.path.endsWith(QStringLiteral("film/optimize.sql")))
                file.content += "-- by hand\n";
        QVERIFY(repository->commit({.files = files, .ownedFolders = {QStringLiteral("bronze")}, .message = QStringLiteral("by hand"), .authorName = QStringLiteral("x"), .authorEmail = QStringLiteral("x@example.org")}, run));
        film.project.lake.forget();
        QCOMPARE(film.doors.ask(maintain()).error().code, ErrorCode::RefusedByRule);
        QVERIFY(film.project.lake.executed().empty());
    }

    /// What is about one table leaves the others to be tidied up.
    void whatEndsAllAndWhatEndsOne_data()
    {
        QTest::addColumn<base::Error>("error");
        QTest::addColumn<bool>("endsAll");
        const auto error = [](ErrorCode code, base::Retry retry = base::Retry::Pointless) { return base::Error{.code = code, .message = "Trino says no.", .hint = "Look there.", .subject = QStringLiteral("query_1"), .retry = retry}; };
        const auto ofTrino = [](const char *name, const char *type) {
            const QByteArray answer = QByteArray("{\"errorName\":\"") + name + "\",\"errorType\":\"" + type + "\"}";
            base::Error error = adapters::trinoError(adapters::parseJson(answer).value(), QStringLiteral("query_1"), {});
            error.message = "Trino says no.";
            return error;
        };
        QTest::newRow("not reached") << error(ErrorCode::Unreachable) << true;
        for (const char *name : {"SERVER_STARTING_UP", "SERVER_SHUTTING_DOWN"})
            QTest::newRow(name) << ofTrino(name, "INTERNAL_ERROR") << true;
        for (const char *name : {"NO_NODES_AVAILABLE", "QUERY_QUEUE_FULL", "CLUSTER_OUT_OF_MEMORY"})
            QTest::newRow(name) << ofTrino(name, "INSUFFICIENT_RESOURCES") << true;
        for (const char *name : {"EXCEEDED_LOCAL_MEMORY_LIMIT", "EXCEEDED_GLOBAL_MEMORY_LIMIT", "EXCEEDED_TIME_LIMIT", "EXCEEDED_CPU_LIMIT", "EXCEEDED_SPILL_LIMIT"})
            QTest::newRow(name) << ofTrino(name, "INSUFFICIENT_RESOURCES") << false;
        QTest::newRow("another writer was first") << error(ErrorCode::Busy, base::Retry::Now) << false;
        QTest::newRow("not allowed on this table") << error(ErrorCode::NotAllowed) << false;
        QTest::newRow("somebody ended the query") << error(ErrorCode::Cancelled) << false;
        QTest::newRow("anything else") << error(ErrorCode::ExternalFailure) << false;
    }
    void whatEndsAllAndWhatEndsOne()
    {
        QFETCH(base::Error, error);
        QFETCH(bool, endsAll);
        FilmProject film;
        QVERIFY(loadThrice(film) && film.load("actor"));
        film.project.lake.failNext(QStringLiteral("\"actor\" EXECUTE optimize"), error);
        const auto report = film.doors.ask(maintain());
        QCOMPARE(film.project.lake.storage(tableName("film")).snapshots, endsAll ? 3 : 1);
        QCOMPARE(!report, endsAll);
        if (endsAll) {
            QCOMPARE(report.error(), error);
            return;
        }
        QCOMPARE(of(report.value(), "actor").end, MaintenanceEnd::Failed);
        QCOMPARE(of(report.value(), "actor").message.toEnglish(), QStringLiteral("Trino says no."));
        QCOMPARE(of(report.value(), "film").end, MaintenanceEnd::Done);
    }

    /// What was done before stands in the log, and where it ended.
    void whatWasDoneBeforeTheEndIsKept()
    {
        FilmProject film;
        QVERIFY(loadThrice(film) && film.load("actor"));
        film.project.lake.failNext(QStringLiteral("\"film\" EXECUTE optimize"), {.code = ErrorCode::Unreachable, .message = "Trino does not answer.", .hint = "Start it."});
        QVERIFY(!film.doors.ask(maintain()));
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1}));
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = runs.runs[0].id.toString()}));
        QStringList lines;
        for (const RunEvent &event : detail.events)
            if (event.stage == QStringLiteral("maintain"))
                lines += event.subject + QStringLiteral(": ") + event.message.toEnglish();
        QCOMPARE(lines, (QStringList{QStringLiteral("public.actor: Files 1 before, 1 now; snapshots 1 before, 1 now"), QStringLiteral("public.film: It ends here, after 1 of 2 tables.")}));
    }

    /// A person drops the table between its last statement and the look at what came of it.
    void aTableThatGoesMeanwhileFails()
    {
        FilmProject film;
        QVERIFY(loadThrice(film));
        film.project.lake.block(QStringLiteral("EXECUTE remove_orphan_files"));
        std::thread person([&] {
            while (film.project.lake.blocked() == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            film.project.lake.failNext(QStringLiteral("$files"), {.code = ErrorCode::NotFound, .message = "The schema has no such table."});
            film.project.lake.release();
        });
        const auto report = film.doors.ask(maintain({selector(QStringLiteral("film"))}));
        person.join();
        QVERIFY(report);
        QCOMPARE(report.value().tables[0].end, MaintenanceEnd::Failed);
        QVERIFY(report.value().tables[0].message.toEnglish().contains(QStringLiteral("dropped")));
    }

    void whatAnotherRunHoldsIsLeftForTheNextTime()
    {
        FilmProject film;
        QVERIFY(loadThrice(film) && film.load("actor"));
        const RunId other = film.newRun();
        base::RunContext run;
        LAKEHOUSE_VALUE(std::unique_ptr<ports::Lease> held, film.project.otherProcess().acquire(QStringLiteral("table:public.film"), other, 0, run));
        LAKEHOUSE_VALUE(const MaintenanceReport report, film.doors.ask(maintain()));
        QCOMPARE(of(report, "film").end, MaintenanceEnd::Held);
        QVERIFY(of(report, "film").message.toEnglish().contains(other.toString()));
        QCOMPARE(film.project.lake.storage(tableName("film")).snapshots, 3);
        QCOMPARE(of(report, "actor").end, MaintenanceEnd::Done);
        QCOMPARE(MaintainTables::operation.verdict(&report), Verdict::Fine);
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}));
        QCOMPARE(detail.run.state, RunState::Done);
        held.reset();
        QCOMPARE(of(film.doors.ask(maintain()).value(), "film").end, MaintenanceEnd::Done);
    }

    /// A load that waits does not wait for all of it: behind each long statement it has its turn.
    void betweenTwoStatementsTheTableIsFree()
    {
        FilmProject film;
        QVERIFY(loadThrice(film));
        film.project.lake.forget();
        film.project.lake.block(QStringLiteral("EXECUTE optimize"));
        QStringList before;
        std::thread load([&] {
            while (film.project.lake.blocked() == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            base::RunContext run;
            const QString lease = QStringLiteral("table:public.film");
            const bool isHeld = !film.project.otherProcess().acquire(lease, film.newRun(), 0, run);
            std::this_thread::sleep_for(std::chrono::milliseconds(600)); // a long one
            film.project.lake.release();
            if (const auto taken = film.project.otherProcess().acquire(lease, film.newRun(), 10'000, run); isHeld && taken)
                before = statements(film);
        });
        const auto report = film.doors.ask(maintain({selector(QStringLiteral("film"))}));
        load.join();
        QCOMPARE(before, QStringList{QStringLiteral("optimize")});
        QVERIFY(report);
        QCOMPARE(report.value().tables[0].end, MaintenanceEnd::Done);
    }

    void cancelEndsItAfterWhatIsDone()
    {
        FilmProject film;
        QVERIFY(loadThrice(film) && film.load("actor"));
        film.project.lake.block(QStringLiteral("\"actor\" EXECUTE expire_snapshots"));
        const base::CancelToken cancel;
        std::thread canceller([&] {
            while (film.project.lake.blocked() == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            cancel.cancel();
        });
        const auto report = film.doors.ask(maintain(), Door::InProcess, person("anna"), {.cancel = cancel});
        canceller.join();
        film.project.lake.release();
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        QCOMPARE(film.project.lake.storage(tableName("film")).snapshots, 3); // it was not its turn yet
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1}));
        QCOMPARE(runs.runs[0].state, RunState::Cancelled);
        QVERIFY(film.load("actor")); // the lease was given back
    }

    /// Dagster tries again after a failure, and names a run: its own, or the one that it named before.
    void aRunThatIsNamedIsBegunOrJoined()
    {
        FilmProject film;
        QVERIFY(loadThrice(film));
        MaintainTables request = maintain();
        request.runId = film.newRun();
        film.project.lake.failNext(QStringLiteral("$files"), {.code = ErrorCode::Unreachable, .message = "Trino does not answer.", .hint = "Start it."});
        QVERIFY(!film.doors.ask(request));
        QCOMPARE(film.doors.ask(ShowRun{.run = request.runId->toString()}).value().run.state, RunState::Failed);
        LAKEHOUSE_VALUE(const MaintenanceReport again, film.doors.ask(request));
        QCOMPARE(again.run, *request.runId);
        request.runId = film.newRun();
        LAKEHOUSE_VALUE(const MaintenanceReport another, film.doors.ask(request));
        QCOMPARE(another.run, *request.runId);
        QCOMPARE(film.doors.ask(ShowRun{.run = another.run.toString()}).value().run.state, RunState::Done);
    }

    void leftOversStayWhereALoadTakesLong_data()
    {
        QTest::addColumn<qint64>("loadMs");
        QTest::addColumn<bool>("areKept");
        constexpr qint64 halfTheRetention = qint64(7) * 24 * 60 * 60 * 1000 / 2; // of 7 days
        QTest::newRow("half the retention") << halfTheRetention << false;
        QTest::newRow("a moment more") << halfTheRetention + 1 << true;
    }
    void leftOversStayWhereALoadTakesLong()
    {
        QFETCH(qint64, loadMs);
        FilmProject film;
        QVERIFY(loadThrice(film));
        QVERIFY(film.runs().addLoadReport({.table = tableName("film"), .run = film.newRun(), .durationMs = loadMs}));
        film.project.lake.forget();
        LAKEHOUSE_VALUE(const MaintenanceReport report, film.doors.ask(maintain({selector(QStringLiteral("film"))})));
        QTEST(report.tables[0].areOrphansKept, "areKept");
        QCOMPARE(statements(film).contains(QStringLiteral("remove_orphan_files")), !report.tables[0].areOrphansKept);
    }
};

Q_DECLARE_METATYPE(lakehouse::base::Error)

QTEST_GUILESS_MAIN(MaintainTest)
#include "maintain_test.moc"
