#include "component/reconcile/live_tables.h"

#include "adapters/http_services/curl_transport.h"
#include "adapters/http_services/trino_sql.h"
#include "adapters/postgres/postgres_source.h"
#include "rules/sqlgen/bronze_statements.h"
#include "rules/sqlgen/pipeline_files.h"
#include "support/stack_process.h"
#include "support/trino_catalog.h"

#include <QUuid>

namespace lakehouse::tests {

namespace {

constexpr int limitMs = 60'000; // of statements at the source

QString variable(const char *name)
{
    return qEnvironmentVariable(name);
}

} // namespace

QByteArray LiveTables::whyAbsent()
{
    return variable("EKOS_STACK_TRINO_URL").isEmpty() ? "no stack in the environment; run: eval \"$(installer/stack.sh env)\"" : QByteArray();
}

QByteArray LiveTables::open()
{
    const model::SourceConnection connection{.alias = m_name, .engine = QStringLiteral("postgresql"), .host = variable("EKOS_STACK_PG_HOST"),
                                             .port = variable("EKOS_STACK_PG_PORT").toLongLong(), .database = m_name,
                                             .user = variable("EKOS_STACK_PG_ADMIN_USER")};
    auto source = adapters::postgres::PostgresSource::open(connection, std::make_shared<const base::Secret>(variable("EKOS_STACK_PG_ADMIN_PASSWORD").toStdString()));
    auto lake = adapters::TrinoSql::open(variable("EKOS_STACK_TRINO_URL"), QStringLiteral("reconcile_test"), nullptr, std::make_shared<adapters::CurlTransport>());
    if (!source || !lake)
        return "the stack's addresses are unusable";
    m_lake = std::move(lake).value();
    if (const auto answer = inLake(QStringLiteral("SELECT 1")); !answer)
        return "Trino does not answer: " + wordsOf(answer.error());
    close(); // what a killed run left behind
    if (const QByteArray complaint = atSource(QStringLiteral("CREATE DATABASE \"%1\"").arg(m_name)); !complaint.isEmpty())
        return complaint;
    m_source = std::move(source).value();
    for (const QString &statement : {catalogStatement(m_name), QStringLiteral("CREATE SCHEMA IF NOT EXISTS lake.%1").arg(m_name)})
        if (const auto answer = inLake(statement); !answer)
            return wordsOf(answer.error());
    return {};
}

QString LiveTables::catalogStatement(const QString &catalog, const QString &options) const
{
    return testsupport::createCatalog({.name = catalog, .address = variable("EKOS_STACK_PG_HOST") + QLatin1Char(':') + variable("EKOS_STACK_PG_PORT") + QLatin1Char('/') + m_name + options,
                                       .user = variable("EKOS_STACK_PG_ADMIN_USER"), .password = variable("EKOS_STACK_PG_ADMIN_PASSWORD")});
}

void LiveTables::close()
{
    if (!m_lake)
        return;
    m_source.reset();
    (void)inLake(QStringLiteral("DROP SCHEMA IF EXISTS lake.%1 CASCADE").arg(m_name));
    (void)inLake(QStringLiteral("DROP CATALOG IF EXISTS %1").arg(m_name));
    (void)atSource(QStringLiteral("DROP DATABASE IF EXISTS \"%1\" WITH (FORCE)").arg(m_name));
}

QByteArray LiveTables::atSource(const QString &sql, const QStringList &settings, QByteArray *output) const
{
    const bool isOfDatabase = sql.contains(QStringLiteral(" DATABASE "));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PGPASSWORD"), variable("EKOS_STACK_PG_ADMIN_PASSWORD"));
    QStringList options;
    for (const QString &setting : settings)
        options += QStringLiteral("-c ") + setting;
    environment.insert(QStringLiteral("PGOPTIONS"), options.join(QLatin1Char(' ')));
    environment.insert(QStringLiteral("PGCLIENTENCODING"), QStringLiteral("UTF8"));
    const testsupport::Finished psql = testsupport::runToEnd(
        QStringLiteral("psql"), {QStringLiteral("-XqAt"), QStringLiteral("-vON_ERROR_STOP=1"), QStringLiteral("-h"), variable("EKOS_STACK_PG_HOST"), QStringLiteral("-p"), variable("EKOS_STACK_PG_PORT"),
                                 QStringLiteral("-U"), variable("EKOS_STACK_PG_ADMIN_USER"), QStringLiteral("-d"), isOfDatabase ? QStringLiteral("postgres") : m_name},
        {.environment = environment, .input = sql.toUtf8(), .mostMs = limitMs});
    if (output)
        *output = psql.out.toUtf8();
    return psql.isFine() ? QByteArray() : "psql failed; " + psql.err.toUtf8();
}

base::Result<ports::SqlRows> LiveTables::inLake(const QString &sql) const
{
    base::RunContext run;
    EKOS_TRY(ports::StatementResult result, m_lake->execute(sql, {}, run));
    return std::move(result.rows);
}

model::TableDecision LiveTables::table(const QString &name, std::vector<model::PlannedColumn> columns, std::vector<QString> key) const
{
    model::TableDecision table = fullTable(name, std::move(columns), std::move(key));
    table.places.trinoCatalog = m_name;
    table.places.trinoSchema = QStringLiteral("public");
    table.places.trinoTable = name;
    table.places.bronzeSchema = m_name;
    return table;
}

QByteArray LiveTables::load(const model::TableDecision &table) const
{
    for (const rules::StatementFile &file : rules::bronzeStatements(table, 7)) {
        if (file.name != QLatin1String(rules::fullLoadFile))
            continue;
        const rules::LoadBinding binding{.run = model::RunId(QUuid::createUuid()), .loadedAtUtc = base::UtcTime{1}, .lowerBoundUtc = base::UtcTime{0},
                                         .upperBoundUtc = base::UtcTime{1}};
        const auto sql = rules::bindLoad(file.sql, binding);
        if (!sql)
            return wordsOf(sql.error());
        const auto answer = inLake(sql.value());
        return answer ? QByteArray() : wordsOf(answer.error());
    }
    return "no load statement";
}

QString LiveTables::bronze(const model::TableDecision &table) const
{
    return rules::bronzeTableSql(table.places);
}

QByteArray wordsOf(const base::Error &error)
{
    return (error.message.toEnglish() + QLatin1Char(' ') + error.detail).toUtf8();
}

} // namespace lakehouse::tests
