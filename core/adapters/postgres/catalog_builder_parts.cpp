#include "adapters/postgres/catalog_builder.h"

#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/trigger_condition.h"

#include <algorithm>

/// What hangs on a table: indexes, constraints, triggers, policies.
namespace lakehouse::adapters::postgres {

using base::Ok;
using base::Result;
using model::PolicyCommand;
using model::SourceTable;
using model::TableName;
using model::TriggerEnabled;
using model::TriggerTiming;
using ports::SqlRows;

namespace {

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

std::optional<PolicyCommand> commandOf(char polcmd)
{
    switch (polcmd) {
    case '*': return PolicyCommand::All;
    case 'r': return PolicyCommand::Select;
    case 'a': return PolicyCommand::Insert;
    case 'w': return PolicyCommand::Update;
    case 'd': return PolicyCommand::Delete;
    default: return std::nullopt;
    }
}

/// The bits of pg_trigger.tgtype, as PostgreSQL's own headers name them; false when there are others.
bool readTriggerType(model::SourceTrigger &trigger, qint64 bits)
{
    enum : qint64 { Row = 1, Before = 2, Insert = 4, Delete = 8, Update = 16, Truncate = 32, Instead = 64 };
    if ((bits & ~(Row | Before | Insert | Delete | Update | Truncate | Instead)) != 0)
        return false;
    trigger.isForEachRow = bits & Row;
    trigger.timing = bits & Before ? TriggerTiming::Before : bits & Instead ? TriggerTiming::InsteadOf : TriggerTiming::After;
    trigger.onInsert = bits & Insert;
    trigger.onUpdate = bits & Update;
    trigger.onDelete = bits & Delete;
    trigger.onTruncate = bits & Truncate;
    return true;
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
        TriggerFunction function{reader.text(), reader.text()};
        reader.skip(2); // arguments and kind
        function.language = reader.text();
        function.source = reader.text();
        reader.skip(3); // result, comment, whether it stands in the schemas that are read
        function.definition = reader.optionalText();
        functions.emplace(oid, std::move(function));
    }
    return functions;
}

} // namespace

Result<> CatalogBuilder::addIndexes(const SqlRows &rows)
{
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        SourceTable *table = tableOf(reader.number());
        if (!table)
            continue;
        model::SourceIndex index;
        index.name = reader.text();
        index.method = reader.text();
        index.isUnique = reader.flag();
        index.isPrimary = reader.flag();
        index.isValid = reader.flag();
        model::SourceKey key{.name = index.name, .isPrimary = index.isPrimary, .isNullsNotDistinct = reader.flag()};
        index.predicate = reader.optionalText();
        key.predicate = index.predicate;
        index.definition = reader.text();
        key.hasExpressions = reader.flag();
        key.columns = reader.names();
        index.keys = reader.names(); // of an index with expressions
        if (!key.hasExpressions)
            for (const QString &column : key.columns)
                index.keys.push_back(model::sqlIdentifier(column));
        index.included = reader.names();
        if (index.isUnique && index.isValid) // one that is still being built, or whose building failed, promises nothing
            table->keys.push_back(std::move(key));
        table->indexes.push_back(std::move(index));
    }
    return Ok{};
}

Result<> CatalogBuilder::addConstraints(const SqlRows &rows)
{
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        SourceTable *table = tableOf(reader.number());
        if (!table)
            continue; // of a domain
        reader.skip(1);
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
        } else if (contype == 'x') {
            const auto index = std::find_if(table->indexes.begin(), table->indexes.end(), [&](const model::SourceIndex &one) { return one.name == name; });
            if (index != table->indexes.end()) // the counts tell when it is not
                index->exclusion = definition;
        } else if (!QByteArray("putn").contains(contype)) { // keys come from their indexes; constraint triggers and NOT NULL from elsewhere
            return unknownCode("contype", contype, table->name.toString() + QLatin1Char('.') + model::sqlIdentifier(name));
        }
    }
    return Ok{};
}

Result<> CatalogBuilder::addTriggers(const SqlRows &triggers, const SqlRows &routineRows)
{
    const std::unordered_map<qint64, TriggerFunction> functions = functionsOf(routineRows);
    for (const SqlRow &row : triggers.rows) {
        RowReader reader(row);
        SourceTable *table = tableOf(reader.number());
        if (!table)
            continue;
        model::SourceTrigger trigger;
        trigger.name = reader.text();
        const qint64 bits = reader.number();
        const QString subject = table->name.toString() + QLatin1Char('.') + model::sqlIdentifier(trigger.name);
        if (!readTriggerType(trigger, bits))
            return unknownCode("tgtype", QString::number(bits), subject);
        const char code = reader.code();
        const std::optional<TriggerEnabled> enabled = enabledOf(code);
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

Result<> CatalogBuilder::addPolicies(const SqlRows &rows)
{
    for (const SqlRow &row : rows.rows) {
        RowReader reader(row);
        SourceTable *table = tableOf(reader.number());
        if (!table)
            continue;
        model::SourcePolicy policy;
        policy.name = reader.text();
        const char code = reader.code();
        const std::optional<PolicyCommand> command = commandOf(code);
        if (!command)
            return unknownCode("polcmd", code, table->name.toString() + QLatin1Char('.') + model::sqlIdentifier(policy.name));
        policy.command = *command;
        policy.isPermissive = reader.flag();
        policy.roles = reader.names();
        policy.visible = reader.optionalText();
        policy.accepted = reader.optionalText();
        table->policies.push_back(std::move(policy));
    }
    return Ok{};
}

} // namespace lakehouse::adapters::postgres
