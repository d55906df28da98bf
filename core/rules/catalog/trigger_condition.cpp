#include "rules/catalog/trigger_condition.h"

#include "rules/catalog/postgres_syntax.h"

#include <QJsonArray>

#include <optional>

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
    const QJsonObject constant = expression.value(QLatin1String("A_Const")).toObject();
    if (constant.contains(QLatin1String("sval")))
        return constant.value(QLatin1String("sval")).toObject().value(QLatin1String("sval")).toString();
    const QJsonArray fields = expression.value(QLatin1String("ColumnRef")).toObject().value(QLatin1String("fields")).toArray();
    if (fields.size() != 1)
        return std::nullopt;
    const QString name = fields.first().toObject().value(QLatin1String("String")).toObject().value(QLatin1String("sval")).toString();
    if (name == QLatin1String("tg_op"))
        return event;
    if (name == QLatin1String("tg_when"))
        return QStringLiteral("BEFORE");
    return name == QLatin1String("tg_level") ? std::optional(QStringLiteral("ROW")) : std::nullopt;
}

QString operatorName(const QJsonObject &expression)
{
    const QJsonArray names = expression.value(QLatin1String("name")).toArray();
    return names.size() == 1 ? names.first().toObject().value(QLatin1String("String")).toObject().value(QLatin1String("sval")).toString() : QString();
}

Truth comparison(const QJsonObject &expression, const QString &event)
{
    const std::optional<QString> left = knownText(expression.value(QLatin1String("lexpr")).toObject(), event);
    const QString kind = expression.value(QLatin1String("kind")).toString();
    const QString name = operatorName(expression);
    if (!left || (name != QLatin1String("=") && name != QLatin1String("<>")))
        return Truth::Unknown;
    const QJsonObject rightSide = expression.value(QLatin1String("rexpr")).toObject();
    const bool isEqual = name == QLatin1String("=");
    if (kind == QLatin1String("AEXPR_OP")) {
        const std::optional<QString> right = knownText(rightSide, event);
        return right ? truth((*left == *right) == isEqual) : Truth::Unknown;
    }
    if (kind != QLatin1String("AEXPR_IN"))
        return Truth::Unknown;
    bool isFound = false;
    for (const QJsonValue &item : rightSide.value(QLatin1String("List")).toObject().value(QLatin1String("items")).toArray()) {
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
    const QString kind = expression.value(QLatin1String("boolop")).toString();
    const QJsonArray arguments = expression.value(QLatin1String("args")).toArray();
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
        return combination(expression.value(QLatin1String("BoolExpr")).toObject(), event);
    if (expression.contains(QLatin1String("A_Expr")))
        return comparison(expression.value(QLatin1String("A_Expr")).toObject(), event);
    const QJsonObject constant = expression.value(QLatin1String("A_Const")).toObject();
    if (constant.contains(QLatin1String("boolval")))
        return truth(constant.value(QLatin1String("boolval")).toObject().value(QLatin1String("boolval")).toBool());
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
    const QJsonObject select = parsed.value().value(QLatin1String("SelectStmt")).toObject();
    const QJsonArray targets = select.value(QLatin1String("targetList")).toArray();
    if (targets.size() != 1 || select.size() != 3) // beside the list only the two words that are always there: no FROM, no WHERE
        return Truth::Unknown;
    return truthOf(targets.first().toObject().value(QLatin1String("ResTarget")).toObject().value(QLatin1String("val")).toObject(), event);
}

} // namespace lakehouse::rules
