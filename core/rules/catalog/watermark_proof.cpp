#include "rules/catalog/watermark_proof.h"

#include "rules/catalog/trigger_effect.h"

#include <QSet>

#include <algorithm>
#include <map>

namespace lakehouse::rules {

using base::Result;
using base::Text;
using model::SourceColumn;
using model::SourceTable;
using model::SourceTrigger;
using model::TriggerEnabled;
using Weight = ColumnState::Weight;

/// Parsed functions by what they were parsed from.
class WatermarkProver::Functions {
public:
    const Result<TriggerFunction> &of(const SourceTrigger &trigger)
    {
        const std::pair<QString, QString> key{trigger.functionSource, trigger.functionDefinition.value_or(QString())};
        const auto found = m_parsed.find(key);
        return found != m_parsed.end() ? found->second : m_parsed.emplace(key, TriggerFunction::create(trigger.functionSource, trigger.functionDefinition)).first->second;
    }

private:
    std::map<std::pair<QString, QString>, Result<TriggerFunction>> m_parsed;
};

namespace {

/// Trigger functions of PostgreSQL itself that cannot touch a column of a time type: the first two write to the tsvector column they are
/// given and to no other, the third changes nothing.
bool leavesTimesAlone(const SourceTrigger &trigger)
{
    static const QSet<QString> functions{QStringLiteral("tsvector_update_trigger"), QStringLiteral("tsvector_update_trigger_column"),
                                         QStringLiteral("suppress_redundant_updates_trigger")};
    return trigger.functionSchema == QLatin1String("pg_catalog") && trigger.functionLanguage != QLatin1String("plpgsql")
           && functions.contains(trigger.functionName);
}

bool changesRows(const SourceTrigger &trigger)
{
    return trigger.timing == model::TriggerTiming::Before && trigger.isForEachRow && !trigger.isConstraint;
}

bool fires(const SourceTrigger &trigger)
{
    return trigger.enabled == TriggerEnabled::Origin || trigger.enabled == TriggerEnabled::Always;
}

QString functionLabel(const SourceTrigger &trigger)
{
    return model::sqlIdentifier(trigger.functionSchema) + QLatin1Char('.') + model::sqlIdentifier(trigger.functionName) + QStringLiteral("()");
}

std::vector<const SourceTrigger *> inFiringOrder(const SourceTable &table)
{
    std::vector<const SourceTrigger *> triggers;
    for (const SourceTrigger &trigger : table.triggers)
        triggers.push_back(&trigger);
    std::ranges::sort(triggers, {}, [](const SourceTrigger *trigger) { return trigger->name.toUtf8(); }); // as the server compares names
    return triggers;
}

/// What keeps the column or the table out whatever its triggers do; empty when nothing does.
Text obstacle(const SourceTable &table, const SourceColumn &column)
{
    const model::SourceType &type = column.type;
    const bool isTime = type.schema == QLatin1String("pg_catalog") && type.arrayDimensions == 0
                        && (type.name == QLatin1String("timestamptz") || type.name == QLatin1String("timestamp"));
    const bool hasPartitions = table.kind == model::TableKind::PartitionedTable && !table.partitions.empty();
    if (!isTime)
        return {QT_TRANSLATE_NOOP("core", "\"%1\" is %2, not a timestamp."), column.name, type.declared};
    if (column.generatedExpression)
        return {QT_TRANSLATE_NOOP("core", "\"%1\" is generated: what a trigger assigns to it has no effect."), column.name};
    if (!model::holdsRows(table.kind))
        return {QT_TRANSLATE_NOOP("core", "%1 is not a table that has rows of its own."), table.name.toString()};
    if (!table.inheritedBy.empty())
        return {QT_TRANSLATE_NOOP("core", "Rows of %1 show in %2, and its triggers do not fire for them."), table.inheritedBy.front().toString(), table.name.toString()};
    if (hasPartitions && !table.partitionsKeepTriggers)
        return {QT_TRANSLATE_NOOP("core", "The triggers of the partitions of %1 were not read."), table.name.toString()};
    if (hasPartitions && !*table.partitionsKeepTriggers)
        return {QT_TRANSLATE_NOOP("core", "A partition of %1 has row triggers of its own, or one of the table's is switched off there."), table.name.toString()};
    return {};
}

WatermarkVerdict refused(const Text &reason) { return {false, {}, reason}; }

/// One column of one table, asked of its triggers in the order they fire.
template<typename Functions>
class Proof {
public:
    Proof(const SourceTable &table, const SourceColumn &column, Functions &functions)
        : m_table(table), m_column(column), m_functions(functions), m_triggers(inFiringOrder(table)),
          m_kind(column.type.name == QLatin1String("timestamptz") ? TimeColumn::WithZone : TimeColumn::WithoutZone)
    {
    }

    WatermarkVerdict run()
    {
        const ColumnState never = ColumnState::unproved({}, Weight::NeverAssigned);
        ColumnState state = afterAll(&SourceTrigger::onUpdate, question("UPDATE"), never);
        if (state.isPresent() && m_table.kind == model::TableKind::PartitionedTable) // an update that moves a row fires the INSERT triggers of where it goes
            state = afterAll(&SourceTrigger::onInsert, question("INSERT"), state);
        if (state.isPresent())
            return {true, state.provedBy, {}};
        if (!state.isUnproved())
            return refused({QT_TRANSLATE_NOOP("core", "No update of %1 ever ends: its triggers always fail."), m_table.name.toString()});
        if (state.weight != Weight::NeverAssigned)
            return refused(state.reason);
        for (const Text &reason : {notFiring(never), onlyMentioned()})
            if (!reason.isEmpty())
                return refused(reason);
        return refused({QT_TRANSLATE_NOOP("core", "No BEFORE UPDATE trigger for each row sets \"%1\"."), m_column.name});
    }

private:
    ColumnQuestion question(const char *event) const { return {m_column.name, m_kind, QLatin1String(event)}; }

