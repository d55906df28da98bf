#include "rules/findings/code_findings.h"
#include "rules/findings/comment_claims.h"
#include "unit/findings/case_tables.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::test;

class CodesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checksAreRead_data();
    void checksAreRead();
    void columnsBecomeFlagsOrLists_data();
    void columnsBecomeFlagsOrLists();
    void notValidIsDeclared();
    void domainsAndEnums();
    void meaningsComeFromComments_data();
    void meaningsComeFromComments();
    void commentsClaim_data();
    void commentsClaim();
};

/// Definitions as PostgreSQL 15 printed them with pg_get_constraintdef.
void CodesTest::checksAreRead_data()
{
    QTest::addColumn<QString>("definition");
    QTest::addColumn<QString>("meaning"); // "column: values", a column that is never NULL as "column!"
    const auto row = [](const char *name, const char *definition, const char *meaning) { QTest::newRow(name) << QString::fromUtf8(definition) << QString::fromUtf8(meaning); };
    row("IN on char", "CHECK ((f = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])))", "f: Y|N");
    row("= ANY on char", "CHECK (((f2)::text = ANY (ARRAY['Y'::text, 'N'::text, 'X'::text])))", "f2: Y|N|X");
    row("IN on varchar", "CHECK (((v)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))", "v: a|b");
    row("array in one text", "CHECK ((arr = ANY ('{Y,N}'::text[])))", "arr: Y|N");
    row("numbers", "CHECK ((i = ANY (ARRAY[0, 1])))", "i: 0|1");
    row("negative number", "CHECK ((i2 = ANY (ARRAY['-1'::integer, 0, 1])))", "i2: -1|0|1");
    row("large number", "CHECK ((big = ANY (ARRAY['3000000000'::bigint, (1)::bigint])))", "big: 3000000000|1");
    row("decimals", "CHECK ((num = ANY (ARRAY[1.5, (2)::numeric])))", "num: 1.5|2");
    row("OR chain", "CHECK (((o = 'a'::text) OR (o = 'b'::text) OR (o IS NULL)))", "o: a|b");
    row("one value", "CHECK ((one = 'x'::text))", "one: x");
    row("constant first", "CHECK (('z'::text = rev))", "rev: z");
    row("odd values", "CHECK ((q = ANY (ARRAY['O''Brien \"x\"'::text, 'a,b'::text, 'new\nline'::text, '\303\274'::text])))", "q: O'Brien \"x\"|a,b|new\nline|\303\274");
    row("odd column", "CHECK ((\"My \"\"Col.x\" = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])))", "My \"Col.x: Y|N");
    row("domain", "CHECK (((VALUE = 0) OR (VALUE = 1)))", "value: 0|1");
    row("AND with another column", "CHECK (((an = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])) AND (an IS NOT NULL)))", "an: Y|N; an!");
    row("two columns by AND", "CHECK (((a = 'x'::text) AND (b = ANY (ARRAY['y'::text, 'z'::text]))))", "a: x; b: y|z");
    row("both arms of OR", "CHECK ((((a = 'x'::text) AND (b = 'y'::text)) OR (a = 'z'::text)))", "a: x|z");
    row("AND narrows", "CHECK (((a = ANY (ARRAY['x'::text, 'y'::text])) AND (a = ANY (ARRAY['y'::text, 'z'::text]))))", "a: y");
    row("never NULL", "CHECK ((nn IS NOT NULL)) NOT VALID", "nn!");
    row("NOT VALID", "CHECK ((nn = ANY (ARRAY['a'::text, 'b'::text]))) NOT VALID", "nn: a|b");
    row("NULL lets all pass", "CHECK ((n = ANY (ARRAY['a'::text, NULL::text])))", "");
    row("NULL in one text lets all pass", "CHECK ((n = ANY ('{a,NULL}'::text[])))", "");
    row("two columns by OR", "CHECK (((two = 'a'::text) OR (st = 'open'::text)))", "");
    row("function of the column", "CHECK ((lower(lo) = ANY (ARRAY['a'::text, 'b'::text])))", "");
    row("cast that changes values", "CHECK (((c)::integer = ANY (ARRAY[0, 1])))", "");
    row("not among", "CHECK ((nin <> ALL (ARRAY['a'::text, 'b'::text])))", "");
    row("negated", "CHECK ((NOT (nt = 'a'::text)))", "");
    row("range", "CHECK (((b >= 0) AND (b <= 1)))", "");
    row("other column", "CHECK ((a = b))", "");
    row("only NULL", "CHECK ((a IS NULL))", "");
    row("no check", "FOREIGN KEY (a) REFERENCES b(c)", "");
    row("no SQL", "CHECK ((a = ", "");
    row("more than a check", "CHECK ((a = 'x')), DROP COLUMN b", "");
    row("empty", "", "");
}

void CodesTest::checksAreRead()
{
    QFETCH(QString, definition);
    const rules::CheckMeaning meaning = rules::meaningOfCheck(definition);
    QStringList parts;
    for (const rules::ColumnValues &values : meaning.values)
        parts.append(values.column + QStringLiteral(": ") + QStringList(values.values.begin(), values.values.end()).join(QLatin1Char('|')));
    for (const QString &column : meaning.neverNull)
        parts.append(column + QLatin1Char('!'));
    QTEST(parts.join(QStringLiteral("; ")), "meaning");
}

