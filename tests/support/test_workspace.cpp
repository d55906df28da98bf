#include "support/test_workspace.h"

#include "adapters/git/git_repository.h"
#include "adapters/ledger_sqlite/sqlite_ledger.h"
#include "adapters/ledger_sqlite/sqlite_run_store.h"
#include "adapters/observed_files/folder_observed_files.h"
#include "adapters/project/toml_project_store.h"
#include "rules/sqlgen/bronze_statements.h"
#include "rules/sqlgen/quoting.h"
#include "support/source_tables.h"

#include <QFile>

namespace lakehouse::testsupport {

using base::Result;
using base::RunContext;
using namespace model;

namespace {

constexpr qint64 longestWaitMs = 200;

/// The run store as it is, but nobody waits long for a lease.
class ImpatientRunStore final : public ports::RunStore {
public:
    ImpatientRunStore(std::unique_ptr<ports::RunStore> store, const LeaseWatch &leases) : m_store(std::move(store)), m_leases(leases) {}

    Result<std::unique_ptr<ports::Lease>> acquire(const QString &name, const RunId &run, qint64 waitMs, RunContext &context) override
    {
        if (m_leases.before)
            m_leases.before(name);
        Result<std::unique_ptr<ports::Lease>> lease = m_store->acquire(name, run, std::min(waitMs, longestWaitMs), context);
        if (m_leases.after)
            m_leases.after(name);
        return lease;
    }
    Result<> begin(const Run &run) override { return m_store->begin(run); }
    Result<> update(const Run &run) override { return m_store->update(run); }
    Result<std::vector<Run>> list(qint64 limit) override { return m_store->list(limit); }
    Result<std::vector<Run>> unfinished() override { return m_store->unfinished(); }
    Result<std::vector<ports::HeldLease>> heldLeases() override { return m_store->heldLeases(); }
    Result<Run> find(const QString &idOrPrefix) override { return m_store->find(idOrPrefix); }
    Result<RunEvent> record(const RunId &run, RunEvent event) override { return m_store->record(run, std::move(event)); }
    Result<std::vector<RunEvent>> events(const RunId &run, qint64 after, qint64 limit) override { return m_store->events(run, after, limit); }
    Result<ports::TableLoadState> loadState(const TableName &table) override { return m_store->loadState(table); }
    Result<> setLoadState(const TableName &table, const ports::TableLoadState &state) override { return m_store->setLoadState(table, state); }
    Result<> requestReload(const ReloadRequest &request) override { return m_store->requestReload(request); }
    Result<bool> settleReload(const ReloadRequest &request) override { return m_store->settleReload(request); }
    Result<> noteDeletes(const TableName &table, base::UtcTime atUtc) override { return m_store->noteDeletes(table, atUtc); }
    Result<> addLoadReport(const LoadReport &report) override { return m_store->addLoadReport(report); }
    Result<> addReconciliation(const TableReconciliation &reconciliation) override { return m_store->addReconciliation(reconciliation); }
    Result<> addLoadFailure(const LoadFailure &failure) override { return m_store->addLoadFailure(failure); }
    Result<std::vector<LoadReport>> loadsOfTable(const TableName &table, qint64 limit) override { return m_store->loadsOfTable(table, limit); }
    Result<std::vector<TableReconciliation>> reconciliationsOfTable(const TableName &table, qint64 limit) override { return m_store->reconciliationsOfTable(table, limit); }
    Result<std::vector<LoadFailure>> failuresOfTable(const TableName &table, qint64 limit) override { return m_store->failuresOfTable(table, limit); }
    Result<std::vector<ports::TableStanding>> standings() override { return m_store->standings(); }
    Result<std::vector<LoadReport>> latestLoads() override { return m_store->latestLoads(); }
    Result<std::vector<TableReconciliation>> latestReconciliations() override { return m_store->latestReconciliations(); }
    Result<std::vector<LoadReport>> loadsOf(const RunId &run) override { return m_store->loadsOf(run); }
    Result<std::vector<TableReconciliation>> reconciliationsOf(const RunId &run) override { return m_store->reconciliationsOf(run); }
    Result<> noteLedgerHead(const EntryHash &head) override { return m_store->noteLedgerHead(head); }
    Result<std::optional<EntryHash>> notedLedgerHead() override { return m_store->notedLedgerHead(); }
    Result<std::optional<QByteArray>> answerTo(const QString &key, const QByteArray &digest) override { return m_store->answerTo(key, digest); }
    Result<> keepAnswer(const QString &key, const QByteArray &digest, const QByteArray &answer) override { return m_store->keepAnswer(key, digest, answer); }

private:
    std::unique_ptr<ports::RunStore> m_store;
    const LeaseWatch &m_leases;
};

/// The fake source, for who asks for one of their own.
class LentSource final : public ports::SourceEngine {
public:
    explicit LentSource(ports::SourceEngine &source) : m_source(source) {}
    Result<CatalogSnapshot> readCatalog(RunContext &run) override { return m_source.readCatalog(run); }
    Result<std::vector<ColumnMeasure>> measure(const std::vector<MeasureRequest> &requests, RunContext &run) override { return m_source.measure(requests, run); }
    Result<std::vector<TableProfile>> profile(const std::vector<ProfileRequest> &requests, const ScanBudget &budget, RunContext &run) override { return m_source.profile(requests, budget, run); }
    Result<std::vector<SampleOutcome>> sampleValues(const std::vector<SampleRequest> &requests, const ports::SampleVisitor &visitor, RunContext &run) override { return m_source.sampleValues(requests, visitor, run); }
    Result<std::vector<RowCount>> countDuplicates(const std::vector<ColumnSet> &columns, const ScanBudget &budget, RunContext &run) override { return m_source.countDuplicates(columns, budget, run); }
    Result<std::vector<RowCount>> countNulls(const std::vector<ColumnSet> &columns, const ScanBudget &budget, RunContext &run) override { return m_source.countNulls(columns, budget, run); }
    Result<std::vector<RowCount>> countOrphans(const std::vector<ColumnRelation> &relations, const ScanBudget &budget, RunContext &run) override { return m_source.countOrphans(relations, budget, run); }
    Result<ports::SqlRows> query(const QString &sql, RunContext &run) override { return m_source.query(sql, run); }
    Result<std::vector<ports::SqlRows>> queryTogether(const std::vector<QString> &statements, RunContext &run) override { return m_source.queryTogether(statements, run); }
    Result<ports::SafeBound> safeUpperBound(RunContext &run) override { return m_source.safeUpperBound(run); }
    std::vector<ServiceCheck> check(RunContext &run) override { return m_source.check(run); }

private:
    ports::SourceEngine &m_source;
};

} // namespace

class TestProject::Space final : public usecases::Workspace {
public:
    Space(TestProject &project, std::unique_ptr<adapters::TomlProjectStore> store) : m_project(project), m_store(std::move(store)) {}

