#include "component/usecases/film_project.h"

using namespace lakehouse;
using namespace lakehouse::api;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using base::ErrorCode;

class ExtractionTest : public QObject {
    Q_OBJECT

    static ChangeExtraction full(const PlanDigest &digest, const char *table = "film") { return {digest, selector(QString::fromUtf8(table)), PlanEdit::Full, reason()}; }

private Q_SLOTS:
    void plansEachTableWithItsReason_data() { LAKEHOUSE_BOTH_DOORS(); }
    void plansEachTableWithItsReason()
    {
        QFETCH(Door, door);
        FilmProject film;
        SourceTable secret = aTable("secret").withColumn(QStringLiteral("id"), QStringLiteral("integer")).unreadable();
        film.project.setTables({FilmProject::film(), FilmProject::actor(), secret});
        LAKEHOUSE_VALUE(const PlanSummary plan, film.doors.ask(MakePlan{}, door));
        QCOMPARE(plan.counts, (PlanCounts{.full = 1, .incremental = 1, .refused = 1}));
        QCOMPARE(plan.approval, ApprovalState::None);
        const PlanRow *row = rowOf(plan.tables, "film");
        QVERIFY(row);
        QCOMPARE(row->mode, LoadMode::Incremental);
        QCOMPARE(row->key, std::vector<QString>{QStringLiteral("film_id")});
        QCOMPARE(row->watermark, std::optional(QStringLiteral("last_update")));
        QCOMPARE(row->columns, 3);
        QCOMPARE(row->bronze, QStringLiteral("lake.bronze_public.film"));
        QCOMPARE(rowOf(plan.tables, "actor")->mode, LoadMode::Full);
        const PlanRow *refused = rowOf(plan.tables, "secret");
        QCOMPARE(refused->mode, LoadMode::Refused);
        QVERIFY(refused->why.toEnglish().contains(QStringLiteral("ekos"))); // the role that may not read it
        QVERIFY(refused->bronze.isEmpty());
        for (const PlanRow &each : plan.tables)
            QVERIFY(!each.why.isEmpty());
    }

