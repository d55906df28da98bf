#include "source_fixture.h"

#include "describe/canonical_json.h"

#include <functional>
#include <thread>

using namespace lakehouse;
using namespace lakehouse::testing;
using model::CatalogSnapshot;
using model::SourceTable;
using model::TableKind;

namespace {

const QString database = QStringLiteral("catalog_objects");
using NamesOf = std::function<QStringList(const CatalogSnapshot &)>;

QString plain(const model::TableName &name)
{
    return name.schema() + QLatin1Char('.') + name.table();
}

NamesOf tables(std::initializer_list<TableKind> kinds)
{
    return [kinds = std::vector<TableKind>(kinds)](const CatalogSnapshot &snapshot) {
        QStringList names;
        for (const SourceTable &table : snapshot.tables)
            if (std::find(kinds.begin(), kinds.end(), table.kind) != kinds.end())
                names += plain(table.name);
        return names;
    };
}

/// Parts of all tables, with the name of their table.
template<typename Part>
NamesOf parts(std::vector<Part> SourceTable::*member, const std::function<bool(const SourceTable &, const Part &)> &isMeant = {})
{
    return [=](const CatalogSnapshot &snapshot) {
        QStringList names;
        for (const SourceTable &table : snapshot.tables)
            for (const Part &part : table.*member)
                if (!isMeant || isMeant(table, part))
                    names += plain(table.name) + QLatin1Char('.') + part.name;
        return names;
    };
}

template<typename Object>
NamesOf objects(std::vector<Object> CatalogSnapshot::*member)
{
    return [=](const CatalogSnapshot &snapshot) {
        QStringList names;
        for (const Object &object : snapshot.*member)
            names += object.schema + QLatin1Char('.') + object.name;
        return names;
    };
}

QStringList listOf(const std::vector<QString> &values)
{
    return QStringList(values.begin(), values.end());
}

template<typename Object>
const Object *named(const std::vector<Object> &all, const QString &name)
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const Object &one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace

/// readCatalog against tests/fixtures/postgres/oddities.sql: every object of every kind is there, by PostgreSQL's own views, and says what it is.
class CatalogObjectsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyObjectIsAccountedFor_data();
    void everyObjectIsAccountedFor();
    void routines_data();
    void routines();
    void routineBodies();
    void sequences_data();
    void sequences();
    void enumsKeepTheirOrder();
    void domains_data();
    void domains();
    void compositeTypes();
    void rangeTypes();
    void indexes_data();
    void indexes();
    void viewsHaveTheirDefinition();
    void policies();
    void rowSecurityIsToldApart();
    void droppedColumnsLeaveTheirPlace();
    void inheritance();
    void statisticsAreConclusions();
    void namesOfEveryKindAreExact();
    void noValueOfARowIsRead();
    void digestLeavesStatisticsOut();
    void changedWhileRead();

private:
    const SourceTable *find(const char *name) const { return findTable(m_snapshot, name); }
    CatalogSnapshot m_snapshot;
    int m_version = 0;
};

void CatalogObjectsTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    const QString problem = makeDatabase(database, QStringLiteral("tests/fixtures/postgres/oddities.sql"));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    m_version = cluster()->run(QStringLiteral("SHOW server_version_num")).toInt();
    base::RunContext run;
    EKOS_VALUE(m_snapshot, openSource(connectionTo(database))->readCatalog(run));
}

