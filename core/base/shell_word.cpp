#include "base/shell_word.h"

#include <QByteArray>
#include <QList>

#include <algorithm>

namespace lakehouse::base {

namespace {

bool isPlain(char16_t unit)
{
    return (unit >= u'a' && unit <= u'z') || (unit >= u'A' && unit <= u'Z') || (unit >= u'0' && unit <= u'9') || QStringView(u"_-./:@%+=,").contains(QChar(unit));
}

/// Whether a terminal would hide the character, or let it change what is seen: control characters, line separators, marks of direction, lone surrogates.
bool isHidden(char32_t character)
{
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return true;
    default: return false;
    }
}

/// The bytes of one character as \ooo: three octal digits mean the same in every shell that has $'…', whatever follows them.
QString octal(const QByteArray &bytes)
{
    QString text;
    for (const char byte : bytes)
        text += QStringLiteral("\\%1").arg(int(uchar(byte)), 3, 8, QLatin1Char('0'));
    return text;
}

} // namespace

QString shellWord(const QString &word)
{
    // A leading "=" or "%" means something to some shells.
    const bool startsPlain = !word.isEmpty() && word[0] != QLatin1Char('=') && word[0] != QLatin1Char('%');
    if (startsPlain && std::ranges::all_of(word, [](QChar character) { return isPlain(character.unicode()); }))
        return word;
    const auto characters = word.toUcs4();
    if (std::ranges::none_of(characters, isHidden)) {
        QString quoted = word;
        return QLatin1Char('\'') + quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
    }
    QString escaped = QStringLiteral("$'");
    for (const uint code : characters) {
        const char32_t character = code;
        if (character == U'\'' || character == U'\\')
            escaped += QLatin1Char('\\') + QChar(char16_t(character));
        else if (isHidden(character))
            escaped += octal(QString::fromUcs4(&character, 1).toUtf8());
        else
            escaped += QString::fromUcs4(&character, 1);
    }
    return escaped + QLatin1Char('\'');
}

} // namespace lakehouse::base