void CodesTest::columnsBecomeFlagsOrLists_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("check");
    QTest::addColumn<QString>("finding");
    const auto row = [](const char *name, const char *column, const char *check, const char *finding) {
        QTest::newRow(name) << QString::fromUtf8(column) << QString::fromUtf8(check) << QString::fromUtf8(finding);
    };
    row("Y/N", "f char(1)", "CHECK ((f = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])))", "public.b13.f: Y/N database");
    row("N/Y", "f char(1)", "CHECK ((f = ANY (ARRAY['N'::bpchar, 'Y'::bpchar])))", "public.b13.f: Y/N database");
    row("X makes it a list", "f char(1)", "CHECK (((f)::text = ANY (ARRAY['Y'::text, 'N'::text, 'X'::text])))", "public.b13.f: Y, N, X database");
    row("J/N", "f char(1)", "CHECK ((f = ANY (ARRAY['J'::bpchar, 'N'::bpchar])))", "public.b13.f: J/N database");
    row("T/F on text", "f text", "CHECK ((f = ANY (ARRAY['T'::text, 'F'::text])))", "public.b13.f: T/F database");
    row("y/n", "f varchar(1)", "CHECK (((f)::text = ANY ((ARRAY['y'::character varying, 'n'::character varying])::text[])))", "public.b13.f: y/n database");
    row("Y and n is no pair", "f char(1)", "CHECK ((f = ANY (ARRAY['Y'::bpchar, 'n'::bpchar])))", "public.b13.f: Y, n database");
    row("0/1 on smallint", "f smallint", "CHECK ((f = ANY (ARRAY[0, 1])))", "public.b13.f: 1/0 database");
    row("0/1 on integer is a list", "f integer", "CHECK ((f = ANY (ARRAY[0, 1])))", "public.b13.f: 0, 1 database");
    row("one value is a list", "f char(1)", "CHECK ((f = 'Y'::bpchar))", "public.b13.f: Y database");
    row("codes", "f text", "CHECK ((f = ANY (ARRAY['open'::text, 'closed'::text])))", "public.b13.f: open, closed database");
    row("NOT VALID flag", "f char(1)", "CHECK ((f = ANY (ARRAY['Y'::bpchar, 'N'::bpchar]))) NOT VALID", "public.b13.f: Y/N declared");
    row("NOT VALID on text is a list", "f text", "CHECK ((f = ANY (ARRAY['Y'::text, 'N'::text]))) NOT VALID", "public.b13.f: Y, N declared");
    row("array", "f text[]", "CHECK ((f = ANY (ARRAY['Y'::text, 'N'::text])))", "");
    row("boolean", "f boolean", "CHECK ((f = ANY (ARRAY[true, false])))", "");
    row("contradiction", "f text", "CHECK (((f = 'a'::text) AND (f = 'b'::text)))", "");
    row("another column", "f text", "CHECK ((g = 'a'::text))", "");
}

void CodesTest::columnsBecomeFlagsOrLists()
{
    QFETCH(QString, column);
    QFETCH(QString, check);
    model::SourceTable table = aTable(QStringLiteral("b13"), {column.toUtf8().constData()});
    table.checks = {aCheck("b13_f_check", check.toUtf8().constData())};
    rules::CheckReader reader;
    const rules::CodeFindings found = rules::findCodes(aCatalog({table}), reader);
    QTEST((inWords(found.flags) + inWords(found.lists)).join(QLatin1Char('\n')), "finding");
    for (const auto &flag : found.flags)
        QCOMPARE(flag.evidence.at(0).place, QStringLiteral("check b13_f_check"));
}

void CodesTest::notValidIsDeclared()
{
    model::SourceTable table = aTable(QStringLiteral("b13"), {"f char(1)"});
    table.checks = {aCheck("narrow", "CHECK ((f = ANY (ARRAY['Y'::bpchar, 'N'::bpchar]))) NOT VALID"),
                    aCheck("wide", "CHECK ((f = ANY (ARRAY['Y'::bpchar, 'N'::bpchar, 'X'::bpchar])))")};
    rules::CheckReader reader;
    const rules::CodeFindings found = rules::findCodes(aCatalog({table}), reader);
    QCOMPARE(inWords(found.lists), QStringList{QStringLiteral("public.b13.f: Y, N, X database")}); // what the valid one lets pass is what can be there
    QVERIFY(found.flags.empty());
}

