#include "component/usecases/film_project.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

class ReconcileTest : public QObject {
    Q_OBJECT

    static bool loadBoth(FilmProject &film) { return bool(film.generate()) && bool(film.load("film")) && bool(film.load("actor")); }

private Q_SLOTS:
    void equalTablesAreGreenAndRecorded_data() { LAKEHOUSE_BOTH_DOORS(); }
    void equalTablesAreGreenAndRecorded()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(loadBoth(film));
        LAKEHOUSE_VALUE(const ReconcileReport report, film.doors.ask(ReconcileTables{}, door));
        QCOMPARE(report.tables.size(), 2u);
        for (const TableReconciliation &table : report.tables) {
            QCOMPARE(table.sourceRows, 20);
            QCOMPARE(table.bronzeRows, 20);
            QCOMPARE(table.tiers.size(), 3u);
            for (const TierResult &tier : table.tiers)
                QCOMPARE(tier.outcome, TierOutcome::Equal);
            QVERIFY(table.isGreen());
        }
        QCOMPARE(ReconcileTables::operation.verdict(&report), Verdict::Fine);
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::ReconcileRun}, door));
        QCOMPARE(facts.entries.size(), 1u); // one fact for the run, none for what is green
        QCOMPARE(facts.entries[0].run, std::optional(report.run));
        LAKEHOUSE_VALUE(const LedgerPage results, film.doors.ask(ShowLedger{.kind = FactKind::ReconcileResult}, door));
        QVERIFY(results.entries.empty());
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}, door));
        QCOMPARE(detail.run.state, RunState::Done);
        QCOMPARE(detail.tables.size(), 2u);
    }

    void aMissingRowIsNamedByItsKey_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aMissingRowIsNamedByItsKey()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(loadBoth(film));
        Rows bronze = *film.project.rows.bronze(tableName("actor"));
        bronze.erase(7);
        film.project.rows.setBronze(tableName("actor"), bronze);
        LAKEHOUSE_VALUE(const ReconcileReport report, film.doors.ask(ReconcileTables{}, door));
        QCOMPARE(ReconcileTables::operation.verdict(&report), Verdict::Found);
        const auto actor = std::ranges::find(report.tables, tableName("actor"), &TableReconciliation::table);
        QCOMPARE(actor->tiers[0].outcome, TierOutcome::Mismatch);
        QCOMPARE(actor->tiers[2].outcome, TierOutcome::Mismatch);
        QCOMPARE(actor->tiers[2].mismatches.size(), 1u);
        QCOMPARE(actor->tiers[2].mismatches[0].key, std::vector<QString>{QStringLiteral("7")});
        QCOMPARE(actor->tiers[2].mismatches[0].kind, QStringLiteral("missing in bronze"));
        LAKEHOUSE_VALUE(const LedgerPage results, film.doors.ask(ShowLedger{.kind = FactKind::ReconcileResult}, door));
        QCOMPARE(results.entries.size(), 1u);
        QCOMPARE(results.entries[0].subject, QStringLiteral("public.actor"));
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}, door));
        QCOMPARE(detail.run.state, RunState::Problems);
    }

    void aChangedValueIsNamedByKeyAndColumn()
    {
        FilmProject film;
        QVERIFY(loadBoth(film));
        Rows bronze = *film.project.rows.bronze(tableName("actor"));
        bronze[7] = 2;
        film.project.rows.setBronze(tableName("actor"), bronze);
        LAKEHOUSE_VALUE(const ReconcileReport report, film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("actor"))}}));
        QCOMPARE(report.tables.size(), 1u);
        QCOMPARE(report.tables[0].tiers[0].outcome, TierOutcome::Equal); // as many rows
        const TierResult &v3 = report.tables[0].tiers[2];
        QCOMPARE(v3.outcome, TierOutcome::Mismatch);
        QCOMPARE(v3.mismatches.size(), 1u);
        QCOMPARE(v3.mismatches[0].key, std::vector<QString>{QStringLiteral("7")});
        QCOMPARE(v3.mismatches[0].column, std::optional(QStringLiteral("name")));
    }

    void onlyTheTiersThatWereAskedFor()
    {
        FilmProject film;
        QVERIFY(loadBoth(film));
        LAKEHOUSE_VALUE(const ReconcileReport report, film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("actor"))}, .tier = {Tier::V1}}));
        QCOMPARE(report.tables[0].tiers[0].outcome, TierOutcome::Equal);
        QCOMPARE(report.tables[0].tiers[1].outcome, TierOutcome::Skipped);
        QCOMPARE(report.tables[0].tiers[2].outcome, TierOutcome::Skipped);
    }

    void everyTierIsCheckedByPlantedControls()
    {
        FilmProject film;
        QVERIFY(loadBoth(film));
        LAKEHOUSE_VALUE(const ReconcileReport report, film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("actor"))}}));
        for (const TierResult &tier : report.tables[0].tiers)
            for (const ControlResult &control : tier.controls)
                QVERIFY(control.isCaught);
        QVERIFY(!report.tables[0].tiers[0].controls.empty());
        QVERIFY(!report.tables[0].tiers[2].controls.empty());
    }

    void joinsTheRunThatItBelongsTo()
    {
        FilmProject film;
        QVERIFY(loadBoth(film));
        const RunId run = film.newRun();
        QVERIFY(film.load("actor", run));
        LAKEHOUSE_VALUE(const ReconcileReport report, film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("actor"))}, .runId = run}));
        QCOMPARE(report.run, run);
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = run.toString()}));
        QCOMPARE(detail.tables.size(), 1u);
        QCOMPARE(detail.tables[0].state, TableState::Green);
        QVERIFY(detail.tables[0].load && detail.tables[0].reconciliation);
    }

    void whatWasNeverLoadedIsSaid_data() { LAKEHOUSE_BOTH_DOORS(); }
    void whatWasNeverLoadedIsSaid()
    {
        QFETCH(Door, door);
        FilmProject film;
        QCOMPARE(film.doors.ask(ReconcileTables{}, door).error().code, ErrorCode::NotFound); // nothing was generated
        QVERIFY(film.generate());
        const auto early = film.doors.ask(ReconcileTables{.table = {selector(QStringLiteral("actor"))}}, door);
        QCOMPARE(early.error().code, ErrorCode::NotFound);
        QVERIFY(early.error().hint.toEnglish().contains(QStringLiteral("lakehouse run")));
    }

    void aFailureOfTheSourceIsAFailureAndNoMismatch()
    {
        FilmProject film;
        QVERIFY(loadBoth(film));
        const qint64 entries = film.entries();
        film.project.source.failure = base::Error{ErrorCode::Unreachable, "No answer from 127.0.0.1:1.", "Start the server."};
        QCOMPARE(film.doors.ask(ReconcileTables{}).error().code, ErrorCode::Unreachable);
        QCOMPARE(film.entries(), entries);
    }
};

QTEST_GUILESS_MAIN(ReconcileTest)
#include "reconcile_test.moc"
