#pragma once

#include "rules/reconcile/canonical_text.h"

namespace lakehouse::rules {

/// How partial results of one aggregate become one.
enum class Combine { Sum, Minimum, Maximum };

/// How two results are told apart.
enum class Sameness {
    Exact,     ///< the same text
    Tolerance  ///< numbers within 1e-9 of the larger magnitude: floating-point sums depend on the order of their terms
};

/// One number or value that sums up a column: V2 compares it.
struct ColumnAggregate {
    QString name = {};     ///< "nulls", "minimum", "sum", "characters": what people read
    Combine combine = Combine::Sum;
    Sameness sameness = Sameness::Exact;
    bool isCount = false;  ///< tells nothing of single values, so it may be shown
    QString postgres = {}; ///< aggregate over comparable values; {x} is the value
    QString trino = {};
    QString printedPostgres = {}; ///< the combined result as text; {x} is the result
    QString printedTrino = {};
};

/// What V2 compares of a column. Lengths are in characters of text, bytes of binary data, elements of arrays. A count of distinct values
/// is cheap only for booleans, where "true" together with "nulls" gives it; elsewhere V3 sees what it would.
std::vector<ColumnAggregate> columnAggregates(const model::PlannedColumn &column);

} // namespace lakehouse::rules
