#include "source_fixture.h"

using namespace lakehouse;
using namespace lakehouse::testing;
using model::ColumnMeasure;
using model::MeasureRequest;

namespace {
const QString database = QStringLiteral("measure_cases");
}

/// measure: expected numbers follow from the rows below by hand.
class MeasureTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void values_data();
    void values();
    void rowsAreNamedByKey_data();
    void rowsAreNamedByKey();
    void wideTableInOneQuery();
    void answersKeepTheOrderOfRequests();
    void missingRightNamesTheTable();
    void unfilledView();
    void cancel();

private:
    std::vector<MeasureRequest> requestsFor(const QString &table) const;
    model::CatalogSnapshot m_snapshot;
    std::vector<ColumnMeasure> m_measures;
};

void MeasureTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    EKOS_SQL(QStringLiteral("CREATE DATABASE measure_cases"), QStringLiteral("postgres"));
    EKOS_SQL(QString::fromUtf8(R"(
        SELECT current_setting('server_version_num')::int >= 140000 AS is14 \gset
        CREATE DOMAIN price AS numeric; CREATE DOMAIN prices AS numeric[];
        CREATE TABLE m (id int, n numeric, bound numeric(10,2), small numeric, p price, ps prices, ns numeric[], r real, d date, ts timestamp, tz timestamptz, t time, a int[], none numeric, "e" numeric, long numeric(45,5));
        INSERT INTO m (id, n, bound, small, p, ps, ns, r, d, ts, tz, t, a, "e") VALUES
            (1, 'NaN', 'NaN', 0.5, 1.25, '{1.5,NaN}', '{{1.123,2}}', 'NaN', 'infinity', 'infinity', '-infinity', '24:00', '{{1},{2}}', 3.14),
            (2, 123456.5, 1.10, -0.00123, 100, NULL, '{}', '-Infinity', '0044-03-15 BC', '10000-01-01', '0001-01-01 00:00:00+00', '23:59:59.999999', '[0:1]={7,8}', NULL),
            (3, 1e-30, -99999999.99, NULL, NULL, '{NULL,12345}', NULL, 0.1, '9999-12-31', '9999-12-31 23:59:59.999999', '0001-12-31 23:59:59+00 BC', NULL, '{}', -42),
            (4, -1.4800000000000000000000, NULL, NULL, NULL, NULL, NULL, NULL, '10000-01-01', '0001-01-01', NULL, NULL, '{1,2}', 0);
        \if :is14
        INSERT INTO m (id, n) VALUES (5, 'Infinity');
        \else
        INSERT INTO m (id, n) VALUES (5, 'NaN');
        \endif
        UPDATE m SET long = 9999999999999999999999999999999999.99999 WHERE id = 1; -- 34 digits before the point, one too many
        UPDATE m SET long = -999999999999999999999999999999999.99999 WHERE id = 2;
        CREATE TABLE keyed (a int, "B 2" uuid, n numeric, d date, r real, ns numeric[], ts timestamp, PRIMARY KEY (a, "B 2"));
        INSERT INTO keyed SELECT g, ('00000000-0000-0000-0000-00000000000' || g)::uuid, CASE WHEN g % 2 = 0 THEN 'NaN'::numeric END, CASE WHEN g = 3 THEN 'infinity'::date END, 'NaN'::real,
            CASE g WHEN 7 THEN '{1,NaN}' WHEN 4 THEN '{{1}}' WHEN 5 THEN '{1}' END::numeric[], CASE g WHEN 9 THEN '-infinity' WHEN 8 THEN '0044-03-15 BC' END::timestamp
            FROM generate_series(1, 9) g;
        INSERT INTO keyed SELECT -g, '00000000-0000-0000-0000-000000000000'::uuid, 'NaN' FROM generate_series(1, 3) g;
        CREATE TABLE parts (id int, n numeric) PARTITION BY LIST (id);
        CREATE TABLE parts_1 PARTITION OF parts FOR VALUES IN (1); CREATE TABLE parts_2 PARTITION OF parts FOR VALUES IN (2);
        INSERT INTO parts VALUES (1, 1.5), (2, 2.25);
        CREATE TABLE empty (n numeric);
        CREATE TABLE secret (n numeric);
        CREATE MATERIALIZED VIEW unfilled AS SELECT 1.5 AS n WITH NO DATA;
        SELECT format('CREATE TABLE wide (%s)', string_agg(format('c%s numeric', g), ', ')) FROM generate_series(1, 1200) g \gexec
        INSERT INTO wide (c1, c1200) VALUES (1.5, 2.125);
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader; REVOKE SELECT ON secret FROM reader;
    )"), database);
    base::RunContext run;
    const auto source = openSource(connectionTo(database));
    EKOS_VALUE(m_snapshot, source->readCatalog(run));
    std::vector<MeasureRequest> requests;
    for (const char *table : {"m", "parts", "empty"})
        for (const MeasureRequest &request : requestsFor(QLatin1String(table)))
            requests.push_back(request);
    EKOS_VALUE(m_measures, source->measure(requests, run));
    QCOMPARE(m_measures.size(), requests.size());
}

