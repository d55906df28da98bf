#pragma once

#include "model/name.h"
#include "rules/writes/source_writes.h"

#include <map>
#include <set>

namespace lakehouse::rules {

/// Finds the table of the catalog that a statement or a class means: as written, then in any case; without a schema when only one table has the name.
/// For one thread: what classes lead to is remembered.
class TableResolver {
public:
    struct Answer {
        std::optional<model::TableName> table = {};
        std::vector<model::TableName> candidates = {}; ///< of a name that several tables have; never one of them is chosen
    };

    TableResolver(const std::vector<model::TableName> &tables, const std::vector<SourceWrites> &sources);

    /// A name of a statement; one that no table has may be that of a class, as in the queries of JPA.
    Answer find(const std::vector<WrittenName> &name);
    /// Several classes of one name have to lead to the same table, by themselves or by their bases.
    Answer findClass(const QString &name);
    /// The table that a class says or its name leads to by itself, without its base.
    Answer findOwn(const PersistentClass &persistent) const;

private:
    /// All classes of one name.
    struct Classes {
        std::set<model::TableName> tables = {}; ///< that they mean by themselves
        std::set<QString> bases = {};           ///< of those that say no table
    };

    Answer findTable(const std::vector<WrittenName> &name) const;
    Answer followBases(const QString &name) const;

    std::multimap<QString, model::TableName> m_tables; ///< by folded name
    std::map<QString, Classes> m_classes;              ///< by name
    std::map<QString, Answer> m_answers;               ///< by the class that was asked for
};

} // namespace lakehouse::rules
