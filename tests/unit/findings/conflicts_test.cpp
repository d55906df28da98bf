#include "rules/findings/definition_conflicts.h"
#include "rules/findings/glossary.h"
#include "rules/findings/measured_conflicts.h"
#include "unit/findings/case_tables.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::test;
using model::ConflictKind;

namespace {

model::RowCount counted(qint64 found, bool isComplete)
{
    model::RowCount count;
    count.rows = 1000;
    count.found = found;
    count.isComplete = isComplete;
    return count;
}

model::SourceTable film()
{
    return aTable(QStringLiteral("film"), {"id integer NOT NULL", "title varchar(50)", "price numeric(10,2)", "tags text[]", "made timestamp", "seen boolean NOT NULL"});
}

/// What SQL files say against public.film as it is above.
QStringList conflictsOf(const std::vector<rules::SourceText> &files, std::vector<model::SourceTable> tables = {film()})
{
    return inWords(rules::definitionConflicts(aCatalog(std::move(tables)), rules::readTableDefinitions(files)));
}

rules::SourceText file(const char *path, const char *text) { return {QString::fromUtf8(path), QString::fromUtf8(text)}; }

constexpr char asItIs[] = "CREATE TABLE film (id serial PRIMARY KEY, title character varying(50), price decimal(10,2), tags text[], made timestamp, seen bool NOT NULL);";

} // namespace

class ConflictsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countingContradictsClaims();
    void oneSetOfColumnsIsOneClaim();
    void whatWasNotFoundIsNoConflict();
    void whatTheDatabaseEnforcesIsNotAsked();
    void filesAgainstTheDatabase_data();
    void filesAgainstTheDatabase();
    void typesWithPrecision_data();
    void typesWithPrecision();
    void modifiersOfOtherTypes();
    void filesAreReadInTheirOrder();
    void linesOfDefinitions();
    void tablesAreFoundByTheirSchema();
    void definitionsOfOneTerm_data();
    void definitionsOfOneTerm();
    void dictionaryAgainstComments();
};

void ConflictsTest::countingContradictsClaims()
{
    model::SourceTable table = aTable(QStringLiteral("film"), {"id integer", "code text", "owner text", "plan_id integer"});
    setComment(table, "code", "Unique in all countries");
    setComment(table, "owner", "Pflichtfeld");
    table.checks = {aCheck("filled", "CHECK ((plan_id IS NOT NULL)) NOT VALID"), aCheck("also", "CHECK ((id IS NOT NULL))")};
    table.foreignKeys = {aForeignKey("film_plan", "plan_id", "plan"), aForeignKey("film_id", "id", "plan")};
    table.foreignKeys[0].isValidated = false;
    model::SourceIndex index;
    index.name = QStringLiteral("film_unfinished");
    index.isUnique = true;
    index.isValid = false;
    index.keys = {QStringLiteral("owner"), QStringLiteral("code")};
    table.indexes = {index};
    const model::CatalogSnapshot catalog = aCatalog({table});
    rules::CheckReader checks;
    const auto unique = rules::uniqueClaims(catalog, {});
    const auto mandatory = rules::mandatoryColumns(catalog, {}, checks);
    rules::TakenMeasures measures;
    rules::addMeasuresOfClaims(catalog, unique, mandatory, measures.wanted);
    rules::sortAndUnite(measures.wanted);
    QCOMPARE(measures.wanted.duplicates.size(), std::size_t(2)); // code; owner and code
    QCOMPARE(measures.wanted.nulls.size(), std::size_t(2));      // owner; plan_id
    QCOMPARE(measures.wanted.orphans.size(), std::size_t(1));
    measures.duplicates = {counted(1, true), counted(7, false)};
    measures.nulls = {counted(2, true), counted(1, false)};
    measures.orphans = {counted(3, true)};
    const auto conflicts = rules::measuredConflicts(catalog, unique, mandatory, rules::MeasureIndex(measures));
    QCOMPARE(inWords(conflicts), (QStringList{QStringLiteral("public.film code: code is said to be unique. | Values of code are repeated in 1 row."),
                                              QStringLiteral("public.film owner, code: owner, code is said to be unique. | Values of owner, code are repeated in 7 rows of a sample."),
                                              QStringLiteral("public.film owner: owner is said to be always filled. | owner is empty in 2 rows."),
                                              QStringLiteral("public.film plan_id: plan_id is said to be always filled. | plan_id is empty in 1 row of a sample."),
                                              QStringLiteral("public.film film_plan: plan_id is said to lead to a row of public.plan. | There is no row of public.plan behind 3 rows.")}));
    QCOMPARE(conflicts.at(0).firstEvidence.at(0).place, QStringLiteral("comment on column public.film.code"));
    QCOMPARE(conflicts.at(1).firstEvidence.at(0).place, QStringLiteral("index film_unfinished"));
    QCOMPARE(conflicts.at(1).secondEvidence.at(0).kind, model::EvidenceKind::Sample);
    QCOMPARE(conflicts.at(3).firstEvidence.at(0).place, QStringLiteral("check filled"));
    for (const model::Conflict &conflict : conflicts) // a sign-off leaves measured numbers out: they are in no place and no detail
        for (const model::Evidence &evidence : conflict.secondEvidence) {
            QCOMPARE(evidence.rows, 1000);
            QVERIFY(!evidence.detail.contains(QLatin1Char('1')) && !evidence.place.contains(QLatin1Char('1')));
        }
}