std::vector<MeasureRequest> MeasureTest::requestsFor(const QString &table) const
{
    std::vector<MeasureRequest> requests;
    for (const model::SourceTable &one : m_snapshot.tables)
        for (const model::SourceColumn &column : one.columns)
            if (one.name.table() == table)
                requests.push_back({one.name, column.name, column.type, {}});
    return requests;
}

void MeasureTest::values_data()
{
    QTest::addColumn<QString>("numbers"); // rows/scale/integer digits/NaN/infinite/out of range/long numbers/unusual arrays
    const bool knowsInfinity = m_snapshot.serverVersion.section(QLatin1Char('.'), 0, 0).toInt() >= 14;
    QTest::newRow("m.id") << QStringLiteral("5/0/0/0/0/0/0/0");
    QTest::newRow("m.n") << (knowsInfinity ? QStringLiteral("5/30/6/1/1/0/0/0") : QStringLiteral("5/30/6/2/0/0/0/0"));
    QTest::newRow("m.bound") << QStringLiteral("5/2/8/1/0/0/0/0");
    QTest::newRow("m.small") << QStringLiteral("5/5/0/0/0/0/0/0");
    QTest::newRow("m.p") << QStringLiteral("5/2/3/0/0/0/0/0");
    QTest::newRow("m.ps") << QStringLiteral("5/1/5/1/0/0/0/0");
    QTest::newRow("m.ns") << QStringLiteral("5/3/1/0/0/0/0/1");
    QTest::newRow("m.r") << QStringLiteral("5/0/0/1/1/0/0/0");
    QTest::newRow("m.d") << QStringLiteral("5/0/0/0/1/2/0/0");  // infinity; BC, 10000
    QTest::newRow("m.ts") << QStringLiteral("5/0/0/0/1/1/0/0"); // infinity; 10000
    QTest::newRow("m.tz") << QStringLiteral("5/0/0/0/1/1/0/0"); // -infinity; BC
    QTest::newRow("m.t") << QStringLiteral("5/0/0/0/0/1/0/0");  // 24:00
    QTest::newRow("m.a") << QStringLiteral("5/0/0/0/0/0/0/2");  // two dimensions, lower bound 0; the empty one is fine
    QTest::newRow("m.none") << QStringLiteral("5/0/0/0/0/0/0/0");
    QTest::newRow("m.e") << QStringLiteral("5/2/2/0/0/0/0/0");
    QTest::newRow("m.long") << QStringLiteral("5/5/34/0/0/0/1/0");
    QTest::newRow("parts.n") << QStringLiteral("2/2/1/0/0/0/0/0");
    QTest::newRow("empty.n") << QStringLiteral("0/0/0/0/0/0/0/0");
}

void MeasureTest::values()
{
    for (const ColumnMeasure &measure : m_measures) {
        if (measure.table.table() + QLatin1Char('.') + measure.column != QLatin1String(QTest::currentDataTag()))
            continue;
        QStringList numbers;
        for (const qint64 number : {measure.rows, measure.scale, measure.integerDigits, measure.notANumber, measure.infinite, measure.outOfRange, measure.longNumbers, measure.unusualArrays})
            numbers += QString::number(number);
        QTEST(numbers.join(QLatin1Char('/')), "numbers");
        QVERIFY(measure.isComplete);
        return;
    }
    QFAIL("not measured");
}

