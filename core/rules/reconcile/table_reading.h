#pragma once

#include "base/result.h"
#include "model/reconciliation.h"
#include "rules/reconcile/reconciliation_sql.h"

#include <map>

namespace lakehouse::rules {

struct BucketSum {
    qint64 rows = 0;
    QString hashSum = {};
    friend bool operator==(const BucketSum &, const BucketSum &) = default;
};

/// What the check statements answered for one side: one row each, put together by the names of its columns.
struct TableReading {
    qint64 rows = 0;
    std::map<qint64, BucketSum> buckets = {};
    std::map<QString, std::optional<QString>> values = {};
};

/// Fails with ExternalFailure when the answer is not what the statement asks for.
base::Result<TableReading> tableReading(const std::map<QString, std::optional<QString>> &answer);

/// How many buckets suit a table, and how many of them, from the first, get the planted defects: about 4,000 rows.
struct BucketLayout {
    qint64 buckets = 1;
    qint64 controlBuckets = 1;
};
BucketLayout bucketLayout(qint64 rows);

std::vector<model::Mismatch> countDifferences(const TableReading &source, const TableReading &bronze);
std::vector<model::Mismatch> aggregateDifferences(const std::vector<Measure> &measures, const TableReading &source, const TableReading &bronze);
std::vector<qint64> differingBuckets(const TableReading &source, const TableReading &bronze);

/// Each planted defect that found a suitable row, tier by tier: caught when the tier's own comparison tells bronze with the defect from bronze
/// without.
std::vector<model::ControlResult> controlResults(const std::vector<PlannedControl> &controls, const TableReading &bronze);

} // namespace lakehouse::rules
