#pragma once

#include "rules/pii/value_text.h"

namespace lakehouse::rules {

/// How surely a value is a number of a telephone.
enum class PhoneLikeness {
    None,
    Possible,   ///< digits as a telephone number may have them, as has much else
    Distinctive ///< written as telephone numbers are
};

/// ITU-T E.164 (+ and up to 15 digits), ITU-T E.123 (national writings with a leading zero, brackets and blanks) and the ten digits of the North
/// American plan in three groups. An extension may follow. Dates, amounts, ISBNs and plain numbers are not distinctive.
PhoneLikeness phoneLikeness(const ValueText &value);

} // namespace lakehouse::rules