    ColumnState afterFunction(const SourceTrigger &trigger, const ColumnQuestion &question, const ColumnState &before)
    {
        if (leavesTimesAlone(trigger))
            return before;
        const TriggerLabel label{trigger.name, functionLabel(trigger)};
        if (trigger.functionLanguage != QLatin1String("plpgsql"))
            return ColumnState::unproved({QT_TRANSLATE_NOOP("core", "Trigger %1 runs %2, which is written in %3: only PL/pgSQL can be proved."), label.trigger, label.function,
                                          trigger.functionLanguage}, Weight::Broken);
        const Result<TriggerFunction> &function = m_functions.of(trigger);
        if (!function)
            return ColumnState::unproved({QT_TRANSLATE_NOOP("core", "Trigger %1, function %2: nothing can be proved, since %3."), label.trigger, label.function,
                                          function.error().message}, Weight::Broken);
        return stateAfter(function.value(), label, question, before);
    }

    /// The state after the trigger, which fires for some rows only when it has a condition.
    ColumnState afterTrigger(const SourceTrigger &trigger, const ColumnQuestion &question, const ColumnState &before)
    {
        const ColumnState after = afterFunction(trigger, question, before);
        if (trigger.condition)
            return joined(after, before, {QT_TRANSLATE_NOOP("core", "Trigger %1 fires only WHEN %2, so other updates do not set \"%3\"."), trigger.name, *trigger.condition, m_column.name});
        if (question.event == QLatin1String("UPDATE") && !trigger.updateColumns.empty())
            return joined(after, before, {QT_TRANSLATE_NOOP("core", "Trigger %1 fires only on UPDATE OF %2, so other updates do not set \"%3\"."), trigger.name,
                                          model::namesListed(trigger.updateColumns), m_column.name});
        return after;
    }

    ColumnState afterAll(bool SourceTrigger::*event, const ColumnQuestion &question, ColumnState state)
    {
        for (const SourceTrigger *trigger : m_triggers)
            if (trigger->*event && changesRows(*trigger) && fires(*trigger))
                state = afterTrigger(*trigger, question, state);
        return state;
    }

    /// A trigger that would set the column, but is switched off or fires at another time.
    Text notFiring(const ColumnState &never)
    {
        for (const SourceTrigger *trigger : m_triggers) {
            if (!trigger->onUpdate || trigger->functionLanguage != QLatin1String("plpgsql") || (changesRows(*trigger) && fires(*trigger))
                || !afterFunction(*trigger, question("UPDATE"), never).isPresent())
                continue;
            if (changesRows(*trigger))
                return {QT_TRANSLATE_NOOP("core", "Trigger %1 would set \"%2\", but it is %3."), trigger->name, m_column.name,
                        trigger->enabled == TriggerEnabled::Disabled ? Text(QT_TRANSLATE_NOOP("core", "disabled")) : Text(QT_TRANSLATE_NOOP("core", "enabled for replicas only"))};
            return {QT_TRANSLATE_NOOP("core", "Trigger %1 assigns NEW.%2 but is not BEFORE UPDATE FOR EACH ROW, so the assignment has no effect."), trigger->name, m_column.name};
        }
        return {};
    }

    /// A function that names the column without assigning to it, as a comment does.
    Text onlyMentioned()
    {
        for (const SourceTrigger *trigger : m_triggers) {
            if (!trigger->onUpdate || !changesRows(*trigger) || !fires(*trigger) || trigger->functionLanguage != QLatin1String("plpgsql"))
                continue;
            const Result<TriggerFunction> &function = m_functions.of(*trigger);
            if (const qint64 line = function ? function.value().mentionLine(m_column.name) : 0)
                return {QT_TRANSLATE_NOOP("core", "Trigger %1, function %2, line %3: NEW.%4 stands in a comment, a text or an expression only, nothing assigns to it."),
                        trigger->name, functionLabel(*trigger), line, model::sqlIdentifier(m_column.name)};
        }
        return {};
    }

    const SourceTable &m_table;
    const SourceColumn &m_column;
    Functions &m_functions;
    std::vector<const SourceTrigger *> m_triggers;
    TimeColumn m_kind;
};

} // namespace

WatermarkProver::WatermarkProver() : m_functions(std::make_unique<Functions>()) {}
WatermarkProver::~WatermarkProver() = default;

WatermarkVerdict WatermarkProver::prove(const SourceTable &table, const QString &name)
{
    const auto column = std::ranges::find(table.columns, name, &SourceColumn::name);
    if (column == table.columns.end())
        return refused({QT_TRANSLATE_NOOP("core", "%1 has no column \"%2\"."), table.name.toString(), name});
    if (const Text reason = obstacle(table, *column); !reason.isEmpty())
        return refused(reason);
    return Proof(table, *column, *m_functions).run();
}

WatermarkVerdict proveWatermark(const SourceTable &table, const QString &column)
{
    return WatermarkProver().prove(table, column);
}

} // namespace lakehouse::rules
