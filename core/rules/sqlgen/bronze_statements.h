#pragma once

#include "model/extraction_plan.h"

namespace lakehouse::rules {

/// Columns that every bronze table has beside those of its source.
inline constexpr char loadedAtColumn[] = "_ekos_loaded_at";
inline constexpr char runIdColumn[] = "_ekos_run_id";
inline constexpr char deletedAtColumn[] = "_ekos_deleted_at"; ///< of tables that load incrementally or keep purged rows: set while the source has no such key
inline constexpr char purgedAtColumn[] = "_ekos_purged_at_source"; ///< of tables that keep purged rows: when it was seen that the source has no such key

/// One file of a table's folder: a comment line for people, then one Trino statement without a semicolon.
struct StatementFile {
    QString name = {}; ///< "load_full.sql"
    QString sql = {};
};

/// How long snapshots, and files that none needs, are kept when so many days are wished: at least 7, since Trino refuses less, and files of a
/// load that is still running must not look like left-overs.
qint64 bronzeRetentionDays(qint64 wantedDays);

/// The statements that create, load and tend one bronze table, by name. Nothing for a refused table.
std::vector<StatementFile> bronzeStatements(const model::TableDecision &table, qint64 retentionDays);

/// Trino: whether a row of bronze is one that the source still has, as far as is known; `alias` ("bronze.") stands before each column. Empty: every row is.
QString liveCondition(const model::TableDecision &table, QLatin1String alias = {});

/// A MERGE of rows into bronze by the table's key, with the newest row of each key: they are as new, without a tombstone or a mark. `rows` is a SELECT of
/// the landed columns under their bronze names.
QString mergeIntoBronze(const model::TableDecision &table, const QString &rows);

/// Equality of a key column of two sides ("bronze.") that also pairs NULL with NULL. Spelt as two equalities, because Trino joins by hash on
/// nothing else.
QString keyCondition(const model::PlannedColumn &column, QLatin1String left, QLatin1String right);

/// `"lake"."bronze_public"."film"`
QString bronzeTableSql(const model::TablePlaces &places);

} // namespace lakehouse::rules
