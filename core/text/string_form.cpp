#include "text/string_form.h"

#include <algorithm>

namespace lakehouse::text {

namespace {

using Escapes = StringForm::Escapes;
using Values = StringForm::Values;

QChar at(QStringView source, qsizetype index)
{
    return index >= 0 && index < source.size() ? source[index] : QChar();
}

bool isNamePart(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

qsizetype count(QStringView source, qsizetype from, QChar c)
{
    qsizetype end = from;
    while (at(source, end) == c)
        ++end;
    return end - from;
}

StringStart quoted(QChar quote, Escapes escapes, Values values, bool spansLines = false)
{
    return {1, {QString(quote), {}, escapes, values, spansLines}};
}

std::optional<StringStart> tripleQuoted(QStringView rest, Escapes escapes, Values values)
{
    if (rest.startsWith(u"\"\"\""))
        return StringStart{3, {QStringLiteral("\"\"\""), {}, escapes, values, true}};
    return {};
}

std::optional<StringStart> python(QStringView source, qsizetype begin)
{
    qsizetype quote = begin;
    bool isRaw = false;
    bool hasValues = false;
    for (; quote - begin < 3 && QStringView(u"rRbBuUfFtT").contains(at(source, quote)) && !at(source, quote).isNull(); ++quote) {
        isRaw = isRaw || at(source, quote).toLower() == u'r';
        hasValues = hasValues || at(source, quote).toLower() == u'f' || at(source, quote).toLower() == u't';
    }
    const QChar sign = at(source, quote);
    if (sign != u'"' && sign != u'\'')
        return {};
    const bool isTriple = count(source, quote, sign) >= 3;
    const QString end = isTriple ? QString(3, sign) : QString(sign);
    return StringStart{quote - begin + end.size(), {end, {}, isRaw ? Escapes::None : Escapes::Backslash, hasValues ? Values::Braces : Values::None, isTriple}};
}

std::optional<StringStart> cSharp(QStringView source, qsizetype begin)
{
    qsizetype quote = begin;
    while (at(source, quote) == u'$' || at(source, quote) == u'@')
        ++quote;
    if (at(source, quote) != u'"')
        return at(source, begin) == u'\'' ? std::optional(quoted(u'\'', Escapes::Backslash, Values::None)) : std::nullopt;
    const QStringView prefix = source.mid(begin, quote - begin);
    const Values values = prefix.contains(u'$') ? Values::Braces : Values::None;
    const qsizetype quotes = count(source, quote, u'"');
    if (quotes >= 3)
        return StringStart{quote - begin + quotes, {QString(quotes, u'"'), {}, Escapes::None, values, true}};
    const bool isVerbatim = prefix.contains(u'@');
    return StringStart{quote - begin + 1, {QStringLiteral("\""), {}, isVerbatim ? Escapes::DoubledQuote : Escapes::Backslash, values, isVerbatim}};
}

/// <<TAG, <<~TAG, <<-"TAG", <<<'TAG': the sign, a mark, and a word that may stand in quotes.
std::optional<StringStart> heredoc(QStringView source, qsizetype begin, QStringView sign, QStringView marks, Values values)
{
    if (!source.mid(begin).startsWith(sign))
        return {};
    qsizetype word = begin + sign.size();
    const bool hasMark = marks.contains(at(source, word)) && !at(source, word).isNull();
    if (hasMark)
        word += at(source, word) == u' ' ? count(source, word, u' ') : 1;
    const QChar quote = at(source, word) == u'"' || at(source, word) == u'\'' ? at(source, word) : QChar();
    word += quote.isNull() ? 0 : 1;
    qsizetype end = word;
    while (isNamePart(at(source, end)))
        ++end;
    const bool isTag = end > word && !at(source, word).isDigit() && (quote.isNull() ? hasMark || sign.size() == 3 || at(source, word).isUpper() : at(source, end) == quote);
    if (!isTag)
        return {};
    StringForm form{source.mid(word, end - word).toString(), {}, quote == u'\'' ? Escapes::None : Escapes::Backslash, quote == u'\'' ? Values::None : values, true, true};
    return StringStart{end - begin + (quote.isNull() ? 0 : 1), std::move(form)};
}

/// A text between a sign that may be chosen: q{…}, qq(…), %Q[…], %w(…).
StringStart chosenSign(QStringView source, qsizetype begin, qsizetype sign, Escapes escapes, Values values)
{
    const QChar open = at(source, sign);
    const qsizetype pair = QStringView(u"({[<").indexOf(open);
    const QChar close = pair < 0 ? open : QStringView(u")}]>")[pair];
    return {sign + 1 - begin, {QString(close), pair < 0 ? QChar() : open, escapes, values, true}};
}

std::optional<StringStart> perl(QStringView source, qsizetype begin)
{
    const QChar first = at(source, begin);
    if (first == u'"')
        return quoted(first, Escapes::Backslash, Values::Variables, true);
    if (first == u'\'')
        return quoted(first, Escapes::QuoteOnly, Values::None, true);
    if (first == u'<')
        return heredoc(source, begin, u"<<", u"~", Values::Variables);
    if (first != u'q' || isNamePart(at(source, begin - 1)) || QStringView(u"$@%>&").contains(at(source, begin - 1)))
        return {};
    const QChar second = at(source, begin + 1);
    qsizetype sign = begin + (second == u'q' || second == u'w' ? 2 : 1);
    sign += count(source, sign, u' ');
    if (!QStringView(u"({[</|!~^").contains(at(source, sign)) || at(source, sign).isNull())
        return {};
    return chosenSign(source, begin, sign, second == u'q' ? Escapes::Backslash : Escapes::QuoteOnly, second == u'q' ? Values::Variables : Values::None);
}

std::optional<StringStart> ruby(QStringView source, qsizetype begin)
{
    const QChar first = at(source, begin);
    if (first == u'"' || first == u'`')
        return quoted(first, Escapes::Backslash, Values::HashBraces, true);
    if (first == u'\'')
        return quoted(first, Escapes::QuoteOnly, Values::None, true);
    if (first == u'<')
        return heredoc(source, begin, u"<<", u"~-", Values::HashBraces);
    if (first != u'%' || isNamePart(at(source, begin - 1)))
        return {};
    const QChar kind = at(source, begin + 1);
    const qsizetype sign = begin + (QStringView(u"qQwWiI").contains(kind) ? 2 : 1);
    if (!QStringView(u"({[<|!").contains(at(source, sign)) || at(source, sign).isNull())
        return {};
    const bool isPlain = kind == u'q' || kind == u'w' || kind == u'i';
    return chosenSign(source, begin, sign, isPlain ? Escapes::QuoteOnly : Escapes::Backslash, isPlain ? Values::None : Values::HashBraces);
}

std::optional<StringStart> php(QStringView source, qsizetype begin)
{
    switch (at(source, begin).unicode()) {
    case u'"':
        return quoted(u'"', Escapes::Backslash, Values::Variables, true);
    case u'\'':
        return quoted(u'\'', Escapes::QuoteOnly, Values::None, true);
    case u'<':
        return heredoc(source, begin, u"<<<", u" ", Values::Variables);
    default:
        return {};
    }
}

std::optional<StringStart> plain(QStringView source, qsizetype begin, Values inBackticks, Escapes ofBackticks)
{
    const QChar first = at(source, begin);
    if (first == u'"' || first == u'\'')
        return quoted(first, Escapes::Backslash, Values::None);
    if (first == u'`')
        return quoted(first, ofBackticks, inBackticks, true);
    return {};
}

} // namespace

std::optional<StringStart> stringStart(QStringView source, qsizetype at, SourceLanguage language)
{
    const QStringView rest = source.mid(at);
    switch (language) {
    case SourceLanguage::Java:
        if (const auto block = tripleQuoted(rest, Escapes::Backslash, Values::None))
            return block;
        return rest.startsWith(u'`') ? std::nullopt : plain(source, at, Values::None, Escapes::None);
    case SourceLanguage::Kotlin:
        if (const auto raw = tripleQuoted(rest, Escapes::None, Values::DollarNames))
            return raw;
        if (rest.startsWith(u'"'))
            return quoted(u'"', Escapes::Backslash, Values::DollarNames);
        return rest.startsWith(u'`') ? std::nullopt : plain(source, at, Values::None, Escapes::None);
    case SourceLanguage::Python:
        return at > 0 && isNamePart(source[at - 1]) ? std::nullopt : python(source, at);
    case SourceLanguage::Perl:
        return perl(source, at);
    case SourceLanguage::Php:
        return php(source, at);
    case SourceLanguage::CSharp:
        return cSharp(source, at);
    case SourceLanguage::Go:
        return plain(source, at, Values::None, Escapes::None);
    case SourceLanguage::Ruby:
        return ruby(source, at);
    case SourceLanguage::TypeScript:
    case SourceLanguage::JavaScript:
        return plain(source, at, Values::DollarBraces, Escapes::Backslash);
    case SourceLanguage::Sql:
        break;
    }
    return {};
}

} // namespace lakehouse::text
