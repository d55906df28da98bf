#include "component/ledger/run_store_fixture.h"

#include "adapters/ledger_sqlite/state_format.h"
#include "describe/canonical_json.h"

using namespace lakehouse;
using namespace lakehouse::testsupport;
using Last = ports::TableStanding::Last;
using model::LoadEnd;
using model::LoadFailure;
using model::LoadReport;
using model::TableReconciliation;

namespace {

model::TableName table(const char *name) { return model::TableName::create(QStringLiteral("public"), QString::fromLatin1(name)).value(); }

LoadReport load(const char *name, const model::RunId &run, qint64 rows = 7) { return {.table = table(name), .run = run, .rowsLoaded = rows}; }
TableReconciliation check(const char *name, const std::optional<model::RunId> &run, qint64 rows = 7) { return {.table = table(name), .run = run, .sourceRows = rows, .bronzeRows = rows}; }
LoadFailure failure(const char *name, const model::RunId &run, LoadEnd end = LoadEnd::Failed)
{
    return {.table = table(name), .run = run, .atUtc = {5}, .end = end, .message = {QT_TRANSLATE_NOOP("core", "%1 rows"), qint64(7)}};
}

} // namespace

/// How tables stand, and what was done to one of them.
class TableStandingTest : public QObject {
    Q_OBJECT

    static std::optional<ports::TableStanding> standingOf(ports::RunStore &store, const char *name)
    {
        const auto standings = store.standings();
        for (const ports::TableStanding &standing : standings.value())
            if (standing.table == table(name))
                return standing;
        return std::nullopt;
    }

private Q_SLOTS:
    void whatCameLastCounts()
    {
        RunStoreFixture f;
        const auto store = f.open();
        QVERIFY(store->standings().value().empty());
        const model::RunId run(f.ids.next());
        QVERIFY(store->addLoadFailure(failure("film", run, LoadEnd::NeedsPerson)));
        auto standing = standingOf(*store, "film");
        QVERIFY(standing && standing->last == Last::Failure && !standing->load && !standing->reconciliation);
        QCOMPARE(standing->failure, std::optional(failure("film", run, LoadEnd::NeedsPerson)));
        QVERIFY(store->addLoadReport(load("film", run)));
        standing = standingOf(*store, "film");
        QVERIFY(standing->last == Last::Load && !standing->failure);
        QCOMPARE(standing->load, std::optional(load("film", run)));
        QVERIFY(store->addReconciliation(check("film", run)));
        standing = standingOf(*store, "film");
        QVERIFY(standing->last == Last::Reconciliation && standing->load && !standing->reload);
        QCOMPARE(standing->reconciliation, std::optional(check("film", run)));
        QVERIFY(store->addLoadFailure(failure("film", run)));
        standing = standingOf(*store, "film");
        QVERIFY(standing->last == Last::Failure && standing->load && standing->reconciliation); // what made it stays to be read
        const model::ReloadRequest reload{.table = table("film"), .reason = model::Reason::parse(QStringLiteral("back-filled")).value(), .actor = QStringLiteral("anna@desk (cli)")};
        QVERIFY(store->requestReload(reload));
        QCOMPARE(standingOf(*store, "film")->reload, std::optional(reload));
        QVERIFY(store->addReconciliation(check("actor", {})));
        QVERIFY(standingOf(*store, "actor")->last == Last::Reconciliation);
        QCOMPARE(store->standings().value().size(), 2u);
    }

