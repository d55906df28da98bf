#include "usecases/sources/source_test.h"

#include "model/fact_bodies.h"
#include "rules/catalog/source_rights.h"
#include "rules/catalog/type_map_postgres.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using base::Text;

namespace {

constexpr std::size_t mostExamples = 5;

struct TriedSource {
    SourceConnection connection = {};
    bool isExtracted = false; ///< it is, or stands in for, the extracted one
};

/// What was typed, or the entry as it is saved.
Result<TriedSource> triedSource(const TestSource &request, const ProjectSettings &settings)
{
    if (!request.connect.isEmpty()) {
        const QString kind = request.kind.isEmpty() ? QStringLiteral("postgresql") : request.kind;
        EKOS_TRY(SourceConnection typed, entrySource({.name = request.name, .kind = kind, .connect = request.connect, .user = request.user,
                                                      .passwordEnv = request.passwordEnv, .schemas = request.schemas, .tlsMode = request.tlsMode,
                                                      .tlsRootCertificate = request.tlsRootCertificate}));
        if (typed.alias.isEmpty())
            typed.alias = typed.database;
        return TriedSource{std::move(typed), !request.name.isEmpty() && request.name == settings.lakehouse.sourceDatabase};
    }
    if (request.name.isEmpty() || request.name == settings.lakehouse.sourceDatabase) {
        EKOS_TRY(SourceConnection extracted, extractionSource(settings));
        return TriedSource{std::move(extracted), true};
    }
    const auto entry = std::ranges::find(settings.databases, request.name, &DatabaseEntry::name);
    if (entry == settings.databases.end())
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "ekos.toml has no source with the name \"%1\"."), request.name},
                     QT_TRANSLATE_NOOP("core", "See the names with: ekos-lakehouse sources list"), request.name};
    EKOS_TRY(SourceConnection saved, entrySource(*entry));
    return TriedSource{std::move(saved)};
}

/// One line after the other; after a failed one those that follow are skipped.
class Checks {
public:
    void add(ServiceCheck line)
    {
        if (m_hasFailed)
            line = {line.service, line.check, CheckState::Skipped, QT_TRANSLATE_NOOP("core", "not tried after the failure above"), {}};
        addTried(std::move(line));
    }
    void add(const char *check, CheckState state, Text finding, Text remedy = {})
    {
        add({QStringLiteral("source"), QString::fromLatin1(check), state, std::move(finding), std::move(remedy)});
    }
    void skip(const char *check) { add(check, CheckState::Skipped, {}); }
    /// Of what was tried whatever stands above.
    void fail(const char *check, const Error &error)
    {
        addTried({QStringLiteral("source"), QString::fromLatin1(check), CheckState::Failed, error.message, error.hint});
    }
    std::vector<ServiceCheck> take() { return std::move(m_lines); }

private:
    void addTried(ServiceCheck line)
    {
        m_hasFailed = m_hasFailed || line.state == CheckState::Failed;
        m_lines.push_back(std::move(line));
    }

    std::vector<ServiceCheck> m_lines;
    bool m_hasFailed = false;
};

/// What a server says about the person at the door shows that it was reached.
bool isAnswerOfServer(const Error &error)
{
    return error.code != ErrorCode::Unreachable && error.code != ErrorCode::TimedOut && error.code != ErrorCode::InvalidInput
        && error.code != ErrorCode::Cancelled;
}

class SourceTrial {
public:
    SourceTrial(const TriedSource &tried, const LakehouseSection &settings, Workspace &workspace, RunContext &run)
        : m_tried(tried), m_connection(tried.connection), m_settings(settings), m_workspace(workspace), m_run(run)
    {
    }

    Result<SourceTest> outcome()
    {
        if (signIn()) {
            checkServer();
            readRights();
            readCatalog();
        } else {
            for (const char *check : {"version", "write-refused", "settings"})
                m_checks.skip(check);
        }
        EKOS_CHECK(m_run.cancel().check());
        m_test.name = m_connection.alias;
        m_test.address = addressOf(m_connection);
        m_test.user = m_connection.user;
        m_test.testedAtUtc = m_workspace.clock().now();
        m_test.checks = m_checks.take();
        return std::move(m_test);
    }

private:
    bool signIn();
    void checkServer();
    void readRights();
    void readCatalog();

    const TriedSource &m_tried;
    const SourceConnection &m_connection;
    const LakehouseSection &m_settings;
    Workspace &m_workspace;
    RunContext &m_run;
    Checks m_checks;
    std::unique_ptr<ports::SourceEngine> m_source;
    SourceTest m_test;
};

