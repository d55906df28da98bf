#include "rules/pii/person_text.h"

#include <algorithm>

namespace lakehouse::rules {

namespace {

bool isNameSign(QChar sign)
{
    return sign.isLetter() || sign.isMark() || sign.isSpace() || sign.isSurrogate() || QStringView(u"'’`.-,").contains(sign);
}

int numberAt(QStringView text, qsizetype place, qsizetype size)
{
    int value = 0;
    for (const QChar sign : text.sliced(place, size)) {
        if (!isAsciiDigit(sign.unicode()))
            return -1;
        value = value * 10 + (sign.unicode() - u'0');
    }
    return value;
}

bool isSinceOneLife(int year, int month, int day, const QDate &today)
{
    const QDate date(year, month, day);
    return date.isValid() && date <= today && date >= today.addYears(-120);
}

/// Day and month in front of the year, either first: nothing tells them apart.
bool isWithYearLast(QStringView text, const QDate &today)
{
    const auto isSign = [](QChar sign) { return sign == u'.' || sign == u'/' || sign == u'-'; };
    const qsizetype first = std::ranges::find_if(text, isSign) - text.begin();
    if (first < 1 || first > 2 || text.size() - first < 7)
        return false;
    const QStringView rest = text.sliced(first + 1);
    const qsizetype second = rest.indexOf(text[first]);
    if (second < 1 || second > 2 || rest.size() != second + 5)
        return false;
    const int one = numberAt(text, 0, first);
    const int two = numberAt(rest, 0, second);
    const int year = numberAt(rest, second + 1, 4);
    return isSinceOneLife(year, two, one, today) || isSinceOneLife(year, one, two, today);
}

} // namespace

bool isNameShaped(const ValueText &value)
{
    const QStringView text = value.text();
    if (value.digits() > 0 || value.letters() < 2 || value.size() > 80 || value.words() > 6 || !std::ranges::all_of(text, isNameSign))
        return false;
    const bool hasCase = value.hasLower() || value.hasUpper();
    return !hasCase || value.hasUpper();
}

bool isAddressShaped(const ValueText &value)
{
    const QStringView text = value.text();
    if (value.size() < 2 || value.size() > 250 || value.words() > 25)
        return false;
    const bool isAllowed = std::ranges::all_of(text, [](QChar sign) {
        return sign.isLetterOrNumber() || sign.isMark() || sign.isSpace() || sign.isSurrogate() || QStringView(u",.;:-/'’()#&ºª°\"+").contains(sign);
    });
    const bool isCode = value.words() == 1 && value.digits() > 0 && value.letters() > 0 && value.size() > 10;
    return isAllowed && !isCode && !value.has(u'@') && (value.letters() >= 2 || (value.digits() >= 3 && value.size() <= 10));
}

bool isBirthDate(QStringView text, const QDate &today)
{
    if (text.size() == 8 && isSinceOneLife(numberAt(text, 0, 4), numberAt(text, 4, 2), numberAt(text, 6, 2), today))
        return true;
    if (text.size() < 8)
        return text.size() == 4 && isSinceOneLife(numberAt(text, 0, 4), 1, 1, today);
    if (text.size() >= 10 && text[4] == u'-' && text[7] == u'-' && (text.size() == 10 || text[10] == u' ' || text[10] == u'T'))
        return isSinceOneLife(numberAt(text, 0, 4), numberAt(text, 5, 2), numberAt(text, 8, 2), today);
    return isWithYearLast(text, today);
}

bool isProse(const ValueText &value)
{
    if (value.size() < 40 || value.words() < 6 || !value.hasLower())
        return false;
    const qsizetype visible = value.size() - value.spaces();
    return value.letters() * 10 >= visible * 7 && visible <= value.words() * 14;
}

bool isWords(const ValueText &value)
{
    return value.words() >= 2 && value.letters() >= 4;
}

} // namespace lakehouse::rules
