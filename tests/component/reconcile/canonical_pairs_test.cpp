#include "component/reconcile/live_tables.h"
#include "rules/reconcile/canonical_text.h"
#include "rules/sqlgen/quoting.h"

#include <QTest>

#include <set>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::rules;
using namespace lakehouse::tests;
using enum model::CanonicalForm;

namespace {

QString text(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

/// Values of one form as literals of the source, each with the text that both engines must give. All texts of a form differ.
struct FormCase {
    const char *name;
    const char *sourceType;
    const char *bronzeType;
    CanonicalType type;
    const char *sourceExpression; ///< {x} is the column; null: the connector reads it
    std::vector<std::pair<const char *, const char *>> values;
};

constexpr char intervalText[] = "((extract(year FROM {x}) * 12 + extract(month FROM {x}))::bigint || ':' || extract(day FROM {x})::bigint || ':' || "
                                "(extract(hour FROM {x})::bigint * 3600000000 + extract(minute FROM {x})::bigint * 60000000 + extract(microseconds FROM {x})::bigint))";

const std::vector<FormCase> &formCases()
{
    static const std::vector<FormCase> cases{
        {"boolean", "boolean", "boolean", {.form = Boolean}, nullptr, {{"true", "true"}, {"false", "false"}}},
        {"flag as text", "text", "varchar", {.form = Text}, nullptr, {{"'t'", "t"}, {"'f'", "f"}, {"'true'", "true"}}},
        {"smallint", "smallint", "integer", {.form = Integer}, nullptr, {{"-32768", "-32768"}, {"0", "0"}, {"32767", "32767"}}},
        {"bigint", "bigint", "bigint", {.form = Integer}, nullptr, {{"-9223372036854775808", "-9223372036854775808"}, {"9223372036854775807", "9223372036854775807"}, {"0", "0"}}},
        {"numeric(10,2)", "numeric(10,2)", "decimal(10,2)", {.form = Decimal, .scale = 2}, nullptr,
         {{"-0.19", "-0.19"}, {"0", "0.00"}, {"0.71", "0.71"}, {"0.5", "0.50"}, {"1.1", "1.10"}, {"99999999.99", "99999999.99"}, {"-1", "-1.00"}}},
        {"numeric(38,0)", "numeric(38,0)", "decimal(38,0)", {.form = Decimal, .scale = 0}, nullptr,
         {{"99999999999999999999999999999999999999", "99999999999999999999999999999999999999"}, {"-1", "-1"}}},
        {"numeric(18,17)", "numeric(18,17)", "decimal(18,17)", {.form = Decimal, .scale = 17}, nullptr,
         {{"0.36640625", "0.36640625000000000"}, {"0.00000000000000001", "0.00000000000000001"}}},
        {"text", "text", "varchar", {.form = Text}, nullptr,
         {{"''", ""}, {"' '", " "}, {"'\\N'", "\\N"}, {"'NULL'", "NULL"}, {"E'a\\x1Fb'", "a\x1f" "b"}, {"E'a\\nb\\tc\\r'", "a\nb\tc\r"}, {"'a\\s'", "a\\s"},
          {"U&'\\00e9'", "\u00e9"}, {"U&'e\\0301'", "e\u0301"}, {"'😀'", "😀"}, {"U&'x\\200b'", "x\u200b"}, {"'it''s \"q\" ${bound}'", "it's \"q\" ${bound}"},
          {"'a  '", "a  "}, {"'A'", "A"}, {"'a'", "a"}}},
        {"another collation", "text COLLATE \"en-x-icu\"", "varchar", {.form = Text}, nullptr, {{"'a\\b'", "a\\b"}, {"'B'", "B"}, {"'b-c'", "b-c"}, {"'bc'", "bc"}}},
        {"char(5)", "char(5)", "varchar", {.form = PaddedText, .length = 5}, nullptr, {{"'ab'", "ab   "}, {"''", "     "}, {"'abcde'", "abcde"}, {"'é'", "é    "}, {"' a'", " a   "}}},
        {"bytea", "bytea", "varbinary", {.form = Bytes}, nullptr, {{"'\\x'", ""}, {"'\\x00ff5c0a'", "00ff5c0a"}, {"'\\x5c'", "5c"}}},
        {"date", "date", "date", {.form = Date}, nullptr,
         {{"'2024-02-29'", "2024-02-29"}, {"'1582-10-10'", "1582-10-10"}, {"'0001-01-01'", "0001-01-01"}, {"'0001-01-01 BC'", "0000-01-01"},
          {"'0044-03-15 BC'", "-0043-03-15"}, {"'0044-03-15'", "0044-03-15"}, {"'9999-12-31'", "9999-12-31"}, {"'10000-01-01'", "10000-01-01"}}},
        {"time", "time", "time(6)", {.form = Time}, nullptr,
         {{"'00:00:00'", "00:00:00.000000"}, {"'23:59:59.999999'", "23:59:59.999999"}, {"'12:00:00.1'", "12:00:00.100000"}, {"'12:00:00.100001'", "12:00:00.100001"}}},
        {"timestamp", "timestamp", "timestamp(6)", {.form = Timestamp}, nullptr,
         {{"'2024-01-01 01:02:03.123456'", "2024-01-01 01:02:03.123456"}, {"'2024-01-01 01:02:03'", "2024-01-01 01:02:03.000000"},
          {"'2024-02-29 23:59:59.9999995'", "2024-03-01 00:00:00.000000"}, {"'1500-01-01'", "1500-01-01 00:00:00.000000"},
          {"'1969-12-31 23:59:59.5'", "1969-12-31 23:59:59.500000"}, {"'0044-03-15 12:00:00.5 BC'", "-0043-03-15 12:00:00.500000"},
          {"'0001-06-01 BC'", "0000-06-01 00:00:00.000000"}, {"'0044-03-15 12:00:00.5'", "0044-03-15 12:00:00.500000"},
          {"'12345-03-15 12:00:00.000001'", "+12345-03-15 12:00:00.000001"}}},
        {"timestamp(3)", "timestamp(3)", "timestamp(6)", {.form = Timestamp}, nullptr,
         {{"'2024-01-01 01:02:03.1235'", "2024-01-01 01:02:03.124000"}, {"'2024-01-01 01:02:03.123'", "2024-01-01 01:02:03.123000"}}},
        {"timestamptz", "timestamptz", "timestamp(6) with time zone", {.form = TimestampWithZone}, nullptr,
         {{"'2024-01-01 01:02:03.123456+02'", "2023-12-31 23:02:03.123456"}, {"'2024-01-01 01:02:03.123456+00'", "2024-01-01 01:02:03.123456"},
          {"'1900-01-01 00:00:00+00'", "1900-01-01 00:00:00.000000"}}},
        {"uuid", "uuid", "uuid", {.form = Uuid}, nullptr, {{"'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"}, {"'00000000-0000-0000-0000-000000000000'", "00000000-0000-0000-0000-000000000000"}}},
        {"interval", "interval", "varchar", {.form = Interval}, intervalText,
         {{"'1 mon'", "1:0:0"}, {"'30 days'", "0:30:0"}, {"'720 hours'", "0:0:2592000000000"}, {"'-1 year -2 days -03:00:00.5'", "-12:-2:-10800500000"}}},
        {"json", "json", "varchar", {.form = Json}, "{x}::text", {{"'null'", "null"}, {"'{\"a\": 1, \"a\": 2}'", "{\"a\": 1, \"a\": 2}"}, {"'1.10'", "1.10"}}},
        {"jsonb", "jsonb", "varchar", {.form = Json}, "{x}::text", {{"'null'", "null"}, {"'{\"b\":1,\"a\":1.10}'", "{\"a\": 1.10, \"b\": 1}"}}},
        {"int[]", "integer[]", "array(integer)", {.form = Array, .element = Integer}, nullptr, {{"'{}'", ""}, {"'{NULL}'", ",N"}, {"'{1,2}'", ",V1,V2"}, {"'{12}'", ",V12"}}},
        {"text[]", "text[]", "array(varchar)", {.form = Array, .element = Text}, nullptr,
         {{"'{}'", ""}, {"'{NULL}'", ",N"}, {"'{\"NULL\"}'", ",VNULL"}, {"'{\"\"}'", ",V"}, {"'{\"a,b\"}'", ",Va\\,b"}, {"'{a,b}'", ",Va,Vb"}, {"E'{\"\\\\\\\\N\"}'", ",V\\\\N"},
          {"'{\"it''s\"}'", ",Vit's"}}},
        {"timestamp[]", "timestamp[]", "array(timestamp(6))", {.form = Array, .element = Timestamp}, nullptr, {{"'{2024-01-01}'", ",V2024-01-01 00:00:00.000000"}}},
        {"numeric[]", "numeric(5,1)[]", "array(decimal(5,1))", {.form = Array, .element = Decimal, .scale = 1}, nullptr, {{"'{1,-0.5}'", ",V1.0,V-0.5"}}},
    };
    return cases;
}

} // namespace

/// The text of a value is the same on a real PostgreSQL and, read from Iceberg, on a real Trino.
class CanonicalPairsTest : public QObject {
    Q_OBJECT

