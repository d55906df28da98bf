#include "component/types/planned_tables.h"
#include "component/types/texts.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::tests;
using Tiers = std::set<Tier>;

namespace {

/// A defect, and the tiers that must see it planted: docs/user/reconciliation.md.
struct Control {
    PlantedDefect defect;
    const char *name;
    Tiers tiers;
};

const std::vector<Control> &controls()
{
    using enum PlantedDefect;
    static const std::vector<Control> all{
        {DroppedRow, "a row dropped", {Tier::V1, Tier::V3}},          {DoubledRow, "a row doubled", {Tier::V1, Tier::V3}},
        {CutScale, "the last decimal digit cut", {Tier::V2, Tier::V3}}, {HourShift, "one hour more", {Tier::V2, Tier::V3}},
        {NullToEmpty, "NULL made an empty text", {Tier::V2, Tier::V3}}, {TrimmedSpace, "a space trimmed", {Tier::V2, Tier::V3}},
        {LostMicrosecond, "a microsecond lost", {Tier::V3}},            {SwappedColumns, "two columns of one type swapped", {Tier::V3}},
        {ChangedByte, "a byte changed", {Tier::V3}},
    };
    return all;
}

constexpr char table[] = R"sql(
CREATE TABLE controls.payment (id integer PRIMARY KEY, amount numeric(7,2), paid_at timestamp, seen_at timestamptz, opens time, note text, alias text, code char(4), bytes bytea);
INSERT INTO controls.payment SELECT g, g * 0.37 + 0.01, timestamp '2024-01-01 00:00:00.123456' + g * interval '37 minutes', timestamptz '2024-01-01 00:00:00.000001+00' + g * interval '1 minute',
    time '01:00:00.000009' + g * interval '1 second', CASE WHEN g % 3 = 0 THEN NULL ELSE 'm' || (1000 + g) || ' ' END, 'm' || (1000 + g) || '.', 'c', decode(lpad(to_hex(g), 6, '0') || '6162', 'hex')
FROM generate_series(1, 100) AS g;
)sql";

} // namespace

/// Each planted control: seen by every tier that declares it, missed when it is not really planted, and the same defect in bronze is seen by no lower tier than
/// the lowest that declares it.
class ControlsLiveTest : public QObject {
    Q_OBJECT

    PlannedTables m_tables{QStringLiteral("types_controls")};

    const TableDecision &payment() const { return m_tables.find(QStringLiteral("payment"))->decision; }
    void load() { QCOMPARE(m_tables.load(payment()), QByteArray()); }

private Q_SLOTS:
    void initTestCase()
    {
        if (const QByteArray reason = LiveTables::whyAbsent(); !reason.isEmpty())
            QSKIP(reason);
        QCOMPARE(m_tables.open(), QByteArray());
        QCOMPARE(m_tables.atSource(textOf(table)), QByteArray());
        QCOMPARE(m_tables.plan(), QByteArray());
        load();
    }

    void everyTierSeesWhatItDeclares()
    {
        const auto result = m_tables.reconcile(payment());
        QVERIFY2(result && result.value().isGreen(), whyNotGreen(result));
        for (const Control &control : controls()) {
            Tiers tiers;
            for (const TierResult &tier : result.value().tiers)
                for (const ControlResult &one : tier.controls)
                    if (one.defect == control.defect) {
                        QVERIFY2(one.isCaught, control.name);
                        tiers.insert(one.tier);
                    }
            QVERIFY2(tiers == control.tiers, control.name);
        }
    }

    void aControlThatIsNotPlantedIsMissed_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t at = 0; at < controls().size(); ++at)
            QTest::newRow(controls()[at].name) << int(at);
    }
    void aControlThatIsNotPlantedIsMissed()
    {
        QFETCH(int, number);
        const Control &control = controls()[std::size_t(number)];
        const auto result = m_tables.reconcile(payment(), {.disarmedControls = {control.defect}});
        QVERIFY(result && !result.value().isGreen());
        for (const TierResult &tier : result.value().tiers) {
            QCOMPARE(tier.outcome, control.tiers.contains(tier.tier) ? TierOutcome::ControlMissed : TierOutcome::Equal);
            for (const ControlResult &one : tier.controls)
                QCOMPARE(one.isCaught, one.defect != control.defect);
        }
    }

    void theDefectInBronzeIsSeenByNoLowerTier_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("tiers");
        const auto row = [](const char *name, const char *change, const char *tiers) { QTest::newRow(name) << textOf(change) << textOf(tiers); };
        row("a row dropped", "DELETE FROM %1 WHERE id = 50", "V1 V2 V3");
        row("a row doubled", "INSERT INTO %1 SELECT * FROM %1 WHERE id = 50", "V1 V2 V3");
        row("the last decimal digit cut", "UPDATE %1 SET amount = truncate(amount, 1) WHERE id = 51", "V2 V3");
        row("one hour more, timestamp", "UPDATE %1 SET paid_at = date_add('hour', 1, paid_at) WHERE id = 52", "V2 V3");
        row("one hour more, with time zone", "UPDATE %1 SET seen_at = date_add('hour', 1, seen_at) WHERE id = 52", "V2 V3");
        row("one hour more, time", "UPDATE %1 SET opens = date_add('hour', 1, opens) WHERE id = 52", "V2 V3");
        row("NULL made an empty text", "UPDATE %1 SET note = '' WHERE id = 54", "V2 V3");
        row("a space trimmed", "UPDATE %1 SET note = rtrim(note) WHERE id = 55", "V2 V3");
        row("a space of char(4) trimmed", "UPDATE %1 SET code = rtrim(code) WHERE id = 55", "V2 V3");
        row("a microsecond lost, timestamp", "UPDATE %1 SET paid_at = date_trunc('millisecond', paid_at) WHERE id = 56", "V3");
        row("a microsecond lost, with time zone", "UPDATE %1 SET seen_at = date_trunc('millisecond', seen_at) WHERE id = 56", "V3");
        row("a microsecond lost, time", "UPDATE %1 SET opens = date_trunc('millisecond', opens) WHERE id = 56", "V3");
        row("two columns of one type swapped", "UPDATE %1 SET note = alias, alias = note WHERE id = 58", "V3");
        row("a byte changed, text", "UPDATE %1 SET alias = 'm1059,' WHERE id = 59", "V3");
        row("a byte changed, binary", "UPDATE %1 SET bytes = X'00003B6163' WHERE id = 59", "V3");
    }
    void theDefectInBronzeIsSeenByNoLowerTier()
    {
        QFETCH(QString, change);
        QFETCH(QString, tiers);
        load();
        const auto changed = m_tables.inLake(change.replace(textOf("%1"), m_tables.bronze(payment())));
        QVERIFY2(changed, changed ? "" : wordsOf(changed.error()));
        const auto result = m_tables.reconcile(payment());
        QCOMPARE(tiersThatDiffer(result), tiers);
        const TierResult &rows = result.value().tiers.back();
        QVERIFY(!rows.mismatches.empty());
        for (const Mismatch &one : rows.mismatches)
            QCOMPARE(one.key.size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(ControlsLiveTest)
#include "controls_live_test.moc"
