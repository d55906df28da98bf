#include "rules/pii/network_names.h"

#include "rules/pii/value_text.h"

#include <algorithm>

namespace lakehouse::rules {

namespace {

bool isAtomText(QChar sign)
{
    const char16_t unicode = sign.unicode();
    return unicode >= 0x80 || isAsciiLetter(unicode) || isAsciiDigit(unicode) || QStringView(u"!#$%&'*+-/=?^_`{|}~").contains(sign);
}

bool isDotAtom(QStringView text)
{
    if (text.isEmpty() || text.front() == u'.' || text.back() == u'.' || text.contains(QStringView(u"..")))
        return false;
    return std::ranges::all_of(text, [](QChar sign) { return sign == u'.' || isAtomText(sign); });
}

bool isDomainLabel(QStringView label)
{
    if (label.isEmpty() || label.size() > 63 || label.front() == u'-' || label.back() == u'-')
        return false;
    return std::ranges::all_of(label, [](QChar sign) { return sign == u'-' || sign.unicode() >= 0x80 || isAsciiLetter(sign.unicode()) || isAsciiDigit(sign.unicode()); });
}

bool isDomainName(QStringView text)
{
    if (text.size() > 255)
        return false;
    int labels = 0;
    while (true) {
        const qsizetype dot = text.indexOf(u'.');
        const QStringView label = dot < 0 ? text : text.first(dot);
        if (!isDomainLabel(label))
            return false;
        ++labels;
        if (dot < 0) // the last label is no number, so that "a@1.5" is no address
            return labels >= 2 && label.size() >= 2 && !isAsciiDigit(label.front().unicode());
        text = text.sliced(dot + 1);
    }
}

/// −1: no number up to `most` without leading zeros.
int shortNumber(QStringView text, int most)
{
    if (text.isEmpty() || text.size() > 3 || (text.size() > 1 && text.front() == u'0'))
        return -1;
    int value = 0;
    for (const QChar sign : text) {
        if (!isAsciiDigit(sign.unicode()))
            return -1;
        value = value * 10 + (sign.unicode() - u'0');
    }
    return value <= most ? value : -1;
}

/// Takes "/24" off; false: what follows the slash is no length of a prefix.
bool withoutPrefix(QStringView &text, int longest)
{
    const qsizetype slash = text.indexOf(u'/');
    if (slash < 0)
        return true;
    const bool isLength = shortNumber(text.sliced(slash + 1), longest) >= 0;
    text = text.first(slash);
    return isLength;
}

bool isQuad(QStringView text)
{
    for (int part = 0; part < 4; ++part) {
        const qsizetype dot = text.indexOf(u'.');
        if ((dot < 0) != (part == 3) || shortNumber(dot < 0 ? text : text.first(dot), 255) < 0)
            return false;
        text = dot < 0 ? QStringView() : text.sliced(dot + 1);
    }
    return true;
}

bool isHexGroup(QStringView group)
{
    return !group.isEmpty() && group.size() <= 4 && std::ranges::all_of(group, [](QChar sign) {
        const char16_t unicode = sign.unicode();
        return isAsciiDigit(unicode) || (unicode >= u'a' && unicode <= u'f') || (unicode >= u'A' && unicode <= u'F');
    });
}

/// How many groups of 16 bits stand there; −1: something else does. Only the last part may end in dotted numbers.
int groupsOf(QStringView text, bool isLast)
{
    int groups = 0;
    while (!text.isEmpty()) {
        const qsizetype colon = text.indexOf(u':');
        const QStringView group = colon < 0 ? text : text.first(colon);
        if (colon < 0 && isLast && group.contains(u'.'))
            return isQuad(group) ? groups + 2 : -1;
        if (!isHexGroup(group) || colon == text.size() - 1)
            return -1;
        ++groups;
        text = colon < 0 ? QStringView() : text.sliced(colon + 1);
    }
    return groups;
}

} // namespace

bool isEmailAddress(QStringView text)
{
    const qsizetype at = text.lastIndexOf(u'@');
    return at > 0 && at <= 64 && text.size() <= 254 && isDotAtom(text.first(at)) && isDomainName(text.sliced(at + 1));
}

bool isEmailText(QStringView text)
{
    if (const qsizetype open = text.indexOf(u'<'); open >= 0 && text.endsWith(u'>'))
        return isEmailAddress(text.sliced(open + 1).chopped(1));
    while (true) {
        const auto end = std::ranges::find_if(text, [](QChar sign) { return sign == u',' || sign == u';'; });
        const qsizetype size = end - text.begin();
        if (!isEmailAddress(text.first(size).trimmed()))
            return false;
        if (size == text.size())
            return true;
        text = text.sliced(size + 1).trimmed();
    }
}

bool isIpv4Address(QStringView text)
{
    return withoutPrefix(text, 32) && isQuad(text);
}

bool isIpv6Address(QStringView text)
{
    if (!withoutPrefix(text, 128))
        return false;
    if (const qsizetype zone = text.indexOf(u'%'); zone > 0)
        text = text.first(zone);
    const qsizetype gap = text.indexOf(QStringView(u"::"));
    if (gap < 0)
        return groupsOf(text, true) == 8;
    const QStringView behind = text.sliced(gap + 2);
    const int before = groupsOf(text.first(gap), false);
    const int after = behind.startsWith(u':') ? -1 : groupsOf(behind, true);
    return before >= 0 && after >= 0 && before + after >= 1 && before + after <= 7;
}

} // namespace lakehouse::rules
