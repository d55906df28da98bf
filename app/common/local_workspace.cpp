#include "common/local_workspace.h"

#include "adapters/git/git_repository.h"
#include "adapters/http_services/curl_transport.h"
#include "adapters/http_services/dagster_orchestrator.h"
#include "adapters/http_services/iceberg_rest.h"
#include "adapters/http_services/object_store.h"
#include "adapters/http_services/trino_sql.h"
#include "adapters/keychain/keychain_secret_store.h"
#include "adapters/ledger_sqlite/sqlite_ledger.h"
#include "adapters/ledger_sqlite/sqlite_run_store.h"
#include "adapters/observed_files/folder_observed_files.h"
#include "adapters/postgres/postgres_source.h"
#include "adapters/project/chained_secret_store.h"
#include "adapters/project/environment_secret_store.h"
#include "adapters/project/session_secret_store.h"
#include "adapters/project/toml_project_store.h"

#include <QDir>

#include <algorithm>

namespace lakehouse::app {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

using Password = std::shared_ptr<const base::Secret>;

/// What stays whatever the settings become: the folder's own files.
struct ProjectParts {
    ProjectParts(const QString &itsFolder, std::unique_ptr<adapters::TomlProjectStore> store, const base::Clock &itsClock, base::IdSource &itsIds)
        : folder(itsFolder), project(std::move(store)), clock(itsClock), ids(itsIds)
    {
    }

    QString path(const char *name) const { return folder.filePath(QLatin1String(name)); }

    QDir folder;
    std::unique_ptr<adapters::TomlProjectStore> project;
    const base::Clock &clock;
    base::IdSource &ids;
    std::shared_ptr<ports::HttpTransport> transport = std::make_shared<adapters::CurlTransport>();
    std::mutex mutex;
    std::unique_ptr<ports::Ledger> ledger;
    std::unique_ptr<ports::RunStore> runs;
    std::unique_ptr<ports::PipelineRepository> repository;
};

namespace {

/// An adapter with the settings that it was opened with; it outlives them for calls that still use it.
template<typename Settings, typename Adapter>
struct Opened {
    Settings settings = {};
    std::shared_ptr<Adapter> adapter = {};
};

struct LakeSettings {
    QString url = {};
    QString user = {};
    QString passwordEnv = {};
    QString sourceCatalog = {};
    friend bool operator==(const LakeSettings &, const LakeSettings &) = default;
};

struct OrchestratorSettings {
    QString url = {};
    QString location = {};
    friend bool operator==(const OrchestratorSettings &, const OrchestratorSettings &) = default;
};

/// Adapters of other systems, as far as they were opened.
struct Connections {
    std::vector<Opened<model::SourceConnection, ports::SourceEngine>> sources = {};
    std::vector<Opened<LakeSettings, ports::LakeSql>> lakes = {};
    std::vector<Opened<OrchestratorSettings, ports::Orchestrator>> orchestrators = {};

    /// Lets go of what these settings no longer name.
    void keepOnly(const model::ProjectSettings &settings)
    {
        std::vector<model::SourceConnection> named;
        if (const auto extracted = model::extractionSource(settings))
            named.push_back(extracted.value());
        for (const model::DatabaseEntry &entry : settings.databases)
            if (const auto source = model::entrySource(entry))
                named.push_back(source.value());
        std::erase_if(sources, [&](const auto &source) { return std::ranges::find(named, source.settings) == named.end(); });
        std::erase_if(lakes, [&](const auto &lake) { return lake.settings != lakeSettings(settings.lakehouse); });
        std::erase_if(orchestrators, [&](const auto &orchestrator) { return orchestrator.settings != orchestratorSettings(settings.lakehouse); });
    }

    static LakeSettings lakeSettings(const model::LakehouseSection &settings)
    {
        return {settings.trinoUrl, settings.trinoUser, settings.trinoPasswordEnv, settings.sourceCatalog};
    }
    static OrchestratorSettings orchestratorSettings(const model::LakehouseSection &settings)
    {
        return {settings.dagsterUrl, settings.dagsterLocation};
    }
};

Result<> isThere(const QString &value, const char *key)
{
    if (!value.isEmpty())
        return base::Ok{};
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "ekos.toml has no \"%1\" in [extensions.lakehouse]."), QString::fromLatin1(key)},
                 QT_TRANSLATE_NOOP("core", "Add the key; every key is described by: ekos-lakehouse config show --effective"),
                     QString::fromLatin1(key)};
}

} // namespace

