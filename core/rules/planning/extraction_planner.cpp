#include "rules/planning/extraction_planner.h"

#include "base/shell_word.h"
#include "rules/planning/delete_plan.h"
#include "rules/planning/load_mode.h"
#include "rules/planning/plan_diff.h"
#include "rules/planning/row_security.h"
#include "rules/planning/setting_names.h"
#include "rules/planning/table_places.h"
#include "rules/sqlgen/quoting.h"

#include <algorithm>
#include <map>

namespace lakehouse::rules {

namespace {

using base::Text;
using model::LoadMode;
using model::PlanAspect;
using model::PlanChange;
using model::PlanEdit;
using model::PlannedTable;
using model::Refusal;
using model::SourceTable;
using model::TableKind;
using model::TableName;

QString quoted(const TableName &name) { return postgresIdentifier(name.schema()) + QLatin1Char('.') + postgresIdentifier(name.table()); }

std::optional<Refusal> refusedByKind(const SourceTable &table)
{
    const Text readTables = QT_TRANSLATE_NOOP("core", "Load the tables it reads, and describe a mart for what it computes.");
    if (table.kind == TableKind::View)
        return Refusal{{}, QT_TRANSLATE_NOOP("core", "Not planned: a view is derived from other tables."), readTables};
    if (table.kind == TableKind::MaterializedView && !table.isPopulated)
        return Refusal{{}, QT_TRANSLATE_NOOP("core", "Not planned: the materialized view was never filled and cannot be read."), readTables};
    if (table.kind == TableKind::MaterializedView)
        return Refusal{{}, QT_TRANSLATE_NOOP("core", "Not planned: a materialized view is derived from other tables."), readTables};
    if (table.kind == TableKind::ForeignTable)
        return Refusal{{}, QT_TRANSLATE_NOOP("core", "Not planned: the rows of a foreign table belong to another server."),
                       QT_TRANSLATE_NOOP("core", "Make that server a source of its own.")};
    return std::nullopt;
}

/// What keeps a table out before its columns are looked at.
std::optional<Refusal> refusedAsWhole(const SourceTable &table, const QString &role)
{
    if (const auto refusal = refusedByKind(table))
        return refusal;
    if (!table.isReadable)
        return Refusal{{}, {QT_TRANSLATE_NOOP("core", "The role %1 may not read it."), role},
                       {QT_TRANSLATE_NOOP("core", "Run at the source: %1"), QStringLiteral("GRANT SELECT ON %1 TO %2").arg(quoted(table.name), postgresIdentifier(role))}};
    if (table.columns.empty())
        return Refusal{{}, QT_TRANSLATE_NOOP("core", "It has no columns."), QT_TRANSLATE_NOOP("core", "Add a column at the source, or drop the table there.")};
    return std::nullopt;
}

using SchemaAndTable = std::pair<QString, QString>;

/// What the inputs hold, found by table.
class Lookups {
public:
    explicit Lookups(const PlanInputs &inputs) : m_inputs(inputs)
    {
        for (const model::ColumnMeasure &measure : inputs.measures)
            m_measures[measure.table].insert(measure.column, &measure);
        if (inputs.exposed)
            for (const model::ExposedTable &table : *inputs.exposed)
                m_exposed[{table.schema.toLower(), table.table.toLower()}] = &table;
        for (const PlanChange &change : inputs.changes)
            readChange(change); // the newest stays
        for (const LabelRename &rename : inputs.renamedLabels)
            m_renames[rename.table].push_back(&rename);
        if (inputs.approved)
            for (const PlannedTable &table : inputs.approved->tables)
                m_approved[table.decision.table] = &table;
        readSettings();
        readReview();
    }

