#pragma once

#include "model/catalog.h"

#include <QHash>
#include <QStringList>

namespace lakehouse::rules {

/// The tables of one schema by the names that an application knows them by. PostgreSQL folds unquoted names and Oracle does the other way round, so a
/// dictionary's "C_Order" may be stored as c_order. Keeps pointers into the catalog.
class StoredTables {
public:
    StoredTables(const model::CatalogSnapshot &catalog, const QString &schema);

    /// The table of exactly this name, else the only one that differs by case; null: none, or several.
    const model::SourceTable *table(const QString &name) const;
    /// In the same way, of a table's columns.
    static const model::SourceColumn *column(const model::SourceTable &table, const QString &name);
    bool hasColumns(const QString &table, const QStringList &columns) const;

private:
    QHash<QString, std::vector<const model::SourceTable *>> m_tables; ///< by lower case
};

/// Whether a foreign key of the database already leads from exactly this column somewhere.
bool hasForeignKey(const model::SourceTable &table, const QString &column);

} // namespace lakehouse::rules
