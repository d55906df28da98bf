#include "component/usecases/film_project.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

constexpr qint64 minute = 60'000'000;
const base::Error trinoFailed{.code = ErrorCode::ExternalFailure, .message = "Trino stopped the query.", .hint = "Look at its log.", .detail = QStringLiteral("worker lost")};

} // namespace

class LoadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFullLoadBringsEveryRow_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aFullLoadBringsEveryRow()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        const LoadTable request{.table = selector(QStringLiteral("actor")), .reason = FilmProject::noReason()};
        LAKEHOUSE_VALUE(const LoadReport report, film.doors.ask(request, door));
        QCOMPARE(report.kind, LoadKind::Full);
        QCOMPARE(report.rowsLoaded, 20);
        QVERIFY(!report.lowerBoundUtc && !report.upperBoundUtc);
        QCOMPARE(report.queryIds.size(), 2u); // the schema, then the table
        QCOMPARE(film.project.lake.effects(), (std::vector<QString>{QStringLiteral("CREATE SCHEMA"), QStringLiteral("CREATE OR")}));
        QCOMPARE(film.project.rows.bronze(tableName("actor")), std::optional(film.project.rows.source(tableName("actor"))));
        for (const FakeLakeSql::Executed &statement : film.project.lake.executed())
            QCOMPARE(statement.tag, report.run.toString()); // a takeover finds them by it
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}, door));
        QCOMPARE(detail.run.state, RunState::Done);
        QCOMPARE(detail.tables.size(), 1u);
        QCOMPARE(detail.tables[0].load, std::optional(report));
    }

    void executesTheReviewedFileWithItsValuesBound()
    {
        FilmProject film;
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const LoadReport report, film.load("actor"));
        LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(ShowExtraction{.table = selector(QStringLiteral("actor"))}));
        const auto reviewed = std::ranges::find(page.detail->sql, QStringLiteral("bronze/public/actor/load_full.sql"), &SqlText::path);
        const QString executed = film.project.lake.executed().back().sql;
        QVERIFY(!executed.contains(QStringLiteral("${")));
        QVERIFY(executed.contains(report.run.toString()));
        QCOMPARE(executed.section(QLatin1Char('\n'), 0, 1), reviewed->text.section(QLatin1Char('\n'), 0, 1));
    }

    void anIncrementalLoadBeginsWhereTheLastEnded()
    {
        FilmProject film;
        QVERIFY(film.generate());
        const base::UtcTime firstBound = film.project.source.bound.boundUtc;
        LAKEHOUSE_VALUE(const LoadReport first, film.load("film"));
        QCOMPARE(first.kind, LoadKind::Full); // the first load reads every row
        QCOMPARE(first.upperBoundUtc, std::optional(firstBound));
        film.project.rows.put(tableName("film"), 7, 2);
        film.project.rows.put(tableName("film"), 21, 1);
        film.project.source.bound.boundUtc = {firstBound.microseconds + 10 * minute};
        LAKEHOUSE_VALUE(const LoadReport second, film.load("film"));
        QCOMPARE(second.kind, LoadKind::Incremental);
        QCOMPARE(second.rowsLoaded, 2);
        QCOMPARE(second.lowerBoundUtc, std::optional(firstBound));
        QCOMPARE(second.upperBoundUtc, std::optional(film.project.source.bound.boundUtc));
        QVERIFY(film.project.lake.executed().back().sql.contains(QStringLiteral("MERGE INTO")));
    }

    void aBoundThatIsNotProvedReadsAnOverlap()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("film"));
        const base::UtcTime bound = film.project.source.bound.boundUtc;
        film.project.source.bound = {.boundUtc = {bound.microseconds + minute}, .isProved = false, .why = "pg_stat_activity is hidden from this role"};
        LAKEHOUSE_VALUE(const LoadReport report, film.load("film"));
        QCOMPARE(report.lowerBoundUtc, std::optional(base::UtcTime{bound.microseconds - 60 * minute}));
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}));
        QVERIFY(std::ranges::any_of(detail.events, [](const RunEvent &event) { return event.level == EventLevel::Warning && event.message.toEnglish().contains(QStringLiteral("pg_stat_activity")); }));
        LAKEHOUSE_VALUE(const ReconcileReport compared, film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("film"))}}));
        QCOMPARE(compared.tables[0].boundUtc, std::optional(base::UtcTime{bound.microseconds + minute}));
        film.project.source.bound = {.boundUtc = {bound.microseconds + 2 * minute}}; // it sees them again, and not what ended before
        LAKEHOUSE_VALUE(const LoadReport next, film.load("film"));
        QCOMPARE(next.lowerBoundUtc, std::optional(base::UtcTime{bound.microseconds + minute - 60 * minute}));
        LAKEHOUSE_VALUE(const LoadReport after, film.load("film"));
        QCOMPARE(after.lowerBoundUtc, std::optional(film.project.source.bound.boundUtc));
    }

    void reloadReadsEveryRowAgain()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("film"));
        LAKEHOUSE_VALUE(const LoadReport report, film.doors.ask(LoadTable{.table = selector(QStringLiteral("film")), .reload = true, .reason = FilmProject::noReason()}));
        QCOMPARE(report.kind, LoadKind::Full);
        LAKEHOUSE_VALUE(const LoadReport next, film.load("film"));
        QCOMPARE(next.kind, LoadKind::Incremental);
    }

    void theGuardStopsALoadThatWouldLoseRows_data() { LAKEHOUSE_BOTH_DOORS(); }
    void theGuardStopsALoadThatWouldLoseRows()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.rows.fill(tableName("actor"), 100);
        QVERIFY(film.generate());
        QVERIFY(film.load("actor"));
        for (qint64 key = 1; key <= 11; ++key)
            film.project.rows.remove(tableName("actor"), key);
        film.project.lake.forget();
        const LoadTable request{.table = selector(QStringLiteral("actor")), .reason = FilmProject::noReason()};
        const auto refused = film.doors.ask(request, door);
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        QCOMPARE(refused.error().subject, QStringLiteral("public.actor"));
        QVERIFY(refused.error().message.toEnglish().contains(QStringLiteral("89")) && refused.error().message.toEnglish().contains(QStringLiteral("100")));
        QVERIFY(refused.error().hint.toEnglish().contains(QStringLiteral("--accept-loss")));
        QVERIFY(film.project.lake.effects().empty()); // bronze is left as it was
        QCOMPARE(film.project.rows.bronze(tableName("actor"))->size(), 100u);

        LoadTable accept = request;
        accept.acceptLoss = true;
        QCOMPARE(film.doors.ask(accept, door).error().code, ErrorCode::NeedsReason);
        accept.reason = reason("purged on purpose");
        LAKEHOUSE_VALUE(const LoadReport report, film.doors.ask(accept, door));
        QCOMPARE(report.rowsLoaded, 89);
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}, door));
        QVERIFY(std::ranges::any_of(detail.events, [](const RunEvent &event) { return event.message.toEnglish().contains(QStringLiteral("purged on purpose")) && event.message.toEnglish().contains(QStringLiteral("anna")); }));
    }

    void aFewRowsMayVanish()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("actor"));
        for (qint64 key = 1; key <= 10; ++key)
            film.project.rows.remove(tableName("actor"), key);
        LAKEHOUSE_VALUE(const LoadReport report, film.load("actor"));
        QCOMPARE(report.rowsLoaded, 10);
    }

    void anEmptySourceTripsTheGuard()
    {
        FilmProject film;
        film.project.rows.fill(tableName("actor"), 3);
        QVERIFY(film.generate());
        QVERIFY(film.load("actor"));
        film.project.rows.fill(tableName("actor"), 0);
        QCOMPARE(film.load("actor").error().code, ErrorCode::RefusedByRule);
        QCOMPARE(film.project.rows.bronze(tableName("actor"))->size(), 3u);
    }

    void anotherRunOnTheTableIsBusy_data() { LAKEHOUSE_BOTH_DOORS(); }
    void anotherRunOnTheTableIsBusy()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        const RunId other = film.newRun();
        base::RunContext run;
        LAKEHOUSE_VALUE(std::unique_ptr<ports::Lease> held, film.project.otherProcess().acquire(QStringLiteral("table:public.actor"), other, 0, run));
        film.project.lake.forget();
        const LoadTable request{.table = selector(QStringLiteral("actor")), .reason = FilmProject::noReason()};
        const auto busy = film.doors.ask(request, door);
        QCOMPARE(busy.error().code, ErrorCode::Busy);
        QVERIFY(busy.error().message.toEnglish().contains(other.toString()));
        QVERIFY(film.project.lake.effects().empty());
        QVERIFY(film.load("film")); // another table goes on
        held.reset();
        QVERIFY(film.doors.ask(request, door));
    }

    void aSilentHolderIsTakenOverAndItsQueriesAreEnded()
    {
        FilmProject film;
        QVERIFY(film.generate());
        const RunId other = film.newRun();
        base::RunContext run;
        LAKEHOUSE_VALUE(const std::unique_ptr<ports::Lease> held, film.project.otherProcess().acquire(QStringLiteral("table:public.actor"), other, 0, run));
        film.project.machineClock.advance(60'000); // a minute without a sign of the other process
        QVERIFY(film.load("actor"));
        QCOMPARE(film.project.lake.endedTags(), std::vector<QString>{other.toString()});
        QCOMPARE(held->check().error().code, ErrorCode::Stale); // should it wake up, it may do nothing more
    }

    void aLoadThatFailsHalfWayLeavesEverythingAsItWas_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aLoadThatFailsHalfWayLeavesEverythingAsItWas()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("film"));
        const auto state = film.runs().loadState(tableName("film")).value();
        film.project.rows.put(tableName("film"), 5, 9);
        film.project.source.bound.boundUtc.microseconds += minute;
        film.project.lake.failNext(QStringLiteral("MERGE INTO"), trinoFailed);
        const LoadTable request{.table = selector(QStringLiteral("film")), .reason = FilmProject::noReason()};
        QCOMPARE(film.doors.ask(request, door).error(), trinoFailed);
        const auto after = film.runs().loadState(tableName("film")).value();
        QCOMPARE(after.boundUtc, state.boundUtc);
        QCOMPARE(after.lastRun, state.lastRun);
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1}, door));
        QCOMPARE(runs.runs[0].state, RunState::Failed);
        LAKEHOUSE_VALUE(const LoadReport next, film.doors.ask(request, door));
        QCOMPARE(next.lowerBoundUtc, state.boundUtc); // nothing is left out
        QCOMPARE(next.rowsLoaded, 1);
    }

    /// Everything waits for maintenance, so nothing else may call itself that; nor is maintenance a part of what others loaded.
    void aLoadIsNoPartOfMaintenance()
    {
        FilmProject film;
        QVERIFY(film.generate());
        const RunId maintenance = film.newRun(), load = film.newRun();
        QVERIFY(film.doors.answer(MaintainTables{.table = {selector(QStringLiteral("actor"))}, .runId = maintenance}));
        QVERIFY(film.doors.ask(LoadTable{.table = selector(QStringLiteral("actor")), .runId = load, .reason = FilmProject::noReason()}));
        QCOMPARE(film.doors.ask(LoadTable{.table = selector(QStringLiteral("actor")), .runId = maintenance, .reason = FilmProject::noReason()}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(film.doors.answer(MaintainTables{.table = {selector(QStringLiteral("actor"))}, .runId = load}).error().code, ErrorCode::InvalidInput);
    }

    /// Maintenance gives the table back behind each statement, and one may take longer than anybody waits for a load.
    void itWaitsForMaintenance_data()
    {
        QTest::addColumn<bool>("isCancelled");
        QTest::newRow("until the table is free") << false;
        QTest::newRow("until somebody cancels") << true;
    }
    void itWaitsForMaintenance()
    {
        QFETCH(bool, isCancelled);
        FilmProject film;
        QVERIFY(film.generate());
        const RunId maintenance = film.newRun();
        QVERIFY(film.runs().begin({.id = maintenance, .operation = QStringLiteral("pipeline.maintain"), .state = RunState::Running, .startedAtUtc = film.project.clock.now()}));
        base::RunContext run;
        LAKEHOUSE_VALUE(std::unique_ptr<ports::Lease> held, film.project.otherProcess().acquire(QStringLiteral("table:public.actor"), maintenance, 0, run));
        int asked = 0;
        const base::CancelToken cancel;
        film.project.leases.before = [&](const QString &) {
            if (++asked < 3)
                return; // of three waits the first two were in vain
            isCancelled ? cancel.cancel() : held.reset();
        };
        const auto report = film.doors.ask(LoadTable{.table = selector(QStringLiteral("actor")), .reason = FilmProject::noReason()}, Door::InProcess, person("anna"), {.cancel = cancel});
        QCOMPARE(asked, 3);
        QCOMPARE(bool(report), !isCancelled);
        if (isCancelled)
            QCOMPARE(report.error().code, ErrorCode::Cancelled);
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1}));
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = runs.runs[0].id.toString()}));
        const auto isSaid = [&](const RunEvent &event) { return event.message.toEnglish().contains(QStringLiteral("Waits for maintenance: \"table:public.actor\" is in use by run ") + maintenance.toString()); };
        QCOMPARE(std::ranges::count_if(detail.events, isSaid), 1);
    }

    void cancelEndsTheStatementAndLeavesTheStateAsItWas_data() { LAKEHOUSE_BOTH_DOORS(); }
    void cancelEndsTheStatementAndLeavesTheStateAsItWas()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        film.project.lake.block(QStringLiteral("CREATE OR REPLACE"));
        const base::CancelToken cancel;
        std::thread canceller([&] {
            while (film.project.lake.blocked() == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            cancel.cancel();
        });
        const auto report = film.doors.ask(LoadTable{.table = selector(QStringLiteral("actor")), .reason = FilmProject::noReason()}, door, person("anna"), {.cancel = cancel});
        canceller.join();
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        QVERIFY(!film.project.rows.bronze(tableName("actor")));
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1}, door));
        QCOMPARE(runs.runs[0].state, RunState::Cancelled);
        film.project.lake.release();
        QVERIFY(film.load("actor")); // the lease was given back
    }

    void aFileThatIsNotWhatWasGeneratedIsNotExecuted()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const GenerateReceipt receipt, film.generate());
        base::RunContext run;
        ports::PipelineRepository *repository = film.project.workspace().repository(run).value();
        // A commit past the generator, as a person can make one with git.
        std::vector<GeneratedFile> files;
        LAKEHOUSE_VALUE(const std::vector<QString> paths, repository->list(receipt.commit, QStringLiteral("bronze"), run));
        for (const QString &path : paths)
            files.push_back({path, repository->read(receipt.commit, path, run).value()});
        for (GeneratedFile &file : files)
            if (file.path.endsWith(QStringLiteral("actor/load_full.sql")))
                file.content.replace("SELECT", "SELECT DISTINCT");
        QVERIFY(repository->commit({.files = files, .ownedFolders = {QStringLiteral("bronze")}, .message = QStringLiteral("by hand"), .authorName = QStringLiteral("x"), .authorEmail = QStringLiteral("x@example.org")}, run));
        film.project.lake.forget();
        const auto refused = film.load("actor");
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        QVERIFY(refused.error().message.toEnglish().contains(QStringLiteral("something else than was generated")));
        QCOMPARE(film.doors.ask(ReconcileTables{}).error().code, ErrorCode::RefusedByRule);
        QCOMPARE(film.doors.ask(RunPipeline{}).error().code, ErrorCode::RefusedByRule);
        QVERIFY(film.project.orchestrator.launches().empty());
        QVERIFY(!film.project.rows.bronze(tableName("actor")));
    }

    void changedColumnsLoadEveryRowAgain()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("film"));
        film.project.setTables({FilmProject::film().withColumn(QStringLiteral("rating"), QStringLiteral("text")), FilmProject::actor()});
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const LoadReport report, film.load("film")); // old rows may hold values that no watermark shows
        QCOMPARE(report.kind, LoadKind::Full);
        LAKEHOUSE_VALUE(const LoadReport next, film.load("film"));
        QCOMPARE(next.kind, LoadKind::Incremental);
    }

    /// As when the process is gone behind the statement that replaced bronze: an incremental table's tombstones are missing there, and nobody knows.
    void aReplacementThatNobodyRecordedIsMadeGood()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const GenerateReceipt receipt, film.generate());
        QVERIFY(film.load("film"));
        LAKEHOUSE_VALUE(const ports::TableLoadState state, film.runs().loadState(tableName("film")));
        QVERIFY(film.doors.ask(ChangeExtraction{receipt.planDigest, selector(QStringLiteral("film")), PlanEdit::Full, reason()}));
        QVERIFY(film.generate() && film.load("film"));
        QVERIFY(film.runs().setLoadState(tableName("film"), state));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ChangeExtraction{plan.digest, selector(QStringLiteral("film")), PlanEdit::Undo, reason()}));
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const LoadReport report, film.load("film"));
        QCOMPARE(report.kind, LoadKind::Full);
        QCOMPARE(film.load("film").value().kind, LoadKind::Incremental);
    }

    void aRunThatEndedTakesNoMoreLoads()
    {
        FilmProject film;
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1})); // the generate
        film.project.lake.forget();
        const auto refused = film.load("actor", runs.runs[0].id);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY(film.project.lake.effects().empty());
    }

    void whatIsNotThereIsSaid()
    {
        FilmProject film;
        const auto early = film.load("actor");
        QCOMPARE(early.error().code, ErrorCode::NotFound);
        QVERIFY(early.error().hint.toEnglish().contains(QStringLiteral("lakehouse generate")));
        QVERIFY(film.generate());
        const auto unknown = film.load("acter");
        QCOMPARE(unknown.error().code, ErrorCode::NotFound);
        QVERIFY(unknown.error().hint.toEnglish().contains(QStringLiteral("public.actor")));
    }
};

QTEST_GUILESS_MAIN(LoadTest)
#include "load_test.moc"
