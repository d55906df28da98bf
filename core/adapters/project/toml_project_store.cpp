#include "adapters/project/toml_project_store.h"

#include "adapters/project/project_files.h"
#include "adapters/project/settings_editor.h"
#include "adapters/project/settings_lock.h"
#include "adapters/project/settings_reader.h"
#include "adapters/project/settings_template.h"
#include "adapters/project/settings_writer.h"
#include "base/file_digest.h"
#include "describe/canonical_json.h"
#include "describe/json_reader.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr qint64 settingsLimit = 1 << 20;
constexpr qint64 identityLimit = 64 << 10;
constexpr qint64 proposalLimit = qint64(1) << 30; // about 100,000 tables

constexpr qint64 identityFormat = 1;

struct IdentityDocument {
    qint64 formatVersion = identityFormat;
    model::ProjectId id = {};
};

struct ProposalDocument {
    qint64 formatVersion = planFormat;
    model::ExtractionPlan plan = {};
};

const describe::TypeInfo &typeOf(describe::Describe<IdentityDocument>)
{
    using namespace describe;
    static constexpr FieldInfo fields[] = {field<&IdentityDocument::formatVersion>("format-version", "version of this form"), field<&IdentityDocument::id>("id", "of the project")};
    static constexpr TypeInfo info = structure<IdentityDocument>("IdentityDocument", fields);
    return info;
}

const describe::TypeInfo &typeOf(describe::Describe<ProposalDocument>)
{
    using namespace describe;
    static constexpr FieldInfo fields[] = {field<&ProposalDocument::formatVersion>("format-version", "version of this form"), field<&ProposalDocument::plan>("plan", "the proposal")};
    static constexpr TypeInfo info = structure<ProposalDocument>("ProposalDocument", fields);
    return info;
}

/// The format version of a document of ours: the first key of the sorted ones, so that a newer form is known as such before it is read.
qint64 formatVersionOf(const QByteArray &document)
{
    static const QByteArray start = "{\"format-version\":";
    if (!document.startsWith(start))
        return 0;
    qsizetype end = start.size();
    while (end < document.size() && document[end] >= '0' && document[end] <= '9')
        ++end;
    return document.mid(start.size(), end - start.size()).toLongLong();
}

template<typename Document>
Result<Document> readDocument(const QByteArray &bytes, const QString &path, qint64 newestFormat, const base::Text &remedy)
{
    if (formatVersionOf(bytes) > newestFormat)
        return Error{ErrorCode::Unsupported, {QT_TRANSLATE_NOOP("core", "%1 was written by a newer version of this program."), path}, QT_TRANSLATE_NOOP("core", "Update ekos-lakehouse."), path};
    Result<Document> document = describe::readJson<Document>(bytes, {.bytes = qsizetype(proposalLimit)});
    if (!document || document.value().formatVersion < 1)
        return Error{ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "%1 is damaged."), path}, remedy, path, document ? QString() : document.error().message.toEnglish()};
    return document;
}

Result<> makeStateFolder(const QString &path)
{
    const QFileInfo info(path);
    if (info.isSymLink() || info.isDir())
        return secureFolder(path);
    const int failed = ::mkdir(QFile::encodeName(path).constData(), 0700);
    if (failed && (errno != EEXIST || info.isSymLink() || !QFileInfo(path).isDir()))
        return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "The folder %1 could not be made."), path},
                     QT_TRANSLATE_NOOP("core", "Check the owner of the project's folder, and that nothing else has this name."), path, QString::fromLocal8Bit(std::strerror(errno))};
    return secureFolder(path);
}

Error noState(const QString &path)
{
    return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "The project has no state yet: %1 is missing."), path}, QT_TRANSLATE_NOOP("core", "Run: ekos-lakehouse init"), path};
}

} // namespace

Result<std::unique_ptr<TomlProjectStore>> TomlProjectStore::open(const QString &folder, base::IdSource &ids)
{
    if (!QFileInfo(folder).isDir())
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is no folder %1."), folder}, QT_TRANSLATE_NOOP("core", "Make the folder, or name another."), folder};
    return std::unique_ptr<TomlProjectStore>(new TomlProjectStore(QDir(folder).canonicalPath(), ids));
}

QString TomlProjectStore::file(const char *name) const
{
    return m_folder + QLatin1Char('/') + QLatin1String(name);
}

Result<QByteArray> TomlProjectStore::settingsBytes() const
{
    EKOS_TRY(std::optional<QByteArray> toml, readWhole(file("ekos.toml"), settingsLimit));
    if (!toml)
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "%1 has no ekos.toml."), m_folder},
                     QT_TRANSLATE_NOOP("core", "Change to the project's folder, or make a project here: ekos-lakehouse init"), m_folder};
    return std::move(*toml);
}

