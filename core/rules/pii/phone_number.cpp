#include "rules/pii/phone_number.h"

#include <algorithm>
#include <array>

namespace lakehouse::rules {

namespace {

constexpr int mostGroups = 8;

/// The runs of digits of a number and what parts them.
struct DigitGroups {
    std::array<int, mostGroups> sizes{};
    std::array<int, mostGroups> starts{};
    int count = 0;
    int dots = 0;
    int slashes = 0;
    int brackets = 0;
    bool isWellFormed = true;
};

QStringView withoutExtension(QStringView text)
{
    for (const QStringView mark : {QStringView(u"ext."), QStringView(u"ext"), QStringView(u"x")}) {
        const qsizetype place = text.lastIndexOf(mark, -1, Qt::CaseInsensitive);
        if (place < 7)
            continue;
        const QStringView extension = text.sliced(place + mark.size()).trimmed();
        if (!extension.isEmpty() && extension.size() <= 6 && std::ranges::all_of(extension, [](QChar sign) { return isAsciiDigit(sign.unicode()); }))
            return text.first(place).trimmed();
    }
    return text;
}

bool isSeparator(char16_t sign)
{
    return sign == u' ' || sign == u'-' || sign == u'.' || sign == u'/' || sign == u'(' || sign == u')' || sign == 0xa0;
}

DigitGroups groupsOf(QStringView text)
{
    DigitGroups groups;
    bool isInGroup = false;
    for (qsizetype place = 0; place < text.size(); ++place) {
        const char16_t sign = text[place].unicode();
        if (isAsciiDigit(sign)) {
            if (!isInGroup && groups.count < mostGroups)
                groups.starts[std::size_t(groups.count)] = int(place);
            groups.count += !isInGroup;
            isInGroup = true;
            if (groups.count > mostGroups)
                break;
            ++groups.sizes[std::size_t(groups.count - 1)];
            continue;
        }
        isInGroup = false;
        groups.dots += sign == u'.';
        groups.slashes += sign == u'/';
        groups.brackets += sign == u'(' || sign == u')';
        groups.isWellFormed = groups.isWellFormed && isSeparator(sign);
    }
    groups.isWellFormed = groups.isWellFormed && groups.count <= mostGroups;
    return groups;
}

/// 31.12.2024, 2024-12-31, 12/2024: three groups, or two, of which one is a year.
bool isDateShaped(const DigitGroups &groups)
{
    if (groups.brackets > 0 || (groups.count != 3 && groups.count != 2))
        return false;
    const int last = groups.count - 1;
    const bool isYearLast = groups.sizes[0] <= 2 && groups.sizes[std::size_t(last)] == 4 && (last == 1 || groups.sizes[1] <= 2);
    const bool isYearFirst = groups.sizes[0] == 4 && groups.sizes[1] <= 2 && groups.sizes[std::size_t(last)] <= 2;
    const bool isShort = groups.count == 3 && groups.sizes[0] <= 2 && groups.sizes[1] <= 2 && groups.sizes[2] <= 2;
    return isYearLast || isYearFirst || isShort;
}

/// 555-010-1234, (555) 010-1234 and 1-555-… of the North American plan.
bool isNorthAmerican(QStringView text, const DigitGroups &groups)
{
    const int first = groups.count == 4 && groups.sizes[0] == 1 && text[groups.starts[0]] == u'1' ? 1 : 0;
    if (groups.count != first + 3)
        return false;
    const auto at = [&](int group) { return std::size_t(first + group); };
    return groups.sizes[at(0)] == 3 && groups.sizes[at(1)] == 3 && groups.sizes[at(2)] == 4 && text[groups.starts[at(0)]] >= u'2' && text[groups.starts[at(1)]] >= u'2';
}

/// A trunk prefix 0, an area of at least two digits with it, and groups: 030 123456, (0 30) …, 01.23.45.67.89.
bool isNational(QStringView text, const DigitGroups &groups, int digits)
{
    if (digits < 8 || digits > 13 || groups.count < 2)
        return false;
    const bool isBracketed = text.front() == u'(' && groups.brackets == 2;
    const bool hasTrunkPrefix = text[groups.starts[0]] == u'0' && groups.sizes[0] >= 2 && text[groups.starts[0] + 1] != u'0';
    const bool areDotsGroups = groups.dots == 0 || (groups.count >= 4 && groups.dots == groups.count - 1);
    return (isBracketed || hasTrunkPrefix) && areDotsGroups;
}

} // namespace

PhoneLikeness phoneLikeness(const ValueText &value)
{
    if (value.digits() < 3 || value.size() > 40 || value.letters() > 4)
        return PhoneLikeness::None;
    const QStringView text = value.letters() > 0 ? withoutExtension(value.text()) : value.text();
    const bool isInternational = text.startsWith(u'+');
    const DigitGroups groups = groupsOf(isInternational ? text.sliced(1) : text);
    int digits = 0;
    for (int group = 0; group < std::min(groups.count, mostGroups); ++group)
        digits += groups.sizes[std::size_t(group)];
    if (!groups.isWellFormed || digits < 3 || digits > 17)
        return PhoneLikeness::None;
    if (isInternational)
        return digits >= 7 && digits <= 15 && text.size() > 1 && text[1] != u'0' && (groups.count > 1 || groups.dots == 0) ? PhoneLikeness::Distinctive : PhoneLikeness::None;
    if (isDateShaped(groups) || (groups.dots == 1 && groups.count == 2) || text.startsWith(u'-'))
        return PhoneLikeness::None;
    const bool isLongDistance = text.startsWith(QStringView(u"00")) && text.size() > 2 && text[2] != u'0' && groups.count > 1 && digits >= 9;
    if (isLongDistance || isNorthAmerican(text, groups) || isNational(text, groups, digits))
        return PhoneLikeness::Distinctive;
    return digits <= 15 ? PhoneLikeness::Possible : PhoneLikeness::None;
}

} // namespace lakehouse::rules