/// The adapters of one project folder under one version of its settings.
class LocalWorkspace final : public usecases::Workspace {
public:
    /// `digest` of ekos.toml; `before`: what was opened under the version before it.
    LocalWorkspace(std::shared_ptr<ProjectParts> parts, const std::shared_ptr<ports::SecretStore> &session, QString digest, qint64 passwordsMoved,
                   Connections before)
        : m_parts(std::move(parts)), m_digest(std::move(digest)), m_passwordsMoved(passwordsMoved), m_connections(std::move(before))
    {
        RunContext run;
        const Result<ports::LoadedSettings> loaded = settings(run); // a mistake in them is told by the call that needs them
        std::vector<std::shared_ptr<ports::SecretStore>> stores{std::make_shared<adapters::EnvironmentSecretStore>(), session};
        if (loaded) {
            m_connections.keepOnly(loaded.value().settings);
            if (adapters::KeychainSecretStore::isReachable())
                stores.push_back(std::make_shared<adapters::KeychainSecretStore>(loaded.value().id));
        }
        m_secrets = std::make_unique<adapters::ChainedSecretStore>(std::move(stores));
    }

    const QString &digest() const { return m_digest; }
    qint64 passwordsMoved() const { return m_passwordsMoved; }
    Connections connections()
    {
        const std::lock_guard lock(m_mutex);
        return m_connections;
    }

    Result<ports::LoadedSettings> settings(RunContext &run) override
    {
        const std::lock_guard lock(m_mutex);
        if (!m_settings) {
            EKOS_TRY(m_settings, m_parts->project->load(run));
        }
        return *m_settings;
    }

    ports::ProjectStore &project() override { return *m_parts->project; }
    ports::ObservedFiles &observedFiles() override { return m_files; }
    ports::SecretStore &secrets() override { return *m_secrets; }

    Result<ports::Ledger *> ledger(RunContext &run) override
    {
        const auto open = [this] { return adapters::SqliteLedger::open(m_parts->path(".ekos/ledger.sqlite"), m_parts->clock, m_parts->ids); };
        return ownPart(m_parts->ledger, run, open);
    }

    Result<ports::RunStore *> runs(RunContext &run) override
    {
        return ownPart(m_parts->runs, run, [this] { return adapters::SqliteRunStore::open(m_parts->path(".ekos"), m_parts->clock, m_parts->ids); });
    }

    Result<ports::PipelineRepository *> repository(RunContext &run) override
    {
        return ownPart(m_parts->repository, run, [this] { return adapters::GitRepository::open(m_parts->path("pipeline"), m_parts->path(".ekos")); });
    }

    Result<ports::SourceEngine *> source(const model::SourceConnection &connection, RunContext &run) override
    {
        return opened(m_connections.sources, connection, [&] { return trySource(connection, run); });
    }

    Result<std::unique_ptr<ports::SourceEngine>> trySource(const model::SourceConnection &connection, RunContext &run) override
    {
        if (connection.engine != QLatin1String("postgresql"))
            return Error{ErrorCode::Unsupported,
                         {QT_TRANSLATE_NOOP("core", "This build reads PostgreSQL only; \"%1\" is a source of kind \"%2\"."), connection.alias, connection.engine},
                         QT_TRANSLATE_NOOP("core", "Set kind = \"postgresql\", or take the entry out of ekos.toml."), connection.alias};
        EKOS_TRY(const Password password, secret(connection.passwordEnv, run));
        return adapters::postgres::PostgresSource::open(connection, password);
    }

    Result<ports::LakeSql *> lake(RunContext &run) override
    {
        EKOS_TRY(const ports::LoadedSettings loaded, settings(run));
        const LakeSettings wanted = Connections::lakeSettings(loaded.settings.lakehouse);
        return opened(m_connections.lakes, wanted, [&]() -> Result<std::unique_ptr<ports::LakeSql>> {
            EKOS_CHECK(isThere(wanted.url, "trino-url"));
            EKOS_TRY(const Password password, secret(wanted.passwordEnv, run));
            EKOS_TRY(std::unique_ptr<ports::LakeSql> trino,
                     adapters::TrinoSql::open(wanted.url, wanted.user, password, m_parts->transport, {.sourceCatalog = wanted.sourceCatalog}));
            return trino;
        });
    }

    Result<ports::Orchestrator *> orchestrator(RunContext &run) override
    {
        EKOS_TRY(const ports::LoadedSettings loaded, settings(run));
        const OrchestratorSettings wanted = Connections::orchestratorSettings(loaded.settings.lakehouse);
        return opened(m_connections.orchestrators, wanted, [&]() -> Result<std::unique_ptr<ports::Orchestrator>> {
            EKOS_CHECK(isThere(wanted.url, "dagster-url"));
            EKOS_TRY(std::unique_ptr<ports::Orchestrator> dagster,
                     adapters::DagsterOrchestrator::open(wanted.url, wanted.location, m_parts->transport));
            return dagster;
        });
    }

