#include "rules/catalog/present_time.h"

#include "rules/catalog/postgres_syntax.h"
#include "rules/catalog/syntax_node.h"

#include <QSet>

#include <algorithm>

namespace lakehouse::rules {

namespace {

bool hasOnly(const QJsonObject &object, const QSet<QString> &keys)
{
    const QStringList found = object.keys();
    return std::all_of(found.begin(), found.end(), [&](const QString &key) { return keys.contains(key); });
}

/// The name of a function of pg_catalog, or nothing.
QString catalogFunction(const QJsonObject &call, NameTrust trust)
{
    const QStringList names = namesOf(listOf(call, "funcname"));
    if (names.size() == 2 && names.first() == QLatin1String("pg_catalog"))
        return names.last();
    return names.size() == 1 && trust == NameTrust::PgCatalogFirst ? names.first() : QString();
}

/// now() and its like, which give timestamptz.
bool isPresent(const QJsonObject &expression, NameTrust trust)
{
    static const QSet<QString> functions{QStringLiteral("now"), QStringLiteral("transaction_timestamp"), QStringLiteral("statement_timestamp"),
                                         QStringLiteral("clock_timestamp")};
    static const QSet<QString> callKeys{QStringLiteral("funcname"), QStringLiteral("funcformat"), QStringLiteral("location")};
    const QJsonObject value = nodeOf(expression, "SQLValueFunction");
    if (!value.isEmpty())
        return wordOf(value, "op").startsWith(QLatin1String("SVFOP_CURRENT_TIMESTAMP"));
    const QJsonObject cast = nodeOf(expression, "TypeCast");
    if (!cast.isEmpty()) {
        const QJsonObject type = nodeOf(cast, "typeName");
        const QStringList names = namesOf(listOf(type, "names"));
        const bool isZoned = names == QStringList{QStringLiteral("timestamptz")} || names == QStringList{QStringLiteral("pg_catalog"), QStringLiteral("timestamptz")};
        return isZoned && !type.contains(QLatin1String("arrayBounds")) && isPresent(nodeOf(cast, "arg"), trust);
    }
    const QJsonObject call = nodeOf(expression, "FuncCall");
    return !call.isEmpty() && hasOnly(call, callKeys) && functions.contains(catalogFunction(call, trust));
}

/// A clock that never goes back and that loads can compare with: UTC under one of its names.
bool isUtc(const QString &zone)
{
    static const QSet<QString> names{QStringLiteral("utc"), QStringLiteral("etc/utc"), QStringLiteral("gmt"), QStringLiteral("etc/gmt"), QStringLiteral("uct"),
                                     QStringLiteral("etc/uct"), QStringLiteral("zulu"), QStringLiteral("etc/zulu"), QStringLiteral("universal"),
                                     QStringLiteral("etc/universal"), QStringLiteral("z")};
    return names.contains(zone.toLower());
}

/// now() AT TIME ZONE 'UTC', which is also written timezone('UTC', now()).
AssignedTime withoutZone(const QJsonObject &expression, NameTrust trust)
{
    if (isPresent(expression, trust))
        return AssignedTime::SessionDependent;
    if (wordOf(nodeOf(expression, "SQLValueFunction"), "op").startsWith(QLatin1String("SVFOP_LOCALTIMESTAMP")))
        return AssignedTime::SessionDependent;
    const QJsonObject call = nodeOf(expression, "FuncCall");
    const QJsonArray arguments = listOf(call, "args");
    static const QSet<QString> callKeys{QStringLiteral("funcname"), QStringLiteral("funcformat"), QStringLiteral("location"), QStringLiteral("args")};
    if (arguments.size() != 2 || !hasOnly(call, callKeys) || catalogFunction(call, trust) != QLatin1String("timezone")
        || !isPresent(arguments.last().toObject(), trust))
        return AssignedTime::Other;
    const std::optional<QString> zone = textIn(arguments.first().toObject());
    if (!zone)
        return AssignedTime::SessionDependent; // a variable, or something that is computed
    return isUtc(*zone) ? AssignedTime::Present : AssignedTime::OtherZone;
}

/// The one value of a select list with nothing after it, so that it is always exactly one row.
QJsonObject onlyValue(const QJsonObject &select)
{
    static const QSet<QString> selectKeys{QStringLiteral("targetList"), QStringLiteral("limitOption"), QStringLiteral("op")};
    static const QSet<QString> targetKeys{QStringLiteral("val"), QStringLiteral("location")};
    const QJsonArray targets = listOf(select, "targetList");
    if (targets.size() != 1 || !hasOnly(select, selectKeys))
        return {};
    const QJsonObject target = nodeOf(targets.first().toObject(), "ResTarget");
    return hasOnly(target, targetKeys) ? nodeOf(target, "val") : QJsonObject();
}

} // namespace

AssignedTime assignedTime(const QString &assignment, int parseMode, TimeColumn column, NameTrust trust)
{
    if (parseMode != int(SyntaxMode::AssignField) && parseMode != int(SyntaxMode::AssignNestedField))
        return AssignedTime::Other;
    const auto parsed = parseStatement(assignment, SyntaxMode(parseMode));
    if (!parsed)
        return AssignedTime::Other;
    const QJsonObject assign = nodeOf(parsed.value(), "PLAssignStmt");
    if (listOf(assign, "indirection").size() != assign.value(QLatin1String("nnames")).toInt() - 1)
        return AssignedTime::Other; // a part of the column: NEW.times[1]
    const QJsonObject value = onlyValue(nodeOf(assign, "val"));
    if (column == TimeColumn::WithZone)
        return isPresent(value, trust) ? AssignedTime::Present : AssignedTime::Other;
    return withoutZone(value, trust);
}

} // namespace lakehouse::rules
