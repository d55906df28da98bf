#include "rules/writes/format_arguments.h"

#include "model/name.h"

#include <QRegularExpression>

namespace lakehouse::rules {

using text::LinedText;
using Kind = text::SqlToken::Kind;

namespace {

/// Each argument behind the format, nothing where it is more than a literal with a cast: 'film', 'shop.film'::regclass.
std::vector<std::optional<QString>> argumentsOf(const SqlCursor &sql, int open)
{
    std::vector<std::optional<QString>> arguments;
    const int end = sql.behindGroup(open) - 1;
    int begin = open + 1;
    for (int i = begin; i <= end; i = std::max(i + 1, sql.behindGroup(i))) {
        if (i != end && !sql.isSign(i, u','))
            continue;
        const bool isLiteral = begin < i && sql.at(begin).kind == Kind::String && (begin + 1 == i || sql.isSign(begin + 1, u':'));
        arguments.push_back(isLiteral ? std::optional(contentOf(sql.sql(), sql.at(begin)).text()) : std::nullopt);
        begin = i + 1;
    }
    if (!arguments.empty())
        arguments.erase(arguments.begin()); // the format itself
    return arguments;
}

} // namespace

LinedText contentOf(const LinedText &sql, const text::SqlToken &token)
{
    const QStringView all = sql.text();
    if (all.mid(token.contentAt, token.text.size()) == token.text)
        return sql.mid(token.contentAt, token.text.size());
    LinedText content;
    for (qsizetype at = token.contentAt; at < token.end; ++at) {
        if (all[at] == u'\'' && at + 1 == token.end)
            break;
        if (all[at] == u'\'' && all[at + 1] == u'\'')
            ++at;
        content.append(all.mid(at, 1), sql.lineAt(at));
    }
    return content;
}

LinedText withLiterals(const LinedText &format, const SqlCursor &sql, int open)
{
    static const QRegularExpression specifier(QStringLiteral("%(?:([0-9]+)\\$)?-?[0-9]*([sIL%])"));
    const std::vector<std::optional<QString>> arguments = argumentsOf(sql, open);
    LinedText filled;
    qsizetype taken = 0;
    std::size_t next = 0; // argument, counted from 0
    for (auto found = specifier.globalMatch(format.text()); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        if (match.captured(2) == QLatin1String("%"))
            continue;
        const std::size_t which = match.hasCaptured(1) && !match.captured(1).isEmpty() ? std::size_t(std::max(1, match.captured(1).toInt())) - 1 : next;
        next = which + 1;
        if (match.captured(2) == QLatin1String("L") || which >= arguments.size() || !arguments[which])
            continue;
        filled.append(format.mid(taken, match.capturedStart() - taken));
        filled.append(match.captured(2) == QLatin1String("I") ? model::sqlIdentifier(*arguments[which]) : *arguments[which], format.lineAt(match.capturedStart()));
        taken = match.capturedEnd();
    }
    filled.append(format.mid(taken, format.text().size() - taken));
    return filled;
}

} // namespace lakehouse::rules
