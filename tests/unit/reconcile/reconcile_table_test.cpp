#include "unit/reconcile/scripted_engines.h"
#include "support/reconcile_tables.h"
#include "usecases/reconcile/reconcile_table.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::tests;
using lakehouse::ports::SqlRows;
using lakehouse::usecases::ReconcileOptions;
using lakehouse::usecases::reconcileTable;

namespace {

QString text(const char *latin1)
{
    return QString::fromLatin1(latin1);
}

/// A table of one column, so that the answers stay small.
TableDecision film()
{
    return fullTable(text("film"), {plannedColumn(text("film_id"), text("integer"), {.form = CanonicalForm::Integer})}, {text("film_id")});
}

SqlRows count(qint64 rows)
{
    return {{text("row_count")}, {{QString::number(rows)}}};
}

/// The answer to a check of the source: as many rows, in one bucket.
SqlRows check(qint64 rows, const char *sum, const char *nulls = "0")
{
    const QString bucket = QStringLiteral("3:%1:%2").arg(rows).arg(text(sum));
    return {{text("row_count"), text("buckets"), text("c1_nulls")}, {{QString::number(rows), rows == 0 ? QString() : bucket, text(nulls)}}};
}

enum class Controls { Work, Miss };

/// The same for bronze, with a row dropped and a row doubled.
SqlRows bronzeCheck(qint64 rows, const char *sum, Controls controls = Controls::Work)
{
    SqlRows answer = check(rows, sum);
    const qint64 change = controls == Controls::Work ? 1 : 0;
    for (const auto &[alias, planted] : {std::pair("k1", rows - change), std::pair("k2", rows + change)}) {
        answer.columns.push_back(text(alias) + text("_bucket"));
        answer.rows[0].push_back(QStringLiteral("3:%1:%2").arg(planted).arg(controls == Controls::Work ? text("999") : text(sum)));
        answer.columns.push_back(text(alias) + text("_rows"));
        answer.rows[0].push_back(QString::number(planted));
    }
    return answer;
}

SqlRows rows(std::initializer_list<std::array<const char *, 3>> images) // key, hash of the row, hash of the column
{
    SqlRows answer{{text("bucket"), text("key_hash"), text("row_hash"), text("key_1"), text("hashes_1")}, {}};
    for (const auto &[key, hash, column] : images)
        answer.rows.push_back({text("3"), text(key), text(hash), text(key), text(column)});
    return answer;
}

} // namespace

class ReconcileTableTest : public QObject {
    Q_OBJECT

    ScriptedSource m_source;
    ScriptedLake m_lake;
    std::vector<SqlRows> m_sourceChecks; ///< one after the other; the last stays
    SqlRows m_sourceRows;
    SqlRows m_bronzeRows;
    SqlRows m_bronze;
    SqlRows m_leftOut;

    base::Result<TableReconciliation> reconcile(const ReconcileOptions &options = {}, const TableDecision &table = film(), base::CancelToken cancel = {})
    {
        base::RunContext run(cancel);
        return reconcileTable(table, options, m_source, m_lake, run);
    }

    static TierResult tier(const base::Result<TableReconciliation> &result, Tier tier) { return result.value().tiers.at(std::size_t(tier)); }

private Q_SLOTS:
    void init()
    {
        m_sourceChecks = {check(2, "10")};
        m_bronze = bronzeCheck(2, "10");
        m_leftOut = {{text("key_hash")}, {}};
        m_source = {};
        m_lake = {};
        m_source.answer = [this](const QString &sql) -> base::Result<SqlRows> {
            if (sql.startsWith(text("-- V1: ")))
                return count(m_sourceChecks.front().rows[0][0]->toLongLong());
            if (sql.startsWith(text("-- V3: ")))
                return m_sourceRows;
            if (sql.startsWith(text("-- Keys of ")))
                return m_leftOut;
            const SqlRows answer = m_sourceChecks.front();
            if (m_sourceChecks.size() > 1)
                m_sourceChecks.erase(m_sourceChecks.begin());
            return answer;
        };
        m_lake.answer = [this](const QString &sql) -> base::Result<SqlRows> {
            if (sql.startsWith(text("-- V3: ")))
                return m_bronzeRows;
            if (sql.startsWith(text("-- V1: ")))
                return SqlRows{{text("row_count"), text("dropped_row"), text("doubled_row")}, {{text("2"), text("1"), text("3")}}};
            return m_bronze;
        };
    }

