#pragma once

#include "adapters/postgres/postgres_source.h"
#include "support/postgres_cluster.h"

#include <QtTest>

namespace lakehouse::testing {

/// The cluster of this test program, or null with the reason.
PostgresCluster *cluster();
QString clusterSkipReason();
inline constexpr const char *readerPassword = "s3cr3t-of-the-reader";

/// How to reach the cluster as the role "reader".
model::SourceConnection connectionTo(const QString &database);
std::unique_ptr<ports::SourceEngine> openSource(const model::SourceConnection &connection, const char *password = readerPassword, const adapters::postgres::PostgresLimits &limits = {});
/// All that a person or a log may see of an error.
QString everythingIn(const base::Error &error);
QString englishOf(const std::vector<model::ServiceCheck> &checks);

/// Makes a database from a file of the source tree; returns what went wrong.
QString makeDatabase(const QString &database, const QString &file);
/// The same from catalog_cases.sql.
QString makeCatalogCases(const QString &database);
const model::SourceTable *findTable(const model::CatalogSnapshot &snapshot, const char *name);
const model::SourceColumn *findColumn(const model::CatalogSnapshot &snapshot, const char *table, const char *name);
/// The answer of a query of one value; of a failure, its words.
QString oneValue(const base::Result<ports::SqlRows> &rows);

std::unique_ptr<QObject> makeConnectionTest();
std::unique_ptr<QObject> makeCatalogTest();
std::unique_ptr<QObject> makeCatalogRelationsTest();
std::unique_ptr<QObject> makeCatalogObjectsTest();
std::unique_ptr<QObject> makeCatalogBuilderTest();
std::unique_ptr<QObject> makeCatalogCodesTest();
std::unique_ptr<QObject> makeProfileTest();
std::unique_ptr<QObject> makeSampleTest();
std::unique_ptr<QObject> makeRowCountTest();
std::unique_ptr<QObject> makePartitionTriggersTest();
std::unique_ptr<QObject> makeTlsTest();
std::unique_ptr<QObject> makeMeasureTest();
std::unique_ptr<QObject> makeBoundTest();
std::unique_ptr<QObject> makeChecksTest();

} // namespace lakehouse::testing

#define EKOS_NEED_CLUSTER() \
    do { \
        if (!lakehouse::testing::cluster()) \
            QSKIP(qPrintable(lakehouse::testing::clusterSkipReason())); \
    } while (false)

/// Runs SQL as the superuser and fails the test when it fails.
#define EKOS_SQL(sql, database) \
    do { \
        QString sqlError; \
        lakehouse::testing::cluster()->run(sql, database, &sqlError); \
        QVERIFY2(sqlError.isEmpty(), qPrintable(sqlError)); \
    } while (false)

/// Declares the value, or fails the test with the error's words.
#define EKOS_VALUE(declaration, expression) \
    auto EKOS_NAME_(__LINE__) = (expression); \
    QVERIFY2(bool(EKOS_NAME_(__LINE__)), EKOS_NAME_(__LINE__) ? "" : qPrintable(lakehouse::testing::everythingIn(EKOS_NAME_(__LINE__).error()))); \
    declaration = std::move(EKOS_NAME_(__LINE__)).value()
