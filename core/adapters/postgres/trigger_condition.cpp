#include "adapters/postgres/trigger_condition.h"

namespace lakehouse::adapters::postgres {

namespace {

/// Just behind the quoted word that begins at `position`; text may hold doubled quotes, and after E backslashes.
qsizetype behindQuotes(const QString &text, qsizetype position)
{
    const QChar quote = text[position];
    const bool escapes = quote == QLatin1Char('\'') && position > 0 && text[position - 1].toUpper() == QLatin1Char('E');
    for (++position; position < text.size(); ++position) {
        if (escapes && text[position] == QLatin1Char('\\'))
            ++position;
        else if (text[position] == quote)
            return position + 1; // a doubled quote begins another quoted word at once
    }
    return position;
}

bool isQuote(QChar character)
{
    return character == QLatin1Char('"') || character == QLatin1Char('\'');
}

/// The position of the parenthesis that closes the one at `open`, or -1.
qsizetype closingParenthesis(const QString &text, qsizetype open)
{
    int depth = 0;
    for (qsizetype i = open; i < text.size();) {
        if (isQuote(text[i])) {
            i = behindQuotes(text, i);
            continue;
        }
        if (text[i] == QLatin1Char('('))
            ++depth;
        else if (text[i] == QLatin1Char(')') && --depth == 0)
            return i;
        ++i;
    }
    return -1;
}

} // namespace

std::optional<QString> triggerCondition(const QString &definition)
{
    const QString keyword = QStringLiteral(" WHEN (");
    for (qsizetype i = 0; i < definition.size();) {
        if (isQuote(definition[i])) {
            i = behindQuotes(definition, i);
            continue;
        }
        if (QStringView(definition).mid(i).startsWith(keyword)) {
            const qsizetype open = i + keyword.size() - 1;
            const qsizetype close = closingParenthesis(definition, open);
            if (close < 0)
                return std::nullopt;
            return definition.mid(open + 1, close - open - 1);
        }
        ++i;
    }
    return std::nullopt;
}

} // namespace lakehouse::adapters::postgres
