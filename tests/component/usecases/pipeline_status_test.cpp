#include "component/usecases/film_project.h"

#include "adapters/git/git_repository.h"
#include "usecases/pipeline/table_standing.h"

#include <QFile>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

const base::Error trinoFailed{.code = ErrorCode::ExternalFailure, .message = "Trino stopped the query.", .hint = "Look at its log."};

const PipelineRow *rowOf(const PipelineStatus &status, const char *table)
{
    const auto found = std::ranges::find(status.tables, tableName(table), &PipelineRow::table);
    return found == status.tables.end() ? nullptr : &*found;
}

} // namespace

class PipelineStatusTest : public QObject {
    Q_OBJECT

    static PipelineStatus status(FilmProject &film, Door door = Door::InProcess)
    {
        const auto answer = film.doors.ask(ShowPipeline{}, door);
        if (!answer)
            qWarning("%s", qPrintable(answer.error().message.toEnglish()));
        return answer ? answer.value() : PipelineStatus{};
    }
    static bool check(FilmProject &film, const char *table) { return bool(film.doors.ask(ReconcileTables{.table = {selector(QString::fromUtf8(table))}})); }

private Q_SLOTS:
    void whatIsNotGreenSaysWhatDiffers_data()
    {
        QTest::addColumn<TableReconciliation>("reconciliation");
        QTest::addColumn<QString>("words");
        const auto check = [](qint64 bronzeRows, qint64 aggregates, qint64 hashes, TierOutcome counts = TierOutcome::Equal) {
            const auto tier = [](Tier which, qint64 mismatches) {
                return TierResult{.tier = which, .outcome = mismatches > 0 ? TierOutcome::Mismatch : TierOutcome::Equal, .mismatchesInAll = mismatches};
            };
            return TableReconciliation{.table = tableName("film"), .sourceRows = 2000, .bronzeRows = bronzeRows,
                                       .tiers = {{.tier = Tier::V1, .outcome = counts}, tier(Tier::V2, aggregates), tier(Tier::V3, hashes)}};
        };
        QTest::newRow("counts") << check(1999, 3, 1) << QStringLiteral("Not green: rows in the source 2000, in bronze 1999");
        QTest::newRow("hashes") << check(2000, 0, 1) << QStringLiteral("Not green: 2000 rows on both sides, but 1 difference in hashes of rows");
        QTest::newRow("aggregates") << check(2000, 3, 0) << QStringLiteral("Not green: 2000 rows on both sides, but 3 differences in aggregates of columns");
        QTest::newRow("both") << check(2000, 1, 2)
            << QStringLiteral("Not green: 2000 rows on both sides, but 1 difference in aggregates of columns and 2 differences in hashes of rows");
        QTest::newRow("the source moved") << check(2000, 0, 0, TierOutcome::Moved) << QStringLiteral("Not green: the source moved during every attempt to compare it");
        QTest::newRow("a control was missed") << check(2000, 0, 0, TierOutcome::ControlMissed)
            << QStringLiteral("Not green: a planted defect was not noticed, so the check proves nothing");
    }
    void whatIsNotGreenSaysWhatDiffers()
    {
        QFETCH(TableReconciliation, reconciliation);
        QTEST(usecases::whatDiffers(reconciliation).toEnglish(), "words");
    }

