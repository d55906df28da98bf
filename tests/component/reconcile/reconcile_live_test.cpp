#include "component/reconcile/live_tables.h"
#include "usecases/reconcile/reconcile_table.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::tests;
using lakehouse::usecases::ReconcileOptions;
using lakehouse::usecases::reconcileTable;
using enum model::CanonicalForm;

namespace {

QString text(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

/// Counts what goes to Trino: each statement costs a good part of a second.
class CountingLake : public ports::LakeSql {
public:
    explicit CountingLake(ports::LakeSql &lake) : m_lake(lake) {}
    int statements = 0;
    base::Result<ports::StatementResult> execute(const QString &sql, const ports::StatementOptions &options, base::RunContext &run) override
    {
        ++statements;
        return m_lake.execute(sql, options, run);
    }
    base::Result<> endQueries(const QString &tag, base::RunContext &run) override { return m_lake.endQueries(tag, run); }
    base::Result<std::vector<ExposedTable>> exposedTables(const QString &catalog, base::RunContext &run) override { return m_lake.exposedTables(catalog, run); }
    std::vector<ServiceCheck> check(const QString &source, const QString &lake, base::RunContext &run) override { return m_lake.check(source, lake, run); }

private:
    ports::LakeSql &m_lake;
};

constexpr std::array allDefects{PlantedDefect::DroppedRow, PlantedDefect::DoubledRow, PlantedDefect::CutScale, PlantedDefect::HourShift, PlantedDefect::NullToEmpty,
                                PlantedDefect::TrimmedSpace, PlantedDefect::LostMicrosecond, PlantedDefect::SwappedColumns, PlantedDefect::ChangedByte};

std::set<PlantedDefect> caught(const TierResult &tier)
{
    std::set<PlantedDefect> defects;
    for (const ControlResult &control : tier.controls)
        if (control.isCaught)
            defects.insert(control.defect);
    return defects;
}

} // namespace

/// Reconciliation on a real PostgreSQL and a real Trino.
class ReconcileLiveTest : public QObject {
    Q_OBJECT

    LiveTables m_tables{QStringLiteral("reconcile_live_test")};
    TableDecision m_payment;
    int m_statements = 0;

    base::Result<TableReconciliation> reconcile(const TableDecision &table, const ReconcileOptions &options = {})
    {
        base::RunContext run;
        CountingLake lake(m_tables.lake());
        auto result = reconcileTable(table, options, m_tables.source(), lake, run);
        m_statements = lake.statements;
        if (!result)
            qWarning().noquote() << result.error().message.toEnglish() << result.error().detail;
        return result;
    }

    static const TierResult &tier(const base::Result<TableReconciliation> &result, Tier tier) { return result.value().tiers.at(std::size_t(tier)); }
    QString bronze(const char *sql) const { return text(sql).arg(m_tables.bronze(m_payment)); }

    void loadPayments()
    {
        QCOMPARE(m_tables.load(m_payment), QByteArray());
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const QByteArray reason = LiveTables::whyAbsent(); !reason.isEmpty())
            QSKIP(reason);
        QCOMPARE(m_tables.open(), QByteArray());
        QCOMPARE(m_tables.atSource(text(
            "CREATE TABLE public.payment (payment_id integer PRIMARY KEY, amount numeric(7,2), paid_at timestamp, seen_at timestamptz, note text, alias text, code char(4), score double precision);\n"
            "INSERT INTO public.payment SELECT g, g * 0.37, timestamp '2024-01-01 00:00:00.123456' + g * interval '37 minutes', '2024-01-01 00:00:00+00',"
            " CASE WHEN g % 3 = 0 THEN NULL WHEN g % 3 = 1 THEN 'note ' || g || ' ' ELSE 'note ' || g END, 'alias ' || g, 'c', g / 7.0 FROM generate_series(1, 100) AS g;")),
            QByteArray());
        m_payment = m_tables.table(text("payment"),
                                   {plannedColumn(text("payment_id"), text("integer"), {.form = Integer}), plannedColumn(text("amount"), text("decimal(7,2)"), {.form = Decimal, .scale = 2}),
                                    plannedColumn(text("paid_at"), text("timestamp(6)"), {.form = Timestamp}),
                                    plannedColumn(text("seen_at"), text("timestamp(6) with time zone"), {.form = TimestampWithZone}),
                                    plannedColumn(text("note"), text("varchar"), {.form = Text}), plannedColumn(text("alias"), text("varchar"), {.form = Text}),
                                    plannedColumn(text("code"), text("varchar"), {.form = PaddedText, .length = 4}), plannedColumn(text("score"), text("double"), {.form = FloatingPoint})},
                                   {text("payment_id")});
        m_payment.columns[6].connectorType = text("char(4)");
        loadPayments();
    }

