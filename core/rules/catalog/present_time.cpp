#include "rules/catalog/present_time.h"

#include "rules/catalog/postgres_syntax.h"

#include <QJsonArray>
#include <QSet>

namespace lakehouse::rules {

namespace {

QStringList namesOf(const QJsonValue &list)
{
    QStringList names;
    for (const QJsonValue &name : list.toArray())
        names.append(name.toObject().value(QLatin1String("String")).toObject().value(QLatin1String("sval")).toString());
    return names;
}

bool hasOnly(const QJsonObject &object, const QSet<QString> &keys)
{
    const QStringList found = object.keys();
    return std::all_of(found.begin(), found.end(), [&](const QString &key) { return keys.contains(key); });
}

/// The name of a function of pg_catalog, or nothing.
QString catalogFunction(const QJsonObject &call, NameTrust trust)
{
    const QStringList names = namesOf(call.value(QLatin1String("funcname")));
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
    const QJsonObject value = expression.value(QLatin1String("SQLValueFunction")).toObject();
    if (!value.isEmpty())
        return value.value(QLatin1String("op")).toString().startsWith(QLatin1String("SVFOP_CURRENT_TIMESTAMP"));
    const QJsonObject cast = expression.value(QLatin1String("TypeCast")).toObject();
    if (!cast.isEmpty()) {
        const QJsonObject type = cast.value(QLatin1String("typeName")).toObject();
        const QStringList names = namesOf(type.value(QLatin1String("names")));
        const bool isZoned = names == QStringList{QStringLiteral("timestamptz")} || names == QStringList{QStringLiteral("pg_catalog"), QStringLiteral("timestamptz")};
        return isZoned && !type.contains(QLatin1String("arrayBounds")) && isPresent(cast.value(QLatin1String("arg")).toObject(), trust);
    }
    const QJsonObject call = expression.value(QLatin1String("FuncCall")).toObject();
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
    const QJsonObject value = expression.value(QLatin1String("SQLValueFunction")).toObject();
    if (value.value(QLatin1String("op")).toString().startsWith(QLatin1String("SVFOP_LOCALTIMESTAMP")))
        return AssignedTime::SessionDependent;
    const QJsonObject call = expression.value(QLatin1String("FuncCall")).toObject();
    const QJsonArray arguments = call.value(QLatin1String("args")).toArray();
    static const QSet<QString> callKeys{QStringLiteral("funcname"), QStringLiteral("funcformat"), QStringLiteral("location"), QStringLiteral("args")};
    if (arguments.size() != 2 || !hasOnly(call, callKeys) || catalogFunction(call, trust) != QLatin1String("timezone")
        || !isPresent(arguments.last().toObject(), trust))
        return AssignedTime::Other;
    const QJsonObject zone = arguments.first().toObject().value(QLatin1String("A_Const")).toObject().value(QLatin1String("sval")).toObject();
    if (zone.isEmpty())
        return AssignedTime::SessionDependent; // a variable, or something that is computed
    return isUtc(zone.value(QLatin1String("sval")).toString()) ? AssignedTime::Present : AssignedTime::OtherZone;
}

/// The one value of a select list with nothing after it, so that it is always exactly one row.
QJsonObject onlyValue(const QJsonObject &select)
{
    static const QSet<QString> selectKeys{QStringLiteral("targetList"), QStringLiteral("limitOption"), QStringLiteral("op")};
    static const QSet<QString> targetKeys{QStringLiteral("val"), QStringLiteral("location")};
    const QJsonArray targets = select.value(QLatin1String("targetList")).toArray();
    if (targets.size() != 1 || !hasOnly(select, selectKeys))
        return {};
    const QJsonObject target = targets.first().toObject().value(QLatin1String("ResTarget")).toObject();
    return hasOnly(target, targetKeys) ? target.value(QLatin1String("val")).toObject() : QJsonObject();
}

} // namespace

AssignedTime assignedTime(const QString &assignment, int parseMode, TimeColumn column, NameTrust trust)
{
    if (parseMode != int(SyntaxMode::AssignField) && parseMode != int(SyntaxMode::AssignNestedField))
        return AssignedTime::Other;
    const auto parsed = parseStatement(assignment, SyntaxMode(parseMode));
    if (!parsed)
        return AssignedTime::Other;
    const QJsonObject assign = parsed.value().value(QLatin1String("PLAssignStmt")).toObject();
    if (assign.value(QLatin1String("indirection")).toArray().size() != assign.value(QLatin1String("nnames")).toInt() - 1)
        return AssignedTime::Other; // a part of the column: NEW.times[1]
    const QJsonObject value = onlyValue(assign.value(QLatin1String("val")).toObject());
    if (column == TimeColumn::WithZone)
        return isPresent(value, trust) ? AssignedTime::Present : AssignedTime::Other;
    return withoutZone(value, trust);
}

} // namespace lakehouse::rules
