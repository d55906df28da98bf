#include "component/usecases/film_project.h"
#include "usecases/pipeline/armed_controls.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;

namespace lakehouse::usecases {

/// In place of the product's own: one control plants nothing, as if its tier had gone blind.
std::set<PlantedDefect> disarmedControls()
{
    return {PlantedDefect::DroppedRow};
}

} // namespace lakehouse::usecases

class DisarmedControlTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aControlThatIsNotCaughtMakesTheRunFail_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aControlThatIsNotCaughtMakesTheRunFail()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        QVERIFY(film.load("actor"));
        LAKEHOUSE_VALUE(const ReconcileReport report, film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("actor"))}}, door));
        const TableReconciliation &actor = report.tables[0];
        QCOMPARE(actor.sourceRows, actor.bronzeRows); // the tables are equal, and still
        QVERIFY(!actor.isGreen());
        QCOMPARE(actor.tiers[0].outcome, TierOutcome::ControlMissed);
        QCOMPARE(actor.tiers[2].outcome, TierOutcome::ControlMissed);
        for (const TierResult &tier : actor.tiers)
            for (const ControlResult &control : tier.controls)
                QCOMPARE(control.isCaught, control.defect != PlantedDefect::DroppedRow);
        QCOMPARE(ReconcileTables::operation.verdict(&report), Verdict::Found);
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}, door));
        QCOMPARE(detail.run.state, RunState::Problems);
        LAKEHOUSE_VALUE(const LedgerPage results, film.doors.ask(ShowLedger{.kind = FactKind::ReconcileResult}, door));
        QCOMPARE(results.entries.size(), 1u);
    }
};

QTEST_GUILESS_MAIN(DisarmedControlTest)
#include "disarmed_control_test.moc"
