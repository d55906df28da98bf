#include "rules/pii/payment_numbers.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace lakehouse::rules {

namespace {

struct IbanLength {
    std::string_view country;
    std::size_t length;
};

/// By country code; the register of ISO 13616.
constexpr IbanLength ibanLengths[] = {
    {"AD", 24}, {"AE", 23}, {"AL", 28}, {"AT", 20}, {"AZ", 28}, {"BA", 20}, {"BE", 16}, {"BG", 22}, {"BH", 22}, {"BI", 27}, {"BR", 29}, {"BY", 28}, {"CH", 21},
    {"CR", 22}, {"CY", 28}, {"CZ", 24}, {"DE", 22}, {"DJ", 27}, {"DK", 18}, {"DO", 28}, {"EE", 20}, {"EG", 29}, {"ES", 24}, {"FI", 18}, {"FK", 18}, {"FO", 18},
    {"FR", 27}, {"GB", 22}, {"GE", 22}, {"GI", 23}, {"GL", 18}, {"GR", 27}, {"GT", 28}, {"HN", 28}, {"HR", 21}, {"HU", 28}, {"IE", 22}, {"IL", 23}, {"IQ", 23},
    {"IS", 26}, {"IT", 27}, {"JO", 30}, {"KW", 30}, {"KZ", 20}, {"LB", 28}, {"LC", 32}, {"LI", 21}, {"LT", 20}, {"LU", 20}, {"LV", 21}, {"LY", 25}, {"MC", 27},
    {"MD", 24}, {"ME", 22}, {"MK", 19}, {"MN", 20}, {"MR", 27}, {"MT", 31}, {"MU", 30}, {"NI", 28}, {"NL", 18}, {"NO", 15}, {"OM", 23}, {"PK", 24}, {"PL", 28},
    {"PS", 29}, {"PT", 25}, {"QA", 29}, {"RO", 24}, {"RS", 22}, {"RU", 33}, {"SA", 24}, {"SC", 31}, {"SD", 18}, {"SE", 24}, {"SI", 19}, {"SK", 24}, {"SM", 27},
    {"SO", 23}, {"ST", 25}, {"SV", 28}, {"TL", 23}, {"TN", 24}, {"TR", 26}, {"UA", 29}, {"VA", 22}, {"VG", 24}, {"XK", 20}, {"YE", 30},
};

struct CardRange {
    int first;              ///< of the first four digits
    int last;
    std::size_t shortest;
    std::size_t longest;
};

/// American Express; Diners Club; JCB; Visa; Mastercard; Maestro; Discover; UnionPay.
constexpr CardRange cardRanges[] = {
    {3400, 3499, 15, 15}, {3700, 3799, 15, 15}, {3000, 3059, 14, 16}, {3095, 3095, 14, 16}, {3600, 3699, 14, 16}, {3800, 3999, 14, 16}, {3528, 3589, 16, 19},
    {4000, 4999, 16, 19}, {5100, 5599, 16, 16}, {2221, 2720, 16, 16}, {5018, 5018, 12, 19}, {5020, 5020, 12, 19}, {5038, 5038, 12, 19}, {5893, 5893, 12, 19},
    {6304, 6304, 12, 19}, {6759, 6763, 12, 19}, {6011, 6011, 16, 19}, {6440, 6599, 16, 19}, {6200, 6299, 16, 19},
};

bool isDigit(char sign) { return sign >= '0' && sign <= '9'; }

std::size_t ibanLength(std::string_view country)
{
    const auto *found = std::ranges::lower_bound(ibanLengths, country, {}, &IbanLength::country);
    return found != std::end(ibanLengths) && found->country == country ? found->length : 0;
}

int remainderBy97(std::string_view text, int remainder)
{
    for (const char sign : text)
        remainder = isDigit(sign) ? (remainder * 10 + (sign - '0')) % 97 : (remainder * 100 + (sign - 'A' + 10)) % 97;
    return remainder;
}

} // namespace

bool isAllDigits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, isDigit);
}

bool isIban(std::string_view number)
{
    if (number.size() < 15 || !isDigit(number[2]) || !isDigit(number[3]) || ibanLength(number.substr(0, 2)) != number.size())
        return false;
    return remainderBy97(number.substr(0, 4), remainderBy97(number.substr(4), 0)) == 1;
}

bool passesLuhn(std::string_view digits)
{
    int sum = 0;
    bool isDoubled = false;
    for (auto sign = digits.rbegin(); sign != digits.rend(); ++sign, isDoubled = !isDoubled) {
        const int value = (*sign - '0') * (isDoubled ? 2 : 1);
        sum += value > 9 ? value - 9 : value;
    }
    return sum % 10 == 0;
}

bool isPaymentCard(std::string_view number)
{
    if (number.size() < 12 || number.size() > 19 || !isAllDigits(number))
        return false;
    int prefix = 0;
    std::from_chars(number.data(), number.data() + 4, prefix);
    const bool isIssued = std::ranges::any_of(cardRanges, [&](const CardRange &range) {
        return prefix >= range.first && prefix <= range.last && number.size() >= range.shortest && number.size() <= range.longest;
    });
    return isIssued && passesLuhn(number);
}

} // namespace lakehouse::rules
