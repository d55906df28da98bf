#pragma once

#include <string_view>

namespace lakehouse::rules {

// Numbers of accounts and cards as ValueText::compact() has them: digits and upper-case letters.

/// An IBAN: the length that ISO 13616-1 registers for its country, and ISO/IEC 7064 MOD 97-10.
bool isIban(std::string_view number);

/// A number of a payment card: a prefix and a length of ISO/IEC 7812-1 that a card scheme issues, and the check digit of its annex B (Luhn).
bool isPaymentCard(std::string_view number);

/// The last digit makes the sum of annex B of ISO/IEC 7812-1 a multiple of ten. Takes digits.
bool passesLuhn(std::string_view digits);

bool isAllDigits(std::string_view text);

} // namespace lakehouse::rules
