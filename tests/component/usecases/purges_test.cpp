#include "component/usecases/film_project.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

/// Rows that the source purges and bronze keeps: film loads incrementally, actor in full.
class PurgesTest : public QObject {
    Q_OBJECT

    static QString keeping(const char *table) { return QStringLiteral("[extensions.lakehouse.purge-policy]\n\"public.%1\" = \"retain\"").arg(QLatin1String(table)); }
    static FindDeletes deletes(const char *table) { return {.table = selector(QString::fromUtf8(table)), .reason = FilmProject::noReason()}; }
    static bool loadKept(FilmProject &film, const char *table, qint64 rows)
    {
        film.project.writeSettings(keeping(table));
        film.project.rows.fill(tableName(table), rows);
        return film.generate() && film.load(table);
    }
    static void remove(FilmProject &film, const char *table, const std::vector<qint64> &keys)
    {
        for (const qint64 key : keys)
            film.project.rows.remove(tableName(table), key);
    }
    static std::set<qint64> purged(const FilmProject &film, const char *table) { return film.project.rows.purged(tableName(table)); }
    static base::Result<ExtractionChanged> change(FilmProject &film, const char *table, PlanEdit edit, const Reason &why, Door door = Door::InProcess)
    {
        EKOS_TRY(const PlanSummary plan, film.plan());
        return film.doors.ask(ChangeExtraction{plan.digest, selector(QString::fromUtf8(table)), edit, why}, door);
    }
    static qint64 executed(const FilmProject &film, const char *words)
    {
        return std::ranges::count_if(film.project.lake.executed(), [&](const FakeLakeSql::Executed &one) { return one.sql.contains(QLatin1String(words)); });
    }
    static bool hasWarning(FilmProject &film, const RunId &run, const char *words)
    {
        const RunDetail detail = film.doors.ask(ShowRun{.run = run.toString()}).value();
        return std::ranges::any_of(detail.events, [&](const RunEvent &event) { return event.level == EventLevel::Warning && event.message.toEnglish().contains(QLatin1String(words)); });
    }

private Q_SLOTS:
    void purgedRowsStayAndAreMarked_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<Door>("door");
        for (const char *table : {"film", "actor"}) {
            QTest::addRow("%s, in process", table) << QByteArray(table) << Door::InProcess;
            QTest::addRow("%s, over the wire", table) << QByteArray(table) << Door::Loopback;
        }
    }
    void purgedRowsStayAndAreMarked()
    {
        QFETCH(QByteArray, table);
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(loadKept(film, table.constData(), 1000));
        QCOMPARE(executed(film, "CREATE TABLE IF NOT EXISTS"), 1);
        QCOMPARE(executed(film, "CREATE OR REPLACE"), 0);
        remove(film, table.constData(), {7, 300, 999});
        LAKEHOUSE_VALUE(const DeleteReport report, film.doors.ask(deletes(table.constData()), door));
        QCOMPARE(report.purged, 3);
        QCOMPARE(report.deleted, 0);
        QCOMPARE(purged(film, table.constData()), (std::set<qint64>{7, 300, 999}));
        QVERIFY(film.project.rows.deleted(tableName(table.constData())).empty());
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::DeleteOutcome}, door));
        QCOMPARE(facts.entries.size(), 1u);
        LAKEHOUSE_VALUE(const ReconcileReport reconciled, film.doors.ask(ReconcileTables{.table = {selector(QString::fromLatin1(table))}}, door));
        QVERIFY(reconciled.tables[0].isGreen()); // neither is a purged row live
        QCOMPARE(reconciled.tables[0].bronzeRows, 997);
        QVERIFY(film.load(table.constData())); // by any load
        QCOMPARE(purged(film, table.constData()).size(), 3u);
        LAKEHOUSE_VALUE(const DeleteReport again, film.doors.ask(deletes(table.constData()), door));
        QCOMPARE(again.purged + again.deleted + again.returned, 0);
        film.project.rows.put(tableName(table.constData()), 7, 5);
        LAKEHOUSE_VALUE(const DeleteReport returned, film.doors.ask(deletes(table.constData()), door));
        QCOMPARE(returned.returned, 1);
        QCOMPARE(purged(film, table.constData()), (std::set<qint64>{300, 999}));
        QCOMPARE(film.project.rows.bronze(tableName(table.constData()))->at(7), 5);
    }

    void aReloadMergesEveryRow()
    {
        FilmProject film;
        QVERIFY(loadKept(film, "film", 1000));
        remove(film, "film", {1, 2});
        QVERIFY(film.doors.ask(deletes("film")));
        film.project.rows.put(tableName("film"), 2, 9);
        film.project.lake.forget();
        LAKEHOUSE_VALUE(const LoadReport report, film.doors.ask(LoadTable{.table = selector(QStringLiteral("film")), .reload = true, .reason = FilmProject::noReason()}));
        QCOMPARE(report.kind, LoadKind::Full);
        QCOMPARE(report.rowsLoaded, 999);
        QCOMPARE(film.project.lake.effects(), std::vector<QString>{QStringLiteral("MERGE INTO")});
        QCOMPARE(purged(film, "film"), std::set<qint64>{1}); // the other came back
    }

    void anEmptySourceLosesNothing_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::newRow("incremental") << QByteArray("film");
        QTest::newRow("full") << QByteArray("actor");
    }
    void anEmptySourceLosesNothing()
    {
        QFETCH(QByteArray, table);
        FilmProject film;
        QVERIFY(loadKept(film, table.constData(), 100));
        film.project.rows.fill(tableName(table.constData()), 0);
        LAKEHOUSE_VALUE(const LoadReport report, film.load(table.constData()));
        QCOMPARE(hasWarning(film, report.run, "those that are gone stay in bronze"), table == "actor"); // where every row was read
        QCOMPARE(film.project.rows.bronze(tableName(table.constData()))->size(), 100u);
        const auto stopped = film.doors.ask(deletes(table.constData()));
        QCOMPARE(stopped.error().code, ErrorCode::RefusedByRule);
        QVERIFY(stopped.error().message.toEnglish().contains(QStringLiteral("keeps every row")));
        QVERIFY(purged(film, table.constData()).empty());
        FindDeletes accept = deletes(table.constData());
        accept.accept = true;
        accept.reason = reason("the shop closed");
        QCOMPARE(film.doors.ask(accept).value().purged, 100);
        QCOMPARE(purged(film, table.constData()).size(), 100u);
    }

    void changedColumnsDoNotReplaceIt()
    {
        FilmProject film;
        QVERIFY(loadKept(film, "actor", 100));
        remove(film, "actor", {1});
        QVERIFY(film.doors.ask(deletes("actor")));
        film.project.setTables({FilmProject::film(), FilmProject::actor().withColumn(QStringLiteral("born"), QStringLiteral("text"))});
        QVERIFY(film.generate());
        film.project.lake.forget();
        const auto refused = film.load("actor");
        QCOMPARE(refused.error().code, ErrorCode::Stale);
        QVERIFY(refused.error().message.toEnglish().contains(QStringLiteral("columns of public.actor changed")));
        QVERIFY(refused.error().hint.toEnglish().contains(QStringLiteral("extraction change --table public.actor --remove-purged")));
        QVERIFY(film.project.lake.effects().empty());
        QVERIFY(change(film, "actor", PlanEdit::RemovePurged, reason("nobody needs them any more")));
        QVERIFY(film.generate());
        QVERIFY(film.load("actor"));
        QVERIFY(purged(film, "actor").empty());
        QVERIFY(change(film, "actor", PlanEdit::KeepPurged, FilmProject::noReason())); // from now on
        QVERIFY(film.generate());
        QVERIFY(film.load("actor"));
    }

    /// As in a shallow clone: which columns bronze has is not known, which is no change of them.
    void aCommitThatIsMissingIsSaid()
    {
        FilmProject film;
        QVERIFY(loadKept(film, "actor", 100));
        LAKEHOUSE_VALUE(ports::TableLoadState state, film.runs().loadState(tableName("actor")));
        state.lastCommit = QStringLiteral("0123456789abcdef0123456789abcdef01234567");
        QVERIFY(film.runs().setLoadState(tableName("actor"), state));
        film.project.lake.forget();
        const auto refused = film.load("actor");
        QCOMPARE(refused.error().code, ErrorCode::Stale);
        QVERIFY2(refused.error().message.toEnglish().contains(QStringLiteral("commit 0123456789ab of the last load of public.actor cannot be read")), qPrintable(refused.error().message.toEnglish()));
        QVERIFY(refused.error().hint.toEnglish().contains(QStringLiteral("fetch CLONE")));
        QVERIFY(film.project.lake.effects().empty());
        const auto notSought = film.doors.ask(deletes("actor"));
        QCOMPARE(notSought.error().code, ErrorCode::Stale);
        QVERIFY(notSought.error().message.toEnglish().contains(QStringLiteral("cannot be read")));
    }

    /// The columns of bronze are the same ones, so nothing of it has to be replaced.
    void whatIsOnlyReadOrShownOtherwiseLoadsIntoThem_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QString>("what");
        QTest::newRow("incremental, masked") << QByteArray("film") << QStringLiteral("[extensions.lakehouse.pii]\n\"public.film.title\" = \"hmac\"");
        QTest::newRow("full, masked") << QByteArray("actor") << QStringLiteral("[extensions.lakehouse.pii]\n\"public.actor.name\" = \"hmac\"");
        QTest::newRow("full, of another type at the source") << QByteArray("actor") << QString();
    }
    void whatIsOnlyReadOrShownOtherwiseLoadsIntoThem()
    {
        QFETCH(QByteArray, table);
        QFETCH(QString, what);
        FilmProject film;
        QVERIFY(loadKept(film, table.constData(), 100));
        remove(film, table.constData(), {1});
        QVERIFY(film.doors.ask(deletes(table.constData())));
        if (what.isEmpty())
            film.source("actor").columns[1].type.declared = QStringLiteral("character varying(80)");
        else
            film.project.writeSettings(keeping(table.constData()) + QLatin1Char('\n') + what);
        QVERIFY(film.generate());
        film.project.lake.forget();
        LAKEHOUSE_VALUE(const LoadReport report, film.load(table.constData()));
        QCOMPARE(report.kind, LoadKind::Full); // what was loaded before may have been read otherwise
        QCOMPARE(film.project.lake.effects(), std::vector<QString>{QStringLiteral("MERGE INTO")});
        QCOMPARE(purged(film, table.constData()), std::set<qint64>{1});
    }

    /// Where nothing can be lost, nothing has to be counted at the source.
    void rowsThatStayAreNotCountedAtTheSource()
    {
        FilmProject film;
        QVERIFY(loadKept(film, "actor", 100));
        film.project.source.failure = base::Error{ErrorCode::Unreachable, "No answer from 127.0.0.1:1.", "Start the server."}; // Trino reads it by itself
        QVERIFY(film.load("actor"));
    }

    /// As when the process is gone behind the statement that replaced bronze: the columns of rows that stay are missing there, and nobody knows.
    void aReplacementThatNobodyRecordedIsMadeGood_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<bool>("keepsAgain");
        for (const char *table : {"film", "actor"}) {
            QTest::addRow("%s", table) << QByteArray(table) << false;
            QTest::addRow("%s, kept again", table) << QByteArray(table) << true;
        }
    }
    void aReplacementThatNobodyRecordedIsMadeGood()
    {
        QFETCH(QByteArray, table);
        QFETCH(bool, keepsAgain);
        FilmProject film;
        QVERIFY(loadKept(film, table.constData(), 100));
        LAKEHOUSE_VALUE(const ports::TableLoadState state, film.runs().loadState(tableName(table.constData())));
        QVERIFY(change(film, table.constData(), PlanEdit::RemovePurged, reason("nobody needs them any more")));
        QVERIFY(film.generate());
        QVERIFY(film.load(table.constData()));
        QVERIFY(film.runs().setLoadState(tableName(table.constData()), state));
        if (keepsAgain)
            QVERIFY(change(film, table.constData(), PlanEdit::KeepPurged, FilmProject::noReason()) && film.generate());
        remove(film, table.constData(), {1});
        LAKEHOUSE_VALUE(const LoadReport report, film.load(table.constData()));
        QCOMPARE(report.kind, LoadKind::Full);
        QVERIFY(film.load(table.constData()));
        if (keepsAgain)
            QCOMPARE(film.doors.ask(deletes(table.constData())).value().purged, 1);
    }

    /// What counts are the columns that bronze has: those of the last load that was recorded went with the replacement.
    void aReplacementWithOtherColumnsIsJudgedByThem_data()
    {
        QTest::addColumn<bool>("isChangeUndone");
        QTest::newRow("the columns of the replacement") << false;
        QTest::newRow("those of before") << true;
    }
    void aReplacementWithOtherColumnsIsJudgedByThem()
    {
        QFETCH(bool, isChangeUndone);
        FilmProject film;
        QVERIFY(loadKept(film, "actor", 100));
        LAKEHOUSE_VALUE(const ports::TableLoadState state, film.runs().loadState(tableName("actor")));
        film.project.setTables({FilmProject::film(), FilmProject::actor().withColumn(QStringLiteral("born"), QStringLiteral("text"))});
        QVERIFY(change(film, "actor", PlanEdit::RemovePurged, reason("nobody needs them any more")));
        QVERIFY(film.generate() && film.load("actor"));
        QVERIFY(film.runs().setLoadState(tableName("actor"), state)); // as when the process is gone before the end is recorded
        if (isChangeUndone)
            film.project.setTables({FilmProject::film(), FilmProject::actor()});
        QVERIFY(change(film, "actor", PlanEdit::KeepPurged, FilmProject::noReason()) && film.generate());
        film.project.lake.forget();
        const auto report = film.load("actor");
        QCOMPARE(bool(report), !isChangeUndone);
        if (!isChangeUndone)
            return;
        QCOMPARE(report.error().code, ErrorCode::Stale);
        QVERIFY(report.error().message.toEnglish().contains(QStringLiteral("columns of public.actor changed")));
        QVERIFY(film.project.lake.effects().empty());
    }

    void aTableThatIsLoadedGetsItsColumns_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::newRow("incremental") << QByteArray("film");
        QTest::newRow("full") << QByteArray("actor");
    }
    void aTableThatIsLoadedGetsItsColumns()
    {
        QFETCH(QByteArray, table);
        FilmProject film;
        film.project.rows.fill(tableName(table.constData()), 100);
        QVERIFY(film.generate());
        QVERIFY(film.load(table.constData()));
        LAKEHOUSE_VALUE(const ExtractionChanged kept, change(film, table.constData(), PlanEdit::KeepPurged, reason("the auditors want them")));
        QCOMPARE(kept.table.purgePolicy, std::optional(PurgePolicy::Retain));
        QCOMPARE(kept.table.deletes, std::optional(DeleteSchedule::EveryRun));
        QCOMPARE(kept.table.decisions, 1);
        QVERIFY(film.generate());
        const auto early = film.doors.ask(deletes(table.constData())); // bronze has no place for the mark yet
        QCOMPARE(early.error().code, ErrorCode::Stale);
        remove(film, table.constData(), {5});
        film.project.lake.forget();
        QVERIFY(film.load(table.constData()));
        QCOMPARE(film.project.lake.effects(), (std::vector<QString>{QStringLiteral("ALTER TABLE"), QStringLiteral("ALTER TABLE"), QStringLiteral("MERGE INTO")}));
        QCOMPARE(executed(film, "ADD COLUMN IF NOT EXISTS \"_ekos_purged_at_source\""), 1);
        QCOMPARE(film.doors.ask(deletes(table.constData())).value().purged, 1);
        film.project.lake.forget();
        QVERIFY(film.load(table.constData()));
        QCOMPARE(film.project.lake.effects(), std::vector<QString>{QStringLiteral("MERGE INTO")}); // once
    }

    void rowsThatAreKeptNoLongerGoWithTheNextLoad_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::newRow("incremental") << QByteArray("film");
        QTest::newRow("full") << QByteArray("actor");
    }
    void rowsThatAreKeptNoLongerGoWithTheNextLoad()
    {
        QFETCH(QByteArray, table);
        FilmProject film;
        QVERIFY(loadKept(film, table.constData(), 1000));
        remove(film, table.constData(), {1, 2, 3});
        QVERIFY(film.doors.ask(deletes(table.constData())));
        QCOMPARE(change(film, table.constData(), PlanEdit::RemovePurged, FilmProject::noReason()).error().code, ErrorCode::NeedsReason);
        QVERIFY(change(film, table.constData(), PlanEdit::RemovePurged, reason("nobody needs them any more")));
        QVERIFY(film.generate());
        QVERIFY(!film.doors.ask(deletes(table.constData())));
        LAKEHOUSE_VALUE(const LoadReport report, film.load(table.constData()));
        QCOMPARE(report.kind, LoadKind::Full);
        QVERIFY(purged(film, table.constData()).empty());
        QCOMPARE(film.project.rows.bronze(tableName(table.constData()))->size(), 997u);
    }

    /// What a person decided about the future is no word about so many rows that only bronze has.
    void theGuardCountsRowsThatWereKept()
    {
        FilmProject film;
        QVERIFY(loadKept(film, "actor", 100));
        std::vector<qint64> keys;
        for (qint64 key = 1; key <= 10; ++key)
            keys.push_back(key);
        for (int round = 0; round < 2; ++round) {
            remove(film, "actor", keys);
            QCOMPARE(film.doors.ask(deletes("actor")).value().purged, 10);
            for (qint64 &key : keys)
                key += 10;
        }
        QVERIFY(change(film, "actor", PlanEdit::RemovePurged, reason("nobody needs them any more")));
        QVERIFY(film.generate());
        const auto stopped = film.load("actor");
        QCOMPARE(stopped.error().code, ErrorCode::RefusedByRule);
        QVERIFY(stopped.error().message.toEnglish().contains(QStringLiteral("in bronze 100")));
        QCOMPARE(purged(film, "actor").size(), 20u);
        QVERIFY(film.doors.ask(LoadTable{.table = selector(QStringLiteral("actor")), .acceptLoss = true, .reason = reason("nobody needs them any more")}));
        QVERIFY(purged(film, "actor").empty());
    }

    void whatAPersonDecidesIsOfTheTable_data() { LAKEHOUSE_BOTH_DOORS(); }
    void whatAPersonDecidesIsOfTheTable()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QCOMPARE(change(film, "actor", PlanEdit::DeletesAudit, reason("once a week is enough"), door).error().code, ErrorCode::RefusedByRule);
        LAKEHOUSE_VALUE(const ExtractionChanged audited, change(film, "film", PlanEdit::DeletesAudit, reason("once a week is enough"), door));
        QCOMPARE(audited.table.deletes, std::optional(DeleteSchedule::Audit));
        LAKEHOUSE_VALUE(const ExtractionChanged kept, change(film, "film", PlanEdit::KeepPurged, reason("the auditors want them"), door));
        LAKEHOUSE_VALUE(const ExtractionChanged inFull, change(film, "film", PlanEdit::Full, reason("once more"), door));
        QCOMPARE(inFull.table.decisions, 2);
        QVERIFY(inFull.table.isChanged);
        QCOMPARE(change(film, "film", PlanEdit::Undo, FilmProject::noReason(), door).error().code, ErrorCode::NeedsReason);
        LAKEHOUSE_VALUE(const ExtractionChanged undone, change(film, "film", PlanEdit::Undo, reason("the auditors have them"), door));
        QCOMPARE(undone.digest, plan.digest); // each of the three
        QCOMPARE(undone.table.decisions, 0);
        QVERIFY(!undone.table.isChanged);
    }

    void theSettingCountsLikeTheCode()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary before, film.plan());
        film.project.writeSettings(keeping("film"));
        LAKEHOUSE_VALUE(const PlanSummary after, film.plan());
        QVERIFY(after.digest != before.digest);
        QCOMPARE(rowOf(after.tables, "film")->purgePolicy, std::optional(PurgePolicy::Retain));
        QVERIFY(!rowOf(after.tables, "actor")->purgePolicy);
        QVERIFY(change(film, "film", PlanEdit::KeepPurged, FilmProject::noReason()));
        LAKEHOUSE_VALUE(const ExtractionChanged undone, change(film, "film", PlanEdit::Undo, FilmProject::noReason())); // they stay all the same
        QCOMPARE(undone.table.purgePolicy, std::optional(PurgePolicy::Retain));
    }
};

QTEST_GUILESS_MAIN(PurgesTest)
#include "purges_test.moc"
