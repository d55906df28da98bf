#include "rules/catalog/postgres_type_kinds.h"

#include <QStringList>

namespace lakehouse::rules {

using model::SourceType;

bool isNumeric(const SourceType &type) { return type.schema == QLatin1String("pg_catalog") && type.name == QLatin1String("numeric"); }

bool isDayOrMoment(const SourceType &type)
{
    static const QStringList names{QStringLiteral("date"), QStringLiteral("timestamp"), QStringLiteral("timestamptz")};
    return type.schema == QLatin1String("pg_catalog") && names.contains(type.name);
}

bool isTimeOfDay(const SourceType &type) { return type.schema == QLatin1String("pg_catalog") && type.name == QLatin1String("time"); }

bool isUnconstrained(const SourceType &type) { return isNumeric(type) && !type.precision; }

bool isOver38Digits(const SourceType &type) { return isNumeric(type) && type.precision && postgresTypeRule(type).connector == ConnectorRead::Refused; }

} // namespace lakehouse::rules