    void deletesThatWereFoundEndWhatWaitedForThem()
    {
        RunStoreFixture f;
        const auto store = f.open();
        const model::RunId run(f.ids.next());
        model::LoadFailure waits = failure("film", run, LoadEnd::NeedsPerson);
        QVERIFY(store->addLoadReport(load("film", run)));
        QVERIFY(store->addLoadFailure(waits));
        QVERIFY(store->noteDeletes(table("film"), f.clock.now()));
        QVERIFY(standingOf(*store, "film")->last == Last::Failure); // the load still did not make it
        waits.isOfDeletes = true;
        QVERIFY(store->addLoadFailure(waits));
        QCOMPARE(standingOf(*store, "film")->failure, std::optional(waits));
        QVERIFY(store->noteDeletes(table("film"), f.clock.now()));
        QVERIFY(standingOf(*store, "film")->last == Last::Load && !standingOf(*store, "film")->failure);
        const TableReconciliation checked = check("film", run);
        QVERIFY(store->addReconciliation(checked));
        QVERIFY(store->addLoadFailure(waits));
        QVERIFY(standingOf(*store, "film")->last == Last::Failure);
        QVERIFY(store->noteDeletes(table("film"), f.clock.now()));
        QVERIFY(standingOf(*store, "film")->last == Last::Reconciliation); // its verdict came after the load
        QVERIFY(store->noteDeletes(table("actor"), f.clock.now())); // never loaded, as far as is known
        QVERIFY(!standingOf(*store, "actor"));
    }

    void oneTableNewestFirst()
    {
        RunStoreFixture f;
        const auto store = f.open();
        std::vector<LoadReport> loads;
        std::vector<TableReconciliation> checks;
        std::vector<LoadFailure> failures;
        for (int i = 0; i < 5; ++i) {
            const model::RunId run(f.ids.next());
            loads.insert(loads.begin(), load("film", run, i));
            checks.insert(checks.begin(), check("film", run, i));
            failures.insert(failures.begin(), failure("film", run));
            QVERIFY(store->addLoadReport(loads.front()) && store->addReconciliation(checks.front()) && store->addLoadFailure(failures.front()));
            QVERIFY(store->addLoadReport(load("actor", run)) && store->addReconciliation(check("actor", run)) && store->addLoadFailure(failure("actor", run)));
        }
        QVERIFY(store->loadsOfTable(table("film"), 10).value() == loads);
        QVERIFY(store->reconciliationsOfTable(table("film"), 10).value() == checks);
        QVERIFY(store->failuresOfTable(table("film"), 10).value() == failures);
        QVERIFY(store->loadsOfTable(table("film"), 2).value() == std::vector(loads.begin(), loads.begin() + 2));
        QVERIFY(store->loadsOfTable(table("film"), -1).value().empty());
        QVERIFY(store->loadsOfTable(table("other"), 10).value().empty());
        for (const char *name : {"load_report", "reconciliation", "load_failure"}) {
            const QStringList plan = query(f.database(), QByteArray("EXPLAIN QUERY PLAN SELECT body FROM ") + name + " WHERE table_name = ? ORDER BY seq DESC LIMIT ?");
            QVERIFY2(plan.join(QLatin1Char('|')).contains(QStringLiteral("USING INDEX %1_by_table").arg(QLatin1String(name))) && !plan.join(QLatin1Char('|')).contains(QStringLiteral("B-TREE")),
                     qPrintable(plan.join(QLatin1Char('|'))));
        }
    }

