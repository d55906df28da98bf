#include "rules/findings/check_meaning.h"

#include "rules/catalog/postgres_syntax.h"
#include "rules/catalog/syntax_node.h"

#include <algorithm>
#include <optional>

namespace lakehouse::rules {

namespace {

/// A cast that leaves the text as it is.
bool keepsText(const QJsonObject &cast)
{
    const QJsonObject type = nodeOf(cast, "typeName");
    const QString name = lastNameOf(listOf(type, "names"));
    return listOf(type, "typmods").isEmpty() && listOf(type, "arrayBounds").isEmpty()
           && (name == QLatin1String("text") || name == QLatin1String("varchar") || name == QLatin1String("bpchar"));
}

std::optional<QString> columnName(const QJsonObject &expression)
{
    const QJsonObject cast = nodeOf(expression, "TypeCast");
    if (!cast.isEmpty())
        return keepsText(cast) ? columnName(nodeOf(cast, "arg")) : std::nullopt;
    const QString name = lastNameOf(listOf(nodeOf(expression, "ColumnRef"), "fields"));
    return name.isEmpty() ? std::nullopt : std::optional(name);
}

/// The parser leaves out a number that is 0, so what a constant holds shows in which part of it is there.
std::optional<QString> constantText(const QJsonObject &expression)
{
    if (const QJsonObject cast = nodeOf(expression, "TypeCast"); !cast.isEmpty())
        return constantText(nodeOf(cast, "arg"));
    if (const std::optional<QString> text = textIn(expression))
        return text;
    const QJsonObject constant = nodeOf(expression, "A_Const");
    if (constant.contains(QLatin1String("ival")))
        return QString::number(nodeOf(constant, "ival").value(QLatin1String("ival")).toInt());
    if (constant.contains(QLatin1String("fval")))
        return wordOf(nodeOf(constant, "fval"), "fval");
    if (constant.contains(QLatin1String("boolval")))
        return nodeOf(constant, "boolval").value(QLatin1String("boolval")).toBool() ? QStringLiteral("true") : QStringLiteral("false");
    return std::nullopt;
}

using Values = std::optional<std::vector<QString>>;

Values constants(const QJsonArray &items)
{
    std::vector<QString> values;
    for (const QJsonValue &item : items) {
        const std::optional<QString> value = constantText(item.toObject());
        if (!value)
            return std::nullopt;
        if (std::ranges::find(values, *value) == values.end())
            values.push_back(*value);
    }
    return values.empty() ? Values() : Values(values);
}

/// '{Y,N}' with plain elements only.
Values plainArrayText(const QString &text)
{
    static const QString special = QStringLiteral("{}\"\\");
    if (!text.startsWith(QLatin1Char('{')) || !text.endsWith(QLatin1Char('}')))
        return std::nullopt;
    const QString inner = text.mid(1, text.size() - 2);
    if (inner.isEmpty() || std::ranges::any_of(inner, [&](QChar character) { return special.contains(character); }))
        return std::nullopt;
    std::vector<QString> values;
    for (const QString &element : inner.split(QLatin1Char(','))) {
        const QString value = element.trimmed();
        if (value.compare(QLatin1String("null"), Qt::CaseInsensitive) == 0)
            return std::nullopt;
        if (std::ranges::find(values, value) == values.end())
            values.push_back(value);
    }
    return values;
}

Values arrayValues(const QJsonObject &expression)
{
    if (const QJsonObject cast = nodeOf(expression, "TypeCast"); !cast.isEmpty())
        return arrayValues(nodeOf(cast, "arg"));
    if (const QJsonObject array = nodeOf(expression, "A_ArrayExpr"); !array.isEmpty())
        return constants(listOf(array, "elements"));
    const std::optional<QString> text = constantText(expression);
    return text ? plainArrayText(*text) : std::nullopt;
}

bool isListed(const std::vector<QString> &values, const QString &value) { return std::ranges::find(values, value) != values.end(); }

void restrict(std::vector<ColumnValues> &all, const ColumnValues &more)
{
    const auto known = std::ranges::find(all, more.column, &ColumnValues::column);
    if (known == all.end())
        all.push_back(more);
    else
        std::erase_if(known->values, [&](const QString &value) { return !isListed(more.values, value); });
}

/// What two alternatives say together: only of columns that both restrict.
std::vector<ColumnValues> either(const std::vector<ColumnValues> &left, const std::vector<ColumnValues> &right)
{
    std::vector<ColumnValues> both;
    for (ColumnValues values : left) {
        const auto other = std::ranges::find(right, values.column, &ColumnValues::column);
        if (other == right.end())
            continue;
        std::ranges::copy_if(other->values, std::back_inserter(values.values), [&](const QString &value) { return !isListed(values.values, value); });
        both.push_back(std::move(values));
    }
    return both;
}

CheckMeaning meaningOf(const QJsonObject &expression);

CheckMeaning comparison(const QJsonObject &expression)
{
    if (lastNameOf(listOf(expression, "name")) != QLatin1String("="))
        return {};
    const QJsonObject left = nodeOf(expression, "lexpr");
    const QJsonObject right = nodeOf(expression, "rexpr");
    const QString kind = wordOf(expression, "kind");
    std::optional<QString> column = columnName(left);
    Values values;
    if (kind == QLatin1String("AEXPR_OP_ANY")) {
        values = arrayValues(right);
    } else if (kind == QLatin1String("AEXPR_IN")) {
        values = constants(listOf(nodeOf(right, "List"), "items"));
    } else if (kind == QLatin1String("AEXPR_OP")) {
        if (!column)
            column = columnName(right);
        const std::optional<QString> constant = constantText(columnName(left) ? right : left);
        values = constant ? Values({*constant}) : std::nullopt;
    }
    return column && values ? CheckMeaning{.values = {{*column, *values}}} : CheckMeaning();
}

CheckMeaning combination(const QJsonObject &expression)
{
    const QString kind = wordOf(expression, "boolop");
    CheckMeaning result;
    bool isFirst = true;
    for (const QJsonValue &argument : listOf(expression, "args")) {
        const CheckMeaning meaning = meaningOf(argument.toObject());
        if (kind == QLatin1String("AND_EXPR")) {
            for (const ColumnValues &values : meaning.values)
                restrict(result.values, values);
            std::ranges::copy(meaning.neverNull, std::back_inserter(result.neverNull));
        } else if (kind == QLatin1String("OR_EXPR")) {
            result.values = isFirst ? meaning.values : either(result.values, meaning.values);
        }
        isFirst = false;
    }
    return result;
}

CheckMeaning meaningOf(const QJsonObject &expression)
{
    if (const QJsonObject combined = nodeOf(expression, "BoolExpr"); !combined.isEmpty())
        return combination(combined);
    if (const QJsonObject compared = nodeOf(expression, "A_Expr"); !compared.isEmpty())
        return comparison(compared);
    const QJsonObject test = nodeOf(expression, "NullTest");
    const std::optional<QString> column = columnName(nodeOf(test, "arg"));
    if (!column)
        return {};
    if (wordOf(test, "nulltesttype") == QLatin1String("IS_NULL"))
        return {.values = {{*column, {}}}}; // of the values that are not NULL, none
    return {.neverNull = {*column}};
}

} // namespace

CheckMeaning meaningOfCheck(const QString &definition)
{
    const auto parsed = parseStatement(QStringLiteral("ALTER TABLE t ADD ") + definition, SyntaxMode::Statement);
    if (!parsed)
        return {};
    const QJsonArray commands = listOf(nodeOf(parsed.value(), "AlterTableStmt"), "cmds");
    const QJsonObject constraint = nodeOf(nodeOf(nodeOf(commands.first().toObject(), "AlterTableCmd"), "def"), "Constraint");
    if (commands.size() != 1 || wordOf(constraint, "contype") != QLatin1String("CONSTR_CHECK"))
        return {};
    CheckMeaning meaning = meaningOf(nodeOf(constraint, "raw_expr"));
    std::erase_if(meaning.values, [](const ColumnValues &values) { return values.values.empty(); });
    return meaning;
}

} // namespace lakehouse::rules
