#include "usecases/pipeline/locked_tables.h"

#include "base/file_digest.h"
#include "describe/json_reader.h"
#include "model/fact_bodies.h"
#include "rules/planning/plan_diff.h"
#include "usecases/evidence/source_reading.h"
#include "usecases/extraction/proposal.h"

#include <algorithm>
#include <charconv>

namespace lakehouse::usecases {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using rules::TableLock;

namespace {

/// Also of a lock that cannot be read. 0: it says none.
qint64 formatOf(const QByteArray &bytes)
{
    static const QByteArray start = "\n  \"format\": ";
    const qsizetype at = bytes.lastIndexOf(start);
    qint64 format = 0;
    if (at >= 0)
        std::from_chars(bytes.data() + at + start.size(), bytes.data() + bytes.size(), format);
    return format;
}

/// One of an older form lacks what was added since, which may always be left out.
Result<TableLock> readLock(const QByteArray &bytes, const QString &path)
{
    Result<TableLock> lock = describe::readJson<TableLock>(bytes);
    if ((lock ? lock.value().format : formatOf(bytes)) > rules::lockFormat)
        return Error{ErrorCode::Unsupported, {QT_TRANSLATE_NOOP("core", "%1 was written by a newer version of this program."), path}, QT_TRANSLATE_NOOP("core", "Update ekos-lakehouse."), path};
    if (!lock)
        return Error{ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "The lock file %1 cannot be read: %2"), path, lock.error().message},
                     QT_TRANSLATE_NOOP("core", "Make it anew with: ekos-lakehouse lakehouse generate"), path};
    return lock;
}

} // namespace

Result<LockedPipeline> lockedPipeline(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
    EKOS_TRY(const std::optional<QString> head, repository->head(run));
    if (!head)
        return Error{ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "Nothing was generated yet."), QT_TRANSLATE_NOOP("core", "Generate the pipeline with: ekos-lakehouse lakehouse generate")};
    EKOS_TRY(const bool isReviewed, isAsGenerated(*head, workspace, run));
    if (!isReviewed)
        return foreignCommit(*head);
    return lockedTables(*head, workspace, run);
}

Error foreignCommit(const QString &commit)
{
    return {ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "Commit %1 of the pipeline repository holds something else than was generated here; it is not executed."), commit.left(12)},
            QT_TRANSLATE_NOOP("core", "See the change with git log in pipeline/; undo it there, or generate again with: ekos-lakehouse lakehouse generate")};
}

QString tableLease(const model::TableName &table)
{
    return QStringLiteral("table:") + table.toString();
}

Result<LockedPipeline> lockedTables(const QString &commit, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
    LockedPipeline pipeline{.commit = commit};
    EKOS_TRY(const std::vector<QString> paths, repository->list(commit, QStringLiteral("bronze"), run));
    const QString lockName = QLatin1Char('/') + QLatin1String(rules::tableLockFile);
    for (const QString &path : paths) {
        if (!path.endsWith(lockName))
            continue;
        EKOS_TRY(const QByteArray bytes, repository->read(commit, path, run));
        EKOS_TRY(TableLock lock, readLock(bytes, path));
        pipeline.tables.push_back(std::move(lock));
    }
    std::ranges::sort(pipeline.tables, [](const TableLock &left, const TableLock &right) { return left.decision.table < right.decision.table; });
    return pipeline;
}

Result<bool> isAsGenerated(const QString &commit, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const model::SourceConnection source, model::extractionSource(loaded.settings));
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const auto generation, currentFact<model::GenerationFact>(*ledger, model::FactKind::Generation, planSubject(source.alias), run));
    EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
    if (!generation || generation->trees.empty())
        return false;
    for (const model::GeneratedTree &generated : generation->trees) {
        const Result<QString> tree = repository->treeId(commit, generated.folder, run);
        if (!tree && tree.error().code != ErrorCode::NotFound)
            return tree.error();
        if (!tree || tree.value() != generated.tree)
            return false;
    }
    return true;
}

Result<TableLock> lockAt(const QString &commit, const model::TablePlaces &places, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
    const QString path = rules::tableFolder(places) + QLatin1Char('/') + QLatin1String(rules::tableLockFile);
    EKOS_TRY(const QByteArray bytes, repository->read(commit, path, run));
    return readLock(bytes, path);
}

Result<TableLock> lockOf(const model::TableSelector &selector, const LockedPipeline &pipeline)
{
    std::vector<model::TableName> names;
    for (const TableLock &lock : pipeline.tables)
        names.push_back(lock.decision.table);
    EKOS_TRY(const model::TableName name, rules::resolveTable(selector, names));
    return *std::ranges::find_if(pipeline.tables, [&](const TableLock &lock) { return lock.decision.table == name; });
}

Result<std::vector<TableLock>> chosenTables(const std::vector<model::TableSelector> &selectors, const LockedPipeline &pipeline)
{
    if (selectors.empty())
        return pipeline.tables;
    std::vector<TableLock> chosen;
    for (const model::TableSelector &selector : selectors) {
        EKOS_TRY(TableLock lock, lockOf(selector, pipeline));
        chosen.push_back(std::move(lock));
    }
    return chosen;
}

Result<QString> lockedFile(const TableLock &lock, const QString &commit, const char *name, Workspace &workspace, RunContext &run)
{
    const QString path = rules::tableFolder(lock.decision.places) + QLatin1Char('/') + QLatin1String(name);
    EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
    EKOS_TRY(const QByteArray bytes, repository->read(commit, path, run));
    const auto locked = std::ranges::find(lock.files, QLatin1String(name), &rules::LockedFile::path);
    if (locked == lock.files.end() || locked->digest != base::fileDigest(bytes))
        return Error{ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "%1 is not what was generated: its lock file names another digest."), path},
                     QT_TRANSLATE_NOOP("core", "See the change with git log, then make it anew with: ekos-lakehouse lakehouse generate"), lock.decision.table.toString()};
    return QString::fromUtf8(bytes);
}

} // namespace lakehouse::usecases