    LiveTables m_tables{QStringLiteral("reconcile_pairs_test")};
    std::vector<PlannedColumn> m_columns;
    TableDecision m_table;

    QStringList selected(SqlDialect dialect) const
    {
        QStringList items;
        for (std::size_t at = 0; at < m_columns.size(); ++at)
            items += canonicalText(dialect, m_columns[at].canonical, comparableValue(dialect, m_columns[at]));
        return items;
    }

private Q_SLOTS:
    /// One table with a column for each form and a row for each number of a value, loaded once.
    void initTestCase()
    {
        if (const QByteArray reason = LiveTables::whyAbsent(); !reason.isEmpty())
            QSKIP(reason);
        QCOMPARE(m_tables.open(), QByteArray());
        QStringList declared{text("id integer PRIMARY KEY")};
        std::size_t rows = 0;
        for (const FormCase &form : formCases()) {
            const QString name = QStringLiteral("c%1").arg(m_columns.size() + 1);
            declared += name + QLatin1Char(' ') + text(form.sourceType);
            PlannedColumn column = plannedColumn(name, text(form.bronzeType), form.type);
            if (form.sourceExpression)
                column.sourceExpression = text(form.sourceExpression).replace(text("{x}"), name);
            m_columns.push_back(column);
            rows = std::max(rows, form.values.size());
        }
        QString sql = text("CREATE TABLE public.pairs (") + declared.join(text(", ")) + text(");\n");
        for (std::size_t row = 0; row <= rows; ++row) { // the last row is all NULL
            QStringList values{QString::number(row)};
            for (const FormCase &form : formCases())
                values += row < form.values.size() ? text(form.values[row].first) : text("NULL");
            sql += text("INSERT INTO public.pairs VALUES (") + values.join(text(", ")) + text(");\n");
        }
        QCOMPARE(m_tables.atSource(sql), QByteArray());
        std::vector<PlannedColumn> columns{plannedColumn(text("id"), text("integer"), {.form = Integer})};
        columns.insert(columns.end(), m_columns.begin(), m_columns.end());
        m_table = m_tables.table(text("pairs"), columns, {text("id")});
        // Texts of the source are joined in: the query function of Trino's connector cannot read some of the other types.
        QString read = text("SELECT p.id"), pushed = text("SELECT id");
        for (const PlannedColumn &column : m_columns) {
            read += column.sourceExpression ? text(", q.") + column.name : text(", CAST(p.%1 AS %2) AS %1").arg(column.name, column.bronzeType);
            if (column.sourceExpression)
                pushed += text(", ") + *column.sourceExpression + text(" AS ") + column.name;
        }
        const auto loaded = m_tables.inLake(text("CREATE TABLE ") + m_tables.bronze(m_table) + text(" AS ") + read
                                            + text(" FROM reconcile_pairs_test.public.pairs p JOIN TABLE(reconcile_pairs_test.system.query(query => ")
                                            + trinoLiteral(pushed + text(" FROM public.pairs")) + text(")) q ON p.id = q.id"));
        QVERIFY2(loaded, loaded ? "" : wordsOf(loaded.error()));
    }

