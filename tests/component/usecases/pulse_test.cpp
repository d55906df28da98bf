#include "component/usecases/film_project.h"

#include "base/file_digest.h"

#include <QFile>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;

class PulseTest : public QObject {
    Q_OBJECT

    static ProjectPulse pulse(FilmProject &film, Door door)
    {
        const auto answer = film.doors.ask(ShowPulse{}, door);
        return answer ? answer.value() : ProjectPulse{};
    }

private Q_SLOTS:
    void saysWhereAProjectStands_data() { LAKEHOUSE_BOTH_DOORS(); }
    void saysWhereAProjectStands()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const ProjectPulse before, film.doors.ask(ShowPulse{}, door));
        QCOMPARE(before.project, QStringLiteral("film"));
        QCOMPARE(before.environment, QStringLiteral("test"));
        QVERIFY(!before.plan);
        QCOMPARE(before.ledgerEntries, 0);
        QVERIFY(before.runs.empty());
        QFile settings(film.project.path(QStringLiteral("ekos.toml")));
        QVERIFY(settings.open(QIODevice::ReadOnly));
        QCOMPARE(before.settingsDigest, base::fileDigest(settings.readAll()));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        LAKEHOUSE_VALUE(const ProjectPulse after, film.doors.ask(ShowPulse{}, door));
        QCOMPARE(after.plan, std::optional(plan.digest));
        QCOMPARE(after.ledgerEntries, film.entries());
        QCOMPARE(after.runs.size(), 1u);
        QCOMPARE(after.runs[0].operation, QStringLiteral("extraction.plan"));
    }

    void whateverMovesIsSeen()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        const ProjectPulse first = pulse(film, Door::InProcess);
        QCOMPARE(pulse(film, Door::InProcess), first); // asking moves nothing, and is not recorded
        QVERIFY(film.doors.ask(ChangeExtraction{plan.digest, selector(QStringLiteral("film")), PlanEdit::Full, reason()}));
        const ProjectPulse changed = pulse(film, Door::InProcess);
        QVERIFY(changed.plan != first.plan && changed.ledgerEntries > first.ledgerEntries && changed.runs.size() == 2u);
        film.project.writeSettings(QStringLiteral("late-arrival-minutes = 5"));
        QVERIFY(pulse(film, Door::InProcess).settingsDigest != changed.settingsDigest);
        for (int i = 0; i < 12; ++i)
            QVERIFY(film.plan());
        QCOMPARE(pulse(film, Door::InProcess).runs.size(), 10u);
    }

    void asksNoOtherSystem()
    {
        FilmProject film;
        QVERIFY(film.generate());
        film.project.orchestrator.setFailure(base::Error{base::ErrorCode::Unreachable, "No answer from Dagster.", "Start it."});
        film.project.lake.forget();
        QVERIFY(film.doors.ask(ShowPulse{}));
        QVERIFY(film.project.lake.executed().empty());
    }

    void withoutItsListThePlanThatWasMadeLastIsNamed()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(QFile::remove(film.project.path(QStringLiteral(".ekos/plan.list"))));
        QCOMPARE(pulse(film, Door::InProcess).plan, std::optional(plan.digest));
        QVERIFY(!QFile::exists(film.project.path(QStringLiteral(".ekos/plan.list")))); // a glance makes nothing
    }
};

QTEST_GUILESS_MAIN(PulseTest)
#include "pulse_test.moc"
