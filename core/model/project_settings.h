#pragma once

#include "describe/fwd.h"
#include "model/run.h"

namespace lakehouse::model {

/// Read from `ekos.toml`; field names in their descriptors are the keys of the file. Holds names of environment variables, never credentials.

struct ProjectSection {
    QString name = {};                 ///< default: the folder's name
    QString environment = {};          ///< "test" | "production"
    friend bool operator==(const ProjectSection &, const ProjectSection &) = default;
};

struct DatabaseEntry {
    QString name = {};
    QString kind = {};                 ///< "postgresql" | "oracle"
    QString connect = {};              ///< host:port/database
    QString user = {};
    QString passwordEnv = {};
    std::vector<QString> schemas = {}; ///< empty: all but the system's
    std::vector<QString> owners = {};  ///< Oracle's word for the same
    QString tlsMode = {};              ///< as libpq's sslmode; default: see defaultTlsMode
    QString tlsRootCertificate = {};   ///< path of a PEM file
    friend bool operator==(const DatabaseEntry &, const DatabaseEntry &) = default;
};

/// A key with dots in it, such as "public.film" = "last_update".
struct NamedSetting {
    QString name = {};
    QString value = {};
    friend bool operator==(const NamedSetting &, const NamedSetting &) = default;
};

struct ApprovalSection {
    bool requireReason = false;
    bool fourEyes = false;
    std::vector<QString> approvers = {};
    friend bool operator==(const ApprovalSection &, const ApprovalSection &) = default;
};

/// Where generated documentation goes: `[extensions.lakehouse.docs]`.
struct DocsSection {
    QString target = {};               ///< "github" | "azure-devops" | "confluence"
    QString repo = {};                 ///< github: owner/name
    QString prefix = {};               ///< github: before each page name, so that projects share one wiki
    QString sidebar = {};              ///< github: "keep" leaves the wiki's sidebar alone
    QString orgUrl = {};               ///< azure-devops
    QString project = {};              ///< azure-devops
    QString wiki = {};                 ///< azure-devops
    QString rootPath = {};             ///< azure-devops
    QString space = {};                ///< confluence
    QString parentId = {};             ///< confluence
    QString titlePrefix = {};          ///< confluence
    QString output = {};               ///< folder of the generated pages; default "docs/estate"
    friend bool operator==(const DocsSection &, const DocsSection &) = default;
};

/// A model for one task: `[llm.tasks.<name>]`. What is empty is taken from `[llm]`.
struct LlmTask {
    QString name = {};                 ///< "gold" | "requirements"
    QString provider = {};
    QString baseUrl = {};
    QString model = {};
    QString apiKeyEnv = {};
    bool metered = false;
    friend bool operator==(const LlmTask &, const LlmTask &) = default;
};

struct LlmSection {
    QString provider = {};             ///< "ollama" | "openai" (any compatible endpoint)
    QString baseUrl = {};
    QString model = {};
    QString apiKeyEnv = {};
    bool metered = false;              ///< each call costs money: asked for by --allow-metered
    std::vector<LlmTask> tasks = {};
    friend bool operator==(const LlmSection &, const LlmSection &) = default;
};

struct LakehouseSection {
    QString trinoUrl = {};
    QString trinoUser = {};
    QString trinoPasswordEnv = {};
    QString polarisHealthUrl = {};
    QString s3Url = {};
    QString dagsterUrl = {};
    QString dagsterLocation = {};      ///< code location at Dagster; default: the project's name
    QString source = {};               ///< host:port: short form of one PostgreSQL database
    QString sourceEngine = {};         ///< "postgresql" | "oracle"
    QString sourceDatabase = {};       ///< with `source` a database, without it the name of a [[databases]] entry
    QString sourceUser = {};
    QString sourcePasswordEnv = {};
    QString sourceTlsMode = {};
    QString sourceTlsRootCertificate = {};
    QString sourceCatalog = {};        ///< the Trino catalog that reads the source
    std::vector<QString> sourceSchemas = {};
    QString lakeCatalog = {};          ///< default "lake"
    QString bronzeSchemaPrefix = {};   ///< default "bronze_"
    QString bronzeSchedule = {};       ///< cron; empty: none
    QString maintenanceSchedule = {};  ///< cron, or "none"; empty: each night at 02:30 where there is a bronze schedule
    QString timeZone = {};             ///< of schedules; default "UTC"
    std::vector<NamedSetting> watermarks = {};
    QString applicationWatermark = {};
    qint64 lateArrivalMinutes = 60;
    qint64 loadParallelism = 4;
    qint64 reconcileBuckets = 64;
    qint64 reconcileAttempts = 3;
    qint64 massDeletePercent = 5;
    qint64 massDeleteRows = 10000;
    qint64 deleteAuditDays = 7;
    std::vector<NamedSetting> purgePolicy = {};
    std::vector<QString> history = {};
    std::vector<NamedSetting> pii = {};
    std::vector<NamedSetting> policy = {};
    bool flagsAsText = false;
    bool requireSignoff = false;
    bool requirePlanApproval = false;
    QString gitRemote = {};
    QString goldModel = {};
    QString python = {};               ///< accepted; no longer needed
    ApprovalSection approval = {};
    qint64 snapshotRetentionDays = 7;
    DocsSection docs = {};
    friend bool operator==(const LakehouseSection &, const LakehouseSection &) = default;
};

struct ProjectSettings {
    ProjectSection project = {};
    std::vector<DatabaseEntry> databases = {};
    std::vector<QString> observePaths = {};
    LakehouseSection lakehouse = {};
    LlmSection llm = {};
    friend bool operator==(const ProjectSettings &, const ProjectSettings &) = default;
};

/// How to reach one source database; put together from the settings, the password still a name.
struct SourceConnection {
    QString alias = {};        ///< name used in subjects
    QString engine = {};
    QString host = {};
    qint64 port = 5432;
    QString database = {};
    QString user = {};
    QString passwordEnv = {};
    QString tlsMode = {};
    QString tlsRootCertificate = {};
    std::vector<QString> schemas = {};
    friend bool operator==(const SourceConnection &, const SourceConnection &) = default;
};

/// The source that is extracted. Fails with InvalidInput naming the missing or contradicting keys.
base::Result<SourceConnection> extractionSource(const ProjectSettings &settings);

/// How an entry of [[databases]] is reached. Fails with InvalidInput when `connect` is not host:port/database; never repeats a text that may hold a
/// password.
base::Result<SourceConnection> entrySource(const DatabaseEntry &entry);

/// The tls-mode of a database whose settings name none: "prefer" on this machine. On another one "require", since without TLS whoever answers at
/// the address could ask for the password.
QString defaultTlsMode(const QString &host);

/// The settings with every default filled in; `folder` is the name of the project's folder.
ProjectSettings withDefaults(ProjectSettings settings, const QString &folder);

const describe::TypeInfo &typeOf(describe::Describe<ProjectSection>);
const describe::TypeInfo &typeOf(describe::Describe<DatabaseEntry>);
const describe::TypeInfo &typeOf(describe::Describe<NamedSetting>);
const describe::TypeInfo &typeOf(describe::Describe<ApprovalSection>);
const describe::TypeInfo &typeOf(describe::Describe<DocsSection>);
const describe::TypeInfo &typeOf(describe::Describe<LlmTask>);
const describe::TypeInfo &typeOf(describe::Describe<LlmSection>);
const describe::TypeInfo &typeOf(describe::Describe<LakehouseSection>);
const describe::TypeInfo &typeOf(describe::Describe<ProjectSettings>);
const describe::TypeInfo &typeOf(describe::Describe<SourceConnection>);

} // namespace lakehouse::model
