#include "source_fixture.h"

using namespace lakehouse;
using namespace lakehouse::testing;
using model::SourceColumn;
using model::SourceTable;
using model::TableKind;

namespace {

const QString database = QStringLiteral("catalog_cases");

QStringList namesOf(const std::vector<model::TableName> &tables)
{
    QStringList names;
    for (const model::TableName &table : tables)
        names += table.toString();
    return names;
}

QStringList listOf(const std::vector<QString> &values)
{
    return QStringList(values.begin(), values.end());
}

} // namespace

/// readCatalog against a database full of oddities: what is inside a table. Right values come from PostgreSQL's documentation and from the SQL file itself.
class CatalogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void columnTypes_data();
    void columnTypes();
    void scalesOutsideThePrecision();
    void columnsKeepTheirProperties();
    void namesAreExact();
    void partitionsBelongToTheirRoot();
    void inheritanceIsListed();
    void keys_data();
    void keys();
    void nullsNotDistinctIsToldApart();
    void foreignKeys_data();
    void foreignKeys();
    void checksAreValidatedOrNot();
    void triggers_data();
    void triggers();
    void triggerFunctionsComeWhole();
    void newestFeatures();

private:
    const SourceTable *find(const char *name) const { return findTable(m_snapshot, name); }
    const SourceColumn *column(const char *table, const char *name) const { return findColumn(m_snapshot, table, name); }

    model::CatalogSnapshot m_snapshot;
    int m_version = 0;
};

void CatalogTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    const QString problem = makeCatalogCases(database);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    m_version = cluster()->run(QStringLiteral("SHOW server_version_num")).toInt();
    base::RunContext run;
    EKOS_VALUE(m_snapshot, openSource(connectionTo(database))->readCatalog(run));
}

void CatalogTest::columnTypes_data()
{
    using model::TypeKind;
    using Number = std::optional<qint64>;
    QTest::addColumn<QString>("declared");
    QTest::addColumn<QString>("resolved"); // schema.name
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("numbers"); // length/precision/scale/dimensions
    QTest::addColumn<QString>("domain");
    const auto row = [](const char *name, const char *declared, const char *resolved, TypeKind kind, Number length, Number precision, Number scale, qint64 dimensions, const char *domain) {
        const auto text = [](Number number) { return number ? QString::number(*number) : QStringLiteral("-"); };
        QTest::newRow(name) << QString::fromLatin1(declared) << QString::fromLatin1(resolved) << int(kind)
                            << QStringList{text(length), text(precision), text(scale), QString::number(dimensions)}.join(QLatin1Char('/')) << QString::fromLatin1(domain);
    };
    const Number no;
    row("id", "shop.count_of_items", "pg_catalog.int4", TypeKind::Base, no, no, no, 0, "shop.count_of_items");
    row("amount", "shop.price", "pg_catalog.numeric", TypeKind::Base, no, 12, 2, 0, "shop.price");
    row("tags", "shop.count_of[]", "pg_catalog.int4", TypeKind::Base, no, no, no, 1, "shop.count_of");
    row("prices", "shop.price[]", "pg_catalog.numeric", TypeKind::Base, no, 12, 2, 1, "shop.price");
    row("cells", "shop.grid", "pg_catalog.int4", TypeKind::Base, no, no, no, 2, "shop.grid");
    row("states", "shop.state[]", "shop.state", TypeKind::Enum, no, no, no, 1, "");
    row("now", "shop.state", "shop.state", TypeKind::Enum, no, no, no, 0, "");
    row("one", "integer[]", "pg_catalog.int4", TypeKind::Base, no, no, no, 1, "");
    row("two", "integer[]", "pg_catalog.int4", TypeKind::Base, no, no, no, 2, "");
    row("plain", "numeric", "pg_catalog.numeric", TypeKind::Base, no, no, no, 0, "");
    row("exact", "numeric(10,2)", "pg_catalog.numeric", TypeKind::Base, no, 10, 2, 0, "");
    row("code", "character(5)", "pg_catalog.bpchar", TypeKind::Base, 5, no, no, 0, "");
    row("letter", "character(1)", "pg_catalog.bpchar", TypeKind::Base, 1, no, no, 0, "");
    row("name", "character varying(40)", "pg_catalog.varchar", TypeKind::Base, 40, no, no, 0, "");
    row("open", "character varying", "pg_catalog.varchar", TypeKind::Base, no, no, no, 0, "");
    row("flags", "bit(3)", "pg_catalog.bit", TypeKind::Base, 3, no, no, 0, "");
    row("many", "bit varying(9)", "pg_catalog.varbit", TypeKind::Base, 9, no, no, 0, "");
    row("at3", "timestamp(3) without time zone", "pg_catalog.timestamp", TypeKind::Base, no, 3, no, 0, "");
    row("atz", "timestamp with time zone", "pg_catalog.timestamptz", TypeKind::Base, no, no, no, 0, "");
    row("t0", "time(0) without time zone", "pg_catalog.time", TypeKind::Base, no, 0, no, 0, "");
    row("gap", "interval", "pg_catalog.interval", TypeKind::Base, no, no, no, 0, "");
    row("gap_day", "interval day to second(2)", "pg_catalog.interval", TypeKind::Base, no, 2, no, 0, "");
    row("ci", "public.citext", "public.citext", TypeKind::Base, no, no, no, 0, "");
    row("place", "shop.address", "shop.address", TypeKind::Composite, no, no, no, 0, "");
    row("during", "shop.span", "shop.span", TypeKind::Range, no, no, no, 0, "");
    row("c", "\"char\"", "pg_catalog.char", TypeKind::Base, no, no, no, 0, "");
    row("n", "name", "pg_catalog.name", TypeKind::Base, no, no, no, 0, "");
}

