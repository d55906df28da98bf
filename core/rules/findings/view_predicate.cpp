#include "rules/findings/view_predicate.h"

#include "rules/catalog/postgres_syntax.h"
#include "rules/catalog/syntax_node.h"

#include <QSet>
#include <QStringList>

namespace lakehouse::rules {

namespace {

bool joinsTo(const QString &before, const QString &text)
{
    static const QSet<QString> closing{QStringLiteral(")"), QStringLiteral("]"), QStringLiteral(","), QStringLiteral("."), QStringLiteral("::"), QStringLiteral("[")};
    static const QSet<QString> opening{QStringLiteral("("), QStringLiteral("["), QStringLiteral("."), QStringLiteral("::")};
    return closing.contains(text) || opening.contains(before) || (text == QLatin1String("(") && before.at(0).isLower());
}

int depthChange(const QString &word) { return (word == QLatin1String("(")) - (word == QLatin1String(")")); }

/// The words between the outermost WHERE and what may follow it.
QStringList conditionWords(const std::vector<SyntaxToken> &tokens)
{
    static const QSet<QString> after{QStringLiteral("ORDER"), QStringLiteral("LIMIT"), QStringLiteral("OFFSET"), QStringLiteral("FETCH"), QStringLiteral("FOR"),
                                     QStringLiteral("WINDOW"), QStringLiteral(";")};
    QStringList words;
    int depth = 0;
    bool isInside = false;
    for (const SyntaxToken &token : tokens) {
        depth += depthChange(token.text);
        const QString word = token.text.toUpper();
        if (depth == 0 && isInside && after.contains(word))
            break;
        if (isInside)
            words.append(token.text);
        isInside = isInside || (depth == 0 && word == QLatin1String("WHERE"));
    }
    return words;
}

/// Whether the first bracket closes with the last one.
bool isBracketed(const QStringList &words)
{
    int depth = 0;
    for (qsizetype at = 0; at < words.size(); ++at) {
        depth += depthChange(words[at]);
        if (depth == 0)
            return at > 0 && at == words.size() - 1;
    }
    return false;
}

QString conditionText(QStringList words)
{
    while (isBracketed(words))
        words = words.mid(1, words.size() - 2);
    QString text;
    for (qsizetype at = 0; at < words.size(); ++at)
        text += at == 0 || joinsTo(words[at - 1], words[at]) ? words[at] : QLatin1Char(' ') + words[at];
    return text;
}

} // namespace

std::optional<ViewPredicate> predicateOfView(const QString &definition)
{
    const auto parsed = parseStatement(definition, SyntaxMode::Statement);
    if (!parsed)
        return std::nullopt;
    const QJsonObject select = nodeOf(parsed.value(), "SelectStmt");
    const QJsonArray from = listOf(select, "fromClause");
    const QJsonObject table = from.size() == 1 ? nodeOf(from.first().toObject(), "RangeVar") : QJsonObject();
    const bool isPart = !table.isEmpty() && select.contains(QLatin1String("whereClause")) && !select.contains(QLatin1String("groupClause"))
                        && !select.contains(QLatin1String("havingClause")) && !select.contains(QLatin1String("withClause")) && !select.contains(QLatin1String("distinctClause"));
    const auto tokens = isPart ? scanTokens(definition) : base::Result<std::vector<SyntaxToken>>(std::vector<SyntaxToken>());
    const QString condition = tokens ? conditionText(conditionWords(tokens.value())) : QString();
    if (condition.isEmpty())
        return std::nullopt;
    return ViewPredicate{wordOf(table, "schemaname"), wordOf(table, "relname"), condition};
}

} // namespace lakehouse::rules
