#include "source_fixture.h"

using namespace lakehouse;
using namespace lakehouse::testing;
using model::ProfileRequest;
using model::ProfileTier;
using model::TableProfile;

namespace {

const QString database = QStringLiteral("profile_cases");

model::TableName table(const char *name)
{
    return model::TableName::create(QStringLiteral("public"), QString::fromUtf8(name)).value();
}

ProfileRequest request(const char *name, std::initializer_list<const char *> columns, ProfileTier tier = ProfileTier::Sample)
{
    ProfileRequest one{.table = table(name), .tier = tier};
    for (const char *column : columns)
        one.columns.push_back(QString::fromUtf8(column));
    return one;
}

/// "nulls/distinct" of each column
QString numbersOf(const TableProfile &profile)
{
    QStringList numbers;
    for (const model::ColumnProfile &column : profile.columns)
        numbers += QStringLiteral("%1/%2").arg(column.nulls).arg(column.distinct);
    return numbers.join(QLatin1Char(' '));
}

} // namespace

/// profile: right numbers follow from the rows below by hand.
class ProfileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void wholeTables_data();
    void wholeTables();
    void nothingToSay_data();
    void nothingToSay();
    void togetherAsAlone();
    void oneBadTableSparesTheOthers();
    void sampleOfALargeTable();
    void sampleOfAView();
    void fullScanWithinTheBudget();
    void tooExpensiveFallsBack();
    void statisticsCostNothing();
    void rowSecurityIsNeverComplete();
    void manySmallTablesTakeFewStatements();
    void aVeryWideTableIsPlannedInTime();
    void cancel();

private:
    TableProfile one(const ProfileRequest &request, const model::ScanBudget &budget = {}) const;
};

