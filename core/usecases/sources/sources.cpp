#include "usecases/sources/sources.h"

#include "api/operations/sources.h"
#include "model/fact_bodies.h"
#include "usecases/authorisation.h"
#include "usecases/evidence/source_reading.h"
#include "usecases/sources/source_test.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 newestRuns = 200;
constexpr qint64 firstEvents = 1000;
constexpr int mostAtOnce = 8;
constexpr qsizetype longestName = 63; // as PostgreSQL's names, since the Trino catalog may have it too

bool isExtracted(const ProjectSettings &settings, const DatabaseEntry &entry)
{
    return settings.lakehouse.source.isEmpty() && settings.lakehouse.sourceDatabase == entry.name;
}

/// The source in the short form, `source = "host:port"`, as far as it is written.
SourceRow shortForm(const ProjectSettings &settings)
{
    const LakehouseSection &lakehouse = settings.lakehouse;
    const Result<SourceConnection> connection = extractionSource(settings);
    const QString address = connection ? addressOf(connection.value()) : lakehouse.source + QLatin1Char('/') + lakehouse.sourceDatabase;
    return {.name = lakehouse.sourceDatabase, .engine = QStringLiteral("postgresql"), .address = address, .user = lakehouse.sourceUser,
            .passwordEnv = lakehouse.sourcePasswordEnv, .schemas = lakehouse.sourceSchemas, .tlsMode = lakehouse.sourceTlsMode,
            .tlsRootCertificate = lakehouse.sourceTlsRootCertificate, .isExtracted = true, .trinoCatalog = lakehouse.sourceCatalog,
            .isEditable = false};
}

SourceRow entryRow(const ProjectSettings &settings, const DatabaseEntry &entry)
{
    const Result<SourceConnection> connection = entrySource(entry);
    SourceRow row{.name = entry.name, .engine = entry.kind, .address = connection ? addressOf(connection.value()) : entry.connect, .user = entry.user,
                  .passwordEnv = entry.passwordEnv, .schemas = entry.schemas.empty() ? entry.owners : entry.schemas, .tlsMode = entry.tlsMode,
                  .tlsRootCertificate = entry.tlsRootCertificate, .isExtracted = isExtracted(settings, entry)};
    if (row.isExtracted) {
        row.trinoCatalog = settings.lakehouse.sourceCatalog;
        if (!settings.lakehouse.sourceSchemas.empty())
            row.schemas = settings.lakehouse.sourceSchemas;
    }
    return row;
}

/// When the source was read last: a reading that found nothing new stands in no ledger, but in the log of its run.
Result<std::optional<base::UtcTime>> lastReading(const QString &alias, const std::vector<Run> &newest, ports::RunStore &runs)
{
    for (const Run &run : newest) {
        if (run.operation != QLatin1String("evidence.analyze") && run.operation != QLatin1String("extraction.plan")
            && run.operation != QLatin1String("extraction.diff"))
            continue;
        EKOS_TRY(const std::vector<RunEvent> events, runs.events(run.id, 0, firstEvents));
        for (const RunEvent &event : events)
            if (event.stage == QLatin1String("analyze") && event.subject == alias && event.level == EventLevel::Info)
                return std::optional(event.atUtc);
    }
    return std::optional<base::UtcTime>();
}

Result<> addReading(SourceRow &row, const std::vector<Run> &newest, ports::Ledger &ledger, ports::RunStore &runs, RunContext &run)
{
    const SubjectName database{.database = row.name, .kind = SubjectKind::Database};
    EKOS_TRY(const std::optional<LedgerEntry> entry, ledger.current(FactKind::Catalog, database, run));
    if (!entry)
        return base::Ok{};
    EKOS_TRY(const CatalogFact fact, describe::readJson<CatalogFact>(entry->body));
    EKOS_TRY(const CatalogSnapshot catalog, snapshotOf(fact, ledger, run));
    row.serverVersion = fact.serverVersion;
    for (const SourceTable *table : tablesWithoutViews(catalog)) {
        ++row.tables;
        row.columns += qint64(table->columns.size());
    }
    EKOS_TRY(const std::optional<base::UtcTime> last, lastReading(row.name, newest, runs));
    row.lastReadAtUtc = last ? last : entry->recordedAtUtc;
    return base::Ok{};
}

Result<SourceList> listSources(const ListSources &, const CallContext &, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    SourceList list{.settingsDigest = loaded.digest};
    if (!loaded.settings.lakehouse.source.isEmpty())
        list.sources.push_back(shortForm(loaded.settings));
    for (const DatabaseEntry &entry : loaded.settings.databases)
        if (std::ranges::find(list.sources, entry.name, &SourceRow::name) == list.sources.end()) // the short form hides an entry of the same name
            list.sources.push_back(entryRow(loaded.settings, entry));
    std::ranges::stable_partition(list.sources, &SourceRow::isExtracted);
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(const std::vector<Run> newest, runs->list(newestRuns));
    // at once: a keyring that does not answer keeps each of them waiting
    EKOS_CHECK(run.parallelFor(qsizetype(list.sources.size()), mostAtOnce, [&](qsizetype i) -> Result<> {
        SourceRow &row = list.sources[std::size_t(i)];
        if (!row.passwordEnv.isEmpty())
            row.secret = workspace.secrets().placeOf(row.passwordEnv, run);
        return addReading(row, newest, *ledger, *runs, run);
    }));
    return list;
}