    void theSameSourceGivesTheSamePlan()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary first, film.plan());
        const qint64 entries = film.entries();
        film.project.clock.advance(1'000'000);
        LAKEHOUSE_VALUE(const PlanSummary second, film.plan());
        QCOMPARE(second.digest, first.digest);
        QCOMPARE(film.entries(), entries); // no new fact either
    }

    void showsPagesOfOnePlan_data() { LAKEHOUSE_BOTH_DOORS(); }
    void showsPagesOfOnePlan()
    {
        QFETCH(Door, door);
        FilmProject film;
        std::vector<SourceTable> tables;
        for (const char *name : {"a", "b", "c", "d", "e"})
            tables.push_back(aTable(name).withColumn(QStringLiteral("id"), QStringLiteral("integer")));
        film.project.setTables(tables);
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        std::vector<PlanRow> rows;
        ShowExtraction request{.limit = 2};
        for (int pages = 0; pages < 10; ++pages) {
            LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(request, door));
            QCOMPARE(page.digest, plan.digest);
            QCOMPARE(page.counts, plan.counts);
            rows.insert(rows.end(), page.tables.begin(), page.tables.end());
            request.after = page.next;
            if (!page.next)
                break;
            QCOMPARE(page.tables.size(), 2u);
        }
        QCOMPARE(rows, plan.tables);
    }

    void aCursorOfAnotherPlanIsStale_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aCursorOfAnotherPlanIsStale()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.plan());
        LAKEHOUSE_VALUE(const ExtractionPage first, film.doors.ask(ShowExtraction{.limit = 1}, door));
        film.project.setTables({FilmProject::film().withColumn(QStringLiteral("rating"), QStringLiteral("text")), FilmProject::actor()});
        QVERIFY(film.plan());
        QCOMPARE(film.doors.ask(ShowExtraction{.after = first.next}, door).error().code, ErrorCode::Stale);
        QCOMPARE(film.doors.ask(ShowExtraction{.after = QStringLiteral("nonsense")}, door).error().code, ErrorCode::Stale);
    }

    void showsOneTableWithItsSql_data() { LAKEHOUSE_BOTH_DOORS(); }
    void showsOneTableWithItsSql()
    {
        QFETCH(Door, door);
        FilmProject film;
        QVERIFY(film.plan());
        LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(ShowExtraction{.table = selector(QStringLiteral("film"))}, door));
        QVERIFY(page.detail.has_value());
        QCOMPARE(page.detail->planned.decision.table, tableName("film"));
        QVERIFY(!page.detail->planned.reasons.empty());
        QStringList paths;
        for (const SqlText &sql : page.detail->sql)
            paths += sql.path;
        QVERIFY2(paths.contains(QStringLiteral("bronze/public/film/load_full.sql")), qPrintable(paths.join(QLatin1Char(' '))));
        QVERIFY(paths.contains(QStringLiteral("bronze/public/film/load_incremental.sql")));
        QVERIFY(paths.contains(QStringLiteral("bronze/public/film/reconcile/v1_source.sql")));
        QCOMPARE(film.doors.ask(ShowExtraction{.table = selector(QStringLiteral("nothing"))}, door).error().code, ErrorCode::NotFound);
    }

    void thereIsNothingToShowWithoutAPlan()
    {
        FilmProject film;
        const auto page = film.doors.ask(ShowExtraction{});
        QCOMPARE(page.error().code, ErrorCode::NotFound);
        QVERIFY(page.error().hint.toEnglish().contains(QStringLiteral("lakehouse plan")));
    }

    void namesAreData()
    {
        FilmProject film;
        const QString name = QStringLiteral("a b\"c.d$e\nЖ");
        SourceTable odd = SourceTableBuilder(QStringLiteral("Sales.EU"), name).withColumn(QStringLiteral("Id"), QStringLiteral("integer")).withColumn(QStringLiteral("select"), QStringLiteral("text"));
        film.project.setTables({odd});
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QCOMPARE(plan.tables.size(), 1u);
        QCOMPARE(plan.tables[0].table.table(), name);
        LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(ShowExtraction{.table = selector(plan.tables[0].table.toString())}, Door::Loopback));
        QCOMPARE(page.detail->planned.decision.table.table(), name);
        QVERIFY(film.generate());
    }

    void aChangeIsKeptWithWhoAndWhy_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aChangeIsKeptWithWhoAndWhy()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        LAKEHOUSE_VALUE(const ExtractionChanged changed, film.doors.ask(full(plan.digest), door, person("berta")));
        QVERIFY(changed.digest != plan.digest);
        QCOMPARE(changed.table.mode, LoadMode::Full);
        QVERIFY(changed.table.isChanged);
        LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(ShowExtraction{.table = selector(QStringLiteral("film"))}, door));
        QCOMPARE(page.digest, changed.digest);
        QVERIFY(page.detail->planned.change.has_value());
        QCOMPARE(page.detail->planned.change->reason, reason());
        QCOMPARE(page.detail->planned.change->actor, person("berta").toString());
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::PlanChange}, door));
        QCOMPARE(facts.entries.size(), 1u);
        QCOMPARE(facts.entries[0].subject, QStringLiteral("public.film"));
    }

    void aChangeIsAppliedToLaterPlansUntilItIsUndone()
    {
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        LAKEHOUSE_VALUE(const ExtractionChanged changed, film.doors.ask(full(plan.digest)));
        LAKEHOUSE_VALUE(const PlanSummary later, film.plan());
        QCOMPARE(rowOf(later.tables, "film")->mode, LoadMode::Full);
        LAKEHOUSE_VALUE(const ExtractionChanged undone, film.doors.ask(ChangeExtraction{changed.digest, selector(QStringLiteral("film")), PlanEdit::Undo, FilmProject::noReason()}));
        QCOMPARE(undone.digest, plan.digest);
        QCOMPARE(undone.table.mode, LoadMode::Incremental);
        QVERIFY(!undone.table.isChanged);
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::PlanChange}));
        QCOMPARE(facts.entries.size(), 2u); // the undo is recorded too
    }

    void aChangeNeedsThePlanThatWasRead_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aChangeNeedsThePlanThatWasRead()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(full(plan.digest), door));
        const auto stale = film.doors.ask(full(plan.digest, "actor"), door);
        QCOMPARE(stale.error().code, ErrorCode::Stale);
        QVERIFY(stale.error().message.toEnglish().contains(plan.digest.toShortString()));
        QVERIFY(stale.error().hint.toEnglish().contains(QStringLiteral("extraction show")));
    }

    void aReasonMayBeCompulsory_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aReasonMayBeCompulsory()
    {
        QFETCH(Door, door);
        FilmProject film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nrequire-reason = true"));
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        ChangeExtraction without = full(plan.digest);
        without.reason = FilmProject::noReason();
        const qint64 entries = film.entries();
        QCOMPARE(film.doors.ask(without, door).error().code, ErrorCode::NeedsReason);
        QCOMPARE(film.doors.ask(ApproveExtraction{plan.digest, FilmProject::noReason()}, door).error().code, ErrorCode::NeedsReason);
        QCOMPARE(film.entries(), entries);
        QVERIFY(film.doors.ask(full(plan.digest), door));
    }

    void incrementalAgainstTheFactsAlwaysNeedsAReason()
    {
        FilmProject film;
        SourceTable rental = aTable("rental").withColumn(QStringLiteral("id"), QStringLiteral("integer")).withColumn(QStringLiteral("changed"), QStringLiteral("timestamp with time zone"))
            .withPrimaryKey({QStringLiteral("id")});
        film.project.setTables({rental, FilmProject::actor()});
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QCOMPARE(rowOf(plan.tables, "rental")->mode, LoadMode::Full); // no trigger proves it
        ChangeExtraction change{plan.digest, selector(QStringLiteral("rental")), PlanEdit::Incremental, FilmProject::noReason()};
        QCOMPARE(film.doors.ask(change).error().code, ErrorCode::NeedsReason);
        change.reason = reason("the raw update is an upgrade script");
        LAKEHOUSE_VALUE(const ExtractionChanged changed, film.doors.ask(change));
        QCOMPARE(changed.table.mode, LoadMode::Incremental);
        QCOMPARE(changed.table.watermark, std::optional(QStringLiteral("changed")));
        // Nothing tells when a row of actor changed.
        const auto refused = film.doors.ask(ChangeExtraction{changed.digest, selector(QStringLiteral("actor")), PlanEdit::Incremental, reason()});
        QCOMPARE(refused.error().code, ErrorCode::RefusedByRule);
        QCOMPARE(refused.error().subject, QStringLiteral("public.actor"));
    }

    void aChangeThatNoLongerFitsIsStaleAndNotApplied()
    {
        FilmProject film;
        SourceTable rental = aTable("rental").withColumn(QStringLiteral("id"), QStringLiteral("integer")).withColumn(QStringLiteral("changed"), QStringLiteral("timestamp with time zone"))
            .withPrimaryKey({QStringLiteral("id")});
        film.project.setTables({rental});
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QVERIFY(film.doors.ask(ChangeExtraction{plan.digest, selector(QStringLiteral("rental")), PlanEdit::Incremental, reason()}));
        film.project.setTables({SourceTable(aTable("rental").withColumn(QStringLiteral("id"), QStringLiteral("integer")).withColumn(QStringLiteral("changed"), QStringLiteral("timestamp with time zone")))});
        LAKEHOUSE_VALUE(const PlanSummary later, film.plan()); // its key is gone
        const PlanRow *row = rowOf(later.tables, "rental");
        QCOMPARE(row->mode, LoadMode::Full);
        QVERIFY(row->isChangeStale);
        QVERIFY(!row->isChanged);
    }

    /// A table with a number of more digits than bronze holds, and one of which the role sees a part.
    static void setUndecidedTables(FilmProject &film)
    {
        SourceTable ledger = aTable("ledger").withColumn(QStringLiteral("id"), QStringLiteral("integer")).withColumn(QStringLiteral("total"), QStringLiteral("numeric(10,2)")).withPrimaryKey({QStringLiteral("id")});
        SourceTable tenant = aTable("tenant").withColumn(QStringLiteral("id"), QStringLiteral("integer")).withPrimaryKey({QStringLiteral("id")});
        tenant.hasRowSecurity = tenant.isFilteredByRowSecurity = true;
        film.project.setTables({ledger, tenant});
        SourceType &total = film.source("ledger").columns[1].type;
        total.declared = QStringLiteral("numeric(40,2)");
        total.precision = 40;
    }
    static const PlannedColumn &columnOf(const ExtractionPage &page, const char *name)
    {
        return *std::ranges::find(page.detail->planned.decision.columns, QString::fromUtf8(name), &PlannedColumn::name);
    }

    void aPersonDecidesWhatBecomesOfValues_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aPersonDecidesWhatBecomesOfValues()
    {
        QFETCH(Door, door);
        FilmProject film;
        setUndecidedTables(film);
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QCOMPARE(rowOf(plan.tables, "ledger")->refusedColumns, 1);
        ChangeExtraction change{plan.digest, selector(QStringLiteral("ledger")), PlanEdit::Null, FilmProject::noReason(), QStringLiteral("TOTAL")};
        QCOMPARE(film.doors.ask(change, door).error().code, ErrorCode::NeedsReason); // what is lost is lost for a reason
        change.reason = reason("nobody owes so much");
        LAKEHOUSE_VALUE(const ExtractionChanged changed, film.doors.ask(change, door, person("berta")));
        QVERIFY(changed.digest != plan.digest);
        QCOMPARE(changed.table.refusedColumns, 0);
        QCOMPARE(changed.table.decisions, 1);
        QVERIFY(!changed.table.isChanged); // its mode is as the facts say
        LAKEHOUSE_VALUE(const ExtractionPage page, film.doors.ask(ShowExtraction{.table = selector(QStringLiteral("ledger"))}, door));
        QCOMPARE(columnOf(page, "total").bronzeType, QStringLiteral("decimal(38,2)"));
        QCOMPARE(page.detail->planned.decisions.front().change.actor, person("berta").toString());
        QVERIFY(std::ranges::any_of(page.detail->sql, [](const SqlText &sql) { return sql.path.endsWith(QLatin1String("load_full.sql")) && sql.text.contains(QLatin1String("CASE WHEN abs(")); }));
        QVERIFY(std::ranges::any_of(page.detail->sql, [](const SqlText &sql) { return sql.path.contains(QLatin1String("reconcile/")) && sql.text.contains(QLatin1String("CASE WHEN abs(")); }));

        // The newest counts, and keeps what the source holds without a reason.
        LAKEHOUSE_VALUE(const ExtractionChanged asText, film.doors.ask(ChangeExtraction{changed.digest, selector(QStringLiteral("ledger")), PlanEdit::Text, FilmProject::noReason(), QStringLiteral("total")}, door));
        LAKEHOUSE_VALUE(const ExtractionPage text, film.doors.ask(ShowExtraction{.table = selector(QStringLiteral("ledger"))}, door));
        QCOMPARE(columnOf(text, "total").bronzeType, QStringLiteral("varchar"));
        LAKEHOUSE_VALUE(const PlanSummary later, film.plan());
        QCOMPARE(later.digest, asText.digest);
        LAKEHOUSE_VALUE(const ExtractionChanged undone, film.doors.ask(ChangeExtraction{later.digest, selector(QStringLiteral("ledger")), PlanEdit::Undo, FilmProject::noReason(), QStringLiteral("total")}, door));
        QCOMPARE(undone.digest, plan.digest);
        QCOMPARE(undone.table.decisions, 0);
        LAKEHOUSE_VALUE(const LedgerPage facts, film.doors.ask(ShowLedger{.kind = FactKind::PlanChange}, door));
        QCOMPARE(facts.entries.size(), 3u);
        QCOMPARE(facts.entries[0].subject, QStringLiteral("public.ledger.total"));
        const auto unknown = film.doors.ask(ChangeExtraction{undone.digest, selector(QStringLiteral("ledger")), PlanEdit::Text, reason(), QStringLiteral("nothing")}, door);
        QCOMPARE(unknown.error().code, ErrorCode::NotFound);
        const auto needless = film.doors.ask(ChangeExtraction{undone.digest, selector(QStringLiteral("ledger")), PlanEdit::Text, reason(), QStringLiteral("id")}, door);
        QCOMPARE(needless.error().code, ErrorCode::RefusedByRule);
    }

    void aPersonAcceptsRowSecurity_data() { LAKEHOUSE_BOTH_DOORS(); }
    void aPersonAcceptsRowSecurity()
    {
        QFETCH(Door, door);
        FilmProject film;
        setUndecidedTables(film);
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        QCOMPARE(rowOf(plan.tables, "tenant")->mode, LoadMode::Refused);
        ChangeExtraction accept{plan.digest, selector(QStringLiteral("tenant")), PlanEdit::AcceptRowSecurity, FilmProject::noReason()};
        QCOMPARE(film.doors.ask(accept, door).error().code, ErrorCode::NeedsReason);
        accept.reason = reason("one tenant is all we report on");
        LAKEHOUSE_VALUE(const ExtractionChanged accepted, film.doors.ask(accept, door));
        QCOMPARE(accepted.table.mode, LoadMode::Full);
        QCOMPARE(accepted.table.decisions, 1);
        // A change of the mode leaves it in force; undoing takes back both.
        LAKEHOUSE_VALUE(const ExtractionChanged inFull, film.doors.ask(full(accepted.digest, "tenant"), door));
        QCOMPARE(inFull.table.mode, LoadMode::Full);
        QVERIFY(inFull.table.isChanged && inFull.table.decisions == 1);
        LAKEHOUSE_VALUE(const ExtractionChanged undone, film.doors.ask(ChangeExtraction{inFull.digest, selector(QStringLiteral("tenant")), PlanEdit::Undo, FilmProject::noReason()}, door));
        QCOMPARE(undone.digest, plan.digest);
        accept.expectedDigest = undone.digest;
        LAKEHOUSE_VALUE(const ExtractionChanged again, film.doors.ask(accept, door));
        QCOMPARE(again.digest, accepted.digest);
        film.source("tenant").isFilteredByRowSecurity = false;
        LAKEHOUSE_VALUE(const PlanSummary later, film.plan());
        QCOMPARE(rowOf(later.tables, "tenant")->staleDecisions, 1);
        QVERIFY(later.digest != again.digest); // all rows are another load than a part of them
    }

    void aDecisionCountsForFourEyes()
    {
        FilmProject film;
        film.project.writeSettings(QStringLiteral("[extensions.lakehouse.approval]\nfour-eyes = true"));
        setUndecidedTables(film);
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        LAKEHOUSE_VALUE(const ExtractionChanged changed, film.doors.ask(ChangeExtraction{plan.digest, selector(QStringLiteral("ledger")), PlanEdit::Text, reason(), QStringLiteral("total")}, Door::InProcess, person("berta")));
        LAKEHOUSE_VALUE(const ExtractionChanged accepted, film.doors.ask(ChangeExtraction{changed.digest, selector(QStringLiteral("tenant")), PlanEdit::AcceptRowSecurity, reason()}, Door::InProcess, person("anna")));
        for (const char *decided : {"berta", "anna"})
            QCOMPARE(film.doors.ask(ApproveExtraction{accepted.digest, reason()}, Door::InProcess, person(decided)).error().code, ErrorCode::RefusedByRule);
        QVERIFY(film.doors.ask(ApproveExtraction{accepted.digest, reason()}, Door::InProcess, person("carla")));
    }

    void aRenamedLabelAsksForAReloadUntilThereIsOne()
    {
        FilmProject film;
        const auto setLabels = [&](const std::vector<QString> &labels) {
            film.source("film").columns[1].type = {.declared = QStringLiteral("public.mood"), .schema = QStringLiteral("public"), .name = QStringLiteral("mood"), .kind = TypeKind::Enum, .enumLabels = labels};
            film.project.source.catalog.enums = {{.schema = QStringLiteral("public"), .name = QStringLiteral("mood"), .labels = labels}};
            film.project.clock.advance(3'600'000'000);
        };
        const auto warnings = [&] {
            const auto page = film.doors.ask(ShowExtraction{.table = selector(QStringLiteral("film"))});
            QString words;
            for (const PlanWarning &warning : page.value().detail->planned.warnings)
                words += warning.toEnglish();
            return words;
        };
        setLabels({QStringLiteral("sad"), QStringLiteral("ok")});
        LAKEHOUSE_VALUE(const PlanSummary before, film.plan());
        QCOMPARE(rowOf(before.tables, "film")->mode, LoadMode::Incremental);
        QVERIFY(!warnings().contains(QStringLiteral("lakehouse reload")));
        QVERIFY(film.generate());
        QVERIFY(film.load("film"));
        setLabels({QStringLiteral("sad"), QStringLiteral("fine")});
        LAKEHOUSE_VALUE(const PlanSummary renamed, film.plan());
        QCOMPARE(renamed.digest, before.digest);
        QVERIFY2(warnings().contains(QStringLiteral("\"ok\" of \"title\" is called \"fine\" now")), qPrintable(warnings()));
        film.project.clock.advance(3'600'000'000);
        QVERIFY(film.load("film")); // brings what was updated, and that is nothing
        QVERIFY(film.plan());
        QVERIFY(warnings().contains(QStringLiteral("lakehouse reload --table public.film")));
        QVERIFY(film.doors.ask(LoadTable{.table = selector(QStringLiteral("film")), .reload = true, .reason = FilmProject::noReason()}));
        QVERIFY(film.plan());
        QVERIFY2(!warnings().contains(QStringLiteral("lakehouse reload")), qPrintable(warnings()));
    }

    void differenceNamesTableAndField_data() { LAKEHOUSE_BOTH_DOORS(); }
    void differenceNamesTableAndField()
    {
        QFETCH(Door, door);
        FilmProject film;
        LAKEHOUSE_VALUE(const PlanSummary plan, film.plan());
        LAKEHOUSE_VALUE(const ExtractionDifference all, film.doors.ask(CompareExtraction{}, door));
        QVERIFY(!all.approved);
        QCOMPARE(all.tables.size(), 2u);
        QVERIFY(film.doors.ask(ApproveExtraction{plan.digest, reason()}, door));
        LAKEHOUSE_VALUE(const ExtractionDifference none, film.doors.ask(CompareExtraction{}, door));
        QVERIFY(none.tables.empty());
        QCOMPARE(CompareExtraction::operation.verdict(&none), Verdict::Fine);
        film.project.setTables({FilmProject::film().withColumn(QStringLiteral("rating"), QStringLiteral("text")), FilmProject::actor()});
        LAKEHOUSE_VALUE(const ExtractionDifference moved, film.doors.ask(CompareExtraction{}, door));
        QCOMPARE(moved.approved, std::optional(plan.digest));
        QVERIFY(moved.proposed != plan.digest);
        QCOMPARE(moved.tables.size(), 1u);
        QCOMPARE(moved.tables[0].table, tableName("film"));
        QCOMPARE(moved.tables[0].move, TableMove::Changed);
        QVERIFY(std::ranges::any_of(moved.tables[0].fields, [](const FieldDifference &field) { return field.field.contains(QStringLiteral("rating")); }));
        QCOMPARE(CompareExtraction::operation.verdict(&moved), Verdict::Found);
    }
};

QTEST_GUILESS_MAIN(ExtractionTest)
#include "extraction_test.moc"
