#pragma once

#include "model/extraction_plan.h"

namespace lakehouse::rules {

/// Columns that every bronze table has beside those of its source.
inline constexpr char loadedAtColumn[] = "_ekos_loaded_at";
inline constexpr char runIdColumn[] = "_ekos_run_id";
inline constexpr char deletedAtColumn[] = "_ekos_deleted_at"; ///< of tables that load incrementally: set while the source has no such key

/// One file of a table's folder: a comment line for people, then one Trino statement without a semicolon.
struct StatementFile {
    QString name = {}; ///< "load_full.sql"
    QString sql = {};
};

/// The statements that create, load and tend one bronze table, by name. Nothing for a refused table.
/// `retentionDays` below 7 counts as 7: Trino refuses less, and files of a load that is still running must not look orphaned.
std::vector<StatementFile> bronzeStatements(const model::TableDecision &table, qint64 retentionDays);

/// `"lake"."bronze_public"."film"`
QString bronzeTableSql(const model::TablePlaces &places);

} // namespace lakehouse::rules