void ConflictsTest::oneSetOfColumnsIsOneClaim()
{
    model::SourceTable table = aTable(QStringLiteral("film"), {"code text", "owner text"});
    model::SourceIndex index;
    index.name = QStringLiteral("film_unfinished");
    index.isUnique = true;
    index.isValid = false;
    index.keys = {QStringLiteral("owner"), QStringLiteral("code")};
    table.indexes = {index};
    rules::DictionaryFindings dictionary;
    dictionary.keys = {{table.name, {QStringLiteral("code"), QStringLiteral("owner")}, {{.kind = model::EvidenceKind::Dictionary, .place = QStringLiteral("AD_Column")}}}};
    const auto claims = rules::uniqueClaims(aCatalog({table}), dictionary);
    QCOMPARE(claims.size(), std::size_t(1));
    QCOMPARE(claims.at(0).columns, (std::vector<QString>{QStringLiteral("owner"), QStringLiteral("code")})); // as it was said first
    QCOMPARE(claims.at(0).evidence.size(), std::size_t(2));
}

void ConflictsTest::whatWasNotFoundIsNoConflict()
{
    model::SourceTable table = aTable(QStringLiteral("film"), {"code text", "other text"});
    setComment(table, "code", "unique, mandatory");
    setComment(table, "other", "unique");
    const model::CatalogSnapshot catalog = aCatalog({table});
    rules::CheckReader checks;
    const auto unique = rules::uniqueClaims(catalog, {});
    const auto mandatory = rules::mandatoryColumns(catalog, {}, checks);
    rules::TakenMeasures measures;
    rules::addMeasuresOfClaims(catalog, unique, mandatory, measures.wanted);
    QVERIFY(rules::measuredConflicts(catalog, unique, mandatory, rules::MeasureIndex(measures)).empty()); // nothing was answered
    measures.duplicates = {counted(0, true), counted(5, true)};
    measures.duplicates[1].notCounted = "Too expensive.";
    measures.nulls = {counted(0, false)};
    QVERIFY(rules::measuredConflicts(catalog, unique, mandatory, rules::MeasureIndex(measures)).empty());
}

