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

    void whatIsNotWhatWasGeneratedIsNotExecuted()
    {
        FilmProject film;
        const auto failed = film.doors.ask(maintain());
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::NotFound); // nothing was generated
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

QTEST_GUILESS_MAIN(MaintainTest)
#include "maintain_test.moc"
