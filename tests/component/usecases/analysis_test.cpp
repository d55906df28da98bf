#include "api/operations/analysis.h"
#include "component/usecases/reviewed_film.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

namespace {

const AnalyzedTable *tableOf(const AnalysisPage &page, const char *name)
{
    const auto found = std::ranges::find(page.tables, tableName(name), &AnalyzedTable::table);
    return found == page.tables.end() ? nullptr : &*found;
}

/// actor leads to film by a key that is not validated.
SourceForeignKey filmKey()
{
    SourceForeignKey key{.name = QStringLiteral("actor_film"), .columns = {QStringLiteral("actor_id")}, .referenced = tableName("film"), .referencedColumns = {QStringLiteral("film_id")}};
    key.isValidated = false;
    return key;
}

} // namespace

class AnalysisTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beforeAReadingThereIsNothing_data() { LAKEHOUSE_BOTH_DOORS(); }
    void beforeAReadingThereIsNothing()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const AnalysisPage page, film.doors.ask(ShowAnalysis{}, door));
        QVERIFY(!page.digest);
        QVERIFY(page.tables.empty());
        const auto table = film.doors.ask(ShowAnalysis{.table = selector(QStringLiteral("film"))}, door);
        QCOMPARE(table.error().code, ErrorCode::NotFound);
        QVERIFY(table.error().hint.toEnglish().contains(QStringLiteral("ekos-lakehouse analyze")));
    }

    void whatIsThereAndWhatWasLearned_data() { LAKEHOUSE_BOTH_DOORS(); }
    void whatIsThereAndWhatWasLearned()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.source("film").estimatedRows = 1000;
        film.source("actor").foreignKeys = {filmKey()};
        film.project.source.orphans = [](const ColumnRelation &) { return RowCount{.rows = 20, .found = 3, .isComplete = true}; };
        film.project.source.profiles = {{.table = tableName("film"), .rows = 1000, .tableRows = 1000, .isComplete = true, .columns = {{QStringLiteral("title"), 4, 900}}}};
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const AnalysisPage page, film.doors.ask(ShowAnalysis{}, door));
        QVERIFY(page.isAnalyzed);
        QCOMPARE(page.database, QStringLiteral("film_rental"));
        QCOMPARE(page.tables.size(), 2u);
        QCOMPARE(page.matching, 2);
        const AnalyzedTable &filmRow = *tableOf(page, "film");
        QCOMPARE(filmRow.rows, 1000);
        QCOMPARE(filmRow.columns, 3);
        QCOMPARE(filmRow.key, std::vector<QString>{QStringLiteral("film_id")});
        QCOMPARE(filmRow.watermark, std::optional(QStringLiteral("last_update")));
        QCOMPARE(filmRow.watermarkProof, std::optional(WatermarkProof::Trigger));
        QVERIFY(filmRow.profiledAtUtc);
        QVERIFY(!filmRow.updates); // no source of the application is named
        const AnalyzedTable &actorRow = *tableOf(page, "actor");
        QVERIFY(!actorRow.watermark);
        QVERIFY(!actorRow.profiledAtUtc);
        QCOMPARE(actorRow.personalData, 1); // the name of an actor is one of a person
        QCOMPARE(actorRow.conflicts, 1);
        QCOMPARE(actorRow.orphans, 1);
        const AnalysisTotals totals{.tables = 2, .columns = 5, .profiled = 1, .watermarks = 1, .personalData = 1, .conflicts = 1};
        QCOMPARE(page.totals, totals);
    }

    void everythingAboutOneTable_data() { LAKEHOUSE_BOTH_DOORS(); }
    void everythingAboutOneTable()
    {
        QFETCH(Door, door);
        ReviewedFilm film;
        film.source("actor").foreignKeys = {filmKey()};
        QVERIFY(film.plan()); // reads the key; what was observed stays
        LAKEHOUSE_VALUE(const AnalysisPage page, film.doors.ask(ShowAnalysis{.table = selector(QStringLiteral("FILM"))}, door));
        QVERIFY(!page.isAnalyzed);
        QCOMPARE(page.tables.size(), 1u);
        QCOMPARE(page.tables[0].updates, std::optional(UpdateClass::RawSqlOmitsUpdated));
        QCOMPARE(page.totals.tables, 2); // of all, whatever was asked for
        QVERIFY(page.detail);
        const TableAnalysis &detail = *page.detail;
        QCOMPARE(detail.table.name, tableName("film"));
        QCOMPARE(detail.table.columns.size(), 3u);
        QCOMPARE(detail.planned.decision.table, tableName("film"));
        QCOMPARE(detail.personalData.size(), 1u);
        QCOMPARE(detail.personalData[0], ReviewedFilm::title());
        QCOMPARE(detail.writes, std::optional(ReviewedFilm::writes(12)));
        QCOMPARE(detail.conflicts.size(), 1u);
        QCOMPARE(detail.relations.size(), 1u); // it leads here
        QCOMPARE(detail.relations[0].table, tableName("actor"));
        QCOMPARE(detail.relations[0].referenced, tableName("film"));
        QCOMPARE(detail.relations[0].basis, RelationBasis::NotValidated);
        QVERIFY(!detail.relations[0].hasOrphans);
        const auto unknown = film.doors.ask(ShowAnalysis{.table = selector(QStringLiteral("flim"))}, door);
        QCOMPARE(unknown.error().code, ErrorCode::NotFound);
        QVERIFY(unknown.error().hint.toEnglish().contains(QStringLiteral("public.film")));
    }

    void whatWasImportedStandsInPlaceOfWhatWasFound()
    {
        ReviewedFilm film;
        PiiCandidate imported = ReviewedFilm::title();
        imported.personalData = PersonalData::Phone;
        NewFact fact = usecases::factOf(film.database, imported);
        fact.subject = importedSubject(fact.subject);
        film.observe(fact);
        LAKEHOUSE_VALUE(const AnalysisPage page, film.doors.ask(ShowAnalysis{.table = selector(QStringLiteral("film"))}));
        QCOMPARE(page.tables[0].personalData, 1);
        QCOMPARE(page.totals.personalData, 2); // and one of actor
        QCOMPARE(page.detail->personalData, std::vector<PiiCandidate>{imported});
    }

    void bothEndsShowARelation()
    {
        ReviewedFilm film;
        film.observe(usecases::factOf(film.database, LogicalForeignKey{.table = tableName("film"), .columns = {QStringLiteral("title")}, .referenced = tableName("actor"),
            .referencedColumns = {QStringLiteral("name")}, .evidence = {ReviewedFilm::at("AD_Column")}}));
        for (const char *table : {"film", "actor"}) {
            LAKEHOUSE_VALUE(const AnalysisPage page, film.doors.ask(ShowAnalysis{.table = selector(QString::fromLatin1(table))}));
            QCOMPARE(page.detail->relations.size(), 1u);
            QCOMPARE(page.detail->relations[0].basis, RelationBasis::Inferred);
        }
    }

    void listsByPageAndFilter()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const AnalysisPage first, film.doors.ask(ShowAnalysis{.limit = 1}));
        QCOMPARE(first.tables.size(), 1u);
        QCOMPARE(first.tables[0].table, tableName("actor"));
        QCOMPARE(first.matching, 2);
        QVERIFY(first.next);
        LAKEHOUSE_VALUE(const AnalysisPage second, film.doors.ask(ShowAnalysis{.after = first.next, .limit = 1}));
        QCOMPARE(second.tables[0].table, tableName("film"));
        QVERIFY(!second.next);
        LAKEHOUSE_VALUE(const AnalysisPage byColumn, film.doors.ask(ShowAnalysis{.filter = QStringLiteral("public TITLE")}));
        QCOMPARE(byColumn.matching, 1);
        QCOMPARE(byColumn.tables[0].table, tableName("film"));
        LAKEHOUSE_VALUE(const AnalysisPage none, film.doors.ask(ShowAnalysis{.filter = QStringLiteral("zebra")}));
        QCOMPARE(none.matching, 0);
        QCOMPARE(none.totals.tables, 2);
        film.project.setTables({FilmProject::film()});
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QCOMPARE(film.doors.ask(ShowAnalysis{.after = first.next}).error().code, ErrorCode::Stale); // pages of two readings are never mixed
    }

    void settingsCountAtOnce()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        QVERIFY(!tableOf(film.doors.ask(ShowAnalysis{}).value(), "actor")->watermark);
        film.project.setTables({FilmProject::film(), FilmProject::actor().withColumn(QStringLiteral("updated"), QStringLiteral("timestamp with time zone"))});
        film.project.writeSettings(QStringLiteral("application-watermark = \"updated\""));
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        const NewFact writes = usecases::factOf(QStringLiteral("film_rental"), WriteBehaviour{.table = tableName("actor"), .updates = UpdateClass::PoOnly, .evidence = {ReviewedFilm::at("src/Actor.java")}});
        base::RunContext run;
        QVERIFY(film.project.workspace().ledger(run).value()->append({writes}, person("anna"), run));
        LAKEHOUSE_VALUE(const AnalysisPage page, film.doors.ask(ShowAnalysis{}));
        QCOMPARE(tableOf(page, "actor")->watermarkProof, std::optional(WatermarkProof::Application));
        film.project.writeSettings();
        LAKEHOUSE_VALUE(const AnalysisPage without, film.doors.ask(ShowAnalysis{}));
        QVERIFY(!tableOf(without, "actor")->watermark);
    }

    void aTimelineSaysWhatChanged_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aTimelineSaysWhatChanged()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const LedgerTimeline first, film.doors.ask(ShowTimeline{.table = selector(QStringLiteral("film"))}, door));
        QCOMPARE(first.entries.size(), 8u); // the table, three columns, its key and trigger, a profile, and a proposal of scope
        for (const TimelineEntry &entry : first.entries)
            QCOMPARE(entry.change, LedgerChange::Appeared);
        SourceTable &table = film.source("film");
        table.columns[1].isNotNull = true;
        table.columns[1].comment = QStringLiteral("As it is printed");
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const LedgerTimeline moved, film.doors.ask(ShowTimeline{.table = selector(QStringLiteral("film")), .after = first.entries.back().sequence}, door));
        const auto column = std::ranges::find(moved.entries, FactKind::Column, &TimelineEntry::kind);
        QVERIFY(column != moved.entries.end());
        QCOMPARE(column->subject, QStringLiteral("public.film.title"));
        QCOMPARE(column->change, LedgerChange::Changed);
        QCOMPARE(column->what, (std::vector<QString>{QStringLiteral("comment: none → As it is printed"), QStringLiteral("not-null: false → true")}));
        film.project.setTables({FilmProject::actor()});
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const LedgerTimeline gone, film.doors.ask(ShowTimeline{.table = selector(QStringLiteral("film")), .after = moved.entries.back().sequence}, door)); // it is known still
        QVERIFY(!gone.entries.empty());
        QVERIFY(std::ranges::all_of(gone.entries, [](const TimelineEntry &entry) { return entry.change == LedgerChange::Gone; }));
        QVERIFY(std::ranges::find(gone.entries, FactKind::Table, &TimelineEntry::kind) != gone.entries.end());
        film.project.setTables({FilmProject::film(), FilmProject::actor()});
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        LAKEHOUSE_VALUE(const LedgerTimeline back, film.doors.ask(ShowTimeline{.table = selector(QStringLiteral("film")), .after = gone.entries.back().sequence}, door));
        QCOMPARE(back.entries.front().change, LedgerChange::Appeared);
    }

    void aTimelineIsReadByPage()
    {
        FilmProject film;
        QVERIFY(film.doors.ask(AnalyzeSource{}));
        std::vector<qint64> sequences;
        ShowTimeline request{.table = selector(QStringLiteral("film")), .limit = 3};
        for (int pages = 0; pages < 10; ++pages) {
            LAKEHOUSE_VALUE(const LedgerTimeline page, film.doors.ask(request));
            for (const TimelineEntry &entry : page.entries)
                sequences.push_back(entry.sequence);
            if (!page.next)
                break;
            request.after = *page.next;
        }
        QCOMPARE(sequences.size(), 8u);
        QVERIFY(std::ranges::is_sorted(sequences));
        QCOMPARE(film.doors.ask(ShowTimeline{.table = selector(QStringLiteral("flim"))}).error().code, ErrorCode::NotFound);
    }

    void theAuditNamesWhoWhenAndWhy_data() { LAKEHOUSE_BOTH_DOORS(); }
    void theAuditNamesWhoWhenAndWhy()
    {
        QFETCH(Door, door);
        ReviewedFilm film;
        LAKEHOUSE_VALUE(const LedgerAudit nothing, film.doors.ask(ShowAudit{}, door));
        QVERIFY(nothing.entries.empty());
        QVERIFY(film.decide(ReviewSubject::Pii, "public.film.title", "redact", person("berta")));
        QVERIFY(film.decideAllAsProposed());
        QVERIFY(film.sign({ReviewSubject::Pii}, person("carl")));
        const QString digest = film.standing(ReviewSubject::Pii).digest.toString();
        QVERIFY(film.revoke(ReviewSubject::Pii, person("dora")));
        LAKEHOUSE_VALUE(const LedgerAudit all, film.doors.ask(ShowAudit{}, door));
        QCOMPARE(all.entries.size(), 8u + 2u); // eight items, a sign-off, its revocation
        QCOMPARE(all.entries.front().who, person("berta").toString());
        QCOMPARE(all.entries.front().subject, QStringLiteral("public.film.title (pii)"));
        QCOMPARE(all.entries.front().what, QStringLiteral("redact"));
        QCOMPARE(all.entries.front().reason, std::optional(reason().toString()));
        const AuditEntry &signOff = all.entries[8], &revocation = all.entries[9];
        QCOMPARE(signOff.who, person("carl").toString());
        QCOMPARE(signOff.what, QStringLiteral("approve"));
        QCOMPARE(signOff.digest, std::optional(digest));
        QCOMPARE(revocation.what, QStringLiteral("revoke"));
        LAKEHOUSE_VALUE(const LedgerAudit actor, film.doors.ask(ShowAudit{.table = selector(QStringLiteral("actor"))}, door));
        QStringList subjects;
        for (const AuditEntry &entry : actor.entries)
            subjects += entry.subject;
        QCOMPARE(subjects, (QStringList{QStringLiteral("public.actor (scope)"), QStringLiteral("public.actor.name (pii)"), QStringLiteral("public.actor (identity)")}));
        LAKEHOUSE_VALUE(const LedgerAudit page, film.doors.ask(ShowAudit{.limit = 4}, door));
        QCOMPARE(page.entries.size(), 4u);
        LAKEHOUSE_VALUE(const LedgerAudit rest, film.doors.ask(ShowAudit{.after = *page.next}, door));
        QCOMPARE(rest.entries.size(), 6u);
    }

    void theAuditHasChangesAndApprovals()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ApproveExtraction{.expectedDigest = plan.digest, .reason = reason("read it")}));
        QVERIFY(film.doors.ask(RevokeExtraction{.expectedDigest = plan.digest, .reason = reason("too early")}));
        LAKEHOUSE_VALUE(const LedgerAudit audit, film.doors.ask(ShowAudit{}));
        QCOMPARE(audit.entries.size(), 2u);
        QCOMPARE(audit.entries[0].what, QStringLiteral("approve"));
        QCOMPARE(audit.entries[0].digest, std::optional(plan.digest.toString()));
        QCOMPARE(audit.entries[0].reason, std::optional(QStringLiteral("read it")));
        QCOMPARE(audit.entries[1].what, QStringLiteral("revoke"));
    }
};

QTEST_GUILESS_MAIN(AnalysisTest)
#include "analysis_test.moc"
