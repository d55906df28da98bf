#pragma once

#include "model/catalog.h"
#include "rules/pii/personal_data_set.h"

namespace lakehouse::rules {

/// What the values of a type are worth.
enum class ValueReading {
    Never,       ///< their text says nothing: documents, arrays, bytes
    WhereNamed,  ///< they can prove or deny what a name says
    Always       ///< they may say by themselves what they are
};

/// What a column of a type can hold at all, and whether its values can be told by their text.
struct ColumnClasses {
    PersonalDataSet possible = {};
    ValueReading reading = ValueReading::Never;
};

/// Numbers, flags and dates hold what fits into them; arrays and documents what their names say.
ColumnClasses classesOfType(const model::SourceType &type);

} // namespace lakehouse::rules
