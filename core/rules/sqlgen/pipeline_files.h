#pragma once

#include "model/extraction_plan.h"
#include "model/generated_file.h"
#include "model/project_settings.h"
#include "model/run.h"

#include <functional>

namespace lakehouse::rules {

struct PipelineInputs {
    const model::ExtractionPlan &plan;
    const model::ProjectSettings &settings;
    model::ProjectId project = {};
    QString generator = {}; ///< "ekos-lakehouse 0.1.0"
    /// More files for one table's folder, with paths in the repository; its lock lists them too. Reconciliation gives its SQL this way.
    std::function<std::vector<model::GeneratedFile>(const model::TableDecision &)> moreTableFiles = {};
};

/// The whole generated tree: `lakehouse.lock.json`, `bronze/<schema>/<table>/…`, `dagster/…`, sorted by path. Pure and repeatable.
/// A refused table has no files.
std::vector<model::GeneratedFile> pipelineFiles(const PipelineInputs &inputs);

/// Over the paths and contents of all SQL files, in whatever order they come: what an approval covers beside the plan.
model::SqlDigest sqlDigest(const std::vector<model::GeneratedFile> &files);

/// Folders below which everything is generated.
std::vector<QString> generatedFolders();

/// `table.lock.json`: what one table's files were made from.
struct LockedFile {
    QString path = {};      ///< relative to the table's folder
    QString digest = {};    ///< "sha256:…" of the bytes, as the program sha256sum prints it
    friend bool operator==(const LockedFile &, const LockedFile &) = default;
};
inline constexpr qint64 lockFormat = 2; ///< 2: how often deletes are looked for, and what becomes of purged rows
struct TableLock {
    qint64 format = lockFormat;
    model::TableDigest digest = {};
    model::TableDecision decision = {};
    std::vector<LockedFile> files = {};
    friend bool operator==(const TableLock &, const TableLock &) = default;
};
const describe::TypeInfo &typeOf(describe::Describe<LockedFile>);
const describe::TypeInfo &typeOf(describe::Describe<TableLock>);

/// Where a table's folder is in the repository: "bronze/public/film".
QString tableFolder(const model::TablePlaces &places);
/// The asset's key at the orchestrator: "bronze/public/film". Dagster allows letters, digits, "_", "." and "-" in it; any other character of
/// the folder, and "-" itself, is written as "-" and two hexadecimal digits: "%20" becomes "-20".
QString assetKey(const model::TablePlaces &places);

/// Names of the files of a table's folder that `load` and `maintain` execute, one statement each.
inline constexpr char addDeletedAtFile[] = "add_deleted_at.sql"; ///< of a table that keeps purged rows, as the next two
inline constexpr char addPurgedAtFile[] = "add_purged_at_source.sql";
inline constexpr char createTableFile[] = "create.sql";
inline constexpr char createSchemaFile[] = "create_schema.sql";
inline constexpr char fullLoadFile[] = "load_full.sql";
inline constexpr char incrementalLoadFile[] = "load_incremental.sql";
inline constexpr char optimizeFile[] = "optimize.sql";
inline constexpr char expireSnapshotsFile[] = "expire_snapshots.sql";
inline constexpr char removeOrphanFilesFile[] = "remove_orphan_files.sql";
inline constexpr char tableLockFile[] = "table.lock.json";

/// The only values that are bound into a reviewed statement.
struct LoadBinding {
    model::RunId run = {};
    base::UtcTime loadedAtUtc = {};
    std::optional<base::UtcTime> lowerBoundUtc = {};
    std::optional<base::UtcTime> upperBoundUtc = {};
    // of a search for deletes
    std::optional<qint64> buckets = {};
    std::vector<qint64> differingBuckets = {}; ///< none: the placeholder has no value
    std::optional<qint64> deleteLimit = {};
};
/// Puts typed literals in place of ${run_id}, ${loaded_at}, ${lower_bound}, ${upper_bound}, ${buckets}, ${differing_buckets}, ${delete_limit}: in Trino's form, and in PostgreSQL's form inside
/// the text after `query => `, which is a statement of the source. Quoted names, other texts and comments stay as they are, so a table may
/// be called "${run_id}". Fails with InvalidInput when a placeholder is unknown or has no value, or a quote does not end.
base::Result<QString> bindLoad(const QString &sql, const LoadBinding &binding);

} // namespace lakehouse::rules
