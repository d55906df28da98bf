#include "component/usecases/film_project.h"

#include <QElapsedTimer>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

class StopTest : public QObject {
    Q_OBJECT

    static StopRun stop(const Run &run) { return {.run = run.id.toString()}; }
    static QString wordsOf(FilmProject &film, const Run &run)
    {
        QStringList words;
        const auto detail = film.doors.ask(ShowRun{.run = run.id.toString()});
        if (detail)
            for (const RunEvent &event : detail.value().events)
                words += event.stage + QStringLiteral(": ") + event.message.toEnglish();
        return words.join(QLatin1Char('\n'));
    }

private Q_SLOTS:
    void endsARunThatNobodyFollows_data() { LAKEHOUSE_BOTH_DOORS(); }
    void endsARunThatNobodyFollows()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverEnds();
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}, door, person("anna")));
        LAKEHOUSE_VALUE(const Run ended, film.doors.ask(StopRun{.run = launched.run.id.toString()}, door, person("berta")));
        QCOMPARE(ended.id, launched.run.id);
        QCOMPARE(ended.state, RunState::Cancelled);
        QVERIFY(ended.endedAtUtc.has_value());
        QVERIFY2(ended.outcome.toEnglish().contains(QStringLiteral("Stopped by berta@desk")), qPrintable(ended.outcome.toEnglish()));
        QCOMPARE(film.project.orchestrator.terminated(), std::vector<QString>{QStringLiteral("dagster-1")});
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = launched.run.id.toString()}, door));
        QCOMPARE(detail.run, ended);
        QVERIFY(wordsOf(film, ended).contains(QStringLiteral("stop: berta@desk (cli) asked to end this run")));
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::Run}, door));
        QCOMPARE(facts.entries.size(), 1u); // recorded once, by who stopped it
        QVERIFY(facts.entries[0].actor.startsWith(QStringLiteral("berta@desk")));
        QCOMPARE(film.doors.ask(stop(ended), door).error().code, ErrorCode::RefusedByRule); // it has ended
    }

    void aRunWhoseProcessIsGoneIsEndedToo()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverEnds();
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}));
        film.project.machineClock.advance(60'000);
        QCOMPARE(film.runs().find(launched.run.id.toString()).value().state, RunState::Interrupted);
        LAKEHOUSE_VALUE(const Run ended, film.doors.ask(stop(launched.run)));
        QCOMPARE(ended.state, RunState::Cancelled);
    }

    void aRunIsEndedWhateverWasCommittedSince()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverEnds();
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}));
        base::RunContext run;
        LAKEHOUSE_VALUE(ports::PipelineRepository *repository, film.project.workspace().repository(run));
        LAKEHOUSE_VALUE(const std::optional<QString> head, repository->head(run));
        LAKEHOUSE_VALUE(const QByteArray lock, repository->read(*head, QStringLiteral("bronze/public/film/table.lock.json"), run));
        QVERIFY(repository->commit({.files = {{QStringLiteral("bronze/public/film/table.lock.json"), lock}}, .ownedFolders = {QStringLiteral("bronze")}, .message = QStringLiteral("by hand"),
                                    .authorName = QStringLiteral("carl"), .authorEmail = QStringLiteral("carl@example.com")}, run));
        QCOMPARE(film.doors.ask(RunPipeline{}).error().code, ErrorCode::RefusedByRule);
        LAKEHOUSE_VALUE(const Run ended, film.doors.ask(stop(launched.run)));
        QCOMPARE(ended.state, RunState::Cancelled);
    }

    void whoFollowsItHearsOfItAndRecordsTheEnd_data() { LAKEHOUSE_BOTH_DOORS(); }
    void whoFollowsItHearsOfItAndRecordsTheEnd()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverEnds();
        QObject receiver;
        std::optional<base::Result<RunReport>> followed;
        film.doors.inProcess().ask(RunPipeline{.wait = true}, CallContext{.actor = person("anna")}).onSettled(&receiver, [&](const auto &result) { followed = result; });
        std::vector<Run> runs;
        QTRY_VERIFY(!(runs = film.runs().unfinished().value()).empty() && runs[0].foreignId);
        LAKEHOUSE_VALUE(const Run ended, film.doors.ask(stop(runs[0]), door, person("berta")));
        QCOMPARE(ended.state, RunState::Cancelled);
        QTRY_VERIFY(followed.has_value());
        QCOMPARE(followed->error().code, ErrorCode::Cancelled);
        QVERIFY2(followed->error().message.toEnglish().contains(QStringLiteral("Stopped by berta@desk")), qPrintable(followed->error().message.toEnglish()));
        QVERIFY(followed->error().hint.toEnglish().contains(QStringLiteral("lakehouse run --wait")));
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::Run}, door));
        QCOMPARE(facts.entries.size(), 1u);
        QVERIFY(facts.entries[0].actor.startsWith(QStringLiteral("anna@desk"))); // who follows it owns its end
        QVERIFY(film.doors.ask(RunPipeline{}, door)); // its lease was given back
    }

    void cancelledAtTheOrchestratorIsSaidSo()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setWork([](const ports::LaunchRequest &) { return ports::OrchestratorRun{.state = ports::OrchestratorRunState::Cancelled}; });
        const auto report = film.doors.ask(RunPipeline{.wait = true});
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        QVERIFY2(report.error().message.toEnglish().contains(QStringLiteral("Cancelled at Dagster; 0 of 2")), qPrintable(report.error().message.toEnglish()));
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1}));
        QCOMPARE(runs.runs[0].state, RunState::Cancelled);
    }

    void whatWasToldMayGoOnForFiveSeconds()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverObeys();
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}));
        LAKEHOUSE_VALUE(const Run told, film.doors.ask(stop(launched.run)));
        QCOMPARE(told.state, RunState::Running);
        QVERIFY2(told.outcome.toEnglish().contains(QStringLiteral("may go on")), qPrintable(told.outcome.toEnglish()));
    }

    void waitingForTheEndCanBeCancelled()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setNeverObeys();
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}));
        const base::CancelToken cancel;
        std::thread canceller([&] {
            while (film.project.orchestrator.terminated().empty())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            cancel.cancel();
        });
        QElapsedTimer time;
        time.start();
        const auto stopped = film.doors.ask(stop(launched.run), Door::InProcess, person("anna"), {.cancel = cancel});
        canceller.join();
        QVERIFY(time.elapsed() < 1000);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QVERIFY(stopped.error().message.toEnglish().contains(QStringLiteral("was told to end run")));
    }

    void withoutTheOrchestratorItIsUnreachable_data() { LAKEHOUSE_BOTH_DOORS(); }
    void withoutTheOrchestratorItIsUnreachable()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const RunReport launched, film.doors.ask(RunPipeline{}));
        const base::Error failure{ErrorCode::Unreachable, "No answer from Dagster.", "Start it."};
        film.project.orchestrator.setFailure(failure);
        QCOMPARE(film.doors.ask(stop(launched.run), door).error(), failure);
        QVERIFY(wordsOf(film, launched.run).contains(QStringLiteral("could not be told to end it: No answer from Dagster.")));
        film.project.orchestrator.setFailure({});
        QVERIFY(film.runs().find(launched.run.id.toString()).value().state != RunState::Cancelled);
    }

    void refused_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<RunState>("state");
        QTest::addColumn<QString>("hint");
        QTest::newRow("a load in a process of its own") << "pipeline.load" << RunState::Running << "Ctrl+C";
        QTest::newRow("a reconciliation in a process of its own") << "pipeline.reconcile" << RunState::Running << "Ctrl+C";
        QTest::newRow("a plan") << "extraction.plan" << RunState::Running << "Ctrl+C";
        QTest::newRow("not launched yet") << "pipeline.run" << RunState::Running << "Try again in a moment";
        QTest::newRow("ended well") << "pipeline.run" << RunState::Done << "runs show";
        QTest::newRow("ended with problems") << "pipeline.run" << RunState::Problems << "runs show";
        QTest::newRow("failed") << "pipeline.run" << RunState::Failed << "runs show";
        QTest::newRow("cancelled") << "pipeline.run" << RunState::Cancelled << "runs show";
    }
    void refused()
    {
        QFETCH(QString, operation);
        QFETCH(RunState, state);
        QFETCH(QString, hint);
        FilmProject film;
        const Run run{.id = film.newRun(), .operation = operation, .state = state, .actor = QStringLiteral("carl@desk (cli)"), .startedAtUtc = film.project.clock.now()};
        QVERIFY(film.project.otherProcess().begin(run));
        const auto refusal = film.doors.ask(stop(run), Door::Loopback);
        QCOMPARE(refusal.error().code, ErrorCode::RefusedByRule);
        QVERIFY2(refusal.error().hint.toEnglish().contains(hint), qPrintable(refusal.error().hint.toEnglish()));
        QVERIFY(film.project.orchestrator.terminated().empty());
        QCOMPARE(film.runs().find(run.id.toString()).value(), run); // it stays as it is
    }

    void anUnknownRunIsNotFound()
    {
        FilmProject film;
        QCOMPARE(film.doors.ask(StopRun{.run = QStringLiteral("ffff")}).error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(StopTest)
#include "stop_test.moc"
