#include "usecases/reconcile/reconcile_table.h"

#include "usecases/reconcile/table_readings.h"

#include <QElapsedTimer>

#include <algorithm>

namespace lakehouse::usecases {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Text;
using model::LoadMode;
using model::Tier;
using model::TierOutcome;
using model::TierResult;
using rules::TableReading;

namespace {

constexpr qint64 hashesInDrillDown = 250000; ///< of columns, over all rows that are looked up

Result<> check(const model::TableDecision &table, const ReconcileOptions &options)
{
    const QString name = table.table.toString();
    if (table.mode == LoadMode::Refused)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 is not loaded, so there is nothing to compare."), name},
                     QT_TRANSLATE_NOOP("core", "\"ekos-lakehouse lakehouse extraction show\" says why it is refused."), name};
    if (table.mode == LoadMode::Incremental && !options.boundUtc)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 loads incrementally, and the upper bound of its last load is not known."), name},
                     QT_TRANSLATE_NOOP("core", "Load it first: ekos-lakehouse lakehouse run"), name};
    return base::Ok{};
}

class Reconciler {
public:
    Reconciler(const model::TableDecision &table, const ReconcileOptions &options, ports::SourceEngine &source, ports::LakeSql &lake, base::RunContext &run)
        : m_table(table), m_options(options), m_sql(rules::reconciliationSql(table, options.disarmedControls)),
          m_readings(table, m_sql, options, source, lake, run), m_run(run)
    {
        m_result.table = table.table;
        m_result.run = options.run;
        m_result.columnsNotCompared = m_sql.columnsNotCompared;
        if (table.mode == LoadMode::Incremental)
            m_result.boundUtc = options.boundUtc;
    }

    Result<model::TableReconciliation> reconcile()
    {
        QElapsedTimer timer;
        timer.start();
        EKOS_CHECK(step({QT_TRANSLATE_NOOP("core", "Count %1"), name()}));
        EKOS_TRY(const qint64 rows, m_readings.countSource());
        m_source.rows = rows;
        m_countMs = timer.restart();
        if (asksOnlyForCounts()) {
            EKOS_CHECK(compareCounts());
        } else {
            EKOS_CHECK(compareAll());
            m_controls = rules::controlResults(m_sql.controls, m_bronze);
        }
        for (Tier tier : {Tier::V1, Tier::V2, Tier::V3})
            m_result.tiers.push_back(tierResult(tier));
        if (isWanted(Tier::V3) && m_result.tiers.back().outcome != TierOutcome::Moved && !buckets().empty())
            EKOS_CHECK(lookUpRows(m_result.tiers.back()));
        const auto last = std::ranges::find_if(m_result.tiers.rbegin(), m_result.tiers.rend(), [&](const TierResult &tier) { return isWanted(tier.tier); });
        if (last != m_result.tiers.rend())
            last->durationMs += timer.elapsed();
        m_result.sourceRows = m_source.rows;
        m_result.bronzeRows = m_bronze.rows;
        return std::move(m_result);
    }

private:
    QString name() const { return m_table.table.toString(); }
    bool isWanted(Tier tier) const { return m_options.tiers.contains(tier); }
    bool asksOnlyForCounts() const { return !isWanted(Tier::V2) && !isWanted(Tier::V3); }

    Result<> step(Text what)
    {
        m_run.expectSteps(1);
        return m_run.step(std::move(what));
    }

    std::vector<qint64> buckets() const { return rules::differingBuckets(m_source, m_bronze); }

    std::vector<model::Mismatch> aggregates(const TableReading &left, const TableReading &right) const
    {
        std::vector<model::Mismatch> differences;
        for (const rules::CheckPair &pair : m_sql.checks) {
            const auto found = rules::aggregateDifferences(pair.measures, left, right);
            differences.insert(differences.end(), found.begin(), found.end());
        }
        return differences;
    }

    /// By the tiers that were asked for.
    bool isEqual(const TableReading &left, const TableReading &right) const
    {
        return (!isWanted(Tier::V1) || left.rows == right.rows) && (!isWanted(Tier::V2) || aggregates(left, right).empty())
            && (!isWanted(Tier::V3) || rules::differingBuckets(left, right).empty());
    }

    /// Whether the source stood still between two readings: by everything that was read.
    bool isSameSource(const TableReading &left, const TableReading &right) const
    {
        return left.rows == right.rows && aggregates(left, right).empty() && left.buckets == right.buckets;
    }

    Result<> compareCounts()
    {
        for (int attempt = 1;; ++attempt) {
            m_result.attempts = attempt;
            m_controls.clear();
            if (m_readings.hasTooManyLeftOutKeys())
                return base::Ok{};
            EKOS_TRY(TableReading bronze, m_readings.countBronze(m_controls));
            m_bronze = std::move(bronze);
            if (m_source.rows == m_bronze.rows)
                return base::Ok{};
            EKOS_CHECK(step({QT_TRANSLATE_NOOP("core", "Count %1 again"), name()}));
            const std::vector<qint64> leftOut = m_readings.leftOutKeys();
            EKOS_TRY(const qint64 rows, m_readings.countSource());
            if (rows == m_source.rows && leftOut == m_readings.leftOutKeys())
                return base::Ok{};
            m_source.rows = rows;
            if (attempt >= m_options.attempts) {
                m_hasMoved = true;
                return base::Ok{};
            }
        }
    }

