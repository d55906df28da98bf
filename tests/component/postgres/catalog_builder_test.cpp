#include "source_fixture.h"

#include "adapters/postgres/catalog_builder.h"
#include "adapters/postgres/schema_objects.h"
#include "adapters/postgres/type_builder.h"

using namespace lakehouse;
using namespace lakehouse::adapters::postgres;
using namespace lakehouse::testing;
using ports::SqlRows;

namespace {

/// Rows as a server would answer them; "-" is NULL.
SqlRows rowsOf(std::initializer_list<const char *> lines)
{
    SqlRows rows;
    for (const char *line : lines) {
        std::vector<std::optional<QString>> &row = rows.rows.emplace_back();
        for (const QString &cell : QString::fromUtf8(line).split(QLatin1Char('|')))
            row.push_back(cell == QLatin1String("-") ? std::nullopt : std::optional(cell));
    }
    return rows;
}

const SqlRows units = rowsOf({"1|shop|film|r|p|t|-|-|t|f|5|1|f|f|-|film/2/20"});

TypeResolver resolver()
{
    return TypeResolver::create(rowsOf({"23|pg_catalog|int4|b|0|-1|0|0"}), {}).value();
}

} // namespace

/// What the catalog's rows become when a server of the future says something that this program does not know: answers are patched, no server is asked.
class CatalogBuilderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unknownCodeNamesItsObject_data();
    void unknownCodeNamesItsObject();
    void unknownBitsOfATriggerAreNamed();
    void missingTypeIsNamed();
    void changedTableIsNamed_data();
    void changedTableIsNamed();
};

void CatalogBuilderTest::unknownCodeNamesItsObject_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("object");
    const auto row = [](const char *name, const char *column, const char *object) { QTest::newRow(name) << QString::fromLatin1(column) << QString::fromLatin1(object); };
    row("kind of relation", "relkind", "shop.odd");
    row("persistence", "relpersistence", "shop.odd");
    row("kind of routine", "prokind", "shop.\"Do It\"(integer)");
    row("command of a policy", "polcmd", "shop.film.mine");
    row("constraint of a table", "contype", "shop.film.odd");
    row("constraint of a domain", "contype", "shop.positive.odd");
    row("kind of type", "typtype", "shop.odd");
    row("generated column", "attgenerated", "shop.film.id");
    row("identity column", "attidentity", "shop.film.id");
}

void CatalogBuilderTest::unknownCodeNamesItsObject()
{
    const QString kind = QString::fromLatin1(QTest::currentDataTag());
    CatalogBuilder builder;
    QVERIFY(builder.addUnits(units));
    const TypeResolver types = resolver();
    TypeBuilder own(types);
    QVERIFY(own.addTypes(rowsOf({"7|shop|positive|d|-|0|23|-1|0|integer|f|-|-|-|-"})));
    base::Result<> result = base::Ok{};
    if (kind == QLatin1String("kind of relation"))
        result = CatalogBuilder().addUnits(rowsOf({"2|shop|odd|Z|p|t|-|-|t|f|5|1|f|f|-|x"}));
    else if (kind == QLatin1String("persistence"))
        result = CatalogBuilder().addUnits(rowsOf({"2|shop|odd|r|Z|t|-|-|t|f|5|1|f|f|-|x"}));
    else if (kind == QLatin1String("command of a policy"))
        result = builder.addPolicies(rowsOf({"1|mine|Z|t|[\"public\"]|true|-"}));
    else if (kind == QLatin1String("constraint of a table"))
        result = builder.addConstraints(rowsOf({"1|0|odd|Z|t|ODD (x)|-|-|-|-"}));
    else if (kind == QLatin1String("constraint of a domain"))
        result = own.addDomainChecks(rowsOf({"0|7|odd|Z|t|ODD (x)|-|-|-|-"}));
    else if (kind == QLatin1String("kind of type"))
        result = own.addTypes(rowsOf({"8|shop|odd|Z|-|0|0|-1|0|-|f|-|-|-|-"}));
    else if (kind == QLatin1String("generated column"))
        result = builder.addColumns(rowsOf({"1|1|id|23|-1|0|integer|t|-|Z||t|-|f"}), types);
    else if (kind == QLatin1String("identity column"))
        result = builder.addColumns(rowsOf({"1|1|id|23|-1|0|integer|t|-||Z|t|-|f"}), types);
    else if (const auto routines = routinesOf(rowsOf({"9|shop|Do It|integer|Z|sql|SELECT 1|integer|-|t|-"})); !routines)
        result = routines.error();
    QVERIFY(!result);
    QCOMPARE(result.error().code, base::ErrorCode::Corrupt);
    QTEST(result.error().subject, "object");
    QFETCH(QString, column);
    QVERIFY2(result.error().message.toEnglish().contains(column + QStringLiteral(" = 'Z'")), qPrintable(everythingIn(result.error())));
    QVERIFY(!result.error().hint.isEmpty());
}