void CatalogObjectsTest::everyObjectIsAccountedFor_data()
{
    QTest::addColumn<QString>("sql"); // the names, asked of another view than the reader uses
    QTest::addColumn<NamesOf>("names");
    const auto row = [](const char *kind, const char *sql, const NamesOf &names) { QTest::newRow(kind) << QString::fromUtf8(sql) << names; };
    row("tables", "SELECT table_schema || '.' || table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema IN ('odd', 'Sales.EU') AND table_name NOT LIKE 'logged\\_%'",
        tables({TableKind::Table, TableKind::PartitionedTable}));
    row("views", "SELECT schemaname || '.' || viewname FROM pg_views WHERE schemaname IN ('odd', 'Sales.EU')", tables({TableKind::View}));
    row("materialized views", "SELECT schemaname || '.' || matviewname FROM pg_matviews", tables({TableKind::MaterializedView}));
    row("foreign tables", "SELECT foreign_table_schema || '.' || foreign_table_name FROM information_schema.foreign_tables", tables({TableKind::ForeignTable}));
    row("columns", "SELECT table_schema || '.' || table_name || '.' || column_name FROM information_schema.columns WHERE table_schema IN ('odd', 'Sales.EU') AND table_name NOT LIKE 'logged\\_%'",
        parts<model::SourceColumn>(&SourceTable::columns, [](const SourceTable &table, const auto &) { return table.kind != TableKind::MaterializedView; }));
    row("indexes", "SELECT schemaname || '.' || tablename || '.' || indexname FROM pg_indexes WHERE schemaname IN ('odd', 'Sales.EU') AND tablename NOT LIKE 'logged\\_%'", parts(&SourceTable::indexes));
    row("keys", "SELECT schemaname || '.' || tablename || '.' || indexname FROM pg_indexes WHERE schemaname IN ('odd', 'Sales.EU') AND tablename NOT LIKE 'logged\\_%' AND indexdef LIKE 'CREATE UNIQUE %'", parts(&SourceTable::keys));
    row("foreign keys", "SELECT table_schema || '.' || table_name || '.' || constraint_name FROM information_schema.table_constraints WHERE constraint_type = 'FOREIGN KEY'", parts(&SourceTable::foreignKeys));
    row("checks", "SELECT table_schema || '.' || table_name || '.' || constraint_name FROM information_schema.table_constraints WHERE constraint_type = 'CHECK' AND table_schema IN ('odd', 'Sales.EU') AND constraint_name !~ '_not_null$'", parts(&SourceTable::checks));
    row("exclusions", "SELECT 'odd.' || conrelid::regclass::text || '.' || conname FROM pg_constraint, (SELECT set_config('search_path', 'odd', false)) s WHERE contype = 'x'",
        parts<model::SourceIndex>(&SourceTable::indexes, [](const SourceTable &, const model::SourceIndex &index) { return index.exclusion.has_value(); }));
    row("triggers", "SELECT DISTINCT event_object_schema || '.' || event_object_table || '.' || trigger_name FROM information_schema.triggers", parts(&SourceTable::triggers));
    row("policies", "SELECT schemaname || '.' || tablename || '.' || policyname FROM pg_policies", parts(&SourceTable::policies));
    row("routines", "SELECT routine_schema || '.' || routine_name FROM information_schema.routines WHERE routine_schema = 'odd'", objects(&CatalogSnapshot::routines));
    row("sequences", "SELECT schemaname || '.' || sequencename FROM pg_sequences", objects(&CatalogSnapshot::sequences));
    row("enums", "SELECT DISTINCT typnamespace::regnamespace::text || '.' || typname FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid", objects(&CatalogSnapshot::enums));
    row("domains", "SELECT domain_schema || '.' || domain_name FROM information_schema.domains WHERE domain_schema NOT IN ('information_schema')", objects(&CatalogSnapshot::domains));
    row("composite types", "SELECT user_defined_type_schema || '.' || user_defined_type_name FROM information_schema.user_defined_types", objects(&CatalogSnapshot::compositeTypes));
    row("range types", "SELECT typnamespace::regnamespace::text || '.' || typname FROM pg_range JOIN pg_type ON pg_type.oid = rngtypid WHERE typnamespace <> 'pg_catalog'::regnamespace", objects(&CatalogSnapshot::rangeTypes));
    row("partitions", "SELECT 'odd.' || relid::regclass::text FROM (SELECT set_config('search_path', 'odd', false)) s, pg_partition_tree('odd.logged') WHERE level > 0", [](const CatalogSnapshot &snapshot) {
        QStringList names;
        for (const SourceTable &table : snapshot.tables)
            for (const model::TableName &partition : table.partitions)
                names += plain(partition);
        return names;
    });
}

void CatalogObjectsTest::everyObjectIsAccountedFor()
{
    QFETCH(QString, sql);
    QFETCH(NamesOf, names);
    QString error;
    const QString printed = cluster()->run(QStringLiteral("SELECT replace(name, E'\\n', '~') FROM (%1) n(name)").arg(sql), database, &error);
    QVERIFY2(error.isEmpty(), qPrintable(error));
    QStringList expected = printed.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QStringList found = names(m_snapshot).replaceInStrings(QStringLiteral("\n"), QStringLiteral("~"));
    expected.sort();
    found.sort();
    QVERIFY(!expected.isEmpty());
    QCOMPARE(found.join(QLatin1Char('\n')), expected.join(QLatin1Char('\n')));
}

