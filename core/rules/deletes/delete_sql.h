#pragma once

#include "base/result.h"
#include "model/extraction_plan.h"
#include "model/generated_file.h"

#include <map>

namespace lakehouse::rules {

/// Why rows of this table that the source deleted cannot be looked for; nothing when they can. It takes a table that a load does not replace, and a
/// key whose values both engines put into the same text.
std::optional<base::Text> whyDeletesAreNotSought(const model::TableDecision &table);

/// Names of the files that a search for deletes executes, one statement each; all but the first run at Trino.
inline constexpr char sourceKeyBucketsFile[] = "deletes/buckets_source.sql"; ///< row_count, buckets ("bucket:keys:sum of hashes", separated by spaces)
inline constexpr char bronzeKeyBucketsFile[] = "deletes/buckets_bronze.sql"; ///< the same of the live rows
inline constexpr char keyDifferencesFile[] = "deletes/differences.sql";      ///< as KeyDifferences
inline constexpr char tombstonesFile[] = "deletes/tombstones.sql";
inline constexpr char purgeMarksFile[] = "deletes/purge_marks.sql";          ///< in its place, of a table that keeps purged rows
/// The one of the two that the table has.
QLatin1String marksFile(const model::TableDecision &table);
inline constexpr char missingRowsFile[] = "deletes/missing_rows.sql";

/// The statements that find what the source deleted and repeat it in bronze, for people to read and approve; paths relative to the table's
/// folder, sorted. Keys and rows go from the source to bronze inside one statement of Trino, and only numbers and moments are bound. Nothing for
/// a table whose plan does not look for deletes.
std::vector<model::GeneratedFile> deleteFiles(const model::TableDecision &table);

/// Into how many buckets the keys of so many rows go: about 256 keys in one, since only those of buckets that differ are read.
qint64 keyBuckets(qint64 rows);

/// What the keys of the buckets that differ came to.
struct KeyDifferences {
    qint64 sourceKeys = 0; ///< read
    qint64 bronzeKeys = 0; ///< read, with those that have tombstones or marks
    qint64 deleted = 0;    ///< live in bronze, and the source has none
    qint64 returned = 0;   ///< with a tombstone or a mark, and the source has it
    qint64 missing = 0;    ///< in the source below the bound of the last load, and bronze has none: no load will bring it
    friend bool operator==(const KeyDifferences &, const KeyDifferences &) = default;
};
/// Fails with ExternalFailure when the answer is not what the statement asks for.
base::Result<KeyDifferences> keyDifferences(const std::map<QString, std::optional<QString>> &answer);

} // namespace lakehouse::rules
