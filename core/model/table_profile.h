#pragma once

#include "base/text.h"
#include "model/name.h"

#include <vector>

namespace lakehouse::model {

/// What a look at rows may cost. Beyond it the answer rests on a sample, or is not given.
struct ScanBudget {
    qint64 planCost = 500'000;   ///< of one statement, in the planner's units: about one page read in order each, so 4 GB
    qint64 wholeCost = 1'000;    ///< tables whose plain scan costs no more are read whole: about 500 pages
    qint64 sampledRows = 20'000; ///< about as many rows are looked at where a table is too large to be read whole
    friend bool operator==(const ScanBudget &, const ScanBudget &) = default;
};

/// How closely a table is looked at; each tier falls back on the one before it where it would cost more than the budget.
enum class ProfileTier {
    Statistics, ///< nothing is read: what the planner's statistics conclude, extrapolated to all rows
    Sample,     ///< random pages; small tables whole
    FullScan    ///< every row, when the planner's estimate lies within the budget
};

struct ProfileRequest {
    TableName table = {};
    std::vector<QString> columns = {}; ///< those that the role may read
    ProfileTier tier = ProfileTier::Sample;
    friend bool operator==(const ProfileRequest &, const ProfileRequest &) = default;
};

struct ColumnProfile {
    QString column = {};
    qint64 nulls = 0;
    qint64 distinct = 0;               ///< values other than NULL
    friend bool operator==(const ColumnProfile &, const ColumnProfile &) = default;
};

/// What was concluded of a table's rows; never values.
struct TableProfile {
    TableName table = {};
    ProfileTier tier = ProfileTier::Statistics; ///< what it rests on in the end
    qint64 rows = 0;                   ///< it rests on
    qint64 tableRows = -1;             ///< estimated rows of the whole table; −1: not known
    bool isComplete = false;           ///< every row was read
    std::vector<ColumnProfile> columns = {}; ///< in the order of the request
    base::Text notProfiled = {};       ///< why nothing can be said: no row was seen, a missing right, too expensive. Empty: profiled.
    bool isProfiled() const { return notProfiled.isEmpty(); }
    friend bool operator==(const TableProfile &, const TableProfile &) = default;
};

/// Which values to look at. About `rows` rows, each column's text cut after a thousand characters.
struct SampleRequest {
    TableName table = {};
    std::vector<QString> columns = {};
    qint64 rows = 1'000;
    friend bool operator==(const SampleRequest &, const SampleRequest &) = default;
};

struct SampleOutcome {
    qint64 rows = 0;                   ///< that were shown
    bool isComplete = false;           ///< the table has no other
    base::Text notSampled = {};        ///< why there was none to show; empty: there was
    bool isSampled() const { return notSampled.isEmpty(); }
    friend bool operator==(const SampleOutcome &, const SampleOutcome &) = default;
};

/// Columns of one table that are looked at together.
struct ColumnSet {
    TableName table = {};
    std::vector<QString> columns = {};
    friend bool operator==(const ColumnSet &, const ColumnSet &) = default;
};

/// A declared or supposed foreign key.
struct ColumnRelation {
    TableName table = {};
    std::vector<QString> columns = {};
    TableName referenced = {};
    std::vector<QString> referencedColumns = {}; ///< in the order of `columns`
    friend bool operator==(const ColumnRelation &, const ColumnRelation &) = default;
};

/// How many rows have something, and how many were looked at for it.
struct RowCount {
    qint64 rows = 0;                   ///< looked at
    qint64 found = 0;
    qint64 nulls = 0;                  ///< rows with NULL in one of the columns
    bool isComplete = false;           ///< every row; otherwise `found` is what the sample shows
    base::Text notCounted = {};        ///< why nothing can be said; empty: counted
    bool isCounted() const { return notCounted.isEmpty(); }
    friend bool operator==(const RowCount &, const RowCount &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<ProfileTier>);
const describe::TypeInfo &typeOf(describe::Describe<ColumnProfile>);
const describe::TypeInfo &typeOf(describe::Describe<TableProfile>);

} // namespace lakehouse::model
