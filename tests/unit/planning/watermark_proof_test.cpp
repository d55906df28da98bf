#include "rules/catalog/watermark_proof.h"

#include <QTest>

using namespace lakehouse;
using model::SourceColumn;
using model::SourceTable;
using model::SourceTrigger;

Q_DECLARE_METATYPE(SourceTrigger)
Q_DECLARE_METATYPE(SourceTable)

namespace {

SourceColumn column(const char *name, const char *type)
{
    SourceColumn result;
    result.name = QString::fromUtf8(name);
    result.type.declared = QString::fromUtf8(type);
    result.type.schema = QStringLiteral("pg_catalog");
    result.type.name = QString::fromUtf8(type);
    return result;
}

SourceTable table(std::vector<SourceTrigger> triggers)
{
    SourceTable result;
    result.name = model::TableName::create(QStringLiteral("public"), QStringLiteral("film")).value();
    result.columns = {column("id", "int4"), column("v", "text"), column("x", "timestamptz"), column("plain", "timestamp"), column("Last Update", "timestamptz"),
                      column("Наим", "timestamptz"), column("day", "date")};
    result.triggers = std::move(triggers);
    return result;
}

SourceTrigger trigger(const char *name, const char *body)
{
    SourceTrigger result;
    result.name = QString::fromUtf8(name);
    result.onUpdate = true;
    result.functionSchema = QStringLiteral("public");
    result.functionName = QStringLiteral("f_") + result.name;
    result.functionLanguage = QStringLiteral("plpgsql");
    result.functionSource = QString::fromUtf8(body);
    return result;
}

SourceTrigger inC(const char *name, const char *schema, const char *function)
{
    SourceTrigger result = trigger(name, function);
    result.functionSchema = QString::fromUtf8(schema);
    result.functionName = QString::fromUtf8(function);
    result.functionLanguage = QStringLiteral("c");
    return result;
}

template<typename Value>
SourceTrigger with(SourceTrigger trigger, Value SourceTrigger::*member, Value value)
{
    trigger.*member = std::move(value);
    return trigger;
}

SourceTable partitioned(std::vector<SourceTrigger> triggers, std::optional<bool> keepsTriggers)
{
    SourceTable result = table(std::move(triggers));
    result.kind = model::TableKind::PartitionedTable;
    result.partitions = {model::TableName::create(QStringLiteral("public"), QStringLiteral("film_1")).value()};
    result.partitionsKeepTriggers = keepsTriggers;
    return result;
}

constexpr char stamps[] = "\nBEGIN\n  NEW.x := now();\n  RETURN NEW;\nEND";

} // namespace

class WatermarkProofTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneFunction_data();
    void oneFunction();
    void triggersOfATable_data();
    void triggersOfATable();
    void namesWhatProves();
};

