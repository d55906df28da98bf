#include "model/project_settings.h"

#include "base/loopback.h"
#include "describe/describe.h"
#include "model/no_source.h"

#include <algorithm>

namespace lakehouse::model {

using namespace describe;
using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr qint64 postgresPort = 5432;
constexpr qint64 oraclePort = 1521;

Error missing(const char *key)
{
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "ekos.toml has no \"%1\" in [extensions.lakehouse]."), QString::fromLatin1(key)},
                 {QT_TRANSLATE_NOOP("core", "Add the key; every key is described by: ekos-lakehouse config show --effective")}, QString::fromLatin1(key)};
}

/// host:port, [IPv6]:port or host alone.
Result<> readAddress(const QString &text, SourceConnection &connection)
{
    const qsizetype colon = text.lastIndexOf(QLatin1Char(':'));
    const bool hasPort = colon > 0 && !text.mid(colon).contains(QLatin1Char(']'));
    bool isNumber = true;
    if (hasPort)
        connection.port = text.mid(colon + 1).toLongLong(&isNumber);
    connection.host = hasPort ? text.left(colon) : text;
    if (connection.host.startsWith(QLatin1Char('[')) && connection.host.endsWith(QLatin1Char(']')))
        connection.host = connection.host.mid(1, connection.host.size() - 2);
    if (connection.host.isEmpty() || !isNumber || connection.port < 1 || connection.port > 65535)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "\"%1\" is not host:port."), text},
                     QT_TRANSLATE_NOOP("core", "Write for example: source = \"127.0.0.1:5432\"")};
    return base::Ok{};
}

QString tlsModeAt(const QString &address)
{
    SourceConnection connection;
    const Result<> isUsable = readAddress(address, connection); // a mistake in it is told when the source is opened
    return isUsable ? defaultTlsMode(connection.host) : QStringLiteral("require");
}

} // namespace

Result<SourceConnection> entrySource(const DatabaseEntry &entry)
{
    SourceConnection connection{.alias = entry.name, .engine = entry.kind, .port = entry.kind == QLatin1String("oracle") ? oraclePort : postgresPort,
        .user = entry.user, .passwordEnv = entry.passwordEnv, .tlsMode = entry.tlsMode, .tlsRootCertificate = entry.tlsRootCertificate,
        .schemas = entry.schemas.empty() ? entry.owners : entry.schemas};
    if (entry.connect.contains(QLatin1Char('@')) || entry.connect.contains(QLatin1Char('?')))
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The address of \"%1\" must be host, port and database only, without a user name or password."), entry.name},
                     QT_TRANSLATE_NOOP("core", "Write for example: db-host:5432/sales; the user has a field of its own, and the password stands in a variable."), entry.name};
    const qsizetype slash = entry.connect.indexOf(QLatin1Char('/'));
    if (slash < 1)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The entry \"%1\" of [[databases]] has no connect = \"host:port/database\"."), entry.name},
                     QT_TRANSLATE_NOOP("core", "Write for example: connect = \"db-host:5432/sales\""), entry.name};
    connection.database = entry.connect.mid(slash + 1);
    EKOS_CHECK(readAddress(entry.connect.left(slash), connection));
    return connection;
}

Result<SourceConnection> extractionSource(const ProjectSettings &settings)
{
    const LakehouseSection &lakehouse = settings.lakehouse;
    if (lakehouse.sourceDatabase.isEmpty() && lakehouse.source.isEmpty() && settings.databases.empty())
        return noSource();
    if (lakehouse.sourceDatabase.isEmpty())
        return missing("source-database");
    if (lakehouse.source.isEmpty()) {
        const auto entry = std::ranges::find(settings.databases, lakehouse.sourceDatabase, &DatabaseEntry::name);
        if (entry == settings.databases.end())
            return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "source-database names \"%1\", and no entry of [[databases]] has that name."), lakehouse.sourceDatabase},
                         QT_TRANSLATE_NOOP("core", "Add the entry, or write source = \"host:port\" for a PostgreSQL database."), QStringLiteral("source-database")};
        EKOS_TRY(SourceConnection connection, entrySource(*entry));
        if (!lakehouse.sourceSchemas.empty())
            connection.schemas = lakehouse.sourceSchemas;
        return connection;
    }
    if (lakehouse.sourceUser.isEmpty())
        return missing("source-user");
    SourceConnection connection{.alias = lakehouse.sourceDatabase, .engine = QStringLiteral("postgresql"), .port = postgresPort, .database = lakehouse.sourceDatabase,
        .user = lakehouse.sourceUser, .passwordEnv = lakehouse.sourcePasswordEnv, .tlsMode = lakehouse.sourceTlsMode,
        .tlsRootCertificate = lakehouse.sourceTlsRootCertificate, .schemas = lakehouse.sourceSchemas};
    EKOS_CHECK(readAddress(lakehouse.source, connection));
    return connection;
}

