#include "source_fixture.h"

using namespace lakehouse;
using namespace lakehouse::testing;
using model::SourceColumn;
using model::SourceTable;
using model::TableKind;

namespace {
const QString database = QStringLiteral("catalog_relations");
}

/// readCatalog against the same database: which relations, rights and counts, and how it refuses.
class CatalogRelationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void kindsOfRelation_data();
    void kindsOfRelation();
    void rowSecurityThatFilters_data();
    void rowSecurityThatFilters();
    void missingRights();
    void foreignObjectsAreLeftOut();
    void statistics();
    void countsAgree();
    void whatIsNotUsedIsCounted();
    void schemasRestrict();
    void unknownSchemaNamesTheNearest();
    void manyTablesTakeNoMoreQueries();
    void sameSourceGivesTheSameDigest();
    void oneSessionIsEnough();

private:
    const SourceTable *find(const char *name) const { return findTable(m_snapshot, name); }
    const SourceColumn *column(const char *table, const char *name) const { return findColumn(m_snapshot, table, name); }

    model::CatalogSnapshot m_snapshot;
};

void CatalogRelationsTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    const QString problem = makeCatalogCases(database);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    base::RunContext run;
    EKOS_VALUE(m_snapshot, openSource(connectionTo(database))->readCatalog(run));
}

void CatalogRelationsTest::kindsOfRelation_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("isPopulated");
    QTest::addColumn<bool>("isUnlogged");
    QTest::addColumn<int>("columns");
    QTest::newRow("shop.watched_view") << int(TableKind::View) << true << false << 2;
    QTest::newRow("shop.unfilled") << int(TableKind::MaterializedView) << false << false << 1;
    QTest::newRow("shop.filled") << int(TableKind::MaterializedView) << true << false << 1;
    QTest::newRow("shop.unlogged") << int(TableKind::Table) << true << true << 1;
    QTest::newRow("shop.outside") << int(TableKind::ForeignTable) << true << false << 1;
    QTest::newRow("shop.no_columns") << int(TableKind::Table) << true << false << 0;
}

void CatalogRelationsTest::kindsOfRelation()
{
    const SourceTable *table = find(QTest::currentDataTag());
    QVERIFY(table);
    QTEST(int(table->kind), "kind");
    QTEST(table->isPopulated, "isPopulated");
    QTEST(table->isUnlogged, "isUnlogged");
    QTEST(int(table->columns.size()), "columns");
}

void CatalogRelationsTest::rowSecurityThatFilters_data()
{
    QTest::addColumn<bool>("isFiltered");
    QTest::newRow("shop.secured") << true;
    QTest::newRow("shop.opened") << false;   // its policy shows this role every row
    QTest::newRow("shop.narrowed") << true;  // so does this one, but a restrictive policy takes rows away
    QTest::newRow("shop.keyless") << false;
}

void CatalogRelationsTest::rowSecurityThatFilters()
{
    QTEST(find(QTest::currentDataTag())->isFilteredByRowSecurity, "isFiltered");
    base::RunContext run;
    model::SourceConnection superuser = connectionTo(database);
    superuser.user = cluster()->superuser();
    EKOS_VALUE(const model::CatalogSnapshot all, openSource(superuser, qPrintable(cluster()->superuserPassword()))->readCatalog(run));
    for (const SourceTable &table : all.tables)
        QVERIFY2(!table.isFilteredByRowSecurity, qPrintable(table.name.toString()));
}

void CatalogRelationsTest::missingRights()
{
    QVERIFY(find("shop.partly")->isReadable);
    QVERIFY(column("shop.partly", "open")->isReadable);
    QVERIFY(!column("shop.partly", "secret")->isReadable);
    QVERIFY(!find("hidden.nothing")->isReadable); // SELECT without USAGE on the schema
    QVERIFY(!column("hidden.nothing", "id")->isReadable);
    QVERIFY(find("shop.keyless")->isReadable && column("shop.keyless", "a")->isReadable);
}

void CatalogRelationsTest::foreignObjectsAreLeftOut()
{
    for (const SourceTable &table : m_snapshot.tables) {
        QVERIFY2(!table.name.schema().startsWith(QLatin1String("pg_")) && table.name.schema() != QLatin1String("information_schema"), qPrintable(table.name.toString()));
        QVERIFY2(!table.name.table().startsWith(QLatin1String("pg_stat_statements")), "belongs to an extension");
    }
}