void ProfileTest::initTestCase()
{
    EKOS_NEED_CLUSTER();
    EKOS_SQL(QStringLiteral("CREATE DATABASE profile_cases"), QStringLiteral("postgres"));
    const QString csv = cluster()->writeFile(QStringLiteral("lines.csv"), "1,a\n2,\n3,a\n");
    EKOS_SQL(QString::fromUtf8(R"(
        CREATE EXTENSION citext; CREATE EXTENSION file_fdw;
        CREATE TABLE small (id int, name text, note text); INSERT INTO small VALUES (1, 'a', NULL), (2, 'b', ''), (3, 'b', ' '), (4, NULL, NULL), (5, NULL, 'x');
        CREATE TABLE nothing (id int);
        CREATE TABLE no_columns (); INSERT INTO no_columns DEFAULT VALUES;
        CREATE TABLE "Odd ""%1"" Name" ("new
line" int, "%1" text, "select" int); INSERT INTO "Odd ""%1"" Name" VALUES (1, 'x', 2), (1, 'y', NULL);
        CREATE TABLE rare (j json, x xml, p point, b bytea, c citext); INSERT INTO rare VALUES ('{"a":1}', '<a/>', '(1,2)', '\x00', 'A'), ('{"a":1}', '<b/>', '(1,2)', '', 'a'), (NULL, NULL, NULL, NULL, NULL);
        CREATE TABLE parts (id int, v text) PARTITION BY LIST (id); CREATE TABLE parts_1 PARTITION OF parts FOR VALUES IN (1); CREATE TABLE parts_2 PARTITION OF parts FOR VALUES IN (2);
        INSERT INTO parts VALUES (1, 'a'), (2, 'a'), (2, NULL);
        CREATE VIEW few AS SELECT id, name FROM small WHERE id > 2;
        CREATE MATERIALIZED VIEW filled AS SELECT * FROM small; CREATE MATERIALIZED VIEW unfilled AS SELECT 1 AS id WITH NO DATA;
        CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
        CREATE FOREIGN TABLE lines (id int, v text) SERVER files OPTIONS (filename '%file%', format 'csv', null '');
        CREATE TABLE large WITH (autovacuum_enabled = false) AS SELECT n AS id, n % 10 AS tenth, CASE WHEN n % 4 > 0 THEN 'x' || n % 100 END AS some FROM generate_series(1, 200000) n;
        CREATE VIEW of_large AS SELECT id, tenth, tenth AS "%1 ""odd""" FROM large;
        CREATE TABLE emptied WITH (autovacuum_enabled = false) AS SELECT n AS id FROM generate_series(1, 200000) n;
        CREATE TABLE fresh (id int); INSERT INTO fresh VALUES (1), (2);
        CREATE TABLE secret (id int); INSERT INTO secret VALUES (1);
        CREATE TABLE partly (id int, hidden text); INSERT INTO partly VALUES (1, 'x');
        CREATE TABLE filtered (id int, owner text); INSERT INTO filtered VALUES (1, 'reader'), (2, 'other'); ALTER TABLE filtered ENABLE ROW LEVEL SECURITY; CREATE POLICY mine ON filtered USING (owner = current_user);
        ANALYZE small, nothing, rare, parts, filled, large, emptied, secret, partly, filtered;
        DELETE FROM emptied;
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader; REVOKE SELECT ON secret, partly FROM reader; GRANT SELECT (id) ON partly TO reader;
    )").replace(QStringLiteral("%file%"), csv), database);
}

TableProfile ProfileTest::one(const ProfileRequest &request, const model::ScanBudget &budget) const
{
    base::RunContext run;
    const auto profiles = openSource(connectionTo(database))->profile({request}, budget, run);
    if (!profiles)
        return {.rows = -1, .notProfiled = profiles.error().message};
    return profiles.value().at(0);
}

void ProfileTest::wholeTables_data()
{
    QTest::addColumn<ProfileRequest>("wanted");
    QTest::addColumn<qint64>("rows");
    QTest::addColumn<QString>("numbers");
    const auto row = [](const char *name, const ProfileRequest &wanted, qint64 rows, const char *numbers) { QTest::newRow(name) << wanted << rows << QString::fromLatin1(numbers); };
    row("empty text is a value", request("small", {"id", "name", "note"}), 5, "0/5 2/2 2/3");
    row("asked for in another order", request("small", {"note", "id"}), 5, "2/3 0/5");
    row("no column", request("no_columns", {}), 1, "");
    row("odd names", request("Odd \"%1\" Name", {"new\nline", "%1", "select"}), 2, "0/1 0/2 1/1");
    row("types that cannot be compared", request("rare", {"j", "x", "p", "b", "c"}), 3, "1/1 1/2 1/1 1/2 1/2"); // citext by its letters
    row("partitions together", request("parts", {"id", "v"}), 3, "0/2 1/1");
    row("a small view", request("few", {"id", "name"}), 3, "0/3 2/1");
    row("a materialised view", request("filled", {"name"}), 5, "2/2");
    row("a foreign table", request("lines", {"id", "v"}), 3, "0/3 1/1");
    row("never analysed", request("fresh", {"id"}), 2, "0/2");
    row("the columns that may be read", request("partly", {"id"}), 1, "0/1");
}

void ProfileTest::wholeTables()
{
    QFETCH(ProfileRequest, wanted);
    const TableProfile profile = one(wanted);
    QVERIFY2(profile.isProfiled() && profile.isComplete, qPrintable(profile.notProfiled.toEnglish()));
    QTEST(profile.rows, "rows");
    QTEST(numbersOf(profile), "numbers");
    QCOMPARE(profile.table, wanted.table);
    QCOMPARE(profile.tier, ProfileTier::Sample);
}

void ProfileTest::nothingToSay_data()
{
    QTest::addColumn<ProfileRequest>("wanted");
    QTest::addColumn<bool>("isComplete");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const ProfileRequest &wanted, bool isComplete, const char *words) { QTest::newRow(name) << wanted << isComplete << QString::fromLatin1(words); };
    row("empty", request("nothing", {"id"}), true, "empty");
    row("no row in the sample", request("emptied", {"id"}), false, "No row was seen");
    row("no right", request("secret", {"id"}), false, "GRANT SELECT (\"id\") ON \"public\".\"secret\" TO \"reader\"");
    row("no right on a column", request("partly", {"id", "hidden"}), false, "GRANT SELECT (\"id\", \"hidden\")");
    row("never filled", request("unfilled", {"id"}), false, "REFRESH MATERIALIZED VIEW");
    row("gone", request("dropped", {"id"}), false, "not in the source");
    row("column gone", request("small", {"id", "dropped"}), false, "no longer has a table or column");
    row("no statistics", request("fresh", {"id"}, ProfileTier::Statistics), false, "ANALYZE");
}

void ProfileTest::nothingToSay()
{
    QFETCH(ProfileRequest, wanted);
    QFETCH(QString, words);
    const TableProfile profile = one(wanted);
    QVERIFY(!profile.isProfiled() && profile.columns.empty());
    QTEST(profile.isComplete, "isComplete");
    QVERIFY2(profile.notProfiled.toEnglish().contains(words), qPrintable(profile.notProfiled.toEnglish()));
}

/// Tables that are looked at in one statement have the profile that each has alone.
void ProfileTest::togetherAsAlone()
{
    const std::vector<ProfileRequest> requests{request("small", {"id", "name", "note"}), request("nothing", {"id"}), request("no_columns", {}), request("rare", {"j", "x", "p", "b", "c"}), request("parts", {"v", "id"}),
                                               request("filled", {"name"}), request("large", {"tenth"}), request("partly", {"id"}), request("small", {"note"}), request("filtered", {"id"})};
    base::RunContext run;
    EKOS_VALUE(const std::vector<TableProfile> profiles, openSource(connectionTo(database))->profile(requests, {}, run));
    QCOMPARE(profiles.size(), requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i)
        QVERIFY2(profiles[i] == one(requests[i]), qPrintable(requests[i].table.toString()));
    QCOMPARE(numbersOf(profiles[0]), QStringLiteral("0/5 2/2 2/3"));
    QCOMPARE(numbersOf(profiles[8]), QStringLiteral("2/3"));
    QVERIFY(profiles[1].isComplete && !profiles[1].isProfiled());
}

void ProfileTest::oneBadTableSparesTheOthers()
{
    base::RunContext run;
    EKOS_VALUE(const std::vector<TableProfile> profiles, openSource(connectionTo(database))->profile({request("small", {"id"}), request("secret", {"id"}), request("dropped", {}), request("nothing", {"id"}), request("parts", {"id"})}, {}, run));
    QCOMPARE(profiles.size(), std::size_t(5));
    QCOMPARE(numbersOf(profiles[0]), QStringLiteral("0/5"));
    QVERIFY(!profiles[1].isProfiled() && !profiles[2].isProfiled() && !profiles[3].isProfiled());
    QCOMPARE(numbersOf(profiles[4]), QStringLiteral("0/2"));
}

void ProfileTest::sampleOfALargeTable()
{
    const TableProfile profile = one(request("large", {"id", "tenth", "some"}));
    QVERIFY2(profile.isProfiled(), qPrintable(profile.notProfiled.toEnglish()));
    QVERIFY(!profile.isComplete && profile.tier == ProfileTier::Sample);
    QVERIFY2(profile.rows > 5'000 && profile.rows < 60'000, qPrintable(QString::number(profile.rows))); // about 20,000
    QCOMPARE(profile.tableRows, qint64(200'000));
    QCOMPARE(profile.columns[0].distinct, profile.rows);
    QCOMPARE(profile.columns[1].distinct, qint64(10));
    QVERIFY(std::abs(profile.columns[2].nulls - profile.rows / 4) < profile.rows / 50); // pages hold runs of n, so the share is nearly exact
    QVERIFY(one(request("large", {"id", "tenth", "some"})) == profile); // the same pages each time
}

void ProfileTest::sampleOfAView()
{
    const TableProfile profile = one(request("of_large", {"id", "tenth", "%1 \"odd\""}));
    QCOMPARE(profile.rows, qint64(20'000)); // the first ones: a view has no pages
    QVERIFY(!profile.isComplete && profile.isProfiled());
    QCOMPARE(profile.columns[1].distinct, qint64(10));
    QCOMPARE(profile.columns[2].distinct, qint64(10));
}

void ProfileTest::fullScanWithinTheBudget()
{
    const TableProfile profile = one(request("large", {"id", "tenth", "some"}, ProfileTier::FullScan));
    QVERIFY(profile.isComplete && profile.tier == ProfileTier::FullScan);
    QCOMPARE(profile.rows, qint64(200'000));
    QCOMPARE(numbersOf(profile), QStringLiteral("0/200000 0/10 50000/75")); // n % 100 of what 4 does not divide
}

void ProfileTest::tooExpensiveFallsBack()
{
    const TableProfile sample = one(request("large", {"id"}, ProfileTier::FullScan), {.planCost = 3'000});
    QVERIFY2(sample.isProfiled(), qPrintable(sample.notProfiled.toEnglish()));
    QVERIFY(!sample.isComplete && sample.tier == ProfileTier::Sample && sample.rows < 60'000);
    for (const ProfileTier tier : {ProfileTier::FullScan, ProfileTier::Sample}) {
        const TableProfile statistics = one(request("large", {"some", "tenth"}, tier), {.planCost = 10});
        QVERIFY2(statistics.isProfiled(), qPrintable(statistics.notProfiled.toEnglish()));
        QVERIFY(!statistics.isComplete && statistics.tier == ProfileTier::Statistics);
        QCOMPARE(statistics.rows, qint64(200'000));
        QCOMPARE(statistics.columns[1].distinct, qint64(10));
    }
    EKOS_SQL(QStringLiteral("CREATE TABLE never_analysed WITH (autovacuum_enabled = false) AS SELECT n AS id FROM generate_series(1, 200000) n; GRANT SELECT ON never_analysed TO reader"), database);
    const TableProfile none = one(request("never_analysed", {"id"}), {.planCost = 10});
    QVERIFY(!none.isProfiled() && none.rows == 0);
    QVERIFY2(none.notProfiled.toEnglish().contains(QStringLiteral("the budget is 10")), qPrintable(none.notProfiled.toEnglish()));
    EKOS_SQL(QStringLiteral("DROP TABLE never_analysed"), database);
}

void ProfileTest::statisticsCostNothing()
{
    base::RunContext run;
    EKOS_VALUE(const std::vector<TableProfile> profiles, openSource(connectionTo(database))->profile({request("large", {"some", "tenth"}, ProfileTier::Statistics), request("small", {"name"}, ProfileTier::Statistics)}, {.planCost = 0}, run));
    QCOMPARE(profiles[0].tier, ProfileTier::Statistics);
    QVERIFY(!profiles[0].isComplete);
    QCOMPARE(profiles[0].rows, qint64(200'000));
    QVERIFY2(std::abs(profiles[0].columns[0].nulls - 50'000) < 4'000, qPrintable(numbersOf(profiles[0]))); // ANALYZE looked at 30,000 rows
    QCOMPARE(profiles[0].columns[1].distinct, qint64(10));
    QCOMPARE(numbersOf(profiles[1]), QStringLiteral("2/2"));
}

void ProfileTest::rowSecurityIsNeverComplete()
{
    const TableProfile profile = one(request("filtered", {"id"}));
    QCOMPARE(profile.rows, qint64(1));
    QVERIFY(profile.isProfiled() && !profile.isComplete); // the other rows are hidden, not absent
}

void ProfileTest::manySmallTablesTakeFewStatements()
{
    const QString many = QStringLiteral("profile_many");
    EKOS_SQL(QStringLiteral("CREATE DATABASE profile_many"), QStringLiteral("postgres"));
    EKOS_SQL(QStringLiteral("SELECT format('CREATE TABLE t%s AS SELECT %s AS id', n, n) FROM generate_series(1, 100) n \\gexec\nGRANT SELECT ON ALL TABLES IN SCHEMA public TO reader; ANALYZE;"), many);
    std::vector<ProfileRequest> requests;
    for (int i = 1; i <= 100; ++i)
        requests.push_back(request(qPrintable(QStringLiteral("t%1").arg(i)), {"id"}));
    base::RunContext run;
    EKOS_VALUE(const std::vector<TableProfile> profiles, openSource(connectionTo(many))->profile(requests, {}, run));
    for (const TableProfile &profile : profiles)
        QVERIFY(profile.isComplete && numbersOf(profile) == QLatin1String("0/1"));
    EKOS_SQL(QStringLiteral("CREATE EXTENSION IF NOT EXISTS pg_stat_statements"), many);
    const qint64 statements = cluster()->run(QStringLiteral("SELECT sum(calls) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = 'profile_many' AND userid = 'reader'::regrole"), many).toLongLong();
    QVERIFY2(statements <= 30, qPrintable(QString::number(statements)));
}

/// The server may not spend its time on the order in which that many DISTINCT values are sorted.
void ProfileTest::aVeryWideTableIsPlannedInTime()
{
    constexpr int columns = 1'500;
    EKOS_SQL(QStringLiteral("SELECT format('CREATE TABLE IF NOT EXISTS very_wide (%s)', string_agg(format('c%s int', g), ', ')) FROM generate_series(1, 1500) g \\gexec\n"
                            "INSERT INTO very_wide (c1, c1500) VALUES (1, 2), (1, 3);\nGRANT SELECT ON very_wide TO reader"), database);
    ProfileRequest wide{.table = table("very_wide"), .tier = ProfileTier::FullScan};
    for (int i = 1; i <= columns; ++i)
        wide.columns.push_back(QStringLiteral("c%1").arg(i));
    adapters::postgres::PostgresLimits limits;
    limits.profileStatement = std::chrono::seconds(5);
    base::RunContext run;
    EKOS_VALUE(const std::vector<TableProfile> profiles, openSource(connectionTo(database), readerPassword, limits)->profile({wide}, {}, run));
    QVERIFY2(profiles.at(0).isProfiled(), qPrintable(profiles.at(0).notProfiled.toEnglish()));
    QCOMPARE(profiles.at(0).rows, 2);
    QCOMPARE(profiles.at(0).columns.front().distinct, 1);
    QCOMPARE(profiles.at(0).columns.back().distinct, 2);
}

void ProfileTest::cancel()
{
    base::CancelToken token;
    token.cancel();
    base::RunContext run(token);
    QCOMPARE(openSource(connectionTo(database))->profile({request("small", {"id"})}, {}, run).error().code, base::ErrorCode::Cancelled);
    base::RunContext other;
    EKOS_VALUE(const std::vector<TableProfile> nothing, openSource(connectionTo(database))->profile({}, {}, other));
    QVERIFY(nothing.empty());
}

std::unique_ptr<QObject> lakehouse::testing::makeProfileTest() { return std::make_unique<ProfileTest>(); }

#include "profile_test.moc"