    Result<ports::LoadedSettings> settings(RunContext &run) override { return m_store->load(run); }
    ports::ProjectStore &project() override { return *m_store; }
    Result<ports::Ledger *> ledger(RunContext &) override
    {
        return opened(m_ledger, [this] { return adapters::SqliteLedger::open(m_project.path(QStringLiteral(".ekos/ledger.sqlite")), m_project.clock, m_project.ids); });
    }
    Result<ports::RunStore *> runs(RunContext &) override
    {
        return opened(m_runs, [this]() -> Result<std::unique_ptr<ports::RunStore>> {
            EKOS_TRY(std::unique_ptr<ports::RunStore> store, adapters::SqliteRunStore::open(m_project.path(QStringLiteral(".ekos")), m_project.clock, m_project.ids, m_project.machineClock));
            return std::unique_ptr<ports::RunStore>(std::make_unique<ImpatientRunStore>(std::move(store), m_project.leases));
        });
    }
    Result<ports::PipelineRepository *> repository(RunContext &) override
    {
        return opened(m_repository, [this] { return adapters::GitRepository::open(m_project.path(QStringLiteral("pipeline")), m_project.path(QStringLiteral(".ekos"))); });
    }
    Result<ports::SourceEngine *> source(const SourceConnection &, RunContext &) override { return static_cast<ports::SourceEngine *>(&m_project.source); }
    Result<std::unique_ptr<ports::SourceEngine>> trySource(const SourceConnection &connection, RunContext &run) override
    {
        m_project.tried.push_back(connection);
        if (connection.passwordEnv.isEmpty() || m_project.secrets.placeOf(connection.passwordEnv, run) != SecretPlace::Missing)
            return std::unique_ptr<ports::SourceEngine>(std::make_unique<LentSource>(m_project.source));
        return m_project.secrets.secret(connection.passwordEnv, run).error();
    }
    ports::ObservedFiles &observedFiles() override { return m_files; }
    ports::SecretStore &secrets() override { return m_project.secrets; }
    Result<ports::LakeSql *> lake(RunContext &) override { return static_cast<ports::LakeSql *>(&m_project.lake); }
    Result<ports::Orchestrator *> orchestrator(RunContext &) override { return static_cast<ports::Orchestrator *>(&m_project.orchestrator); }
    std::vector<ServiceCheck> checkStorage(RunContext &) override { return {{QStringLiteral("object-store"), QStringLiteral("answers"), CheckState::Passed, "fake", {}}}; }
    const base::Clock &clock() const override { return m_project.clock; }
    base::IdSource &ids() override { return m_project.ids; }

private:
    template<typename Part, typename Make>
    Result<Part *> opened(std::unique_ptr<Part> &part, Make make)
    {
        const std::lock_guard lock(m_mutex);
        if (!part) {
            EKOS_TRY(part, make());
        }
        return part.get();
    }

