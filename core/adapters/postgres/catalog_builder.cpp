#include "adapters/postgres/catalog_builder.h"

#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/trigger_condition.h"

#include <algorithm>

namespace lakehouse::adapters::postgres {

using base::Ok;
using base::Result;
using model::SourceTable;
using model::TableKind;
using model::TableName;
using model::TriggerEnabled;
using model::TriggerTiming;
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

std::optional<TriggerEnabled> enabledOf(char tgenabled)
{
    switch (tgenabled) {
    case 'O': return TriggerEnabled::Origin;
    case 'A': return TriggerEnabled::Always;
    case 'R': return TriggerEnabled::Replica;
    case 'D': return TriggerEnabled::Disabled;
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

/// The bits of pg_trigger.tgtype, as PostgreSQL's own headers name them.
void readTriggerType(model::SourceTrigger &trigger, qint64 bits)
{
    enum : qint64 { Row = 1, Before = 2, Insert = 4, Delete = 8, Update = 16, Truncate = 32, Instead = 64 };
    trigger.isForEachRow = bits & Row;
    trigger.timing = bits & Before ? TriggerTiming::Before : bits & Instead ? TriggerTiming::InsteadOf : TriggerTiming::After;
    trigger.onInsert = bits & Insert;
    trigger.onUpdate = bits & Update;
    trigger.onDelete = bits & Delete;
    trigger.onTruncate = bits & Truncate;
}

struct TriggerFunction {
    QString schema = {};
    QString name = {};
    QString language = {};
    QString source = {};
    std::optional<QString> definition = {};
};

std::unordered_map<qint64, TriggerFunction> functionsOf(const SqlRows &rows)
{
    std::unordered_map<qint64, TriggerFunction> functions;
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        const qint64 oid = reader.number();
        functions.emplace(oid, TriggerFunction{reader.text(), reader.text(), reader.text(), reader.text(), reader.optionalText()});
    }
    return functions;
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
        DeclaredType declared{reader.number(), reader.number(), reader.number(), reader.text()};
        EKOS_TRY(column.type, types.resolve(declared));
        column.isNotNull = reader.flag();
        const std::optional<QString> expression = reader.optionalText();
        const char generated = reader.code();
        const char identity = reader.code();
        const QString subject = table->name.toString() + QLatin1Char('.') + model::sqlIdentifier(column.name);
        if (generated != '\0' && generated != 's' && generated != 'v')
            return unknownCode("attgenerated", generated, subject);
        if (identity != '\0' && identity != 'a' && identity != 'd')
            return unknownCode("attidentity", identity, subject);
        (generated == '\0' ? column.defaultExpression : column.generatedExpression) = expression;
        column.isIdentity = identity != '\0';
        column.isReadable = reader.flag();
        column.comment = reader.optionalText();
        table->columns.push_back(std::move(column));
    }
    return Ok{};
}

Result<> CatalogBuilder::addKeys(const SqlRows &rows)
{
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        SourceTable *table = tableOf(reader.number());
        if (!table)
            continue;
        model::SourceKey key;
        key.name = reader.text();
        key.isPrimary = reader.flag();
        key.isNullsNotDistinct = reader.flag();
        key.predicate = reader.optionalText();
        key.hasExpressions = reader.flag();
        key.columns = reader.names();
        table->keys.push_back(std::move(key));
    }
    return Ok{};
}

