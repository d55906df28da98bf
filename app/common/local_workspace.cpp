#include "common/local_workspace.h"

#include "adapters/git/git_repository.h"
#include "adapters/http_services/curl_transport.h"
#include "adapters/http_services/dagster_orchestrator.h"
#include "adapters/http_services/iceberg_rest.h"
#include "adapters/http_services/object_store.h"
#include "adapters/http_services/trino_sql.h"
#include "adapters/ledger_sqlite/sqlite_ledger.h"
#include "adapters/ledger_sqlite/sqlite_run_store.h"
#include "adapters/postgres/postgres_source.h"
#include "adapters/project/environment_secret_store.h"
#include "adapters/project/toml_project_store.h"

#include <QDir>

#include <map>
#include <mutex>

namespace lakehouse::app {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

/// The adapters of one project folder.
class LocalWorkspace final : public usecases::Workspace {
public:
    LocalWorkspace(QString folder, std::unique_ptr<adapters::TomlProjectStore> project, const base::Clock &clock, base::IdSource &ids)
        : m_folder(std::move(folder)), m_project(std::move(project)), m_clock(clock), m_ids(ids)
    {
    }

    Result<ports::LoadedSettings> settings(RunContext &run) override
    {
        const std::lock_guard lock(m_mutex);
        return settingsLocked(run);
    }

    ports::ProjectStore &project() override { return *m_project; }

    Result<ports::Ledger *> ledger(RunContext &run) override
    {
        return opened(m_ledger, run, [this](const ports::LoadedSettings &) { return adapters::SqliteLedger::open(statePath("ledger.sqlite"), m_clock, m_ids); });
    }

    Result<ports::RunStore *> runs(RunContext &run) override
    {
        return opened(m_runs, run, [this](const ports::LoadedSettings &) { return adapters::SqliteRunStore::open(QDir(m_folder).filePath(QStringLiteral(".ekos")), m_clock, m_ids); });
    }

    Result<ports::PipelineRepository *> repository(RunContext &run) override
    {
        return opened(m_repository, run, [this](const ports::LoadedSettings &) { return adapters::GitRepository::open(QDir(m_folder).filePath(QStringLiteral("pipeline")), QDir(m_folder).filePath(QStringLiteral(".ekos"))); });
    }

    Result<ports::SourceEngine *> source(const model::SourceConnection &connection, RunContext &) override
    {
        const std::lock_guard lock(m_mutex);
        std::unique_ptr<ports::SourceEngine> &source = m_sources[connection.alias];
        if (source)
            return source.get();
        if (connection.engine != QLatin1String("postgresql"))
            return Error{ErrorCode::Unsupported, {QT_TRANSLATE_NOOP("core", "This build reads PostgreSQL only; \"%1\" is a source of kind \"%2\"."), connection.alias, connection.engine},
                         QT_TRANSLATE_NOOP("core", "Set kind = \"postgresql\", or take the entry out of ekos.toml."), connection.alias};
        EKOS_TRY(const Password password, secret(connection.passwordEnv));
        EKOS_TRY(source, adapters::postgres::PostgresSource::open(connection, password));
        return source.get();
    }

    Result<ports::LakeSql *> lake(RunContext &run) override
    {
        return opened(m_lake, run, [this](const ports::LoadedSettings &loaded) -> Result<std::unique_ptr<ports::LakeSql>> {
            const model::LakehouseSection &settings = loaded.settings.lakehouse;
            EKOS_CHECK(isThere(settings.trinoUrl, "trino-url"));
            EKOS_TRY(const Password password, secret(settings.trinoPasswordEnv));
            EKOS_TRY(std::unique_ptr<ports::LakeSql> trino, adapters::TrinoSql::open(settings.trinoUrl, settings.trinoUser, password, m_transport, {.sourceCatalog = settings.sourceCatalog}));
            return trino;
        });
    }

    Result<ports::Orchestrator *> orchestrator(RunContext &run) override
    {
        return opened(m_orchestrator, run, [this](const ports::LoadedSettings &loaded) -> Result<std::unique_ptr<ports::Orchestrator>> {
            EKOS_CHECK(isThere(loaded.settings.lakehouse.dagsterUrl, "dagster-url"));
            EKOS_TRY(std::unique_ptr<ports::Orchestrator> dagster,
                     adapters::DagsterOrchestrator::open(loaded.settings.lakehouse.dagsterUrl, loaded.settings.lakehouse.dagsterLocation, m_transport));
            return dagster;
        });
    }

