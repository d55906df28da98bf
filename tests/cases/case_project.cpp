#include "cases/case_project.h"

#include "adapters/postgres/postgres_source.h"
#include "rules/catalog/type_map_postgres.h"

namespace lakehouse::cases {

using adapters::postgres::PostgresSource;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using namespace model;

/// Shows the tables whose names Trino's connector finds, each column in the type that the connector gives it. Executes nothing.
class CaseProject::Lake final : public ports::LakeSql {
public:
    explicit Lake(ports::SourceEngine &source) : m_source(source) {}

    Result<ports::StatementResult> execute(const QString &, const ports::StatementOptions &, RunContext &) override
    {
        return Error{ErrorCode::Unsupported, "This lake only shows tables.", {}};
    }
    Result<> endQueries(const QString &, RunContext &) override { return base::Ok{}; }
    Result<std::vector<ExposedTable>> exposedTables(const QString &, RunContext &run) override
    {
        EKOS_TRY(const CatalogSnapshot catalog, m_source.readCatalog(run));
        std::vector<ExposedTable> exposed;
        for (const SourceTable &table : catalog.tables) {
            const TableName &name = table.name;
            if (name.schema() != name.schema().toLower() || name.table() != name.table().toLower())
                continue; // the connector folds names, and does not find these
            ExposedTable shown{.schema = name.schema(), .table = name.table()};
            for (const SourceColumn &column : table.columns)
                shown.columns.push_back({column.name.toLower(), connectorType(column)});
            exposed.push_back(std::move(shown));
        }
        return exposed;
    }
    std::vector<ServiceCheck> check(const QString &, const QString &, RunContext &) override { return {}; }

private:
    static QString connectorType(const SourceColumn &column)
    {
        const ColumnMeasure ofNoRows;
        return rules::plannedColumn(column, rules::mapPostgresType(column.type, &ofNoRows), rules::ReadPath::Connector, {}).connectorType;
    }
    ports::SourceEngine &m_source;
};

/// The test project's workspace with the real source in place of the fake one.
class CaseProject::Space final : public usecases::Workspace {
public:
    Space(const testing::PostgresCluster &cluster, QString database, usecases::Workspace &below) : m_cluster(cluster), m_database(std::move(database)), m_below(below) {}

    Result<ports::LoadedSettings> settings(RunContext &run) override { return m_below.settings(run); }
    ports::ProjectStore &project() override { return m_below.project(); }
    Result<ports::Ledger *> ledger(RunContext &run) override { return m_below.ledger(run); }
    Result<ports::RunStore *> runs(RunContext &run) override { return m_below.runs(run); }
    Result<ports::PipelineRepository *> repository(RunContext &run) override { return m_below.repository(run); }
    Result<ports::SourceEngine *> source(const SourceConnection &connection, RunContext &run) override
    {
        if (!m_source) {
            EKOS_TRY(m_source, trySource(connection, run));
        }
        return m_source.get();
    }
    Result<std::unique_ptr<ports::SourceEngine>> trySource(const SourceConnection &connection, RunContext &) override
    {
        SourceConnection there = connection;
        there.host = QStringLiteral("127.0.0.1");
        there.port = m_cluster.port();
        there.database = m_database;
        there.user = QLatin1String(readerRole);
        there.tlsMode = QStringLiteral("prefer");
        return PostgresSource::open(there, std::make_shared<base::Secret>(readerPassword));
    }
    ports::ObservedFiles &observedFiles() override { return m_below.observedFiles(); }
    ports::SecretStore &secrets() override { return m_below.secrets(); }
    Result<ports::LakeSql *> lake(RunContext &run) override
    {
        EKOS_TRY(const ports::LoadedSettings loaded, settings(run));
        EKOS_TRY(const SourceConnection connection, extractionSource(loaded.settings));
        EKOS_TRY(ports::SourceEngine *reading, source(connection, run));
        m_lake = std::make_unique<Lake>(*reading);
        return m_lake.get();
    }
    Result<ports::Orchestrator *> orchestrator(RunContext &run) override { return m_below.orchestrator(run); }
    std::vector<ServiceCheck> checkStorage(RunContext &run) override { return m_below.checkStorage(run); }
    const base::Clock &clock() const override { return m_below.clock(); }
    base::IdSource &ids() override { return m_below.ids(); }

private:
    const testing::PostgresCluster &m_cluster;
    QString m_database;
    usecases::Workspace &m_below;
    std::unique_ptr<ports::SourceEngine> m_source;
    std::unique_ptr<Lake> m_lake;
};

CaseProject::CaseProject(const testing::PostgresCluster &cluster, const QString &database, const QString &settings)
    : m_cluster(cluster), m_database(database), m_registry(usecases::allHandlers(*this))
{
    m_project.writeSettings(QStringLiteral("source-schemas = [\"t\", \"w\", \"Sales.EU\"]\n") + settings);
    m_project.secrets.places[QStringLiteral("EKOS_LH_PG_PASSWORD")] = SecretPlace::Environment;
}

CaseProject::~CaseProject() = default;

Result<std::shared_ptr<usecases::Workspace>> CaseProject::open(const QString &)
{
    if (!m_space)
        m_space = std::make_shared<Space>(m_cluster, m_database, m_project.workspace());
    return std::static_pointer_cast<usecases::Workspace>(m_space);
}

} // namespace lakehouse::cases