    void equalTableIsGreenInOneStatement()
    {
        const auto result = reconcile(m_payment);
        QVERIFY(result);
        for (const TierResult &one : result.value().tiers)
            QCOMPARE(one.outcome, TierOutcome::Equal);
        QVERIFY(result.value().isGreen());
        QCOMPARE(result.value().sourceRows, 100);
        QCOMPARE(result.value().bronzeRows, 100);
        QCOMPARE(result.value().columnsNotCompared, std::vector<QString>{text("score")});
        QCOMPARE(m_statements, 1);
        QCOMPARE(caught(tier(result, Tier::V1)), (std::set{PlantedDefect::DroppedRow, PlantedDefect::DoubledRow}));
        QCOMPARE(caught(tier(result, Tier::V2)), (std::set{PlantedDefect::CutScale, PlantedDefect::HourShift, PlantedDefect::NullToEmpty, PlantedDefect::TrimmedSpace}));
        QCOMPARE(caught(tier(result, Tier::V3)), (std::set<PlantedDefect>(allDefects.begin(), allDefects.end())));
    }

    /// A defect that is not really planted must be reported as missed: all at once, and one alone.
    void disarmedControlsFailTheRun()
    {
        const auto all = reconcile(m_payment, {.disarmedControls = {allDefects.begin(), allDefects.end()}});
        QVERIFY(all && !all.value().isGreen());
        for (const TierResult &one : all.value().tiers) {
            QCOMPARE(one.outcome, TierOutcome::ControlMissed);
            QVERIFY(!one.controls.empty());
            QVERIFY(caught(one).empty());
        }
        const auto one = reconcile(m_payment, {.disarmedControls = {PlantedDefect::LostMicrosecond}});
        QVERIFY(one && !one.value().isGreen());
        QCOMPARE(tier(one, Tier::V1).outcome, TierOutcome::Equal);
        QCOMPARE(tier(one, Tier::V2).outcome, TierOutcome::Equal);
        QCOMPARE(tier(one, Tier::V3).outcome, TierOutcome::ControlMissed);
        QCOMPARE(caught(tier(one, Tier::V3)).size(), allDefects.size() - 1);
        const auto counts = reconcile(m_payment, {.tiers = {Tier::V1}, .disarmedControls = {PlantedDefect::DoubledRow}});
        QCOMPARE(tier(counts, Tier::V1).outcome, TierOutcome::ControlMissed);
        QCOMPARE(caught(tier(counts, Tier::V1)), std::set{PlantedDefect::DroppedRow});
    }