Result<ports::InitReceipt> TomlProjectStore::init(base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    ports::InitReceipt receipt;
    EKOS_TRY(receipt.isNewFile, writeWhole(file("ekos.toml"), settingsTemplate().toUtf8(), 0644, IfThere::Keep));
    EKOS_CHECK(makeStateFolder(file(".ekos")));
    EKOS_CHECK(writeWhole(file(".ekos/.gitignore"), "*\n", 0600, IfThere::Keep));
    const IdentityDocument identity{.id = model::ProjectId(m_ids.next())};
    EKOS_TRY(receipt.isNewState, writeWhole(file(".ekos/project.json"), describe::canonicalJson(identity), 0600, IfThere::Keep));
    EKOS_CHECK(load(run)); // what was kept must be usable, or the next command fails with less context
    return receipt;
}

Result<ports::LoadedSettings> TomlProjectStore::load(base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(const QByteArray toml, settingsBytes());
    EKOS_TRY(ReadSettings read, readSettings(toml, QStringLiteral("ekos.toml")));
    EKOS_CHECK(secureFolder(file(".ekos")));
    const QString statePath = file(".ekos/project.json");
    EKOS_TRY(const std::optional<QByteArray> state, readWhole(statePath, identityLimit));
    if (!state)
        return noState(statePath);
    EKOS_TRY(const IdentityDocument identity, readDocument<IdentityDocument>(*state, statePath, identityFormat, QT_TRANSLATE_NOOP("core", "Restore the file from a back-up; the ledger belongs to its id.")));
    return ports::LoadedSettings{.settings = model::withDefaults(toSettings(std::move(read.file)), QFileInfo(m_folder).fileName()), .id = identity.id,
                                 .folder = m_folder, .digest = base::fileDigest(toml), .warnings = std::move(read.warnings)};
}

Result<> TomlProjectStore::savePlan(ports::PlanCopy copy, const model::ExtractionPlan &plan, ports::PlanList list, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    if (!QFileInfo::exists(file(".ekos/project.json")))
        return noState(file(".ekos/project.json"));
    return m_plans.savePlan(copy, plan, std::move(list));
}

Result<> TomlProjectStore::saveList(ports::PlanCopy copy, const model::ExtractionPlan *plan, ports::PlanList list, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    m_plans.saveList(copy, plan, std::move(list));
    return base::Ok{};
}

Result<std::optional<QByteArray>> TomlProjectStore::listHead(ports::PlanCopy copy, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    return m_plans.head(copy);
}

Result<std::shared_ptr<const ports::PlanList>> TomlProjectStore::planList(ports::PlanCopy copy, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    return m_plans.list(copy);
}

Result<std::optional<model::PlannedTable>> TomlProjectStore::listedTable(ports::PlanCopy copy, const ports::PlanList &list, const ports::ListedTable &table, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    return m_plans.table(copy, list, table);
}

Result<std::optional<model::ExtractionPlan>> TomlProjectStore::proposal(base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    const QString path = file(".ekos/plan.json");
    EKOS_TRY(const std::optional<QByteArray> bytes, readWhole(path, proposalLimit));
    if (!bytes)
        return std::optional<model::ExtractionPlan>();
    EKOS_TRY(ProposalDocument document, readDocument<ProposalDocument>(*bytes, path, planFormat, QT_TRANSLATE_NOOP("core", "Make the plan again: ekos-lakehouse lakehouse plan")));
    return std::optional(std::move(document.plan));
}

Result<QString> TomlProjectStore::effectiveToml(base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(const QByteArray toml, settingsBytes());
    EKOS_TRY(ReadSettings read, readSettings(toml, QStringLiteral("ekos.toml")));
    const model::ProjectSettings settings = model::withDefaults(toSettings(std::move(read.file)), QFileInfo(m_folder).fileName());
    return effectiveSettings(toFile(settings), read.lines, QStringLiteral("ekos.toml"));
}

Result<QString> TomlProjectStore::writtenToml(base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    EKOS_TRY(const QByteArray toml, settingsBytes());
    return QString::fromUtf8(toml);
}

Result<QString> TomlProjectStore::changeDatabase(const ports::DatabaseChange &change, const QString &expectedDigest, base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    EKOS_CHECK(secureFolder(file(".ekos")));
    if (!QFileInfo::exists(file(".ekos/project.json")))
        return noState(file(".ekos/project.json"));
    EKOS_TRY(const SettingsLock lock, SettingsLock::take(file(".ekos/settings.lock"), run));
    EKOS_TRY(const QByteArray toml, settingsBytes());
    if (base::fileDigest(toml) != expectedDigest)
        return Error{ErrorCode::Stale, QT_TRANSLATE_NOOP("core", "ekos.toml was changed in the meantime."),
                     QT_TRANSLATE_NOOP("core", "Look at it again, then repeat the change."), QStringLiteral("ekos.toml")};
    EKOS_TRY(const ReadSettings read, readSettings(toml, QStringLiteral("ekos.toml")));
    EKOS_TRY(const QByteArray changed, withDatabaseChange(toml, read, change));
    EKOS_CHECK(writeWhole(file("ekos.toml"), changed, 0644, IfThere::ReplaceInPlace));
    return base::fileDigest(changed);
}

QString TomlProjectStore::currentDigest() const
{
    const Result<QByteArray> toml = settingsBytes();
    return toml ? base::fileDigest(toml.value()) : QString();
}

} // namespace lakehouse::adapters