void ConflictsTest::whatTheDatabaseEnforcesIsNotAsked()
{
    model::SourceTable table = aTable(QStringLiteral("film"), {"id integer NOT NULL", "code text NOT NULL", "part text"});
    setComment(table, "id", "unique");
    setComment(table, "code", "mandatory");
    setComment(table, "part", "unique");
    model::SourceKey partial;
    partial.name = QStringLiteral("part_key");
    partial.columns = {QStringLiteral("part")};
    partial.predicate = QStringLiteral("(NOT deleted)");
    table.keys = {aPrimaryKey({QStringLiteral("id")}), partial};
    const model::CatalogSnapshot catalog = aCatalog({table});
    rules::CheckReader checks;
    const auto unique = rules::uniqueClaims(catalog, {});
    QCOMPARE(unique.size(), std::size_t(1));
    QCOMPARE(unique.at(0).columns.at(0), QStringLiteral("part")); // a key for a part of the rows enforces it for that part
    QVERIFY(rules::mandatoryColumns(catalog, {}, checks).empty());
}

void ConflictsTest::filesAgainstTheDatabase_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QStringList>("conflicts");
    const auto row = [](const char *name, const QString &sql, std::initializer_list<const char *> conflicts) {
        QStringList list;
        for (const char *line : conflicts)
            list.append(QStringLiteral("public.film ") + QString::fromUtf8(line));
        QTest::newRow(name) << sql << list;
    };
    const QString same = QString::fromUtf8(asItIs);
    row("the same", same, {});
    row("the same by ALTER", QStringLiteral("CREATE TABLE public.film (id int, titel text, gone text); ALTER TABLE film ADD x int; ALTER TABLE public.film RENAME titel TO title;"
                                            "ALTER TABLE public.film ALTER title TYPE varchar(50), DROP COLUMN gone, ADD COLUMN price numeric(10,2), ADD tags text[], ADD made timestamp,"
                                            "ADD seen boolean, ALTER seen SET NOT NULL, ADD CONSTRAINT p PRIMARY KEY (id);"), {});
    row("the key before the columns", QStringLiteral("CREATE TABLE film (PRIMARY KEY (id), id int, title varchar(50), price numeric(10,2), tags text[], made timestamp, seen bool NOT NULL);"), {});
    row("the key before its column by ALTER", QStringLiteral("CREATE TABLE film (title varchar(50), price numeric(10,2), tags text[], made timestamp, seen bool NOT NULL);"
                                                             "ALTER TABLE film ADD PRIMARY KEY (id), ADD COLUMN id int;"), {});
    row("the steps of one ALTER in another order", QStringLiteral("CREATE TABLE film (id serial, title varchar(50), price numeric(10,2), tags int NOT NULL, made timestamp);"
                                                                  "ALTER TABLE film ALTER seen SET NOT NULL, ADD tags text[], ADD seen bool, DROP tags;"), {});
    row("a missing column", QString(same).replace(QStringLiteral("tags text[], "), QString()), {"tags: In the database tags is text[]. | schema.sql defines no column tags."});
    row("another column", QString(same).replace(QStringLiteral("tags text[],"), QStringLiteral("tags text[], \"Extra.Col\" date,")),
        {"\"Extra.Col\": The database has no column \"Extra.Col\". | schema.sql defines \"Extra.Col\" as date."});
    row("another type", QString(same).replace(QStringLiteral("varying(50)"), QStringLiteral("varying(60)")),
        {"title: In the database title is varchar(50). | schema.sql defines title as varchar(60)."});
    row("no array", QString(same).replace(QStringLiteral("text[]"), QStringLiteral("text")), {"tags: In the database tags is text[]. | schema.sql defines tags as text."});
    row("NOT NULL differs", QString(same).replace(QStringLiteral("price decimal(10,2)"), QStringLiteral("price decimal(10,2) NOT NULL")),
        {"price: In the database price is numeric(10,2). | schema.sql defines price as numeric(10,2) NOT NULL."});
    row("one of two is the same", QStringLiteral("CREATE TABLE film (id int);") + same, {});
    row("dropped", same + QStringLiteral("DROP TABLE film;"), {});
    row("renamed away", QStringLiteral("CREATE TABLE film (id int); ALTER TABLE film RENAME TO movie;"), {});
    row("renamed to it", QStringLiteral("CREATE TABLE movie (id int NOT NULL, title varchar(50), price numeric(10,2), tags text[], made timestamp); ALTER TABLE movie RENAME TO film;"),
        {"seen: In the database seen is bool NOT NULL. | schema.sql defines no column seen."});
    row("IF NOT EXISTS", same + QStringLiteral("CREATE TABLE IF NOT EXISTS film (id int);"), {});
    row("temporary", QStringLiteral("CREATE TEMP TABLE film (id int);"), {});
    row("columns from elsewhere", QStringLiteral("CREATE TABLE film (LIKE movie); CREATE TABLE film (id int) INHERITS (movie); CREATE TABLE film AS SELECT 1;"
                                                 "CREATE TABLE film PARTITION OF movie DEFAULT;"), {});
    row("another database's types", QStringLiteral("CREATE TABLE film (id number(10) NOT NULL, title varchar2(50));"), {});
    row("another database's signs", QStringLiteral("CREATE TABLE `film` (`id` int AUTO_INCREMENT); ") + same, {});
    row("a table that is not there", QStringLiteral("CREATE TABLE movie (id int);"), {});
    row("in a comment", QStringLiteral("-- CREATE TABLE film (id int);\n/* CREATE TABLE film (id int); */ SELECT 'CREATE TABLE film (id int);';"), {});
    row("psql", QStringLiteral("\\connect it's\nCOPY film FROM stdin;\nit's 1\t;\n\\.\n") + same, {});
    row("not SQL", QStringLiteral("it's no SQL at all"), {});
    row("empty", QString(), {});
}