void CatalogTest::columnTypes()
{
    const SourceColumn *found = column("shop.typed", QTest::currentDataTag());
    QVERIFY(found);
    const model::SourceType &type = found->type;
    QTEST(type.declared, "declared");
    QTEST(QString(type.schema + QLatin1Char('.') + type.name), "resolved");
    QTEST(int(type.kind), "kind");
    const auto text = [](const std::optional<qint64> &number) { return number ? QString::number(*number) : QStringLiteral("-"); };
    const QString numbers = QStringList{text(type.length), text(type.precision), text(type.scale), QString::number(type.arrayDimensions)}.join(QLatin1Char('/'));
    QTEST(numbers, "numbers");
    QTEST(type.domain.value_or(QString()), "domain");
    const QStringList labels{QStringLiteral("draft"), QStringLiteral("new"), QStringLiteral("it's \"open\""), QStringLiteral("done")};
    QCOMPARE(listOf(type.enumLabels), type.name == QLatin1String("state") ? labels : QStringList());
}

void CatalogTest::scalesOutsideThePrecision()
{
    if (m_version < 150000)
        QSKIP("numeric has no scale outside its precision before PostgreSQL 15");
    using Pair = std::pair<qint64, qint64>;
    const auto pair = [this](const char *name) { const model::SourceType &type = column("shop.scales", name)->type; return Pair(*type.precision, *type.scale); };
    QCOMPARE(pair("a"), Pair(5, -2));
    QCOMPARE(pair("b"), Pair(3, 5));
    QCOMPARE(pair("c"), Pair(1000, 1000));
}

void CatalogTest::columnsKeepTheirProperties()
{
    const SourceTable *made = find("shop.made");
    QVERIFY(made);
    QStringList positions;
    for (const SourceColumn &column : made->columns)
        positions += QStringLiteral("%1:%2").arg(column.position).arg(column.name);
    QCOMPARE(positions.join(QLatin1Char(' ')), QStringLiteral("1:id 3:w 4:h 5:area 6:other 7:stamp")); // 2 is the dropped slot
    QVERIFY(column("shop.made", "id")->isIdentity && column("shop.made", "other")->isIdentity && !column("shop.made", "w")->isIdentity);
    QVERIFY(column("shop.made", "w")->isNotNull && !column("shop.made", "h")->isNotNull && column("shop.made", "id")->isNotNull);
    QCOMPARE(column("shop.made", "area")->generatedExpression.value_or(QString()), QStringLiteral("(w * h)"));
    QVERIFY(!column("shop.made", "area")->defaultExpression);
    QCOMPARE(column("shop.made", "stamp")->defaultExpression.value_or(QString()), QStringLiteral("now()"));
    QCOMPARE(made->comment.value_or(QString()), QStringLiteral("quote ' | pipe ` tick <b>html</b> {{ jinja }}\nline2"));
    QCOMPARE(column("shop.made", "h")->comment.value_or(QString()), QString::fromUtf8("Höhe, высота"));
    QVERIFY(!column("shop.made", "w")->comment);
}