    ColumnFacts factsOf(const SourceTable &table, const model::TablePlaces &places) const
    {
        ColumnFacts facts{.measures = found(m_measures, table.name), .approved = found(m_approved, table.name), .exposed = exposedOf(places), .places = places, .role = m_inputs.catalog.role,
                          .decisions = decisionsOf(table.name)};
        if (const model::SourceKey *key = primaryKeyOf(table))
            facts.areKeysShown = std::ranges::none_of(key->columns, [&](const QString &column) { return maskOf(table.name, column).has_value(); });
        return facts;
    }
    /// About its columns, by their names.
    std::vector<const PlanChange *> decisionsOf(const TableName &table) const
    {
        std::vector<const PlanChange *> decisions;
        for (auto entry = m_decisions.lower_bound({table, QString()}); entry != m_decisions.end() && entry->first.first == table; ++entry)
            if (entry->second->edit != PlanEdit::Undo)
                decisions.push_back(entry->second);
        return decisions;
    }
    /// The change in force: the newest, unless one of the table undid it.
    const PlanChange *changeOf(const TableName &table, PlanAspect aspect) const { return found(m_changes, {table, aspect}); }
    DeleteFacts deletesOf(const TableName &table) const
    {
        const TableWrites writes = writesOf(table);
        const auto setting = m_purgePolicies.find(table);
        return {.byCode = writes.deletes, .isSigned = writes.areDeletesSigned, .evidence = writes.deleteEvidence,
                .setting = setting == m_purgePolicies.end() ? std::nullopt : std::optional(setting->second),
                .schedule = changeOf(table, PlanAspect::Deletes), .purges = changeOf(table, PlanAspect::Purges)};
    }
    std::vector<const LabelRename *> renamesOf(const TableName &table) const { return found(m_renames, table); }
    const model::ExposedTable *exposedOf(const model::TablePlaces &places) const { return found(m_exposed, SchemaAndTable{places.trinoSchema, places.trinoTable}); }
    bool isOutOfScope(const TableName &table) const
    {
        return m_inputs.review && std::ranges::binary_search(m_inputs.review->outOfScope, table);
    }
    TableWrites writesOf(const TableName &table) const
    {
        const auto found = m_writes.find(table);
        return found == m_writes.end() ? TableWrites{} : found->second;
    }
    /// Which mask a column has, and who says so.
    std::optional<std::pair<model::Mask, QString>> maskOf(const TableName &table, const QString &column) const
    {
        const auto found = m_masks.find({table, column});
        return found == m_masks.end() ? std::nullopt : std::optional(found->second);
    }
    WatermarkSettings watermarksOf(const SourceTable &table) const
    {
        const auto named = m_watermarks.find(table.name);
        return {named == m_watermarks.end() ? std::nullopt : std::optional(namedColumn(table, named->second)), m_inputs.settings.applicationWatermark};
    }

private:
    template<typename Map>
    static typename Map::mapped_type found(const Map &map, const typename Map::key_type &key)
    {
        const auto entry = map.find(key);
        return entry == map.end() ? typename Map::mapped_type{} : entry->second;
    }
    void readChange(const PlanChange &change)
    {
        if (change.column)
            m_decisions[{change.table, *change.column}] = &change;
        else if (change.edit == PlanEdit::Undo)
            std::erase_if(m_changes, [&](const auto &entry) { return entry.first.first == change.table; });
        else
            m_changes[{change.table, aspectOf(change.edit)}] = &change;
    }
    void readSettings()
    {
        std::vector<TableName> names;
        for (const SourceTable &table : m_inputs.catalog.tables)
            names.push_back(table.name);
        const auto named = [&](const QString &text) -> std::optional<TableName> {
            const auto selector = model::TableSelector::parse(text);
            const auto name = selector ? resolveTable(selector.value(), names) : base::Result<TableName>(selector.error());
            return name ? std::optional(name.value()) : std::nullopt;
        };
        for (const model::NamedSetting &setting : m_inputs.settings.watermarks)
            if (const auto table = named(setting.name))
                m_watermarks[*table] = setting.value;
        for (const model::NamedSetting &setting : m_inputs.settings.purgePolicy)
            if (const auto table = named(setting.name))
                m_purgePolicies[*table] = purgePolicyOf(setting);
        for (const model::NamedSetting &setting : m_inputs.settings.pii) {
            const auto column = model::ColumnSelector::parse(setting.name); // what names nothing is a warning of settingWarnings()
            if (const auto table = column ? named(column.value().table.toString()) : std::nullopt)
                m_masks[{*table, column.value().column}] = {setting.value == QLatin1String("hmac") ? model::Mask::Hash : model::Mask::Redact, QStringLiteral("ekos.toml, [extensions.lakehouse.pii]")};
        }
    }

