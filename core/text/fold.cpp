#include "text/fold.h"

#include <QString>

#include <algorithm>

namespace lakehouse::text {

namespace {

/// Letters that Unicode does not take apart although people search them by the plain one.
QStringView plainLetters(char16_t letter)
{
    switch (letter) {
    case u'ß': case u'ẞ': return u"ss";
    case u'æ': case u'Æ': return u"ae";
    case u'œ': case u'Œ': return u"oe";
    case u'ø': case u'Ø': return u"o";
    case u'đ': case u'Đ': case u'ð': case u'Ð': return u"d";
    case u'ł': case u'Ł': return u"l";
    case u'ħ': case u'Ħ': return u"h";
    case u'ŧ': case u'Ŧ': return u"t";
    case u'ı': case u'İ': return u"i";
    case u'þ': case u'Þ': return u"th";
    case u'ς': return u"σ";
    default: return {};
    }
}

/// Accents of Latin, Greek and Cyrillic. Marks of other scripts tell letters apart and stay.
bool isAccent(char16_t sign)
{
    return sign >= 0x0300 && sign <= 0x036f;
}

char foldedAscii(char16_t sign)
{
    if (sign < 0x20 || sign == 0x7f)
        return ' ';
    return char(sign >= u'A' && sign <= u'Z' ? sign + 32 : sign);
}

bool isAscii(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar sign) { return sign.unicode() < 0x80; });
}

constexpr qsizetype countedDigits = 40;

bool isDigit(char sign)
{
    return sign >= '0' && sign <= '9';
}

} // namespace

QString folded(QStringView text)
{
    QString result;
    result.reserve(text.size());
    if (isAscii(text)) {
        for (const QChar sign : text)
            result += QLatin1Char(foldedAscii(sign.unicode()));
        return result;
    }
    const QString apart = text.toString().normalized(QString::NormalizationForm_KD);
    for (const QChar sign : apart) {
        const char16_t unicode = sign.unicode();
        if (isAccent(unicode))
            continue;
        if (const QStringView plain = plainLetters(unicode); !plain.isEmpty())
            result += plain;
        else if (unicode < 0x80)
            result += QLatin1Char(foldedAscii(unicode));
        else
            result += sign.isSpace() || sign.category() == QChar::Other_Control ? QChar(u' ') : sign;
    }
    return result.toCaseFolded();
}

void appendFolded(QByteArray &to, QStringView text)
{
    if (!isAscii(text)) {
        to += folded(text).toUtf8();
        return;
    }
    const qsizetype before = to.size();
    to.resize(before + text.size());
    char *place = to.data() + before;
    for (const QChar sign : text)
        *place++ = foldedAscii(sign.unicode());
}

QByteArray sortKey(QByteArrayView folded)
{
    QByteArray key;
    key.reserve(folded.size() + 4);
    for (qsizetype i = 0; i < folded.size();) {
        if (!isDigit(folded[i])) {
            key += folded[i++];
            continue;
        }
        while (i + 1 < folded.size() && folded[i] == '0' && isDigit(folded[i + 1]))
            ++i; // leading zeros do not make a number greater
        qsizetype end = i;
        while (end < folded.size() && isDigit(folded[end]))
            ++end;
        // The count of digits goes first; counted from the digit zero it stays below every letter, and each forty digits are counted by themselves.
        key += QByteArray((end - i) / countedDigits, char('0' + countedDigits));
        key += char('0' + (end - i) % countedDigits);
        key += folded.sliced(i, end - i);
        i = end;
    }
    return key;
}

} // namespace lakehouse::text