void CodesTest::domainsAndEnums()
{
    model::SourceTable table = aTable(QStringLiteral("t"), {"inner char(1)", "outer char(1)", "rating mpaa", "yes_no mpaa", "unknown char(1)", "ratings mpaa[]"});
    columnOf(table, "inner").type.domain = QStringLiteral("public.yn");
    columnOf(table, "outer").type.domain = QStringLiteral("app.\"Only Yes\"");
    columnOf(table, "unknown").type.domain = QStringLiteral("public.gone");
    for (const char *name : {"rating", "yes_no", "ratings"})
        columnOf(table, name).type.kind = model::TypeKind::Enum;
    columnOf(table, "rating").type.enumLabels = {QStringLiteral("R"), QStringLiteral("O'Brien \"x\""), QStringLiteral("PG-13")};
    columnOf(table, "ratings").type.enumLabels = columnOf(table, "rating").type.enumLabels;
    columnOf(table, "yes_no").type.enumLabels = {QStringLiteral("N"), QStringLiteral("Y")};
    model::CatalogSnapshot catalog = aCatalog({table});
    model::SourceDomain inner;
    inner.schema = QStringLiteral("public");
    inner.name = QStringLiteral("yn");
    inner.checks = {aCheck("yn_check", "CHECK ((VALUE = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])))")};
    model::SourceDomain outer;
    outer.schema = QStringLiteral("app");
    outer.name = QStringLiteral("Only Yes");
    outer.base.domain = QStringLiteral("public.yn");
    outer.checks = {aCheck("only", "CHECK ((VALUE <> 'N'::bpchar))"), aCheck("yes", "CHECK ((VALUE = 'Y'::bpchar))")};
    catalog.domains = {outer, inner};
    rules::CheckReader reader;
    const rules::CodeFindings found = rules::findCodes(catalog, reader);
    QCOMPARE(inWords(found.flags), (QStringList{QStringLiteral("public.t.inner: Y/N database"), QStringLiteral("public.t.yes_no: Y/N database")}));
    QCOMPARE(inWords(found.lists), (QStringList{QStringLiteral("public.t.outer: Y database"), QStringLiteral("public.t.rating: R, O'Brien \"x\", PG-13 database")}));
    QCOMPARE(found.lists.at(0).evidence.size(), std::size_t(2)); // the check of the domain, and that of the domain below it
}

void CodesTest::meaningsComeFromComments_data()
{
    QTest::addColumn<QString>("comment");
    QTest::addColumn<QString>("list");
    const auto row = [](const char *name, const char *comment, const char *list) { QTest::newRow(name) << QString::fromUtf8(comment) << QString::fromUtf8(list); };
    row("equals signs", "A=active, B=blocked", "A=active, B=blocked, C");
    row("colons and lines", "A: active\nB: blocked; C: closed", "A=active, B=blocked, C=closed");
    row("quoted", "'A' = active, \"B\" = blocked", "A=active, B=blocked, C");
    row("quotes, HTML, Jinja", "A=it's \"<b>on</b>\", B={{ jinja }} | pipe ` tick", "A=it's \"<b>on</b>\", B={{ jinja }} | pipe ` tick, C");
    row("codes on no list", "X=unknown, A=active", "A=active, B, C");
    row("a word that begins with the code", "Active=yes", "A, B, C");
    row("bars", "A: open | B: back in time | C=late", "A=open, B=back in time, C=late");
    row("no meanings", "Whether it is open", "A, B, C");
}

void CodesTest::meaningsComeFromComments()
{
    QFETCH(QString, comment);
    QFETCH(QString, list);
    model::SourceTable table = aTable(QStringLiteral("t"), {"st text"});
    table.checks = {aCheck("c", "CHECK ((st = ANY (ARRAY['A'::text, 'B'::text, 'C'::text])))")};
    table.columns[0].comment = comment;
    rules::CheckReader reader;
    QCOMPARE(inWords(rules::findCodes(aCatalog({table}), reader).lists).value(0), QStringLiteral("public.t.st: ") + list + QStringLiteral(" database"));
}

void CodesTest::commentsClaim_data()
{
    QTest::addColumn<QString>("comment");
    QTest::addColumn<bool>("isUnique");
    QTest::addColumn<bool>("isMandatory");
    const auto row = [](const char *name, const char *comment, bool isUnique, bool isMandatory) { QTest::newRow(name) << QString::fromUtf8(comment) << isUnique << isMandatory; };
    row("English", "Unique number of the order.", true, false);
    row("German", "Eindeutig je Kunde", true, false);
    row("Italian", "Codice unico, obbligatorio", true, true);
    row("Spanish", "C\303\263digo \303\272nico", true, false);
    row("accents as characters of their own", "Co\314\201digo u\314\201nico", true, false);
    row("denied", "not unique", false, false);
    row("denied at a distance", "need not be unique", false, false);
    row("denied in German", "nicht eindeutig", false, false);
    row("denied with a hyphen", "A non-unique code", false, false);
    row("denied and then claimed", "not mandatory, but unique", true, false);
    row("part of a word", "uniqueness is a virtue", false, false);
    row("mandatory", "Pflichtfeld", false, true);
    row("empty", "", false, false);
}

void CodesTest::commentsClaim()
{
    QFETCH(QString, comment);
    QTEST(rules::claimsUnique(comment), "isUnique");
    QTEST(rules::claimsMandatory(comment), "isMandatory");
}

QTEST_APPLESS_MAIN(CodesTest)
#include "codes_test.moc"
