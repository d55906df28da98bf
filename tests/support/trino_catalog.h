#pragma once

#include <QString>

namespace lakehouse::testsupport {

/// A Trino catalog over a database of the native stack's PostgreSQL.
struct TrinoCatalog {
    QString name;
    QString address; ///< host:port/database, and options of the connection
    QString user;
    QString password = QStringLiteral("${ENV:EKOS_LH_PG_PASSWORD}"); ///< that of the role which reads, in the environment of Trino
    bool hasArrays = true;                                           ///< false: without the setting that shows columns of arrays
};

/// The statement that makes it, with the settings that docs/user/types.md asks for.
QString createCatalog(const TrinoCatalog &catalog);

} // namespace lakehouse::testsupport
