#include "planned_tables.h"

#include "describe/canonical_json.h"
#include "rules/planning/plan_diff.h"
#include "rules/planning/setting_names.h"

#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>

using namespace lakehouse;
using namespace lakehouse::test;
using model::LoadMode;
using model::PlanEdit;
using model::PlannedTable;

class ExtractionPlannerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void golden_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name : planCaseNames())
            QTest::newRow(qPrintable(name)) << name;
    }
    void golden()
    {
        QFETCH(QString, name);
        const QByteArray plan = QJsonDocument::fromJson(describe::canonicalJson(readPlanCase(name).plan().tables)).toJson();
        const QString path = planCaseFile(name, QStringLiteral("expected.json"));
        if (updatesGoldenFiles()) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(plan);
        }
        QCOMPARE(QString::fromUtf8(plan), QString::fromUtf8(readFile(path)));
    }

    void everyTableIsAccountedFor_data() { golden_data(); }
    void everyTableIsAccountedFor()
    {
        QFETCH(QString, name);
        const PlanCase given = readPlanCase(name);
        const model::ExtractionPlan plan = given.plan();
        QCOMPARE(plan.tables.size(), given.catalog.tables.size());
        for (const model::SourceTable &table : given.catalog.tables) {
            const PlannedTable *found = plan.find(table.name);
            QVERIFY2(found, qPrintable(table.name.toString()));
            const bool isRefused = found->decision.mode == LoadMode::Refused;
            QCOMPARE(isRefused, std::ranges::any_of(found->refusals, [](const model::Refusal &refusal) { return !refusal.column; }));
            QVERIFY(isRefused || found->decision.columns.size() == table.columns.size());
            for (const model::Refusal &refusal : found->refusals) {
                QVERIFY(!refusal.reason.isEmpty() && !refusal.remedy.isEmpty());
                QVERIFY(!refusal.column || isRefused || column(*found, qPrintable(*refusal.column)).fidelity == model::Fidelity::Refused);
            }
            for (const model::PlannedColumn &landed : found->decision.columns) // nothing without a type but what is refused
                QCOMPARE(landed.bronzeType.isEmpty(), landed.fidelity == model::Fidelity::Refused);
        }
    }

    void orderOfTheInputDoesNotMatter_data() { golden_data(); }
    void orderOfTheInputDoesNotMatter()
    {
        QFETCH(QString, name);
        PlanCase given = readPlanCase(name);
        model::ExtractionPlan before = given.plan();
        QCOMPARE(describe::canonicalJson(given.plan()), describe::canonicalJson(before));
        std::ranges::reverse(given.catalog.tables);
        std::ranges::reverse(given.measures);
        for (model::SourceTable &table : given.catalog.tables) {
            std::ranges::reverse(table.triggers);
            std::ranges::reverse(table.keys);
        }
        if (given.exposed)
            std::ranges::reverse(*given.exposed);
        model::ExtractionPlan after = given.plan();
        after.catalogDigest = before.catalogDigest;
        QCOMPARE(describe::canonicalJson(after), describe::canonicalJson(before));
    }

    void whatDoesNotDecideStaysOutOfTheDigest_data() { golden_data(); }
    void whatDoesNotDecideStaysOutOfTheDigest()
    {
        QFETCH(QString, name);
        PlanCase given = readPlanCase(name);
        const model::PlanDigest before = given.plan().digest();
        for (model::SourceTable &table : given.catalog.tables) {
            table.estimatedRows += 1000;
            table.bytes += 1000;
            table.comment = QStringLiteral("changed");
            for (model::SourceColumn &changed : table.columns)
                changed.comment = QStringLiteral("changed");
        }
        given.catalog.readAtUtc = base::UtcTime::parse(QStringLiteral("2030-01-01T00:00:00Z")).value();
        QCOMPARE(given.plan().digest(), before);
        given.catalog.tables.back().kind = model::TableKind::View;
        QVERIFY(given.plan().digest() != before);
    }

    void sampleDatabase_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("mode"); // the watermark, "full", or "refused"
        const auto row = [](const char *table, const char *mode) { QTest::newRow(table) << QString::fromUtf8(table) << QString::fromUtf8(mode); };
        for (const char *table : {"address", "customer", "damage_report", "employee", "film", "film_cast", "film_copy", "payment", "performer", "rental", "rental_line", "store"})
            row(qPrintable(QStringLiteral("public.") + QLatin1String(table)), "last_update");
        for (const char *table : {"public.film_category", "public.film_review", "public.reservation", "public.supplier", "public.tariff", "public.store_hours", "public.web_event",
                                  "reference.calendar_day", "reference.city", "reference.currency"})
            row(table, "full");
        row("reference.country", "last_update");
        row("reference.language", "last_update");
        for (const char *table : {"public.active_customer", "public.film_catalogue", "public.open_rental", "public.revenue_by_category_month"})
            row(table, "refused");
    }
    void sampleDatabase()
    {
        QFETCH(QString, table);
        QFETCH(QString, mode);
        const PlannedTable found = planned(readPlanCase(QStringLiteral("film_rental")).plan(), qPrintable(table));
        const model::TableDecision &decision = found.decision;
        QCOMPARE(decision.mode == LoadMode::Incremental ? decision.watermark->column : decision.mode == LoadMode::Full ? QStringLiteral("full") : QStringLiteral("refused"), mode);
        QVERIFY(decision.mode == LoadMode::Refused || reasonOf(found, "mode").startsWith(QStringLiteral("Loads ")));
    }

    void refusedTables_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("reason"); // a part; empty: it loads
        const auto row = [](const char *table, const char *reason) { QTest::newRow(table) << QString::fromUtf8(table) << QString::fromUtf8(reason); };
        row("edge.a_view", "a view is derived");
        row("edge.filled", "a materialized view is derived");
        row("edge.never_filled", "never filled");
        row("edge.elsewhere", "belong to another server");
        row("edge.secret", "The role reader may not read it");
        row("edge.filtered", "Row security hides rows from the role reader");
        row("edge.no_columns", "no columns");
        row("edge.\"Invoice\"", "also be that of edge.invoice");
        row("edge.invoice", "also be that of edge.\"Invoice\"");
        row("edge.part$list", "also be that of edge.partlist");
        row("edge.partlist", "also be that of edge.part$list");
        row("edge.twice_key", "Column \"Code\" of its primary key cannot be loaded");
        row("edge.refused_key", "Column no of its primary key cannot be loaded");
        row("edge.\"Delivery Note\"", "");
        row("edge.half_secret", "");
        row("edge.twice", "");
        row("edge.refused_values", "");
        row("edge.scratch", "");
    }
    void refusedTables()
    {
        QFETCH(QString, table);
        QFETCH(QString, reason);
        const PlannedTable found = planned(readPlanCase(QStringLiteral("edge_tables")).plan(), qPrintable(table));
        QCOMPARE(found.decision.mode == LoadMode::Refused, !reason.isEmpty());
        QVERIFY2(refusalOf(found).contains(reason), qPrintable(refusalOf(found)));
    }

    void refusedColumns_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("reason"); // a part; empty: it loads
        const auto row = [](const char *table, const char *name, const char *reason) {
            QTest::addRow("%s.%s", table, name) << QString::fromUtf8(table) << QString::fromUtf8(name) << QString::fromUtf8(reason);
        };
        row("edge.half_secret", "pin", "The role reader may not read it");
        row("edge.half_secret", "no", "");
        row("edge.twice", "Code", "the names Code, code are one");
        row("edge.twice", "code", "the names Code, code are one");
        row("edge.twice", "amount", "");
        row("edge.reserved", "_ekos_run_id", "Names that begin with _ekos_");
        row("edge.measured", "big", "A decimal holds 38 digits");
        row("edge.measured", "rate", "");
        row("edge.refused_values", "rate", "1 value cannot stand in a decimal: 1 NaN.");
        row("edge.refused_values", "odd", "1 value cannot stand in a decimal: 1 NaN.");
        row("edge.refused_values", "long", "up to 21 digits before and 30 after the point");
        row("edge.refused_values", "seen", "1 value cannot stand in Iceberg: 1 before the year 1 or after the year 9999.");
        row("edge.refused_values", "day", "1 value cannot stand in Iceberg: 1 before the year 1 or after the year 9999.");
        row("edge.refused_values", "at", "1 value is 24:00:00");
        row("edge.refused_values", "tags", "2 values are arrays with more than one dimension");
        row("edge.refused_values", "proc", "search_path");
    }
    void refusedColumns()
    {
        QFETCH(QString, table);
        QFETCH(QString, name);
        QFETCH(QString, reason);
        const PlannedTable found = planned(readPlanCase(QStringLiteral("edge_tables")).plan(), qPrintable(table));
        QCOMPARE(column(found, qPrintable(name)).fidelity == model::Fidelity::Refused, !reason.isEmpty());
        QVERIFY2(refusalOf(found, qPrintable(name)).contains(reason), qPrintable(refusalOf(found, qPrintable(name))));
    }

    void keys_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QStringList>("key");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *table, const QStringList &key, const char *reason) { QTest::newRow(table) << QString::fromUtf8(table) << key << QString::fromUtf8(reason); };
        row("edge.no_key", {}, "no primary key and no unique key");
        row("edge.key_nullable", {}, "allows NULL in \"a\"");
        row("edge.key_not_distinct", {}, "allows NULL in \"a\"");
        row("edge.key_partial", {}, "for a part of the rows only");
        row("edge.key_expression", {}, "over an expression");
        row("edge.key_interval", {}, "\"a\" of type interval");
        row("edge.key_float", {}, "\"a\" of type double precision");
        row("edge.key_unique", {QStringLiteral("c")}, "unique key without NULL (c)");
        row("edge.parts", {QStringLiteral("no"), QStringLiteral("day")}, "primary key (no, day)");
        row("edge.parent", {}, "do not hold for the rows of edge.child");
    }
    void keys()
    {
        QFETCH(QString, table);
        QFETCH(QStringList, key);
        QFETCH(QString, reason);
        const PlannedTable found = planned(readPlanCase(QStringLiteral("edge_tables")).plan(), qPrintable(table));
        QCOMPARE(QStringList(found.decision.key.begin(), found.decision.key.end()), key);
        QVERIFY2(reasonOf(found, "key").contains(reason), qPrintable(reasonOf(found, "key")));
    }

    void places()
    {
        const model::ExtractionPlan plan = readPlanCase(QStringLiteral("edge_tables")).plan();
        const model::TablePlaces note = planned(plan, "edge.\"Delivery Note\"").decision.places;
        QCOMPARE(note.trinoTable, QStringLiteral("delivery note"));
        QVERIFY(note.bronzeTable.startsWith(QStringLiteral("delivery_note_")) && note.bronzeTable.size() == 22);
        QCOMPARE(note.fileSlug, QStringLiteral("edge/Delivery%20Note"));
        QCOMPARE(planned(plan, "edge.part$list").decision.places.bronzeTable, QStringLiteral("partlist"));
        QCOMPARE(planned(plan, "edge.part$list").decision.places.fileSlug, QStringLiteral("edge/part%24list"));
        const QString upper = planned(plan, "edge.\"Invoice\"").decision.places.fileSlug;
        const QString lower = planned(plan, "edge.invoice").decision.places.fileSlug;
        QVERIFY(upper.toLower() != lower.toLower()); // two folders on every file system
        QCOMPARE(planned(plan, "edge.measured").decision.places.bronzeSchema, QStringLiteral("bronze_edge"));
        QVERIFY(planned(plan, "edge.snapshots").warnings.size() == 2);
    }

    void longNamesAreShortenedForGood()
    {
        PlanCase given = readPlanCase(QStringLiteral("changes"));
        const QString longest(100, QLatin1Char('n'));
        source(given, "edge.no_key").name = model::TableName::create(QStringLiteral("edge"), longest).value();
        source(given, "edge.one_proved").name = model::TableName::create(QStringLiteral("edge"), longest + QLatin1Char('x')).value();
        const model::ExtractionPlan plan = given.plan();
        const QString first = plan.find(model::TableName::create(QStringLiteral("edge"), longest).value())->decision.places.bronzeTable;
        const QString second = plan.find(model::TableName::create(QStringLiteral("edge"), longest + QLatin1Char('x')).value())->decision.places.bronzeTable;
        QCOMPARE(first.size(), 63);
        QCOMPARE(second.size(), 63);
        QVERIFY(first != second);
    }

    void whatReadsThroughTheQueryFunction()
    {
        const model::ExtractionPlan plan = readPlanCase(QStringLiteral("edge_tables")).plan();
        const PlannedTable upper = planned(plan, "edge.\"Delivery Note\"");
        for (const model::PlannedColumn &read : upper.decision.columns)
            QVERIFY(read.sourceExpression);
        QCOMPARE(column(upper, "a\"b").sourceExpression, QStringLiteral("\"a\"\"b\""));
        QVERIFY(reasonOf(upper, "reading").contains(QStringLiteral("folds names")));
        QVERIFY(planned(plan, "edge.twice").decision.columns.back().sourceExpression); // the connector fails on such a table
        QVERIFY(!planned(plan, "edge.key_unique").decision.columns.front().sourceExpression);
        QCOMPARE(column(planned(plan, "edge.measured"), "tens").sourceExpression, QStringLiteral("\"tens\"::numeric(7,0)"));
    }

    void whatTheCatalogHides()
    {
        PlanCase given = readPlanCase(QStringLiteral("film_rental"));
        const auto exposed = [&](const char *table) -> model::ExposedTable & { return *std::ranges::find(*given.exposed, QString::fromUtf8(table), &model::ExposedTable::table); };
        std::erase_if(exposed("film").columns, [](const model::ExposedColumn &hidden) { return hidden.name == QLatin1String("search_words"); });
        std::erase_if(exposed("customer").columns, [](const model::ExposedColumn &hidden) { return hidden.name == QLatin1String("interests"); });
        std::erase_if(*given.exposed, [](const model::ExposedTable &hidden) { return hidden.table == QLatin1String("store"); });
        std::ranges::find(exposed("address").columns, QStringLiteral("latitude"), &model::ExposedColumn::name)->type = QStringLiteral("number");
        const model::ExtractionPlan plan = given.plan();
        const PlannedTable film = planned(plan, "public.film");
        QCOMPARE(film.decision.mode, LoadMode::Refused);
        QVERIFY(refusalOf(film).contains(QStringLiteral("does not show its column search_words of type tsvector")));
        QVERIFY(film.refusals.front().remedy.toEnglish().contains(QStringLiteral("unsupported-type-handling=CONVERT_TO_VARCHAR")));
        QVERIFY(planned(plan, "public.customer").refusals.front().remedy.toEnglish().contains(QStringLiteral("postgresql.array-mapping=AS_ARRAY")));
        QVERIFY(refusalOf(planned(plan, "public.store")).contains(QStringLiteral("does not show the table")));
        const PlannedTable address = planned(plan, "public.address"); // another type than expected: the source itself casts
        QCOMPARE(address.decision.mode, LoadMode::Incremental);
        QVERIFY(column(address, "latitude").sourceExpression && reasonOf(address, "reading").contains(QStringLiteral("latitude")));
    }

    void changesOfPeople()
    {
        const model::ExtractionPlan plan = readPlanCase(QStringLiteral("changes")).plan();
        const auto mode = [&](const char *table) { return planned(plan, table).decision.mode; };
        QCOMPARE(mode("edge.one_proved"), LoadMode::Full); // the newest counts
        QCOMPARE(planned(plan, "edge.one_proved").change->edit, PlanEdit::Full);
        QCOMPARE(mode("edge.half_proved"), LoadMode::Incremental);
        QCOMPARE(planned(plan, "edge.half_proved").decision.watermark->proof, model::WatermarkProof::Person);
        QCOMPARE(planned(plan, "edge.half_proved").decision.watermark->column, QStringLiteral("a"));
        QCOMPARE(mode("edge.key_unique"), LoadMode::Incremental);
        QCOMPARE(planned(plan, "edge.key_unique").decision.watermark->column, QStringLiteral("changed")); // application-watermark, in any case
        QCOMPARE(mode("edge.proved_no_key"), LoadMode::Full);
        QVERIFY(planned(plan, "edge.proved_no_key").isChangeStale);
        QVERIFY(planned(plan, "edge.secret").isChangeStale);
        QVERIFY(!planned(plan, "edge.no_key").isChangeStale);
        QVERIFY(!planned(plan, "edge.two_proved").change); // undone
    }

    void whatIsSignedOutIsNotPlanned()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        const std::size_t all = given.plan().tables.size();
        given.review.outOfScope = {name("edge.one_proved")};
        const model::ExtractionPlan plan = given.plan();
        QCOMPARE(plan.tables.size(), all - 1);
        QVERIFY(!plan.find(name("edge.one_proved")));
        QVERIFY(plan.digest() != readPlanCase(QStringLiteral("edge_tables")).plan().digest());
    }

    void columnsAreMasked_data()
    {
        QTest::addColumn<QString>("setting"); // of ekos.toml; empty: none
        QTest::addColumn<QString>("mode");
        QTest::addColumn<bool>("isSigned");
        QTest::addColumn<QString>("mask");
        QTest::newRow("nobody") << "" << "" << false << "";
        QTest::newRow("signed") << "" << "" << true << "redact";
        QTest::newRow("ekos.toml alone") << "edge.one_proved.a" << "hmac" << false << "hash";
        QTest::newRow("ekos.toml wins") << "edge.one_proved.a" << "hmac" << true << "hash";
        QTest::newRow("without its schema") << "one_proved.a" << "null" << false << "redact";
        QTest::newRow("quoted") << "\"edge\".\"one_proved\".\"a\"" << "null" << false << "redact";
    }
    void columnsAreMasked()
    {
        QFETCH(QString, setting);
        QFETCH(QString, mode);
        QFETCH(bool, isSigned);
        QFETCH(QString, mask);
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        given.settings.pii.clear();
        if (!setting.isEmpty())
            given.settings.pii = {{setting, mode}};
        if (isSigned)
            given.review.masks = {{name("edge.one_proved"), QStringLiteral("a"), model::Mask::Redact}};
        const std::optional<model::Mask> found = column(planned(given.plan(), "edge.one_proved"), "a").mask;
        QCOMPARE(!found ? QString() : *found == model::Mask::Hash ? QStringLiteral("hash") : QStringLiteral("redact"), mask);
        for (const model::PlanWarning &warning : rules::settingWarnings(given.settings, given.catalog))
            QVERIFY2(!warning.toEnglish().contains(QStringLiteral("no column")) && !warning.toEnglish().contains(QStringLiteral("is not a column")), qPrintable(warning.toEnglish()));
    }

    void aMaskThatNamesNothingIsSaid_data()
    {
        QTest::addColumn<QString>("setting");
        for (const char *setting : {"edge.one_proved.nothing", "edge.nothing.a", "a", "edge.one_proved.ti\"tle", "w.x.y.z", ""})
            QTest::newRow(setting) << QString::fromUtf8(setting);
    }
    void aMaskThatNamesNothingIsSaid()
    {
        QFETCH(QString, setting);
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        given.settings.pii.clear();
        const std::size_t before = rules::settingWarnings(given.settings, given.catalog).size();
        given.settings.pii = {{setting, QStringLiteral("null")}};
        QCOMPARE(rules::settingWarnings(given.settings, given.catalog).size(), before + 2); // that it names nothing, and what masks are about
    }

    void aSignedKeyCounts_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("column");
        QTest::addColumn<bool>("counts");
        QTest::newRow("no key") << "edge.no_key" << "a" << true;
        QTest::newRow("a key that lets NULL repeat") << "edge.key_nullable" << "a" << true;
        QTest::newRow("rows of others show in it") << "edge.parent" << "" << true;
        QTest::newRow("equal values are not the same everywhere") << "edge.key_float" << "a" << false;
        QTest::newRow("no such column") << "edge.no_key" << "gone" << false;
    }
    void aSignedKeyCounts()
    {
        QFETCH(QString, table);
        QFETCH(QString, column);
        QFETCH(bool, counts);
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        if (column.isEmpty())
            column = source(given, qPrintable(table)).columns.front().name;
        given.review.keys = {{name(qPrintable(table)), {column}}};
        const PlannedTable found = planned(given.plan(), qPrintable(table));
        QCOMPARE(found.decision.key, counts ? std::vector<QString>{column} : std::vector<QString>());
        QCOMPARE(reasonOf(found, "key").contains(QStringLiteral("a person signed")), counts);
    }

    void theApplicationsWatermarkNeedsCodeThatSetsIt_data()
    {
        QTest::addColumn<int>("found");
        QTest::addColumn<int>("isDecided"); // -1: nobody did
        QTest::addColumn<bool>("counts");
        using enum model::UpdateClass;
        QTest::newRow("the layer sets it") << int(PoOnly) << -1 << true;
        QTest::newRow("every statement sets it") << int(RawSqlSetsUpdated) << -1 << true;
        QTest::newRow("one leaves it out") << int(RawSqlOmitsUpdated) << -1 << false;
        QTest::newRow("no code was seen") << int(NoneSeen) << -1 << false;
        QTest::newRow("a person says it is set") << int(RawSqlOmitsUpdated) << int(PoOnly) << true;
        QTest::newRow("a person says it is not") << int(PoOnly) << int(RawSqlOmitsUpdated) << false;
    }
    void theApplicationsWatermarkNeedsCodeThatSetsIt()
    {
        QFETCH(int, found);
        QFETCH(int, isDecided);
        QFETCH(bool, counts);
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        source(given, "edge.one_proved").triggers.clear(); // nothing proves it
        given.settings.watermarks.clear();
        given.settings.applicationWatermark = QStringLiteral("A");
        QCOMPARE(planned(given.plan(), "edge.one_proved").decision.mode, LoadMode::Full);
        given.writes = {{.table = name("edge.one_proved"), .updates = model::UpdateClass(found), .evidence = {{.place = QStringLiteral("src/Order.java")}}}};
        if (isDecided >= 0)
            given.review.classes = {{name("edge.one_proved"), model::UpdateClass(isDecided), {}}};
        const model::TableDecision decision = planned(given.plan(), "edge.one_proved").decision;
        QCOMPARE(decision.mode == LoadMode::Incremental, counts);
        if (counts) {
            QCOMPARE(decision.watermark->proof, model::WatermarkProof::Application);
            QCOMPARE(decision.watermark->provedBy, isDecided >= 0 ? QStringLiteral("review write-behaviour") : QStringLiteral("src/Order.java"));
        }
    }

    void watermarkSettings()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        QCOMPARE(planned(given.plan(), "edge.two_proved").decision.watermark->column, QStringLiteral("b")); // named, and proved
        given.settings.watermarks = {{QStringLiteral("TWO_PROVED"), QStringLiteral("A")}, {QStringLiteral("edge.one_proved"), QStringLiteral("b")}};
        QCOMPARE(planned(given.plan(), "edge.two_proved").decision.watermark->column, QStringLiteral("a")); // folded
        QCOMPARE(planned(given.plan(), "edge.one_proved").decision.mode, LoadMode::Full); // named, and not proved
        given.settings.watermarks = {};
        const PlannedTable two = planned(given.plan(), "edge.two_proved");
        QCOMPARE(two.decision.mode, LoadMode::Full);
        QVERIFY(two.warnings.front().toEnglish().contains(QStringLiteral("more than one column (a, b)")));
        QCOMPARE(planned(given.plan(), "edge.one_proved").decision.watermark->column, QStringLiteral("a"));
        QCOMPARE(planned(given.plan(), "edge.parts").decision.mode, LoadMode::Full); // its partitions' triggers are not known
        source(given, "edge.parts").partitionsKeepTriggers = true;
        QCOMPARE(planned(given.plan(), "edge.parts").decision.mode, LoadMode::Incremental);
    }

    void scaleIsPinnedByApproval()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        const auto rate = [](const model::ExtractionPlan &plan) { return column(planned(plan, "edge.measured"), "rate").bronzeType; };
        const model::ExtractionPlan approved = given.plan();
        QCOMPARE(rate(approved), QStringLiteral("decimal(38,2)"));
        auto &measure = *std::ranges::find_if(given.measures, [](const model::ColumnMeasure &found) { return found.column == QLatin1String("rate") && found.table.table() == QLatin1String("measured"); });
        const auto planAgain = [&](const model::ExtractionPlan *pinned) {
            return rules::plan({.catalog = given.catalog, .measures = given.measures, .exposed = given.exposed, .settings = given.settings, .changes = {}, .approved = pinned});
        };
        measure.scale = 1;
        QCOMPARE(rate(planAgain(nullptr)), QStringLiteral("decimal(38,1)"));
        QCOMPARE(rate(planAgain(&approved)), QStringLiteral("decimal(38,2)"));
        measure.scale = 3; // contradicts
        QCOMPARE(rate(planAgain(&approved)), QStringLiteral("decimal(38,3)"));
        measure.rows = measure.scale = measure.integerDigits = 0;
        QCOMPARE(rate(planAgain(nullptr)), QStringLiteral("decimal(38,10)"));
        given.measures.clear();
        QVERIFY(refusalOf(planned(planAgain(nullptr), "edge.measured"), "rate").contains(QStringLiteral("not measured")));
    }

    void measuresOnlyWhatDecides()
    {
        QStringList names;
        for (const model::MeasureRequest &request : rules::measureRequests(readPlanCase(QStringLiteral("edge_tables")).catalog))
            if (request.table.table() == QLatin1String("measured") || request.table.table() == QLatin1String("secret") || request.table.table() == QLatin1String("a_view"))
                names.append(request.column);
        QCOMPARE(names, (QStringList{QStringLiteral("rate"), QStringLiteral("odd"), QStringLiteral("seen"), QStringLiteral("day"), QStringLiteral("at"), QStringLiteral("tags"), QStringLiteral("big"),
                                     QStringLiteral("tiny"), QStringLiteral("tens")}));
    }

    void otherEngines()
    {
        PlanCase given = readPlanCase(QStringLiteral("changes"));
        given.catalog.engine = QStringLiteral("oracle");
        for (const PlannedTable &table : given.plan().tables)
            QCOMPARE(table.decision.mode, LoadMode::Refused);
    }
};

QTEST_APPLESS_MAIN(ExtractionPlannerTest)
#include "extraction_planner_test.moc"
