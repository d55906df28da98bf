#pragma once

#include "model/name.h"
#include "rules/writes/source_writes.h"

#include <map>

namespace lakehouse::rules {

/// Finds the table of the catalog that a statement or a class means: as written, then in any case; without a schema when only one table has the name.
class TableResolver {
public:
    struct Answer {
        std::optional<model::TableName> table = {};
        std::vector<model::TableName> candidates = {}; ///< of a name that several tables have; never one of them is chosen
    };

    TableResolver(const std::vector<model::TableName> &tables, const std::vector<SourceWrites> &sources);

    /// A name of a statement; one that no table has may be that of a class, as in the queries of JPA.
    Answer find(const std::vector<WrittenName> &name) const;
    Answer findClass(const QString &name) const;
    /// The table that a class says or its name leads to by itself, without its base.
    Answer findOwn(const PersistentClass &persistent) const;

private:
    Answer findTable(const std::vector<WrittenName> &name) const;
    Answer findClass(const QString &name, int steps) const;

    std::multimap<QString, model::TableName> m_tables;              ///< by folded name
    std::multimap<QString, const PersistentClass *> m_classes;      ///< by name
};

} // namespace lakehouse::rules
