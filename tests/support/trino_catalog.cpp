#include "support/trino_catalog.h"

namespace lakehouse::testsupport {

QString createCatalog(const TrinoCatalog &catalog)
{
    const QString arrays = catalog.hasArrays ? QStringLiteral("\"postgresql.array-mapping\" = 'AS_ARRAY', ") : QString();
    return QStringLiteral("CREATE CATALOG %1 USING postgresql WITH (\"connection-url\" = 'jdbc:postgresql://%2', \"connection-user\" = '%3', "
                          "\"connection-password\" = '%4', %5\"unsupported-type-handling\" = 'CONVERT_TO_VARCHAR')")
        .arg(catalog.name, catalog.address, catalog.user, catalog.password, arrays);
}

} // namespace lakehouse::testsupport
