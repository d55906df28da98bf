#include "rules/reconcile/table_reading.h"

#include <QStringList>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lakehouse::rules {

using base::Error;
using base::ErrorCode;
using base::Result;
using model::Mismatch;
using model::Tier;

namespace {

constexpr double tolerance = 1e-9;
constexpr qint64 rowsInBucket = 1024;
constexpr qint64 leastBuckets = 16;
constexpr qint64 mostBuckets = 4096;
constexpr qint64 controlRows = 4096;

Error unusable(const QString &what)
{
    return {ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "The answer to a reconciliation statement cannot be used: %1."), what},
            QT_TRANSLATE_NOOP("core", "Reconcile again. If it happens again, report it with the output of \"ekos-lakehouse support bundle\".")};
}

Result<std::pair<qint64, BucketSum>> bucketOf(const QString &text)
{
    const QStringList parts = text.split(QLatin1Char(':'));
    bool isBucket = false;
    bool isCount = false;
    if (parts.size() == 3) {
        const qint64 bucket = parts[0].toLongLong(&isBucket);
        const qint64 rows = parts[1].toLongLong(&isCount);
        if (isBucket && isCount)
            return std::pair(bucket, BucketSum{rows, parts[2]});
    }
    return unusable(QStringLiteral("a bucket reads \"%1\"").arg(text));
}

std::optional<QString> valueOf(const TableReading &reading, const QString &alias)
{
    const auto value = reading.values.find(alias);
    return value == reading.values.end() ? std::nullopt : value->second;
}

/// The sum of magnitudes beside a sum says how large rounding may be: the sum itself may cancel out.
double magnitude(const TableReading &reading, const QString &alias)
{
    return std::abs(valueOf(reading, alias).value_or(QString()).toDouble());
}

bool isSame(const Measure &measure, const TableReading &left, const TableReading &right)
{
    const std::optional<QString> first = valueOf(left, measure.alias);
    const std::optional<QString> second = valueOf(right, measure.alias);
    if (first == second || !first || !second || measure.aggregate.sameness == Sameness::Exact)
        return first == second;
    const QString magnitudes = measure.alias + QStringLiteral("_of_magnitudes");
    const double scale = std::max({magnitude(left, measure.alias), magnitude(right, measure.alias), magnitude(left, magnitudes), magnitude(right, magnitudes)});
    return std::abs(first->toDouble() - second->toDouble()) <= tolerance * scale;
}

/// Bronze as the statement saw it with one defect planted.
TableReading withDefect(const PlannedControl &control, const TableReading &bronze, const std::pair<qint64, BucketSum> &bucket)
{
    TableReading changed = bronze;
    changed.rows = valueOf(bronze, control.alias + QStringLiteral("_rows")).value_or(QString()).toLongLong();
    changed.buckets[bucket.first] = bucket.second;
    for (const Measure &measure : control.measures)
        changed.values[measure.alias.mid(control.alias.size() + 1)] = valueOf(bronze, measure.alias);
    return changed;
}

std::vector<Measure> withoutDefect(const PlannedControl &control)
{
    std::vector<Measure> measures = control.measures;
    for (Measure &measure : measures)
        measure.alias = measure.alias.mid(control.alias.size() + 1);
    return measures;
}

} // namespace

Result<TableReading> tableReading(const std::map<QString, std::optional<QString>> &answer)
{
    TableReading reading{.values = answer};
    bool isCount = false;
    reading.rows = valueOf(reading, QStringLiteral("row_count")).value_or(QString()).toLongLong(&isCount);
    if (!isCount)
        return unusable(QStringLiteral("it has no count"));
    for (const QString &text : valueOf(reading, QStringLiteral("buckets")).value_or(QString()).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        EKOS_TRY(const auto bucket, bucketOf(text));
        reading.buckets.insert(bucket);
    }
    return reading;
}

BucketLayout bucketLayout(qint64 rows)
{
    const quint64 wanted = quint64(std::max<qint64>(rows, 1) / rowsInBucket + 1);
    const qint64 buckets = std::clamp(qint64(std::bit_ceil(wanted)), leastBuckets, mostBuckets);
    return {buckets, rows <= controlRows ? buckets : std::clamp<qint64>(controlRows * buckets / rows, 1, buckets)};
}

std::vector<Mismatch> countDifferences(const TableReading &source, const TableReading &bronze)
{
    if (source.rows == bronze.rows)
        return {};
    return {{.tier = Tier::V1, .kind = QStringLiteral("count"), .source = QString::number(source.rows), .bronze = QString::number(bronze.rows)}};
}

std::vector<Mismatch> aggregateDifferences(const std::vector<Measure> &measures, const TableReading &source, const TableReading &bronze)
{
    std::vector<Mismatch> differences;
    for (const Measure &measure : measures) {
        if (isSame(measure, source, bronze))
            continue;
        Mismatch difference{.tier = Tier::V2, .column = measure.column, .measure = measure.aggregate.name, .kind = QStringLiteral("aggregate")};
        if (measure.aggregate.isCount) {
            difference.source = valueOf(source, measure.alias).value_or(QString());
            difference.bronze = valueOf(bronze, measure.alias).value_or(QString());
        }
        differences.push_back(difference);
    }
    return differences;
}

std::vector<qint64> differingBuckets(const TableReading &source, const TableReading &bronze)
{
    std::vector<qint64> buckets;
    for (const auto &[bucket, sum] : source.buckets)
        if (const auto other = bronze.buckets.find(bucket); other == bronze.buckets.end() || other->second != sum)
            buckets.push_back(bucket);
    for (const auto &[bucket, sum] : bronze.buckets)
        if (!source.buckets.contains(bucket) && sum.rows > 0)
            buckets.push_back(bucket);
    std::ranges::sort(buckets);
    return buckets;
}

std::vector<model::ControlResult> controlResults(const std::vector<PlannedControl> &controls, const TableReading &bronze)
{
    std::vector<model::ControlResult> results;
    for (const PlannedControl &control : controls) {
        const std::optional<QString> text = valueOf(bronze, control.alias + QStringLiteral("_bucket"));
        if (!text)
            continue; // no row of this table shows the defect
        const auto bucket = bucketOf(*text);
        if (!bucket)
            continue;
        const TableReading changed = withDefect(control, bronze, bucket.value());
        for (Tier tier : control.tiers) {
            const bool isCaught = tier == Tier::V1 ? !countDifferences(bronze, changed).empty()
                : tier == Tier::V2                 ? !aggregateDifferences(withoutDefect(control), bronze, changed).empty()
                                                   : !differingBuckets(bronze, changed).empty();
            results.push_back({tier, control.defect, control.columns, isCaught});
        }
    }
    return results;
}

} // namespace lakehouse::rules