    void equalTablesTakeOneStatementOfTheLake()
    {
        const auto result = reconcile({.run = RunId(QUuid::createUuid())});
        QVERIFY(result);
        QVERIFY(result.value().isGreen());
        QCOMPARE(m_lake.statements.size(), std::size_t(1));
        QCOMPARE(m_source.statements.size(), std::size_t(2));
        QCOMPARE(result.value().sourceRows, 2);
        QCOMPARE(result.value().bronzeRows, 2);
        QCOMPARE(result.value().attempts, 1);
        QVERIFY(result.value().run.has_value());
        QCOMPARE(tier(result, Tier::V1).controls.size(), std::size_t(2));
        QCOMPARE(tier(result, Tier::V3).controls.size(), std::size_t(2));
        for (const TierResult &one : result.value().tiers)
            QCOMPARE(one.outcome, TierOutcome::Equal);
    }

    void stableDifferenceIsAMismatchWithKeysAndColumns()
    {
        m_bronze = bronzeCheck(2, "11");
        m_sourceRows = rows({{"1", "100", "5"}, {"2", "200", "6"}});
        m_bronzeRows = rows({{"1", "101", "7"}, {"2", "200", "6"}});
        const auto result = reconcile();
        QVERIFY(result);
        QVERIFY(!result.value().isGreen());
        QCOMPARE(tier(result, Tier::V1).outcome, TierOutcome::Equal);
        QCOMPARE(tier(result, Tier::V2).outcome, TierOutcome::Equal);
        const TierResult v3 = tier(result, Tier::V3);
        QCOMPARE(v3.outcome, TierOutcome::Mismatch);
        QCOMPARE(v3.mismatchesInAll, 1);
        QCOMPARE(v3.mismatches[0].key, std::vector<QString>{text("1")});
        QCOMPARE(v3.mismatches[0].column, text("film_id"));
        QCOMPARE(v3.mismatches[0].bucket, 3);
        QVERIFY(m_lake.statements.back().contains(text("bucket IN (3)")));
    }

    void differentCountsAreReportedWithTheirValues()
    {
        m_bronze = bronzeCheck(1, "4");
        m_sourceRows = rows({{"1", "100", "5"}, {"2", "200", "6"}});
        m_bronzeRows = rows({{"1", "100", "5"}});
        const auto result = reconcile();
        const TierResult v1 = tier(result, Tier::V1);
        QCOMPARE(v1.outcome, TierOutcome::Mismatch);
        QCOMPARE(v1.mismatches[0].source, text("2"));
        QCOMPARE(v1.mismatches[0].bronze, text("1"));
        QCOMPARE(tier(result, Tier::V3).mismatches[0].kind, text("missing in bronze"));
    }

    void sourceThatKeepsMovingIsNotAMismatch()
    {
        m_sourceChecks = {check(2, "11"), check(2, "12"), check(2, "13"), check(2, "14"), check(2, "15")};
        const auto result = reconcile({.attempts = 3});
        QVERIFY(result);
        QCOMPARE(tier(result, Tier::V3).outcome, TierOutcome::Moved);
        QCOMPARE(result.value().attempts, 3);
        QVERIFY(!result.value().isGreen());
        QVERIFY2(!m_lake.statements.back().startsWith(text("-- V3: ")), "rows that are no more are not looked up");
    }

    void sourceThatMovesAndComesToWhatBronzeHoldsIsEqual()
    {
        m_sourceChecks = {check(2, "11"), check(2, "10")};
        const auto result = reconcile();
        QVERIFY(result.value().isGreen());
        QCOMPARE(result.value().attempts, 2);
        QCOMPARE(m_lake.statements.size(), std::size_t(1));
    }

    void sourceThatMovesOnceAndThenDiffersIsAMismatch()
    {
        m_sourceChecks = {check(2, "11"), check(2, "12"), check(2, "12")};
        m_sourceRows = rows({{"1", "100", "5"}});
        m_bronzeRows = rows({{"1", "101", "7"}});
        const auto result = reconcile();
        QCOMPARE(tier(result, Tier::V3).outcome, TierOutcome::Mismatch);
        QCOMPARE(result.value().attempts, 2);
    }