/// Bodies of one BEFORE UPDATE row trigger. `line` is the line the refusal names; 0: it is proved.
void WatermarkProofTest::oneFunction_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("line");
    const auto row = [](const char *name, const char *column, const char *body, int line) {
        QTest::newRow(name) << QString::fromUtf8(column) << QString::fromUtf8(body) << line;
    };
    row("now", "x", stamps, 0);
    row("equals sign", "x", "\nBEGIN\n  NEW.x = now();\n  RETURN NEW;\nEND", 0);
    row("current_timestamp", "x", "BEGIN NEW.x := CURRENT_TIMESTAMP; RETURN NEW; END", 0);
    row("current_timestamp with digits", "x", "BEGIN NEW.x := current_timestamp(3); RETURN NEW; END", 0);
    row("transaction_timestamp", "x", "BEGIN NEW.x := transaction_timestamp(); RETURN NEW; END", 0);
    row("statement_timestamp", "x", "BEGIN NEW.x := statement_timestamp(); RETURN NEW; END", 0);
    row("clock_timestamp", "x", "BEGIN NEW.x := clock_timestamp(); RETURN NEW; END", 0);
    row("qualified, cast, in brackets", "x", "BEGIN NEW.x := (pg_catalog.now())::timestamptz; RETURN NEW; END", 0);
    row("upper case", "x", "BEGIN\nNEW.X := NOW();\nRETURN NEW;\nEND", 0);
    row("quoted column", "Last Update", "BEGIN NEW.\"Last Update\" := now(); RETURN NEW; END", 0);
    row("Cyrillic column", "Наим", "BEGIN NEW.\"Наим\" := now(); RETURN NEW; END", 0);
    row("quoted in another case", "Last Update", "BEGIN\nNEW.\"last update\" := now();\nRETURN NEW;\nEND", 2);
    row("another column", "x", "BEGIN NEW.plain := now(); RETURN NEW; END", -1);
    row("nested block", "x", "BEGIN BEGIN NEW.x := now(); END; RETURN NEW; END", 0);
    row("declared variables", "x", "DECLARE a int := 3; r record; t film%ROWTYPE; BEGIN NEW.x := now(); RETURN NEW; END", 0);
    row("both branches", "x", "BEGIN IF NEW.v = '' THEN NEW.v := NULL; NEW.x := now(); ELSE NEW.x := now(); END IF; RETURN NEW; END", 0);
    row("branch before", "x", "BEGIN IF NEW.v = '' THEN NEW.v := NULL; END IF; NEW.x := now(); RETURN NEW; END", 0);
    row("every branch of CASE", "x", "BEGIN CASE NEW.v WHEN 'a' THEN NEW.x := now(); ELSE NEW.x := now(); END CASE; RETURN NEW; END", 0);
    row("CASE without ELSE fails otherwise", "x", "BEGIN CASE NEW.v WHEN 'a' THEN NEW.x := now(); END CASE; RETURN NEW; END", 0);
    row("exception raised on a path", "x", "BEGIN IF NEW.v = '' THEN RAISE EXCEPTION 'no'; END IF; NEW.x := now(); RETURN NEW; END", 0);
    row("notice raised", "x", "BEGIN NEW.x := now(); RAISE NOTICE 'x'; RETURN NEW; END", 0);
    row("TG_OP is UPDATE", "x", "BEGIN IF TG_OP = 'UPDATE' THEN NEW.x := now(); END IF; RETURN NEW; END", 0);
    row("TG_OP IN", "x", "BEGIN IF TG_OP IN ('INSERT', 'UPDATE') THEN NEW.x := now(); END IF; RETURN NEW; END", 0);
    row("TG_OP INSERT returns first", "x", "BEGIN IF TG_OP = 'INSERT' THEN RETURN NEW; ELSIF TG_OP = 'DELETE' THEN RETURN OLD; END IF;\nNEW.x := now();\nRETURN NEW; END", 0);
    row("TG_OP and NOT", "x", "BEGIN IF NOT (tg_op <> 'UPDATE') AND TG_WHEN = 'BEFORE' THEN NEW.x := now(); END IF; RETURN NEW; END", 0);
    row("loop and exit", "x", "BEGIN LOOP NEW.x := now(); EXIT WHEN NEW.v = ''; END LOOP; RETURN NEW; END", 0);
    row("loop beside", "x", "DECLARE r record; BEGIN NEW.x := now(); FOR r IN SELECT 1 LOOP NEW.v := r; END LOOP; RETURN NEW; END", 0);
    row("dynamic statement beside", "x", "BEGIN EXECUTE 'SELECT 1'; NEW.x := now(); EXECUTE 'SELECT 2'; RETURN NEW; END", 0);
    row("select into beside", "x", "DECLARE n int; BEGIN NEW.x := now(); SELECT count(*) INTO n FROM film; SELECT 'a' INTO NEW.v; RETURN NEW; END", 0);
    row("caught before", "x", "BEGIN BEGIN PERFORM g(); EXCEPTION WHEN others THEN NULL; END; NEW.x := now(); RETURN NEW; END", 0);
    row("set before a caught block", "x", "BEGIN NEW.x := now(); BEGIN PERFORM g(); EXCEPTION WHEN others THEN RAISE NOTICE 'x'; END; RETURN NEW; END", 0);
    row("set again after something else", "x", "BEGIN NEW.x := OLD.x; NEW.x := now(); RETURN NEW; END", 0);
    row("labelled block left", "x", "BEGIN <<b>> BEGIN NEW.x := now(); EXIT b WHEN NEW.v = ''; END; RETURN NEW; END", 0);
    row("UTC without zone", "plain", "BEGIN NEW.plain := now() AT TIME ZONE 'UTC'; RETURN NEW; END", 0);
    row("UTC as function", "plain", "BEGIN NEW.plain := timezone('utc', clock_timestamp()); RETURN NEW; END", 0);
    row("comment about a return", "x", "BEGIN -- RETURN OLD;\nNEW.x := now(); /* RETURN NULL; */\nRETURN NEW; END", 0);

    row("comment only", "x", "BEGIN\n/* NEW.x := now(); */ RETURN NEW; END", 2);
    row("line comment only", "x", "BEGIN\n-- NEW.x := now();\nRETURN NEW; END", 2);
    row("text only", "x", "BEGIN\nRAISE NOTICE 'NEW.x := now();';\nRETURN NEW; END", 2);
    row("dynamic text only", "x", "BEGIN\nEXECUTE $q$ SELECT NEW.x := now() $q$;\nRETURN NEW; END", 2);
    row("inside IF", "x", "BEGIN\n\nIF NEW.v IS DISTINCT FROM OLD.v THEN NEW.x := now(); END IF;\nRETURN NEW; END", 3);
    row("inside ELSIF", "x", "BEGIN\nIF NEW.v = 'a' THEN NEW.x := now(); ELSIF NEW.v = 'b' THEN NEW.x := now(); END IF;\nRETURN NEW; END", 2);
    row("CASE with a bare ELSE", "x", "BEGIN\nCASE NEW.v WHEN 'a' THEN NEW.x := now(); ELSE NULL; END CASE;\nRETURN NEW; END", 2);
    row("early RETURN", "x", "BEGIN\nIF NEW.v = OLD.v THEN\n RETURN NEW;\nEND IF;\nNEW.x := now();\nRETURN NEW; END", 3);
    row("RETURN OLD", "x", "BEGIN\nNEW.x := now();\nRETURN OLD; END", 3);
    row("RETURN NULL on a path", "x", "BEGIN\nIF NEW.v = '' THEN\nRETURN NULL; END IF;\nNEW.x := now();\nRETURN NEW; END", 3);
    row("RETURN of another record", "x", "DECLARE r record;\nBEGIN\nNEW.x := now(); r := OLD;\nRETURN r; END", 4);
    row("RETURN of an expression", "x", "BEGIN\nNEW.x := now();\nRETURN (NEW); END", 3);
    row("two returns on a line", "x", "BEGIN\nNEW.x := now();\nIF NEW.v = '' THEN RETURN OLD; END IF; RETURN NEW; END", 3);
    row("set back", "x", "BEGIN\nNEW.x := now();\nNEW.x := OLD.x;\nRETURN NEW; END", 3);
    row("set back on a path", "x", "BEGIN\nNEW.x := now();\nIF NEW.v = '' THEN\nNEW.x := OLD.x;\nEND IF;\nRETURN NEW; END", 4);
    row("row replaced", "x", "BEGIN\nNEW.x := now();\nNEW := OLD;\nRETURN NEW; END", 3);
    row("row selected", "x", "BEGIN\nNEW.x := now();\nSELECT * INTO NEW FROM film LIMIT 1;\nRETURN NEW; END", 3);
    row("column selected", "x", "BEGIN\nNEW.x := now();\nSELECT OLD.x INTO NEW.x;\nRETURN NEW; END", 3);
    row("dynamic into", "x", "BEGIN\nNEW.x := now();\nEXECUTE 'SELECT $1' INTO NEW.x USING OLD.x;\nRETURN NEW; END", 3);
    row("set by SELECT INTO only", "x", "BEGIN\nSELECT now() INTO NEW.x;\nRETURN NEW; END", 2);
    row("loop writes the row", "x", "BEGIN\nNEW.x := now();\nFOR NEW IN SELECT * FROM film LOOP NULL; END LOOP;\nRETURN NEW; END", 3);
    row("fetched", "x", "DECLARE c CURSOR FOR SELECT * FROM film;\nBEGIN\nNEW.x := now();\nOPEN c;\nFETCH c INTO NEW;\nRETURN NEW; END", 5);
    row("foreach writes the column", "x", "BEGIN\nNEW.x := now();\nFOREACH NEW.x IN ARRAY g() LOOP NULL; END LOOP;\nRETURN NEW; END", 3);
    row("procedure with arguments", "x", "BEGIN\nNEW.x := now();\nCALL p(NEW.x, now());\nRETURN NEW; END", 3);
    row("through an alias", "x", "DECLARE n ALIAS FOR NEW;\nBEGIN\nNEW.x := now();\nn.x := NULL;\nRETURN NEW; END", 4);
    row("alias returned", "x", "DECLARE n ALIAS FOR OLD;\nBEGIN\nNEW.x := now();\nRETURN n; END", 4);
    row("another NEW", "x", "DECLARE new record;\nBEGIN\nNEW.x := now();\nRETURN NEW; END", -1);
    row("OLD called NEW", "x", "DECLARE new ALIAS FOR old;\nBEGIN\nNEW.x := now();\nRETURN NEW; END", -1);
    row("another NEW in a block", "x", "BEGIN\nDECLARE new film%ROWTYPE; BEGIN NEW.x := now(); END;\nRETURN NEW; END", -1);
    row("assigns OLD", "x", "BEGIN\nOLD.x := now();\nRETURN NEW; END", -1);
    row("loop may not run", "x", "BEGIN\nWHILE NEW.v = '' LOOP NEW.x := now(); END LOOP;\nRETURN NEW; END", 2);
    row("for loop may not run", "x", "BEGIN\nFOR i IN 1..0 LOOP NEW.x := now(); END LOOP;\nRETURN NEW; END", 2);
    row("loop left before", "x", "BEGIN\nLOOP\nEXIT WHEN NEW.v = '';\nNEW.x := now();\nEXIT;\nEND LOOP;\nRETURN NEW; END", 5);
    row("unset in a later round", "x", "BEGIN\nNEW.x := now();\nLOOP\nEXIT WHEN NEW.v = '';\nNEW.x := NULL;\nEND LOOP;\nRETURN NEW; END", 5);
    row("caught block sets", "x", "BEGIN\nBEGIN PERFORM g(); NEW.x := now();\nEXCEPTION WHEN others THEN NULL; END;\nRETURN NEW; END", 2);
    row("handler sets back", "x", "BEGIN\nNEW.x := now();\nBEGIN PERFORM g(); EXCEPTION WHEN others THEN\nNEW.x := OLD.x;\nEND;\nRETURN NEW; END", 4);
    row("broken and mended inside a caught block", "x", "BEGIN\nNEW.x := now();\nBEGIN\nNEW.x := OLD.x;\nPERFORM g();\nNEW.x := now();\nEXCEPTION WHEN others THEN NULL; END;\nRETURN NEW; END", 4);
    row("no row on the right", "x", "BEGIN\nNEW.x := now() WHERE NEW.v = '';\nRETURN NEW; END", 2);
    row("old value on the right", "x", "BEGIN\nNEW.x := greatest(OLD.x, now());\nRETURN NEW; END", 2);
    row("coalesce on the right", "x", "BEGIN\nNEW.x := coalesce(NEW.x, now());\nRETURN NEW; END", 2);
    row("interval taken off", "x", "BEGIN\nNEW.x := now() - interval '1 day';\nRETURN NEW; END", 2);
    row("own function", "x", "BEGIN\nNEW.x := public.now();\nRETURN NEW; END", 2);
    row("text 'now'", "x", "BEGIN\nNEW.x := 'now';\nRETURN NEW; END", 2);
    row("variable", "x", "DECLARE t timestamptz := now();\nBEGIN\nNEW.x := t;\nRETURN NEW; END", 3);
    row("cast to another type", "x", "BEGIN\nNEW.x := now()::date;\nRETURN NEW; END", 2);
    row("without zone and back", "x", "BEGIN\nNEW.x := now() AT TIME ZONE 'UTC';\nRETURN NEW; END", 2);
    row("localtimestamp", "x", "BEGIN\nNEW.x := localtimestamp;\nRETURN NEW; END", 2);
    row("no zone and none fixed", "plain", "BEGIN\nNEW.plain := now();\nRETURN NEW; END", 2);
    row("no zone, localtimestamp", "plain", "BEGIN\nNEW.plain := localtimestamp;\nRETURN NEW; END", 2);
    row("zone with a clock that goes back", "plain", "BEGIN\nNEW.plain := now() AT TIME ZONE 'Europe/Berlin';\nRETURN NEW; END", 2);
    row("zone from a setting", "plain", "BEGIN\nNEW.plain := now() AT TIME ZONE current_setting('TimeZone');\nRETURN NEW; END", 2);
    row("TG_OP of another event", "x", "BEGIN\nIF TG_OP = 'INSERT' THEN NEW.x := now(); END IF;\nRETURN NEW; END", 3);
    row("TG_OP with more", "x", "BEGIN\nIF TG_OP = 'UPDATE' AND NEW.v = '' THEN NEW.x := now(); END IF;\nRETURN NEW; END", 2);
    row("TG_OP written to", "x", "BEGIN TG_OP := 'DELETE';\nIF TG_OP = 'UPDATE' THEN NEW.x := now(); END IF;\nRETURN NEW; END", 2);
    row("TG_OP declared again", "x", "DECLARE tg_op text := '';\nBEGIN\nIF TG_OP = 'UPDATE' THEN NEW.x := now(); END IF;\nRETURN NEW; END", 3);
    row("backslash before a quote", "x", "BEGIN\nNEW.v := '\\'; NEW.x := now(); --';\nRETURN NEW; END", -1);
    row("not PL/pgSQL at all", "x", "BEGIN\nNEW.x :=", -1);
    row("empty", "x", "", -1);
    row("not a time", "day", "BEGIN\nNEW.day := now();\nRETURN NEW; END", -1);
    row("no such column", "nope", stamps, -1);
}