/// The settings as they stand in the file now; fails with Stale when they are not those that were read.
Result<ProjectSettings> expectedSettings(const QString &expectedDigest, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::LoadedSettings loaded, workspace.project().load(run));
    if (loaded.digest != expectedDigest)
        return Error{ErrorCode::Stale, QT_TRANSLATE_NOOP("core", "ekos.toml was changed in the meantime."),
                     QT_TRANSLATE_NOOP("core", "Look at it again, then repeat the change."),
                     QStringLiteral("ekos.toml")};
    return std::move(loaded.settings);
}

Result<> checkName(const QString &name)
{
    const bool hasControl = std::ranges::any_of(name, [](QChar letter) { return letter.category() == QChar::Other_Control; });
    if (!name.trimmed().isEmpty() && name == name.trimmed() && name.size() <= longestName && !hasControl)
        return base::Ok{};
    return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "A source needs a name of 1 to 63 characters, without spaces around it."),
                 QT_TRANSLATE_NOOP("core", "Choose a short name, such as the database's own.")};
}

Result<> checkEntry(const DatabaseEntry &entry)
{
    EKOS_CHECK(entrySource(entry));
    if (entry.user.isEmpty())
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "The source \"%1\" needs a user."), entry.name},
                     QT_TRANSLATE_NOOP("core", "Name the role that reads; it needs no right to write."), entry.name};
    return base::Ok{};
}

Error isShortForm(const QString &name)
{
    return Error{ErrorCode::Unsupported,
                 {QT_TRANSLATE_NOOP("core", "\"%1\" is written in the short form (source = \"host:port\"), which only a person changes."), name},
                 QT_TRANSLATE_NOOP("core", "Change the keys that begin with source in ekos.toml, or write an entry of [[databases]] instead."), name};
}

/// Another source can only be extracted when the keys that were written for the one before do not go on to count for it.
Result<> checkMayExtract(const ProjectSettings &settings, const QString &name)
{
    const LakehouseSection &lakehouse = settings.lakehouse;
    if (!lakehouse.source.isEmpty())
        return isShortForm(lakehouse.sourceDatabase);
    const bool isOther = !lakehouse.sourceDatabase.isEmpty() && lakehouse.sourceDatabase != name;
    if (isOther && (lakehouse.sourceCatalog != lakehouse.sourceDatabase || !lakehouse.sourceSchemas.empty()))
        return Error{ErrorCode::RefusedByRule,
                     {QT_TRANSLATE_NOOP("core", "source-catalog and source-schemas were written for \"%1\" and would count for \"%2\" too."),
                      lakehouse.sourceDatabase, name},
                     QT_TRANSLATE_NOOP("core", "Take these keys out of [extensions.lakehouse] first, or change the source by hand."), name};
    return base::Ok{};
}

/// Changes the file, and records who did it.
Result<SourceSaved> changed(const Operation &operation, const ports::DatabaseChange &change, const QString &expectedDigest, base::Text outcome,
                            const Reason &reason, const CallContext &context, Workspace &workspace, RunContext &run)
{
    return recorded<SourceSaved>(workspace, operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<SourceSaved>> {
        Recorded<SourceSaved> result{.answer = {.name = change.entry.name}, .outcome = std::move(outcome)};
        EKOS_TRY(result.answer.settingsDigest, workspace.project().changeDatabase(change, expectedDigest, run));
        recorder.info("sources", change.entry.name, result.outcome);
        if (isReasonGiven(reason))
            recorder.info("sources", change.entry.name, {QT_TRANSLATE_NOOP("core", "Reason: %1"), reason.toString()});
        return result;
    });
}

Result<SourceSaved> addSource(const AddSource &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ProjectSettings settings, expectedSettings(request.expectedDigest, workspace, run));
    EKOS_CHECK(checkName(request.name));
    const QString kind = request.kind.isEmpty() ? QStringLiteral("postgresql") : request.kind;
    if (kind != QLatin1String("postgresql"))
        return Error{ErrorCode::Unsupported, {QT_TRANSLATE_NOOP("core", "This build reads PostgreSQL only, not \"%1\"."), kind},
                     QT_TRANSLATE_NOOP("core", "Leave the kind out, or write postgresql."), request.name};
    ports::DatabaseChange change{.kind = ports::DatabaseChange::Kind::Add,
        .entry = {.name = request.name, .kind = kind, .connect = request.connect, .user = request.user, .passwordEnv = request.passwordEnv,
                  .schemas = request.schemas, .tlsMode = request.tlsMode, .tlsRootCertificate = request.tlsRootCertificate}};
    EKOS_CHECK(checkEntry(change.entry));
    if (!settings.lakehouse.source.isEmpty() && settings.lakehouse.sourceDatabase == request.name)
        return Error{ErrorCode::AlreadyExists, {QT_TRANSLATE_NOOP("core", "ekos.toml has a source with the name \"%1\" already."), request.name},
                     QT_TRANSLATE_NOOP("core", "Choose another name, or change the one that is there."), request.name};
    const bool isFirst = settings.databases.empty() && settings.lakehouse.source.isEmpty();
    change.extract = request.extract || isFirst;
    if (change.extract)
        EKOS_CHECK(checkMayExtract(settings, request.name));
    return changed(AddSource::operation, change, request.expectedDigest,
                   {QT_TRANSLATE_NOOP("core", "The source \"%1\" was added to ekos.toml."), request.name}, {}, context, workspace, run);
}