void CatalogObjectsTest::routines_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("result");
    QTest::addColumn<QString>("comment");
    using model::RoutineKind;
    QTest::newRow("add_up") << QStringLiteral("a integer, b integer") << int(RoutineKind::Function) << QStringLiteral("sql") << QStringLiteral("integer") << QStringLiteral("adds");
    QTest::newRow("add_up of texts") << QStringLiteral("a text, b text") << int(RoutineKind::Function) << QStringLiteral("sql") << QStringLiteral("text") << QString();
    QTest::newRow("total") << QStringLiteral("integer") << int(RoutineKind::Aggregate) << QStringLiteral("internal") << QStringLiteral("integer") << QString();
    QTest::newRow("touch_always") << QString() << int(RoutineKind::Function) << QStringLiteral("plpgsql") << QStringLiteral("trigger") << QString();
}

void CatalogObjectsTest::routines()
{
    QFETCH(QString, arguments);
    const QString name = QString::fromLatin1(QTest::currentDataTag()).section(QLatin1Char(' '), 0, 0);
    const auto found = std::find_if(m_snapshot.routines.begin(), m_snapshot.routines.end(), [&](const auto &one) { return one.name == name && one.identityArguments == arguments; });
    QVERIFY(found != m_snapshot.routines.end());
    QTEST(int(found->kind), "kind");
    QTEST(found->language, "language");
    QTEST(found->result.value_or(QString()), "result");
    QTEST(found->comment.value_or(QString()), "comment");
}

void CatalogObjectsTest::routineBodies()
{
    QCOMPARE(named(m_snapshot.routines, QStringLiteral("touch_never"))->source, QStringLiteral("BEGIN /* NEW.lu3 := now(); */ RETURN NEW; END"));
    QCOMPARE(named(m_snapshot.routines, QStringLiteral("total"))->source, QString());
    const model::SourceRoutine *procedure = named(m_snapshot.routines, QStringLiteral("Clean Up"));
    QVERIFY(procedure);
    QCOMPARE(procedure->kind, model::RoutineKind::Procedure);
    QVERIFY(!procedure->result);
    QCOMPARE(procedure->source, QStringLiteral("BEGIN rows := 0; END"));
    if (m_version >= 140000)
        QVERIFY(named(m_snapshot.routines, QStringLiteral("standard_body"))->source.contains(QStringLiteral("SELECT (n + 1)"))); // prosrc of it is empty
}

void CatalogObjectsTest::sequences_data()
{
    QTest::addColumn<QString>("owner");
    QTest::addColumn<QString>("numbers"); // type start increment minimum maximum cycles
    QTest::newRow("made_id_seq") << QStringLiteral("odd.made.id") << QStringLiteral("integer 1 1 1 2147483647 no");
    QTest::newRow("made_s_seq") << QStringLiteral("odd.made.s") << QStringLiteral("integer 1 1 1 2147483647 no");
    QTest::newRow("Odd Counter") << QString() << QStringLiteral("smallint 7 -3 -100 7 yes");
}