void CatalogRelationsTest::statistics()
{
    EKOS_SQL(QStringLiteral("CREATE TABLE shop.fresh (id int)"), database);
    base::RunContext run;
    EKOS_VALUE(const model::CatalogSnapshot again, openSource(connectionTo(database))->readCatalog(run));
    const auto fresh = std::find_if(again.tables.begin(), again.tables.end(), [](const auto &table) { return table.name.table() == QLatin1String("fresh"); });
    QVERIFY(fresh != again.tables.end());
    QCOMPARE(fresh->estimatedRows, qint64(-1));
    QCOMPARE(fresh->bytes, qint64(0));
    EKOS_SQL(QStringLiteral("DROP TABLE shop.fresh"), database);
    QCOMPARE(find("shop.secured")->estimatedRows, qint64(2));
}

void CatalogRelationsTest::countsAgree()
{
    QVERIFY(m_snapshot.counts.size() >= 23);
    qint64 partitions = 0;
    for (std::size_t i = 0; i < m_snapshot.counts.size(); ++i) {
        const model::ObjectCount &count = m_snapshot.counts[i];
        QCOMPARE(count.read, i < 23 ? count.counted : 0); // behind them stands what is not used
        if (count.kind == QLatin1String("partition"))
            partitions = count.counted;
    }
    QCOMPARE(partitions, qint64(4));
    QCOMPARE(m_snapshot.databaseName, database);
    QCOMPARE(m_snapshot.role, QStringLiteral("reader"));
    QCOMPARE(m_snapshot.engine, QStringLiteral("postgresql"));
    QCOMPARE(m_snapshot.database, QStringLiteral("shop-db"));
    QVERIFY(std::is_sorted(m_snapshot.tables.begin(), m_snapshot.tables.end(), [](const auto &left, const auto &right) { return left.name < right.name; }));
}

