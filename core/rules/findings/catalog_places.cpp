#include "rules/findings/catalog_places.h"

namespace lakehouse::rules {

using base::Text;

CatalogPlaces::CatalogPlaces(const model::CatalogSnapshot &catalog)
{
    for (const model::SourceTable &table : catalog.tables) {
        std::set<QString> &columns = m_columns[table.name];
        for (const model::SourceColumn &column : table.columns)
            columns.insert(column.name);
    }
}

std::optional<Text> CatalogPlaces::missing(const model::TableName &table, const std::vector<QString> &columns) const
{
    const auto found = m_columns.find(table);
    if (found == m_columns.end())
        return Text(QT_TRANSLATE_NOOP("core", "the source has no table %1."), table.toString());
    for (const QString &column : columns)
        if (!found->second.contains(column))
            return Text(QT_TRANSLATE_NOOP("core", "the table %1 has no column %2."), table.toString(), model::sqlIdentifier(column));
    return std::nullopt;
}

std::optional<Text> CatalogPlaces::missing(const model::IdentityCandidate &finding) const
{
    std::optional<Text> found = missing(finding.table);
    for (const model::KeyCandidate &candidate : finding.candidates)
        if (!found)
            found = missing(finding.table, candidate.columns);
    for (const model::TableName &other : finding.others)
        if (!found)
            found = missing(other);
    return found;
}

std::optional<Text> CatalogPlaces::missing(const model::GlossaryTerm &finding) const
{
    if (!finding.table)
        return std::nullopt;
    return missing(*finding.table, finding.column ? std::vector{*finding.column} : std::vector<QString>());
}

std::optional<Text> CatalogPlaces::missing(const model::LogicalForeignKey &finding) const
{
    const std::optional<Text> found = missing(finding.table, finding.columns);
    return found ? found : missing(finding.referenced, finding.referencedColumns);
}

} // namespace lakehouse::rules