    Result<> readFirst()
    {
        // Bronze has to know which keys to leave out, where there are any.
        const bool inParallel = m_sql.leftOutKeys.isEmpty();
        return m_run.parallelFor(2, inParallel ? 2 : 1, [this](qsizetype side) -> Result<> { return side == 0 ? readSource() : readBronze(); });
    }

    Result<> readSource()
    {
        EKOS_TRY(TableReading reading, m_readings.readSource());
        m_source = std::move(reading);
        return base::Ok{};
    }

    Result<> readBronze()
    {
        if (m_readings.hasTooManyLeftOutKeys())
            return base::Ok{};
        EKOS_TRY(TableReading reading, m_readings.readBronze());
        m_bronze = std::move(reading);
        return base::Ok{};
    }

    /// Equal at any reading is enough: bronze then holds the source of that moment. Else the source is read until it stands still.
    Result<> compareAll()
    {
        EKOS_CHECK(step({QT_TRANSLATE_NOOP("core", "Compare %1 with bronze"), name()}));
        EKOS_CHECK(readFirst());
        for (int attempt = 1;; ++attempt) {
            m_result.attempts = attempt;
            if (m_readings.hasTooManyLeftOutKeys() || isEqual(m_source, m_bronze))
                return base::Ok{};
            EKOS_CHECK(step({QT_TRANSLATE_NOOP("core", "Read %1 again, because bronze differs"), name()}));
            const TableReading before = m_source;
            const std::vector<qint64> leftOut = m_readings.leftOutKeys();
            EKOS_CHECK(readSource());
            const bool leavesOutTheSame = leftOut == m_readings.leftOutKeys();
            if (leavesOutTheSame && isSameSource(before, m_source))
                return base::Ok{};
            if (!leavesOutTheSame)
                EKOS_CHECK(readBronze());
            if (attempt >= m_options.attempts) {
                m_hasMoved = !isEqual(m_source, m_bronze);
                return base::Ok{};
            }
        }
    }

    TierResult tierResult(Tier tier) const
    {
        TierResult result{.tier = tier};
        if (!isWanted(tier))
            return result;
        result.durationMs = tier == Tier::V1 ? m_countMs : 0;
        if (m_readings.hasTooManyLeftOutKeys()) {
            result.outcome = TierOutcome::Moved;
            return result;
        }
        std::ranges::copy_if(m_controls, std::back_inserter(result.controls), [&](const model::ControlResult &control) { return control.tier == tier; });
        result.mismatches = mismatches(tier);
        result.mismatchesInAll = qint64(result.mismatches.size());
        if (!std::ranges::all_of(result.controls, &model::ControlResult::isCaught))
            result.outcome = TierOutcome::ControlMissed;
        else if (result.mismatches.empty())
            result.outcome = TierOutcome::Equal;
        else
            result.outcome = m_hasMoved ? TierOutcome::Moved : TierOutcome::Mismatch;
        return result;
    }

    std::vector<model::Mismatch> mismatches(Tier tier) const
    {
        if (tier == Tier::V1)
            return rules::countDifferences(m_source, m_bronze);
        if (tier == Tier::V2)
            return aggregates(m_source, m_bronze);
        std::vector<model::Mismatch> found;
        for (qint64 bucket : buckets())
            found.push_back({.tier = Tier::V3, .bucket = bucket, .kind = QStringLiteral("differs")});
        return found;
    }

    qint64 rowsIn(qint64 bucket) const
    {
        const auto rows = [&](const TableReading &reading) {
            const auto found = reading.buckets.find(bucket);
            return found == reading.buckets.end() ? 0 : found->second.rows;
        };
        return std::max(rows(m_source), rows(m_bronze));
    }

    /// Puts keys and columns in the place of buckets, as far as the limit goes; the other buckets stay, and count as one each.
    Result<> lookUpRows(TierResult &tier)
    {
        EKOS_CHECK(step({QT_TRANSLATE_NOOP("core", "Look up the rows of %1 that differ"), name()}));
        const std::vector<qint64> differing = buckets();
        std::vector<qint64> chosen;
        qint64 hashes = 0;
        for (qint64 bucket : differing) {
            hashes += rowsIn(bucket) * qint64(std::max<std::size_t>(m_sql.hashedColumns.size(), 1));
            if (!chosen.empty() && hashes > hashesInDrillDown)
                break;
            chosen.push_back(bucket);
        }
        EKOS_TRY(const TableReadings::Rows rows, m_readings.readRows(chosen));
        const rules::RowDifferences found = rules::rowDifferences(rows.source, rows.bronze, m_sql.hashedColumns, m_options.keysReported);
        if (found.inAll == 0)
            return base::Ok{}; // it changed once more: the buckets stand as they were seen
        tier.mismatches = found.mismatches;
        tier.mismatchesInAll = found.inAll + qint64(differing.size() - chosen.size());
        return base::Ok{};
    }

    const model::TableDecision &m_table;
    const ReconcileOptions &m_options;
    rules::ReconciliationSql m_sql;
    TableReadings m_readings;
    base::RunContext &m_run;
    model::TableReconciliation m_result;
    TableReading m_source;
    TableReading m_bronze;
    std::vector<model::ControlResult> m_controls;
    bool m_hasMoved = false;
    qint64 m_countMs = 0;
};

} // namespace

Result<model::TableReconciliation> reconcileTable(const model::TableDecision &table, const ReconcileOptions &options, ports::SourceEngine &source,
                                                  ports::LakeSql &lake, base::RunContext &run)
{
    EKOS_CHECK(check(table, options));
    return Reconciler(table, options, source, lake, run).reconcile();
}

} // namespace lakehouse::usecases
