#include "adapters/postgres/catalog_builder.h"

#include "adapters/postgres/row_reader.h"

#include <algorithm>

namespace lakehouse::adapters::postgres {

using base::Ok;
using base::Result;
using model::SourceTable;
using model::TableKind;
using model::TableName;
using ports::SqlRows;

namespace {

constexpr qint64 pageSize = 8192; // of a server as everybody builds it; only used where the size itself could not be read

std::optional<TableKind> kindOf(char relkind)
{
    switch (relkind) {
    case 'r': return TableKind::Table;
    case 'p': return TableKind::PartitionedTable;
    case 'v': return TableKind::View;
    case 'm': return TableKind::MaterializedView;
    case 'f': return TableKind::ForeignTable;
    default: return std::nullopt;
    }
}

/// reltuples: -1 or, before 14, 0 on no pages say that nobody counted yet.
qint64 countedRows(qint64 reltuples, qint64 pages)
{
    return reltuples > 0 || pages > 0 ? std::max<qint64>(reltuples, 0) : -1;
}

qint64 sumOfKnown(qint64 left, qint64 right)
{
    return left < 0 ? right : right < 0 ? left : left + right;
}

} // namespace

SourceTable *CatalogBuilder::tableOf(qint64 oid)
{
    const auto found = m_byOid.find(oid);
    return found == m_byOid.end() ? nullptr : &m_units[found->second].table;
}

Result<> CatalogBuilder::addUnits(const SqlRows &rows)
{
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        Unit unit;
        const qint64 oid = reader.number();
        const QString schema = reader.text();
        EKOS_TRY(unit.table.name, TableName::create(schema, reader.text()));
        const char relkind = reader.code();
        const std::optional<TableKind> kind = kindOf(relkind);
        if (!kind)
            return unknownCode("relkind", relkind, unit.table.name.toString());
        unit.table.kind = *kind;
        const char persistence = reader.code();
        if (persistence != 'p' && persistence != 'u')
            return unknownCode("relpersistence", persistence, unit.table.name.toString());
        unit.table.isUnlogged = persistence == 'u';
        unit.table.isPopulated = reader.flag();
        unit.table.partitionKey = reader.optionalText();
        unit.table.comment = reader.optionalText();
        unit.table.isReadable = reader.flag();
        unit.table.isFilteredByRowSecurity = reader.flag();
        const qint64 reltuples = reader.number();
        unit.pages = reader.number();
        unit.rows = *kind == TableKind::PartitionedTable ? -1 : countedRows(reltuples, unit.pages); // the root holds no rows itself
        unit.table.bytes = unit.pages * pageSize;
        unit.table.hasRowSecurity = reader.flag();
        unit.table.isRowSecurityForced = reader.flag();
        if (std::optional<QString> definition = reader.optionalText())
            unit.table.view = model::SourceView{*std::move(definition)};
        unit.version = reader.text();
        m_byOid.emplace(oid, m_units.size());
        m_units.push_back(std::move(unit));
    }
    return Ok{};
}

Result<> CatalogBuilder::addColumns(const SqlRows &rows, const TypeResolver &types)
{
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        SourceTable *table = tableOf(reader.number());
        if (!table)
            continue; // the counts tell when it matters
        model::SourceColumn column;
        column.position = reader.number();
        column.name = reader.text();
        const DeclaredType declared{reader.number(), reader.number(), reader.number(), reader.text()};
        column.isNotNull = reader.flag();
        const std::optional<QString> expression = reader.optionalText();
        const char generated = reader.code();
        const char identity = reader.code();
        const auto subject = [&] { return table->name.toString() + QLatin1Char('.') + model::sqlIdentifier(column.name); };
        if (generated != '\0' && generated != 's' && generated != 'v')
            return unknownCode("attgenerated", generated, subject());
        if (identity != '\0' && identity != 'a' && identity != 'd')
            return unknownCode("attidentity", identity, subject());
        (generated == '\0' ? column.defaultExpression : column.generatedExpression) = expression;
        column.isIdentity = identity != '\0';
        column.isReadable = reader.flag();
        column.comment = reader.optionalText();
        if (reader.flag()) { // dropped: only its place is left
            table->droppedColumns.push_back(column.position);
            continue;
        }
        EKOS_TRY(column.type, types.resolve(declared));
        table->columns.push_back(std::move(column));
    }
    return Ok{};
}

