#include "plan_case.h"

#include "rules/planning/plan_diff.h"

#include <QTest>

#include <algorithm>

using namespace lakehouse;
using base::ErrorCode;
using model::FieldDifference;
using model::PlanEdit;
using model::TableName;

namespace {

TableName name(const char *text) { return TableName::parse(QString::fromUtf8(text)).value(); }
model::TableSelector selector(const char *text) { return model::TableSelector::parse(QString::fromUtf8(text)).value(); }
model::Reason reason(const char *text) { return model::Reason::parse(QString::fromUtf8(text)).value(); }

model::PlannedTable planned(const char *table)
{
    const model::ExtractionPlan plan = test::readPlanCase(QStringLiteral("edge_tables")).plan();
    return *plan.find(name(table));
}

} // namespace

class PlanDiffTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingMoved()
    {
        const model::ExtractionPlan plan = test::readPlanCase(QStringLiteral("edge_tables")).plan();
        QVERIFY(rules::planDifference(plan, plan).empty());
        model::ExtractionPlan other = plan;
        other.tables.front().estimatedRows = 7;
        other.tables.front().warnings.push_back("worth a look");
        QVERIFY(rules::planDifference(plan, other).empty());
    }

    void whatMoved()
    {
        test::PlanCase given = test::readPlanCase(QStringLiteral("film_rental"));
        const model::ExtractionPlan before = given.plan();
        const auto table = [&](const char *of) -> model::SourceTable & { return *std::ranges::find(given.catalog.tables, name(of), &model::SourceTable::name); };
        table("public.film").triggers.clear();                                           // loses its proof
        std::ranges::find(table("public.store").columns, QStringLiteral("name"), &model::SourceColumn::name)->isNotNull = false;
        table("public.rental").columns.erase(table("public.rental").columns.begin() + 8); // status
        std::erase_if(given.catalog.tables, [](const model::SourceTable &gone) { return gone.name == name("reference.city"); });
        table("reference.language").name = name("reference.tongue");
        given.exposed.reset();
        const std::vector<model::TableDifference> moved = rules::planDifference(before, given.plan());
        QStringList tables;
        for (const model::TableDifference &difference : moved)
            tables.append(difference.table.toString());
        QCOMPARE(tables.join(QLatin1Char(' ')), QStringLiteral("public.film public.rental public.store reference.city reference.language reference.tongue"));
        const auto field = [&](size_t at, const char *of) -> FieldDifference {
            const auto found = std::ranges::find(moved[at].fields, QString::fromUtf8(of), &FieldDifference::field);
            return found == moved[at].fields.end() ? FieldDifference{} : *found;
        };
        QCOMPARE(field(0, "mode"), (FieldDifference{QStringLiteral("mode"), QStringLiteral("incremental"), QStringLiteral("full")}));
        QCOMPARE(field(0, "watermark.column").before, QStringLiteral("last_update"));
        QCOMPARE(field(0, "watermark.column").after, QString());
        QCOMPARE(field(1, "columns.status"), (FieldDifference{QStringLiteral("columns.status"), QStringLiteral("character varying(10) → varchar"), QString()}));
        QCOMPARE(moved[2].fields, (std::vector<FieldDifference>{{QStringLiteral("columns.name.not-null"), QStringLiteral("true"), QStringLiteral("false")}}));
        QCOMPARE(moved[3].move, model::TableMove::Removed);
        QCOMPARE(moved[5].move, model::TableMove::Added);
    }

    void columnOrderIsOneField()
    {
        const model::ExtractionPlan before = test::readPlanCase(QStringLiteral("edge_tables")).plan();
        model::ExtractionPlan after = before;
        auto &columns = std::ranges::find_if(after.tables, [](const model::PlannedTable &table) { return table.decision.table == name("edge.key_unique"); })->decision.columns;
        std::swap(columns[0], columns[1]);
        const auto moved = rules::planDifference(before, after);
        QCOMPARE(moved.size(), size_t(1));
        QCOMPARE(moved[0].fields, (std::vector<FieldDifference>{{QStringLiteral("columns"), QStringLiteral("a, b, c, changed"), QStringLiteral("b, a, c, changed")}}));
    }

    void resolvesWhatAPersonTyped_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("table"); // or a part of the message and the hint
        QTest::addColumn<int>("error");     // −1: none
        const auto row = [](const char *title, const char *typed, const char *table, int error = -1) {
            QTest::newRow(title) << QString::fromUtf8(typed) << QString::fromUtf8(table) << error;
        };
        row("with schema", "public.film", "public.film");
        row("bare", "rental", "public.rental");
        row("folded", "PUBLIC.Rental", "public.rental");
        row("folded bare", "RENTAL", "public.rental");
        row("as stored first", "Film", "public.\"Film\"");
        row("quoted", "\"Sales.EU\".\"Order\"", "\"Sales.EU\".\"Order\"");
        row("in two schemas", "city", "may be any of: public.city, reference.city", int(ErrorCode::InvalidInput));
        row("near", "rentel", "Did you mean public.rental?", int(ErrorCode::NotFound));
        row("nothing near", "xyzzy_plugh", "List the tables", int(ErrorCode::NotFound));
        row("wrong schema", "reference.film", "Did you mean", int(ErrorCode::NotFound));
    }
    void resolvesWhatAPersonTyped()
    {
        QFETCH(QString, typed);
        QFETCH(QString, table);
        QFETCH(int, error);
        const std::vector<TableName> tables{name("public.film"), name("public.\"Film\""), name("public.rental"), name("public.city"), name("reference.city"), name("\"Sales.EU\".\"Order\"")};
        const auto found = rules::resolveTable(selector(qPrintable(typed)), tables);
        QCOMPARE(found ? -1 : int(found.error().code), error);
        if (found)
            QCOMPARE(found.value().toString(), table);
        else
            QVERIFY2((found.error().message.toEnglish() + found.error().hint.toEnglish()).contains(table), qPrintable(found.error().message.toEnglish() + found.error().hint.toEnglish()));
    }

    void whatMayBeDecided_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("column");
        QTest::addColumn<int>("edit");
        QTest::addColumn<QString>("why");
        QTest::addColumn<int>("error"); // −1: allowed
        const auto row = [](const char *title, const char *table, const char *column, PlanEdit edit, const char *why, int error = -1) {
            QTest::newRow(title) << QString::fromUtf8(table) << QString::fromUtf8(column) << int(edit) << QString::fromUtf8(why) << error;
        };
        row("text keeps everything", "edge.refused_values", "day", PlanEdit::Text, "");
        row("NULL, with a reason", "edge.refused_values", "day", PlanEdit::Null, "the shop knows them");
        row("NULL, without", "edge.refused_values", "day", PlanEdit::Null, "", int(ErrorCode::NeedsReason));
        row("limit, none given", "edge.refused_values", "day", PlanEdit::Limit, "none given", int(ErrorCode::NeedsReason));
        row("undo always", "edge.refused_values", "day", PlanEdit::Undo, "");
        row("not of this type", "edge.refused_values", "rate", PlanEdit::Limit, "because", int(ErrorCode::RefusedByRule));
        row("no way to read it", "edge.refused_values", "proc", PlanEdit::Text, "because", int(ErrorCode::RefusedByRule));
        row("lands as it is", "edge.refused_values", "no", PlanEdit::Text, "because", int(ErrorCode::RefusedByRule));
        row("of a key", "edge.refused_key", "no", PlanEdit::Null, "because", int(ErrorCode::RefusedByRule));
        row("of a key, as text", "edge.refused_key", "no", PlanEdit::Text, "");
        row("no column named", "edge.refused_values", "", PlanEdit::Text, "because", int(ErrorCode::InvalidInput));
        row("a mode is the table's", "edge.one_proved", "a", PlanEdit::Full, "because", int(ErrorCode::InvalidInput));
        row("row security is the table's", "edge.one_proved", "a", PlanEdit::AcceptRowSecurity, "because", int(ErrorCode::InvalidInput));
        row("no row security", "edge.one_proved", "", PlanEdit::AcceptRowSecurity, "because", int(ErrorCode::RefusedByRule));
        row("refused for something else", "edge.secret", "", PlanEdit::AcceptRowSecurity, "because", int(ErrorCode::RefusedByRule));
    }
    void whatMayBeDecided()
    {
        QFETCH(QString, table);
        QFETCH(QString, column);
        QFETCH(int, edit);
        QFETCH(QString, why);
        QFETCH(int, error);
        const auto checked = rules::checkChange(planned(qPrintable(table)), PlanEdit(edit), why.isEmpty() ? model::Reason() : reason(qPrintable(why)),
                                                column.isEmpty() ? std::nullopt : std::optional(column));
        QCOMPARE(checked ? -1 : int(checked.error().code), error);
        if (!checked)
            QVERIFY(!checked.error().hint.isEmpty());
    }

    void columnsAreFoundAsTyped()
    {
        const model::PlannedTable twice = planned("edge.twice");
        QCOMPARE(rules::resolveColumn(twice, QStringLiteral("Code")).value(), QStringLiteral("Code"));
        QCOMPARE(rules::resolveColumn(twice, QStringLiteral("CODE")).value(), QStringLiteral("code"));
        QCOMPARE(rules::resolveColumn(twice, QStringLiteral("nothing")).error().code, ErrorCode::NotFound);
        QCOMPARE(rules::resolveColumn(planned("edge.secret"), QStringLiteral("no")).error().code, ErrorCode::RefusedByRule);
    }

    void whatMayBeChanged_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<int>("edit");
        QTest::addColumn<QString>("why");
        QTest::addColumn<int>("error"); // −1: allowed
        const auto row = [](const char *title, const char *table, PlanEdit edit, const char *why, int error = -1) {
            QTest::newRow(title) << QString::fromUtf8(table) << int(edit) << QString::fromUtf8(why) << error;
        };
        row("full always", "edge.one_proved", PlanEdit::Full, "");
        row("full of a full one", "edge.no_key", PlanEdit::Full, "");
        row("undo always", "edge.secret", PlanEdit::Undo, "");
        row("proved already", "edge.one_proved", PlanEdit::Incremental, "");
        row("against the facts, with a reason", "edge.half_proved", PlanEdit::Incremental, "the raw update is an upgrade script");
        row("against the facts, without", "edge.half_proved", PlanEdit::Incremental, "", int(ErrorCode::NeedsReason));
        row("against the facts, none given", "edge.half_proved", PlanEdit::Incremental, "none given", int(ErrorCode::NeedsReason));
        row("no key", "edge.no_key", PlanEdit::Incremental, "because", int(ErrorCode::RefusedByRule));
        row("no column", "edge.scratch", PlanEdit::Incremental, "because", int(ErrorCode::RefusedByRule));
        row("refused table", "edge.secret", PlanEdit::Full, "because", int(ErrorCode::RefusedByRule));
    }
    void whatMayBeChanged()
    {
        QFETCH(QString, table);
        QFETCH(int, edit);
        QFETCH(QString, why);
        QFETCH(int, error);
        const auto checked = rules::checkChange(planned(qPrintable(table)), PlanEdit(edit), why.isEmpty() ? model::Reason() : reason(qPrintable(why)));
        QCOMPARE(checked ? -1 : int(checked.error().code), error);
        if (!checked)
            QVERIFY(!checked.error().hint.isEmpty());
    }
};

QTEST_APPLESS_MAIN(PlanDiffTest)
#include "plan_diff_test.moc"
