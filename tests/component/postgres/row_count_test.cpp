#include "source_fixture.h"

using namespace lakehouse;
using namespace lakehouse::testing;
using model::ColumnRelation;
using model::ColumnSet;
using model::RowCount;

namespace {

const QString database = QStringLiteral("count_cases");
using Names = std::vector<QString>;

model::TableName table(const char *name)
{
    return model::TableName::create(QStringLiteral("public"), QString::fromUtf8(name)).value();
}

/// rows/found/nulls
QString numbersOf(const RowCount &count)
{
    return QStringLiteral("%1/%2/%3").arg(count.rows).arg(count.found).arg(count.nulls);
}

} // namespace

/// countDuplicates, countNulls and countOrphans: right numbers follow from the rows below by hand.
class RowCountTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void duplicates_data();
    void duplicates();
    void nulls_data();
    void nulls();
    void orphans_data();
    void orphans();
    void notCounted_data();
    void notCounted();
    void overTheBudgetASampleIsCounted();
    void withoutColumnsItIsRefused();
    void severalAtOnceKeepTheirOrder();
    void cancel();
};

void RowCountTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    EKOS_SQL(QStringLiteral("CREATE DATABASE count_cases"), QStringLiteral("postgres"));
    EKOS_SQL(QString::fromUtf8(R"(
        CREATE EXTENSION citext;
        CREATE TABLE pairs (a int, "b ""%1"" b" text, j json, ci citext);
        INSERT INTO pairs VALUES (1, 'x', '1', 'A'), (1, 'x', '1', 'a'), (1, 'x', '1', 'B'), (2, 'y', NULL, NULL), (NULL, 'z', NULL, NULL), (NULL, 'z', NULL, NULL);
        CREATE TABLE nothing (a int);
        CREATE TABLE parent (id int, region text, code citext, PRIMARY KEY (id, region)); INSERT INTO parent VALUES (1, 'n', 'ABC'), (2, 's', 'DEF');
        CREATE TABLE child (id int, parent int, region text, code citext, word text);
        INSERT INTO child VALUES (1, 1, 'n', 'abc', '1'), (2, 1, 's', 'abd', 'x'), (3, 99, 'n', NULL, NULL), (4, NULL, 'n', 'DEF', NULL), (5, 2, NULL, 'def', NULL);
        CREATE DOMAIN short_code AS citext; CREATE TABLE other_child (code short_code); INSERT INTO other_child VALUES ('aBc'), ('nope');
        CREATE TABLE tree (id int, up int); INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 7);
        CREATE TABLE parts (id int, p int) PARTITION BY LIST (id); CREATE TABLE parts_1 PARTITION OF parts FOR VALUES IN (1); CREATE TABLE parts_2 PARTITION OF parts FOR VALUES IN (2);
        INSERT INTO parts VALUES (1, 1), (2, 1), (2, 50);
        CREATE TABLE secret (id int);
        CREATE TABLE filtered (id int, owner text); INSERT INTO filtered VALUES (1, 'reader'), (1, 'reader'), (2, 'other'); ALTER TABLE filtered ENABLE ROW LEVEL SECURITY; CREATE POLICY mine ON filtered USING (owner = current_user);
        CREATE TABLE large WITH (autovacuum_enabled = false) AS SELECT n % 50 AS few, n AS id, NULLIF(n % 2, 0) AS half FROM generate_series(1, 200000) n;
        ANALYZE;
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader; REVOKE SELECT ON secret FROM reader;
    )"), database);
}

void RowCountTest::duplicates_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<Names>("columns");
    QTest::addColumn<QString>("numbers");
    const QString odd = QStringLiteral("b \"%1\" b");
    QTest::newRow("three equal rows are two too many") << QStringLiteral("pairs") << Names{QStringLiteral("a"), odd} << QStringLiteral("6/2/2");
    QTest::newRow("one column") << QStringLiteral("pairs") << Names{odd} << QStringLiteral("6/3/0");
    QTest::newRow("as the type compares") << QStringLiteral("pairs") << Names{QStringLiteral("ci")} << QStringLiteral("6/1/3");
    QTest::newRow("empty") << QStringLiteral("nothing") << Names{QStringLiteral("a")} << QStringLiteral("0/0/0");
    QTest::newRow("over partitions") << QStringLiteral("parts") << Names{QStringLiteral("p")} << QStringLiteral("3/1/0");
}