    void defectInBronzeIsFound_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("tiers"); ///< that see it
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("columns");
        const auto row = [](const char *name, const char *change, const char *tiers, const char *kind, const char *key, const char *columns = "") {
            QTest::newRow(name) << text(change) << text(tiers) << text(kind) << text(key) << text(columns);
        };
        row("one cent", "UPDATE %1 SET amount = amount + 0.01 WHERE payment_id = 7", "V2 V3", "differs", "7", "amount");
        row("one cent from one row to another", "UPDATE %1 SET amount = amount + CASE payment_id WHEN 7 THEN 0.01 ELSE -0.01 END WHERE payment_id IN (7, 8)", "V3", "differs", "7", "amount");
        row("deleted", "DELETE FROM %1 WHERE payment_id = 50", "V1 V2 V3", "missing in bronze", "50");
        row("added", "INSERT INTO %1 (payment_id) VALUES (101)", "V1 V2 V3", "only in bronze", "101");
        row("doubled", "INSERT INTO %1 SELECT * FROM %1 WHERE payment_id = 9", "V1 V2 V3", "count", "9");
        row("one hour", "UPDATE %1 SET paid_at = paid_at + INTERVAL '1' HOUR WHERE payment_id = 12", "V2 V3", "differs", "12", "paid_at");
        row("one day", "UPDATE %1 SET paid_at = paid_at + INTERVAL '1' DAY WHERE payment_id = 12", "V3", "differs", "12", "paid_at");
        row("trimmed", "UPDATE %1 SET note = trim(note) WHERE payment_id = 13", "V2 V3", "differs", "13", "note");
        row("trimmed padding", "UPDATE %1 SET code = trim(code) WHERE payment_id = 13", "V2 V3", "differs", "13", "code");
        row("NULL to empty", "UPDATE %1 SET note = '' WHERE payment_id = 15", "V2 V3", "differs", "15", "note");
        row("empty to NULL sentinel", "UPDATE %1 SET note = '\\N' WHERE payment_id = 15", "V2 V3", "differs", "15", "note");
        row("microsecond", "UPDATE %1 SET paid_at = date_trunc('millisecond', paid_at) WHERE payment_id = 16", "V3", "differs", "16", "paid_at");
        row("swapped", "UPDATE %1 SET note = alias, alias = note WHERE payment_id = 17", "V2 V3", "differs", "17", "note alias");
        row("byte", "UPDATE %1 SET alias = 'Alias 18' WHERE payment_id = 18", "V2 V3", "differs", "18", "alias");
        row("byte in the middle", "UPDATE %1 SET alias = 'alias 1:' WHERE payment_id = 18", "V3", "differs", "18", "alias");
        row("floating-point", "UPDATE %1 SET score = score + 1 WHERE payment_id = 19", "V2", "", "");
    }
    void defectInBronzeIsFound()
    {
        QFETCH(QString, change);
        QFETCH(QString, tiers);
        QFETCH(QString, kind);
        QFETCH(QString, key);
        QFETCH(QString, columns);
        loadPayments();
        const auto changed = m_tables.inLake(change.replace(text("%1"), m_tables.bronze(m_payment)));
        QVERIFY2(changed, changed ? "" : wordsOf(changed.error()));
        const auto result = reconcile(m_payment);
        QVERIFY(result);
        QVERIFY(!result.value().isGreen());
        QCOMPARE(result.value().table, m_payment.table);
        QStringList seen;
        for (const TierResult &one : result.value().tiers)
            if (one.outcome == TierOutcome::Mismatch)
                seen += text("V%1").arg(int(one.tier) + 1);
        QCOMPARE(seen.join(QLatin1Char(' ')), tiers);
        const TierResult &v3 = tier(result, Tier::V3);
        if (kind.isEmpty())
            return;
        QVERIFY(v3.mismatches.size() >= 1);
        QStringList found;
        for (const Mismatch &mismatch : v3.mismatches) {
            if (mismatch.key != std::vector<QString>{key})
                continue;
            QCOMPARE(mismatch.kind, kind);
            QVERIFY(mismatch.bucket.has_value());
            if (mismatch.column)
                found += *mismatch.column;
        }
        QCOMPARE(found.join(QLatin1Char(' ')), columns);
    }

    void whatTheSourceChangedSinceTheLoadIsFound()
    {
        loadPayments();
        QCOMPARE(m_tables.atSource(text("UPDATE public.payment SET amount = 'NaN' WHERE payment_id = 3")), QByteArray());
        const auto result = reconcile(m_payment);
        QCOMPARE(m_tables.atSource(text("UPDATE public.payment SET amount = 1.11 WHERE payment_id = 3")), QByteArray());
        QVERIFY(result);
        const std::vector<Mismatch> &aggregates = tier(result, Tier::V2).mismatches;
        QVERIFY2(std::ranges::any_of(aggregates, [](const Mismatch &one) { return one.measure == text("not finite") && one.source == text("1"); }),
                 "NaN is counted apart, and does not hide the sum");
        QCOMPARE(tier(result, Tier::V3).mismatches[0].key, std::vector<QString>{text("3")});
    }

    void emptyTableIsEqualToAnEmptyTable()
    {
        QCOMPARE(m_tables.atSource(text("CREATE TABLE public.empty (id integer PRIMARY KEY, amount numeric(7,2), note text)")), QByteArray());
        const TableDecision table = m_tables.table(text("empty"), {plannedColumn(text("id"), text("integer"), {.form = Integer}),
                                                                   plannedColumn(text("amount"), text("decimal(7,2)"), {.form = Decimal, .scale = 2}),
                                                                   plannedColumn(text("note"), text("varchar"), {.form = Text})}, {text("id")});
        QCOMPARE(m_tables.load(table), QByteArray());
        const auto result = reconcile(table);
        QVERIFY(result && result.value().isGreen());
        QCOMPARE(tier(result, Tier::V3).controls.size(), std::size_t(0));
        QVERIFY(reconcile(table, {.tiers = {Tier::V1}}).value().isGreen());
    }

    void rowsWithoutKeyKeepTheirNumber()
    {
        QCOMPARE(m_tables.atSource(text("CREATE TABLE public.loose (a integer, b text); INSERT INTO public.loose VALUES (1, 'x'), (1, 'x'), (NULL, NULL), (2, '')")), QByteArray());
        const TableDecision table = m_tables.table(text("loose"), {plannedColumn(text("a"), text("integer"), {.form = Integer}), plannedColumn(text("b"), text("varchar"), {.form = Text})}, {});
        QCOMPARE(m_tables.load(table), QByteArray());
        QVERIFY(reconcile(table).value().isGreen());
        // Two defects that keep the number of rows: only a sum, not a set and not XOR, sees them.
        QVERIFY(m_tables.inLake(text("DELETE FROM ") + m_tables.bronze(table) + text(" WHERE a = 1")));
        QVERIFY(m_tables.inLake(text("INSERT INTO ") + m_tables.bronze(table) + text(" (a, b) VALUES (2, ''), (2, '')")));
        const auto result = reconcile(table);
        QCOMPARE(tier(result, Tier::V1).outcome, TierOutcome::Equal);
        const TierResult &v3 = tier(result, Tier::V3);
        QCOMPARE(v3.outcome, TierOutcome::Mismatch);
        QCOMPARE(v3.mismatchesInAll, 2);
        for (const Mismatch &mismatch : v3.mismatches) {
            QVERIFY(mismatch.key.empty() && mismatch.bucket);
            QVERIFY((mismatch.source == text("2") && mismatch.bronze == text("0")) || (mismatch.source == text("1") && mismatch.bronze == text("3")));
        }
    }

    void namesAreData()
    {
        QCOMPARE(m_tables.atSource(text("CREATE TABLE public.\"odd table\" (\"a \"\"b\"\" {x} %1\" integer PRIMARY KEY, \"кол'онка\" text, \"select\" text);"
                                        "INSERT INTO public.\"odd table\" VALUES (1, 'a', 'b'), (2, NULL, '')")), QByteArray());
        TableDecision table = m_tables.table(text("odd table"), {plannedColumn(text("a \"b\" {x} %1"), text("integer"), {.form = Integer}),
                                                                       plannedColumn(text("кол'онка"), text("varchar"), {.form = Text}),
                                                                       plannedColumn(text("select"), text("varchar"), {.form = Text})}, {text("a \"b\" {x} %1")});
        table.places.bronzeTable = text("odd_table"); // catalogs of the lake take less than PostgreSQL
        QCOMPARE(m_tables.load(table), QByteArray());
        QVERIFY(reconcile(table).value().isGreen());
    }

    void keysOfSeveralColumnsKeepTheirBorders()
    {
        QCOMPARE(m_tables.atSource(text("CREATE TABLE public.pair (a text, b text, n integer, PRIMARY KEY (a, b)); INSERT INTO public.pair VALUES ('12', '3', 1), ('1', '23', 2), ('a-b', E'c\\x1F', 3)")), QByteArray());
        const TableDecision table = m_tables.table(text("pair"), {plannedColumn(text("a"), text("varchar"), {.form = Text}), plannedColumn(text("b"), text("varchar"), {.form = Text}),
                                                                  plannedColumn(text("n"), text("integer"), {.form = Integer})}, {text("b"), text("a")});
        QCOMPARE(m_tables.load(table), QByteArray());
        QVERIFY(reconcile(table).value().isGreen());
        QVERIFY(m_tables.inLake(text("UPDATE ") + m_tables.bronze(table) + text(" SET n = 9 WHERE a = 'a-b'")));
        const auto result = reconcile(table);
        QCOMPARE(tier(result, Tier::V3).mismatchesInAll, 1);
        QCOMPARE(tier(result, Tier::V3).mismatches[0].key, (std::vector<QString>{text("c\x1f"), text("a-b")}));
    }

    void wideTableIsReadInGroups_data()
    {
        QTest::addColumn<bool>("hasKey");
        QTest::newRow("with key") << true;
        QTest::newRow("without key") << false;
    }
    void wideTableIsReadInGroups()
    {
        QFETCH(bool, hasKey);
        QStringList declared{text("id integer")}, values{text("g")};
        std::vector<PlannedColumn> columns{plannedColumn(text("id"), text("integer"), {.form = Integer})};
        for (int number = 1; number <= 1200; ++number) {
            const QString name = text("c%1").arg(number);
            const auto [type, bronze, value, canonical] = number % 4 == 0 ? std::tuple("bigint", "bigint", "g * %1", CanonicalType{.form = Integer})
                : number % 4 == 1 ? std::tuple("text", "varchar", "'t ' || g || ' %1'", CanonicalType{.form = Text})
                : number % 4 == 2 ? std::tuple("numeric(12,2)", "decimal(12,2)", "g * 0.01 + %1", CanonicalType{.form = Decimal, .scale = 2})
                                  : std::tuple("timestamp", "timestamp(6)", "timestamp '2024-01-01 00:00:00.123456' + g * %1 * interval '1 second'", CanonicalType{.form = Timestamp});
            declared += name + QLatin1Char(' ') + text(type);
            values += text("CASE WHEN (g + %1) % 13 = 0 THEN %2 END").arg(QString::number(number), text(value).arg(number));
            columns.push_back(plannedColumn(name, text(bronze), canonical));
        }
        QCOMPARE(m_tables.atSource(text("DROP TABLE IF EXISTS public.wide; CREATE TABLE public.wide (") + declared.join(QLatin1Char(',')) + text("); INSERT INTO public.wide SELECT ")
                                   + values.join(QLatin1Char(',')) + text(" FROM generate_series(1, 50) AS g")), QByteArray());
        const TableDecision table = m_tables.table(text("wide"), columns, hasKey ? std::vector<QString>{text("id")} : std::vector<QString>{});
        QCOMPARE(m_tables.load(table), QByteArray());
        const auto green = reconcile(table);
        QVERIFY(green && green.value().isGreen());
        QVERIFY(m_tables.inLake(text("UPDATE ") + m_tables.bronze(table) + text(" SET c1200 = 5 WHERE id = 7")));
        const auto result = reconcile(table);
        QVERIFY(result);
        QCOMPARE(tier(result, Tier::V3).outcome, TierOutcome::Mismatch);
        if (hasKey)
            QCOMPARE(tier(result, Tier::V3).mismatches[0].column, text("c1200"));
        QCOMPARE(tier(result, Tier::V2).mismatches[0].column, text("c1200"));
    }

    void incrementalTableIsComparedBelowItsBound()
    {
        QCOMPARE(m_tables.atSource(text("CREATE TABLE public.visit (id integer PRIMARY KEY, note text, last_update timestamptz);"
                                        "INSERT INTO public.visit SELECT g, 'v' || g, timestamptz '2024-05-01 00:00:00+00' + g * interval '1 minute' FROM generate_series(1, 20) AS g")), QByteArray());
        TableDecision table = m_tables.table(text("visit"), {plannedColumn(text("id"), text("integer"), {.form = Integer}), plannedColumn(text("note"), text("varchar"), {.form = Text}),
                                                             plannedColumn(text("last_update"), text("timestamp(6) with time zone"), {.form = TimestampWithZone})}, {text("id")});
        table.mode = LoadMode::Incremental;
        table.watermark = Watermark{.column = text("last_update")};
        QCOMPARE(m_tables.load(table), QByteArray());
        const auto bound = base::UtcTime::parse(text("2024-05-02T00:00:00Z"));
        // Since the load: a row changed, one came, one lost its watermark, one lies in the future; and bronze keeps a tombstone.
        QCOMPARE(m_tables.atSource(text("UPDATE public.visit SET note = 'new', last_update = '2024-05-02 00:00:00+00' WHERE id = 3;"
                                        "INSERT INTO public.visit VALUES (21, 'late', '2024-05-03 00:00:00+00'), (22, 'future', '2999-01-01 00:00:00+00');"
                                        "UPDATE public.visit SET last_update = NULL WHERE id = 4; DELETE FROM public.visit WHERE id = 5")), QByteArray());
        QVERIFY(m_tables.inLake(text("UPDATE ") + m_tables.bronze(table) + text(" SET _ekos_deleted_at = current_timestamp(6) WHERE id = 5")));
        const auto result = reconcile(table, {.boundUtc = bound});
        QVERIFY(result);
        QVERIFY(result.value().isGreen());
        QCOMPARE(result.value().sourceRows, 17);
        QCOMPARE(result.value().bronzeRows, 17);
        QVERIFY(reconcile(table, {.tiers = {Tier::V1}, .boundUtc = bound}).value().isGreen());
        QCOMPARE(tier(reconcile(table, {.boundUtc = bound, .leftOutKeys = 3}), Tier::V3).outcome, TierOutcome::Moved);

        QVERIFY(m_tables.inLake(text("UPDATE ") + m_tables.bronze(table) + text(" SET note = 'wrong' WHERE id = 6")));
        const auto wrong = reconcile(table, {.boundUtc = bound});
        QCOMPARE(tier(wrong, Tier::V3).outcome, TierOutcome::Mismatch);
        QCOMPARE(tier(wrong, Tier::V3).mismatches[0].key, std::vector<QString>{text("6")});
        QCOMPARE(tier(wrong, Tier::V3).mismatches[0].column, text("note"));
    }

    void tableThatWasNeverLoadedSaysWhatToDo()
    {
        TableDecision table = m_payment;
        table.places.bronzeTable = text("never_loaded");
        base::RunContext run;
        const auto result = reconcileTable(table, {}, m_tables.source(), m_tables.lake(), run);
        QVERIFY(!result);
        QCOMPARE(result.error().code, base::ErrorCode::NotFound);
        QVERIFY(result.error().hint.toEnglish().contains(text("ekos-lakehouse lakehouse run")));
    }
};

QTEST_GUILESS_MAIN(ReconcileLiveTest)
#include "reconcile_live_test.moc"
