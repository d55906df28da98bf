#include "component/usecases/film_project.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

class ReloadTest : public QObject {
    Q_OBJECT

    static ReloadTable reload(const char *table, const char *why = "back-filled by hand") { return {.table = selector(QString::fromUtf8(table)), .reason = reason(why)}; }
    static ReloadTable undo(const char *table) { return {.table = selector(QString::fromUtf8(table)), .undo = true, .reason = reason("a mistake")}; }

    static bool isReloadStanding(FilmProject &film) { return film.runs().loadState(tableName("film")).value().reload.has_value(); }

    /// film loaded twice, so that the next load is an incremental one.
    static bool loadTwice(FilmProject &film) { return film.generate() && film.load("film") && film.load("film").value().kind == LoadKind::Incremental; }

private Q_SLOTS:
    void theNextLoadReadsEveryRowOnce_data() { LAKEHOUSE_BOTH_DOORS(); }
    void theNextLoadReadsEveryRowOnce()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(loadTwice(film));
        LAKEHOUSE_VALUE(const ReloadRequest asked, film.doors.ask(reload("film"), door));
        QCOMPARE(asked.table, tableName("film"));
        QVERIFY(!asked.isTakenBack && asked.actor.contains(QStringLiteral("anna")));
        QCOMPARE(asked.reason.toString(), QStringLiteral("back-filled by hand"));
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::ReloadRequest}, door));
        QCOMPARE(facts.entries.size(), 1u);
        QCOMPARE(facts.entries[0].subject, QStringLiteral("public.film"));
        LAKEHOUSE_VALUE(const PipelineStatus status, film.doors.ask(ShowPipeline{}, door));
        const auto row = std::ranges::find(status.tables, tableName("film"), &PipelineRow::table);
        QVERIFY(row->isReloadRequested);
        QCOMPARE(row->reload, std::optional(asked));

        film.project.source.bound.boundUtc.microseconds += 60'000'000;
        LAKEHOUSE_VALUE(const LoadReport report, film.load("film"));
        QCOMPARE(report.kind, LoadKind::Full);
        QVERIFY(!report.lowerBoundUtc);
        QCOMPARE(film.runs().loadState(tableName("film")).value().boundUtc, std::optional(film.project.source.bound.boundUtc)); // a bound of its own
        QVERIFY(film.project.lake.executed().back().sql.contains(QStringLiteral("CREATE OR REPLACE TABLE"))); // and no tombstone is left
        QVERIFY(!isReloadStanding(film));
        LAKEHOUSE_VALUE(const RunDetail detail, film.doors.ask(ShowRun{.run = report.run.toString()}, door));
        QVERIFY(std::ranges::any_of(detail.events, [](const RunEvent &event) { return event.message.toEnglish().contains(QStringLiteral("back-filled by hand")); }));
        QCOMPARE(film.load("film").value().kind, LoadKind::Incremental);
    }

    void takenBackBeforeTheRunItDoesNothing_data() { LAKEHOUSE_BOTH_DOORS(); }
    void takenBackBeforeTheRunItDoesNothing()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(loadTwice(film));
        QVERIFY(film.doors.ask(reload("film"), door));
        LAKEHOUSE_VALUE(const ReloadRequest back, film.doors.ask(undo("film"), door));
        QVERIFY(back.isTakenBack);
        QVERIFY(!isReloadStanding(film));
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::ReloadRequest}, door));
        QCOMPARE(facts.entries.size(), 2u); // both stay to be read
        LAKEHOUSE_VALUE(const LedgerAudit audit, film.doors.ask(ShowAudit{.table = selector(QStringLiteral("film"))}, door));
        QCOMPARE(audit.entries.size(), 2u);
        QCOMPARE(audit.entries[0].what, QStringLiteral("reload"));
        QCOMPARE(audit.entries[0].reason, std::optional(QStringLiteral("back-filled by hand")));
        QCOMPARE(audit.entries[1].what, QStringLiteral("undo reload"));
        QCOMPARE(audit.entries[1].reason, std::optional(QStringLiteral("a mistake")));
        QCOMPARE(film.load("film").value().kind, LoadKind::Incremental);
        const auto nothing = film.doors.ask(undo("film"), door);
        QCOMPARE(nothing.error().code, ErrorCode::NotFound);
    }

    void aRequestDuringALoadStandsForTheNextOne()
    {
        FilmProject film;
        QVERIFY(loadTwice(film));
        QVERIFY(film.doors.ask(reload("film")));
        film.project.lake.block(QStringLiteral("CREATE OR REPLACE"));
        std::thread later([&] {
            while (film.project.lake.blocked() == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            film.project.clock.advance(1'000'000);
            [[maybe_unused]] const auto again = film.doors.answer(reload("film", "once more"));
            film.project.lake.release();
        });
        const auto first = film.load("film");
        later.join();
        QCOMPARE(first.value().kind, LoadKind::Full);
        QVERIFY(isReloadStanding(film)); // what it asked about may have come after the load read it
        QCOMPARE(film.load("film").value().kind, LoadKind::Full);
        QVERIFY(!isReloadStanding(film));
    }

    void aLoadThatFailsLeavesTheRequest()
    {
        FilmProject film;
        QVERIFY(loadTwice(film));
        QVERIFY(film.doors.ask(reload("film")));
        film.project.lake.failNext(QStringLiteral("CREATE OR REPLACE"), base::Error{ErrorCode::ExternalFailure, "Trino stopped the query.", "Look at its log."});
        QVERIFY(!film.load("film"));
        QVERIFY(isReloadStanding(film));
    }

    void theGuardCountsLiveRowsOnly()
    {
        FilmProject film;
        film.project.rows.fill(tableName("film"), 100);
        QVERIFY(loadTwice(film));
        for (qint64 key = 1; key <= 50; ++key) {
            film.project.rows.remove(tableName("film"), key);
            film.project.rows.setDeleted(tableName("film"), key);
        }
        QVERIFY(film.doors.ask(reload("film")));
        LAKEHOUSE_VALUE(const LoadReport report, film.load("film")); // the fifty that are gone have tombstones: nothing vanishes by this load
        QCOMPARE(report.rowsLoaded, 50);
        QVERIFY(film.project.rows.deleted(tableName("film")).empty());
    }

    void whatNeedsNoReloadIsSaid_data() { LAKEHOUSE_BOTH_DOORS(); }
    void whatNeedsNoReloadIsSaid()
    {
        QFETCH(Door, door);
        FilmProject film;
        QCOMPARE(film.doors.ask(reload("film"), door).error().code, ErrorCode::NotFound); // nothing was generated
        QVERIFY(film.generate());
        const qint64 entries = film.entries();
        const auto full = film.doors.ask(reload("actor"), door);
        QCOMPARE(full.error().code, ErrorCode::InvalidInput);
        QVERIFY(full.error().message.toEnglish().contains(QStringLiteral("every row at each load")));
        const auto first = film.doors.ask(reload("film"), door);
        QCOMPARE(first.error().code, ErrorCode::InvalidInput);
        QVERIFY(first.error().message.toEnglish().contains(QStringLiteral("never loaded")));
        QCOMPARE(film.doors.ask(reload("films"), door).error().code, ErrorCode::NotFound);
        QCOMPARE(film.entries(), entries);
    }

    void aNewerRuleAsksForIt()
    {
        FilmProject film;
        QVERIFY(loadTwice(film));
        ports::TableLoadState state = film.runs().loadState(tableName("film")).value();
        --state.loadRule; // as if the rows had been loaded by an older program
        QVERIFY(film.runs().setLoadState(tableName("film"), state));
        LAKEHOUSE_VALUE(const GenerateReceipt receipt, film.generate());
        QCOMPARE(receipt.reloads, std::vector<TableName>{tableName("film")});
        const auto standing = film.runs().loadState(tableName("film")).value().reload;
        QVERIFY(standing && standing->reason.toString().contains(QStringLiteral("newer")));
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::ReloadRequest}));
        QCOMPARE(facts.entries.size(), 1u);
        LAKEHOUSE_VALUE(const GenerateReceipt again, film.generate());
        QCOMPARE(again.reloads.size(), 1u); // it is still to come
        QCOMPARE(film.doors.ask(ShowLedger{.kind = FactKind::ReloadRequest}).value().entries.size(), 1u);
        QCOMPARE(film.doors.ask(undo("film")).error().code, ErrorCode::RefusedByRule); // the rule stays newer, whoever takes back what
        QCOMPARE(film.load("film").value().kind, LoadKind::Full);
        QVERIFY(film.generate().value().reloads.empty());
    }

    void aReasonIsAskedForWhereItIsCompulsory()
    {
        FilmProject film;
        QVERIFY(loadTwice(film));
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nrequire-reason = true"));
        ReloadTable request = reload("film");
        request.reason = FilmProject::noReason();
        QCOMPARE(film.doors.ask(request).error().code, ErrorCode::NeedsReason);
        QVERIFY(!isReloadStanding(film));
    }
};

QTEST_GUILESS_MAIN(ReloadTest)
#include "reload_test.moc"