    void readReview()
    {
        if (m_inputs.writes)
            for (const model::WriteBehaviour &behaviour : *m_inputs.writes)
                m_writes[behaviour.table] = {.updates = behaviour.updates, .evidence = behaviour.evidence.empty() ? QString() : behaviour.evidence.front().place,
                                             .deletes = behaviour.deletes, .deleteEvidence = deleteEvidence(behaviour)};
        if (!m_inputs.review)
            return;
        for (const model::DecidedClasses &decided : m_inputs.review->classes) {
            TableWrites &writes = m_writes[decided.table];
            const QString evidence = QStringLiteral("review write-behaviour");
            if (decided.updates) {
                writes.updates = decided.updates;
                writes.isSigned = true;
                writes.evidence = evidence;
            }
            if (decided.deletes) {
                writes.deletes = decided.deletes;
                writes.areDeletesSigned = true;
                writes.deleteEvidence = evidence;
            }
        }
        for (const model::DecidedKey &decided : m_inputs.review->keys)
            m_writes[decided.table].key = decided.columns;
        for (const model::MaskedColumn &masked : m_inputs.review->masks)
            m_masks.try_emplace({masked.table, masked.column}, masked.mask, QStringLiteral("review pii")); // what ekos.toml says wins
    }

    /// As stored, then folded, as for tables.
    static QString namedColumn(const SourceTable &table, const QString &name)
    {
        const auto exact = std::ranges::find(table.columns, name, &model::SourceColumn::name);
        return exact != table.columns.end() ? name : name.toLower();
    }

