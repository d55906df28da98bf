#pragma once

#include "rules/pii/value_text.h"

#include <QDate>

namespace lakehouse::rules {

// What only the name of a column can tell from other texts: each says that a value may be such, never that it is.

/// A name of a person: one to six words of letters that begin with a capital, but for particles such as "van"; "Weiß, Anna", "O'Brien", "J. R. Smith".
bool isNameShaped(const ValueText &value);

/// A line of an address, a place or a postal code.
bool isAddressShaped(const ValueText &value);

/// A day of the last 120 years: 1980-02-29, maybe with a time; 29.02.1980, 29/02/1980, 02/29/1980, 19800229.
bool isBirthDate(QStringView text, const QDate &today);

/// What a person wrote in sentences: words of letters with small ones among them, six at least and from 40 characters on.
bool isProse(const ValueText &value);

/// Words, at least two of them.
bool isWords(const ValueText &value);

} // namespace lakehouse::rules