void CatalogObjectsTest::sequences()
{
    const model::SourceSequence *sequence = named(m_snapshot.sequences, QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(sequence);
    QTEST(sequence->ownedBy ? plain(sequence->ownedBy->table) + QLatin1Char('.') + sequence->ownedBy->column : QString(), "owner");
    QTEST(QStringLiteral("%1 %2 %3 %4 %5 %6").arg(sequence->type).arg(sequence->start).arg(sequence->increment).arg(sequence->minimum).arg(sequence->maximum).arg(QLatin1String(sequence->isCycling ? "yes" : "no")), "numbers");
    QCOMPARE(sequence->comment.has_value(), !sequence->ownedBy);
}

void CatalogObjectsTest::enumsKeepTheirOrder()
{
    QCOMPARE(listOf(named(m_snapshot.enums, QStringLiteral("mood"))->labels), (QStringList{QStringLiteral("low"), QStringLiteral("sad"), QStringLiteral("ok"), QStringLiteral("O'Brien \"x\"")}));
}

void CatalogObjectsTest::domains_data()
{
    QTest::addColumn<QString>("base"); // declared → resolved
    QTest::addColumn<QString>("checks");
    QTest::newRow("positive") << QStringLiteral("integer → int4") << QStringLiteral("CHECK ((VALUE > 0))");
    QTest::newRow("positive_again") << QStringLiteral("odd.positive → int4") << QString(); // the check stands with the domain underneath
    QTest::newRow("amount") << QStringLiteral("numeric(12,2) → numeric") << QString();
}

void CatalogObjectsTest::domains()
{
    const model::SourceDomain *domain = named(m_snapshot.domains, QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(domain);
    QTEST(domain->base.declared + QString::fromUtf8(" → ") + domain->base.name, "base");
    QStringList checks;
    for (const model::SourceCheck &check : domain->checks)
        checks += check.expression;
    QTEST(checks.join(QLatin1Char(';')), "checks");
    EKOS_SQL(QStringLiteral("CREATE DOMAIN odd.never_empty AS text DEFAULT 'x' NOT NULL"), database);
    base::RunContext run;
    EKOS_VALUE(const CatalogSnapshot again, openSource(connectionTo(database))->readCatalog(run));
    EKOS_SQL(QStringLiteral("DROP DOMAIN odd.never_empty"), database);
    const model::SourceDomain *filled = named(again.domains, QStringLiteral("never_empty"));
    QVERIFY(filled && filled->isNotNull && !domain->isNotNull);
    QCOMPARE(filled->defaultExpression.value_or(QString()), QStringLiteral("'x'::text"));
    QVERIFY(again.digest() != m_snapshot.digest());
}

void CatalogObjectsTest::compositeTypes()
{
    const model::SourceCompositeType *place = named(m_snapshot.compositeTypes, QStringLiteral("place"));
    QVERIFY(place);
    QCOMPARE(place->attributes.size(), std::size_t(2)); // the third was dropped
    QCOMPARE(place->attributes[0].name, QStringLiteral("street"));
    QCOMPARE(place->attributes[1].type.declared, QStringLiteral("odd.positive"));
    QCOMPARE(place->attributes[1].type.name, QStringLiteral("int4"));
    QCOMPARE(place->comment.value_or(QString()), QStringLiteral("where it is"));
    QCOMPARE(findColumn(m_snapshot, "odd.own_types", "at")->type.kind, model::TypeKind::Composite);
}

void CatalogObjectsTest::rangeTypes()
{
    const model::SourceRangeType *span = named(m_snapshot.rangeTypes, QStringLiteral("price_span"));
    QVERIFY(span);
    QCOMPARE(span->subtype.name, QStringLiteral("numeric"));
    QCOMPARE(span->multirange, m_version >= 140000 ? std::optional(QStringLiteral("price_span_multirange")) : std::nullopt); // "range" in the name would be replaced
}

void CatalogObjectsTest::indexes_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("form"); // method, keys | included | predicate
    QTest::newRow("partial_key_a") << QStringLiteral("odd.partial_key") << QStringLiteral("unique btree a |  | (NOT deleted)");
    QTest::newRow("partial_key_low") << QStringLiteral("odd.partial_key") << QStringLiteral("btree abs(a),deleted | a | ");
    QTest::newRow("booked_once") << QStringLiteral("odd.booked") << QStringLiteral("gist during |  | ");
    QTest::newRow("MyTable_pkey") << QStringLiteral("odd.\"MyTable\"") << QStringLiteral("unique btree \"Id\" |  | ");
    QTest::newRow("filled_id") << QStringLiteral("odd.filled") << QStringLiteral("unique btree id |  | ");
    QTest::newRow("logged_pkey") << QStringLiteral("odd.logged") << QStringLiteral("unique btree id,day |  | ");
}

void CatalogObjectsTest::indexes()
{
    QFETCH(QString, table);
    const SourceTable *holder = find(table.toUtf8().constData());
    QVERIFY(holder);
    const model::SourceIndex *index = named(holder->indexes, QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(index);
    QTEST(QLatin1String(index->isUnique ? "unique " : "") + index->method + QLatin1Char(' ') + listOf(index->keys).join(QLatin1Char(',')) + QStringLiteral(" | ") + listOf(index->included).join(QLatin1Char(','))
              + QStringLiteral(" | ") + index->predicate.value_or(QString()), "form");
    QVERIFY(index->isValid && index->definition.contains(model::sqlIdentifier(index->name)));
    QCOMPARE(index->exclusion.value_or(QString()), index->name == QLatin1String("booked_once") ? QStringLiteral("EXCLUDE USING gist (during WITH &&)") : QString());
    QCOMPARE(index->isPrimary, index->name.endsWith(QLatin1String("_pkey")));
}

void CatalogObjectsTest::viewsHaveTheirDefinition()
{
    const QString printed = cluster()->run(QStringLiteral("SELECT definition FROM pg_catalog.pg_views WHERE viewname = 'of_rows'"), database);
    QVERIFY(find("odd.of_rows")->view && find("odd.of_rows")->view->definition.contains(QStringLiteral("odd.own_rows")));
    QCOMPARE(find("odd.of_rows")->view->definition.simplified().remove(QStringLiteral("odd.")), printed.simplified().remove(QStringLiteral("odd.")));
    QVERIFY(find("odd.filled")->view && find("odd.unfilled")->view);
    QVERIFY(!find("odd.parent")->view && !find("odd.elsewhere")->view);
}

void CatalogObjectsTest::policies()
{
    const std::vector<model::SourcePolicy> &policies = find("odd.own_rows")->policies;
    QCOMPARE(policies.size(), std::size_t(2));
    QCOMPARE(policies[0].name, QStringLiteral("No Change"));
    QCOMPARE(policies[0].command, model::PolicyCommand::Update);
    QVERIFY(!policies[0].isPermissive);
    QCOMPARE(listOf(policies[0].roles), QStringList{QStringLiteral("reader")});
    QCOMPARE(policies[0].visible.value_or(QString()), QStringLiteral("false"));
    QCOMPARE(policies[0].accepted.value_or(QString()), QStringLiteral("(id > 0)"));
    QCOMPARE(policies[1].command, model::PolicyCommand::All);
    QVERIFY(policies[1].isPermissive && !policies[1].accepted);
    QCOMPARE(listOf(policies[1].roles), QStringList{QStringLiteral("public")});
}

void CatalogObjectsTest::rowSecurityIsToldApart()
{
    QVERIFY(find("odd.own_rows")->hasRowSecurity && !find("odd.own_rows")->isRowSecurityForced && find("odd.own_rows")->isFilteredByRowSecurity);
    QVERIFY(find("odd.forced_rows")->hasRowSecurity && find("odd.forced_rows")->isRowSecurityForced && find("odd.forced_rows")->policies.empty());
    QVERIFY(!find("odd.parent")->hasRowSecurity);
}

void CatalogObjectsTest::droppedColumnsLeaveTheirPlace()
{
    QCOMPARE(find("odd.made")->droppedColumns, std::vector<qint64>{6});
    QVERIFY(find("odd.parent")->droppedColumns.empty());
}

void CatalogObjectsTest::inheritance()
{
    const SourceTable *lorry = find("odd.lorry");
    QCOMPARE(lorry->inheritsFrom.size(), std::size_t(2));
    QCOMPARE(lorry->inheritsFrom[0].toString(), QStringLiteral("odd.vehicle")); // in the order of INHERITS
    QCOMPARE(lorry->inheritsFrom[1].toString(), QStringLiteral("odd.tracked"));
    QCOMPARE(find("odd.vehicle")->inheritedBy.size(), std::size_t(1));
    QVERIFY(find("odd.logged")->inheritsFrom.empty());
}

void CatalogObjectsTest::statisticsAreConclusions()
{
    EKOS_SQL(QStringLiteral("CREATE TABLE odd.counted (id int, tenth int, half text, secret text); INSERT INTO odd.counted SELECT n, n % 10, CASE WHEN n % 2 = 0 THEN 'x' END, 's' FROM generate_series(1, 1000) n;"
                            "GRANT SELECT (id, tenth, half) ON odd.counted TO reader; ANALYZE odd.counted"), database);
    base::RunContext run;
    EKOS_VALUE(const CatalogSnapshot again, openSource(connectionTo(database))->readCatalog(run));
    EKOS_SQL(QStringLiteral("DROP TABLE odd.counted"), database);
    const std::vector<model::ColumnStatistics> expected{{QStringLiteral("id"), 0, 1000}, {QStringLiteral("tenth"), 0, 10}, {QStringLiteral("half"), 500'000, 1}};
    QVERIFY(findTable(again, "odd.counted")->statistics == expected); // of the column without a right nothing is known
}

void CatalogObjectsTest::namesOfEveryKindAreExact()
{
    const SourceTable *table = find("odd.\"MyTable\"");
    QVERIFY(table && find("odd.mytable"));
    QStringList names;
    for (const model::SourceColumn &column : table->columns)
        names += column.name;
    for (const char *name : {"Id", "id", "a\"b", "dot.name", "dollar$x", "наимен", "Ünï", "  lead", "new\nline", ":colon", "?", "%", "%1"})
        QVERIFY2(names.contains(QString::fromUtf8(name)), name);
    const QByteArray longest = "odd.long_" + QByteArray(58, 'a'); // 63 bytes behind the dot
    QVERIFY(find(longest.constData()));
    QCOMPARE(find(longest.constData())->columns[1].name, QStringLiteral("c_") + QString(61, QLatin1Char('b')));
}

void CatalogObjectsTest::noValueOfARowIsRead()
{
    EKOS_SQL(QStringLiteral("CREATE TABLE odd.holder (v text); INSERT INTO odd.holder SELECT 'planted-' || n % 3 FROM generate_series(1, 300) n; GRANT SELECT ON odd.holder TO reader; ANALYZE odd.holder"), database);
    QVERIFY(cluster()->run(QStringLiteral("SELECT most_common_vals::text FROM pg_stats WHERE tablename = 'holder'"), database).contains(QLatin1String("planted-1"))); // they would be there
    base::RunContext run;
    EKOS_VALUE(const CatalogSnapshot again, openSource(connectionTo(database))->readCatalog(run));
    EKOS_SQL(QStringLiteral("DROP TABLE odd.holder"), database);
    QVERIFY(findTable(again, "odd.holder")->statistics.size() == 1);
    QVERIFY(!describe::canonicalJson(again).contains("planted-"));
}

void CatalogObjectsTest::digestLeavesStatisticsOut()
{
    CatalogSnapshot other = m_snapshot;
    for (SourceTable &table : other.tables) {
        table.statistics.push_back({QStringLiteral("id"), 1, 1});
        table.bytes += 8192;
        table.estimatedRows += 5;
    }
    QCOMPARE(other.digest().toString(), m_snapshot.digest().toString());
    other.routines[0].source += QLatin1Char(' ');
    QVERIFY(other.digest() != m_snapshot.digest());
}

void CatalogObjectsTest::changedWhileRead()
{
    EKOS_SQL(QStringLiteral("CREATE TABLE odd.moving (id int); CREATE VIEW odd.of_moving AS SELECT id FROM odd.moving; GRANT SELECT ON odd.moving, odd.of_moving TO reader"), database);
    const std::unique_ptr<QProcess> owner = cluster()->session(database);
    owner->write("BEGIN; LOCK TABLE odd.moving IN ACCESS EXCLUSIVE MODE; ALTER TABLE odd.moving ADD COLUMN late int; SELECT 'lo' || 'cked';\n");
    QTRY_VERIFY_WITH_TIMEOUT((owner->waitForReadyRead(50), owner->peek(100'000).contains("locked")), 10'000);
    std::optional<base::Result<CatalogSnapshot>> result;
    std::thread reader([&] {
        base::RunContext run;
        result = openSource(connectionTo(database))->readCatalog(run);
    });
    // The snapshot is taken and the reading waits for the definition of the view, which stands on the locked table.
    const QString waiting = QStringLiteral("SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader' AND wait_event_type = 'Lock'");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    bool isWaiting = false;
    while (!isWaiting && std::chrono::steady_clock::now() < end)
        isWaiting = cluster()->run(waiting, database) != QLatin1String("0");
    owner->write("COMMIT;\n");
    owner->closeWriteChannel();
    owner->waitForFinished();
    reader.join();
    EKOS_SQL(QStringLiteral("DROP VIEW odd.of_moving; DROP TABLE odd.moving"), database);
    QVERIFY(isWaiting);
    EKOS_VALUE(const CatalogSnapshot snapshot, *std::move(result));
    QCOMPARE(findTable(snapshot, "odd.moving")->columns.size(), std::size_t(2)); // read again, as it is now
}

std::unique_ptr<QObject> lakehouse::testing::makeCatalogObjectsTest() { return std::make_unique<CatalogObjectsTest>(); }

#include "catalog_objects_test.moc"