    void sameTextOnBothEngines_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t at = 0; at < formCases().size(); ++at)
            QTest::newRow(formCases()[at].name) << int(at);
    }
    void sameTextOnBothEngines()
    {
        QFETCH(int, number);
        const FormCase &form = formCases()[std::size_t(number)];
        base::RunContext run;
        const auto source = m_tables.source().query(text("SELECT ") + selected(SqlDialect::PostgreSql)[number] + text(" FROM public.pairs ORDER BY id"), run);
        const auto bronze = m_tables.inLake(text("SELECT ") + selected(SqlDialect::Trino)[number] + text(" FROM ") + m_tables.bronze(m_table) + text(" ORDER BY id"));
        QVERIFY2(source, source ? "" : wordsOf(source.error()));
        QVERIFY2(bronze, bronze ? "" : wordsOf(bronze.error()));
        for (std::size_t row = 0; row < source.value().rows.size(); ++row) {
            const std::optional<QString> expected = row < form.values.size() ? std::optional(text(form.values[row].second)) : std::nullopt;
            QCOMPARE(source.value().rows[row][0], expected);
            QCOMPARE(bronze.value().rows[row][0], expected);
        }
    }

    /// Fields keep NULL, '' and the written sentinel apart, and hash alike.
    void fieldsHashAlike()
    {
        const auto hashes = [&](SqlDialect dialect) {
            QStringList items;
            for (const PlannedColumn &column : m_columns)
                items += (dialect == SqlDialect::Trino ? text("CAST(%1 AS varchar)") : text("(%1)::text"))
                             .arg(hashOf(dialect, canonicalField(dialect, column.canonical, comparableValue(dialect, column))));
            return items.join(text(", "));
        };
        base::RunContext run;
        const auto source = m_tables.source().query(text("SELECT ") + hashes(SqlDialect::PostgreSql) + text(" FROM public.pairs ORDER BY id"), run);
        const auto bronze = m_tables.inLake(text("SELECT ") + hashes(SqlDialect::Trino) + text(" FROM ") + m_tables.bronze(m_table) + text(" ORDER BY id"));
        QVERIFY(source && bronze);
        QVERIFY(source.value().rows == bronze.value().rows);
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            std::set<QString> seen;
            for (std::size_t row = 0; row <= formCases()[column].values.size(); ++row)
                QVERIFY2(seen.insert(*source.value().rows[row][column]).second, formCases()[column].name);
        }
    }

    /// The texts do not follow what a session or a database is set to.
    void settingsOfTheSessionDoNotMatter()
    {
        const QString sql = text("SELECT md5(concat_ws('|', ") + selected(SqlDialect::PostgreSql).join(text(", ")) + text(")) FROM public.pairs ORDER BY id;");
        QByteArray plain, odd;
        QCOMPARE(m_tables.atSource(sql, {}, &plain), QByteArray());
        QCOMPARE(m_tables.atSource(sql, {text("TimeZone=Asia/Tokyo"), text("DateStyle=German"), text("IntervalStyle=sql_standard"), text("bytea_output=escape"),
                                         text("extra_float_digits=-5"), text("standard_conforming_strings=off")}, &odd), QByteArray());
        QCOMPARE(odd, plain);
        QVERIFY(plain.count('\n') > 10);
    }

    /// What bronze cannot hold never looks like something it holds.
    void specialValuesOfTheSourceStandApart_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("form");
        QTest::addColumn<QString>("expected");
        QTest::newRow("infinity") << text("'infinity'::timestamp") << int(Timestamp) << text("infinity");
        QTest::newRow("-infinity date") << text("'-infinity'::date") << int(Date) << text("-infinity");
        QTest::newRow("infinity, with zone") << text("'infinity'::timestamptz") << int(TimestampWithZone) << text("infinity");
        QTest::newRow("24:00") << text("'24:00:00'::time") << int(Time) << text("24:00:00.000000");
        QTest::newRow("NaN") << text("'NaN'::numeric") << int(Decimal) << text("NaN");
        QTest::newRow("more digits than planned") << text("1.239") << int(Decimal) << text("1.239");
        QTest::newRow("unconstrained, fewer digits") << text("1.5000000") << int(Decimal) << text("1.50");
        QTest::newRow("two dimensions") << text("'{{1,2},{3,4}}'::int[]") << int(Array) << text("![1:2][1:2],V1,V2,V3,V4");
        QTest::newRow("lower bound") << text("'[0:1]={7,8}'::int[]") << int(Array) << text("![0:1],V7,V8");
    }
    void specialValuesOfTheSourceStandApart()
    {
        QFETCH(QString, value);
        QFETCH(int, form);
        QFETCH(QString, expected);
        PlannedColumn column = plannedColumn(text("x"), text("varchar"), {.form = CanonicalForm(form), .element = Integer, .scale = 2});
        base::RunContext run;
        const auto answer = m_tables.source().query(text("SELECT ") + canonicalText(SqlDialect::PostgreSql, column.canonical, comparableValue(SqlDialect::PostgreSql, column))
                                                    + text(" FROM (SELECT ") + value + text(" AS x) AS one"), run);
        QVERIFY2(answer, answer ? "" : wordsOf(answer.error()));
        QCOMPARE(answer.value().rows[0][0], std::optional(expected));
    }
};

QTEST_GUILESS_MAIN(CanonicalPairsTest)
#include "canonical_pairs_test.moc"
