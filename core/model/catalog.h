#pragma once

#include "base/clock.h"
#include "base/digest.h"
#include "model/source_objects.h"
#include "model/source_type.h"

#include <vector>

namespace lakehouse::model {

struct SourceColumn {
    QString name = {};
    qint64 position = 0; ///< attnum: stays with the column over a rename
    SourceType type = {};
    bool isNotNull = false;
    std::optional<QString> defaultExpression = {};
    std::optional<QString> generatedExpression = {};
    bool isIdentity = false;
    bool isReadable = true; ///< the reading role may select it
    std::optional<QString> comment = {};
    friend bool operator==(const SourceColumn &, const SourceColumn &) = default;
};

struct SourceKey {
    QString name = {};
    std::vector<QString> columns = {}; ///< in key order; empty entries never: an expression key is not listed here
    bool isPrimary = false;
    bool isNullsNotDistinct = false;
    std::optional<QString> predicate = {}; ///< of a partial unique index
    bool hasExpressions = false;           ///< unique over an expression: never a merge key
    friend bool operator==(const SourceKey &, const SourceKey &) = default;
};

struct SourceForeignKey {
    QString name = {};
    std::vector<QString> columns = {};
    TableName referenced = {};
    std::vector<QString> referencedColumns = {};
    bool isValidated = true;
    friend bool operator==(const SourceForeignKey &, const SourceForeignKey &) = default;
};

enum class TriggerTiming { Before, After, InsteadOf };
enum class TriggerEnabled { Origin, Always, Replica, Disabled };

struct SourceTrigger {
    QString name = {};
    TriggerTiming timing = TriggerTiming::Before;
    TriggerEnabled enabled = TriggerEnabled::Origin;
    bool isForEachRow = true;
    bool onInsert = false;
    bool onUpdate = false;
    bool onDelete = false;
    bool onTruncate = false;
    bool isConstraint = false;
    std::vector<QString> updateColumns = {};       ///< of UPDATE OF
    std::optional<QString> condition = {};         ///< of WHEN
    QString functionSchema = {};
    QString functionName = {};
    QString functionLanguage = {};                 ///< "plpgsql", "c", …
    QString functionSource = {};                   ///< the body as stored
    std::optional<QString> functionDefinition = {};///< the whole CREATE FUNCTION, for the parser
    friend bool operator==(const SourceTrigger &, const SourceTrigger &) = default;
};

enum class TableKind { Table, PartitionedTable, View, MaterializedView, ForeignTable };
/// Rows of the database's own, which constraints and triggers guard: of a table or of the root of a partitioned one.
constexpr bool holdsRows(TableKind kind) { return kind == TableKind::Table || kind == TableKind::PartitionedTable; }

struct SourceTable {
    TableName name = {};
    TableKind kind = TableKind::Table;
    std::optional<QString> comment = {};
    std::vector<SourceColumn> columns = {};      ///< by position
    std::vector<SourceKey> keys = {};            ///< primary first, then by name
    std::vector<SourceForeignKey> foreignKeys = {};
    std::vector<SourceCheck> checks = {};
    std::vector<SourceTrigger> triggers = {};    ///< by name, which is the order they fire in
    std::vector<SourceIndex> indexes = {};       ///< by name; those of keys and exclusion constraints among them
    std::vector<SourcePolicy> policies = {};     ///< by name; they count when row security is on
    std::optional<SourceView> view = {};         ///< of a view or a materialised view
    std::vector<TableName> partitions = {};      ///< leaves and middle tables below a partitioned root; never tables of their own here
    std::vector<TableName> inheritedBy = {};     ///< plain inheritance: rows of these show in this one
    std::vector<TableName> inheritsFrom = {};    ///< plain inheritance: parents, nearest only, in their order
    std::vector<qint64> droppedColumns = {};     ///< positions that dropped columns left behind; they are never used again
    std::optional<QString> partitionKey = {};
    /// Every partition has exactly the row triggers of this root, each enabled as it is here; absent: not read, and then no watermark is proved.
    std::optional<bool> partitionsKeepTriggers = {};
    bool isUnlogged = false;
    bool isReadable = true;                      ///< the reading role may select from it
    bool isPopulated = true;                     ///< false: a materialised view that was never filled
    bool hasRowSecurity = false;                 ///< it is on, for whomever
    bool isRowSecurityForced = false;            ///< for the owner too
    bool isFilteredByRowSecurity = false;        ///< policies hide rows from the reading role
    qint64 estimatedRows = 0;                    ///< from statistics; −1: never analysed. Not part of any digest.
    qint64 bytes = 0;                            ///< not part of any digest
    std::vector<ColumnStatistics> statistics = {}; ///< of readable columns that were analysed, by position; not part of any digest
    friend bool operator==(const SourceTable &, const SourceTable &) = default;
};

/// How many objects of one kind were read, and how many the catalog itself counts: equal, or reading failed. A kind that is not used is only counted.
struct ObjectCount {
    QString kind = {};
    qint64 read = 0;
    qint64 counted = 0;
    friend bool operator==(const ObjectCount &, const ObjectCount &) = default;
};

inline constexpr base::DigestDomain catalogDomain{"source-catalog", 2};
using CatalogDigest = base::DigestOf<catalogDomain>;

/// Everything read of one database at one moment.
struct CatalogSnapshot {
    QString database = {};      ///< alias: name of the [[databases]] entry
    QString databaseName = {};  ///< as the server names it
    QString engine = {};        ///< "postgresql" | "oracle"
    QString serverVersion = {};
    QString role = {};          ///< the reading role
    std::vector<SourceTable> tables = {}; ///< by name
    std::vector<SourceRoutine> routines = {}; ///< by schema, name and arguments
    std::vector<SourceSequence> sequences = {}; ///< these and all types by schema and name
    std::vector<SourceEnum> enums = {};
    std::vector<SourceDomain> domains = {};
    std::vector<SourceCompositeType> compositeTypes = {};
    std::vector<SourceRangeType> rangeTypes = {};
    std::vector<ObjectCount> counts = {};
    qint64 queries = 0;         ///< catalog queries it took; not part of the digest
    base::UtcTime readAtUtc = {};
    /// Over all objects without estimates, statistics and sizes; the same source gives the same digest.
    CatalogDigest digest() const;
    friend bool operator==(const CatalogSnapshot &, const CatalogSnapshot &) = default;
};

/// A column whose values decide how it lands: numeric without a scale, dates and times, arrays.
struct MeasureRequest {
    TableName table = {};
    QString column = {};
    SourceType type = {};
    std::vector<QString> key = {};  ///< columns whose values name the rows that stand in the way; empty: no row is named
    friend bool operator==(const MeasureRequest &, const MeasureRequest &) = default;
};

/// What was measured of one column's values: conclusions, and the keys of a few rows whose values stand in the way of landing, never these values.
struct ColumnMeasure {
    TableName table = {};
    QString column = {};
    qint64 rows = 0;               ///< rows it rests on
    bool isComplete = false;       ///< every row was read, not a sample
    qint64 scale = 0;              ///< numeric: most digits after the point among finite values
    qint64 integerDigits = 0;      ///< numeric: most digits before the point
    qint64 notANumber = 0;         ///< NaN, of numbers
    qint64 infinite = 0;           ///< of numbers, dates and moments
    qint64 outOfRange = 0;         ///< finite dates and moments before the year 1 or after the year 9999; the time of day 24:00:00
    qint64 longNumbers = 0;        ///< numeric: finite values that need more than 38 digits
    qint64 unusualArrays = 0;      ///< arrays with other than one dimension or a lower bound other than 1
    std::vector<QString> keys = {};///< of rows that hold such values, at most `mostKeysNamed`, smallest first; of several columns joined by ", "
    friend bool operator==(const ColumnMeasure &, const ColumnMeasure &) = default;
};

inline constexpr qsizetype mostKeysNamed = 5;

/// What Trino's catalog shows of one source table: what the connector does not expose, no load can read.
struct ExposedColumn {
    QString name = {};
    QString type = {}; ///< "decimal(10,2)"
    friend bool operator==(const ExposedColumn &, const ExposedColumn &) = default;
};
struct ExposedTable {
    QString schema = {}; ///< as Trino shows it (lower case)
    QString table = {};
    std::vector<ExposedColumn> columns = {};
    friend bool operator==(const ExposedTable &, const ExposedTable &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<SourceColumn>);
const describe::TypeInfo &typeOf(describe::Describe<SourceKey>);
const describe::TypeInfo &typeOf(describe::Describe<SourceForeignKey>);
const describe::TypeInfo &typeOf(describe::Describe<TriggerTiming>);
const describe::TypeInfo &typeOf(describe::Describe<TriggerEnabled>);
const describe::TypeInfo &typeOf(describe::Describe<SourceTrigger>);
const describe::TypeInfo &typeOf(describe::Describe<TableKind>);
const describe::TypeInfo &typeOf(describe::Describe<SourceTable>);
const describe::TypeInfo &typeOf(describe::Describe<ObjectCount>);
const describe::TypeInfo &typeOf(describe::Describe<CatalogSnapshot>);
const describe::TypeInfo &typeOf(describe::Describe<ColumnMeasure>);
const describe::TypeInfo &typeOf(describe::Describe<ExposedColumn>);
const describe::TypeInfo &typeOf(describe::Describe<ExposedTable>);

} // namespace lakehouse::model