void ConflictsTest::filesAgainstTheDatabase()
{
    QFETCH(QString, sql);
    QTEST(conflictsOf({{QStringLiteral("schema.sql"), sql}}), "conflicts");
}

void ConflictsTest::typesWithPrecision_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("other");
    QTest::newRow("interval") << QStringLiteral("interval") << QStringLiteral("interval(3)") << QStringLiteral("interval(4)");
    QTest::newRow("interval of fields") << QStringLiteral("interval") << QStringLiteral("interval day to second(3)") << QStringLiteral("interval day to second");
    QTest::newRow("timestamp") << QStringLiteral("timestamp") << QStringLiteral("timestamp(3)") << QStringLiteral("timestamp");
    QTest::newRow("timestamptz") << QStringLiteral("timestamptz") << QStringLiteral("timestamp(3) with time zone") << QStringLiteral("timestamp(0) with time zone");
    QTest::newRow("time") << QStringLiteral("time") << QStringLiteral("time(3)") << QStringLiteral("time(4)");
    QTest::newRow("timetz") << QStringLiteral("timetz") << QStringLiteral("time(3) with time zone") << QStringLiteral("time with time zone");
}

void ConflictsTest::typesWithPrecision()
{
    QFETCH(QString, name);
    QFETCH(QString, written);
    QFETCH(QString, other);
    model::SourceTable table = aTable(QStringLiteral("t"), {"x text"});
    table.columns[0].type.name = name;
    table.columns[0].type.precision = 3;
    const QString create = QStringLiteral("CREATE TABLE t (x %1);");
    QCOMPARE(conflictsOf({{QStringLiteral("s.sql"), create.arg(written)}}, {table}), QStringList());
    QCOMPARE(conflictsOf({{QStringLiteral("s.sql"), create.arg(other)}}, {table}).size(), 1);
    table.columns[0].type.precision.reset();
    QCOMPARE(conflictsOf({{QStringLiteral("s.sql"), create.arg(name)}}, {table}), QStringList());
    QCOMPARE(conflictsOf({{QStringLiteral("s.sql"), create.arg(written)}}, {table}).size(), 1);
    table.columns[0].type.precision = 6; // what PostgreSQL makes of more
    QCOMPARE(conflictsOf({{QStringLiteral("s.sql"), create.arg(QString(written).replace(QLatin1Char('3'), QLatin1Char('9')))}}, {table}), QStringList());
}

