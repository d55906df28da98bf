#include "source_fixture.h"

#include "support/source_folder.h"

#include <QFile>

namespace lakehouse::testing {

namespace {

struct SharedCluster {
    QString reason;
    std::unique_ptr<PostgresCluster> cluster = PostgresCluster::start({QStringLiteral("max_prepared_transactions = 4"), QStringLiteral("shared_preload_libraries = pg_stat_statements"),
                                                                       QStringLiteral("wal_level = logical")}, &reason);
};

std::unique_ptr<SharedCluster> &shared()
{
    static std::unique_ptr<SharedCluster> one;
    return one;
}

} // namespace

PostgresCluster *cluster()
{
    if (!shared()) {
        shared() = std::make_unique<SharedCluster>();
        if (shared()->cluster)
            shared()->cluster->run(QStringLiteral("CREATE ROLE reader LOGIN PASSWORD '%1'").arg(QLatin1String(readerPassword)));
    }
    return shared()->cluster.get();
}

QString clusterSkipReason()
{
    return QStringLiteral("No PostgreSQL cluster: ") + shared()->reason;
}

model::SourceConnection connectionTo(const QString &database)
{
    model::SourceConnection connection;
    connection.alias = QStringLiteral("shop-db");
    connection.engine = QStringLiteral("postgresql");
    connection.host = QStringLiteral("127.0.0.1");
    connection.port = cluster()->port();
    connection.database = database;
    connection.user = QStringLiteral("reader");
    connection.passwordEnv = QStringLiteral("SHOP_PASSWORD");
    connection.tlsMode = QStringLiteral("prefer");
    return connection;
}

std::unique_ptr<ports::SourceEngine> openSource(const model::SourceConnection &connection, const char *password, const adapters::postgres::PostgresLimits &limits)
{
    auto source = adapters::postgres::PostgresSource::open(connection, std::make_shared<base::Secret>(password), limits);
    return source ? std::move(source).value() : nullptr;
}

QString everythingIn(const base::Error &error)
{
    return QStringList{error.message.toEnglish(), error.hint.toEnglish(), error.subject, error.detail}.join(QLatin1Char('\n'));
}

QString englishOf(const std::vector<model::ServiceCheck> &checks)
{
    QStringList lines;
    for (const model::ServiceCheck &check : checks)
        lines += QStringLiteral("%1 %2: %3 | %4").arg(check.check).arg(int(check.state)).arg(check.finding.toEnglish(), check.remedy.toEnglish());
    return lines.join(QLatin1Char('\n'));
}

QString makeCatalogCases(const QString &database)
{
    return makeDatabase(database, QStringLiteral("tests/component/postgres/catalog_cases.sql"));
}

QString makeDatabase(const QString &database, const QString &name)
{
    QFile file(lakehouse::testing::sourcePath("") + name);
    if (!file.open(QFile::ReadOnly))
        return file.errorString();
    QString error;
    cluster()->run(QStringLiteral("CREATE DATABASE ") + database, QStringLiteral("postgres"), &error);
    if (error.isEmpty())
        cluster()->run(QString::fromUtf8(file.readAll()), database, &error);
    return error;
}

const model::SourceTable *findTable(const model::CatalogSnapshot &snapshot, const char *name)
{
    for (const model::SourceTable &table : snapshot.tables)
        if (table.name.toString() == QString::fromUtf8(name))
            return &table;
    return nullptr;
}

const model::SourceColumn *findColumn(const model::CatalogSnapshot &snapshot, const char *table, const char *name)
{
    if (const model::SourceTable *found = findTable(snapshot, table))
        for (const model::SourceColumn &column : found->columns)
            if (column.name == QString::fromUtf8(name))
                return &column;
    return nullptr;
}

QString oneValue(const base::Result<ports::SqlRows> &rows)
{
    return rows ? rows.value().rows.at(0).at(0).value_or(QStringLiteral("(null)")) : everythingIn(rows.error());
}

} // namespace lakehouse::testing

/// libpqxx 6.4 forgets the result of a statement during which the connection was lost; asked by the leak sanitizer, when there is one.
extern "C" const char *__lsan_default_suppressions()
{
    return "leak:pqxx::connection_base::exec_params";
}

int main(int argc, char **argv)
{
    using namespace lakehouse::testing;
    QCoreApplication application(argc, argv);
    int failures = 0;
    for (const auto &make : {makeConnectionTest, makeTlsTest, makeCatalogTest, makeCatalogRelationsTest, makeCatalogObjectsTest, makeCatalogBuilderTest, makeCatalogCodesTest, makeMeasureTest, makeProfileTest, makeSampleTest, makeRowCountTest, makeBoundTest, makeChecksTest, makePartitionTriggersTest})
        failures += QTest::qExec(make().get(), argc, argv);
    shared().reset();
    return failures;
}
