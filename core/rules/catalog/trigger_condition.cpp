#include "rules/catalog/trigger_condition.h"

#include "rules/catalog/postgres_syntax.h"
#include "rules/catalog/syntax_node.h"

namespace lakehouse::rules {

namespace {

Truth truth(bool isTrue) { return isTrue ? Truth::True : Truth::False; }

Truth negated(Truth value)
{
    return value == Truth::Unknown ? value : truth(value == Truth::False);
}

/// The text that a constant or a trigger variable holds.
std::optional<QString> knownText(const QJsonObject &expression, const QString &event)
{
    if (const std::optional<QString> text = textIn(expression))
        return text;
    const QJsonArray fields = listOf(nodeOf(expression, "ColumnRef"), "fields");
    if (fields.size() != 1)
        return std::nullopt;
    const QString name = nameIn(fields.first());
    if (name == QLatin1String("tg_op"))
        return event;
    if (name == QLatin1String("tg_when"))
        return QStringLiteral("BEFORE");
    return name == QLatin1String("tg_level") ? std::optional(QStringLiteral("ROW")) : std::nullopt;
}

QString operatorName(const QJsonObject &expression)
{
    const QJsonArray names = listOf(expression, "name");
    return names.size() == 1 ? nameIn(names.first()) : QString();
}

Truth comparison(const QJsonObject &expression, const QString &event)
{
    const std::optional<QString> left = knownText(nodeOf(expression, "lexpr"), event);
    const QString kind = wordOf(expression, "kind");
    const QString name = operatorName(expression);
    if (!left || (name != QLatin1String("=") && name != QLatin1String("<>")))
        return Truth::Unknown;
    const QJsonObject rightSide = nodeOf(expression, "rexpr");
    const bool isEqual = name == QLatin1String("=");
    if (kind == QLatin1String("AEXPR_OP")) {
        const std::optional<QString> right = knownText(rightSide, event);
        return right ? truth((*left == *right) == isEqual) : Truth::Unknown;
    }
    if (kind != QLatin1String("AEXPR_IN"))
        return Truth::Unknown;
    bool isFound = false;
    for (const QJsonValue &item : listOf(nodeOf(rightSide, "List"), "items")) {
        const std::optional<QString> right = knownText(item.toObject(), event);
        if (!right)
            return Truth::Unknown;
        isFound = isFound || *left == *right;
    }
    return truth(isFound == isEqual);
}

Truth truthOf(const QJsonObject &expression, const QString &event);

Truth combination(const QJsonObject &expression, const QString &event)
{
    const QString kind = wordOf(expression, "boolop");
    const QJsonArray arguments = listOf(expression, "args");
    if (kind == QLatin1String("NOT_EXPR"))
        return negated(truthOf(arguments.first().toObject(), event));
    const Truth decisive = truth(kind == QLatin1String("OR_EXPR")); // one true makes an OR, one false unmakes an AND
    Truth result = negated(decisive);
    for (const QJsonValue &argument : arguments) {
        const Truth part = truthOf(argument.toObject(), event);
        if (part == decisive)
            return decisive;
        if (part == Truth::Unknown)
            result = Truth::Unknown;
    }
    return result;
}

Truth truthOf(const QJsonObject &expression, const QString &event)
{
    if (expression.contains(QLatin1String("BoolExpr")))
        return combination(nodeOf(expression, "BoolExpr"), event);
    if (expression.contains(QLatin1String("A_Expr")))
        return comparison(nodeOf(expression, "A_Expr"), event);
    const QJsonObject constant = nodeOf(expression, "A_Const");
    if (constant.contains(QLatin1String("boolval")))
        return truth(nodeOf(constant, "boolval").value(QLatin1String("boolval")).toBool());
    return Truth::Unknown;
}

} // namespace

Truth conditionTruth(const QString &condition, const QString &event)
{
    if (!condition.contains(QLatin1String("tg_"), Qt::CaseInsensitive)) // nothing else is known
        return Truth::Unknown;
    const auto parsed = parseStatement(condition, SyntaxMode::Expression);
    if (!parsed)
        return Truth::Unknown;
    const QJsonObject select = nodeOf(parsed.value(), "SelectStmt");
    const QJsonArray targets = listOf(select, "targetList");
    if (targets.size() != 1 || select.size() != 3) // beside the list only the two words that are always there: no FROM, no WHERE
        return Truth::Unknown;
    return truthOf(nodeOf(nodeOf(targets.first().toObject(), "ResTarget"), "val"), event);
}

} // namespace lakehouse::rules