    void nothingIsGeneratedYet_data() { LAKEHOUSE_BOTH_DOORS(); }
    void nothingIsGeneratedYet()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PipelineStatus nothing, film.doors.ask(ShowPipeline{}, door));
        QVERIFY(!nothing.isGenerated && nothing.tables.empty() && nothing.commit.isEmpty() && !nothing.planDigest);
    }

    void saysWhatWasGenerated_data() { LAKEHOUSE_BOTH_DOORS(); }
    void saysWhatWasGenerated()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.writeSettings(QStringLiteral("bronze-schedule = \"0 6 * * *\"\ntime-zone = \"Europe/Vienna\""));
        const SourceTable secret = aTable("secret").withColumn(QStringLiteral("id"), QStringLiteral("integer")).unreadable();
        film.project.setTables({FilmProject::film(), FilmProject::actor(), secret});
        LAKEHOUSE_VALUE(const GenerateReceipt receipt, film.generate());
        LAKEHOUSE_VALUE(const PipelineStatus generated, film.doors.ask(ShowPipeline{}, door));
        QVERIFY(generated.isGenerated && !generated.isPlanMoved && !generated.isApproved && generated.problem.isEmpty());
        QCOMPARE(generated.commit, receipt.commit);
        QCOMPARE(generated.planDigest, std::optional(receipt.planDigest));
        QCOMPARE(generated.schedule, QStringLiteral("0 6 * * *"));
        QCOMPARE(generated.timeZone, QStringLiteral("Europe/Vienna"));
        QCOMPARE(generated.orchestrator, std::optional(QStringLiteral("http://127.0.0.1:1")));
        QCOMPARE(generated.tables.size(), 2u); // what is refused is not generated
        const PipelineRow *row = rowOf(generated, "film");
        QCOMPARE(row->bronze, QStringLiteral("lake.bronze_public.film"));
        QCOMPARE(row->mode, LoadMode::Incremental);
        QCOMPARE(row->state, TableState::Waiting);
        QVERIFY(!row->run && !row->load && !row->reconciliation);
        QVERIFY(film.doors.ask(ApproveExtraction{receipt.planDigest, reason()}, door));
        QVERIFY(status(film, door).isApproved); // a person approved exactly what stands there
        QVERIFY(film.doors.ask(ChangeExtraction{receipt.planDigest, selector(QStringLiteral("film")), PlanEdit::Full, reason()}, door));
        const PipelineStatus moved = status(film, door);
        QVERIFY(moved.isPlanMoved && moved.isApproved);
        QCOMPARE(rowOf(moved, "film")->mode, LoadMode::Incremental); // as generated, not as proposed
    }

    void followsATableFromLoadToGreen_data() { LAKEHOUSE_BOTH_DOORS(); }
    void followsATableFromLoadToGreen()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const LoadReport load, film.load("film"));
        const PipelineStatus loaded = status(film, door);
        QCOMPARE(rowOf(loaded, "film")->state, TableState::Waiting);
        QVERIFY(rowOf(loaded, "film")->message.toEnglish().contains(QStringLiteral("not compared")));
        QCOMPARE(rowOf(loaded, "film")->load, std::optional(load));
        QCOMPARE(rowOf(loaded, "film")->run, std::optional(load.run));
        QCOMPARE(rowOf(loaded, "film")->loadedAtUtc, load.upperBoundUtc); // up to where it read
        QVERIFY(load.upperBoundUtc && !rowOf(loaded, "actor")->loadedAtUtc);
        QCOMPARE(rowOf(loaded, "film")->ranAtUtc, std::optional(film.runs().find(load.run.toString()).value().startedAtUtc));
        LAKEHOUSE_VALUE(const ReconcileReport report, film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("film"))}}));
        const PipelineStatus green = status(film, door);
        QCOMPARE(rowOf(green, "film")->state, TableState::Green);
        QCOMPARE(rowOf(green, "film")->reconciliation, std::optional(report.tables[0]));
        QCOMPARE(rowOf(green, "film")->run, std::optional(report.run));
        QCOMPARE(rowOf(green, "actor")->state, TableState::Waiting);
    }

    void aFailureAfterGreenIsShown_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aFailureAfterGreenIsShown()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("actor") && check(film, "actor"));
        film.project.lake.failNext(QStringLiteral("\"bronze_public\".\"actor\"\nWITH"), trinoFailed);
        const RunId run = film.newRun();
        QVERIFY(!film.load("actor", run));
        const PipelineStatus failed = status(film, door);
        QCOMPARE(rowOf(failed, "actor")->state, TableState::Failed);
        QCOMPARE(rowOf(failed, "actor")->message.toEnglish(), QStringLiteral("Trino stopped the query."));
        QCOMPARE(rowOf(failed, "actor")->run, std::optional(run));
        QVERIFY(rowOf(failed, "actor")->load && rowOf(failed, "actor")->reconciliation->isGreen()); // the last that made it stays to be read
        QVERIFY(film.load("actor") && check(film, "actor"));
        QCOMPARE(rowOf(status(film, door), "actor")->state, TableState::Green);
    }

    void aGreenCheckAfterAFailureIsGreen()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("actor"));
        film.project.lake.failNext(QStringLiteral("\"bronze_public\".\"actor\"\nWITH"), trinoFailed);
        QVERIFY(!film.load("actor"));
        QVERIFY(check(film, "actor"));
        QCOMPARE(rowOf(status(film), "actor")->state, TableState::Green);
    }

    void whatWaitsForAPersonSaysSo()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("actor") && check(film, "actor"));
        film.project.rows.fill(tableName("actor"), 0);
        QVERIFY(!film.load("actor"));
        const PipelineStatus waiting = status(film);
        QCOMPARE(rowOf(waiting, "actor")->state, TableState::NeedsPerson);
        QVERIFY(rowOf(waiting, "actor")->message.toEnglish().contains(QStringLiteral("do not vanish")));
    }

    void aMismatchIsCutToAFew()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("actor"));
        Rows bronze = *film.project.rows.bronze(tableName("actor"));
        for (qint64 key = 1; key <= 8; ++key)
            bronze.erase(key);
        film.project.rows.setBronze(tableName("actor"), bronze);
        LAKEHOUSE_VALUE(const ReconcileReport report, film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("actor"))}}));
        QCOMPARE(report.tables[0].tiers[2].mismatches.size(), 8u);
        const PipelineStatus red = status(film);
        QCOMPARE(rowOf(red, "actor")->state, TableState::Mismatch);
        QVERIFY(rowOf(red, "actor")->message.toEnglish().contains(QStringLiteral("rows in the source 20, in bronze 12")));
        QCOMPARE(rowOf(red, "actor")->reconciliation->tiers[2].mismatches.size(), 3u);
        QCOMPARE(rowOf(red, "actor")->reconciliation->tiers[2].mismatchesInAll, 8);
        LAKEHOUSE_VALUE(const TableHistory history, film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("actor"))}));
        QCOMPARE(history.runs[0].reconciliation->tiers[2].mismatches.size(), 8u);
    }

    void whatLoadsNowIsRunning()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("film") && check(film, "film"));
        base::RunContext run;
        const RunId other = film.newRun();
        LAKEHOUSE_VALUE(std::unique_ptr<ports::Lease> lease, film.project.otherProcess().acquire(QStringLiteral("table:public.film"), other, 0, run));
        const PipelineStatus loading = status(film);
        QCOMPARE(rowOf(loading, "film")->state, TableState::Running);
        QCOMPARE(rowOf(loading, "film")->run, std::optional(other));
        film.project.machineClock.advance(60'000); // its process is gone without a word
        QCOMPARE(rowOf(status(film), "film")->state, TableState::Green);
        lease.reset();
    }

    void whatIsTidiedUpIsNotLoading()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("film") && check(film, "film"));
        const PipelineStatus before = status(film);
        film.project.lake.block(QStringLiteral("EXECUTE optimize"));
        std::thread maintenance([&] { [[maybe_unused]] const auto done = film.doors.answer(MaintainTables{.table = {selector(QStringLiteral("film"))}}); });
        while (film.project.lake.blocked() == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const PipelineStatus tended = status(film);
        film.project.lake.release();
        maintenance.join();
        QVERIFY(tended.active.empty()); // nobody has to wait for it
        QCOMPARE(rowOf(tended, "film")->state, TableState::Green);
        QCOMPARE(rowOf(tended, "film")->run, rowOf(before, "film")->run);
        QVERIFY(!rowOf(tended, "film")->isInRun);
    }

    void runsThatGoOnAreNamed_data() { LAKEHOUSE_BOTH_DOORS(); }
    void runsThatGoOnAreNamed()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverEnds();
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}, door));
        QVERIFY(film.load("film", launched.run.id));
        const PipelineStatus going = status(film, door);
        QCOMPARE(going.active.size(), 1u);
        QCOMPARE(going.active[0].id, launched.run.id);
        QCOMPARE(rowOf(going, "film")->state, TableState::Running); // loaded, and the run goes on to compare it
        QCOMPARE(rowOf(going, "actor")->state, TableState::Waiting);
        QVERIFY(film.doors.ask(StopRun{.run = launched.run.id.toString()}, door));
        const PipelineStatus ended = status(film, door);
        QVERIFY(ended.active.empty());
        QCOMPARE(rowOf(ended, "film")->state, TableState::Cancelled);
        QVERIFY(rowOf(ended, "film")->message.toEnglish().contains(QStringLiteral("not compared")));
    }

    void aReloadThatIsWantedIsMarked()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("film"));
        LAKEHOUSE_VALUE(const ReloadRequest request, film.doors.ask(ReloadTable{.table = selector(QStringLiteral("film")), .reason = reason("back-filled")}));
        QVERIFY(rowOf(status(film), "film")->isReloadRequested);
        QCOMPARE(rowOf(status(film), "film")->reload, std::optional(request));
        QVERIFY(!rowOf(status(film), "actor")->isReloadRequested);
    }

    void whatASearchForDeletesDidIsShown_data() { LAKEHOUSE_BOTH_DOORS(); }
    void whatASearchForDeletesDidIsShown()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.rows.fill(tableName("film"), 1000);
        QVERIFY(film.generate());
        QVERIFY(film.load("film"));
        QVERIFY(!rowOf(status(film, door), "film")->deletes);
        film.project.rows.remove(tableName("film"), 7);
        film.project.clock.advance(1'000'000);
        const base::UtcTime looked = film.project.clock.now();
        LAKEHOUSE_VALUE(const DeleteReport report, film.doors.ask(FindDeletes{.table = selector(QStringLiteral("film")), .reason = FilmProject::noReason()}, door));
        QCOMPARE(report.deleted, 1);
        const PipelineStatus shown = status(film, door);
        QVERIFY(rowOf(shown, "film")->deletes);
        QCOMPARE(rowOf(shown, "film")->deletes->run, report.run);
        QCOMPARE(rowOf(shown, "film")->deletes->deleted, 1);
        QCOMPARE(rowOf(shown, "film")->deletes->liveRows, 1000);
        QCOMPARE(rowOf(shown, "film")->deletesAtUtc, std::optional(looked));
        QVERIFY(!rowOf(shown, "actor")->deletes);
        LAKEHOUSE_VALUE(const TableHistory same, film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("film"))}, door));
        QCOMPARE(same.deletesAtUtc, rowOf(shown, "film")->deletesAtUtc); // one search, one moment
        film.project.clock.advance(1'000'000);
        QVERIFY(film.doors.ask(FindDeletes{.table = selector(QStringLiteral("film")), .reason = FilmProject::noReason()}, door)); // finds none
        QCOMPARE(rowOf(status(film, door), "film")->deletes, rowOf(shown, "film")->deletes);
        LAKEHOUSE_VALUE(const TableHistory history, film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("film"))}, door));
        QCOMPARE(history.deletesAtUtc, std::optional(film.project.clock.now()));
    }

    void whatARunHasStillBeforeItIsMarked()
    {
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("film") && check(film, "film"));
        film.project.orchestrator.setNeverEnds();
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}));
        QVERIFY(rowOf(status(film), "film")->isInRun && rowOf(status(film), "actor")->isInRun);
        QCOMPARE(rowOf(status(film), "film")->state, TableState::Green); // what is known of it until its turn
        QVERIFY(film.load("actor", launched.run.id));
        QVERIFY(rowOf(status(film), "actor")->isInRun);
        QVERIFY(film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("actor"))}, .runId = launched.run.id}));
        QVERIFY(rowOf(status(film), "film")->isInRun && !rowOf(status(film), "actor")->isInRun);
        QVERIFY(check(film, "actor")); // what somebody does besides changes nothing about that
        QVERIFY(rowOf(status(film), "film")->isInRun && !rowOf(status(film), "actor")->isInRun);
        film.project.lake.failNext(QStringLiteral("MERGE INTO"), trinoFailed);
        QVERIFY(!film.load("film", launched.run.id));
        QVERIFY(!rowOf(status(film), "film")->isInRun);
        QVERIFY(film.doors.ask(StopRun{.run = launched.run.id.toString()}));
        QVERIFY(!rowOf(status(film), "film")->isInRun);
        LAKEHOUSE_VALUE(const RunReport ofOne, film.doors.ask(RunPipeline{.asset = {QStringLiteral("actor")}}));
        QVERIFY(!rowOf(status(film), "film")->isInRun && rowOf(status(film), "actor")->isInRun);
    }

    void theNextRunOfTheSchedule_data()
    {
        QTest::addColumn<QString>("settings");
        QTest::addColumn<QString>("next"); // the clock shows 2023-11-14T22:13:20Z, and so 23:13 in Vienna
        QTest::newRow("none") << QString() << QString();
        QTest::newRow("each hour") << QStringLiteral("bronze-schedule = \"0 * * * *\"") << QStringLiteral("2023-11-14T23:00:00");
        QTest::newRow("in a time zone") << QStringLiteral("bronze-schedule = \"0 6 * * *\"\ntime-zone = \"Europe/Vienna\"") << QStringLiteral("2023-11-15T05:00:00");
        QTest::newRow("in summer") << QStringLiteral("bronze-schedule = \"0 6 1 7 *\"\ntime-zone = \"Europe/Vienna\"") << QStringLiteral("2024-07-01T04:00:00");
        QTest::newRow("an hour that there is not") << QStringLiteral("bronze-schedule = \"30 2 31 3 *\"\ntime-zone = \"Europe/Vienna\"") << QStringLiteral("2024-03-31T01:00:00");
        QTest::newRow("an hour that there is twice") << QStringLiteral("bronze-schedule = \"30 2 27 10 *\"\ntime-zone = \"Europe/Vienna\"") << QStringLiteral("2024-10-27T01:30:00");
        QTest::newRow("cannot be read") << QStringLiteral("bronze-schedule = \"every night\"") << QString();
        QTest::newRow("no such time zone") << QStringLiteral("bronze-schedule = \"0 6 * * *\"\ntime-zone = \"Europe/Nowhere\"") << QString();
    }
    void theNextRunOfTheSchedule()
    {
        QFETCH(QString, settings);
        FilmProject film;
        film.project.writeSettings(settings);
        LAKEHOUSE_VALUE(const PipelineStatus shown, film.doors.ask(ShowPipeline{}));
        QTEST(shown.nextRunAtUtc ? shown.nextRunAtUtc->toString().left(19) : QString(), "next");
    }

    void asksNoOtherSystem()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverEnds();
        QVERIFY(film.doors.ask(RunPipeline{}));
        film.project.orchestrator.setFailure(base::Error{ErrorCode::Unreachable, "No answer from Dagster.", "Start it."});
        film.project.lake.forget();
        QCOMPARE(status(film).active.size(), 1u);
        QVERIFY(film.project.lake.executed().empty());
    }

    void withoutItsListTheLockFilesAreRead_data()
    {
        QTest::addColumn<bool>("isPlanMoved");
        QTest::newRow("the proposal is the generated plan") << false;
        QTest::newRow("the proposal moved on") << true;
    }
    void withoutItsListTheLockFilesAreRead()
    {
        QFETCH(bool, isPlanMoved);
        FilmProject film;
        LAKEHOUSE_VALUE(const GenerateReceipt receipt, film.generate());
        if (isPlanMoved)
            QVERIFY(film.doors.ask(ChangeExtraction{receipt.planDigest, selector(QStringLiteral("film")), PlanEdit::Full, reason()}));
        const std::vector<PipelineRow> before = status(film).tables;
        QVERIFY(QFile::remove(film.project.path(QStringLiteral(".ekos/generated.list"))));
        film.project.reopen();
        QCOMPARE(status(film).tables, before);
        QCOMPARE(QFile::exists(film.project.path(QStringLiteral(".ekos/generated.list"))), isPlanMoved); // reading the locks again would take long
    }

    void aForeignCommitIsNamedAndShown()
    {
        FilmProject film;
        QVERIFY(film.generate());
        base::RunContext run;
        LAKEHOUSE_VALUE(ports::PipelineRepository *repository, film.project.workspace().repository(run));
        LAKEHOUSE_VALUE(const std::optional<QString> head, repository->head(run));
        LAKEHOUSE_VALUE(const QByteArray lock, repository->read(*head, QStringLiteral("bronze/public/film/table.lock.json"), run));
        ports::CommitRequest request{.files = {{QStringLiteral("bronze/public/film/table.lock.json"), lock}}, .ownedFolders = {QStringLiteral("bronze")}, .message = QStringLiteral("by hand"),
                                     .authorName = QStringLiteral("carl"), .authorEmail = QStringLiteral("carl@example.com")};
        QVERIFY(repository->commit(request, run));
        const PipelineStatus foreign = status(film);
        QVERIFY2(foreign.problem.toEnglish().contains(QStringLiteral("something else than was generated")), qPrintable(foreign.problem.toEnglish()));
        QCOMPARE(foreign.tables.size(), 1u); // as they stand there
    }

    void historyIsNewestFirst_data() { LAKEHOUSE_BOTH_DOORS(); }
    void historyIsNewestFirst()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        const auto tick = [&] { film.project.clock.advance(1'000'000); };
        LAKEHOUSE_VALUE(const LoadReport first, film.load("actor"));
        tick();
        LAKEHOUSE_VALUE(const ReconcileReport compared, film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("actor"))}}));
        tick();
        film.project.lake.failNext(QStringLiteral("\"bronze_public\".\"actor\"\nWITH"), trinoFailed);
        QVERIFY(!film.load("actor"));
        tick();
        QVERIFY(film.load("film"));
        LAKEHOUSE_VALUE(const TableHistory history, film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("actor"))}, door));
        QCOMPARE(history.table, tableName("actor"));
        QCOMPARE(history.runs.size(), 3u);
        QCOMPARE(history.runs[0].state, TableState::Failed);
        QCOMPARE(history.runs[0].message.toEnglish(), QStringLiteral("Trino stopped the query."));
        QCOMPARE(history.runs[0].run.state, RunState::Failed);
        QCOMPARE(history.runs[1].run.id, compared.run);
        QCOMPARE(history.runs[1].state, TableState::Green);
        QVERIFY(!history.runs[1].load);
        QCOMPARE(history.runs[2].load, std::optional(first));
        QCOMPARE(history.runs[2].state, TableState::Waiting);
        LAKEHOUSE_VALUE(const TableHistory newest, film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("actor")), .limit = 1}, door));
        QCOMPARE(newest.runs, std::vector<TableRun>{history.runs[0]});
    }

    void aRunHasItsLoadAndItsCheckTogether()
    {
        FilmProject film;
        QVERIFY(film.generate());
        const RunId run = film.newRun();
        QVERIFY(film.load("film", run));
        QVERIFY(film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("film"))}, .runId = run}));
        LAKEHOUSE_VALUE(const TableHistory history, film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("film"))}));
        QCOMPARE(history.runs.size(), 1u);
        QVERIFY(history.runs[0].load && history.runs[0].reconciliation);
        QCOMPARE(history.runs[0].state, TableState::Green);
    }

    void historyOfWhatIsNotKnown()
    {
        FilmProject film;
        QCOMPARE(film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("film"))}).error().code, ErrorCode::NotFound);
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const TableHistory none, film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("film"))}));
        QVERIFY(none.runs.empty());
        QCOMPARE(film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("nothing"))}).error().code, ErrorCode::NotFound);
        QVERIFY(film.load("film"));
        film.project.setTables({FilmProject::actor()});
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const TableHistory gone, film.doors.ask(ShowTableHistory{.table = selector(QStringLiteral("film"))}));
        QCOMPARE(gone.runs.size(), 1u); // no longer generated, and what was done stays known
    }
};

QTEST_GUILESS_MAIN(PipelineStatusTest)
#include "pipeline_status_test.moc"