/// The entry that is meant; fails with NotFound, and Unsupported for the short form.
Result<DatabaseEntry> editableEntry(const ProjectSettings &settings, const QString &name)
{
    if (!settings.lakehouse.source.isEmpty() && settings.lakehouse.sourceDatabase == name)
        return isShortForm(name);
    const auto entry = std::ranges::find(settings.databases, name, &DatabaseEntry::name);
    if (entry == settings.databases.end())
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "ekos.toml has no source with the name \"%1\"."), name},
                     QT_TRANSLATE_NOOP("core", "See the names with: ekos-lakehouse sources list"), name};
    return *entry;
}

/// A page shows what counts; what counts without standing in the entry is not written into it.
Result<> keepUnwritten(DatabaseEntry &entry, const DatabaseEntry &before, const ProjectSettings &settings, const EditSource &request)
{
    const Result<SourceConnection> was = entrySource(before);
    EKOS_TRY(const SourceConnection is, entrySource(entry));
    if (was && addressOf(was.value()) == addressOf(is))
        entry.connect = before.connect;
    const std::vector<QString> &overriding = settings.lakehouse.sourceSchemas;
    if (!isExtracted(settings, before) || overriding.empty())
        return base::Ok{};
    if (request.schemas != overriding)
        return Error{ErrorCode::RefusedByRule,
                     {QT_TRANSLATE_NOOP("core", "The schemas of \"%1\" are decided by source-schemas in [extensions.lakehouse]."), entry.name},
                     QT_TRANSLATE_NOOP("core", "Change source-schemas in ekos.toml, or take it out."), entry.name};
    entry.schemas = before.schemas;
    entry.owners = before.owners;
    return base::Ok{};
}

Result<SourceSaved> editSource(const EditSource &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ProjectSettings settings, expectedSettings(request.expectedDigest, workspace, run));
    EKOS_TRY(const DatabaseEntry before, editableEntry(settings, request.name));
    ports::DatabaseChange change{.kind = ports::DatabaseChange::Kind::Rewrite, .entry = before};
    change.extract = request.extract && !isExtracted(settings, before);
    DatabaseEntry &entry = change.entry;
    entry.connect = request.connect;
    entry.user = request.user;
    entry.passwordEnv = request.passwordEnv;
    (before.owners.empty() ? entry.schemas : entry.owners) = request.schemas;
    entry.tlsMode = request.tlsMode;
    entry.tlsRootCertificate = request.tlsRootCertificate;
    EKOS_CHECK(checkEntry(entry));
    EKOS_CHECK(keepUnwritten(entry, before, settings, request));
    if (change.extract)
        EKOS_CHECK(checkMayExtract(settings, request.name));
    return changed(EditSource::operation, change, request.expectedDigest,
                   {QT_TRANSLATE_NOOP("core", "The source \"%1\" was changed in ekos.toml."), request.name}, {}, context, workspace, run);
}

Result<SourceSaved> removeSource(const RemoveSource &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_CHECK(checkReason(request.reason, context, workspace, run));
    EKOS_TRY(const ProjectSettings settings, expectedSettings(request.expectedDigest, workspace, run));
    EKOS_TRY(const DatabaseEntry entry, editableEntry(settings, request.name));
    if (isExtracted(settings, entry))
        return Error{ErrorCode::RefusedByRule,
                     {QT_TRANSLATE_NOOP("core", "The plan is made from \"%1\": it stays while it is the extracted source."), entry.name},
                     QT_TRANSLATE_NOOP("core", "Let another source be extracted first: ekos-lakehouse sources edit NAME … --extract"), entry.name};
    const ports::DatabaseChange change{.kind = ports::DatabaseChange::Kind::Remove, .entry = entry};
    return changed(RemoveSource::operation, change, request.expectedDigest,
                   {QT_TRANSLATE_NOOP("core", "The source \"%1\" was taken out of ekos.toml."), request.name}, request.reason, context, workspace, run);
}

} // namespace

void addSources(HandlerRegistry &registry, WorkspaceProvider &workspaces)
{
    registry.add<ListSources>(inWorkspace<ListSources>(workspaces, listSources));
    registry.add<TestSource>(inWorkspace<TestSource>(workspaces, testSource));
    registry.add<AddSource>(inWorkspace<AddSource>(workspaces, addSource));
    registry.add<EditSource>(inWorkspace<EditSource>(workspaces, editSource));
    registry.add<RemoveSource>(inWorkspace<RemoveSource>(workspaces, removeSource));
}

} // namespace lakehouse::usecases