/// What they mean is known to the type's extension only, so the catalog has no length of it.
void ConflictsTest::modifiersOfOtherTypes()
{
    model::SourceTable table = aTable(QStringLiteral("t"), {"place text", "code varchar(9)"});
    table.columns[0].type.schema = QStringLiteral("public");
    table.columns[0].type.name = QStringLiteral("geometry");
    QCOMPARE(conflictsOf({file("s.sql", "CREATE TABLE t (place geometry(Point, 4326), code varchar(9));")}, {table}), QStringList());
    QCOMPARE(conflictsOf({file("s.sql", "CREATE TABLE t (place geometry(Point, 4326), code varchar(8));")}, {table}).size(), 1);
}

void ConflictsTest::filesAreReadInTheirOrder()
{
    const rules::SourceText create = file("db/V1__film.sql", "CREATE TABLE film (id int NOT NULL, title text, price numeric(10,2), tags text[], made timestamp, seen bool NOT NULL);");
    const rules::SourceText wrong = file("db/V2__title.sql", "ALTER TABLE film ALTER title TYPE varchar(40);");
    const rules::SourceText right = file("db/V10__title.sql", "ALTER TABLE film ALTER title TYPE varchar(50);");
    QCOMPARE(conflictsOf({right, wrong, create}), QStringList());
    QCOMPARE(conflictsOf({create, wrong}), QStringList{QStringLiteral("public.film title: In the database title is varchar(50). | db/V2__title.sql defines title as varchar(40).")});
    const rules::SourceText before = file("db/V99999999999999999999__title.sql", "ALTER TABLE film ALTER title TYPE varchar(40);"); // more than 64 bits hold
    const rules::SourceText last = file("db/V100000000000000000000__title.sql", "ALTER TABLE film ALTER title TYPE varchar(50);");
    QCOMPARE(conflictsOf({last, before, create}), QStringList());
    const rules::SourceText leadingZeros = file("db/V0002__title.sql", "ALTER TABLE film ALTER title TYPE varchar(40);");
    QCOMPARE(conflictsOf({right, leadingZeros, create}), QStringList());
    const QString digits(40, QLatin1Char('9'));
    QCOMPARE(conflictsOf({{QStringLiteral("db/V1") + digits + QStringLiteral("0.sql"), right.text}, {QStringLiteral("db/V2") + digits + QStringLiteral(".sql"), wrong.text}, create}), QStringList());
}

void ConflictsTest::linesOfDefinitions()
{
    const auto found = rules::definitionConflicts(aCatalog({film()}), rules::readTableDefinitions({file("a.sql", "SELECT 1;\n\n-- more\nCREATE TABLE film (id int NOT NULL, title varchar(50),\n"
                                                                                                       "price numeric(10,2), tags text[], made timestamp);\nALTER TABLE film ADD seen int;")}));
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found.at(0).kind, ConflictKind::OtherDefinition);
    QCOMPARE(found.at(0).secondEvidence.at(0).line, 6);
    QCOMPARE(found.at(0).secondEvidence.at(0).place, QStringLiteral("a.sql"));
    QCOMPARE(found.at(0).secondEvidence.at(0).detail, QStringLiteral("public.film has seen int4"));
}

void ConflictsTest::tablesAreFoundByTheirSchema()
{
    const model::SourceTable one = aTable(QStringLiteral("a.t"), {"id integer"});
    const model::SourceTable other = aTable(QStringLiteral("b.t"), {"id integer"});
    QCOMPARE(conflictsOf({file("s.sql", "CREATE TABLE t (id text);")}, {one, other}), QStringList()); // of which of them?
    QCOMPARE(conflictsOf({file("s.sql", "CREATE TABLE b.t (id text);")}, {one, other}), QStringList{QStringLiteral("b.t id: In the database id is int4. | s.sql defines id as text.")});
    QCOMPARE(conflictsOf({file("s.sql", "CREATE TABLE c.t (id text);")}, {one}), QStringList());
    model::SourceTable quoted = aTable(QStringLiteral("placeholder"), {"id integer"});
    quoted.name = model::TableName::create(QStringLiteral("Sales.EU"), QStringLiteral("My \"T\"")).value();
    QCOMPARE(conflictsOf({file("s.sql", "CREATE TABLE \"Sales.EU\".\"My \"\"T\"\"\" (id text);")}, {quoted}).size(), 1);
}