    TestProject &m_project;
    adapters::FolderObservedFiles m_files;
    std::mutex m_mutex;
    std::unique_ptr<adapters::TomlProjectStore> m_store;
    std::unique_ptr<ports::Ledger> m_ledger;
    std::unique_ptr<ports::RunStore> m_runs;
    std::unique_ptr<ports::PipelineRepository> m_repository;
};

TestProject::TestProject()
    : source(rows, [this](const QString &sql) { return planned(sql); }), lake(rows, [this](const QString &sql) { return planned(sql); })
{
    source.bound = {.boundUtc = clock.now()};
    source.catalog = {.database = QStringLiteral("film_rental"), .databaseName = QStringLiteral("film_rental"), .engine = QStringLiteral("postgresql"),
                      .serverVersion = QStringLiteral("15.8"), .role = QStringLiteral("ekos"), .queries = 12};
    writeSettings();
    RunContext run;
    [[maybe_unused]] const auto made = workspace().project().init(run);
    Q_ASSERT(made);
}

TestProject::~TestProject() = default;

void TestProject::writeSettings(const QString &lines)
{
    QFile file(path(QStringLiteral("ekos.toml")));
    [[maybe_unused]] const bool isOpen = file.open(QIODevice::WriteOnly);
    Q_ASSERT(isOpen);
    file.write(QStringLiteral("[project]\nname = \"film\"\n\n[extensions.lakehouse]\ntrino-url = \"http://127.0.0.1:1\"\ndagster-url = \"http://127.0.0.1:1\"\n"
                              "source = \"127.0.0.1:1\"\nsource-database = \"film_rental\"\nsource-user = \"ekos\"\nsource-password-env = \"EKOS_LH_PG_PASSWORD\"\n%1\n").arg(lines).toUtf8());
}

void TestProject::setTables(std::vector<SourceTable> tables, qint64 count)
{
    std::ranges::sort(tables, {}, [](const SourceTable &table) { return table.name.toString(); });
    lake.exposed = exposedOf(tables);
    source.catalog.counts = {{QStringLiteral("table"), qint64(tables.size()), qint64(tables.size())}};
    for (SourceTable &table : tables) {
        table.estimatedRows = count;
        if (rows.source(table.name).empty())
            rows.fill(table.name, count);
    }
    source.catalog.tables = std::move(tables);
}

Result<std::shared_ptr<usecases::Workspace>> TestProject::open(const QString &)
{
    workspace();
    return std::static_pointer_cast<usecases::Workspace>(m_space);
}

usecases::Workspace &TestProject::workspace()
{
    if (!m_space) {
        auto store = adapters::TomlProjectStore::open(m_folder.path(), ids);
        Q_ASSERT(store);
        m_space = std::make_shared<Space>(*this, std::move(store).value());
    }
    return *m_space;
}

void TestProject::reopen()
{
    m_space.reset();
    workspace();
}

ports::RunStore &TestProject::otherProcess()
{
    if (!m_otherStore) {
        auto store = adapters::SqliteRunStore::open(path(QStringLiteral(".ekos")), clock, m_otherIds, otherMachineClock);
        Q_ASSERT(store);
        m_otherStore = std::move(store).value();
    }
    return *m_otherStore;
}

std::optional<TableDecision> TestProject::planned(const QString &sql)
{
    RunContext run;
    const auto plan = workspace().project().proposal(run);
    if (!plan || !plan.value())
        return std::nullopt;
    for (const PlannedTable &table : plan.value()->tables) {
        const TableName &name = table.decision.table;
        const QString inSource = rules::postgresIdentifier(name.schema()) + QLatin1Char('.') + rules::postgresIdentifier(name.table());
        const QString bronze = rules::bronzeTableSql(table.decision.places);
        if (sql.contains(bronze) || sql.contains(bronze.chopped(1) + QLatin1Char('$')) || sql.contains(inSource))
            return table.decision;
    }
    return std::nullopt;
}

} // namespace lakehouse::testsupport
