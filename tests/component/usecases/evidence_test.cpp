#include "api/operations/review.h"
#include "component/usecases/film_project.h"
#include "describe/json_reader.h"
#include "describe/label_of.h"
#include "model/review.h"
#include "usecases/evidence/finding_facts.h"
#include "usecases/evidence/held_findings.h"

#include <QDir>
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
    // The triggers guard against mistakes; whoever may write to the file can drop them, and put them back.
    std::vector<std::pair<QByteArray, QByteArray>> triggers;
    QCOMPARE(sqlite3_exec(database, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'", [](void *found, int, char **values, char **) {
        static_cast<std::vector<std::pair<QByteArray, QByteArray>> *>(found)->emplace_back(values[0], values[1]);
        return 0;
    }, &triggers, nullptr), SQLITE_OK);
    for (const auto &[name, definition] : triggers)
        QCOMPARE(sqlite3_exec(database, QByteArray("DROP TRIGGER " + name).constData(), nullptr, nullptr, nullptr), SQLITE_OK);
    char *message = nullptr;
    const int code = sqlite3_exec(database, sql.constData(), nullptr, nullptr, &message);
    QVERIFY2(code == SQLITE_OK, message);
    QVERIFY(sqlite3_changes(database) > 0);
    for (const auto &[name, definition] : triggers)
        QCOMPARE(sqlite3_exec(database, definition.constData(), nullptr, nullptr, nullptr), SQLITE_OK);
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
        QCOMPARE(database.retractions, 0);
        QCOMPARE(database.findings.scope, 2); // each table has a proposal
        QCOMPARE(database.findings.pii, 1);   // the name of an actor is one of a person
        QCOMPARE(database.findings.writes, 0);// no source of the application is named
        QCOMPARE(database.findings.newEntries, 3 + 1); // and that the catalog is analysed
        QCOMPARE(film.entries(), 12 + 4);
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

    void everyKindOfObjectIsAFact()
    {
        FilmProject film;
        CatalogSnapshot &catalog = film.project.source.catalog;
        SourceTable &table = catalog.tables[0];
        table.view = SourceView{QStringLiteral("SELECT 1")};
        table.indexes = {{.name = QStringLiteral("by_title"), .method = QStringLiteral("btree")}};
        table.policies = {{.name = QStringLiteral("mine")}};
        catalog.routines = {{.schema = QStringLiteral("public"), .name = QStringLiteral("add"), .identityArguments = QStringLiteral("integer")},
                            {.schema = QStringLiteral("public"), .name = QStringLiteral("add"), .identityArguments = QStringLiteral("text")}};
        catalog.sequences = {{.schema = QStringLiteral("public"), .name = QStringLiteral("counter")}};
        catalog.enums = {{.schema = QStringLiteral("public"), .name = QStringLiteral("mood"), .labels = {QStringLiteral("low")}}};
        catalog.domains = {{.schema = QStringLiteral("public"), .name = QStringLiteral("positive")}};
        catalog.compositeTypes = {{.schema = QStringLiteral("public"), .name = QStringLiteral("place")}};
        catalog.rangeTypes = {{.schema = QStringLiteral("public"), .name = QStringLiteral("span")}};
        LAKEHOUSE_VALUE(const AnalysisReport report, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(report.databases[0].newEntries, 12 + 10);
        const std::pair<FactKind, std::size_t> expected[] = {{FactKind::View, 1}, {FactKind::Index, 1}, {FactKind::Policy, 1}, {FactKind::Routine, 2}, {FactKind::Sequence, 1},
            {FactKind::Enum, 1}, {FactKind::Domain, 1}, {FactKind::CompositeType, 1}, {FactKind::RangeType, 1}};
        for (const auto &[kind, count] : expected) {
            LAKEHOUSE_VALUE(const LedgerPage page, film.doors.ask(ShowLedger{.kind = kind}));
            QCOMPARE(page.entries.size(), count);
        }
        LAKEHOUSE_VALUE(const LedgerPage enums, film.doors.ask(ShowLedger{.kind = FactKind::Enum}));
        QVERIFY(enums.entries[0].body.contains(QStringLiteral("\"labels\":[\"low\"]")));
        // The view becomes a table, the composite type a range type: of the same names, so each kind is looked at by itself.
        table.view.reset();
        catalog.compositeTypes.clear();
        catalog.rangeTypes.push_back({.schema = QStringLiteral("public"), .name = QStringLiteral("place")});
        catalog.routines.pop_back();
        LAKEHOUSE_VALUE(const AnalysisReport after, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(after.databases[0].retractions, 3);
        QCOMPARE(after.databases[0].newEntries, 2); // the range type, and the catalog
    }

    void tablesAreProfiledWhenTheyChange_data()
    {
        QTest::addColumn<qint64>("estimatedRows");
        QTest::addColumn<bool>("hasMoreColumns");
        QTest::addColumn<int>("profiledAgain");
        QTest::newRow("as it was") << qint64(2000) << false << 0;
        QTest::newRow("a few rows more") << qint64(2150) << false << 0;
        QTest::newRow("never analysed") << qint64(-1) << false << 0;
        QTest::newRow("more than a tenth more") << qint64(2300) << false << 1;
        QTest::newRow("emptied") << qint64(0) << false << 1;
        QTest::newRow("another column") << qint64(2000) << true << 1;
    }
    void tablesAreProfiledWhenTheyChange()
    {
        QFETCH(qint64, estimatedRows);
        QFETCH(bool, hasMoreColumns);
        FilmProject film;
        SourceTable &table = film.project.source.catalog.tables[0];
        table.estimatedRows = 2000;
        TableProfile profile{.table = table.name, .tier = ProfileTier::Sample, .rows = 2000, .tableRows = 2000, .isComplete = true};
        for (const SourceColumn &column : table.columns)
            profile.columns.push_back({column.name, 3, 7});
        TableProfile empty{.table = film.project.source.catalog.tables[1].name, .isComplete = true, .notProfiled = "The table is empty."};
        film.project.source.catalog.tables[1].estimatedRows = 0;
        film.project.source.profiles = {profile, empty};
        LAKEHOUSE_VALUE(const AnalysisReport first, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(first.databases[0].newEntries, 12);
        QCOMPARE(first.databases[0].findings.newEntries, 2 + 4); // an empty table is a conclusion too
        LAKEHOUSE_VALUE(const LedgerPage page, film.doors.ask(ShowLedger{.kind = FactKind::TableProfile}));
        QCOMPARE(page.entries.size(), 2u);
        QVERIFY2(page.entries[0].body.contains(QStringLiteral("{\"column\":\"%1\",\"distinct\":7,\"nulls\":3}").arg(table.columns[0].name)), qPrintable(page.entries[0].body));
        film.project.source.profiledTables = 0;
        table.estimatedRows = estimatedRows;
        if (hasMoreColumns)
            table.columns.push_back({.name = QStringLiteral("more"), .position = 99, .type = table.columns[0].type});
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QTEST(int(film.project.source.profiledTables), "profiledAgain");
    }

    void valuesAreLookedAtAgainWhenTheirTableChanges()
    {
        FilmProject film;
        SourceTable *actor = &film.source("actor");
        const auto fill = [&](const char *value, qint64 rows) {
            actor->estimatedRows = rows;
            film.project.source.profiles = {{.table = actor->name, .rows = rows, .tableRows = rows, .isComplete = true, .columns = {{QStringLiteral("actor_id"), 0, rows}, {QStringLiteral("name"), 0, rows}}}};
            film.project.source.samples[actor->name.toString()] = std::vector(20, std::vector<std::optional<QString>>{QStringLiteral("1"), QString::fromLatin1(value)});
        };
        const auto found = [&] {
            const auto page = film.doors.ask(ShowLedger{.kind = FactKind::PiiCandidate, .limit = 100});
            return page && !page.value().entries.empty() ? page.value().entries.back().body : QString();
        };
        fill("anna@example.org", 2000);
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QVERIFY2(found().contains(QStringLiteral("\"personal-data\":\"email\"")), qPrintable(found()));
        QVERIFY(!found().contains(QStringLiteral("anna"))); // counted and forgotten
        fill("DE89370400440532013000", 2000);
        LAKEHOUSE_VALUE(const AnalysisReport same, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(same.databases[0].findings.newEntries, 0);
        fill("DE89370400440532013000", 4000);
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QVERIFY2(found().contains(QStringLiteral("\"personal-data\":\"iban\"")), qPrintable(found()));
    }

    void valuesThatCannotBeSeenTakeNothingBack()
    {
        FilmProject film;
        SourceTable &actor = film.source("actor");
        const auto fill = [&](qint64 rows) {
            actor.estimatedRows = rows;
            film.project.source.profiles = {{.table = actor.name, .rows = rows, .tableRows = rows, .isComplete = true, .columns = {{QStringLiteral("actor_id"), 0, rows}, {QStringLiteral("name"), 0, rows}}}};
        };
        const auto found = [&] { return film.doors.ask(ShowReview{.subject = ReviewSubject::Pii}).value().items; };
        fill(2000);
        film.project.source.samples[actor.name.toString()] = std::vector(20, std::vector<std::optional<QString>>{QStringLiteral("1"), QStringLiteral("anna@example.org")});
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        const auto before = found();
        QCOMPARE(before.size(), 1u);
        fill(4000);
        film.project.source.unsampled.insert(actor.name.toString());
        LAKEHOUSE_VALUE(const AnalysisReport report, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(report.databases[0].findings.newEntries, 0); // no profile either: it is looked at again
        QCOMPARE(found(), before);
        film.project.source.unsampled.clear();
        film.project.source.profiledTables = 0;
        LAKEHOUSE_VALUE(const AnalysisReport again, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(int(film.project.source.profiledTables), 2);      // film was never profiled
        QCOMPARE(again.databases[0].findings.newEntries, 1);       // the profile
        QCOMPARE(found(), before);
        actor.columns[1].comment = QStringLiteral("Kept for letters");
        film.project.source.profiledTables = 0;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QCOMPARE(int(film.project.source.profiledTables), 2);      // what is said of a column counts
    }

    void aDictionaryThatCannotBeReadTakesNothingBack()
    {
        FilmProject film;
        const auto withDictionary = [&](bool is) {
            std::vector<SourceTable> tables{FilmProject::film(), FilmProject::actor()};
            const auto add = [&](const char *name, const char *columns) {
                SourceTableBuilder table = aTable(name);
                for (const QString &column : QString::fromLatin1(columns).split(QLatin1Char(' ')))
                    table.withColumn(column, QStringLiteral("text"));
                tables.push_back(table);
            };
            if (is) {
                add("ir_model", "model name transient");
                add("ir_model_fields", "id model name ttype relation required store field_description help");
            }
            film.project.setTables(std::move(tables));
        };
        const GlossaryTerm term{.term = QStringLiteral("Film"), .definition = QStringLiteral("what is lent"), .evidence = {{.kind = EvidenceKind::Dictionary, .place = QStringLiteral("ir_model film")}}};
        base::RunContext run;
        QVERIFY(film.project.workspace().ledger(run).value()->append({usecases::factOf(QStringLiteral("film_rental"), term)}, person("anna"), run));
        const auto terms = [&] { return film.doors.ask(ShowReview{.subject = ReviewSubject::Glossary}).value().items.size(); };
        withDictionary(true); // this source answers no question about its rows
        LAKEHOUSE_VALUE(const AnalysisReport report, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(report.databases[0].findings.retractions, 0);
        QCOMPARE(terms(), 1u);
        withDictionary(false); // it is gone, and with it what it said
        LAKEHOUSE_VALUE(const AnalysisReport gone, film.doors.ask(AnalyzeSource{}));
        QVERIFY(gone.databases[0].findings.retractions > 0);
        QCOMPARE(terms(), 0u);
    }

    void whatCannotBeCountedStands()
    {
        FilmProject film;
        SourceForeignKey key{.name = QStringLiteral("film_actor"), .columns = {QStringLiteral("film_id")}, .referenced = tableName("actor"), .referencedColumns = {QStringLiteral("actor_id")}};
        key.isValidated = false;
        film.source("film").foreignKeys = {key};
        const auto conflicts = [&] { return film.doors.ask(ShowReview{.subject = ReviewSubject::Conflicts}).value().items.size(); };
        film.project.source.orphans = [](const ColumnRelation &) { return RowCount{.rows = 20, .found = 3, .isComplete = true}; };
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QCOMPARE(conflicts(), 1u);
        film.project.source.orphans = [](const ColumnRelation &) { return RowCount{.notCounted = "It would cost too much."}; };
        LAKEHOUSE_VALUE(const AnalysisReport uncounted, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(uncounted.databases[0].findings.retractions, 0);
        QCOMPARE(conflicts(), 1u);
        film.project.source.orphans = [](const ColumnRelation &) { return RowCount{.rows = 20, .isComplete = true}; };
        LAKEHOUSE_VALUE(const AnalysisReport counted, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(counted.databases[0].findings.retractions, 1);
        QCOMPARE(conflicts(), 0u);
    }

    void eachLackHoldsWhatComesFromThere()
    {
        FilmProject film;
        const QString database = QStringLiteral("film_rental");
        const Evidence at{.kind = EvidenceKind::SourceFile, .place = QStringLiteral("src/Film.java")};
        const WriteBehaviour writes{.table = tableName("film"), .deletes = DeleteClass::Hard, .evidence = {at}};
        const auto conflict = [&](ConflictKind kind) {
            return Conflict{.table = tableName("film"), .kind = kind, .about = QStringLiteral("title"), .first = "One.", .second = "Another.", .firstEvidence = {at}, .secondEvidence = {at}};
        };
        NewFact imported = usecases::factOf(database, writes);
        imported.subject = importedSubject(imported.subject);
        base::RunContext run;
        ports::Ledger &ledger = *film.project.workspace().ledger(run).value();
        QVERIFY(ledger.append({usecases::factOf(database, writes), imported, usecases::factOf(database, conflict(ConflictKind::OtherDefinition)), usecases::factOf(database, conflict(ConflictKind::NullsInMandatory)),
                               usecases::factOf(QStringLiteral("erp"), writes)}, person("anna"), run));
        constexpr FactKind kinds[] = {FactKind::WriteBehaviour, FactKind::Conflict};
        const auto standing = [&](const usecases::HeldFindings &held) {
            QStringList words;
            const auto facts = held.standing(database, kinds, ledger, run);
            for (const auto &[fact, body] : facts.value())
                words += describe::labelOf(fact.kind) + QLatin1Char(' ') + fact.subject.part;
            return words;
        };
        usecases::HeldFindings nothing, application, place, otherPlace, counts, otherCounts;
        application.holdApplication();
        place.holdPlace(QStringLiteral("src/Film.java"));
        otherPlace.holdPlace(QStringLiteral("src/Actor.java"));
        counts.holdCounts(tableName("film"));
        otherCounts.holdCounts(tableName("actor"));
        QCOMPARE(standing(nothing), QStringList());
        QCOMPARE(standing(application), (QStringList{QStringLiteral("conflict other-definition:title"), QStringLiteral("write-behaviour ")}));
        QCOMPARE(standing(place), standing(application));
        QCOMPARE(standing(otherPlace), QStringList());
        QCOMPARE(standing(counts), QStringList{QStringLiteral("conflict nulls-in-mandatory:title")});
        QCOMPARE(standing(otherCounts), QStringList());
    }

    void whatCannotBeReadIsNotTakenBack()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        base::RunContext run;
        ports::Ledger &ledger = *film.project.workspace().ledger(run).value();
        QVERIFY(ledger.append({{FactKind::WriteBehaviour, tableSubject(QStringLiteral("film_rental"), tableName("film")), "{}"}}, person("anna"), run));
        constexpr FactKind kinds[] = {FactKind::WriteBehaviour};
        usecases::HeldFindings held;
        held.holdPlace(QStringLiteral("src/Film.java"));
        const auto standing = held.standing(QStringLiteral("film_rental"), kinds, ledger, run);
        QCOMPARE(standing.error().code, ErrorCode::Corrupt);
        QVERIFY(standing.error().hint.toEnglish().contains(QStringLiteral("ledger verify")));
    }

    void theApplicationIsReadByTheWholeAnalysis()
    {
        FilmProject film;
        QVERIFY(QDir(film.project.path(QStringLiteral("."))).mkpath(QStringLiteral("app")));
        const auto write = [&](const char *text) {
            QFile file(film.project.path(QStringLiteral("app/film.sql")));
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(text);
        };
        write("-- DELETE FROM actor\nDELETE FROM film WHERE film_id < 7;\n");
        QFile settings(film.project.path(QStringLiteral("ekos.toml")));
        QVERIFY(settings.open(QFile::Append));
        settings.write("\n[observe]\npaths = [\"app\"]\n");
        settings.close();
        LAKEHOUSE_VALUE(const AnalysisReport report, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(report.databases[0].findings.sourceFiles, 1);
        LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour, .item = QStringLiteral("public.film")}));
        QVERIFY(page.detail->item.proposal.toString().endsWith(QStringLiteral("delete=hard")));
        QCOMPARE(page.detail->item.evidence.front().place, QStringLiteral("app/film.sql"));
        QCOMPARE(page.detail->item.evidence.front().line, 2);
        LAKEHOUSE_VALUE(const ReviewPage all, film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour, .filter = QStringLiteral("actor")}));
        for (const ReviewRow &row : all.items)
            QVERIFY2(row.proposal.toString().endsWith(QStringLiteral("delete=never")), qPrintable(row.proposal.toString()));
        write("SELECT 1;\n");
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const ReviewPage after, film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour, .filter = QStringLiteral("public.film")}));
        for (const ReviewRow &row : after.items)
            QVERIFY2(row.proposal.toString().endsWith(QStringLiteral("delete=never")), qPrintable(row.proposal.toString()));
    }

    void aFileThatIsNoTextAnyMoreTakesNothingBack_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("binary") << QByteArray(100, '\0');
        QTest::newRow("too large") << QByteArray((50 << 20) + 1, ' ');
    }
    void aFileThatIsNoTextAnyMoreTakesNothingBack()
    {
        QFETCH(QByteArray, content);
        FilmProject film;
        QVERIFY(QDir(film.project.path(QStringLiteral("."))).mkpath(QStringLiteral("app")));
        const auto write = [&](const char *name, const QByteArray &text) {
            QFile file(film.project.path(QStringLiteral("app/") + QLatin1String(name)));
            QVERIFY(file.open(QFile::WriteOnly) && file.write(text) == text.size());
        };
        write("film.sql", "DELETE FROM film;\n");
        write("actor.sql", "UPDATE actor SET name = 'x';\n");
        QFile settings(film.project.path(QStringLiteral("ekos.toml")));
        QVERIFY(settings.open(QFile::Append) && settings.write("\n[observe]\npaths = [\"app\"]\n") > 0);
        settings.close();
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        const auto proposed = [&](const char *item) { return film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour, .item = QString::fromLatin1(item)}).value().detail->item.proposal.toString(); };
        QCOMPARE(proposed("public.film"), QStringLiteral("update=none_seen,delete=hard"));
        write("film.sql", content);
        write("actor.sql", "DELETE FROM actor;\n");
        LAKEHOUSE_VALUE(const AnalysisReport report, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(report.databases[0].findings.skippedFiles, std::vector<QString>{QStringLiteral("app/film.sql")});
        QCOMPARE(proposed("public.film"), QStringLiteral("update=none_seen,delete=hard"));
        QCOMPARE(proposed("public.actor"), QStringLiteral("update=none_seen,delete=hard")); // what can be read goes on
        write("film.sql", "SELECT 1;\n");
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QCOMPARE(proposed("public.film"), QStringLiteral("update=none_seen,delete=never"));
    }

    /// What stands since a file cannot be read hides nothing of what the others say of the same table.
    void whatIsSeenNewlyComesToWhatStands()
    {
        FilmProject film;
        QVERIFY(QDir(film.project.path(QStringLiteral("."))).mkpath(QStringLiteral("app")));
        const auto write = [&](const char *name, const QByteArray &text) {
            QFile file(film.project.path(QStringLiteral("app/") + QLatin1String(name)));
            QVERIFY(file.open(QFile::WriteOnly) && file.write(text) == text.size());
        };
        write("film.sql", "UPDATE film SET title = 'x';\n");
        QFile settings(film.project.path(QStringLiteral("ekos.toml")));
        QVERIFY(settings.open(QFile::Append) && settings.write("\n[observe]\npaths = [\"app\"]\n") > 0);
        settings.close();
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        write("film.sql", QByteArray(100, '\0'));
        write("purge.sql", "DELETE FROM film;\n");
        write("film2.sql", "DELETE FROM film;\n");
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const ReviewPage page, film.doors.ask(ShowReview{.subject = ReviewSubject::WriteBehaviour, .item = QStringLiteral("public.film")}));
        QCOMPARE(page.detail->item.proposal.toString(), QStringLiteral("update=raw_sql_omits_updated,delete=hard"));
        QStringList places;
        for (const Evidence &piece : page.detail->item.evidence)
            places += piece.place;
        QCOMPARE(places, (QStringList{QStringLiteral("app/film.sql"), QStringLiteral("app/film2.sql"), QStringLiteral("app/purge.sql")}));
        write("film2.sql", "SELECT 1;\n");
        const qint64 entries = film.entries();
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        const qint64 more = film.entries();
        QVERIFY(more > entries); // a piece of evidence less
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QCOMPARE(film.entries(), more); // and the same again is nothing new
    }

    void whatCannotBeProfiledIsNoFact()
    {
        FilmProject film;
        for (const SourceTable &table : film.project.source.catalog.tables)
            film.project.source.profiles.push_back({.table = table.name, .rows = 0, .notProfiled = "No row was seen in the sample."});
        LAKEHOUSE_VALUE(const AnalysisReport report, film.doors.ask(AnalyzeSource{}));
        QCOMPARE(report.databases[0].newEntries, 12);
        LAKEHOUSE_VALUE(const LedgerPage page, film.doors.ask(ShowLedger{.kind = FactKind::TableProfile}));
        QVERIFY(page.entries.empty());
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
        QCOMPARE(sequences.size(), 12u + 4u);
        QVERIFY(std::ranges::is_sorted(sequences));
        QCOMPARE(sequences.back(), 12 + 4);
    }

    void ledgerIsShownByTableAndKind()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const LedgerPage table, film.doors.ask(ShowLedger{.table = selector(QStringLiteral("FILM"))}));
        QCOMPARE(table.entries.size(), 8u); // the table, three columns, its key and trigger, a profile, and a proposal of scope
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

    void aSignOffWithoutItsDocumentIsFound()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        const auto digest = [&] { return film.doors.ask(ListReview{}).value().digest; };
        QVERIFY(film.doors.ask(DecideReview{.expectedDigest = digest(), .subject = ReviewSubject::Scope, .filter = QString(), .asProposed = true, .reason = FilmProject::noReason()}));
        QVERIFY(film.doors.ask(ApproveSignOff{.expectedDigest = digest(), .subject = {ReviewSubject::Scope}, .reason = FilmProject::noReason()}));
        LAKEHOUSE_VALUE(const LedgerVerdict whole, film.doors.ask(VerifyLedger{}));
        QVERIFY(whole.findings.empty());
        LAKEHOUSE_VALUE(const LedgerPage signOffs, film.doors.ask(ShowLedger{.kind = FactKind::SignOff}));
        LAKEHOUSE_VALUE(const SignOffFact fact, describe::readJson<SignOffFact>(signOffs.entries.at(0).body.toUtf8()));
        tamper(film.project.path(QStringLiteral(".ekos/ledger.sqlite")), "DELETE FROM blob WHERE digest = '" + fact.state.toString().toUtf8() + "'");
        film.project.reopen();
        LAKEHOUSE_VALUE(const LedgerVerdict verdict, film.doors.ask(VerifyLedger{}));
        QCOMPARE(verdict.findings.size(), 1u);
        QCOMPARE(verdict.findings[0].sequence, signOffs.entries[0].sequence);
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
