#include "adapters/postgres/object_counts.h"

#include <algorithm>

namespace lakehouse::adapters::postgres {

using model::CatalogSnapshot;
using model::SourceTable;

namespace {

qint64 tablesOf(const CatalogSnapshot &snapshot, model::TableKind kind)
{
    return std::count_if(snapshot.tables.begin(), snapshot.tables.end(), [&](const SourceTable &table) { return table.kind == kind; });
}

/// The elements of all lists of a kind.
template<typename Holder, typename Part>
qint64 partsOf(const std::vector<Holder> &holders, std::vector<Part> Holder::*parts)
{
    qint64 count = 0;
    for (const Holder &holder : holders)
        count += qint64((holder.*parts).size());
    return count;
}

qint64 exclusionsOf(const CatalogSnapshot &snapshot)
{
    qint64 count = 0;
    for (const SourceTable &table : snapshot.tables)
        count += std::count_if(table.indexes.begin(), table.indexes.end(), [](const model::SourceIndex &index) { return index.exclusion.has_value(); });
    return count;
}

} // namespace

std::vector<model::ObjectCount> objectCounts(const CatalogSnapshot &snapshot)
{
    using model::TableKind;
    const std::vector<SourceTable> &tables = snapshot.tables;
    const std::pair<const char *, qint64> read[] = {
        {"table", tablesOf(snapshot, TableKind::Table)},
        {"partitioned-table", tablesOf(snapshot, TableKind::PartitionedTable)},
        {"view", tablesOf(snapshot, TableKind::View)},
        {"materialized-view", tablesOf(snapshot, TableKind::MaterializedView)},
        {"foreign-table", tablesOf(snapshot, TableKind::ForeignTable)},
        {"partition", partsOf(tables, &SourceTable::partitions)},
        {"column", partsOf(tables, &SourceTable::columns)},
        {"dropped-column", partsOf(tables, &SourceTable::droppedColumns)},
        {"key", partsOf(tables, &SourceTable::keys)},
        {"foreign-key", partsOf(tables, &SourceTable::foreignKeys)},
        {"check", partsOf(tables, &SourceTable::checks)},
        {"exclusion", exclusionsOf(snapshot)},
        {"trigger", partsOf(tables, &SourceTable::triggers)},
        {"index", partsOf(tables, &SourceTable::indexes)},
        {"policy", partsOf(tables, &SourceTable::policies)},
        {"routine", qint64(snapshot.routines.size())},
        {"sequence", qint64(snapshot.sequences.size())},
        {"enum", qint64(snapshot.enums.size())},
        {"enum-label", partsOf(snapshot.enums, &model::SourceEnum::labels)},
        {"domain", qint64(snapshot.domains.size())},
        {"domain-check", partsOf(snapshot.domains, &model::SourceDomain::checks)},
        {"composite-type", qint64(snapshot.compositeTypes.size())},
        {"range-type", qint64(snapshot.rangeTypes.size())},
    };
    std::vector<model::ObjectCount> counts;
    for (const auto &[kind, number] : read)
        counts.push_back({QString::fromLatin1(kind), number, 0});
    return counts;
}

} // namespace lakehouse::adapters::postgres