void ConflictsTest::definitionsOfOneTerm_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<QStringList>("comments"); // of tables a, b, c …
    QTest::addColumn<QStringList>("conflicts");
    QTest::newRow("the same") << QStringLiteral("net") << QStringList{QStringLiteral("Without tax."), QStringLiteral("without  TAX")} << QStringList();
    QTest::newRow("two") << QStringLiteral("net") << QStringList{QStringLiteral("Without tax"), QStringLiteral("With tax")}
                         << QStringList{QStringLiteral("public.b net: comment on column public.a.net: Without tax | comment on column public.b.net: With tax")};
    QTest::newRow("the commonest first") << QStringLiteral("net") << QStringList{QStringLiteral("With tax"), QStringLiteral("Without tax"), QStringLiteral("Without tax")}
                                         << QStringList{QStringLiteral("public.a net: comment on column public.b.net: Without tax | comment on column public.a.net: With tax")};
    QTest::newRow("a term of its own") << QStringLiteral("net") << QStringList{QStringLiteral("Net amount: without tax"), QStringLiteral("Net weight: without the box")} << QStringList();
    QTest::newRow("a name that every table uses") << QStringLiteral("status") << QStringList{QStringLiteral("Of the order"), QStringLiteral("Of the film")} << QStringList();
    QTest::newRow("only the name") << QStringLiteral("net_amount") << QStringList{QStringLiteral("Net amount"), QStringLiteral("Without tax")} << QStringList();
    QTest::newRow("a name that SQL quotes") << QStringLiteral("\"Net.EU\"") << QStringList{QStringLiteral("Without tax"), QStringLiteral("With tax")}
                                            << QStringList{QStringLiteral("public.b \"Net.EU\": comment on column public.a.\"Net.EU\": Without tax | comment on column public.b.\"Net.EU\": With tax")};
    QTest::newRow("no comment") << QStringLiteral("net") << QStringList{QStringLiteral(" "), QStringLiteral("Without tax")} << QStringList();
}

void ConflictsTest::definitionsOfOneTerm()
{
    QFETCH(QString, column);
    QFETCH(QStringList, comments);
    std::vector<model::SourceTable> tables;
    for (qsizetype i = 0; i < comments.size(); ++i) {
        tables.push_back(aTable(QString(QChar(char16_t('a' + i))), {}));
        tables.back().columns = {aColumn(column + QStringLiteral(" text"))};
        tables.back().columns[0].comment = comments[i];
    }
    QTEST(inWords(rules::definitionsThatDiffer(rules::commentDefinitions(aCatalog(tables), {}), {})), "conflicts");
}

void ConflictsTest::dictionaryAgainstComments()
{
    model::SourceTable one = aTable(QStringLiteral("a"), {"net text", "gross text"});
    setComment(one, "net", "With tax");
    setComment(one, "gross", "Gross"); // Odoo writes the title of a field as its comment
    model::SourceTable other = aTable(QStringLiteral("b"), {"net text"});
    rules::DictionaryFindings dictionary;
    const auto term = [](const char *title, const char *definition, std::optional<model::TableName> table, const char *column) {
        return rules::DictionaryTerm{{QString::fromUtf8(title), QString::fromUtf8(definition), std::move(table), {}, {{.kind = model::EvidenceKind::Dictionary, .place = QStringLiteral("AD_Element")}}},
                                     QString::fromUtf8(column)};
    };
    dictionary.terms = {term("Net", "Without tax", {}, "Net"), term("Net", "Something else", other.name, "net"), term("Gross", "All of it", one.name, "gross")};
    QCOMPARE(inWords(rules::definitionsThatDiffer(rules::commentDefinitions(aCatalog({one, other}), dictionary), dictionary)),
             QStringList{QStringLiteral("public.a net: comment on column public.a.net: With tax | AD_Element: Without tax")});
}

QTEST_APPLESS_MAIN(ConflictsTest)
#include "conflicts_test.moc"
