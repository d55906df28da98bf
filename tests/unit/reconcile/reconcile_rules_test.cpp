#include "rules/reconcile/reconciliation_binding.h"
#include "rules/reconcile/reconciliation_files.h"
#include "rules/reconcile/reconciliation_sql.h"
#include "rules/reconcile/row_differences.h"
#include "rules/reconcile/table_reading.h"
#include "support/reconcile_tables.h"
#include "support/source_folder.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::rules;
using namespace lakehouse::tests;
using enum model::CanonicalForm;

namespace {

QString text(const char *latin1)
{
    return QString::fromLatin1(latin1);
}

TableDecision film()
{
    return fullTable(text("film"),
                     {plannedColumn(text("film_id"), text("integer"), {.form = Integer}), plannedColumn(text("title"), text("varchar"), {.form = Text}),
                      plannedColumn(text("rate"), text("decimal(4,2)"), {.form = Decimal, .scale = 2}),
                      plannedColumn(text("score"), text("double"), {.form = FloatingPoint}),
                      plannedColumn(text("code"), text("varchar"), {.form = PaddedText, .length = 3}),
                      plannedColumn(text("features"), text("array(varchar)"), {.form = Array, .element = Text}),
                      plannedColumn(text("last_update"), text("timestamp(6)"), {.form = Timestamp})},
                     {text("film_id")});
}

TableDecision incrementalFilm()
{
    TableDecision table = film();
    table.mode = LoadMode::Incremental;
    table.watermark = Watermark{.column = text("last_update")};
    return table;
}

TableDecision wide(int columns)
{
    std::vector<PlannedColumn> planned{plannedColumn(text("id"), text("bigint"), {.form = Integer})};
    for (int number = 1; number < columns; ++number)
        planned.push_back(plannedColumn(text("c%1").arg(number), text("varchar"), {.form = Text}));
    return fullTable(text("wide"), planned, {text("id")});
}

std::set<PlantedDefect> defectsOf(const ReconciliationSql &sql)
{
    std::set<PlantedDefect> defects;
    for (const PlannedControl &control : sql.controls)
        defects.insert(control.defect);
    return defects;
}

TableReading reading(qint64 rows, std::map<qint64, BucketSum> buckets, std::map<QString, std::optional<QString>> values = {})
{
    return {rows, std::move(buckets), std::move(values)};
}

RowImage row(qint64 bucket, const char *keyHash, const char *rowHash, const char *key, std::vector<QString> hashes)
{
    return {bucket, text(keyHash), text(rowHash), {text(key)}, std::move(hashes)};
}

/// Of a call whose name and opening bracket are cut off.
int argumentsOf(const QString &call)
{
    int depth = 0;
    int arguments = 1;
    for (const QChar letter : call) {
        depth += letter == QLatin1Char('(') || letter == QLatin1Char('[') ? 1 : letter == QLatin1Char(')') || letter == QLatin1Char(']') ? -1 : 0;
        if (depth < 0)
            break;
        arguments += depth == 0 && letter == QLatin1Char(',') ? 1 : 0;
    }
    return arguments;
}

} // namespace

class ReconcileRulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The SQL as people review it. LAKEHOUSE_UPDATE_GOLDEN=1 writes it anew.
    void filesAreGolden_data()
    {
        QTest::addColumn<bool>("isIncremental");
        QTest::addColumn<bool>("keepsPurged");
        QTest::newRow("film_full") << false << false;
        QTest::newRow("film_incremental") << true << false;
        QTest::newRow("film_full_kept") << false << true;
        QTest::newRow("film_incremental_kept") << true << true;
    }
    void filesAreGolden()
    {
        QFETCH(bool, isIncremental);
        QFETCH(bool, keepsPurged);
        TableDecision table = isIncremental ? incrementalFilm() : film();
        if (keepsPurged)
            table.purgePolicy = PurgePolicy::Retain;
        const QDir folder(lakehouse::testing::sourcePath("tests/unit/reconcile/golden/") + text(QTest::currentDataTag()));
        const auto files = reconciliationFiles(table);
        QVERIFY(files == reconciliationFiles(table));
        for (const GeneratedFile &file : files) {
            QVERIFY2(file.content.startsWith("-- "), qPrintable(file.path));
            QVERIFY2(!file.content.contains(';'), "one statement, without its end");
            QFile golden(folder.filePath(QString(file.path).remove(text("reconcile/"))));
            if (qEnvironmentVariableIsSet("LAKEHOUSE_UPDATE_GOLDEN")) {
                QVERIFY(folder.mkpath(text(".")) && golden.open(QIODevice::WriteOnly));
                golden.write(file.content);
                continue;
            }
            QVERIFY2(golden.open(QIODevice::ReadOnly), qPrintable(golden.fileName()));
            QCOMPARE(file.content, golden.readAll());
        }
    }

    void filesFollowTheTable()
    {
        const auto names = [](const TableDecision &table) {
            QStringList paths;
            for (const GeneratedFile &file : reconciliationFiles(table))
                paths += file.path;
            return paths;
        };
        const QStringList full{text("reconcile/rows_bronze.sql"), text("reconcile/rows_source.sql"), text("reconcile/v1_bronze.sql"),
                               text("reconcile/v1_source.sql"), text("reconcile/v1_v2_v3_bronze.sql"), text("reconcile/v1_v2_v3_source.sql")};
        QCOMPARE(names(film()), full);
        QVERIFY(names(incrementalFilm()).contains(text("reconcile/left_out_keys_source.sql")));
        QVERIFY(names(wide(61)).contains(text("reconcile/v2_02_source.sql")));
        TableDecision refused = film();
        refused.mode = LoadMode::Refused;
        QCOMPARE(names(refused), QStringList());
    }

    void namesStayWhatTheyAre()
    {
        TableDecision table = film();
        table.columns[1].name = table.columns[1].bronzeName = text("a {x} %1 \" ${bound}\n'");
        const ReconciliationSql sql = reconciliationSql(table);
        for (const QString &statement : {sql.checks[0].source, sql.rowsSource}) {
            const auto bound = bindReconciliation(SqlDialect::PostgreSql, statement, {.differingBuckets = {1}});
            QVERIFY(bound);
            QVERIFY(bound.value().contains(text("\"a {x} %1 \"\" ${bound}\n'\"")));
        }
        QVERIFY(bindReconciliation(SqlDialect::Trino, sql.checks[0].bronze, {}));
    }

    void everyColumnLeftOutIsNamed()
    {
        TableDecision table = film();
        table.columns.push_back(plannedColumn(text("vector"), text("varchar"), {.form = NotCompared}));
        table.columns.push_back(plannedColumn(text("reals"), text("array(real)"), {.form = Array, .element = FloatingPoint}));
        const std::vector<QString> left{text("score"), text("vector"), text("reals")};
        QCOMPARE(reconciliationSql(table).columnsNotCompared, left);
        table.columns[1].fidelity = Fidelity::Refused; // does not land, so it is no more than refused
        QVERIFY(!reconciliationSql(table).checks[0].source.contains(text("title")));
    }

    void decidedValuesAreCompared()
    {
        TableDecision table = film();
        table.columns[2].decided = PlanEdit::Null; // NaN of "rate"
        table.columns[2].sourceExpression = text("(CASE WHEN \"rate\" - \"rate\" = 0 THEN \"rate\" END)::numeric(4,2)");
        table.columns[5].decided = PlanEdit::Null; // what is no plain list
        table.columns[5].sourceExpression = text("to_json(x)::text"); // for the way to bronze only
        const ReconciliationSql sql = reconciliationSql(table);
        for (const QString &statement : {sql.checks[0].source, sql.rowsSource}) {
            QVERIFY2(statement.contains(text("(CASE WHEN \"rate\" - \"rate\" = 0 THEN \"rate\" END)::numeric(4,2)")), qPrintable(statement));
            QVERIFY2(statement.contains(text("CASE WHEN array_ndims(\"features\") IS NULL OR (array_ndims(\"features\") = 1 AND array_lower(\"features\", 1) = 1) THEN \"features\" END")), qPrintable(statement));
            QVERIFY(!statement.contains(text("to_json(x)")));
        }
        QVERIFY(!sql.checks[0].bronze.contains(text("CASE WHEN \"rate\" - "))); // bronze holds it already
    }

    void wideRowsStayWithinFunctionLimits()
    {
        const ReconciliationSql sql = reconciliationSql(wide(1201));
        for (const QString &statement : {sql.checks[0].source, sql.checks[0].bronze, sql.rowsSource, sql.rowsBronze}) {
            const QStringList calls = statement.split(text("concat_ws(")).mid(1) + statement.split(text("ARRAY[")).mid(1);
            QVERIFY(!calls.isEmpty());
            for (const QString &call : calls)
                QVERIFY2(argumentsOf(call) <= 100, "more arguments than PostgreSQL takes");
        }
        QCOMPARE(sql.checks.size(), std::size_t(21));
        QCOMPARE(sql.hashedColumns.size(), std::size_t(1201));
    }

    /// Trino's concat, || and concat_ws refuse to give more than a megabyte.
    void aRowMayBeLongerThanTrinoConcatenates()
    {
        TableDecision table = film();
        table.columns.push_back(plannedColumn(text("document"), text("varbinary"), {.form = Bytes}));
        const ReconciliationSql sql = reconciliationSql(table);
        for (const QString &statement : {sql.checks[0].bronze, sql.rowsBronze}) {
            QVERIFY2(statement.contains(text("array_join(ARRAY[")), qPrintable(statement));
            for (const char *limited : {"concat(", "concat_ws(chr(31)", "||"})
                QVERIFY2(!statement.contains(text(limited)), qPrintable(statement));
        }
    }

    /// More than 300 columns so joined make a function of Trino's that is too large; then a group of them may be at most a megabyte.
    void onlyGroupsOfAVeryWideRowAreLimited()
    {
        const auto isLimited = [](int columns) { return reconciliationSql(wide(columns)).rowsBronze.contains(text("concat_ws(chr(31), f1, f2, ")); };
        QVERIFY(!isLimited(300));
        QVERIFY(isLimited(301));
        QVERIFY(reconciliationSql(wide(301)).rowsBronze.contains(text("array_join(ARRAY[g1, g2, "))); // the row is not
    }

    void controlsFollowTheColumns()
    {
        QCOMPARE(defectsOf(reconciliationSql(film())),
                 (std::set{PlantedDefect::DroppedRow, PlantedDefect::DoubledRow, PlantedDefect::CutScale, PlantedDefect::HourShift, PlantedDefect::NullToEmpty,
                           PlantedDefect::TrimmedSpace, PlantedDefect::LostMicrosecond, PlantedDefect::ChangedByte}));
        QCOMPARE(defectsOf(reconciliationSql(fullTable(text("t"), {plannedColumn(text("b"), text("boolean"), {.form = Boolean})}, {}))),
                 (std::set{PlantedDefect::DroppedRow, PlantedDefect::DoubledRow}));
        QVERIFY(defectsOf(reconciliationSql(wide(4))).contains(PlantedDefect::SwappedColumns));
        TableDecision required = film();
        for (PlannedColumn &column : required.columns)
            column.isNotNull = true;
        QVERIFY(!defectsOf(reconciliationSql(required)).contains(PlantedDefect::NullToEmpty));
        for (const PlannedControl &control : reconciliationSql(film()).controls)
            QVERIFY2(control.columns != std::vector<QString>{text("film_id")} || control.defect == PlantedDefect::ChangedByte, "the key comes last");
    }

    void bindsOnlyOutsideQuotes_data()
    {
        QTest::addColumn<bool>("isPostgres");
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("bound");
        QTest::newRow("number") << true << text("key % ${buckets}") << text("key % 16");
        QTest::newRow("moment, PostgreSQL") << true << text("x < ${bound}") << text("x < TIMESTAMPTZ '2024-05-01 12:34:56.000123+00'");
        QTest::newRow("moment, Trino") << false << text("x < ${bound}") << text("x < TIMESTAMP '2024-05-01 12:34:56.000123 UTC'");
        QTest::newRow("no key left out") << false << text("NOT IN (${left_out_keys})") << text("NOT IN (-1)");
        QTest::newRow("list") << false << text("IN (${differing_buckets})") << text("IN (3, 5)");
        QTest::newRow("quoted name") << true << text("\"${buckets}\"") << text("\"${buckets}\"");
        QTest::newRow("doubled quote") << true << text("\"a\"\"${buckets}\" ${buckets}") << text("\"a\"\"${buckets}\" 16");
        QTest::newRow("text") << false << text("'\\' ${buckets}") << text("'\\' 16");
        QTest::newRow("text with escapes") << true << text("E'\\'${buckets}' ${buckets}") << text("E'\\'${buckets}' 16");
        QTest::newRow("comment") << true << text("-- it's ${buckets}\n${buckets}") << text("-- it's ${buckets}\n16");
        QTest::newRow("unknown") << true << text("${other}") << QString();
        QTest::newRow("without end") << true << text("${buckets") << QString();
    }
    void bindsOnlyOutsideQuotes()
    {
        QFETCH(bool, isPostgres);
        QFETCH(QString, sql);
        QFETCH(QString, bound);
        const ReconciliationBinding binding{.boundUtc = base::UtcTime::parse(text("2024-05-01T12:34:56.000123Z")), .buckets = 16, .differingBuckets = {3, 5}};
        const auto result = bindReconciliation(isPostgres ? SqlDialect::PostgreSql : SqlDialect::Trino, sql, binding);
        QCOMPARE(bool(result), !bound.isEmpty());
        if (result)
            QCOMPARE(result.value(), bound);
    }

    void boundWithoutValueIsRefused()
    {
        const auto result = bindReconciliation(SqlDialect::Trino, text("x < ${bound}"), {});
        QVERIFY(!result);
        QCOMPARE(result.error().code, base::ErrorCode::InvalidInput);
        QVERIFY(!result.error().hint.isEmpty());
    }

    void readsAnswers()
    {
        const auto good = tableReading({{text("row_count"), text("3")}, {text("buckets"), text("1:2:700000000000000000000 7:1:5")}, {text("c1_sum"), std::nullopt}});
        QVERIFY(good);
        QCOMPARE(good.value().rows, 3);
        QCOMPARE(good.value().buckets.at(1).hashSum, text("700000000000000000000"));
        QVERIFY(tableReading({{text("row_count"), text("0")}, {text("buckets"), text("")}}).value().buckets.empty());
        for (const char *buckets : {"1:2", "x:1:2", "1:y:2", "1:2:3:4"})
            QVERIFY2(!tableReading({{text("row_count"), text("3")}, {text("buckets"), text(buckets)}}), buckets);
        QVERIFY(!tableReading({{text("row_count"), std::nullopt}}));
        QVERIFY(!tableReading({}));
    }

    void countsBucketsForATable_data()
    {
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<qint64>("buckets");
        QTest::addColumn<qint64>("controlBuckets");
        QTest::newRow("empty") << qint64(0) << qint64(16) << qint64(16);
        QTest::newRow("small: all of it") << qint64(4096) << qint64(16) << qint64(16);
        QTest::newRow("ten million: about 4,000 rows") << qint64(10000000) << qint64(4096) << qint64(1);
        QTest::newRow("a billion") << qint64(1000000000) << qint64(4096) << qint64(1);
    }
    void countsBucketsForATable()
    {
        QFETCH(qint64, rows);
        QFETCH(qint64, buckets);
        QFETCH(qint64, controlBuckets);
        const BucketLayout layout = bucketLayout(rows);
        QCOMPARE(layout.buckets, buckets);
        QCOMPARE(layout.controlBuckets, controlBuckets);
    }

    void bucketsDiffer_data()
    {
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<QString>("sum");
        QTest::addColumn<bool>("isDifferent");
        QTest::newRow("equal") << qint64(2) << text("10") << false;
        QTest::newRow("count") << qint64(3) << text("10") << true;
        QTest::newRow("sum") << qint64(2) << text("11") << true;
    }
    void bucketsDiffer()
    {
        QFETCH(qint64, rows);
        QFETCH(QString, sum);
        QFETCH(bool, isDifferent);
        const TableReading source = reading(2, {{4, {2, text("10")}}});
        QCOMPARE(!differingBuckets(source, reading(rows, {{4, {rows, sum}}})).empty(), isDifferent);
        QCOMPARE(differingBuckets(source, reading(0, {})), std::vector<qint64>{4});
        QCOMPARE(differingBuckets(reading(0, {}), source), std::vector<qint64>{4});
        QVERIFY2(differingBuckets(reading(0, {}), reading(0, {{4, {0, text("0")}}})).empty(), "an empty bucket is no bucket");
    }

    void aggregatesDiffer_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("bronze");
        QTest::addColumn<bool>("isTolerant");
        QTest::addColumn<bool>("isDifferent");
        QTest::newRow("one cent") << text("10.01") << text("10.02") << false << true;
        QTest::newRow("the same") << text("10.01") << text("10.01") << false << false;
        QTest::newRow("floating-point, spelt otherwise") << text("1e+32") << text("1.0E32") << true << false;
        QTest::newRow("floating-point, rounding") << text("0.30000000000000004") << text("0.3") << true << false;
        QTest::newRow("floating-point, different") << text("0.3001") << text("0.3") << true << true;
        QTest::newRow("NULL and a value") << QString() << text("0") << true << true;
    }
    void aggregatesDiffer()
    {
        QFETCH(QString, source);
        QFETCH(QString, bronze);
        QFETCH(bool, isTolerant);
        QFETCH(bool, isDifferent);
        const auto value = [](const QString &one) { return one.isNull() ? std::optional<QString>() : std::optional(one); };
        const Measure sum{text("c1_sum"), text("amount"), {.name = text("sum"), .sameness = isTolerant ? Sameness::Tolerance : Sameness::Exact}};
        const auto found = aggregateDifferences({sum}, reading(1, {}, {{text("c1_sum"), value(source)}}), reading(1, {}, {{text("c1_sum"), value(bronze)}}));
        QCOMPARE(!found.empty(), isDifferent);
        if (isDifferent) {
            QCOMPARE(found.front().column, text("amount"));
            QCOMPARE(found.front().source + found.front().bronze, QString()); // a sum may be a single person's value
        }
    }

    void aSumThatCancelsOutIsJudgedByItsMagnitudes()
    {
        const Measure sum{text("c1_sum"), text("x"), {.name = text("sum"), .sameness = Sameness::Tolerance}};
        const auto side = [](const char *value) {
            return reading(1, {}, {{text("c1_sum"), text(value)}, {text("c1_sum_of_magnitudes"), text("1e6")}});
        };
        QVERIFY(aggregateDifferences({sum}, side("1e-9"), side("-1e-9")).empty());
        QVERIFY(!aggregateDifferences({sum}, side("1"), side("-1")).empty());
    }

    void controlsAreCaughtOrMissed()
    {
        const PlannedControl dropped{PlantedDefect::DroppedRow, {}, text("k1"), {Tier::V1, Tier::V3}, {}};
        const auto results = [&](const char *bucket, const char *rows) {
            return controlResults({dropped}, reading(2, {{4, {2, text("10")}}}, {{text("k1_bucket"), text(bucket)}, {text("k1_rows"), text(rows)}}));
        };
        for (const ControlResult &result : results("4:1:3", "1"))
            QVERIFY(result.isCaught);
        for (const ControlResult &result : results("4:2:10", "2"))
            QVERIFY2(!result.isCaught, "nothing changed, so nothing was caught");
        QVERIFY2(controlResults({dropped}, reading(2, {}, {{text("k1_bucket"), std::nullopt}})).empty(), "no suitable row: left out");
    }

    void rowsDiffer()
    {
        const std::vector<QString> columns{text("id"), text("amount"), text("note")};
        const RowImage first = row(1, "11", "1", "7", {text("a"), text("b"), text("c")});
        RowImage changed = row(1, "11", "2", "7", {text("a"), text("x"), text("c")});
        const auto found = rowDifferences({first, row(1, "12", "3", "8", {})}, {changed, row(2, "13", "4", "9", {})}, columns, 20);
        QCOMPARE(found.inAll, 3);
        QCOMPARE(found.mismatches[0].kind, text("differs"));
        QCOMPARE(found.mismatches[0].column, text("amount"));
        QCOMPARE(found.mismatches[0].key, std::vector<QString>{text("7")});
        QCOMPARE(found.mismatches[1].kind, text("missing in bronze"));
        QCOMPARE(found.mismatches[2].kind, text("only in bronze"));
        QCOMPARE(found.mismatches[2].bucket, 2);
        const auto cut = rowDifferences({first, row(1, "12", "3", "8", {})}, {changed}, columns, 1);
        QCOMPARE(cut.mismatches.size(), std::size_t(1));
        QCOMPARE(cut.inAll, 2);
    }

    void rowsWithoutKeyKeepTheirNumber()
    {
        const RowImage one{1, text("5"), text("5"), {}, {}};
        QCOMPARE(rowDifferences({one, one}, {one, one}, {}, 20).inAll, 0);
        const auto found = rowDifferences({one, one}, {one}, {}, 20);
        QCOMPARE(found.inAll, 1);
        QCOMPARE(found.mismatches[0].kind, text("count"));
        QCOMPARE(found.mismatches[0].source, text("2"));
        QCOMPARE(found.mismatches[0].bronze, text("1"));
        QVERIFY(found.mismatches[0].key.empty());
    }

    void rowsOfOneKeyThatDifferAreNamedOnce()
    {
        const std::vector<QString> columns{text("id")};
        const auto found = rowDifferences({row(1, "5", "1", "7", {text("a")}), row(1, "5", "2", "7", {text("b")})},
                                          {row(1, "5", "2", "7", {text("b")}), row(1, "5", "3", "7", {text("c")})}, columns, 20);
        QCOMPARE(found.inAll, 1);
        QVERIFY(!found.mismatches[0].column);
        QVERIFY(rowDifferences({row(1, "5", "1", "7", {}), row(1, "5", "2", "7", {})}, {row(1, "5", "2", "7", {}), row(1, "5", "1", "7", {})}, columns, 20).inAll == 0);
    }
};

QTEST_APPLESS_MAIN(ReconcileRulesTest)
#include "reconcile_rules_test.moc"
