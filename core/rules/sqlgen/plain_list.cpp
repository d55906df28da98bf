#include "rules/sqlgen/plain_list.h"

namespace lakehouse::rules {

QString plainListOrNull(const QString &array)
{
    return QStringLiteral("(CASE WHEN array_ndims(%1) IS NULL OR (array_ndims(%1) = 1 AND array_lower(%1, 1) = 1) THEN %1 END)").arg(array);
}

} // namespace lakehouse::rules