    std::vector<model::ServiceCheck> checkStorage(RunContext &run) override
    {
        const Result<ports::LoadedSettings> loaded = settings(run);
        if (!loaded)
            return {};
        std::vector<model::ServiceCheck> checks = adapters::checkIcebergCatalog(loaded.value().settings.lakehouse.polarisHealthUrl, *m_transport, run);
        const std::vector<model::ServiceCheck> store = adapters::checkObjectStore(loaded.value().settings.lakehouse.s3Url, *m_transport, run);
        checks.insert(checks.end(), store.begin(), store.end());
        return checks;
    }

    const base::Clock &clock() const override { return m_clock; }
    base::IdSource &ids() override { return m_ids; }

private:
    using Password = std::shared_ptr<const base::Secret>;

    QString statePath(const char *file) const { return QDir(m_folder).filePath(QStringLiteral(".ekos/") + QLatin1String(file)); }

    Result<ports::LoadedSettings> settingsLocked(RunContext &run)
    {
        if (!m_settings) {
            EKOS_TRY(m_settings, m_project->load(run));
        }
        return *m_settings;
    }

    /// Opens a part once; everything needs the settings first, since a project without them has no state either.
    template<typename Part, typename Make>
    Result<Part *> opened(std::unique_ptr<Part> &part, RunContext &run, Make make)
    {
        const std::lock_guard lock(m_mutex);
        if (!part) {
            EKOS_TRY(const ports::LoadedSettings loaded, settingsLocked(run));
            EKOS_TRY(part, make(loaded));
        }
        return part.get();
    }

    Result<Password> secret(const QString &environmentVariable)
    {
        if (environmentVariable.isEmpty())
            return Password();
        return m_secrets.secret(environmentVariable);
    }

    static Result<> isThere(const QString &value, const char *key)
    {
        if (!value.isEmpty())
            return base::Ok{};
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "ekos.toml has no \"%1\" in [extensions.lakehouse]."), QString::fromLatin1(key)},
                     QT_TRANSLATE_NOOP("core", "Add the key; every key is described by: ekos-lakehouse config show --effective"), QString::fromLatin1(key)};
    }

    QString m_folder;
    std::unique_ptr<adapters::TomlProjectStore> m_project;
    const base::Clock &m_clock;
    base::IdSource &m_ids;
    adapters::EnvironmentSecretStore m_secrets;
    std::shared_ptr<ports::HttpTransport> m_transport = std::make_shared<adapters::CurlTransport>();
    std::mutex m_mutex;
    std::optional<ports::LoadedSettings> m_settings;
    std::unique_ptr<ports::Ledger> m_ledger;
    std::unique_ptr<ports::RunStore> m_runs;
    std::unique_ptr<ports::PipelineRepository> m_repository;
    std::map<QString, std::unique_ptr<ports::SourceEngine>> m_sources;
    std::unique_ptr<ports::LakeSql> m_lake;
    std::unique_ptr<ports::Orchestrator> m_orchestrator;
};

} // namespace

LocalWorkspaces::LocalWorkspaces(QString folder, const base::Clock &clock, base::IdSource &ids)
    : m_folder(std::move(folder)), m_clock(clock), m_ids(ids)
{
}

LocalWorkspaces::~LocalWorkspaces() = default;

Result<std::shared_ptr<usecases::Workspace>> LocalWorkspaces::open(const QString &)
{
    const std::lock_guard lock(m_mutex);
    if (!m_workspace) {
        EKOS_TRY(std::unique_ptr<adapters::TomlProjectStore> project, adapters::TomlProjectStore::open(m_folder, m_ids));
        m_workspace = std::make_shared<LocalWorkspace>(m_folder, std::move(project), m_clock, m_ids);
    }
    return m_workspace;
}

Result<ports::InitReceipt> LocalWorkspaces::init(RunContext &run)
{
    EKOS_TRY(const std::shared_ptr<usecases::Workspace> workspace, open({}));
    return workspace->project().init(run);
}

} // namespace lakehouse::app
