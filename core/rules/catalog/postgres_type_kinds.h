#pragma once

#include "rules/catalog/type_table_postgres.h"

namespace lakehouse::rules {

/// Kinds of types whose values decide how they land; of an array the kind of its elements.
bool isNumeric(const model::SourceType &type);
bool isUnconstrained(const model::SourceType &type); ///< numeric without precision
bool isOver38Digits(const model::SourceType &type);  ///< numeric of a precision that no decimal has
bool isDayOrMoment(const model::SourceType &type);
bool isTimeOfDay(const model::SourceType &type);

} // namespace lakehouse::rules