QString defaultTlsMode(const QString &host)
{
    return base::isLoopbackHost(host) ? QStringLiteral("prefer") : QStringLiteral("require");
}

ProjectSettings withDefaults(ProjectSettings settings, const QString &folder)
{
    const auto fill = [](QString &value, const QString &fallback) {
        if (value.isEmpty())
            value = fallback;
    };
    LakehouseSection &lakehouse = settings.lakehouse;
    fill(settings.project.name, folder);
    fill(settings.project.environment, QStringLiteral("test"));
    for (DatabaseEntry &entry : settings.databases)
        fill(entry.tlsMode, tlsModeAt(entry.connect.section(QLatin1Char('/'), 0, 0)));
    fill(lakehouse.trinoUser, QStringLiteral("ekos"));
    fill(lakehouse.dagsterLocation, settings.project.name);
    fill(lakehouse.sourceEngine, QStringLiteral("postgresql"));
    fill(lakehouse.sourceTlsMode, tlsModeAt(lakehouse.source));
    fill(lakehouse.sourceCatalog, lakehouse.sourceDatabase);
    fill(lakehouse.lakeCatalog, QStringLiteral("lake"));
    fill(lakehouse.bronzeSchemaPrefix, QStringLiteral("bronze_"));
    fill(lakehouse.timeZone, QStringLiteral("UTC"));
    fill(lakehouse.docs.output, QStringLiteral("docs/estate"));
    fill(settings.llm.provider, QStringLiteral("ollama"));
    if (settings.llm.provider == QLatin1String("ollama"))
        fill(settings.llm.baseUrl, QStringLiteral("http://127.0.0.1:11434"));
    return settings;
}