void CatalogBuilderTest::unknownBitsOfATriggerAreNamed()
{
    const SqlRows routines = rowsOf({"9|shop|touch||f|plpgsql|BEGIN RETURN NEW; END|trigger|-|t|CREATE FUNCTION …"});
    for (const auto &[bits, isKnown] : {std::pair("19", true), std::pair("127", true), std::pair("147", false), std::pair("256", false), std::pair("-1", false)}) {
        CatalogBuilder builder;
        QVERIFY(builder.addUnits(units));
        const base::Result<> result = builder.addTriggers(rowsOf({QByteArray("1|touched|" + QByteArray(bits) + "|O|f|f|CREATE TRIGGER …|9|[]").constData()}), routines);
        QCOMPARE(bool(result), isKnown);
        if (!isKnown)
            QVERIFY2(result.error().code == base::ErrorCode::Corrupt && result.error().message.toEnglish().contains(QStringLiteral("tgtype = '%1' for shop.film.touched").arg(QLatin1String(bits))), qPrintable(everythingIn(result.error())));
    }
}

void CatalogBuilderTest::missingTypeIsNamed()
{
    CatalogBuilder builder;
    QVERIFY(builder.addUnits(units));
    const base::Result<> result = builder.addColumns(rowsOf({"1|1|id|4711|-1|0|shop.gone|t|-|||t|-|f"}), resolver());
    QVERIFY(!result);
    QCOMPARE(result.error().code, base::ErrorCode::Corrupt);
    QCOMPARE(result.error().subject, QStringLiteral("shop.gone"));
}

void CatalogBuilderTest::changedTableIsNamed_data()
{
    QTest::addColumn<QString>("versions");
    QTest::addColumn<bool>("isChanged");
    QTest::newRow("as it was") << QStringLiteral("1|film/2/20") << false;
    QTest::newRow("another one came") << QStringLiteral("1|film/2/20\n2|actor/1/7") << false;
    QTest::newRow("other columns") << QStringLiteral("1|film/3/31") << true;
    QTest::newRow("another name") << QStringLiteral("1|movie/2/20") << true;
    QTest::newRow("gone") << QStringLiteral("2|actor/1/7") << true;
}

void CatalogBuilderTest::changedTableIsNamed()
{
    QFETCH(QString, versions);
    CatalogBuilder builder;
    QVERIFY(builder.addUnits(units));
    SqlRows rows;
    for (const QString &line : versions.split(QLatin1Char('\n')))
        rows.rows.push_back(rowsOf({line.toUtf8().constData()}).rows.at(0));
    const std::optional<model::TableName> changed = builder.changedSince(rows);
    QTEST(changed.has_value(), "isChanged");
    if (changed)
        QCOMPARE(changed->toString(), QStringLiteral("shop.film"));
}

std::unique_ptr<QObject> lakehouse::testing::makeCatalogBuilderTest() { return std::make_unique<CatalogBuilderTest>(); }

#include "catalog_builder_test.moc"