    std::vector<model::ServiceCheck> checkStorage(RunContext &run) override
    {
        const Result<ports::LoadedSettings> loaded = settings(run);
        if (!loaded)
            return {};
        const model::LakehouseSection &lakehouse = loaded.value().settings.lakehouse;
        std::vector<model::ServiceCheck> checks = adapters::checkIcebergCatalog(lakehouse.polarisHealthUrl, *m_parts->transport, run);
        const std::vector<model::ServiceCheck> store = adapters::checkObjectStore(lakehouse.s3Url, *m_parts->transport, run);
        checks.insert(checks.end(), store.begin(), store.end());
        return checks;
    }

    const base::Clock &clock() const override { return m_parts->clock; }
    base::IdSource &ids() override { return m_parts->ids; }

private:
    /// Opens a part of the folder once; needs the settings first, since a project without them has no state either.
    template<typename Part, typename Make>
    Result<Part *> ownPart(std::unique_ptr<Part> &part, RunContext &run, Make make)
    {
        EKOS_CHECK(settings(run));
        const std::lock_guard lock(m_parts->mutex);
        if (!part) {
            EKOS_TRY(part, make());
        }
        return part.get();
    }

    /// The adapter of these settings. Made without the lock: a locked keyring may keep it waiting for minutes.
    template<typename Settings, typename Adapter, typename Make>
    Result<Adapter *> opened(std::vector<Opened<Settings, Adapter>> &all, const Settings &settings, Make make)
    {
        const auto find = [&]() -> Adapter * {
            const auto found = std::ranges::find(all, settings, &Opened<Settings, Adapter>::settings);
            return found == all.end() ? nullptr : found->adapter.get();
        };
        {
            const std::lock_guard lock(m_mutex);
            if (Adapter *adapter = find())
                return adapter;
        }
        EKOS_TRY(std::unique_ptr<Adapter> made, make());
        const std::lock_guard lock(m_mutex);
        if (Adapter *adapter = find()) // another call was quicker
            return adapter;
        all.push_back({settings, std::move(made)});
        return all.back().adapter.get();
    }

    Result<Password> secret(const QString &variable, RunContext &run)
    {
        if (variable.isEmpty())
            return Password();
        return m_secrets->secret(variable, run);
    }

    std::shared_ptr<ProjectParts> m_parts;
    QString m_digest;
    qint64 m_passwordsMoved;
    std::mutex m_mutex;
    Connections m_connections;
    std::optional<ports::LoadedSettings> m_settings;
    adapters::FolderObservedFiles m_files;
    std::unique_ptr<ports::SecretStore> m_secrets;
};

LocalWorkspaces::LocalWorkspaces(QString folder, const base::Clock &clock, base::IdSource &ids)
    : m_folder(std::move(folder)), m_clock(clock), m_ids(ids), m_session(std::make_shared<adapters::SessionSecretStore>())
{
}

LocalWorkspaces::~LocalWorkspaces() = default;

Result<std::shared_ptr<LocalWorkspace>> LocalWorkspaces::current()
{
    const std::lock_guard lock(m_mutex);
    if (!m_parts) {
        EKOS_TRY(std::unique_ptr<adapters::TomlProjectStore> project, adapters::TomlProjectStore::open(m_folder, m_ids));
        m_parts = std::make_shared<ProjectParts>(m_folder, std::move(project), m_clock, m_ids);
    }
    const QString digest = m_parts->project->currentDigest();
    const bool arePasswordsSame = m_workspace && m_workspace->passwordsMoved() == m_passwordsMoved;
    if (!arePasswordsSame || m_workspace->digest() != digest)
        m_workspace = std::make_shared<LocalWorkspace>(m_parts, m_session, digest, m_passwordsMoved,
                                                       arePasswordsSame ? m_workspace->connections() : Connections());
    return m_workspace;
}

Result<std::shared_ptr<usecases::Workspace>> LocalWorkspaces::open(const QString &)
{
    EKOS_TRY(std::shared_ptr<LocalWorkspace> workspace, current());
    return std::static_pointer_cast<usecases::Workspace>(std::move(workspace));
}

Result<ports::InitReceipt> LocalWorkspaces::init(RunContext &run)
{
    EKOS_TRY(const std::shared_ptr<LocalWorkspace> workspace, current());
    return workspace->project().init(run);
}

Result<std::shared_ptr<adapters::KeychainSecretStore>> LocalWorkspaces::keychain(RunContext &run)
{
    EKOS_TRY(const std::shared_ptr<LocalWorkspace> workspace, current());
    EKOS_TRY(const ports::LoadedSettings loaded, workspace->settings(run));
    return std::make_shared<adapters::KeychainSecretStore>(loaded.id);
}

void LocalWorkspaces::notePasswordsMoved()
{
    const std::lock_guard lock(m_mutex);
    ++m_passwordsMoved;
}

} // namespace lakehouse::app
