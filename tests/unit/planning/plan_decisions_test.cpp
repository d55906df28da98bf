#include "planned_tables.h"

#include "describe/label_of.h"
#include "rules/planning/label_renames.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::test;
using model::LoadMode;
using model::PlanEdit;
using model::PlannedTable;

namespace {

model::PlanChange decision(const char *table, PlanEdit edit, const char *column = nullptr)
{
    return {name(table), edit, model::Reason::parse(QStringLiteral("the shop knows them")).value(), QStringLiteral("berta@desk (cli)"), {},
            column ? std::optional(QString::fromUtf8(column)) : std::nullopt};
}

} // namespace

/// What people decide about values and rows, and what a renamed label asks for.
class PlanDecisionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decisionsAboutColumns_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("edit");
        QTest::addColumn<QString>("type"); // in bronze
        QTest::addColumn<QString>("read"); // at the source
        QTest::addColumn<QString>("outcome");
        const auto row = [](const char *name, PlanEdit edit, const char *type, const char *read, const char *outcome) {
            QTest::addRow("%s %s", name, qPrintable(describe::labelOf(edit))) << QString::fromUtf8(name) << int(edit) << QString::fromUtf8(type) << QString::fromUtf8(read) << QString::fromUtf8(outcome);
        };
        row("rate", PlanEdit::Text, "varchar", "(\"rate\")::text", "Each value lands as its exact text, for the sake of 1 value: 1 NaN.");
        row("rate", PlanEdit::Null, "decimal(38,0)", "(CASE WHEN \"rate\" - \"rate\" = 0 THEN \"rate\" END)::text", "NULL stands in place of 1 value: 1 NaN.");
        row("odd", PlanEdit::Null, "decimal(10,2)", "(CASE WHEN \"odd\" - \"odd\" = 0 THEN \"odd\" END)::numeric(10,2)", "NULL stands in place of 1 value: 1 NaN.");
        row("long", PlanEdit::Text, "varchar", "(\"long\")::text", "Each value lands as its exact text.");
        row("seen", PlanEdit::Text, "varchar", "(\"seen\" AT TIME ZONE 'UTC')::text", "Each value lands as its exact text, for the sake of 1 value: 1 before the year 1 or after the year 9999.");
        row("day", PlanEdit::Limit, "date", "(CASE WHEN \"day\" < DATE '0001-01-01' THEN DATE '0001-01-01' WHEN \"day\" > DATE '9999-12-31' THEN DATE '9999-12-31' ELSE \"day\" END)",
            "9999-12-31 or 0001-01-01 stands in place of 1 value: 1 before the year 1 or after the year 9999.");
        row("at", PlanEdit::Limit, "time(6)", "(CASE WHEN \"at\" = TIME '24:00:00' THEN TIME '23:59:59.999999' ELSE \"at\" END)", "23:59:59.999999 stands in place of 1 value: 24:00:00.");
        row("at", PlanEdit::Null, "time(6)", "(CASE WHEN \"at\" < TIME '24:00:00' THEN \"at\" END)", "NULL stands in place of 1 value: 24:00:00.");
        row("tags", PlanEdit::Text, "varchar", "(\"tags\")::text", "Each value lands as its exact text, for the sake of 2 values: 2 with more than one dimension or another beginning than 1.");
    }
    void decisionsAboutColumns()
    {
        QFETCH(QString, name);
        QFETCH(int, edit);
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        const model::PlanDigest before = given.plan().digest();
        given.changes = {decision("edge.refused_values", PlanEdit(edit), qPrintable(name))};
        const model::ExtractionPlan plan = given.plan();
        const PlannedTable found = planned(plan, "edge.refused_values");
        const model::PlannedColumn &decided = column(found, qPrintable(name));
        QTEST(decided.bronzeType, "type");
        QTEST(decided.sourceExpression.value_or(QString()), "read");
        QCOMPARE(decided.fidelity, model::Fidelity::Decided);
        QCOMPARE(decided.decided, std::optional(PlanEdit(edit)));
        QVERIFY(plan.digest() != before); // an approval covers it
        QVERIFY(refusalOf(found, qPrintable(name)).isEmpty());
        QCOMPARE(found.decisions.size(), std::size_t(1));
        QVERIFY(!found.decisions.front().isStale);
        QTEST(found.decisions.front().outcome.toEnglish(), "outcome");
        const QString said = found.decisions.front().outcome.toEnglish() + QStringLiteral(" Decided by berta@desk (cli): the shop knows them");
        QVERIFY2(std::ranges::any_of(found.reasons, [&](const model::PlanReason &reason) { return reason.about == name && reason.statement.toEnglish() == said; }), qPrintable(said));
        QVERIFY(!found.change);
    }

    void whatMayBeDecidedOfAColumn_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("offers");
        const auto row = [](const char *table, const char *name, const char *offers) {
            QTest::addRow("%s.%s", table, name) << QString::fromUtf8(table) << QString::fromUtf8(name) << QString::fromUtf8(offers);
        };
        row("edge.refused_values", "rate", "text null");
        row("edge.refused_values", "odd", "text null");
        row("edge.refused_values", "long", "text"); // no scale holds what would be left
        row("edge.refused_values", "seen", "text null limit");
        row("edge.refused_values", "day", "text null limit");
        row("edge.refused_values", "at", "text null limit");
        row("edge.refused_values", "tags", "text null");
        row("edge.refused_values", "proc", ""); // its text means something else to everyone
        row("edge.refused_key", "no", "text"); // two keys must not become one
        row("edge.measured", "big", "text null");
        row("edge.half_secret", "pin", "");
        row("edge.twice", "Code", "");
    }
    void whatMayBeDecidedOfAColumn()
    {
        QFETCH(QString, table);
        QFETCH(QString, name);
        const PlannedTable found = planned(readPlanCase(QStringLiteral("edge_tables")).plan(), qPrintable(table));
        const auto refusal = std::ranges::find(found.refusals, std::optional(name), &model::Refusal::column);
        QVERIFY(refusal != found.refusals.end());
        QStringList offers;
        for (const PlanEdit offer : refusal->offers)
            offers += describe::labelOf(offer);
        QTEST(offers.join(QLatin1Char(' ')), "offers");
        const QString command = QStringLiteral("ekos-lakehouse lakehouse extraction change --table %1 --column %2 --as-text").arg(table, name);
        QCOMPARE(refusal->remedy.toEnglish().contains(command), !offers.isEmpty());
    }

    void theNewestDecisionAboutAColumnCounts()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        given.changes = {decision("edge.refused_values", PlanEdit::Text, "day"), decision("edge.refused_values", PlanEdit::Null, "at"), decision("edge.refused_values", PlanEdit::Null, "day"),
                         decision("edge.refused_values", PlanEdit::Undo, "at"), decision("edge.refused_values", PlanEdit::Undo)};
        const PlannedTable found = planned(given.plan(), "edge.refused_values");
        QCOMPARE(column(found, "day").decided, std::optional(PlanEdit::Null)); // undoing the mode leaves columns alone
        QCOMPARE(column(found, "at").fidelity, model::Fidelity::Refused);
        QCOMPARE(found.decisions.size(), std::size_t(1));
        QVERIFY(!column(found, "day").isNotNull);
    }

    void aDecisionOutlivesTheValuesItWasMadeFor()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        given.changes = {decision("edge.refused_values", PlanEdit::Null, "day")};
        for (model::ColumnMeasure &measure : given.measures)
            measure.outOfRange = 0;
        const PlannedTable found = planned(given.plan(), "edge.refused_values");
        QCOMPARE(column(found, "day").decided, std::optional(PlanEdit::Null));
        QVERIFY(found.decisions.front().outcome.toEnglish().contains(QStringLiteral("at present there is none")));
    }

    void aDecisionThatNoLongerFitsIsStaleAndSaid()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        given.changes = {decision("edge.refused_values", PlanEdit::Null, "day"), decision("edge.refused_values", PlanEdit::Null, "gone"), decision("edge.refused_values", PlanEdit::Null, "long"),
                         decision("edge.secret", PlanEdit::Null, "no"), decision("edge.no_key", PlanEdit::AcceptRowSecurity)};
        auto &columns = source(given, "edge.refused_values").columns;
        std::ranges::find(columns, QStringLiteral("day"), &model::SourceColumn::name)->type = columns.front().type; // a whole number now
        const PlannedTable found = planned(given.plan(), "edge.refused_values");
        QCOMPARE(found.decisions.size(), std::size_t(3));
        for (const model::PlannedChange &each : found.decisions) {
            QVERIFY(each.isStale && !each.outcome.isEmpty());
            QVERIFY(std::ranges::any_of(found.warnings, [&](const base::Text &warning) {
                return warning.toEnglish().startsWith(QStringLiteral("A decision of berta@desk (cli) about \"%1\" no longer fits").arg(*each.change.column));
            }));
        }
        QCOMPARE(column(found, "day").fidelity, model::Fidelity::Exact);
        QCOMPARE(column(found, "long").fidelity, model::Fidelity::Refused);
        QVERIFY(planned(given.plan(), "edge.secret").decisions.front().isStale);
        QVERIFY(planned(given.plan(), "edge.no_key").decisions.front().isStale); // row security hides nothing there
    }

    void rowSecurityIsAcceptedByAPerson()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        const model::TableDigest whole = planned(given.plan(), "edge.one_proved").digest();
        source(given, "edge.one_proved").isFilteredByRowSecurity = true;
        const PlannedTable refused = planned(given.plan(), "edge.one_proved");
        QCOMPARE(refused.decision.mode, LoadMode::Refused);
        QCOMPARE(refused.refusals.front().offers, std::vector<PlanEdit>{PlanEdit::AcceptRowSecurity});
        QVERIFY(refused.refusals.front().remedy.toEnglish().contains(QStringLiteral("extraction change --table edge.one_proved --accept-row-security")));
        given.changes = {decision("edge.one_proved", PlanEdit::AcceptRowSecurity), decision("edge.one_proved", PlanEdit::Full)};
        const PlannedTable accepted = planned(given.plan(), "edge.one_proved");
        QCOMPARE(accepted.decision.mode, LoadMode::Full); // the two do not take each other's place
        QCOMPARE(accepted.decision.rowsSeenBy, std::optional(given.catalog.role));
        QVERIFY(accepted.warnings.front().toEnglish().contains(QStringLiteral("Only the rows that row security shows the role reader are loaded. Decided by berta@desk (cli)")));
        given.changes.pop_back();
        const PlannedTable incremental = planned(given.plan(), "edge.one_proved");
        QCOMPARE(incremental.decision.mode, LoadMode::Incremental);
        QVERIFY(incremental.digest() != whole); // what was approved of all rows does not hold for a part of them
        given.changes.push_back(decision("edge.one_proved", PlanEdit::Undo));
        QCOMPARE(planned(given.plan(), "edge.one_proved").decision.mode, LoadMode::Refused);
    }

    void decidedColumnsAreNoKeyAndNoWatermark()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        given.changes = {decision("edge.one_proved", PlanEdit::Limit, "a")};
        const PlannedTable found = planned(given.plan(), "edge.one_proved");
        QCOMPARE(found.decision.mode, LoadMode::Full);
        given.changes = {decision("edge.refused_key", PlanEdit::Text, "no")};
        const PlannedTable byText = planned(given.plan(), "edge.refused_key");
        QCOMPARE(byText.decision.mode, LoadMode::Full);
        QCOMPARE(byText.decision.key, std::vector<QString>{QStringLiteral("no")});
        given.changes = {decision("edge.refused_key", PlanEdit::Null, "no")};
        QVERIFY(planned(given.plan(), "edge.refused_key").decisions.front().isStale);
    }

    void rowsInTheWayAreNamedByTheirKeys()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        auto &measure = *std::ranges::find_if(given.measures, [](const model::ColumnMeasure &found) { return found.column == QLatin1String("rate") && found.table.table() == QLatin1String("refused_values"); });
        measure.keys = {QStringLiteral("7")};
        QCOMPARE(refusalOf(planned(given.plan(), "edge.refused_values"), "rate"), QStringLiteral("1 value cannot stand in a decimal: 1 NaN. Rows by no: 7."));
        measure.notANumber = 9;
        measure.keys = {QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3"), QStringLiteral("4"), QStringLiteral("5")};
        QVERIFY(refusalOf(planned(given.plan(), "edge.refused_values"), "rate").endsWith(QStringLiteral(" Rows by no: 1, 2, 3, 4, 5, ….")));
        given.review.masks = {{.table = name("edge.refused_values"), .column = QStringLiteral("no"), .mask = model::Mask::Hash}};
        QVERIFY(!refusalOf(planned(given.plan(), "edge.refused_values"), "rate").contains(QStringLiteral("Rows by")));
        for (const model::MeasureRequest &request : rules::measureRequests(given.catalog)) {
            if (request.table == name("edge.refused_values"))
                QCOMPARE(request.key, std::vector<QString>{QStringLiteral("no")});
            if (request.table == name("edge.refused_key")) // a number with a point is no plain key
                QVERIFY(request.key.empty());
        }
    }

    void renamedLabelsAskForAReloadOfWhatLoadsIncrementally()
    {
        PlanCase given = readPlanCase(QStringLiteral("edge_tables"));
        const std::vector<rules::LabelRename> renames{{name("edge.one_proved"), QStringLiteral("b"), QStringLiteral("ok"), QStringLiteral("fine"), {}},
                                                      {name("edge.no_key"), QStringLiteral("b"), QStringLiteral("ok"), QStringLiteral("fine"), {}}};
        const auto plan = rules::plan({.catalog = given.catalog, .measures = given.measures, .exposed = given.exposed, .settings = given.settings, .changes = {}, .renamedLabels = renames});
        const PlannedTable found = planned(plan, "edge.one_proved");
        QVERIFY(std::ranges::any_of(found.warnings, [](const base::Text &warning) {
            const QString words = warning.toEnglish();
            return words.contains(QStringLiteral("\"ok\" of \"b\" is called \"fine\"")) && words.endsWith(QStringLiteral("ekos-lakehouse lakehouse reload --table edge.one_proved"));
        }));
        QCOMPARE(found.digest(), planned(given.plan(), "edge.one_proved").digest()); // nothing loads otherwise
        QVERIFY(planned(plan, "edge.no_key").warnings == planned(given.plan(), "edge.no_key").warnings);
    }

    void labelsThatVanishedWereRenamed_data()
    {
        QTest::addColumn<QStringList>("readings"); // one a time, labels with commas between
        QTest::addColumn<QString>("renames");
        QTest::newRow("nothing") << QStringList{QStringLiteral("a,b"), QStringLiteral("a,b")} << QString();
        QTest::newRow("added") << QStringList{QStringLiteral("a,b"), QStringLiteral("c,a,b")} << QString();
        QTest::newRow("renamed") << QStringList{QStringLiteral("a,b,c"), QStringLiteral("a,x,c")} << QStringLiteral("b>x@1");
        QTest::newRow("two renamed") << QStringList{QStringLiteral("a,b,c"), QStringLiteral("y,x,c")} << QStringLiteral("a>y@1 b>x@1");
        QTest::newRow("renamed twice") << QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")} << QStringLiteral("a>b@1 b>c@2");
        QTest::newRow("renamed and one added") << QStringList{QStringLiteral("a,b"), QStringLiteral("x,y,b")} << QStringLiteral("a>x or y@1");
        QTest::newRow("two swapped") << QStringList{QStringLiteral("a,b"), QStringLiteral("b,a")} << QStringLiteral("a>b@1 b>a@1");
        QTest::newRow("read once") << QStringList{QStringLiteral("a")} << QString();
    }
    void labelsThatVanishedWereRenamed()
    {
        QFETCH(QStringList, readings);
        model::CatalogSnapshot catalog;
        model::SourceColumn mood{.name = QStringLiteral("m"), .type = {.schema = QStringLiteral("t"), .name = QStringLiteral("mood"), .kind = model::TypeKind::Enum}};
        model::SourceColumn text{.name = QStringLiteral("x"), .type = {.schema = QStringLiteral("pg_catalog"), .name = QStringLiteral("text")}};
        catalog.tables = {{.name = name("t.a"), .columns = {mood, text}}};
        std::vector<rules::LabelReading> history;
        for (const QString &labels : readings) {
            const QStringList parts = labels.split(QLatin1Char(','));
            history.push_back({QStringLiteral("t"), QStringLiteral("mood"), {parts.begin(), parts.end()}, base::UtcTime{qint64(history.size())}});
        }
        QStringList found;
        for (const rules::LabelRename &rename : rules::labelRenames(catalog, history)) {
            QCOMPARE(rename.table.toString() + rename.column, QStringLiteral("t.am"));
            found += QStringLiteral("%1>%2@%3").arg(rename.before, rename.after).arg(rename.seenAtUtc.microseconds);
        }
        QTEST(found.join(QLatin1Char(' ')), "renames");
    }
};

QTEST_APPLESS_MAIN(PlanDecisionsTest)
#include "plan_decisions_test.moc"