void CatalogTest::namesAreExact()
{
    const SourceTable *odd = find("shop.\"MyTable\"");
    QVERIFY(odd);
    QStringList names;
    for (const SourceColumn &column : odd->columns)
        names += column.name;
    QCOMPARE(names, QStringList({QStringLiteral("Id"), QStringLiteral("id"), QStringLiteral("my-column"), QStringLiteral("select"), QStringLiteral("with space"), QStringLiteral("a\"b"),
                                 QStringLiteral("dot.name"), QStringLiteral("dollar$x"), QString::fromUtf8("наимен"), QStringLiteral("  lead"), QStringLiteral("new\nline"),
                                 QStringLiteral("%"), QStringLiteral("?")}));
    QVERIFY(find("shop.mytable"));
    QVERIFY(find("\"Sales.EU\".\"Order\""));
    QVERIFY(column("shop.b5_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "c_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"));
    QCOMPARE(find("shop.wide")->columns.size(), std::size_t(1201));
}

void CatalogTest::partitionsBelongToTheirRoot()
{
    const SourceTable *root = find("shop.measured");
    QVERIFY(root);
    QCOMPARE(root->kind, TableKind::PartitionedTable);
    QCOMPARE(namesOf(root->partitions), QStringList({QStringLiteral("hidden.measured_2024_1"), QStringLiteral("shop.measured_2024"), QStringLiteral("shop.measured_2024_0"), QStringLiteral("shop.measured_rest")}));
    QCOMPARE(root->partitionKey.value_or(QString()), QStringLiteral("RANGE (day)"));
    QCOMPARE(root->estimatedRows, qint64(101));
    QVERIFY(root->bytes > 0);
    QCOMPARE(root->keys.size(), std::size_t(1));
    for (const char *part : {"shop.measured_2024", "shop.measured_2024_0", "hidden.measured_2024_1", "shop.measured_rest"})
        QVERIFY2(!find(part), part);
}

void CatalogTest::inheritanceIsListed()
{
    QCOMPARE(namesOf(find("shop.animal")->inheritedBy), QStringList({QStringLiteral("shop.dog"), QStringLiteral("shop.puppy")}));
    QCOMPARE(namesOf(find("shop.dog")->inheritedBy), QStringList{QStringLiteral("shop.puppy")});
    QVERIFY(find("shop.puppy")->inheritedBy.empty() && find("shop.animal")->partitions.empty());
    QCOMPARE(find("shop.animal")->kind, TableKind::Table);
}

void CatalogTest::keys_data()
{
    QTest::addColumn<QString>("columns");
    QTest::addColumn<QString>("predicate");
    QTest::addColumn<bool>("hasExpressions");
    QTest::newRow("keyed_nullable") << QStringLiteral("a") << QString() << false;
    QTest::newRow("keyed_both") << QStringLiteral("b,a") << QString() << false; // INCLUDE (c) is no part of the key
    QTest::newRow("keyed_partial") << QStringLiteral("c") << QStringLiteral("(d IS NOT NULL)") << false;
    QTest::newRow("keyed_lower") << QStringLiteral("c") << QString() << true;
}

void CatalogTest::keys()
{
    const SourceTable *table = find("shop.keyed");
    QCOMPARE(table->keys.size(), std::size_t(4)); // the plain index is none
    const auto key = std::find_if(table->keys.begin(), table->keys.end(), [](const auto &one) { return one.name == QLatin1String(QTest::currentDataTag()); });
    QVERIFY(key != table->keys.end());
    QTEST(listOf(key->columns).join(QLatin1Char(',')), "columns");
    if (key->name == QLatin1String("keyed_partial") && key->predicate != QStringLiteral("(d IS NOT NULL)"))
        QCOMPARE(key->predicate.value_or(QString()), QStringLiteral("(NOT (d IS NULL))")); // either form says the same
    else
        QTEST(key->predicate.value_or(QString()), "predicate");
    QTEST(key->hasExpressions, "hasExpressions");
    QVERIFY(!key->isPrimary && !key->isNullsNotDistinct);
    QVERIFY(find("shop.keyless")->keys.empty());
    const SourceTable *measured = find("shop.measured");
    QVERIFY(measured->keys[0].isPrimary);
    QCOMPARE(listOf(measured->keys[0].columns).join(QLatin1Char(',')), QStringLiteral("id,day"));
}

void CatalogTest::nullsNotDistinctIsToldApart()
{
    if (m_version < 150000)
        QSKIP("NULLS NOT DISTINCT came with PostgreSQL 15");
    QVERIFY(find("shop.nulls_equal")->keys.at(0).isNullsNotDistinct);
    QVERIFY(!find("shop.nulls_equal")->columns.at(0).isNotNull);
}

void CatalogTest::foreignKeys_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("columns");
    QTest::addColumn<QString>("referenced");
    QTest::addColumn<bool>("isValidated");
    QTest::newRow("shop.child") << QStringLiteral("child_p") << QStringLiteral("p") << QStringLiteral("shop.parent(id)") << false;
    QTest::newRow("shop.tree") << QStringLiteral("tree_up_fkey") << QStringLiteral("up") << QStringLiteral("shop.tree(id)") << true;
    QTest::newRow("shop.ring_a") << QStringLiteral("ring_a_b") << QStringLiteral("b") << QStringLiteral("shop.ring_b(id)") << true;
    QTest::newRow("shop.ring_b") << QStringLiteral("ring_b_a_fkey") << QStringLiteral("a") << QStringLiteral("shop.ring_a(id)") << true;
    QTest::newRow("shop.reading") << QStringLiteral("reading_of") << QStringLiteral("measured_id,measured_day") << QStringLiteral("shop.measured(id,day)") << true;
}

void CatalogTest::foreignKeys()
{
    const SourceTable *table = find(QTest::currentDataTag());
    QCOMPARE(table->foreignKeys.size(), std::size_t(1)); // not one more for each partition of the referenced table
    const model::SourceForeignKey &key = table->foreignKeys[0];
    QTEST(key.name, "name");
    QTEST(listOf(key.columns).join(QLatin1Char(',')), "columns");
    QTEST(QStringLiteral("%1(%2)").arg(key.referenced.toString(), listOf(key.referencedColumns).join(QLatin1Char(','))), "referenced");
    QTEST(key.isValidated, "isValidated");
}

void CatalogTest::checksAreValidatedOrNot()
{
    const std::vector<model::SourceCheck> &checks = find("shop.flagged")->checks;
    QCOMPARE(checks.size(), std::size_t(2));
    QCOMPARE(checks[0].name, QStringLiteral("flag"));
    QCOMPARE(checks[0].expression, QStringLiteral("CHECK ((f = ANY (ARRAY['Y'::bpchar, 'N'::bpchar])))"));
    QVERIFY(checks[0].isValidated);
    QCOMPARE(checks[1].name, QStringLiteral("later"));
    QVERIFY(!checks[1].isValidated);
    QVERIFY(find("shop.booked")->checks.empty()); // an exclusion constraint is neither a check nor a key
    QVERIFY(find("shop.booked")->keys.empty());
}

void CatalogTest::triggers_data()
{
    QTest::addColumn<QString>("form"); // timing, level, events
    QTest::addColumn<QString>("enabled");
    QTest::addColumn<QString>("updateColumns");
    QTest::addColumn<QString>("condition");
    QTest::addColumn<bool>("isConstraint");
    const QString odd = QStringLiteral("odd \" WHEN (");
    QTest::newRow("a_stamp") << QStringLiteral("before row U") << QStringLiteral("origin") << QString() << QString() << false;
    QTest::newRow("b_of") << QStringLiteral("before row U") << QStringLiteral("origin") << QStringLiteral("v,") + odd << QString() << false;
    QTest::newRow("c \" WHEN (") << QStringLiteral("before row IU") << QStringLiteral("origin") << QString()
                                 << QStringLiteral("((new.v <> 'a'')\" b'::text) AND (new.\"odd \"\" WHEN (\" > 1))") << false;
    QTest::newRow("d_off") << QStringLiteral("after statement DT") << QStringLiteral("disabled") << QString() << QString() << false;
    QTest::newRow("e_replica") << QStringLiteral("after row I") << QStringLiteral("replica") << QString() << QString() << false;
    QTest::newRow("f_always") << QStringLiteral("after row I") << QStringLiteral("always") << QString() << QString() << false;
    QTest::newRow("g_constraint") << QStringLiteral("after row I") << QStringLiteral("origin") << QString() << QString() << true;
}

void CatalogTest::triggers()
{
    const SourceTable *table = find("shop.watched");
    QCOMPARE(table->triggers.size(), std::size_t(7)); // without those that foreign keys bring
    const auto trigger = std::find_if(table->triggers.begin(), table->triggers.end(), [](const auto &one) { return one.name == QLatin1String(QTest::currentDataTag()); });
    QVERIFY(trigger != table->triggers.end());
    const char *const timings[] = {"before", "after", "instead"};
    const char *const states[] = {"origin", "always", "replica", "disabled"};
    QString form = QLatin1String(timings[int(trigger->timing)]) + QLatin1String(trigger->isForEachRow ? " row " : " statement ");
    for (const auto &[isOn, letter] : {std::pair(trigger->onInsert, 'I'), std::pair(trigger->onUpdate, 'U'), std::pair(trigger->onDelete, 'D'), std::pair(trigger->onTruncate, 'T')})
        form += isOn ? QString(QLatin1Char(letter)) : QString();
    QTEST(form, "form");
    QTEST(QString::fromLatin1(states[int(trigger->enabled)]), "enabled");
    QTEST(listOf(trigger->updateColumns).join(QLatin1Char(',')), "updateColumns");
    QFETCH(QString, condition);
    QString found = trigger->condition.value_or(QString());
    if (found.startsWith(QLatin1String("((")) && found.endsWith(QLatin1String("))")) && found.mid(1, found.size() - 2) == condition)
        found = condition; // PostgreSQL prints one more pair around it
    QCOMPARE(found, condition);
    QTEST(trigger->isConstraint, "isConstraint");
}

void CatalogTest::triggerFunctionsComeWhole()
{
    const model::SourceTrigger &trigger = find("shop.watched")->triggers.at(0);
    QCOMPARE(trigger.name, QStringLiteral("a_stamp"));
    QCOMPARE(trigger.functionSchema, QStringLiteral("shop"));
    QCOMPARE(trigger.functionName, QStringLiteral("stamp"));
    QCOMPARE(trigger.functionLanguage, QStringLiteral("plpgsql"));
    QCOMPARE(trigger.functionSource, QStringLiteral("BEGIN NEW.last_update := now(); RETURN NEW; END"));
    QVERIFY(trigger.functionDefinition.value_or(QString()).startsWith(QStringLiteral("CREATE OR REPLACE FUNCTION shop.stamp()")));
    const model::SourceTrigger &instead = find("shop.watched_view")->triggers.at(0);
    QCOMPARE(instead.timing, model::TriggerTiming::InsteadOf);
}

void CatalogTest::newestFeatures()
{
    if (m_version < 180000)
        QSKIP("virtual columns, NOT NULL NOT VALID, NOT ENFORCED and WITHOUT OVERLAPS came with PostgreSQL 18");
    QCOMPARE(column("shop.newest", "doubled")->generatedExpression.value_or(QString()), QStringLiteral("(w * 2)"));
    QVERIFY(!column("shop.newest", "promised")->isNotNull); // NOT VALID: older rows may hold NULL
    QVERIFY(!find("shop.newest")->foreignKeys.at(0).isValidated);
    QVERIFY(find("shop.temporal")->keys.at(0).isPrimary);
    QCOMPARE(listOf(find("shop.temporal")->keys.at(0).columns).join(QLatin1Char(',')), QStringLiteral("id,valid"));
}

std::unique_ptr<QObject> lakehouse::testing::makeCatalogTest() { return std::make_unique<CatalogTest>(); }

#include "catalog_test.moc"
