#include "rules/loading/load_decision.h"

#include <QTest>

using namespace lakehouse;
using namespace lakehouse::rules;
using base::UtcTime;
using model::LoadKind;
using model::LoadMode;

namespace {

constexpr qint64 minute = 60'000'000;
constexpr UtcTime at(qint64 minutes) { return {1'700'000'000'000'000 + minutes * minute}; }

model::PlannedColumn landed(const char *name, const char *type) { return {.name = QString::fromLatin1(name), .bronzeName = QString::fromLatin1(name), .bronzeType = QString::fromLatin1(type)}; }

model::TableDecision incremental() { return {.mode = LoadMode::Incremental, .lateArrivalMinutes = 60, .loadRule = 3}; }

/// A table that was loaded up to minute 100 by the current rule; now minute 200 may be read.
LoadSituation loadedBefore() { return {.isBronzeThere = true, .lastBoundUtc = at(100), .nextFromUtc = at(100), .lastLoadRule = 3, .boundUtc = at(200)}; }

} // namespace

class LoadDecisionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsThatAreKeptNoLongerAreLetGoByALoadOfEveryRow()
    {
        LoadSituation situation = loadedBefore();
        situation.hasKeptPurged = true;
        QCOMPARE(decideLoad(incremental(), situation).kind, LoadKind::Full);
        model::TableDecision kept = incremental();
        kept.purgePolicy = model::PurgePolicy::Retain;
        QCOMPARE(decideLoad(kept, situation).kind, LoadKind::Incremental);
        situation.hasKeptPurged = false; // from now on: bronze gets the columns, and nothing is read again
        QCOMPARE(decideLoad(kept, situation).kind, LoadKind::Incremental);
    }

    void changedColumnsStopWhatKeepsRows()
    {
        LoadSituation situation = loadedBefore();
        situation.isShapeSame = false;
        QVERIFY(!whyRowsWouldBeLost(incremental(), situation)); // it is replaced
        for (const LoadMode mode : {LoadMode::Full, LoadMode::Incremental}) {
            model::TableDecision kept{.table = model::TableName::parse(QStringLiteral("public.\"Job Log\"")).value(), .mode = mode, .purgePolicy = model::PurgePolicy::Retain};
            const auto loss = whyRowsWouldBeLost(kept, situation);
            QVERIFY(loss);
            QCOMPARE(loss->code, base::ErrorCode::Stale);
            QVERIFY(loss->hint.toEnglish().contains(QStringLiteral("extraction change --table 'public.\"Job Log\"' --remove-purged")));
            LoadSituation first = situation;
            first.isBronzeThere = false;
            QVERIFY(!whyRowsWouldBeLost(kept, first));
            LoadSituation same = situation;
            same.isShapeSame = true;
            same.areColumnsSame = false; // every row is loaded anew into those that are there
            QVERIFY(!whyRowsWouldBeLost(kept, same));
        }
    }

    void theShapeOfBronzeIsThatOfWhatLands_data()
    {
        QTest::addColumn<std::vector<model::ExposedColumn>>("bronze");
        QTest::addColumn<bool>("isSame");
        const model::ExposedColumn id{.name = QStringLiteral("id"), .type = QStringLiteral("integer")}, price{.name = QStringLiteral("price"), .type = QStringLiteral("decimal(10, 2)")},
            loadedAt{.name = QStringLiteral("_ekos_loaded_at"), .type = QStringLiteral("timestamp(6) with time zone")}, more{.name = QStringLiteral("more"), .type = QStringLiteral("varchar")};
        model::ExposedColumn retyped = price;
        retyped.type = QStringLiteral("decimal(12, 2)");
        QTest::newRow("in another order") << std::vector{price, loadedAt, id} << true;
        QTest::newRow("one is missing") << std::vector{id, loadedAt} << false;
        QTest::newRow("one more") << std::vector{id, price, more, loadedAt} << false;
        QTest::newRow("of another type") << std::vector{id, retyped, loadedAt} << false;
    }
    void theShapeOfBronzeIsThatOfWhatLands()
    {
        QFETCH(std::vector<model::ExposedColumn>, bronze);
        model::TableDecision table = incremental();
        table.columns = {landed("id", "integer"), landed("price", "decimal(10,2)")};
        QTEST(hasShape(table, bronze), "isSame");
    }

    /// That is another thing than columns that changed, and another remedy.
    void aCommitThatCannotBeReadIsNamed()
    {
        LoadSituation situation = loadedBefore();
        situation.isShapeSame = false;
        situation.unreadCommit = QStringLiteral("0123456789abcdef0123456789abcdef01234567");
        QVERIFY(!whyRowsWouldBeLost(incremental(), situation)); // it is replaced
        model::TableDecision kept = incremental();
        kept.purgePolicy = model::PurgePolicy::Retain;
        const auto loss = whyRowsWouldBeLost(kept, situation);
        QVERIFY(loss);
        QCOMPARE(loss->code, base::ErrorCode::Stale);
        QVERIFY(loss->message.toEnglish().startsWith(QStringLiteral("The commit 0123456789ab of the last load of ")));
        QVERIFY(loss->hint.toEnglish().contains(QStringLiteral("git -C pipeline fetch CLONE 0123456789abcdef0123456789abcdef01234567")));
    }

    void shapeIsTheNamesAndTypesOfWhatLands_data()
    {
        using model::PlannedColumn;
        QTest::addColumn<std::vector<PlannedColumn>>("columns");
        QTest::addColumn<bool>("isSame");
        const PlannedColumn id = landed("id", "integer"), name = landed("name", "varchar"), renamed = landed("title", "varchar"), retyped = landed("name", "varbinary");
        PlannedColumn other = name;
        other.mask = model::Mask::Hash;
        other.sourceType = QStringLiteral("character varying(20)");
        other.sourceExpression = QStringLiteral("\"name\"::text");
        other.canonical.form = model::CanonicalForm::Json;
        other.isNotNull = true;
        PlannedColumn refused = name, more = renamed;
        refused.fidelity = more.fidelity = model::Fidelity::Refused;
        QTest::newRow("the same") << std::vector{id, name} << true;
        QTest::newRow("read and shown otherwise") << std::vector{id, other} << true;
        QTest::newRow("in another order") << std::vector{name, id} << true;
        QTest::newRow("one more that does not land") << std::vector{id, name, more} << true;
        QTest::newRow("another name") << std::vector{id, renamed} << false;
        QTest::newRow("another type") << std::vector{id, retyped} << false;
        QTest::newRow("one lands no more") << std::vector{id, refused} << false;
        QTest::newRow("one more") << std::vector{id, name, renamed} << false;
    }
    void shapeIsTheNamesAndTypesOfWhatLands()
    {
        QFETCH(std::vector<model::PlannedColumn>, columns);
        const model::TableDecision before{.columns = {landed("id", "integer"), landed("name", "varchar")}}, now{.columns = columns};
        QTEST(haveSameShape(before, now), "isSame");
        QTEST(haveSameShape(now, before), "isSame");
    }

    void massDelete_data()
    {
        QTest::addColumn<qint64>("live");
        QTest::addColumn<qint64>("vanished");
        QTest::addColumn<qint64>("source");
        QTest::addColumn<bool>("trips");
        const auto row = [](const char *name, qint64 live, qint64 vanished, bool trips) { QTest::newRow(name) << live << vanished << live - vanished << trips; };
        row("4.99 %", 10'000, 499, false);
        row("5.00 %", 10'000, 500, false);
        row("5.01 %", 10'000, 501, true);
        row("5.00 % of a number that does not divide", 999, 49, false);
        row("just above 5 %", 999, 50, true);
        row("10,000 rows exactly", 1'000'000, 10'000, false);
        row("10,001 rows", 1'000'000, 10'001, true);
        row("10,001 rows, far below 5 %", 1'000'000'000, 10'001, true);
        row("1 of 3", 3, 1, false);
        row("2 of 3", 3, 2, false);
        row("all of 3: the source shows none", 3, 3, true);
        row("10 of 20", 20, 10, false);
        row("11 of 20", 20, 11, true);
        row("1 of 1", 1, 1, true);
        row("none vanished", 100, 0, false);
        row("the source grew", 100, -900, false);
        row("both empty", 0, 0, false);
        QTest::newRow("a source of billions that shows none") << qint64(4'000'000'000) << qint64(4'000'000'000) << qint64(0) << true;
    }
    void massDelete()
    {
        QFETCH(qint64, live);
        QFETCH(qint64, vanished);
        QFETCH(qint64, source);
        QFETCH(bool, trips);
        QCOMPARE(isMassDelete(live, vanished, source, {.percent = 5, .rows = 10'000}), trips);
    }

    void massDeleteFollowsItsLimits()
    {
        QVERIFY(isMassDelete(1000, 11, 989, {.percent = 1, .rows = 10'000}));
        QVERIFY(!isMassDelete(1100, 11, 1089, {.percent = 1, .rows = 10'000}));
        QVERIFY(isMassDelete(1000, 21, 979, {.percent = 100, .rows = 20}));
        QVERIFY(!isMassDelete(1000, 20, 980, {.percent = 100, .rows = 20}));
        QVERIFY(!isMassDelete(1000, 10, 990, {.percent = 0, .rows = 10'000})); // ten rows always pass
        QVERIFY(isMassDelete(1000, 11, 989, {.percent = 0, .rows = 10'000}));
    }

    void mostDeletesIsWhereTheGuardBegins()
    {
        QCOMPARE(mostDeletes(10'000, {.percent = 5, .rows = 10'000}), 500);
        QCOMPARE(mostDeletes(999, {.percent = 5, .rows = 10'000}), 49); // 49.95
        QCOMPARE(mostDeletes(20, {.percent = 5, .rows = 10'000}), 10);
        QCOMPARE(mostDeletes(1'000'000, {.percent = 5, .rows = 10'000}), 10'000);
        QCOMPARE(mostDeletes(1'000, {.percent = 100, .rows = 3}), 3);
        for (qint64 live : {1, 3, 20, 200, 999, 10'000, 250'000})
            for (qint64 vanished : {mostDeletes(live, {}), mostDeletes(live, {}) + 1})
                QCOMPARE(isMassDelete(live, vanished, 1, {}), vanished > mostDeletes(live, {}));
    }

    void anAuditIsDueAfterItsDays()
    {
        constexpr qint64 day = 24 * 60;
        QVERIFY(isAuditDue({}, 7, at(0))); // never done
        QVERIFY(!isAuditDue(at(0), 7, at(7 * day - 6 * 60 - 1)));
        QVERIFY(isAuditDue(at(0), 7, at(7 * day - 6 * 60)));
        QVERIFY(isAuditDue(at(90), 1, at(day))); // each night at the same hour, by a search that took an hour and a half
        QCOMPARE(nextAudit(at(0), 7), at(7 * day - 6 * 60));
    }

    void aFullTableAlwaysLoadsEveryRow()
    {
        const LoadDecision decision = decideLoad({.mode = LoadMode::Full, .loadRule = 3}, loadedBefore());
        QCOMPARE(decision.kind, LoadKind::Full);
        QVERIFY(!decision.lowerBoundUtc);
        QVERIFY(!decision.upperBoundUtc);
        QCOMPARE(decision.why.toEnglish(), QStringLiteral("the plan says: every row, each time"));
    }

    void readsWhatChangedBetweenTwoBounds()
    {
        const LoadDecision decision = decideLoad(incremental(), loadedBefore());
        QCOMPARE(decision.kind, LoadKind::Incremental);
        QCOMPARE(decision.lowerBoundUtc, std::optional(at(100)));
        QCOMPARE(decision.upperBoundUtc, std::optional(at(200)));
        QCOMPARE(decision.nextFromUtc, std::optional(at(200)));
        QCOMPARE(decision.why.toEnglish(), QStringLiteral("what changed since the last load"));
    }

    void readsAnOverlapWhereTheBoundIsNotProved()
    {
        LoadSituation situation = loadedBefore();
        situation.isBoundProved = false;
        LoadDecision decision = decideLoad(incremental(), situation);
        QCOMPARE(decision.lowerBoundUtc, std::optional(at(40)));
        QCOMPARE(decision.upperBoundUtc, std::optional(at(200)));
        QCOMPARE(decision.nextFromUtc, std::optional(at(140)));
        model::TableDecision table = incremental();
        table.lateArrivalMinutes = 0;
        decision = decideLoad(table, situation);
        QCOMPARE(decision.lowerBoundUtc, std::optional(at(100)));
    }

    void whatALoadCouldNotSeeIsReadByTheNextOne() // a prepared transaction was committed in between, and the bound is proved again
    {
        LoadSituation situation = loadedBefore();
        situation.isBoundProved = false;
        situation.nextFromUtc = decideLoad(incremental(), situation).nextFromUtc;
        situation.lastBoundUtc = at(200);
        situation.isBoundProved = true;
        situation.boundUtc = at(201);
        LoadDecision decision = decideLoad(incremental(), situation);
        QCOMPARE(decision.lowerBoundUtc, std::optional(at(140)));
        QCOMPARE(decision.nextFromUtc, std::optional(at(201)));
        situation.isBoundProved = false; // still not: one overlap, not two
        QCOMPARE(decideLoad(incremental(), situation).lowerBoundUtc, std::optional(at(140)));
    }

    void aFirstLoadThatCouldNotSeeLeavesAnOverlap()
    {
        const LoadDecision decision = decideLoad(incremental(), {.boundUtc = at(200), .isBoundProved = false});
        QCOMPARE(decision.kind, LoadKind::Full);
        QCOMPARE(decision.nextFromUtc, std::optional(at(140)));
    }

    void aTimeOfTheApplicationReadsAnOverlap_data()
    {
        QTest::addColumn<model::WatermarkProof>("proof");
        QTest::newRow("its code sets it") << model::WatermarkProof::Application;
        QTest::newRow("a person asked for it") << model::WatermarkProof::Person;
    }
    void aTimeOfTheApplicationReadsAnOverlap() // its clock is another one, and it may write a time long after it took it
    {
        QFETCH(model::WatermarkProof, proof);
        model::TableDecision table = incremental();
        table.watermark = model::Watermark{.column = QStringLiteral("changed"), .proof = proof};
        LoadDecision decision = decideLoad(table, loadedBefore());
        QCOMPARE(decision.lowerBoundUtc, std::optional(at(40)));
        QCOMPARE(decision.upperBoundUtc, std::optional(at(200)));
        QCOMPARE(decision.nextFromUtc, std::optional(at(140)));
        table.watermark->proof = model::WatermarkProof::Trigger;
        decision = decideLoad(table, loadedBefore());
        QCOMPARE(decision.lowerBoundUtc, std::optional(at(100)));
        QCOMPARE(decision.nextFromUtc, std::optional(at(200)));
    }

    void aBoundThatStepsBackIsFollowed() // a transaction of before the last load comes to light: what it writes is not below the bound
    {
        LoadSituation situation = loadedBefore();
        situation.boundUtc = at(90);
        const LoadDecision decision = decideLoad(incremental(), situation);
        QCOMPARE(decision.kind, LoadKind::Incremental);
        QCOMPARE(decision.lowerBoundUtc, std::optional(at(90)));
        QCOMPARE(decision.upperBoundUtc, std::optional(at(90)));
        QCOMPARE(decision.nextFromUtc, std::optional(at(90)));
    }

    void everyRow_data()
    {
        QTest::addColumn<bool>("isBronzeThere");
        QTest::addColumn<bool>("isLoadedBefore");
        QTest::addColumn<qint64>("lastRule");
        QTest::addColumn<bool>("isReload");
        QTest::addColumn<QString>("why");
        QTest::newRow("first load") << false << false << qint64(0) << false << "first load: every row";
        QTest::newRow("bronze of another program") << true << false << qint64(0) << false << "first load: every row";
        QTest::newRow("bronze is gone") << false << true << qint64(3) << false << "first load: every row";
        QTest::newRow("reload asked for") << true << true << qint64(3) << true << "a reload was asked for: every row";
        QTest::newRow("newer rule") << true << true << qint64(2) << false << "a rule that loads a column is newer: every row";
        QTest::newRow("a rule taken back") << true << true << qint64(4) << false << "a rule that loads a column is newer: every row";
        QTest::newRow("reload and newer rule") << true << true << qint64(2) << true << "a reload was asked for: every row";
    }
    void everyRow()
    {
        QFETCH(bool, isBronzeThere);
        QFETCH(bool, isLoadedBefore);
        QFETCH(qint64, lastRule);
        QFETCH(bool, isReload);
        QFETCH(QString, why);
        const LoadSituation situation{.isBronzeThere = isBronzeThere, .lastBoundUtc = isLoadedBefore ? std::optional(at(100)) : std::nullopt,
                                      .nextFromUtc = isLoadedBefore ? std::optional(at(100)) : std::nullopt, .lastLoadRule = lastRule,
                                      .isReloadRequested = isReload, .boundUtc = at(200)};
        const LoadDecision decision = decideLoad(incremental(), situation);
        QCOMPARE(decision.kind, LoadKind::Full);
        QVERIFY(!decision.lowerBoundUtc);
        QCOMPARE(decision.upperBoundUtc, std::optional(at(200))); // where the next one begins
        QCOMPARE(decision.why.toEnglish(), why);
    }

    void changedColumnsReadEveryRow()
    {
        LoadSituation situation = loadedBefore();
        situation.areColumnsSame = false;
        const LoadDecision decision = decideLoad(incremental(), situation);
        QCOMPARE(decision.kind, LoadKind::Full);
        QCOMPARE(decision.upperBoundUtc, std::optional(at(200)));
        QCOMPARE(decision.why.toEnglish(), QStringLiteral("its columns changed since the last load: every row"));
    }

    void aLoadOfEveryRowMayBeginBelowTheOldBound()
    {
        LoadSituation situation = loadedBefore();
        situation.isReloadRequested = true;
        situation.boundUtc = at(90);
        // All rows are read again, but what is committed later with a time from 90 on is only seen by the next load: it must start there.
        QCOMPARE(decideLoad(incremental(), situation).nextFromUtc, std::optional(at(90)));
    }
};

QTEST_GUILESS_MAIN(LoadDecisionTest)
#include "load_decision_test.moc"