Result<> CatalogBuilder::addInheritance(const SqlRows &rows)
{
    struct Child {
        qint64 oid = 0;
        TableName name = {};
        bool isPartition = false;
        qint64 rows = -1;
        qint64 pages = 0;
    };
    std::unordered_map<qint64, std::vector<Child>> children;
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        const qint64 parent = reader.number();
        Child child{reader.number()};
        const QString schema = reader.text();
        EKOS_TRY(child.name, TableName::create(schema, reader.text()));
        const bool holdsRows = reader.code() != 'p';
        child.isPartition = reader.flag();
        const qint64 reltuples = reader.number();
        child.pages = reader.number();
        child.rows = holdsRows ? countedRows(reltuples, child.pages) : -1;
        if (SourceTable *heir = child.isPartition ? nullptr : tableOf(child.oid)) {
            const QString parentSchema = reader.text();
            EKOS_TRY(TableName name, TableName::create(parentSchema, reader.text()));
            heir->inheritsFrom.push_back(std::move(name));
        }
        children[parent].push_back(std::move(child));
    }
    for (const auto &[oid, index] : m_byOid) {
        Unit &unit = m_units[index];
        std::vector<qint64> open{oid};
        std::vector<qint64> seen{oid};
        while (!open.empty()) {
            const auto found = children.find(open.back());
            open.pop_back();
            for (const Child &child : found == children.end() ? std::vector<Child>() : found->second) {
                if (std::find(seen.begin(), seen.end(), child.oid) != seen.end())
                    continue; // inherits along two paths
                open.push_back(child.oid);
                seen.push_back(child.oid);
                (child.isPartition ? unit.table.partitions : unit.table.inheritedBy).push_back(child.name);
                unit.rows = sumOfKnown(unit.rows, child.rows);
                unit.table.bytes += child.pages * pageSize;
            }
        }
    }
    return Ok{};
}

void CatalogBuilder::addSizes(const SqlRows &rows)
{
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        SourceTable *table = tableOf(reader.number());
        if (table)
            table->bytes = reader.number();
    }
}

void CatalogBuilder::addStatistics(const SqlRows &rows)
{
    constexpr qint64 million = 1'000'000;
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        const auto found = m_byOid.find(reader.number());
        if (found == m_byOid.end())
            continue;
        Unit &unit = m_units[found->second];
        model::ColumnStatistics statistics{reader.text(), reader.number(), 0};
        const bool isShareOfRows = reader.flag();
        const qint64 distinct = reader.number();
        statistics.distinct = isShareOfRows ? std::max<qint64>(unit.rows, 0) * distinct / million : distinct;
        unit.table.statistics.push_back(std::move(statistics));
    }
}

std::optional<TableName> CatalogBuilder::changedSince(const SqlRows &versions) const
{
    std::unordered_map<qint64, QString> now;
    for (const SqlRow &row : versions.rows) {
        RowReader reader(row);
        const qint64 oid = reader.number();
        now.emplace(oid, reader.text());
    }
    for (const auto &[oid, index] : m_byOid) {
        const auto found = now.find(oid);
        if (found == now.end() || found->second != m_units[index].version)
            return m_units[index].table.name;
    }
    return std::nullopt;
}

std::vector<SourceTable> CatalogBuilder::finish()
{
    const auto byName = [](const auto &left, const auto &right) { return left.name < right.name; };
    std::vector<SourceTable> tables;
    for (Unit &unit : m_units) {
        SourceTable &table = unit.table;
        table.estimatedRows = unit.rows;
        std::sort(table.keys.begin(), table.keys.end(), [](const auto &left, const auto &right) {
            return left.isPrimary != right.isPrimary ? left.isPrimary : left.name < right.name;
        });
        std::sort(table.foreignKeys.begin(), table.foreignKeys.end(), byName);
        std::sort(table.checks.begin(), table.checks.end(), byName);
        std::sort(table.indexes.begin(), table.indexes.end(), byName);
        std::sort(table.policies.begin(), table.policies.end(), byName);
        // PostgreSQL fires them in the order of their bytes, which is the order of code points.
        std::sort(table.triggers.begin(), table.triggers.end(), [](const auto &left, const auto &right) { return left.name.toUtf8() < right.name.toUtf8(); });
        const auto placeOf = [&](const model::ColumnStatistics &one) {
            return std::find_if(table.columns.begin(), table.columns.end(), [&](const auto &column) { return column.name == one.column; });
        };
        std::sort(table.statistics.begin(), table.statistics.end(), [&](const auto &left, const auto &right) { return placeOf(left) < placeOf(right); });
        std::sort(table.partitions.begin(), table.partitions.end());
        std::sort(table.inheritedBy.begin(), table.inheritedBy.end());
        tables.push_back(std::move(table));
    }
    std::sort(tables.begin(), tables.end(), byName);
    return tables;
}

} // namespace lakehouse::adapters::postgres