void RowCountTest::duplicates()
{
    QFETCH(QString, table);
    QFETCH(Names, columns);
    base::RunContext run;
    EKOS_VALUE(const std::vector<RowCount> counts, openSource(connectionTo(database))->countDuplicates({{::table(table.toUtf8().constData()), columns}}, {}, run));
    QVERIFY2(counts.at(0).isCounted() && counts[0].isComplete, qPrintable(counts[0].notCounted.toEnglish()));
    QTEST(numbersOf(counts[0]), "numbers");
}

void RowCountTest::nulls_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<Names>("columns");
    QTest::addColumn<QString>("numbers");
    QTest::newRow("one column") << QStringLiteral("pairs") << Names{QStringLiteral("a")} << QStringLiteral("6/2/2");
    QTest::newRow("any of two") << QStringLiteral("child") << Names{QStringLiteral("parent"), QStringLiteral("region")} << QStringLiteral("5/2/2");
    QTest::newRow("none") << QStringLiteral("parent") << Names{QStringLiteral("id")} << QStringLiteral("2/0/0");
    QTest::newRow("empty") << QStringLiteral("nothing") << Names{QStringLiteral("a")} << QStringLiteral("0/0/0");
}

void RowCountTest::nulls()
{
    QFETCH(QString, table);
    QFETCH(Names, columns);
    base::RunContext run;
    EKOS_VALUE(const std::vector<RowCount> counts, openSource(connectionTo(database))->countNulls({{::table(table.toUtf8().constData()), columns}}, {}, run));
    QVERIFY(counts.at(0).isCounted() && counts[0].isComplete);
    QTEST(numbersOf(counts[0]), "numbers");
}

void RowCountTest::orphans_data()
{
    QTest::addColumn<ColumnRelation>("relation");
    QTest::addColumn<QString>("numbers");
    const auto row = [](const char *name, const char *from, const Names &columns, const char *to, const Names &referenced, const char *numbers) {
        QTest::newRow(name) << ColumnRelation{table(from), columns, table(to), referenced} << QString::fromLatin1(numbers);
    };
    const QString id = QStringLiteral("id");
    const QString parent = QStringLiteral("parent");
    const QString region = QStringLiteral("region");
    const QString code = QStringLiteral("code");
    row("one column", "child", {parent}, "parent", {id}, "5/1/1");
    row("two columns", "child", {parent, region}, "parent", {id, region}, "5/2/2");
    row("two columns in another order", "child", {region, parent}, "parent", {region, id}, "5/2/2");
    row("as the type compares", "child", {code}, "parent", {code}, "5/1/1");
    row("as the type behind a domain compares", "other_child", {code}, "parent", {code}, "2/1/0");
    row("to itself", "tree", {QStringLiteral("up")}, "tree", {id}, "3/1/1");
    row("over partitions", "parts", {QStringLiteral("p")}, "parent", {id}, "3/1/0");
    row("to an empty table", "tree", {id}, "nothing", {QStringLiteral("a")}, "3/3/0");
}

void RowCountTest::orphans()
{
    QFETCH(ColumnRelation, relation);
    base::RunContext run;
    EKOS_VALUE(const std::vector<RowCount> counts, openSource(connectionTo(database))->countOrphans({relation}, {}, run));
    QVERIFY2(counts.at(0).isCounted() && counts[0].isComplete, qPrintable(counts[0].notCounted.toEnglish()));
    QTEST(numbersOf(counts[0]), "numbers");
}

void RowCountTest::notCounted_data()
{
    QTest::addColumn<ColumnRelation>("relation");
    QTest::addColumn<QString>("words");
    const Names id{QStringLiteral("id")};
    QTest::newRow("types that have no \"=\"") << ColumnRelation{table("child"), {QStringLiteral("word")}, table("parent"), id} << QStringLiteral("refused a query");
    QTest::newRow("no right") << ColumnRelation{table("secret"), id, table("parent"), id} << QStringLiteral("GRANT SELECT (\"id\") ON \"public\".\"secret\"");
    QTest::newRow("gone") << ColumnRelation{table("dropped"), id, table("parent"), id} << QStringLiteral("not in the source");
    QTest::newRow("other side gone") << ColumnRelation{table("tree"), id, table("dropped"), id} << QStringLiteral("no longer has");
}

