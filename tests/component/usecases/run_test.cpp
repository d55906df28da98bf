#include "component/usecases/film_project.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;
using ports::OrchestratorRun;
using ports::OrchestratorRunState;

namespace {

/// What the generated Dagster project does with each asset: load and reconcile the table under the run's id.
FakeOrchestrator::Work loadsAndReconciles(FilmProject &film)
{
    return [&film](const ports::LaunchRequest &request) {
        OrchestratorRun ended{.state = OrchestratorRunState::Succeeded};
        const RunId run = RunId::parse(request.runId).value();
        std::vector<QString> assets = request.assets;
        if (assets.empty())
            assets = {QStringLiteral("bronze/public/actor"), QStringLiteral("bronze/public/film")};
        for (const QString &asset : assets) {
            const TableSelector table = selector(asset.section(QLatin1Char('/'), 1).replace(QLatin1Char('/'), QLatin1Char('.')));
            const auto loaded = film.doors.answer(LoadTable{.table = table, .runId = run, .reason = FilmProject::noReason()});
            const bool isDone = loaded && film.doors.answer(ReconcileTables{.table = {table}, .runId = run});
            ended.assets.push_back({asset, true, !isDone, loaded ? QString() : QStringLiteral("exit code 4")});
            if (!isDone)
                ended.state = OrchestratorRunState::Failed;
        }
        return ended;
    };
}

const TableOutcome &outcomeOf(const std::vector<TableOutcome> &tables, const char *table)
{
    return *std::ranges::find(tables, tableName(table), &TableOutcome::table);
}

} // namespace

class RunTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void launchesFollowsAndReportsEachTable_data() { LAKEHOUSE_BOTH_DOORS(); }
    void launchesFollowsAndReportsEachTable()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setWork(loadsAndReconciles(film));
        std::vector<base::Progress> heard;
        LAKEHOUSE_VALUE(const RunReport report, film.doors.ask(RunPipeline{.wait = true}, door, person("anna"), {.progress = [&](const auto &progress) { heard.push_back(progress); }}));
        QCOMPARE(report.run.state, RunState::Done);
        QCOMPARE(report.run.foreignId, std::optional(QStringLiteral("dagster-1")));
        QVERIFY(report.run.endedAtUtc.has_value());
        QCOMPARE(report.tables.size(), 2u);
        for (const TableOutcome &table : report.tables) {
            QCOMPARE(table.state, TableState::Green);
            QCOMPARE(table.load->run, report.run.id);
            QCOMPARE(table.load->rowsLoaded, 20);
        }
        QCOMPARE(verdictOf(report), Verdict::Fine);
        QCOMPARE(film.project.orchestrator.reloads(), 1);
        const auto launches = film.project.orchestrator.launches();
        QCOMPARE(launches.size(), 1u);
        QVERIFY(launches[0].assets.empty()); // the whole job
        QCOMPARE(launches[0].runId, report.run.id.toString());
        QCOMPARE(heard.back().step, heard.back().steps);
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.id.toString()}, door));
        QCOMPARE(detail.run.state, RunState::Done);
        QCOMPARE(detail.tables, report.tables);
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::Run}, door));
        QCOMPARE(facts.entries.size(), 1u);
    }

    void launchesOnlyWhatIsNamed()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setWork(loadsAndReconciles(film));
        LAKEHOUSE_VALUE(const RunReport byKey, film.doors.ask(RunPipeline{.asset = {QStringLiteral("bronze/public/film")}, .inProcess = true, .wait = true}));
        QCOMPARE(byKey.tables.size(), 1u);
        LAKEHOUSE_VALUE(const RunReport byTable, film.doors.ask(RunPipeline{.asset = {QStringLiteral("actor")}, .wait = true}));
        QCOMPARE(byTable.tables[0].table, tableName("actor"));
        const auto launches = film.project.orchestrator.launches();
        QCOMPARE(launches[0].assets, std::vector<QString>{QStringLiteral("bronze/public/film")});
        QCOMPARE(launches[0].mode, ports::LaunchMode::InProcess);
        QCOMPARE(launches[1].assets, std::vector<QString>{QStringLiteral("bronze/public/actor")});
        QCOMPARE(launches[1].mode, ports::LaunchMode::EachAssetInItsProcess);
        QCOMPARE(film.doors.ask(RunPipeline{.asset = {QStringLiteral("bronze/public/nothing")}}).error().code, ErrorCode::NotFound);
    }

    void aTableThatWaitsForAPersonSaysSo_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aTableThatWaitsForAPersonSaysSo()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("actor"));
        film.project.rows.fill(tableName("actor"), 0);
        film.project.orchestrator.setWork(loadsAndReconciles(film));
        LAKEHOUSE_VALUE(const RunReport report, film.doors.ask(RunPipeline{.wait = true}, door));
        QCOMPARE(report.run.state, RunState::Problems);
        QCOMPARE(outcomeOf(report.tables, "film").state, TableState::Green);
        const TableOutcome &actor = outcomeOf(report.tables, "actor");
        QCOMPARE(actor.state, TableState::NeedsPerson);
        QVERIFY2(actor.message.toEnglish().contains(QStringLiteral("do not vanish")), qPrintable(actor.message.toEnglish()));
        QCOMPARE(verdictOf(report), Verdict::NeedsPerson);
    }

    void aTableThatFailsSaysWhyAndTheOthersGoOn()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.lake.failNext(QStringLiteral("\"bronze_public\".\"actor\"\nWITH"), {ErrorCode::ExternalFailure, "Trino stopped the query.", "Look at its log."});
        film.project.orchestrator.setWork(loadsAndReconciles(film));
        LAKEHOUSE_VALUE(const RunReport report, film.doors.ask(RunPipeline{.wait = true}));
        QCOMPARE(outcomeOf(report.tables, "film").state, TableState::Green);
        QCOMPARE(outcomeOf(report.tables, "actor").state, TableState::Failed);
        QCOMPARE(outcomeOf(report.tables, "actor").message.toEnglish(), QStringLiteral("Trino stopped the query."));
        QCOMPARE(verdictOf(report), Verdict::Found);
    }

    void anAssetThatNeverStartedHasTheOrchestratorsWords()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setWork([](const ports::LaunchRequest &) {
            return OrchestratorRun{.state = OrchestratorRunState::Failed, .assets = {{QStringLiteral("bronze/public/film"), true, true, QStringLiteral("ImportError: dagster_pipes")}}, .failure = QStringLiteral("no slot")};
        });
        LAKEHOUSE_VALUE(const RunReport report, film.doors.ask(RunPipeline{.wait = true}));
        QCOMPARE(report.run.state, RunState::Failed);
        QVERIFY(outcomeOf(report.tables, "film").message.toEnglish().contains(QStringLiteral("ImportError: dagster_pipes")));
        QVERIFY(outcomeOf(report.tables, "actor").message.toEnglish().contains(QStringLiteral("no slot")));
    }

    void cancelEndsTheRunAtTheOrchestrator_data() { LAKEHOUSE_BOTH_DOORS(); }
    void cancelEndsTheRunAtTheOrchestrator()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverEnds();
        const base::CancelToken cancel;
        std::thread canceller([&] {
            while (film.project.orchestrator.launches().empty())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            cancel.cancel();
        });
        const auto report = film.doors.ask(RunPipeline{.wait = true}, door, person("anna"), {.cancel = cancel});
        canceller.join();
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        QCOMPARE(film.project.orchestrator.terminated(), std::vector<QString>{QStringLiteral("dagster-1")});
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1}, door));
        QCOMPARE(runs.runs[0].state, RunState::Cancelled);
    }

    void withoutTheOrchestratorItIsUnreachable_data() { LAKEHOUSE_BOTH_DOORS(); }
    void withoutTheOrchestratorItIsUnreachable()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        const base::Error failure{ErrorCode::Unreachable, "No answer from Dagster.", "Start it."};
        film.project.orchestrator.setFailure(failure);
        QCOMPARE(film.doors.ask(RunPipeline{.wait = true}, door).error(), failure);
        QVERIFY(film.project.orchestrator.launches().empty());
    }

    void nothingGeneratedIsSaid()
    {
        FilmProject film;
        const auto report = film.doors.ask(RunPipeline{});
        QCOMPARE(report.error().code, ErrorCode::NotFound);
        QVERIFY(report.error().hint.toEnglish().contains(QStringLiteral("lakehouse generate")));
    }

    void aSecondRunAtOnceIsBusy()
    {
        FilmProject film;
        QVERIFY(film.generate());
        base::RunContext run;
        LAKEHOUSE_VALUE(const std::unique_ptr<ports::Lease> held, film.project.otherProcess().acquire(QStringLiteral("pipeline"), film.newRun(), 0, run));
        QCOMPARE(film.doors.ask(RunPipeline{.wait = true}).error().code, ErrorCode::Busy);
        QVERIFY(film.project.orchestrator.launches().empty());
    }

    void aRunThatNobodyFollowsStillIsTheOnlyOne_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aRunThatNobodyFollowsStillIsTheOnlyOne()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverEnds();
        LAKEHOUSE_VALUE(const RunReport first, film.doors.ask(RunPipeline{}, door, person("anna")));
        const auto second = film.doors.ask(RunPipeline{}, door, person("berta"));
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Busy);
        QVERIFY2(second.error().message.toEnglish().contains(QStringLiteral("anna@desk")), qPrintable(second.error().message.toEnglish()));
        QCOMPARE(film.project.orchestrator.launches().size(), std::size_t(1));
        QVERIFY(film.doors.ask(StopRun{.run = first.run.id.toString()}, door));
        QVERIFY(film.doors.ask(RunPipeline{}, door));
    }

    void aRunThatHasEndedUnseenBlocksNothing()
    {
        FilmProject film;
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const RunReport first, film.doors.ask(RunPipeline{})); // ends at once at the orchestrator
        QVERIFY(film.doors.ask(RunPipeline{}));
        LAKEHOUSE_VALUE(const RunDetail shown, film.doors.ask(ShowRun{.run = first.run.id.toString()}));
        QVERIFY(shown.run.endedAtUtc.has_value());
    }

    void aRunThatTheOrchestratorForgotBlocksNothing()
    {
        FilmProject film;
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}));
        Run record = launched.run;
        record.foreignId = QStringLiteral("dagster-99");
        record.state = RunState::Running;
        QVERIFY(film.runs().update(record));
        QVERIFY(film.doors.ask(RunPipeline{}));
    }

    void aRunThatNobodyFollowedIsSettledWhenItIsShown_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aRunThatNobodyFollowedIsSettledWhenItIsShown()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setWork(loadsAndReconciles(film));
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}, door));
        QCOMPARE(launched.run.state, RunState::Running);
        QVERIFY(launched.tables.empty());
        LAKEHOUSE_VALUE(const RunDetail first, film.doors.ask(ShowRun{.run = launched.run.id.toString()}, door));
        QCOMPARE(first.run.state, RunState::Done);
        QCOMPARE(first.tables.size(), 2u);
        QVERIFY(first.run.endedAtUtc.has_value());
        const qint64 entries = film.entries();
        LAKEHOUSE_VALUE(const RunDetail second, film.doors.ask(ShowRun{.run = launched.run.id.toString()}, door));
        QCOMPARE(second.run, first.run);
        QCOMPARE(film.entries(), entries); // its end is recorded once
    }

    void aRunIsShownWhileTheOrchestratorIsGone()
    {
        FilmProject film;
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}));
        film.project.orchestrator.setFailure(base::Error{ErrorCode::Unreachable, "No answer from Dagster.", "Start it."});
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = launched.run.id.toString()}));
        QVERIFY(detail.run.state == RunState::Running || detail.run.state == RunState::Interrupted);
    }

    void aRunShowsWhatItWillStillDo_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aRunShowsWhatItWillStillDo()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverEnds();
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}, door));
        const QString id = launched.run.id.toString();
        const auto tables = [&] { return film.doors.ask(ShowRun{.run = id}, door).value().tables; };
        QCOMPARE(tables().size(), 2u);
        for (const TableOutcome &table : tables())
            QCOMPARE(table.state, TableState::Waiting);
        base::RunContext context;
        LAKEHOUSE_VALUE(std::unique_ptr<ports::Lease> loading, film.project.otherProcess().acquire(QStringLiteral("table:public.film"), launched.run.id, 0, context));
        QCOMPARE(outcomeOf(tables(), "film").state, TableState::Running);
        loading.reset();
        QVERIFY(film.load("film", launched.run.id));
        QVERIFY(film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("film"))}, .runId = launched.run.id}));
        QCOMPARE(tables().size(), 2u); // 1 of 2
        QCOMPARE(outcomeOf(tables(), "film").state, TableState::Green);
        QCOMPARE(outcomeOf(tables(), "actor").state, TableState::Waiting);
        QVERIFY(film.doors.ask(StopRun{.run = id}, door));
        QCOMPARE(outcomeOf(tables(), "actor").state, TableState::Cancelled);
        QCOMPARE(outcomeOf(tables(), "film").state, TableState::Green);
    }

    void aRunOfSomeTablesShowsThoseOnly()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverEnds();
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{.asset = {QStringLiteral("film")}}));
        const QString id = launched.run.id.toString();
        LAKEHOUSE_VALUE(const RunDetail before, film.doors.ask(ShowRun{.run = id}));
        QCOMPARE(before.tables, (std::vector<TableOutcome>{{.table = tableName("film")}}));
        // What is generated meanwhile is not what this run works on.
        film.project.setTables({FilmProject::actor()});
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const RunDetail after, film.doors.ask(ShowRun{.run = id, .after = before.events.back().sequence}));
        QCOMPARE(after.tables, before.tables);
    }

    /// What is generated while it runs is not what it was launched for.
    void howARunEndedIsJudgedByWhatItCovers()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setWork([&film](const ports::LaunchRequest &request) {
            const RunId run = RunId::parse(request.runId).value();
            const bool isDone = film.load("film", run) && film.doors.answer(ReconcileTables{.table = {selector(QStringLiteral("film"))}, .runId = run});
            return OrchestratorRun{.state = OrchestratorRunState::Failed,
                                   .assets = {{QStringLiteral("bronze/public/film"), true, !isDone, {}}, {QStringLiteral("bronze/public/actor"), true, true, QStringLiteral("no memory")}}};
        });
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}));
        film.project.setTables({FilmProject::film(), aTable("store").withColumn(QStringLiteral("store_id"), QStringLiteral("integer")).withPrimaryKey({QStringLiteral("store_id")})});
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const RunDetail shown, film.doors.ask(ShowRun{.run = launched.run.id.toString()}));
        QCOMPARE(shown.run.state, RunState::Problems);
        QCOMPARE(shown.run.outcome.toEnglish(), QStringLiteral("1 of 2 tables green."));
        QCOMPARE(outcomeOf(shown.tables, "film").state, TableState::Green);
        QCOMPARE(outcomeOf(shown.tables, "actor").state, TableState::Failed);
    }

    void aTableThatARunDidNotReachSaysSo()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setWork([&film](const ports::LaunchRequest &request) {
            const RunId run = RunId::parse(request.runId).value();
            const bool isDone = film.load("film", run) && film.doors.answer(ReconcileTables{.table = {selector(QStringLiteral("film"))}, .runId = run});
            return OrchestratorRun{.state = OrchestratorRunState::Failed,
                                   .assets = {{QStringLiteral("bronze/public/film"), true, !isDone, {}}, {QStringLiteral("bronze/public/actor"), true, true, {}}}};
        });
        LAKEHOUSE_VALUE(const RunReport report, film.doors.ask(RunPipeline{.wait = true}));
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.id.toString()}));
        QCOMPARE(outcomeOf(detail.tables, "film").state, TableState::Green);
        QCOMPARE(outcomeOf(detail.tables, "actor").state, outcomeOf(report.tables, "actor").state);
        QCOMPARE(outcomeOf(detail.tables, "actor").state, TableState::Failed);
        QVERIFY(!outcomeOf(detail.tables, "actor").message.isEmpty());
    }

    void runsAreFoundByTheFirstDigitsOfTheirId()
    {
        FilmProject film;
        QVERIFY(film.plan());
        QVERIFY(film.plan());
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{}));
        QCOMPARE(runs.runs.size(), 2u);
        QVERIFY(runs.runs[0].startedAtUtc.microseconds >= runs.runs[1].startedAtUtc.microseconds);
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = runs.runs[1].id.toString()}));
        QCOMPARE(detail.run, runs.runs[1]);
        QCOMPARE(film.doors.ask(ShowRun{.run = QStringLiteral("0190")}).error().code, ErrorCode::InvalidInput); // both begin so
        QCOMPARE(film.doors.ask(ShowRun{.run = QStringLiteral("ffff")}).error().code, ErrorCode::NotFound);
        QVERIFY(!detail.events.empty());
        LAKEHOUSE_VALUE(const RunDetail later, film.doors.ask(ShowRun{.run = detail.run.id.toString(), .after = detail.events.back().sequence}));
        QVERIFY(later.events.empty());
    }
};

QTEST_GUILESS_MAIN(RunTest)
#include "run_test.moc"
