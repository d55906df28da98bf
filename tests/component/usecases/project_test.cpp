#include "component/usecases/film_project.h"

#include <set>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

class ProjectTest : public QObject {
    Q_OBJECT

    static StepState stateOf(FilmProject &film, int number, Door door = Door::InProcess)
    {
        return film.doors.ask(ShowWorkflow{}, door).value().steps.at(std::size_t(number - 1)).state;
    }

private Q_SLOTS:
    void workflowFollowsTheWork_data() { LAKEHOUSE_BOTH_DOORS(); }
    void workflowFollowsTheWork()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const WorkflowStatus start, film.doors.ask(ShowWorkflow{}, door));
        QCOMPARE(start.project, QStringLiteral("film"));
        QCOMPARE(start.steps.size(), 7u);
        for (const WorkflowStep &step : start.steps)
            QCOMPARE(step.state, StepState::Open);
        QCOMPARE(start.steps[0].next, QStringLiteral("ekos-lakehouse analyze"));

        QVERIFY(film.doors.ask(AnalyzeSource{}, door));
        QCOMPARE(stateOf(film, 1, door), StepState::Done);
        LAKEHOUSE_VALUE(const PlanSummary plan, film.doors.ask(MakePlan{}, door));
        LAKEHOUSE_VALUE(const WorkflowStatus planned, film.doors.ask(ShowWorkflow{}, door));
        QCOMPARE(planned.steps[4].next, QStringLiteral("ekos-lakehouse lakehouse extraction approve"));
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door));
        LAKEHOUSE_VALUE(const WorkflowStatus approved, film.doors.ask(ShowWorkflow{}, door));
        QCOMPARE(approved.steps[4].next, QStringLiteral("ekos-lakehouse lakehouse generate"));
        QVERIFY(film.doors.ask(GeneratePipeline{}, door));
        QCOMPARE(stateOf(film, 5, door), StepState::Done);
        QCOMPARE(stateOf(film, 6, door), StepState::Open);

        QVERIFY(film.load("film") && film.load("actor"));
        QVERIFY(film.doors.ask(ReconcileTables{}, door));
        QCOMPARE(stateOf(film, 6, door), StepState::Done);
        film.project.rows.put(tableName("actor"), 1, 9);
        QVERIFY(film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("actor"))}}, door));
        LAKEHOUSE_VALUE(const WorkflowStatus red, film.doors.ask(ShowWorkflow{}, door));
        QCOMPARE(red.steps[5].state, StepState::Problems);
        QVERIFY(red.steps[5].reason.toEnglish().contains(QStringLiteral("public.actor")));

        film.project.setTables({FilmProject::film().withColumn(QStringLiteral("rating"), QStringLiteral("text")), FilmProject::actor()});
        QVERIFY(film.doors.ask(AnalyzeSource{}, door));
        LAKEHOUSE_VALUE(const WorkflowStatus moved, film.doors.ask(ShowWorkflow{}, door));
        QCOMPARE(moved.steps[4].state, StepState::Open);
        QVERIFY(moved.steps[4].reason.toEnglish().contains(QStringLiteral("catalog moved")));
    }

    void doctorAsksEveryPart_data() { LAKEHOUSE_BOTH_DOORS(); }
    void doctorAsksEveryPart()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const DoctorReport well, film.doors.ask(CheckServices{}, door));
        std::set<QString> services;
        for (const ServiceCheck &check : well.checks)
            services.insert(check.service);
        for (const char *service : {"source", "trino", "object-store", "dagster"})
            QVERIFY2(services.contains(QLatin1String(service)), service);
        film.project.source.failure = base::Error{ErrorCode::Unreachable, "No answer from 127.0.0.1:1.", "Start the server."};
        LAKEHOUSE_VALUE(const DoctorReport ill, film.doors.ask(CheckServices{}, door));
        QCOMPARE(CheckServices::operation.verdict(&ill), Verdict::Found);
        const auto source = std::ranges::find(ill.checks, QStringLiteral("source"), &ServiceCheck::service);
        QCOMPARE(source->state, CheckState::Failed);
        QCOMPARE(source->remedy.toEnglish(), QStringLiteral("Start the server."));
    }

    void settingsAreShownAsWrittenAndInEffect_data() { LAKEHOUSE_BOTH_DOORS(); }
    void settingsAreShownAsWrittenAndInEffect()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.writeSettings(QStringLiteral("# a comment stays\nmass-delete-percent = 7"));
        LAKEHOUSE_VALUE(const ConfigurationText written, film.doors.ask(ShowConfiguration{}, door));
        QVERIFY(written.toml.contains(QStringLiteral("# a comment stays")));
        LAKEHOUSE_VALUE(const ConfigurationText effective, film.doors.ask(ShowConfiguration{.effective = true}, door));
        QVERIFY(effective.toml.contains(QStringLiteral("mass-delete-percent = 7")));
        QVERIFY(effective.toml.contains(QStringLiteral("mass-delete-rows = 10000")));
        QVERIFY(effective.toml.contains(QStringLiteral("EKOS_LH_PG_PASSWORD"))); // the name, never the password
    }

    void aMistakeInTheSettingsIsNamed_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aMistakeInTheSettingsIsNamed()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.writeSettings(QStringLiteral("mass-delete-percnt = 7"));
        const auto plan = film.doors.ask(MakePlan{}, door);
        QCOMPARE(plan.error().code, ErrorCode::InvalidInput);
        const QString words = plan.error().message.toEnglish() + plan.error().hint.toEnglish();
        QVERIFY2(words.contains(QStringLiteral("mass-delete-percnt")) && words.contains(QStringLiteral("mass-delete-percent")), qPrintable(words));
    }

    void anIdOfAnotherRequestIsRefused_data() { LAKEHOUSE_BOTH_DOORS(); }
    void anIdOfAnotherRequestIsRefused()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason("a")}, door, person("anna"), {.requestId = QStringLiteral("1")}));
        QCOMPARE(film.doors.ask(ApproveExtraction{plan.digest, reason("b")}, door, person("anna"), {.requestId = QStringLiteral("1")}).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(ProjectTest)
#include "project_test.moc"
