#include "rules/dictionary/stored_tables.h"

#include <algorithm>

namespace lakehouse::rules {

using model::SourceColumn;
using model::SourceTable;

StoredTables::StoredTables(const model::CatalogSnapshot &catalog, const QString &schema)
{
    for (const SourceTable &table : catalog.tables)
        if (table.name.schema() == schema)
            m_tables[table.name.table().toLower()].push_back(&table);
}

const SourceTable *StoredTables::table(const QString &name) const
{
    const auto found = m_tables.constFind(name.toLower());
    if (found == m_tables.constEnd())
        return nullptr;
    const auto exact = std::ranges::find_if(*found, [&](const SourceTable *table) { return table->name.table() == name; });
    if (exact != found->end())
        return *exact;
    return found->size() == 1 ? found->front() : nullptr;
}

const SourceColumn *StoredTables::column(const SourceTable &table, const QString &name)
{
    const SourceColumn *alike = nullptr;
    int number = 0;
    for (const SourceColumn &column : table.columns) {
        if (column.name == name)
            return &column;
        if (column.name.compare(name, Qt::CaseInsensitive) != 0)
            continue;
        alike = &column;
        ++number;
    }
    return number == 1 ? alike : nullptr;
}

bool StoredTables::hasColumns(const QString &name, const QStringList &columns) const
{
    // Whether it may be read is not asked: a dictionary whose query fails is named and takes nothing back, one that is not found does.
    const SourceTable *found = table(name);
    return found && std::ranges::all_of(columns, [&](const QString &column) { return StoredTables::column(*found, column) != nullptr; });
}

bool hasForeignKey(const SourceTable &table, const QString &column)
{
    return std::ranges::any_of(table.foreignKeys, [&](const model::SourceForeignKey &key) { return key.columns == std::vector{column}; });
}

} // namespace lakehouse::rules