void MeasureTest::rowsAreNamedByKey_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("keys");
    QTest::newRow("n") << QStringLiteral("a") << QStringLiteral("-3 -2 -1 2 4"); // of seven, the smallest as numbers
    QTest::newRow("d") << QStringLiteral("a,B 2") << QStringLiteral("(3, 00000000-0000-0000-0000-000000000003)");
    QTest::newRow("r") << QStringLiteral("a") << QString(); // bronze holds NaN of a real
    QTest::newRow("ns") << QStringLiteral("a") << QStringLiteral("4 7");
    QTest::newRow("ts") << QStringLiteral("a") << QStringLiteral("8 9");
}

void MeasureTest::rowsAreNamedByKey()
{
    QFETCH(QString, key);
    std::vector<MeasureRequest> requests = requestsFor(QStringLiteral("keyed"));
    std::erase_if(requests, [](const MeasureRequest &request) { return request.column != QLatin1String(QTest::currentDataTag()); });
    for (const QString &column : key.split(QLatin1Char(',')))
        requests.front().key.push_back(column);
    base::RunContext run;
    EKOS_VALUE(const std::vector<ColumnMeasure> named, openSource(connectionTo(database))->measure(requests, run));
    QTEST(QStringList(named.front().keys.begin(), named.front().keys.end()).join(QLatin1Char(' ')), "keys");
    requests.front().key.clear();
    EKOS_VALUE(const std::vector<ColumnMeasure> unnamed, openSource(connectionTo(database))->measure(requests, run));
    QVERIFY(unnamed.front().keys.empty());
}

void MeasureTest::wideTableInOneQuery()
{
    base::RunContext run;
    EKOS_VALUE(const std::vector<ColumnMeasure> measures, openSource(connectionTo(database))->measure(requestsFor(QStringLiteral("wide")), run));
    QCOMPARE(measures.size(), std::size_t(1200));
    QCOMPARE(measures.front().scale, qint64(1));
    QCOMPARE(measures.back().scale, qint64(3));
    QCOMPARE(measures[500].rows, qint64(1));
}

void MeasureTest::answersKeepTheOrderOfRequests()
{
    const MeasureRequest m = requestsFor(QStringLiteral("m")).at(1);
    const MeasureRequest parts = requestsFor(QStringLiteral("parts")).at(1);
    base::RunContext run;
    EKOS_VALUE(const std::vector<ColumnMeasure> measures, openSource(connectionTo(database))->measure({parts, m, parts}, run));
    QCOMPARE(measures.size(), std::size_t(3));
    QCOMPARE(measures[0].rows, qint64(2));
    QCOMPARE(measures[1].rows, qint64(5));
    QCOMPARE(measures[2], measures[0]);
    EKOS_VALUE(const std::vector<ColumnMeasure> nothing, openSource(connectionTo(database))->measure({}, run));
    QVERIFY(nothing.empty());
}

void MeasureTest::missingRightNamesTheTable()
{
    base::RunContext run;
    const auto measures = openSource(connectionTo(database))->measure(requestsFor(QStringLiteral("secret")), run);
    QVERIFY(!measures);
    QCOMPARE(measures.error().code, base::ErrorCode::NotAllowed);
    QCOMPARE(measures.error().subject, QStringLiteral("public.secret"));
    QVERIFY2(measures.error().hint.toEnglish().contains(QStringLiteral("GRANT SELECT ON \"public\".\"secret\" TO \"reader\"")), qPrintable(everythingIn(measures.error())));
}

void MeasureTest::unfilledView()
{
    base::RunContext run;
    const auto measures = openSource(connectionTo(database))->measure(requestsFor(QStringLiteral("unfilled")), run);
    QVERIFY(!measures);
    QCOMPARE(measures.error().code, base::ErrorCode::RefusedByRule);
    QCOMPARE(measures.error().subject, QStringLiteral("public.unfilled"));
}

void MeasureTest::cancel()
{
    base::CancelToken token;
    token.cancel();
    base::RunContext run(token);
    QCOMPARE(openSource(connectionTo(database))->measure(requestsFor(QStringLiteral("m")), run).error().code, base::ErrorCode::Cancelled);
}

std::unique_ptr<QObject> lakehouse::testing::makeMeasureTest() { return std::make_unique<MeasureTest>(); }

#include "measure_test.moc"
