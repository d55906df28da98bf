#pragma once

#include "rules/catalog/type_table_postgres.h"

namespace lakehouse::rules {

/// Values that bronze cannot hold as they are, counted and named: "1 NaN, 1 infinite". Of an array its elements.
struct ValuesInTheWay {
    qint64 count = 0;
    base::Text kinds = {};
};
ValuesInTheWay valuesInTheWay(const model::SourceType &type, const model::ColumnMeasure &measure);

/// Whether the most digits before and the most after the point, were they of one value, fit into a decimal.
bool fitsInDecimal(const model::ColumnMeasure &measure);

/// Values of a primary key: two of them must not become one.
enum class ColumnRole { Plain, PrimaryKey };

/// What a person may decide of a column of this type, the most faithful first. It hardly depends on the values of today, so that a decision outlives those
/// it was made for. `measure` may be null: not measured.
std::vector<model::PlanEdit> offersFor(const model::SourceType &type, const model::ColumnMeasure *measure, ColumnRole role);

/// How the source reads a decided column.
struct DecidedReading {
    const TypeRule *rule = nullptr; ///< in place of the type's own; null: that one
    QString value = {};             ///< expression of the source over the column {c}; empty: the column as it is
    bool isArray = false;           ///< lands as one
};
/// `scale`: of a numeric that bronze holds as a decimal.
DecidedReading decidedReading(model::PlanEdit decision, const model::SourceType &type, qint64 scale);

/// What a decision does to how many values, in a sentence.
base::Text outcomeOf(model::PlanEdit decision, const model::SourceType &type, const model::ColumnMeasure *measure);

/// What stands in place of values that are out of range, when a person decided for the nearest that bronze can hold: "9999-12-31 or 0001-01-01".
QString limitsInWords(const model::SourceType &type);

} // namespace lakehouse::rules