/// Adds the lines "reach" and "sign-in".
bool SourceTrial::signIn()
{
    Result<std::unique_ptr<ports::SourceEngine>> opened = m_workspace.trySource(m_connection, m_run);
    std::optional<Error> noPassword;
    if (!opened && !m_connection.passwordEnv.isEmpty()) { // whether the server is there at all is worth knowing first
        noPassword = opened.error();
        SourceConnection nameless = m_connection;
        nameless.passwordEnv.clear();
        opened = m_workspace.trySource(nameless, m_run);
    }
    const Result<ports::SqlRows> answer = opened ? opened.value()->query(QStringLiteral("SELECT 1"), m_run) : Result<ports::SqlRows>(opened.error());
    if (!opened || (!answer && !isAnswerOfServer(answer.error()))) {
        m_checks.fail("reach", answer.error());
        m_checks.skip("sign-in");
        return false;
    }
    m_checks.add("reach", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "%1 answers"), addressOf(m_connection)});
    if (noPassword || !answer) {
        m_checks.fail("sign-in", noPassword ? *noPassword : answer.error());
        return false;
    }
    m_checks.add("sign-in", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "\"%1\" may sign in"), m_connection.user});
    m_source = std::move(opened).value();
    return true;
}

/// The lines of `doctor` in the order in which they matter; the last ones are settings of the server and of Trino.
void SourceTrial::checkServer()
{
    std::vector<ServiceCheck> lines = m_source->check(m_run);
    if (m_tried.isExtracted) {
        if (const auto lake = m_workspace.lake(m_run))
            std::ranges::copy_if(lake.value()->check(m_settings.sourceCatalog, m_settings.lakeCatalog, m_run), std::back_inserter(lines), [](const auto &line) {
                return line.check == QLatin1String("source-catalog") || line.check == QLatin1String("type-mapping");
            });
        else
            lines.push_back({QStringLiteral("trino"), QStringLiteral("source-catalog"), CheckState::Failed, lake.error().message, lake.error().hint});
    }
    const auto rank = [](const ServiceCheck &line) {
        return line.check == QLatin1String("version") ? 0 : line.check == QLatin1String("write-refused") ? 1 : 2;
    };
    std::ranges::stable_sort(lines, {}, rank);
    for (ServiceCheck &line : lines)
        if (line.check != QLatin1String("answers") && line.check != QLatin1String("rights")) // which reach, sign-in and the list of rights say better
            m_checks.add(std::move(line));
}

void SourceTrial::readRights()
{
    const Result<ports::SqlRows> rows = m_source->query(rules::neededRightsQuery(m_connection.schemas), m_run);
    if (!rows)
        return m_checks.fail("rights", rows.error());
    for (const auto &row : rows.value().rows)
        if (const std::optional<rules::NeededRight> right = rules::neededRightOf(row))
            m_test.rights.push_back({right->object(), right->right(), right->isHeld, right->isHeld ? QString() : right->grant(m_connection.user)});
    std::ranges::stable_partition(m_test.rights, [](const SourceRight &right) { return !right.isHeld; });
}

void SourceTrial::readCatalog()
{
    const Result<CatalogSnapshot> catalog = m_source->readCatalog(m_run);
    if (!catalog)
        return m_checks.fail("catalog", catalog.error());
    m_test.tables = qint64(tablesWithoutViews(catalog.value()).size());
    if (catalog.value().tables.empty())
        m_checks.add("catalog", CheckState::Warning, QT_TRANSLATE_NOOP("core", "There is no table to read."),
                     QT_TRANSLATE_NOOP("core", "Check database and schemas."));
    const ColumnMeasure notMeasured; // only what the type alone decides
    for (const SourceTable &table : catalog.value().tables) {
        for (const SourceColumn &column : table.columns) {
            const std::optional<Refusal> refusal = rules::mapPostgresType(column.type, &notMeasured).refusal;
            if (!refusal)
                continue;
            auto type = std::ranges::find(m_test.unsupportedTypes, column.type.declared, &UnsupportedType::type);
            if (type == m_test.unsupportedTypes.end())
                type = m_test.unsupportedTypes.insert(type, {.type = column.type.declared, .reason = refusal->reason});
            ++type->columns;
            if (type->examples.size() < mostExamples)
                type->examples.push_back(table.name.toString() + QLatin1Char('.') + sqlIdentifier(column.name));
        }
    }
    std::ranges::stable_sort(m_test.unsupportedTypes, std::greater(), &UnsupportedType::columns);
}

} // namespace

QString addressOf(const SourceConnection &connection)
{
    const bool isIpv6 = connection.host.contains(QLatin1Char(':'));
    return QStringLiteral("%1:%2/%3").arg(isIpv6 ? QLatin1Char('[') + connection.host + QLatin1Char(']') : connection.host,
                                          QString::number(connection.port), connection.database);
}

std::vector<const SourceTable *> tablesWithoutViews(const CatalogSnapshot &catalog)
{
    std::vector<const SourceTable *> tables;
    for (const SourceTable &table : catalog.tables)
        if (table.kind != TableKind::View && table.kind != TableKind::MaterializedView)
            tables.push_back(&table);
    return tables;
}

Result<SourceTest> testSource(const TestSource &request, const CallContext &, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const TriedSource tried, triedSource(request, loaded.settings));
    return SourceTrial(tried, loaded.settings.lakehouse, workspace, run).outcome();
}

} // namespace lakehouse::usecases