    void missedControlFailsWhateverTheResult_data()
    {
        QTest::addColumn<QByteArray>("sum");
        QTest::newRow("equal") << QByteArray("10");
        QTest::newRow("different") << QByteArray("11");
    }
    void missedControlFailsWhateverTheResult()
    {
        QFETCH(QByteArray, sum);
        m_bronze = bronzeCheck(2, sum.constData(), Controls::Miss);
        m_sourceRows = rows({{"1", "100", "5"}});
        m_bronzeRows = rows({{"1", "101", "7"}});
        const auto result = reconcile();
        QVERIFY(!result.value().isGreen());
        QCOMPARE(tier(result, Tier::V1).outcome, TierOutcome::ControlMissed);
        QCOMPARE(tier(result, Tier::V3).outcome, TierOutcome::ControlMissed);
        QVERIFY(!tier(result, Tier::V3).controls[0].isCaught);
    }

    void countsAloneTakeTheirOwnStatements()
    {
        const auto result = reconcile({.tiers = {Tier::V1}});
        QVERIFY(result.value().isGreen());
        QCOMPARE(tier(result, Tier::V1).outcome, TierOutcome::Equal);
        QCOMPARE(tier(result, Tier::V1).controls.size(), std::size_t(2));
        QCOMPARE(tier(result, Tier::V2).outcome, TierOutcome::Skipped);
        QCOMPARE(tier(result, Tier::V3).outcome, TierOutcome::Skipped);
        QCOMPARE(m_lake.statements.size(), std::size_t(1));
    }

    void incrementalTableIsComparedBelowItsBound()
    {
        TableDecision table = film();
        table.mode = LoadMode::Incremental;
        table.watermark = Watermark{.column = text("last_update")};
        m_leftOut.rows = {{text("42")}};
        const auto bound = base::UtcTime::parse(text("2024-05-01T00:00:00Z"));
        const auto result = reconcile({.boundUtc = bound}, table);
        QVERIFY(result);
        QVERIFY(result.value().isGreen());
        QCOMPARE(result.value().boundUtc, bound);
        QVERIFY(m_lake.statements[0].contains(text("NOT IN (42)")));
        QVERIFY(m_lake.statements[0].contains(text("\"_ekos_deleted_at\" IS NULL")));
        QVERIFY(m_source.statements.back().contains(text("\"last_update\" < TIMESTAMPTZ '2024-05-01 00:00:00.000000+00'")));

        const auto tooMany = reconcile({.boundUtc = bound, .leftOutKeys = 0}, table);
        QCOMPARE(tier(tooMany, Tier::V1).outcome, TierOutcome::Moved);
        QCOMPARE(m_lake.statements.size(), std::size_t(1)); // not asked again
        QCOMPARE(reconcile({}, table).error().code, base::ErrorCode::InvalidInput);
    }

    void refusedTableIsRefused()
    {
        TableDecision table = film();
        table.mode = LoadMode::Refused;
        const auto result = reconcile({}, table);
        QVERIFY(!result);
        QCOMPARE(result.error().code, base::ErrorCode::InvalidInput);
        QCOMPARE(result.error().subject, text("public.film"));
    }

    void tableThatWasNeverLoadedSaysWhatToDo()
    {
        m_lake.answer = [](const QString &) -> base::Result<SqlRows> { return base::Error{base::ErrorCode::NotFound, "The schema has no such table."}; };
        const auto result = reconcile();
        QVERIFY(!result);
        QCOMPARE(result.error().code, base::ErrorCode::NotFound);
        QVERIFY(result.error().hint.toEnglish().contains(text("ekos-lakehouse lakehouse run")));
        QCOMPARE(result.error().subject, text("public.film"));
    }

    void errorsOfTheEnginesComeThrough()
    {
        m_source.answer = [](const QString &) -> base::Result<SqlRows> { return base::Error{base::ErrorCode::Unreachable, "gone"}; };
        QCOMPARE(reconcile().error().code, base::ErrorCode::Unreachable);
    }

    void answersThatFitNothingAreRefused()
    {
        m_bronze.rows.clear();
        QCOMPARE(reconcile().error().code, base::ErrorCode::ExternalFailure);
    }

    void cancelEndsIt()
    {
        base::CancelToken cancel;
        m_source.answer = [&](const QString &) -> base::Result<SqlRows> {
            cancel.cancel();
            return count(2);
        };
        QCOMPARE(reconcile({}, film(), cancel).error().code, base::ErrorCode::Cancelled);
        QVERIFY(m_lake.statements.empty());
    }
};

QTEST_APPLESS_MAIN(ReconcileTableTest)
#include "reconcile_table_test.moc"