    void runsWhoseEndNobodyRecorded()
    {
        RunStoreFixture f;
        const auto store = f.open();
        model::Run done = f.newRun();
        const model::Run going = f.newRun();
        model::Run launched = f.newRun();
        launched.foreignId = QStringLiteral("dagster-1");
        for (const model::Run &run : {done, going, launched})
            QVERIFY(store->begin(run));
        done.state = model::RunState::Done;
        QVERIFY(store->update(done));
        QVERIFY(store->unfinished().value() == (std::vector{launched, going}));
        f.machineClock.advance(60'000);
        const std::vector<model::Run> silent = store->unfinished().value();
        QCOMPARE(silent.size(), 2u);
        QCOMPARE(silent[0].state, model::RunState::Interrupted);
        const QStringList plan = query(f.database(), "EXPLAIN QUERY PLAN SELECT body FROM run WHERE is_live = 1 ORDER BY started_at DESC, id DESC");
        QVERIFY2(plan.join(QLatin1Char('|')).contains(QStringLiteral("run_that_is_live")), qPrintable(plan.join(QLatin1Char('|'))));
    }

    void leasesOfProcessesThatLive()
    {
        RunStoreFixture f;
        const auto store = f.open();
        QVERIFY(store->heldLeases().value().empty());
        const model::RunId run(f.ids.next());
        EKOS_NEED(film, store->acquire(QStringLiteral("table:public.film"), run, 0, f.context));
        EKOS_NEED(pipeline, store->acquire(QStringLiteral("pipeline"), run, 0, f.context));
        std::vector<ports::HeldLease> held = store->heldLeases().value();
        QCOMPARE(held.size(), 2u);
        QCOMPARE(held[0].name, QStringLiteral("pipeline"));
        QVERIFY(held[0].run == run);
        pipeline.reset();
        QCOMPARE(store->heldLeases().value().size(), 1u);
        f.machineClock.advance(60'000);
        QVERIFY(store->heldLeases().value().empty());
    }

    /// A file of format 1 knows what came last by when its runs began.
    void anOlderFileIsTakenOver()
    {
        RunStoreFixture f;
        QVERIFY(QDir().mkpath(f.path));
        const model::Run first = f.newRun();
        const model::Run second = f.newRun();
        const model::Run third = f.newRun();
        {
            EKOS_NEED(connection, adapters::SqliteConnection::open(f.database(), std::chrono::seconds(1)));
            QVERIFY(adapters::bringToFormat(*connection, {adapters::stateFormat().applicationId, adapters::stateFormat().steps.first(1)}, f.clock.now()));
        }
        const auto insert = [&](const char *sql, const QString &name, const QString &run, const QByteArray &body) {
            QCOMPARE(runSql(f.database(), QString::fromLatin1(sql).arg(name, run, QString::fromUtf8(body).replace(QLatin1Char('\''), QLatin1String("''"))).toUtf8()), QString());
        };
        for (const model::Run &run : {first, second, third})
            QCOMPARE(runSql(f.database(), QStringLiteral("INSERT INTO run VALUES ('%1', %2, CAST('%3' AS BLOB), 0, 'b', 0, 0)").arg(run.id.toString()).arg(run.startedAtUtc.microseconds)
                                .arg(QString::fromUtf8(describe::canonicalJson(run))).toUtf8()), QString());
        const auto add = [&](const char *name, const model::RunId &loadRun, const std::optional<model::RunId> &checkRun) {
            const QString written = table(name).toString();
            insert("INSERT INTO load_report(table_name, run, body) VALUES ('%1', '%2', CAST('%3' AS BLOB)); INSERT INTO latest_load VALUES ('%1', (SELECT max(seq) FROM load_report))", written,
                   loadRun.toString(), describe::canonicalJson(load(name, loadRun)));
            if (checkRun)
                insert("INSERT INTO reconciliation(table_name, run, body) VALUES ('%1', '%2', CAST('%3' AS BLOB)); INSERT INTO latest_reconciliation VALUES ('%1', (SELECT max(seq) FROM reconciliation))", written,
                       checkRun->toString(), describe::canonicalJson(check(name, checkRun)));
        };
        add("loaded", first.id, {});
        add("same_run", first.id, first.id);
        add("checked_later", first.id, second.id);
        add("loaded_again", third.id, second.id);
        const auto store = f.open();
        QVERIFY(store);
        QCOMPARE(query(f.database(), "PRAGMA user_version"), QStringList(QString::number(adapters::stateFormat().steps.size())));
        QVERIFY(standingOf(*store, "loaded")->last == Last::Load);
        QVERIFY(standingOf(*store, "same_run")->last == Last::Reconciliation);
        QVERIFY(standingOf(*store, "checked_later")->last == Last::Reconciliation);
        QVERIFY(standingOf(*store, "loaded_again")->last == Last::Load && standingOf(*store, "loaded_again")->reconciliation);
        QCOMPARE(QDir(f.path).entryList({QStringLiteral("state.sqlite.format-1-*.backup")}).size(), 1);
        QVERIFY(store->loadsOfTable(table("loaded"), 10).value() == std::vector{load("loaded", first.id)});
    }
};

QTEST_GUILESS_MAIN(TableStandingTest)
#include "table_standing_test.moc"
