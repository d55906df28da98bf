#include "component/usecases/film_project.h"

#include <QFile>

#include <sqlite3.h>

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

/// Does to the ledger's file what no program of ours does.
void tamper(const QString &path, const QByteArray &sql)
{
    sqlite3 *database = nullptr;
    QCOMPARE(sqlite3_open(path.toUtf8().constData(), &database), SQLITE_OK);
    // The triggers guard against mistakes; whoever may write to the file can drop them.
    std::vector<QByteArray> triggers;
    QCOMPARE(sqlite3_exec(database, "SELECT name FROM sqlite_master WHERE type = 'trigger'", [](void *names, int, char **values, char **) {
        static_cast<std::vector<QByteArray> *>(names)->push_back(values[0]);
        return 0;
    }, &triggers, nullptr), SQLITE_OK);
    for (const QByteArray &trigger : triggers)
        QCOMPARE(sqlite3_exec(database, QByteArray("DROP TRIGGER " + trigger).constData(), nullptr, nullptr, nullptr), SQLITE_OK);
    char *message = nullptr;
    const int code = sqlite3_exec(database, sql.constData(), nullptr, nullptr, &message);
    QVERIFY2(code == SQLITE_OK, message);
    QVERIFY(sqlite3_changes(database) > 0);
    sqlite3_close(database);
}

} // namespace

class EvidenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void firstAnalysisRecordsWhatIsThere_data() { LAKEHOUSE_BOTH_DOORS(); }
    void firstAnalysisRecordsWhatIsThere()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const AnalysisReport report, film.doors.ask(AnalyzeSource{}, door));
        QCOMPARE(report.databases.size(), 1u);
        const DatabaseAnalysis &database = report.databases[0];
        QCOMPARE(database.database, QStringLiteral("film_rental"));
        QCOMPARE(database.tables, 2);
        QCOMPARE(database.columns, 5);
        QCOMPARE(database.queries, 12);
        QCOMPARE(database.measuredColumns, 1); // last_update: a time may be out of what Iceberg holds
        QVERIFY(database.isChanged);
        // catalog 1, tables 2, columns 5, keys 2, trigger 1, profile 1
        QCOMPARE(database.newEntries, 12);
        QCOMPARE(film.entries(), 12);
        QCOMPARE(database.retractions, 0);
        LAKEHOUSE_VALUE(const RunDetail run, film.doors.ask(ShowRun{.run = report.run.toString()}, door));
        QCOMPARE(run.run.state, RunState::Done);
        QCOMPARE(run.run.actor, person("anna").toString());
    }

    void secondAnalysisOfTheSameSourceAddsNothing()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        const qint64 before = film.entries();
        film.project.source.catalog.readAtUtc = {42};
        film.project.source.catalog.tables[0].estimatedRows = 999; // statistics are no facts
        LAKEHOUSE_VALUE(const AnalysisReport report, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(report.databases[0].newEntries, 0);
        QVERIFY(!report.databases[0].isChanged);
        QCOMPARE(film.entries(), before);
    }

    void whatIsGoneIsRetractedAndMayComeBack()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        film.project.setTables({FilmProject::actor()});
        LAKEHOUSE_VALUE(const AnalysisReport gone, film.doors.ask(AnalyzeSource{}));
        // table, three columns, key, trigger, and the profile of last_update
        QCOMPARE(gone.databases[0].retractions, 7);
        film.project.setTables({FilmProject::film(), FilmProject::actor()});
        LAKEHOUSE_VALUE(const AnalysisReport back, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(back.databases[0].newEntries, 8); // those seven, and the catalog
        QCOMPARE(back.databases[0].retractions, 0);
    }

    void aSourceThatDoesNotAnswerChangesNothing_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aSourceThatDoesNotAnswerChangesNothing()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        const qint64 before = film.entries();
        film.project.source.failure = base::Error{ErrorCode::Unreachable, "No answer from 127.0.0.1:1.", "Start the server."};
        const auto report = film.doors.ask(AnalyzeSource{}, door);
        QCOMPARE(report.error(), *film.project.source.failure);
        QCOMPARE(film.entries(), before);
        LAKEHOUSE_VALUE(const RunList runs, film.doors.ask(ListRuns{.limit = 1}, door));
        QCOMPARE(runs.runs[0].state, RunState::Failed);
        QCOMPARE(runs.runs[0].outcome.toEnglish(), QStringLiteral("No answer from 127.0.0.1:1."));
    }

    void anUnknownDatabaseIsNamed()
    {
        FilmProject film;
        const auto report = film.doors.ask(AnalyzeSource{.database = QStringLiteral("erp")});
        QCOMPARE(report.error().code, ErrorCode::NotFound);
        QVERIFY(report.error().message.toEnglish().contains(QStringLiteral("\"erp\"")));
        QVERIFY(film.doors.ask(AnalyzeSource{.database = QStringLiteral("film_rental")}));
    }

    void ledgerIsShownAPageAtATime_data() { LAKEHOUSE_BOTH_DOORS(); }
    void ledgerIsShownAPageAtATime()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        std::vector<qint64> sequences;
        ShowLedger request{.limit = 5};
        for (int pages = 0; pages < 10; ++pages) {
            LAKEHOUSE_VALUE(const LedgerPage page, film.doors.ask(request, door));
            for (const LedgerLine &line : page.entries)
                sequences.push_back(line.sequence);
            if (!page.next)
                break;
            QCOMPARE(page.entries.size(), 5u);
            request.after = *page.next;
        }
        QCOMPARE(sequences.size(), 12u);
        QVERIFY(std::ranges::is_sorted(sequences));
        QCOMPARE(sequences.back(), 12);
    }

    void ledgerIsShownByTableAndKind()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const LedgerPage table, film.doors.ask(ShowLedger{.table = selector(QStringLiteral("FILM"))}));
        QCOMPARE(table.entries.size(), 7u); // the table, three columns, its key and trigger, and a profile
        for (const LedgerLine &entry : table.entries)
            QVERIFY2(entry.subject.startsWith(QStringLiteral("public.film")), qPrintable(entry.subject));
        LAKEHOUSE_VALUE(const LedgerPage page, film.doors.ask(ShowLedger{.table = selector(QStringLiteral("film")), .limit = 3}));
        QCOMPARE(page.entries.size(), 3u);
        QCOMPARE(page.next, std::optional(page.entries.back().sequence));
        LAKEHOUSE_VALUE(const LedgerPage both, film.doors.ask(ShowLedger{.table = selector(QStringLiteral("film")), .kind = FactKind::Table}));
        QCOMPARE(both.entries.size(), 1u);
        LAKEHOUSE_VALUE(const LedgerPage keys, film.doors.ask(ShowLedger{.kind = FactKind::Key}));
        QCOMPARE(keys.entries.size(), 2u);
        const auto unknown = film.doors.ask(ShowLedger{.table = selector(QStringLiteral("flim"))});
        QCOMPARE(unknown.error().code, ErrorCode::NotFound);
        QVERIFY(unknown.error().hint.toEnglish().contains(QStringLiteral("public.film")));
    }

    void aWholeLedgerIsFoundWhole_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aWholeLedgerIsFoundWhole()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.generate());
        LAKEHOUSE_VALUE(const LedgerVerdict verdict, film.doors.ask(VerifyLedger{}, door));
        QVERIFY(verdict.findings.empty());
        QCOMPARE(verdict.entries, film.entries());
        QVERIFY(verdict.head.has_value());
    }

    void aChangedEntryIsFound()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        tamper(film.project.path(QStringLiteral(".ekos/ledger.sqlite")), "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), 'integer', 'bigint') AS BLOB) WHERE seq = (SELECT max(seq) FROM entry WHERE CAST(body AS TEXT) LIKE '%integer%')");
        film.project.reopen();
        LAKEHOUSE_VALUE(const LedgerVerdict verdict, film.doors.ask(VerifyLedger{}));
        QVERIFY(std::ranges::any_of(verdict.findings, [](const LedgerFinding &finding) { return finding.sequence > 0; })); // the entry is named
        QCOMPARE(VerifyLedger::operation.verdict(&verdict), Verdict::Found);
    }

    void aCutOffEndIsFound_data()
    {
        QTest::addColumn<bool>("isStateLost");
        QTest::newRow("the run state remembers the head") << false;
        QTest::newRow("the newest commit names the head") << true;
    }
    void aCutOffEndIsFound()
    {
        QFETCH(bool, isStateLost);
        FilmProject film;
        QVERIFY(film.generate());
        tamper(film.project.path(QStringLiteral(".ekos/ledger.sqlite")),
               "DELETE FROM current WHERE seq = (SELECT max(seq) FROM entry); DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)");
        film.project.reopen();
        if (isStateLost)
            for (const char *file : {".ekos/state.sqlite", ".ekos/state.sqlite-wal", ".ekos/state.sqlite-shm"})
                QFile::remove(film.project.path(QLatin1String(file)));
        LAKEHOUSE_VALUE(const LedgerVerdict verdict, film.doors.ask(VerifyLedger{}));
        QVERIFY(!verdict.findings.empty());
    }
};

QTEST_GUILESS_MAIN(EvidenceTest)
#include "evidence_test.moc"
