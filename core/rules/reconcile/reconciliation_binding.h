#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "rules/reconcile/canonical_text.h"

#include <vector>

namespace lakehouse::rules {

/// The only values that come into a reconciliation statement.
struct ReconciliationBinding {
    std::optional<base::UtcTime> boundUtc = {};
    qint64 buckets = 1;
    qint64 controlBuckets = 1;        ///< the first so many buckets get the planted defects
    std::vector<qint64> leftOutKeys = {};
    qint64 leftOutLimit = 1;
    std::vector<qint64> differingBuckets = {};
};

/// Puts literals in place of ${bound}, ${buckets}, ${control_buckets}, ${left_out_keys}, ${left_out_limit} and ${differing_buckets}. Texts,
/// quoted names and comments stay as they are, so a column may be called "${bound}". Fails with InvalidInput when a placeholder is unknown
/// or has no value.
base::Result<QString> bindReconciliation(SqlDialect dialect, const QString &sql, const ReconciliationBinding &binding);

} // namespace lakehouse::rules
