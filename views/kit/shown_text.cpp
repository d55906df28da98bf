#include "kit/shown_text.h"

#include <algorithm>

namespace lakehouse::views {

namespace {

bool isHarmless(QChar c)
{
    const char16_t code = c.unicode();
    const bool isControl = (code < 0x20 && code != u'\t') || (code >= 0x7f && code < 0xa0);
    const bool turnsDirection = code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e)
        || (code >= 0x2066 && code <= 0x2069);
    const bool isInvisible = code == 0x200b || code == 0x2060 || code == 0xfeff || code == 0x2028 || code == 0x2029;
    return !isControl && !turnsDirection && !isInvisible;
}

} // namespace

QString shownText(QStringView line)
{
    QString text = line.toString();
    if (std::ranges::all_of(text, isHarmless))
        return text;
    for (QChar &c : text)
        if (!isHarmless(c))
            c = c.unicode() < 0x20 ? QChar(0x2400 + c.unicode()) : QChar(QChar::ReplacementCharacter);
    return text;
}

} // namespace lakehouse::views
