#include "rules/pii/value_text.h"

namespace lakehouse::rules {

ValueText::ValueText(QStringView value) : m_text(value.trimmed())
{
    bool isInWord = false;
    for (const QChar sign : m_text) {
        const bool isSpace = sign.unicode() < 0x80 ? sign.unicode() == u' ' || (sign.unicode() >= 9 && sign.unicode() <= 13) : sign.isSpace();
        if (isSpace)
            ++m_spaces;
        else
            count(sign.unicode());
        m_words += !isSpace && !isInWord;
        isInWord = !isSpace;
    }
    if (!m_isCompact)
        m_compactSize = 0;
}

void ValueText::count(char16_t sign)
{
    if (isAsciiDigit(sign)) {
        ++m_digits;
        keep(char(sign));
    } else if (isAsciiLetter(sign) || sign >= 0x80) {
        countLetter(sign);
    } else if (sign == u'-' || sign == u'.' || sign == u'/') {
        ++m_separators;
    } else {
        m_isCompact = false;
    }
}

void ValueText::countLetter(char16_t sign)
{
    if (isAsciiLetter(sign)) {
        ++m_letters;
        (isAsciiUpper(sign) ? m_hasUpper : m_hasLower) = true;
        keep(char(isAsciiUpper(sign) ? sign : sign - 32));
        return;
    }
    m_isCompact = false;
    const QChar letter(sign);
    if (!letter.isLetter() && !letter.isMark() && !letter.isSurrogate())
        return;
    ++m_letters;
    m_hasUpper = m_hasUpper || letter.isUpper();
    m_hasLower = m_hasLower || letter.isLower();
}

void ValueText::keep(char sign)
{
    if (m_compactSize == mostCompact)
        m_isCompact = false;
    else if (m_isCompact)
        m_compact[m_compactSize++] = sign;
}

} // namespace lakehouse::rules
