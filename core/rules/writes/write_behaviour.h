#pragma once

#include "rules/writes/source_writes.h"

namespace lakehouse::rules {

struct WriteInput {
    std::vector<SourceWrites> sources = {};          ///< in any order
    std::vector<model::TableName> tables = {};       ///< of the catalog
    std::vector<QString> watermarkColumns = {};      ///< columns that the application sets on every write; any case. None: every raw update leaves it out.
};

/// A statement whose table is not one of the catalog beyond doubt. For tables that it may mean, an update leaves the watermark out and a delete is hard.
struct UnresolvedWrite {
    enum class Reason {
        PutTogether, ///< the program puts the name together while it runs
        SeveralTables
    };
    Reason reason = Reason::PutTogether;
    QString name = {};                               ///< as written; empty: PutTogether
    std::vector<model::TableName> candidates = {};   ///< of SeveralTables
    model::Evidence evidence = {};
    friend bool operator==(const UnresolvedWrite &, const UnresolvedWrite &) = default;
};

struct WriteFindings {
    std::vector<model::WriteBehaviour> tables = {};  ///< one for each table of the catalog, by name
    std::vector<UnresolvedWrite> unresolved = {};    ///< by place and line. Names that no table has, such as temporary tables, are in neither list.
    friend bool operator==(const WriteFindings &, const WriteFindings &) = default;
};

/// What the application does to each table. The order of sources makes no difference.
/// Updates: a table that a class of a persistence layer stands for, and that no statement of its own updates, is updated by that layer only; updates that go
/// by a condition through such a layer (Django's update(), Rails' update_all) count as statements of their own. Deletes: hard when one stands outside of
/// housekeeping, then purge_only, then soft when updates mark rows as deleted; see write_words.h.
WriteFindings writeBehaviour(const WriteInput &input);

/// What holds of a table while some of the places that say so cannot be read: of each class the worse of what `kept`, the evidence of those places,
/// says and of what is seen now. Where it is not understood what a kept piece says, as of an earlier version, all that is known holds.
model::WriteBehaviour mergedBehaviour(const model::WriteBehaviour &known, const std::vector<model::Evidence> &kept, const model::WriteBehaviour &seen);

} // namespace lakehouse::rules