Result<> CatalogBuilder::addConstraints(const SqlRows &rows)
{
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        SourceTable *table = tableOf(reader.number());
        if (!table)
            continue;
        const QString name = reader.text();
        const char contype = reader.code();
        const bool isValidated = reader.flag();
        const QString definition = reader.text();
        if (contype == 'c') {
            table->checks.push_back({name, definition, isValidated});
        } else if (contype == 'f') {
            model::SourceForeignKey key{name, {}, {}, {}, isValidated};
            const QString schema = reader.text();
            EKOS_TRY(key.referenced, TableName::create(schema, reader.text()));
            key.columns = reader.names();
            key.referencedColumns = reader.names();
            table->foreignKeys.push_back(std::move(key));
        } else if (!QByteArray("putxn").contains(contype)) { // keys come from their indexes; constraint triggers, exclusions and NOT NULL from elsewhere
            return unknownCode("contype", contype, table->name.toString() + QLatin1Char('.') + model::sqlIdentifier(name));
        }
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

Result<> CatalogBuilder::addTriggers(const SqlRows &triggers, const SqlRows &functionRows)
{
    const std::unordered_map<qint64, TriggerFunction> functions = functionsOf(functionRows);
    for (const SqlRow &row : triggers.rows) {
        RowReader reader(row);
        SourceTable *table = tableOf(reader.number());
        if (!table)
            continue;
        model::SourceTrigger trigger;
        trigger.name = reader.text();
        readTriggerType(trigger, reader.number());
        const char code = reader.code();
        const std::optional<TriggerEnabled> enabled = enabledOf(code);
        const QString subject = table->name.toString() + QLatin1Char('.') + model::sqlIdentifier(trigger.name);
        if (!enabled)
            return unknownCode("tgenabled", code, subject);
        trigger.enabled = *enabled;
        trigger.isConstraint = reader.flag();
        const bool hasCondition = reader.flag();
        const QString definition = reader.text();
        trigger.condition = hasCondition ? triggerCondition(definition) : std::nullopt;
        const auto function = functions.find(reader.number());
        if (function == functions.end() || trigger.condition.has_value() != hasCondition)
            return base::Error{base::ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "The trigger %1 of the source could not be read whole."), subject},
                               QT_TRANSLATE_NOOP("core", "Read the catalog again; when it stays so, report the trigger's definition."), subject, definition};
        trigger.updateColumns = reader.names();
        trigger.functionSchema = function->second.schema;
        trigger.functionName = function->second.name;
        trigger.functionLanguage = function->second.language;
        trigger.functionSource = function->second.source;
        trigger.functionDefinition = function->second.definition;
        table->triggers.push_back(std::move(trigger));
    }
    return Ok{};
}

void CatalogBuilder::addPartitionTriggers(const SqlRows &rows)
{
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        SourceTable *table = tableOf(reader.number());
        if (table)
            table->partitionsKeepTriggers = reader.flag();
    }
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
        // PostgreSQL fires them in the order of their bytes, which is the order of code points.
        std::sort(table.triggers.begin(), table.triggers.end(), [](const auto &left, const auto &right) { return left.name.toUtf8() < right.name.toUtf8(); });
        std::sort(table.partitions.begin(), table.partitions.end());
        std::sort(table.inheritedBy.begin(), table.inheritedBy.end());
        tables.push_back(std::move(table));
    }
    std::sort(tables.begin(), tables.end(), byName);
    return tables;
}

std::vector<model::ObjectCount> objectCounts(const std::vector<SourceTable> &tables)
{
    const char *const kinds[] = {"table", "partitioned-table", "view", "materialized-view", "foreign-table",
                                 "partition", "column", "key", "foreign-key", "check", "trigger"};
    qint64 read[std::size(kinds)] = {};
    for (const SourceTable &table : tables) {
        ++read[std::size_t(table.kind)]; // the first five stand in the order of TableKind
        const std::size_t parts[] = {table.partitions.size(), table.columns.size(), table.keys.size(), table.foreignKeys.size(), table.checks.size(), table.triggers.size()};
        for (std::size_t i = 0; i < std::size(parts); ++i)
            read[5 + i] += qint64(parts[i]);
    }
    std::vector<model::ObjectCount> counts;
    for (std::size_t i = 0; i < std::size(kinds); ++i)
        counts.push_back({QString::fromLatin1(kinds[i]), read[i], 0});
    return counts;
}

} // namespace lakehouse::adapters::postgres
