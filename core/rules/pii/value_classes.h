#pragma once

#include "rules/pii/personal_data_set.h"

#include <QDate>
#include <QStringView>

namespace lakehouse::rules {

/// What a value may be. A distinctive class is said by the value itself; a plausible one only fits where a name says so. Distinctive ones are plausible.
struct ValueClasses {
    PersonalDataSet distinctive = {};
    PersonalDataSet plausible = {};
    bool isBlank = false; ///< nothing but white space and signs
};

/// Classes of one value, written as PostgreSQL prints it. `today` bounds what can be a date of birth. Of a long text the first 400 characters say as much.
ValueClasses classifyValue(QStringView value, const QDate &today);

} // namespace lakehouse::rules