    const PlanInputs &m_inputs;
    std::map<TableName, QHash<QString, const model::ColumnMeasure *>> m_measures;
    std::map<SchemaAndTable, const model::ExposedTable *> m_exposed;
    std::map<std::pair<TableName, PlanAspect>, const PlanChange *> m_changes;
    std::map<std::pair<TableName, QString>, const PlanChange *> m_decisions;
    std::map<TableName, std::vector<const LabelRename *>> m_renames;
    std::map<TableName, const PlannedTable *> m_approved;
    std::map<TableName, QString> m_watermarks;
    std::map<TableName, model::PurgePolicy> m_purgePolicies;
    std::map<TableName, TableWrites> m_writes;
    std::map<std::pair<TableName, QString>, std::pair<model::Mask, QString>> m_masks;
};

/// Masks the columns that a person or ekos.toml names; the reason says who.
void maskColumns(const Lookups &lookups, const TableName &table, ColumnPlan &columns)
{
    for (model::PlannedColumn &column : columns.columns) {
        const auto mask = lookups.maskOf(table, column.name);
        if (!mask || column.fidelity == model::Fidelity::Refused)
            continue;
        column.mask = mask->first;
        columns.reasons.push_back({column.name, mask->first == model::Mask::Hash ? Text(QT_TRANSLATE_NOOP("core", "Silver holds a keyed hash of it."))
                                                                                 : Text(QT_TRANSLATE_NOOP("core", "Silver holds NULL in its place.")), mask->second});
    }
}

void addWarnings(PlannedTable &planned, const SourceTable &table, const std::vector<model::PlanWarning> &more)
{
    planned.warnings.insert(planned.warnings.end(), more.begin(), more.end());
    if (!table.inheritedBy.empty())
        planned.warnings.push_back({QT_TRANSLATE_NOOP("core", "Rows of tables that inherit from it, such as %1, land in both bronze tables."), table.inheritedBy.front().toString()});
    if (table.isUnlogged)
        planned.warnings.push_back(QT_TRANSLATE_NOOP("core", "The table is unlogged: a crash of the source empties it."));
}

void refuse(PlannedTable &planned, const Refusal &refusal)
{
    planned.decision.mode = LoadMode::Refused;
    planned.decision.key.clear();
    planned.decision.watermark.reset();
    planned.refusals.insert(planned.refusals.begin(), refusal);
    std::erase_if(planned.reasons, [](const model::PlanReason &reason) { return reason.about == QLatin1String("mode") || reason.about == QLatin1String(watermarkCandidate); });
    planned.isChangeStale = planned.change.has_value();
}

/// A table whose columns are not looked at: no decision about them applies.
void refuseAsWhole(PlannedTable &planned, const Refusal &refusal, const Lookups &lookups)
{
    refuse(planned, refusal);
    const TableName &table = planned.decision.table;
    if (const PlanChange *accepted = lookups.changeOf(table, PlanAspect::RowSecurity))
        planned.decisions.push_back(staleDecision(*accepted, refusal.reason));
    for (const PlanChange *decision : lookups.decisionsOf(table))
        planned.decisions.push_back(staleDecision(*decision, refusal.reason));
    for (const model::PlannedChange &decision : planned.decisions)
        planned.warnings.push_back(staleWarning(decision));
    refuseDeletes(planned, lookups.deletesOf(table), refusal.reason);
}

void warnOfRenamedLabels(PlannedTable &planned, const std::vector<const LabelRename *> &renames)
{
    if (planned.decision.mode != LoadMode::Incremental)
        return;
    const QString command = QStringLiteral("ekos-lakehouse lakehouse reload --table %1").arg(base::shellWord(planned.decision.table.toString()));
    for (const LabelRename *rename : renames)
        planned.warnings.push_back({QT_TRANSLATE_NOOP("core", "The label \"%1\" of \"%2\" is called \"%3\" now: rows changed, and no watermark moved. Bronze keeps the old label until a reload: %4"),
                                    rename->before, rename->column, rename->after, command});
}

/// The catalog shows nothing of the table, though its name and columns would let it.
std::optional<Refusal> refusedAsHidden(const PlanInputs &inputs, const ColumnPlan &columns, const ColumnFacts &facts)
{
    if (!inputs.exposed || facts.exposed || !columns.isShownByConnector)
        return std::nullopt;
    return Refusal{{}, {QT_TRANSLATE_NOOP("core", "Trino's catalog %1 does not show the table."), facts.places.trinoCatalog},
                   {QT_TRANSLATE_NOOP("core", "Compare connection-url and connection-user in the file of the catalog %1 with the source; its user needs the right to read the table."), facts.places.trinoCatalog}};
}

PlannedTable planTable(const PlanInputs &inputs, const Lookups &lookups, const SourceTable &table, const PlacedTable &placed, WatermarkProver &prover)
{
    PlannedTable planned;
    planned.estimatedRows = table.estimatedRows;
    planned.estimatedBytes = table.bytes;
    model::TableDecision &decision = planned.decision;
    decision.table = table.name;
    decision.kind = table.kind;
    decision.places = placed.places;
    decision.lateArrivalMinutes = inputs.settings.lateArrivalMinutes;
    if (const PlanChange *change = lookups.changeOf(table.name, PlanAspect::Mode))
        planned.change = *change;
    auto whole = refusedAsWhole(table, inputs.catalog.role);
    const PlanChange *accepted = lookups.changeOf(table.name, PlanAspect::RowSecurity);
    if (!whole && table.isFilteredByRowSecurity && !accepted)
        whole = refusedByRowSecurity(table.name, inputs.catalog.role);
    if (whole) {
        refuseAsWhole(planned, *whole, lookups);
        return planned;
    }
    if (accepted)
        acceptRowSecurity(planned, table, inputs.catalog.role, *accepted);

    const ColumnFacts facts = lookups.factsOf(table, placed.places);
    ColumnPlan columns = planColumns(table, facts);
    maskColumns(lookups, table.name, columns);
    ModeDecision mode = decideMode(table, columns, lookups.watermarksOf(table), lookups.writesOf(table.name), planned.change ? std::optional(planned.change->edit) : std::nullopt, prover);
    decision.mode = mode.mode;
    decision.key = std::move(mode.key);
    decision.watermark = std::move(mode.watermark);
    planned.isChangeStale = mode.isChangeStale;
    planned.reasons.insert(planned.reasons.begin(), mode.reasons.begin(), mode.reasons.end());
    planned.reasons.insert(planned.reasons.end(), columns.reasons.begin(), columns.reasons.end());
    addWarnings(planned, table, placed.warnings);
    addWarnings(planned, {}, mode.warnings);
    addWarnings(planned, {}, columns.warnings);
    planned.decisions.insert(planned.decisions.end(), columns.decisions.begin(), columns.decisions.end());
    planned.refusals = std::move(columns.columnRefusals);
    for (const auto &refusal : {mode.refusal, columns.tableRefusal, refusedAsHidden(inputs, columns, facts), placed.refusal})
        if (refusal)
            refuse(planned, *refusal);
    decision.columns = std::move(columns.columns);
    if (decision.mode == LoadMode::Refused)
        refuseDeletes(planned, lookups.deletesOf(table.name), planned.refusals.front().reason);
    else if (const auto refusal = planDeletes(planned, lookups.deletesOf(table.name)))
        refuse(planned, *refusal);
    warnOfRenamedLabels(planned, lookups.renamesOf(table.name));
    return planned;
}

} // namespace

model::ExtractionPlan plan(const PlanInputs &inputs)
{
    model::ExtractionPlan result{.database = inputs.catalog.database, .engine = inputs.catalog.engine, .catalogDigest = inputs.catalog.digest(), .madeAtUtc = inputs.madeAtUtc};
    const Lookups lookups(inputs);
    std::vector<const SourceTable *> tables;
    for (const SourceTable &table : inputs.catalog.tables)
        if (!lookups.isOutOfScope(table.name))
            tables.push_back(&table);
    std::ranges::sort(tables, [](const SourceTable *left, const SourceTable *right) { return left->name < right->name; });

    std::vector<TableName> placedNames; // what is not planned takes no place from a table
    for (const SourceTable *table : tables)
        if (!refusedByKind(*table))
            placedNames.push_back(table->name);
    std::map<TableName, PlacedTable> places;
    const std::vector<PlacedTable> placed = placeTables(placedNames, inputs.settings);
    for (size_t i = 0; i < placedNames.size(); ++i)
        places[placedNames[i]] = placed[i];

    WatermarkProver prover;
    for (const SourceTable *table : tables) {
        result.tables.push_back(planTable(inputs, lookups, *table, places[table->name], prover));
        if (inputs.catalog.engine != QLatin1String("postgresql"))
            refuse(result.tables.back(), {{}, {QT_TRANSLATE_NOOP("core", "Tables of a source of kind \"%1\" cannot be planned."), inputs.catalog.engine},
                                          QT_TRANSLATE_NOOP("core", "Use a PostgreSQL source.")});
    }
    return result;
}

namespace {

/// The primary key, when its values are numbers or UUIDs that say nothing by themselves.
std::vector<QString> plainKeyOf(const SourceTable &table)
{
    static const QStringList plainTypes{QStringLiteral("int2"), QStringLiteral("int4"), QStringLiteral("int8"), QStringLiteral("uuid")};
    const model::SourceKey *key = primaryKeyOf(table);
    const bool isPlain = key && std::ranges::all_of(key->columns, [&](const QString &name) {
        const auto column = std::ranges::find(table.columns, name, &model::SourceColumn::name);
        return column != table.columns.end() && column->isReadable && column->type.schema == QLatin1String("pg_catalog") && plainTypes.contains(column->type.name)
               && column->type.arrayDimensions == 0;
    });
    return isPlain ? key->columns : std::vector<QString>();
}

} // namespace

std::vector<model::MeasureRequest> measureRequests(const model::CatalogSnapshot &catalog)
{
    std::vector<model::MeasureRequest> requests;
    for (const SourceTable &table : catalog.tables) {
        if (refusedAsWhole(table, catalog.role))
            continue;
        const std::vector<QString> key = plainKeyOf(table);
        for (const model::SourceColumn &column : table.columns)
            if (column.isReadable && dependsOnValues(column.type))
                requests.push_back({table.name, column.name, column.type, key});
    }
    return requests;
}

} // namespace lakehouse::rules
