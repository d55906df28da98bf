#pragma once

#include "describe/fwd.h"
#include "model/name.h"

#include <optional>
#include <vector>

namespace lakehouse::model {

/// What a view or a materialised view shows, as the source prints it.
struct SourceView {
    QString definition = {};
    friend bool operator==(const SourceView &, const SourceView &) = default;
};

struct SourceIndex {
    QString name = {};
    QString method = {};                  ///< "btree", "gin", …
    std::vector<QString> keys = {};       ///< columns as SQL identifiers, expressions as the source prints them; in key order
    std::vector<QString> included = {};   ///< columns that are only carried along, as SQL identifiers
    bool isUnique = false;
    bool isPrimary = false;
    bool isValid = true;                  ///< false: being built, or its building failed; it promises nothing
    std::optional<QString> predicate = {};///< of a partial index
    std::optional<QString> exclusion = {};///< of an exclusion constraint: the constraint as the source prints it
    QString definition = {};              ///< the whole CREATE INDEX, with orders, operator classes and collations
    friend bool operator==(const SourceIndex &, const SourceIndex &) = default;
};

enum class PolicyCommand { All, Select, Insert, Update, Delete };

/// Row security: which rows whom a table shows.
struct SourcePolicy {
    QString name = {};
    PolicyCommand command = PolicyCommand::All;
    bool isPermissive = true;             ///< false: restrictive, takes rows away from what the permissive ones show
    std::vector<QString> roles = {};      ///< "public": everybody
    std::optional<QString> visible = {};  ///< USING
    std::optional<QString> accepted = {}; ///< WITH CHECK
    friend bool operator==(const SourcePolicy &, const SourcePolicy &) = default;
};

/// What the planner's statistics conclude of a column. The sample values that they rest on are rows of the source and are never read.
struct ColumnStatistics {
    QString column = {};
    qint64 nullsPerMillion = 0;
    qint64 distinct = 0;                  ///< estimated number of values other than NULL
    friend bool operator==(const ColumnStatistics &, const ColumnStatistics &) = default;
};

enum class RoutineKind { Function, Procedure, Aggregate, Window };

struct SourceRoutine {
    QString schema = {};
    QString name = {};
    QString identityArguments = {};       ///< "integer, text": with schema and name it names the routine
    RoutineKind kind = RoutineKind::Function;
    std::optional<QString> result = {};   ///< "trigger", "SETOF public.film"; absent: a procedure
    QString language = {};
    QString source = {};                  ///< the body as stored; the symbol of a routine in C; empty for an aggregate
    std::optional<QString> comment = {};
    friend bool operator==(const SourceRoutine &, const SourceRoutine &) = default;
};

struct SequenceOwner {
    TableName table = {};
    QString column = {};
    friend bool operator==(const SequenceOwner &, const SequenceOwner &) = default;
};

struct SourceSequence {
    QString schema = {};
    QString name = {};
    QString type = {};                    ///< "bigint"
    qint64 start = 1;
    qint64 increment = 1;
    qint64 minimum = 1;
    qint64 maximum = 1;
    bool isCycling = false;
    std::optional<SequenceOwner> ownedBy = {}; ///< the column that it numbers: serial or identity
    std::optional<QString> comment = {};
    friend bool operator==(const SourceSequence &, const SourceSequence &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<SourceView>);
const describe::TypeInfo &typeOf(describe::Describe<SourceIndex>);
const describe::TypeInfo &typeOf(describe::Describe<PolicyCommand>);
const describe::TypeInfo &typeOf(describe::Describe<SourcePolicy>);
const describe::TypeInfo &typeOf(describe::Describe<ColumnStatistics>);
const describe::TypeInfo &typeOf(describe::Describe<RoutineKind>);
const describe::TypeInfo &typeOf(describe::Describe<SourceRoutine>);
const describe::TypeInfo &typeOf(describe::Describe<SequenceOwner>);
const describe::TypeInfo &typeOf(describe::Describe<SourceSequence>);

} // namespace lakehouse::model
