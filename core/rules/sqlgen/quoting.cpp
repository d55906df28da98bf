#include "rules/sqlgen/quoting.h"

namespace lakehouse::rules {

namespace {

QString doubled(const QString &text, QChar quote)
{
    QString quoted;
    quoted.reserve(text.size() + 2);
    quoted += quote;
    for (const QChar character : text) {
        if (character == quote)
            quoted += quote;
        quoted += character;
    }
    return quoted += quote;
}

/// What an editor or terminal does not show as itself: controls, line ends of any kind, marks that turn the direction, lone surrogates.
bool isInvisible(const QString &text, qsizetype at)
{
    const QChar character = text[at];
    switch (character.category()) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Other_Surrogate:
        if (character.isHighSurrogate())
            return at + 1 == text.size() || !text[at + 1].isLowSurrogate();
        return at == 0 || !text[at - 1].isHighSurrogate();
    default:
        return false;
    }
}

QString unicodeEscape(QChar character)
{
    return QStringLiteral("\\u%1").arg(character.unicode(), 4, 16, QLatin1Char('0'));
}

/// The escapes that Python and JSON have in common.
QString backslashEscaped(const QString &text)
{
    QString escaped(QLatin1Char('"'));
    escaped.reserve(text.size() + 2);
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar character = text[at];
        if (character == QLatin1Char('"') || character == QLatin1Char('\\'))
            escaped += QLatin1Char('\\') + character;
        else if (character == QLatin1Char('\n'))
            escaped += QStringLiteral("\\n");
        else if (character == QLatin1Char('\t'))
            escaped += QStringLiteral("\\t");
        else if (character == QLatin1Char('\r'))
            escaped += QStringLiteral("\\r");
        else if (isInvisible(text, at))
            escaped += unicodeEscape(character);
        else
            escaped += character;
    }
    return escaped += QLatin1Char('"');
}

} // namespace

QString trinoIdentifier(const QString &name)
{
    return doubled(name, QLatin1Char('"'));
}

QString trinoLiteral(const QString &text)
{
    return doubled(text, QLatin1Char('\''));
}

QString postgresIdentifier(const QString &name)
{
    return doubled(name, QLatin1Char('"'));
}

QString postgresLiteral(const QString &text)
{
    QString quoted = doubled(text, QLatin1Char('\''));
    if (!text.contains(QLatin1Char('\\')))
        return quoted;
    // The space keeps the E apart from a word before it.
    return QStringLiteral(" E") + quoted.replace(QLatin1Char('\\'), QStringLiteral("\\\\"));
}

QString pythonString(const QString &text)
{
    return backslashEscaped(text);
}

QString jsonString(const QString &text)
{
    return backslashEscaped(text);
}

QString sqlComment(const QString &text)
{
    QString line = QStringLiteral("-- ");
    line.reserve(text.size() + 3);
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (text[at] == QLatin1Char('\n'))
            line += QStringLiteral("\\n");
        else if (isInvisible(text, at))
            line += unicodeEscape(text[at]);
        else
            line += text[at];
    }
    return line;
}

} // namespace lakehouse::rules