void CatalogRelationsTest::whatIsNotUsedIsCounted()
{
    const QString used = QStringLiteral("catalog_not_used");
    EKOS_SQL(QStringLiteral("CREATE DATABASE ") + used, QStringLiteral("postgres"));
    EKOS_SQL(QStringLiteral(R"(CREATE SCHEMA shop; CREATE SCHEMA other; CREATE TABLE shop.film (id int PRIMARY KEY, a int, b int); CREATE VIEW shop.films AS SELECT id FROM shop.film;
CREATE RULE kept AS ON DELETE TO shop.film DO INSTEAD NOTHING; CREATE RULE logged AS ON UPDATE TO shop.film DO ALSO NOTIFY film;
CREATE STATISTICS shop.together (dependencies) ON a, b FROM shop.film;
CREATE COLLATION shop.plain FROM "C"; CREATE COLLATION other.plain FROM "C";
CREATE FUNCTION shop.same(shop.film, shop.film) RETURNS bool LANGUAGE sql AS 'SELECT true'; CREATE OPERATOR shop.=== (LEFTARG = shop.film, RIGHTARG = shop.film, FUNCTION = shop.same);
CREATE FUNCTION shop.number(shop.film) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE CAST (shop.film AS int) WITH FUNCTION shop.number(shop.film);
CREATE TEXT SEARCH CONFIGURATION shop.words (COPY = english); CREATE TEXT SEARCH DICTIONARY shop.stems (TEMPLATE = simple);
CREATE PUBLICATION all_films FOR TABLE shop.film;
CREATE FUNCTION shop.seen() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; CREATE EVENT TRIGGER watch ON ddl_command_end EXECUTE FUNCTION shop.seen();
SELECT lo_create(0); GRANT USAGE ON SCHEMA shop TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA shop TO reader)"), used);
    base::RunContext run;
    model::SourceConnection connection = connectionTo(used);
    connection.schemas = {QStringLiteral("shop")};
    EKOS_VALUE(const model::CatalogSnapshot snapshot, openSource(connection)->readCatalog(run));
    QStringList notUsed;
    for (const model::ObjectCount &count : snapshot.counts)
        if (count.read != count.counted)
            notUsed += QStringLiteral("%1 %2").arg(count.kind).arg(count.counted);
    notUsed.sort();
    QCOMPARE(notUsed, (QStringList{QStringLiteral("cast 1"), QStringLiteral("collation 1"), QStringLiteral("event-trigger 1"), QStringLiteral("extended-statistics 1"), QStringLiteral("large-object 1"),
                                   QStringLiteral("operator 1"), QStringLiteral("publication 1"), QStringLiteral("rule 2"), QStringLiteral("text-search-configuration 1"), QStringLiteral("text-search-dictionary 1")}));
    QVERIFY2(snapshot.queries < 25, qPrintable(QString::number(snapshot.queries)));
}

void CatalogRelationsTest::schemasRestrict()
{
    model::SourceConnection connection = connectionTo(database);
    connection.schemas = {QStringLiteral("Sales.EU")};
    base::RunContext run;
    EKOS_VALUE(const model::CatalogSnapshot one, openSource(connection)->readCatalog(run));
    QCOMPARE(one.tables.size(), std::size_t(1));
    QCOMPARE(one.tables[0].name.toString(), QStringLiteral("\"Sales.EU\".\"Order\""));
    connection.schemas = {QStringLiteral("shop")};
    EKOS_VALUE(const model::CatalogSnapshot shop, openSource(connection)->readCatalog(run));
    QVERIFY(!findTable(shop, "hidden.nothing") && !findTable(shop, "\"Sales.EU\".\"Order\""));
    QCOMPARE(findTable(shop, "shop.measured")->partitions.size(), std::size_t(4)); // wherever they stand
}

void CatalogRelationsTest::unknownSchemaNamesTheNearest()
{
    model::SourceConnection connection = connectionTo(database);
    connection.schemas = {QStringLiteral("shop"), QStringLiteral("sales.eu'; --")};
    base::RunContext run;
    const auto result = openSource(connection)->readCatalog(run);
    QVERIFY(!result);
    QCOMPARE(result.error().code, base::ErrorCode::InvalidInput);
    QVERIFY(result.error().message.toEnglish().contains(QStringLiteral("sales.eu'; --")));
    QVERIFY2(result.error().hint.toEnglish().contains(QStringLiteral("\"Sales.EU\"")), qPrintable(result.error().hint.toEnglish()));
}

void CatalogRelationsTest::manyTablesTakeNoMoreQueries()
{
    const QString many = QStringLiteral("many_tables");
    EKOS_SQL(QStringLiteral("CREATE DATABASE ") + many, QStringLiteral("postgres"));
    EKOS_SQL(QStringLiteral("SELECT format('CREATE TABLE t%s (id int PRIMARY KEY, v text UNIQUE)', n) FROM generate_series(1, 300) n \\gexec\n"), many);
    base::RunContext run;
    EKOS_VALUE(const model::CatalogSnapshot snapshot, openSource(connectionTo(many))->readCatalog(run));
    QCOMPARE(snapshot.tables.size(), std::size_t(300));
    QVERIFY2(snapshot.queries < 25, qPrintable(QString::number(snapshot.queries)));
    QCOMPARE(snapshot.queries, m_snapshot.queries);
    // What the server itself counted of the reader's statements in that database, begin and end of transactions included.
    const qint64 counted = cluster()->run(QStringLiteral("SELECT sum(calls) FROM public.pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = '%1' AND userid = 'reader'::regrole AND query NOT ILIKE 'BEGIN%%' AND query <> 'ROLLBACK'").arg(many), database).toLongLong();
    QCOMPARE(counted, snapshot.queries);
}

void CatalogRelationsTest::sameSourceGivesTheSameDigest()
{
    base::RunContext run;
    EKOS_VALUE(const model::CatalogSnapshot again, openSource(connectionTo(database))->readCatalog(run));
    QCOMPARE(again.digest().toString(), m_snapshot.digest().toString());
}

/// What a second session reads beside the first follows in the first where the role may have no second one.
void CatalogRelationsTest::oneSessionIsEnough()
{
    EKOS_SQL(QStringLiteral("CREATE ROLE lonely LOGIN CONNECTION LIMIT 1 PASSWORD 'lonely' IN ROLE reader"), database);
    model::SourceConnection connection = connectionTo(database);
    connection.user = QStringLiteral("lonely");
    base::RunContext run;
    EKOS_VALUE(const model::CatalogSnapshot snapshot, openSource(connection, "lonely")->readCatalog(run));
    QVERIFY(!snapshot.tables.empty());
    QCOMPARE(snapshot.tables.size(), m_snapshot.tables.size());
    for (std::size_t i = 0; i < snapshot.tables.size(); ++i) {
        QCOMPARE(snapshot.tables[i].indexes.size(), m_snapshot.tables[i].indexes.size());
        QCOMPARE(snapshot.tables[i].foreignKeys.size(), m_snapshot.tables[i].foreignKeys.size());
        QCOMPARE(snapshot.tables[i].statistics.size(), m_snapshot.tables[i].statistics.size());
    }
}

std::unique_ptr<QObject> lakehouse::testing::makeCatalogRelationsTest() { return std::make_unique<CatalogRelationsTest>(); }

#include "catalog_relations_test.moc"