void RowCountTest::notCounted()
{
    QFETCH(ColumnRelation, relation);
    QFETCH(QString, words);
    base::RunContext run;
    EKOS_VALUE(const std::vector<RowCount> counts, openSource(connectionTo(database))->countOrphans({relation, {table("tree"), {QStringLiteral("up")}, table("tree"), {QStringLiteral("id")}}}, {}, run));
    QVERIFY(!counts.at(0).isCounted() && !counts[0].isComplete);
    QVERIFY2(counts[0].notCounted.toEnglish().contains(words), qPrintable(counts[0].notCounted.toEnglish()));
    QCOMPARE(numbersOf(counts.at(1)), QStringLiteral("3/1/1"));
}

void RowCountTest::overTheBudgetASampleIsCounted()
{
    base::RunContext run;
    const auto source = openSource(connectionTo(database));
    const ColumnSet few{table("large"), {QStringLiteral("few")}};
    EKOS_VALUE(const std::vector<RowCount> whole, source->countDuplicates({few, {table("large"), {QStringLiteral("id")}}}, {}, run));
    QCOMPARE(numbersOf(whole[0]), QStringLiteral("200000/199950/0"));
    QCOMPARE(numbersOf(whole[1]), QStringLiteral("200000/0/0"));
    EKOS_VALUE(const std::vector<RowCount> sample, source->countDuplicates({few}, {.planCost = 3'000}, run));
    QVERIFY2(sample[0].isCounted() && !sample[0].isComplete, qPrintable(sample[0].notCounted.toEnglish()));
    QVERIFY(sample[0].rows < 60'000 && sample[0].found == sample[0].rows - 50);
    EKOS_VALUE(const std::vector<RowCount> nulls, source->countNulls({{table("large"), {QStringLiteral("half")}}}, {.planCost = 1'000}, run));
    QVERIFY(nulls[0].isCounted() && !nulls[0].isComplete && std::abs(nulls[0].found * 2 - nulls[0].rows) < nulls[0].rows / 50);
    EKOS_VALUE(const std::vector<RowCount> none, source->countNulls({{table("large"), {QStringLiteral("half")}}}, {.planCost = 1}, run));
    QVERIFY(!none[0].isCounted());
    EKOS_VALUE(const std::vector<RowCount> filtered, source->countDuplicates({{table("filtered"), {QStringLiteral("id")}}}, {}, run));
    QVERIFY(numbersOf(filtered[0]) == QLatin1String("2/1/0") && !filtered[0].isComplete); // rows are hidden from this role
}

void RowCountTest::withoutColumnsItIsRefused()
{
    base::RunContext run;
    const auto source = openSource(connectionTo(database));
    QCOMPARE(source->countDuplicates({{table("pairs"), {}}}, {}, run).error().code, base::ErrorCode::InvalidInput);
    QCOMPARE(source->countNulls({{table("pairs"), {}}}, {}, run).error().subject, QStringLiteral("public.pairs"));
    QCOMPARE(source->countOrphans({{table("child"), {QStringLiteral("parent")}, table("parent"), {}}}, {}, run).error().code, base::ErrorCode::InvalidInput);
}

void RowCountTest::severalAtOnceKeepTheirOrder()
{
    std::vector<ColumnSet> sets;
    for (int i = 0; i < 12; ++i)
        sets.push_back(i % 2 == 0 ? ColumnSet{table("pairs"), {QStringLiteral("a")}} : ColumnSet{table("parts"), {QStringLiteral("p")}});
    base::RunContext run;
    EKOS_VALUE(const std::vector<RowCount> counts, openSource(connectionTo(database))->countDuplicates(sets, {}, run));
    for (std::size_t i = 0; i < 12; ++i)
        QCOMPARE(numbersOf(counts[i]), i % 2 == 0 ? QStringLiteral("6/2/2") : QStringLiteral("3/1/0"));
}

void RowCountTest::cancel()
{
    base::CancelToken token;
    token.cancel();
    base::RunContext run(token);
    const auto source = openSource(connectionTo(database));
    QCOMPARE(source->countDuplicates({{table("pairs"), {QStringLiteral("a")}}}, {}, run).error().code, base::ErrorCode::Cancelled);
    base::RunContext other;
    EKOS_VALUE(const std::vector<RowCount> nothing, source->countOrphans({}, {}, other));
    QVERIFY(nothing.empty());
}

std::unique_ptr<QObject> lakehouse::testing::makeRowCountTest() { return std::make_unique<RowCountTest>(); }

#include "row_count_test.moc"