void WatermarkProofTest::oneFunction()
{
    QFETCH(QString, column);
    QFETCH(QString, body);
    QFETCH(int, line);
    SourceTrigger only = trigger("t", "");
    only.functionSource = body;
    const rules::WatermarkVerdict verdict = rules::proveWatermark(table({only}), column);
    const QString refusal = verdict.refusal.toEnglish();
    QCOMPARE(verdict.isProved ? QString() : refusal, line == 0 ? QString() : refusal);
    QCOMPARE(verdict.isProved, line == 0);
    QCOMPARE(verdict.provedBy.isEmpty(), line != 0);
    QCOMPARE(refusal.isEmpty(), line == 0);
    if (line > 0)
        QVERIFY2(refusal.contains(QStringLiteral("Trigger t, function public.f_t(), line %1: ").arg(line)), qPrintable(refusal));
}

void WatermarkProofTest::triggersOfATable_data()
{
    QTest::addColumn<SourceTable>("source");
    QTest::addColumn<QString>("refusal"); // a part of it; empty: proved
    const auto row = [](const char *name, const SourceTable &source, const char *refusal) { QTest::newRow(name) << source << QString::fromUtf8(refusal); };
    const SourceTrigger good = trigger("m", stamps);
    const auto undone = [](const char *name) { return trigger(name, "BEGIN NEW.x := OLD.x; RETURN NEW; END"); };
    using model::TriggerEnabled;

    row("none", table({}), "No BEFORE UPDATE trigger for each row sets \"x\"");
    row("one", table({good}), "");
    row("enabled always", table({with(good, &SourceTrigger::enabled, TriggerEnabled::Always)}), "");
    row("disabled", table({with(good, &SourceTrigger::enabled, TriggerEnabled::Disabled)}), "Trigger m would set \"x\", but it is disabled");
    row("replica only", table({with(good, &SourceTrigger::enabled, TriggerEnabled::Replica)}), "enabled for replicas only");
    row("UPDATE OF", table({with(good, &SourceTrigger::updateColumns, {QStringLiteral("v")})}), "Trigger m fires only on UPDATE OF v");
    row("WHEN", table({with(good, &SourceTrigger::condition, std::optional(QStringLiteral("(old.v <> new.v)")))}), "Trigger m fires only WHEN (old.v <> new.v)");
    row("after", table({with(good, &SourceTrigger::timing, model::TriggerTiming::After)}), "is not BEFORE UPDATE FOR EACH ROW");
    row("for each statement", table({with(good, &SourceTrigger::isForEachRow, false)}), "is not BEFORE UPDATE FOR EACH ROW");
    row("insert only", table({with(with(good, &SourceTrigger::onUpdate, false), &SourceTrigger::onInsert, true)}), "No BEFORE UPDATE trigger");
    row("SQL function", table({with(good, &SourceTrigger::functionLanguage, QStringLiteral("sql"))}), "written in sql");
    row("C function", table({inC("t", "public", "moddatetime")}), "Trigger t runs public.moddatetime(), which is written in c");
    row("constraint trigger beside", table({good, with(undone("z"), &SourceTrigger::isConstraint, true)}), "");

    row("undone by a later one", table({good, undone("n")}), "Trigger n, function public.f_n(), line 1: NEW.x gets something else");
    row("done after an earlier one", table({undone("a"), good}), "");
    row("fires by name, not as listed", table({undone("n"), good}), "Trigger n");
    row("upper case fires first", table({good, undone("Z")}), "");
    row("later one disabled", table({good, with(undone("n"), &SourceTrigger::enabled, TriggerEnabled::Disabled)}), "");
    row("later one under a condition", table({good, with(undone("n"), &SourceTrigger::condition, std::optional(QStringLiteral("(true)")))}), "Trigger n");
    row("later one on some columns", table({good, with(undone("n"), &SourceTrigger::updateColumns, {QStringLiteral("v")})}), "Trigger n");
    row("later one on insert only", table({good, with(with(undone("n"), &SourceTrigger::onUpdate, false), &SourceTrigger::onInsert, true)}), "");
    row("later one touches another column", table({good, trigger("n", "BEGIN NEW.v := 'x'; RETURN NEW; END")}), "");
    row("later one returns OLD", table({good, trigger("n", "BEGIN\nRETURN OLD; END")}), "Trigger n, function public.f_n(), line 2: something other than NEW is returned");
    row("later one returns NULL", table({good, trigger("n", "BEGIN\nRETURN NULL; END")}), "Trigger n, function public.f_n(), line 2");
    row("later one does not parse", table({good, trigger("n", "BEGIN RETURN")}), "Trigger n, function public.f_n(): nothing can be proved");
    row("later one in C", table({good, inC("n", "public", "audit_row")}), "Trigger n runs public.audit_row(), which is written in c");
    row("later full-text trigger", table({good, inC("n", "pg_catalog", "tsvector_update_trigger")}), "");
    row("somebody's function of that name", table({good, inC("n", "public", "tsvector_update_trigger")}), "Trigger n");
    row("condition, then all", table({with(good, &SourceTrigger::condition, std::optional(QStringLiteral("(true)"))), trigger("n", stamps)}), "");

    row("partitioned, not read", partitioned({good}, std::nullopt), "triggers of the partitions of public.film were not read");
    row("partitioned, other triggers below", partitioned({good}, false), "A partition of public.film has row triggers of its own");
    row("partitioned", partitioned({good}, true), "");
    row("moved row stamped too", partitioned({with(good, &SourceTrigger::onInsert, true)}, true), "");
    row("moved row undone by an insert trigger", partitioned({good, with(with(undone("a"), &SourceTrigger::onUpdate, false), &SourceTrigger::onInsert, true)}, true), "Trigger a");

    SourceTable parent = table({good});
    parent.inheritedBy = {model::TableName::create(QStringLiteral("public"), QStringLiteral("child")).value()};
    row("inherited", parent, "Rows of public.child show in public.film");
    SourceTable generated = table({good});
    generated.columns[2].generatedExpression = QStringLiteral("plain");
    row("generated column", generated, "is generated");
    SourceTable view = table({good});
    view.kind = model::TableKind::View;
    row("view", view, "not a table");
    SourceTrigger ownPath = trigger("t", "BEGIN\nNEW.x := now();\nRETURN NEW; END");
    ownPath.functionDefinition = QStringLiteral("CREATE FUNCTION public.f_t() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'public', 'pg_catalog' AS $x$BEGIN END$x$");
    row("search_path with pg_catalog last", table({ownPath}), "line 2");
    ownPath.functionDefinition->replace(QStringLiteral("'public', 'pg_catalog'"), QStringLiteral("'pg_catalog', 'public'"));
    row("search_path with pg_catalog first", table({ownPath}), "");
}

void WatermarkProofTest::triggersOfATable()
{
    QFETCH(SourceTable, source);
    QFETCH(QString, refusal);
    const rules::WatermarkVerdict verdict = rules::proveWatermark(source, QStringLiteral("x"));
    QCOMPARE(verdict.isProved, refusal.isEmpty());
    QVERIFY2(verdict.refusal.toEnglish().contains(refusal), qPrintable(verdict.refusal.toEnglish()));
}

void WatermarkProofTest::namesWhatProves()
{
    const rules::WatermarkVerdict verdict = rules::proveWatermark(table({trigger("last_updated", stamps)}), QStringLiteral("x"));
    QCOMPARE(verdict.provedBy, QStringLiteral("trigger last_updated, function public.f_last_updated(), line 3"));
}

QTEST_APPLESS_MAIN(WatermarkProofTest)
#include "watermark_proof_test.moc"
