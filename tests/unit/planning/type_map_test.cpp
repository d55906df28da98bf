#include "plan_case.h"

#include "rules/catalog/type_map_postgres.h"

#include "support/source_folder.h"

#include <QFile>
#include <QSet>
#include <QTest>

using namespace lakehouse;
using model::CanonicalForm;
using model::Fidelity;
using model::SourceType;
using model::TypeKind;
using rules::ReadPath;

Q_DECLARE_METATYPE(SourceType)

namespace {

struct TypeOf {
    SourceType type = {};
    TypeOf(const char *name, const char *schema = "pg_catalog")
    {
        type.name = QString::fromLatin1(name);
        type.schema = QString::fromLatin1(schema);
        type.declared = type.name;
    }
    TypeOf &length(qint64 value) { type.length = value; return *this; }
    TypeOf &digits(qint64 precision, std::optional<qint64> scale = std::nullopt) { type.precision = precision; type.scale = scale; return *this; }
    TypeOf &array(qint64 dimensions = 1) { type.arrayDimensions = dimensions; return *this; }
    TypeOf &domain() { type.domain = QStringLiteral("public.d"); return *this; }
    TypeOf &kind(TypeKind value) { type.kind = value; return *this; }
};

model::ColumnMeasure measured(qint64 scale)
{
    return {.rows = 10, .isComplete = true, .scale = scale, .integerDigits = 3};
}

model::PlannedColumn mapped(const SourceType &type, ReadPath path, const char *name = "c")
{
    const model::ColumnMeasure measure = measured(4);
    model::SourceColumn column;
    column.name = QString::fromUtf8(name);
    column.type = type;
    return rules::plannedColumn(column, rules::mapPostgresType(type, &measure), path, QStringLiteral("s.t.c"));
}

QString cell(const QString &text) { return QString(text).replace(QLatin1Char('|'), QStringLiteral("\\|")); }
QString code(const char *text)
{
    QString shown = QString::fromUtf8(text);
    for (const auto &[word, letter] : {std::pair{"{p}", "p"}, {"{s}", "s"}, {"{w}", "w"}, {"{n}", "n"}})
        shown.replace(QLatin1String(word), QLatin1String(letter));
    return shown.isEmpty() ? QStringLiteral("none") : QLatin1Char('`') + cell(shown) + QLatin1Char('`');
}

QString reading(const rules::TypeRule &rule)
{
    switch (rule.connector) {
    case rules::ConnectorRead::Exact: return QStringLiteral("connector");
    case rules::ConnectorRead::Bent: return QStringLiteral("query");
    case rules::ConnectorRead::Refused: break;
    }
    return QStringLiteral("refused");
}

QString fidelity(Fidelity value)
{
    switch (value) {
    case Fidelity::Exact: return QStringLiteral("exact");
    case Fidelity::Widening: return QStringLiteral("widening");
    case Fidelity::Decided: return QStringLiteral("decided");
    case Fidelity::Refused: break;
    }
    return QStringLiteral("refused");
}

QString arrays(const rules::TypeRule &rule)
{
    switch (rule.array) {
    case rules::ArrayRead::Exact: return QStringLiteral("connector");
    case rules::ArrayRead::ThroughQuery: return QStringLiteral("query");
    case rules::ArrayRead::Refused: break;
    }
    return QStringLiteral("refused");
}

/// The table between the marks of docs/user/types.md.
QString typeTable()
{
    QString text = QStringLiteral("| PostgreSQL | Trino's connector shows | Bronze | Fidelity | Read through | Arrays of it | What to know |\n"
                                  "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (const rules::TypeRule &rule : rules::postgresTypeTable())
        text += QStringLiteral("| %1 | %2 | %3 | %4 | %5 | %6 | %7 |\n")
                    .arg(cell(QString::fromUtf8(rule.documented)), code(rule.connectorType), code(rule.bronzeType), fidelity(rule.fidelity), reading(rule), arrays(rule),
                         cell(QString::fromUtf8(rule.note) + (*rule.remedy ? QLatin1Char(' ') + QString::fromUtf8(rule.remedy) : QString())));
    return text;
}

} // namespace

class TypeMapTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalars_data()
    {
        QTest::addColumn<SourceType>("type");
        QTest::addColumn<QString>("connector");  // empty: only read through a query
        QTest::addColumn<QString>("bronze");     // empty: refused
        QTest::addColumn<QString>("source");     // in a query
        QTest::addColumn<int>("canonical");
        QTest::addColumn<int>("fidelity");
        const auto row = [](const char *title, const TypeOf &type, const char *connector, const char *bronze, const char *source, CanonicalForm canonical, Fidelity fidelity) {
            QTest::newRow(title) << type.type << QString::fromLatin1(connector) << QString::fromLatin1(bronze) << QString::fromLatin1(source) << int(canonical) << int(fidelity);
        };
        using enum CanonicalForm;
        row("boolean", TypeOf("bool"), "boolean", "boolean", "\"c\"", Boolean, Fidelity::Exact);
        row("smallint", TypeOf("int2"), "smallint", "integer", "\"c\"", Integer, Fidelity::Widening);
        row("integer", TypeOf("int4"), "integer", "integer", "\"c\"", Integer, Fidelity::Exact);
        row("bigint", TypeOf("int8"), "bigint", "bigint", "\"c\"", Integer, Fidelity::Exact);
        row("oid", TypeOf("oid"), "bigint", "bigint", "\"c\"::bigint", Integer, Fidelity::Widening);
        row("real", TypeOf("float4"), "real", "real", "\"c\"", FloatingPoint, Fidelity::Exact);
        row("double", TypeOf("float8"), "double", "double", "\"c\"", FloatingPoint, Fidelity::Exact);
        row("numeric(10,2)", TypeOf("numeric").digits(10, 2), "decimal(10,2)", "decimal(10,2)", "\"c\"", Decimal, Fidelity::Exact);
        row("numeric(38,38)", TypeOf("numeric").digits(38, 38), "decimal(38,38)", "decimal(38,38)", "\"c\"", Decimal, Fidelity::Exact);
        row("numeric(7)", TypeOf("numeric").digits(7), "decimal(7,0)", "decimal(7,0)", "\"c\"", Decimal, Fidelity::Exact);
        row("numeric(5,-2)", TypeOf("numeric").digits(5, -2), "", "decimal(7,0)", "\"c\"::numeric(7,0)", Decimal, Fidelity::Exact);
        row("numeric(3,5)", TypeOf("numeric").digits(3, 5), "", "decimal(5,5)", "\"c\"::numeric(5,5)", Decimal, Fidelity::Exact);
        row("numeric(39,0)", TypeOf("numeric").digits(39, 0), "", "", "", NotCompared, Fidelity::Refused);
        row("numeric(38,-1)", TypeOf("numeric").digits(38, -1), "", "", "", NotCompared, Fidelity::Refused);
        row("numeric(3,39)", TypeOf("numeric").digits(3, 39), "", "", "", NotCompared, Fidelity::Refused);
        row("numeric", TypeOf("numeric"), "varchar", "decimal(38,4)", "\"c\"::text", Decimal, Fidelity::Decided);
        row("money", TypeOf("money"), "", "decimal(19,2)", "(\"c\"::numeric)::text", Decimal, Fidelity::Decided);
        row("char(5)", TypeOf("bpchar").length(5), "char(5)", "varchar", "\"c\"", PaddedText, Fidelity::Exact);
        row("bpchar", TypeOf("bpchar"), "", "varchar", "\"c\"::text", Text, Fidelity::Decided);
        row("varchar(7)", TypeOf("varchar").length(7), "varchar(7)", "varchar", "\"c\"", Text, Fidelity::Exact);
        row("varchar", TypeOf("varchar"), "varchar", "varchar", "\"c\"", Text, Fidelity::Exact);
        row("text", TypeOf("text"), "varchar", "varchar", "\"c\"", Text, Fidelity::Exact);
        row("name", TypeOf("name"), "varchar", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("\"char\"", TypeOf("char"), "", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("citext", TypeOf("citext", "public"), "varchar", "varchar", "\"c\"::text", Text, Fidelity::Decided);
        row("enum", TypeOf("mood", "public").kind(TypeKind::Enum), "varchar", "varchar", "\"c\"", Text, Fidelity::Exact);
        row("uuid", TypeOf("uuid"), "uuid", "uuid", "\"c\"", Uuid, Fidelity::Exact);
        row("bytea", TypeOf("bytea"), "varbinary", "varbinary", "\"c\"", Bytes, Fidelity::Exact);
        row("date", TypeOf("date"), "date", "date", "\"c\"", Date, Fidelity::Exact);
        row("time", TypeOf("time"), "time(6)", "time(6)", "\"c\"", Time, Fidelity::Exact);
        row("time(0)", TypeOf("time").digits(0), "time(0)", "time(6)", "\"c\"", Time, Fidelity::Widening);
        row("timetz", TypeOf("timetz"), "", "varchar", "\"c\"::text", Text, Fidelity::Decided);
        row("timestamp", TypeOf("timestamp"), "timestamp(6)", "timestamp(6)", "\"c\"", Timestamp, Fidelity::Exact);
        row("timestamp(3)", TypeOf("timestamp").digits(3), "timestamp(3)", "timestamp(6)", "\"c\"", Timestamp, Fidelity::Widening);
        row("timestamptz", TypeOf("timestamptz"), "timestamp(6) with time zone", "timestamp(6) with time zone", "\"c\"", TimestampWithZone, Fidelity::Exact);
        row("json", TypeOf("json"), "", "varchar", "\"c\"::text", Json, Fidelity::Exact);
        row("jsonb", TypeOf("jsonb"), "", "varchar", "\"c\"::text", Json, Fidelity::Exact);
        row("xml", TypeOf("xml"), "", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("bit(8)", TypeOf("bit").length(8), "", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("varbit", TypeOf("varbit"), "varchar", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("inet", TypeOf("inet"), "", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("cidr", TypeOf("cidr"), "varchar", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("tsvector", TypeOf("tsvector"), "varchar", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("tid", TypeOf("tid"), "varchar", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("point", TypeOf("point"), "varchar", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("int4range", TypeOf("int4range").kind(TypeKind::Range), "varchar", "varchar", "\"c\"::text", Text, Fidelity::Exact);
        row("tstzmultirange", TypeOf("tstzmultirange").kind(TypeKind::Multirange), "", "", "", NotCompared, Fidelity::Refused);
        row("own range", TypeOf("float8range", "public").kind(TypeKind::Range), "", "varchar", "\"c\"::text", NotCompared, Fidelity::Decided);
        row("composite", TypeOf("pair", "public").kind(TypeKind::Composite), "", "varchar", "\"c\"::text", NotCompared, Fidelity::Decided);
        row("regclass", TypeOf("regclass"), "", "", "", NotCompared, Fidelity::Refused);
        row("pseudo", TypeOf("record").kind(TypeKind::Pseudo), "", "", "", NotCompared, Fidelity::Refused);
        row("of an extension", TypeOf("ltree", "public"), "", "varchar", "\"c\"::text", Text, Fidelity::Decided);
        row("not PostgreSQL's own", TypeOf("int4", "public"), "", "varchar", "\"c\"::text", Text, Fidelity::Decided);
        row("domain over integer", TypeOf("int4").domain(), "varchar", "integer", "\"c\"", Integer, Fidelity::Exact);
        row("domain over numeric", TypeOf("numeric").digits(12, 2).domain(), "varchar", "decimal(12,2)", "\"c\"", Decimal, Fidelity::Exact);
        row("domain over text", TypeOf("text").domain(), "varchar", "varchar", "\"c\"", Text, Fidelity::Exact);
        row("domain over char(5)", TypeOf("bpchar").length(5).domain(), "varchar", "varchar", "\"c\"", PaddedText, Fidelity::Exact);
        row("domain over timestamptz", TypeOf("timestamptz").domain(), "", "timestamp(6) with time zone", "\"c\"", TimestampWithZone, Fidelity::Exact);
        row("domain over timestamp", TypeOf("timestamp").domain(), "", "timestamp(6)", "\"c\"", Timestamp, Fidelity::Exact);
        row("domain over bytea", TypeOf("bytea").domain(), "", "varbinary", "\"c\"", Bytes, Fidelity::Exact);
    }
    void scalars()
    {
        QFETCH(SourceType, type);
        QFETCH(QString, connector);
        QFETCH(QString, bronze);
        QFETCH(QString, source);
        QFETCH(int, canonical);
        QFETCH(int, fidelity);
        const rules::TypeMapping mapping = rules::mapPostgresType(type, nullptr);
        const bool isUnmeasured = type.name == QLatin1String("numeric") && !type.precision;
        QCOMPARE(mapping.refusal.has_value(), bronze.isEmpty() || isUnmeasured);
        QCOMPARE(mapping.needsQuery, connector.isEmpty() && !bronze.isEmpty());
        const model::PlannedColumn direct = mapped(type, ReadPath::Connector);
        const model::PlannedColumn queried = mapped(type, ReadPath::Query);
        if (!connector.isEmpty())
            QCOMPARE(direct.connectorType, connector);
        QVERIFY(!direct.sourceExpression);
        QCOMPARE(queried.sourceExpression.value_or(QString()), source);
        QCOMPARE(queried.connectorType, QString());
        for (const model::PlannedColumn &column : {direct, queried}) {
            QCOMPARE(column.bronzeType, bronze);
            QCOMPARE(int(column.canonical.form), canonical);
            QCOMPARE(int(column.fidelity), fidelity);
        }
    }

    void loads_data()
    {
        QTest::addColumn<SourceType>("type");
        QTest::addColumn<QString>("direct");
        QTest::addColumn<QString>("queried");
        const auto row = [](const char *title, const TypeOf &type, const char *direct, const char *queried) {
            QTest::newRow(title) << type.type << QString::fromLatin1(direct) << QString::fromLatin1(queried);
        };
        const char exact[] = "CASE WHEN regexp_like(\"c\", '^-?[0-9]+(\\.[0-9]{0,4}0*)?$') THEN CAST(\"c\" AS decimal(38,4)) WHEN \"c\" IS NOT NULL THEN "
                             "CAST(fail('s.t.c holds a value that is no number with at most 4 digits after the point; plan again') AS decimal(38,4)) END";
        row("as it is", TypeOf("int4"), "", "");
        row("widened", TypeOf("int2"), "CAST(\"c\" AS integer)", "CAST(\"c\" AS integer)");
        row("padding kept", TypeOf("bpchar").length(3), "CAST(\"c\" AS varchar)", "CAST(\"c\" AS varchar)");
        row("scale guarded", TypeOf("numeric"), exact, exact);
        row("domain", TypeOf("int8").domain(), "CAST(\"c\" AS bigint)", "");
        row("domain over char(3)", TypeOf("bpchar").length(3).domain(), "", "CAST(\"c\" AS varchar)");
        row("microseconds", TypeOf("timestamp").digits(0), "CAST(\"c\" AS timestamp(6))", "CAST(\"c\" AS timestamp(6))");
    }
    void loads()
    {
        QFETCH(SourceType, type);
        QFETCH(QString, direct);
        QFETCH(QString, queried);
        QCOMPARE(mapped(type, ReadPath::Connector).loadExpression.value_or(QString()), direct);
        QCOMPARE(mapped(type, ReadPath::Query).loadExpression.value_or(QString()), queried);
    }

    void arraysOfEachType_data()
    {
        QTest::addColumn<SourceType>("type");
        QTest::addColumn<QString>("connector"); // empty: only read through a query
        QTest::addColumn<QString>("bronze");    // empty: refused
        QTest::addColumn<QString>("load");      // of the query
        const auto row = [](const char *title, const TypeOf &type, const char *connector, const char *bronze, const char *load) {
            QTest::newRow(title) << type.type << QString::fromLatin1(connector) << QString::fromLatin1(bronze) << QString::fromLatin1(load);
        };
        const char texts[] = "CAST(json_parse(\"c\") AS array(varchar))";
        const QByteArray each = QByteArray("transform(") + texts + ", e -> ";
        row("text", TypeOf("text").array(), "array(varchar)", "array(varchar)", texts);
        row("integer", TypeOf("int4").array(), "array(integer)", "array(integer)", (each + "CAST(e AS integer))").constData());
        row("smallint", TypeOf("int2").array(), "array(smallint)", "array(integer)", (each + "CAST(e AS integer))").constData());
        row("char(5)", TypeOf("bpchar").length(5).array(), "array(char(5))", "array(varchar)", (each + "rpad(e, 5, ' '))").constData());
        row("timestamptz", TypeOf("timestamptz").array(), "array(timestamp(6) with time zone)", "array(timestamp(6) with time zone)",
            (each + "with_timezone(CAST(e AS timestamp(6)), 'UTC'))").constData());
        row("bytea", TypeOf("bytea").array(), "", "array(varbinary)", (each + "from_hex(e))").constData());
        row("jsonb", TypeOf("jsonb").array(), "", "array(varchar)", texts);
        row("inet", TypeOf("inet").array(), "", "array(varchar)", texts);
        row("two dimensions declared", TypeOf("int4").array(2), "", "array(integer)", (each + "CAST(e AS integer))").constData());
        row("of a domain", TypeOf("int4").array().domain(), "", "array(integer)", (each + "CAST(e AS integer))").constData());
        row("hstore", TypeOf("hstore", "public").array(), "", "", "");
        row("regclass", TypeOf("regclass").array(), "", "", "");
    }
    void arraysOfEachType()
    {
        QFETCH(SourceType, type);
        QFETCH(QString, connector);
        QFETCH(QString, bronze);
        QFETCH(QString, load);
        const rules::TypeMapping mapping = rules::mapPostgresType(type, nullptr);
        QCOMPARE(mapping.refusal.has_value(), bronze.isEmpty());
        QCOMPARE(mapping.needsQuery, connector.isEmpty() && !bronze.isEmpty());
        const model::PlannedColumn queried = mapped(type, ReadPath::Query);
        QCOMPARE(queried.bronzeType, bronze);
        QCOMPARE(queried.loadExpression.value_or(QString()), load);
        QCOMPARE(int(queried.canonical.form), int(bronze.isEmpty() ? CanonicalForm::NotCompared : CanonicalForm::Array));
        if (!connector.isEmpty())
            QCOMPARE(mapped(type, ReadPath::Connector).connectorType, connector);
    }

    void namesAreData()
    {
        const model::PlannedColumn odd = mapped(TypeOf("numeric").type, ReadPath::Query, "a\"{c} {s}'b");
        QCOMPARE(odd.sourceExpression, QStringLiteral("\"a\"\"{c} {s}'b\"::text"));
        QVERIFY(odd.loadExpression->startsWith(QStringLiteral("CASE WHEN regexp_like(\"a\"\"{c} {s}'b\", ")));
        QCOMPARE(mapped(TypeOf("int4").type, ReadPath::Connector, "Id").bronzeName, QStringLiteral("id"));
    }

    void everyRuleIsReachable() // from a type of its kind, so that none is dead
    {
        QSet<QString> seen;
        for (const rules::TypeRule &rule : rules::postgresTypeTable()) {
            QVERIFY(!seen.contains(QString::fromUtf8(rule.documented)));
            seen.insert(QString::fromUtf8(rule.documented));
            for (const QString &name : QString::fromLatin1(rule.names).split(QLatin1Char(' '), Qt::SkipEmptyParts))
                QCOMPARE(&rules::postgresTypeRule(TypeOf(qPrintable(name)).type), &rule);
            QCOMPARE(*rule.remedy != '\0', rule.connector == rules::ConnectorRead::Refused);
            QCOMPARE(*rule.bronzeType == '\0', rule.connector == rules::ConnectorRead::Refused);
        }
    }

    void documentationFollowsTheTable()
    {
        const QString path = lakehouse::testing::sourcePath("docs/user/types.md");
        const QString begin = QStringLiteral("<!-- types: begin, written by type_map_test -->\n");
        const QString end = QStringLiteral("<!-- types: end -->\n");
        QString document = QString::fromUtf8(test::readFile(path));
        const qsizetype from = document.indexOf(begin) + begin.size();
        const qsizetype to = document.indexOf(end);
        QVERIFY(from > begin.size() && to >= from);
        if (test::updatesGoldenFiles()) {
            document.replace(from, to - from, typeTable());
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(document.toUtf8());
            return;
        }
        QCOMPARE(document.mid(from, to - from), typeTable());
    }
};

QTEST_APPLESS_MAIN(TypeMapTest)
#include "type_map_test.moc"
