#include "rules/pii/national_ids.h"

#include "rules/pii/payment_numbers.h"

#include <QDate>

#include <algorithm>
#include <array>
#include <span>

namespace lakehouse::rules {

namespace {

bool isLetter(char sign) { return sign >= 'A' && sign <= 'Z'; }
int digitAt(std::string_view text, std::size_t place) { return text[place] - '0'; }
int twoDigitsAt(std::string_view text, std::size_t place) { return 10 * digitAt(text, place) + digitAt(text, place + 1); }

bool isDigits(std::string_view text, std::size_t size)
{
    return text.size() == size && isAllDigits(text);
}

int weightedSum(std::string_view digits, std::span<const int> weights)
{
    int sum = 0;
    for (std::size_t place = 0; place < weights.size(); ++place)
        sum += weights[place] * digitAt(digits, place);
    return sum;
}

constexpr std::string_view spanishLetters = "TRWAGMYFPDXBNJZSQVHLCKE";

/// What a sign counts on an odd place of a codice fiscale; digits and the letters A to J count the same.
constexpr std::array<int, 26> oddItalianValues{1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};

int italianValue(char sign, bool isOdd)
{
    const int value = isLetter(sign) ? sign - 'A' : sign - '0';
    return isOdd ? oddItalianValues[std::size_t(value)] : value;
}

/// Places of digits; namesakes get one of these letters in place of a digit.
bool isItalianDigit(char sign)
{
    return (sign >= '0' && sign <= '9') || std::string_view("LMNPQRSTUV").find(sign) != std::string_view::npos;
}

} // namespace

bool isGermanTaxId(std::string_view number)
{
    if (!isDigits(number, 11) || number[0] == '0')
        return false;
    std::array<int, 10> times{};
    int product = 10;
    for (std::size_t place = 0; place < 10; ++place) {
        const int digit = digitAt(number, place);
        ++times[std::size_t(digit)];
        const int sum = (digit + product) % 10;
        product = (sum == 0 ? 10 : sum) * 2 % 11;
    }
    const auto repeated = std::ranges::count_if(times, [](int count) { return count > 1; });
    return repeated == 1 && std::ranges::max(times) <= 3 && (11 - product) % 10 == digitAt(number, 10);
}

bool isFrenchNir(std::string_view number)
{
    if (number.size() != 15 || number[0] < '1' || number[0] > '8')
        return false;
    std::string body(number.substr(0, 13));
    qint64 offset = 0;
    if (body[5] == '2' && (body[6] == 'A' || body[6] == 'B')) {
        offset = body[6] == 'A' ? 1000000 : 2000000;
        body[6] = '0';
    }
    if (!isAllDigits(body) || !isAllDigits(number.substr(13)))
        return false;
    qint64 value = 0;
    for (const char sign : body)
        value = value * 10 + (sign - '0');
    return 97 - (value - offset) % 97 == twoDigitsAt(number, 13);
}

bool isSpanishId(std::string_view number)
{
    if (number.size() != 9)
        return false;
    const std::size_t foreigner = std::string_view("XYZ").find(number[0]);
    if (foreigner == std::string_view::npos && (number[0] < '0' || number[0] > '9'))
        return false;
    if (!isAllDigits(number.substr(1, 7)))
        return false;
    int value = foreigner == std::string_view::npos ? number[0] - '0' : int(foreigner);
    for (const char sign : number.substr(1, 7))
        value = value * 10 + (sign - '0');
    return spanishLetters[std::size_t(value % 23)] == number[8];
}

bool isItalianFiscalCode(std::string_view number)
{
    if (number.size() != 16 || !std::ranges::all_of(number.substr(0, 6), isLetter) || !isLetter(number[11]) || !isLetter(number[15])
        || std::string_view("ABCDEHLMPRST").find(number[8]) == std::string_view::npos)
        return false;
    for (const std::size_t place : {6, 7, 9, 10, 12, 13, 14})
        if (!isItalianDigit(number[place]))
            return false;
    int sum = 0;
    for (std::size_t place = 0; place < 15; ++place)
        sum += italianValue(number[place], place % 2 == 0);
    return number[15] - 'A' == sum % 26;
}

bool isDutchBsn(std::string_view number)
{
    static constexpr std::array weights{9, 8, 7, 6, 5, 4, 3, 2, -1};
    return isDigits(number, 9) && number != "000000000" && weightedSum(number, weights) % 11 == 0;
}

bool isPolishPesel(std::string_view number)
{
    static constexpr std::array weights{1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1};
    static constexpr std::array centuries{1900, 2000, 2100, 2200, 1800};
    if (!isDigits(number, 11) || weightedSum(number, weights) % 10 != 0)
        return false;
    const int month = twoDigitsAt(number, 2);
    return QDate::isValid(centuries[std::size_t(month / 20)] + twoDigitsAt(number, 0), month % 20, twoDigitsAt(number, 4));
}

bool isSwedishPersonalNumber(std::string_view number)
{
    const int century = number.size() == 12 && isAllDigits(number) ? twoDigitsAt(number, 0) : 20; // 2000 leaves 29 February possible
    if (number.size() == 12)
        number.remove_prefix(2);
    if (!isDigits(number, 10) || (century != 18 && century != 19 && century != 20) || !passesLuhn(number))
        return false;
    const int day = twoDigitsAt(number, 4);
    return QDate::isValid(century * 100 + twoDigitsAt(number, 0), twoDigitsAt(number, 2), day > 60 ? day - 60 : day); // coordination numbers add 60
}

bool isBrazilianCpf(std::string_view number)
{
    static constexpr std::array weights{11, 10, 9, 8, 7, 6, 5, 4, 3, 2};
    if (!isDigits(number, 11) || std::ranges::all_of(number, [&](char sign) { return sign == number[0]; }))
        return false;
    const auto isRight = [&](std::size_t place) { return weightedSum(number, std::span(weights).last(place)) * 10 % 11 % 10 == digitAt(number, place); };
    return isRight(9) && isRight(10);
}

bool isAmericanSsn(std::string_view number)
{
    if (!isDigits(number, 9))
        return false;
    const std::string_view area = number.substr(0, 3);
    return area != "000" && area != "666" && number[0] != '9' && number.substr(3, 2) != "00" && number.substr(5) != "0000";
}

bool isBritishNino(std::string_view number)
{
    if (number.size() != 9 || !isAllDigits(number.substr(2, 6)) || number[8] < 'A' || number[8] > 'D' || !isLetter(number[0]) || !isLetter(number[1]))
        return false;
    static constexpr std::string_view unused[] = {"BG", "GB", "KN", "NK", "NT", "TN", "ZZ"};
    return std::string_view("DFIQUV").find(number[0]) == std::string_view::npos && std::string_view("DFIOQUV").find(number[1]) == std::string_view::npos
           && std::ranges::find(unused, number.substr(0, 2)) == std::end(unused);
}

} // namespace lakehouse::rules