const TypeInfo &typeOf(Describe<ProjectSection>)
{
    static constexpr FieldInfo fields[] = {
        field<&ProjectSection::name>("name", "default: the folder's name", Presence::Defaulted),
        field<&ProjectSection::environment>("environment", "\"test\" | \"production\"", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ProjectSection>("ProjectSection", fields);
    return info;
}

const TypeInfo &typeOf(Describe<DatabaseEntry>)
{
    static constexpr FieldInfo fields[] = {
        field<&DatabaseEntry::name>("name", "name", Presence::Defaulted),
        field<&DatabaseEntry::kind>("kind", "\"postgresql\" | \"oracle\"", Presence::Defaulted),
        field<&DatabaseEntry::connect>("connect", "host:port/database", Presence::Defaulted),
        field<&DatabaseEntry::user>("user", "user", Presence::Defaulted),
        field<&DatabaseEntry::passwordEnv>("password-env", "password env", Presence::Defaulted),
        field<&DatabaseEntry::schemas>("schemas", "empty: all but the system's", Presence::Defaulted),
        field<&DatabaseEntry::owners>("owners", "Oracle's word for the same", Presence::Defaulted),
        field<&DatabaseEntry::tlsMode>("tls-mode", "as libpq's sslmode; default \"prefer\" on this machine, \"require\" elsewhere", Presence::Defaulted),
        field<&DatabaseEntry::tlsRootCertificate>("tls-root-certificate", "path of a PEM file", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<DatabaseEntry>("DatabaseEntry", fields);
    return info;
}

const TypeInfo &typeOf(Describe<NamedSetting>)
{
    static constexpr FieldInfo fields[] = {
        field<&NamedSetting::name>("name", "name", Presence::Defaulted),
        field<&NamedSetting::value>("value", "value", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<NamedSetting>("NamedSetting", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ApprovalSection>)
{
    static constexpr FieldInfo fields[] = {
        field<&ApprovalSection::requireReason>("require-reason", "require reason", Presence::Defaulted),
        field<&ApprovalSection::fourEyes>("four-eyes", "four eyes", Presence::Defaulted),
        field<&ApprovalSection::approvers>("approvers", "approvers", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ApprovalSection>("ApprovalSection", fields);
    return info;
}

const TypeInfo &typeOf(Describe<DocsSection>)
{
    static constexpr FieldInfo fields[] = {
        field<&DocsSection::target>("target", "\"github\" | \"azure-devops\" | \"confluence\"", Presence::Defaulted),
        field<&DocsSection::repo>("repo", "github: owner/name", Presence::Defaulted),
        field<&DocsSection::prefix>("prefix", "github: before each page name, so that projects share one wiki", Presence::Defaulted),
        field<&DocsSection::sidebar>("sidebar", "github: \"keep\" leaves the sidebar alone", Presence::Defaulted),
        field<&DocsSection::orgUrl>("org-url", "azure-devops: address of the organisation", Presence::Defaulted),
        field<&DocsSection::project>("project", "azure-devops: project", Presence::Defaulted),
        field<&DocsSection::wiki>("wiki", "azure-devops: wiki", Presence::Defaulted),
        field<&DocsSection::rootPath>("root-path", "azure-devops: page above all others", Presence::Defaulted),
        field<&DocsSection::space>("space", "confluence: key of the space", Presence::Defaulted),
        field<&DocsSection::parentId>("parent-id", "confluence: page above all others", Presence::Defaulted),
        field<&DocsSection::titlePrefix>("title-prefix", "confluence: before each title", Presence::Defaulted),
        field<&DocsSection::output>("output", "folder of the generated pages; default \"docs/estate\"", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<DocsSection>("DocsSection", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LlmTask>)
{
    static constexpr FieldInfo fields[] = {
        field<&LlmTask::name>("name", "\"gold\" | \"requirements\"", Presence::Defaulted),
        field<&LlmTask::provider>("provider", "\"ollama\" | \"openai\" (any compatible endpoint)", Presence::Defaulted),
        field<&LlmTask::baseUrl>("base-url", "address of the endpoint", Presence::Defaulted),
        field<&LlmTask::model>("model", "name of the model", Presence::Defaulted),
        field<&LlmTask::apiKeyEnv>("api-key-env", "variable that holds the key", Presence::Defaulted),
        field<&LlmTask::metered>("metered", "each call costs money", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<LlmTask>("LlmTask", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LlmSection>)
{
    static constexpr FieldInfo fields[] = {
        field<&LlmSection::provider>("provider", "\"ollama\" | \"openai\" (any compatible endpoint)", Presence::Defaulted),
        field<&LlmSection::baseUrl>("base-url", "address of the endpoint", Presence::Defaulted),
        field<&LlmSection::model>("model", "name of the model", Presence::Defaulted),
        field<&LlmSection::apiKeyEnv>("api-key-env", "variable that holds the key", Presence::Defaulted),
        field<&LlmSection::metered>("metered", "each call costs money", Presence::Defaulted),
        field<&LlmSection::tasks>("tasks", "other models for single tasks", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<LlmSection>("LlmSection", fields);
    return info;
}

const TypeInfo &typeOf(Describe<LakehouseSection>)
{
    static constexpr FieldInfo fields[] = {
        field<&LakehouseSection::trinoUrl>("trino-url", "trino url", Presence::Defaulted),
        field<&LakehouseSection::trinoUser>("trino-user", "trino user", Presence::Defaulted),
        field<&LakehouseSection::trinoPasswordEnv>("trino-password-env", "trino password env", Presence::Defaulted),
        field<&LakehouseSection::polarisHealthUrl>("polaris-health-url", "polaris health url", Presence::Defaulted),
        field<&LakehouseSection::s3Url>("s3-url", "s3 url", Presence::Defaulted),
        field<&LakehouseSection::dagsterUrl>("dagster-url", "dagster url", Presence::Defaulted),
        field<&LakehouseSection::dagsterLocation>("dagster-location", "code location at Dagster; default: the project's name", Presence::Defaulted),
        field<&LakehouseSection::source>("source", "host:port: short form of one PostgreSQL database", Presence::Defaulted),
        field<&LakehouseSection::sourceEngine>("source-engine", "\"postgresql\" | \"oracle\"", Presence::Defaulted),
        field<&LakehouseSection::sourceDatabase>("source-database", "with `source` a database, without it the name of a [[databases]] entry", Presence::Defaulted),
        field<&LakehouseSection::sourceUser>("source-user", "source user", Presence::Defaulted),
        field<&LakehouseSection::sourcePasswordEnv>("source-password-env", "source password env", Presence::Defaulted),
        field<&LakehouseSection::sourceTlsMode>("source-tls-mode", "source tls mode", Presence::Defaulted),
        field<&LakehouseSection::sourceTlsRootCertificate>("source-tls-root-certificate", "source tls root certificate", Presence::Defaulted),
        field<&LakehouseSection::sourceCatalog>("source-catalog", "the Trino catalog that reads the source", Presence::Defaulted),
        field<&LakehouseSection::sourceSchemas>("source-schemas", "source schemas", Presence::Defaulted),
        field<&LakehouseSection::lakeCatalog>("lake-catalog", "default \"lake\"", Presence::Defaulted),
        field<&LakehouseSection::bronzeSchemaPrefix>("bronze-schema-prefix", "default \"bronze_\"", Presence::Defaulted),
        field<&LakehouseSection::bronzeSchedule>("bronze-schedule", "cron; empty: none", Presence::Defaulted),
        field<&LakehouseSection::maintenanceSchedule>("maintenance-schedule", "cron, or \"none\"; empty: 30 2 * * * where there is a bronze schedule", Presence::Defaulted),
        field<&LakehouseSection::timeZone>("time-zone", "of schedules; default \"UTC\"", Presence::Defaulted),
        field<&LakehouseSection::watermarks>("watermarks", "watermarks", Presence::Defaulted),
        field<&LakehouseSection::applicationWatermark>("application-watermark", "application watermark", Presence::Defaulted),
        field<&LakehouseSection::lateArrivalMinutes>("late-arrival-minutes", "late arrival minutes", Presence::Defaulted),
        field<&LakehouseSection::loadParallelism>("load-parallelism", "load parallelism", Presence::Defaulted),
        field<&LakehouseSection::reconcileBuckets>("reconcile-buckets", "reconcile buckets", Presence::Defaulted),
        field<&LakehouseSection::reconcileAttempts>("reconcile-attempts", "reconcile attempts", Presence::Defaulted),
        field<&LakehouseSection::massDeletePercent>("mass-delete-percent", "mass delete percent", Presence::Defaulted),
        field<&LakehouseSection::massDeleteRows>("mass-delete-rows", "mass delete rows", Presence::Defaulted),
        field<&LakehouseSection::deleteAuditDays>("delete-audit-days", "delete audit days", Presence::Defaulted),
        field<&LakehouseSection::purgePolicy>("purge-policy", "purge policy", Presence::Defaulted),
        field<&LakehouseSection::history>("history", "history", Presence::Defaulted),
        field<&LakehouseSection::pii>("pii", "pii", Presence::Defaulted),
        field<&LakehouseSection::policy>("policy", "policy", Presence::Defaulted),
        field<&LakehouseSection::flagsAsText>("flags-as-text", "flags as text", Presence::Defaulted),
        field<&LakehouseSection::requireSignoff>("require-signoff", "require signoff", Presence::Defaulted),
        field<&LakehouseSection::requirePlanApproval>("require-plan-approval", "require plan approval", Presence::Defaulted),
        field<&LakehouseSection::gitRemote>("git-remote", "git remote", Presence::Defaulted),
        field<&LakehouseSection::goldModel>("gold-model", "gold model", Presence::Defaulted),
        field<&LakehouseSection::python>("python", "accepted; no longer needed", Presence::Defaulted),
        field<&LakehouseSection::approval>("approval", "approval", Presence::Defaulted),
        field<&LakehouseSection::snapshotRetentionDays>("snapshot-retention-days", "snapshot retention days", Presence::Defaulted),
        field<&LakehouseSection::docs>("docs", "where the documentation goes", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<LakehouseSection>("LakehouseSection", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ProjectSettings>)
{
    static constexpr FieldInfo fields[] = {
        field<&ProjectSettings::project>("project", "project", Presence::Defaulted),
        field<&ProjectSettings::databases>("databases", "databases", Presence::Defaulted),
        field<&ProjectSettings::observePaths>("observe-paths", "observe paths", Presence::Defaulted),
        field<&ProjectSettings::lakehouse>("lakehouse", "lakehouse", Presence::Defaulted),
        field<&ProjectSettings::llm>("llm", "models", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ProjectSettings>("ProjectSettings", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceConnection>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceConnection::alias>("alias", "name used in subjects", Presence::Defaulted),
        field<&SourceConnection::engine>("engine", "engine", Presence::Defaulted),
        field<&SourceConnection::host>("host", "host", Presence::Defaulted),
        field<&SourceConnection::port>("port", "port", Presence::Defaulted),
        field<&SourceConnection::database>("database", "database", Presence::Defaulted),
        field<&SourceConnection::user>("user", "user", Presence::Defaulted),
        field<&SourceConnection::passwordEnv>("password-env", "password env", Presence::Defaulted),
        field<&SourceConnection::tlsMode>("tls-mode", "tls mode", Presence::Defaulted),
        field<&SourceConnection::tlsRootCertificate>("tls-root-certificate", "tls root certificate", Presence::Defaulted),
        field<&SourceConnection::schemas>("schemas", "schemas", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<SourceConnection>("SourceConnection", fields);
    return info;
}

} // namespace lakehouse::model
