#include "model/extraction_plan.h"

#include "describe/canonical_json.h"

#include <algorithm>

namespace lakehouse::model {

using namespace describe;

namespace {

/// What a table's digest covers.
struct TableDigestForm {
    TableDecision decision = {};
    std::vector<QString> refusedColumns = {};
};

const TypeInfo &typeOf(Describe<TableDigestForm>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableDigestForm::decision>("decision", "how its rows load"),
        field<&TableDigestForm::refusedColumns>("refused-columns", "columns that do not load, by name"),
    };
    static constexpr TypeInfo info = structure<TableDigestForm>("TableDigestForm", fields);
    return info;
}

/// One line of what a plan's digest covers.
struct PlanDigestEntry {
    QString subject = {};
    TableDigest digest = {};
};

const TypeInfo &typeOf(Describe<PlanDigestEntry>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlanDigestEntry::subject>("subject", "id of the table"),
        field<&PlanDigestEntry::digest>("digest", "of the table's decision"),
    };
    static constexpr TypeInfo info = structure<PlanDigestEntry>("PlanDigestEntry", fields);
    return info;
}

} // namespace

TableDigest PlannedTable::digest() const
{
    TableDigestForm form{decision, {}};
    for (const Refusal &refusal : refusals)
        if (refusal.column)
            form.refusedColumns.push_back(*refusal.column);
    std::ranges::sort(form.refusedColumns);
    return TableDigest::of(canonicalJson(form));
}

PlanDigest ExtractionPlan::digest() const
{
    std::vector<PlanDigestEntry> entries;
    entries.reserve(tables.size());
    for (const PlannedTable &table : tables)
        entries.push_back({tableSubject(database, table.decision.table).id().toString(), table.digest()});
    std::ranges::sort(entries, {}, &PlanDigestEntry::subject);
    return PlanDigest::of(canonicalJson(entries));
}

const PlannedTable *ExtractionPlan::find(const TableName &table) const
{
    const auto found = std::ranges::find_if(tables, [&](const PlannedTable &planned) { return planned.decision.table == table; });
    return found == tables.end() ? nullptr : &*found;
}

PlanAspect aspectOf(PlanEdit edit)
{
    switch (edit) {
    case PlanEdit::Full: case PlanEdit::Incremental: case PlanEdit::Undo: break;
    case PlanEdit::Text: case PlanEdit::Null: case PlanEdit::Limit: return PlanAspect::Column;
    case PlanEdit::AcceptRowSecurity: return PlanAspect::RowSecurity;
    case PlanEdit::DeletesEveryRun: case PlanEdit::DeletesAudit: return PlanAspect::Deletes;
    case PlanEdit::KeepPurged: case PlanEdit::RemovePurged: return PlanAspect::Purges;
    }
    return PlanAspect::Mode;
}

const TypeInfo &typeOf(Describe<LoadMode>)
{
    static constexpr LabelInfo labels[] = {
        label(LoadMode::Full, "full", ""),
        label(LoadMode::Incremental, "incremental", ""),
        label(LoadMode::Refused, "refused", ""),
    };
    static constexpr TypeInfo info = enumeration<LoadMode>("LoadMode", labels);
    return info;
}

const TypeInfo &typeOf(Describe<Fidelity>)
{
    static constexpr LabelInfo labels[] = {
        label(Fidelity::Exact, "exact", ""),
        label(Fidelity::Widening, "widening", ""),
        label(Fidelity::Decided, "decided", ""),
        label(Fidelity::Refused, "refused", ""),
    };
    static constexpr TypeInfo info = enumeration<Fidelity>("Fidelity", labels);
    return info;
}

const TypeInfo &typeOf(Describe<CanonicalForm>)
{
    static constexpr LabelInfo labels[] = {
        label(CanonicalForm::Boolean, "boolean", ""),
        label(CanonicalForm::Integer, "integer", ""),
        label(CanonicalForm::Decimal, "decimal", ""),
        label(CanonicalForm::FloatingPoint, "floating-point", ""),
        label(CanonicalForm::Text, "text", ""),
        label(CanonicalForm::PaddedText, "padded-text", ""),
        label(CanonicalForm::Bytes, "bytes", ""),
        label(CanonicalForm::Date, "date", ""),
        label(CanonicalForm::Time, "time", ""),
        label(CanonicalForm::Timestamp, "timestamp", ""),
        label(CanonicalForm::TimestampWithZone, "timestamp-with-zone", ""),
        label(CanonicalForm::Uuid, "uuid", ""),
        label(CanonicalForm::Interval, "interval", ""),
        label(CanonicalForm::Json, "json", "text of json as it is; of jsonb as the source prints it"),
        label(CanonicalForm::Array, "array", "of `element`"),
        label(CanonicalForm::NotCompared, "not-compared", "landed but left out of hashes, and named as such"),
    };
    static constexpr TypeInfo info = enumeration<CanonicalForm>("CanonicalForm", labels);
    return info;
}

const TypeInfo &typeOf(Describe<CanonicalType>)
{
    static constexpr FieldInfo fields[] = {
        field<&CanonicalType::form>("form", "form"),
        field<&CanonicalType::element>("element", "of an array"),
        field<&CanonicalType::scale>("scale", "of Decimal, also of an array's element"),
        field<&CanonicalType::length>("length", "of PaddedText: characters"),
    };
    static constexpr TypeInfo info = structure<CanonicalType>("CanonicalType", fields);
    return info;
}

const TypeInfo &typeOf(Describe<PlanEdit>)
{
    static constexpr LabelInfo labels[] = {
        label(PlanEdit::Full, "full", ""),
        label(PlanEdit::Incremental, "incremental", ""),
        label(PlanEdit::Undo, "undo", "takes back what was decided about the table, or about the column"),
        label(PlanEdit::Text, "text", "every value of the column lands as its exact text"),
        label(PlanEdit::Null, "null", "values of the column that bronze cannot hold become NULL"),
        label(PlanEdit::Limit, "limit", "they become the nearest value that it can hold"),
        label(PlanEdit::AcceptRowSecurity, "accept-row-security", "the rows that row security shows the reading role are loaded, and no others"),
        label(PlanEdit::DeletesEveryRun, "deletes-every-run", "what the source deleted is looked for after every load"),
        label(PlanEdit::DeletesAudit, "deletes-audit", "it is looked for every delete-audit-days"),
        label(PlanEdit::KeepPurged, "keep-purged", "rows that the source no longer has stay in bronze, marked"),
        label(PlanEdit::RemovePurged, "remove-purged", "what the source deletes is deleted in bronze too"),
    };
    static constexpr TypeInfo info = enumeration<PlanEdit>("PlanEdit", labels);
    return info;
}

const TypeInfo &typeOf(Describe<DeleteSchedule>)
{
    static constexpr LabelInfo labels[] = {
        label(DeleteSchedule::EveryRun, "every-run", "after every load"),
        label(DeleteSchedule::Audit, "audit", "every delete-audit-days"),
    };
    static constexpr TypeInfo info = enumeration<DeleteSchedule>("DeleteSchedule", labels);
    return info;
}

const TypeInfo &typeOf(Describe<PurgePolicy>)
{
    static constexpr LabelInfo labels[] = {
        label(PurgePolicy::Propagate, "propagate", "what the source deletes is deleted in bronze too"),
        label(PurgePolicy::Retain, "retain", "it stays in bronze, with the moment in which its absence was seen"),
    };
    static constexpr TypeInfo info = enumeration<PurgePolicy>("PurgePolicy", labels);
    return info;
}

const TypeInfo &typeOf(Describe<PlannedColumn>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlannedColumn::name>("name", "as the source stores it"),
        field<&PlannedColumn::bronzeName>("bronze-name", "bronze name"),
        field<&PlannedColumn::sourceType>("source-type", "as declared: \"numeric(10,2)\", \"public.rating\""),
        field<&PlannedColumn::connectorType>("connector-type", "what Trino's connector shows; empty when the column is read through `sourceExpression` only"),
        field<&PlannedColumn::bronzeType>("bronze-type", "Trino's name of the Iceberg type: \"decimal(10,2)\", \"timestamp(6)\""),
        field<&PlannedColumn::sourceExpression>("source-expression", "SQL of the source over the column, pushed down through the `query` table function"),
        field<&PlannedColumn::loadExpression>("load-expression", "Trino SQL over the column as read that gives `bronzeType`; absent: as it is"),
        field<&PlannedColumn::isNotNull>("not-null", "whether it is not null"),
        field<&PlannedColumn::canonical>("canonical", "canonical"),
        field<&PlannedColumn::fidelity>("fidelity", "fidelity"),
        field<&PlannedColumn::mask>("mask", "in silver; bronze holds the column as the source does"),
        field<&PlannedColumn::decided>("decided", "by a person, where bronze cannot hold every value as it is"),
    };
    static constexpr TypeInfo info = structure<PlannedColumn>("PlannedColumn", fields);
    return info;
}

const TypeInfo &typeOf(Describe<WatermarkProof>)
{
    static constexpr LabelInfo labels[] = {
        label(WatermarkProof::Trigger, "trigger", "a trigger sets it on every update"),
        label(WatermarkProof::Application, "application", "the application's code sets it on every write"),
        label(WatermarkProof::Person, "person", "nothing proves it: a person asked for it, against the facts"),
    };
    static constexpr TypeInfo info = enumeration<WatermarkProof>("WatermarkProof", labels);
    return info;
}

const TypeInfo &typeOf(Describe<Watermark>)
{
    static constexpr FieldInfo fields[] = {
        field<&Watermark::column>("column", "column"),
        field<&Watermark::proof>("proof", "proof"),
        field<&Watermark::provedBy>("proved-by", "\"trigger last_updated, function public.last_updated()\""),
    };
    static constexpr TypeInfo info = structure<Watermark>("Watermark", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TablePlaces>)
{
    static constexpr FieldInfo fields[] = {
        field<&TablePlaces::trinoCatalog>("trino-catalog", "that reads the source"),
        field<&TablePlaces::trinoSchema>("trino-schema", "trino schema"),
        field<&TablePlaces::trinoTable>("trino-table", "trino table"),
        field<&TablePlaces::lakeCatalog>("lake-catalog", "lake catalog"),
        field<&TablePlaces::bronzeSchema>("bronze-schema", "bronze schema"),
        field<&TablePlaces::bronzeTable>("bronze-table", "bronze table"),
        field<&TablePlaces::fileSlug>("file-slug", "folder of its files: percent-encoded, with a hash where two differ only by case"),
    };
    static constexpr TypeInfo info = structure<TablePlaces>("TablePlaces", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableDecision>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableDecision::table>("table", "table"),
        field<&TableDecision::kind>("kind", "kind"),
        field<&TableDecision::mode>("mode", "mode"),
        field<&TableDecision::key>("key", "columns that identify a row; empty: none"),
        field<&TableDecision::watermark>("watermark", "watermark"),
        field<&TableDecision::lateArrivalMinutes>("late-arrival-minutes", "overlap where no safe upper bound is to be had"),
        field<&TableDecision::places>("places", "places"),
        field<&TableDecision::columns>("columns", "columns"),
        field<&TableDecision::loadRule>("load-rule", "version of the rules that load its columns; a newer one asks for a reload"),
        field<&TableDecision::rowsSeenBy>("rows-seen-by", "the role whose rows are loaded: row security hides others from it, and a person accepted that"),
        field<&TableDecision::deletes>("deletes", "how often what the source deleted is looked for; absent: never"),
        field<&TableDecision::purgePolicy>("purge-policy", "what becomes of rows that the source no longer has; absent: undecided, which is propagate"),
    };
    static constexpr TypeInfo info = structure<TableDecision>("TableDecision", fields);
    return info;
}

const TypeInfo &typeOf(Describe<PlanReason>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlanReason::about>("about", "\"mode\", \"key\", \"watermark\", \"deletes\", \"purges\", or the name of a column"),
        field<&PlanReason::statement>("statement", "statement"),
        field<&PlanReason::evidence>("evidence", "\"trigger last_updated on public.film, function line 3\""),
    };
    static constexpr TypeInfo info = structure<PlanReason>("PlanReason", fields);
    return info;
}

const TypeInfo &typeOf(Describe<Refusal>)
{
    static constexpr FieldInfo fields[] = {
        field<&Refusal::column>("column", "column"),
        field<&Refusal::reason>("reason", "reason"),
        field<&Refusal::remedy>("remedy", "remedy"),
        field<&Refusal::offers>("offers", "what a person may decide instead, the most faithful first", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<Refusal>("Refusal", fields);
    return info;
}

const TypeInfo &typeOf(Describe<PlanChange>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlanChange::table>("table", "table"),
        field<&PlanChange::edit>("edit", "edit"),
        field<&PlanChange::reason>("reason", "reason"),
        field<&PlanChange::actor>("actor", "actor"),
        field<&PlanChange::atUtc>("at", "when"),
        field<&PlanChange::column>("column", "absent: it is about the table"),
    };
    static constexpr TypeInfo info = structure<PlanChange>("PlanChange", fields);
    return info;
}

const TypeInfo &typeOf(Describe<PlannedChange>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlannedChange::change>("change", "of a person"),
        field<&PlannedChange::isStale>("stale", "it no longer fits the facts and was not applied"),
        field<&PlannedChange::outcome>("outcome", "what becomes of how many values; of a stale one why it does not fit"),
        field<&PlannedChange::offers>("offers", "what may be decided of the same as it is now, the most faithful first"),
    };
    static constexpr TypeInfo info = structure<PlannedChange>("PlannedChange", fields);
    return info;
}

const TypeInfo &typeOf(Describe<PlannedTable>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlannedTable::decision>("decision", "decision"),
        field<&PlannedTable::reasons>("reasons", "reasons"),
        field<&PlannedTable::refusals>("refusals", "of the table, or of columns; a table with mode Refused has at least one"),
        field<&PlannedTable::warnings>("warnings", "warnings"),
        field<&PlannedTable::change>("change", "of its mode, that was applied"),
        field<&PlannedTable::isChangeStale>("change-stale", "there is a change, and it no longer fits the facts: it was not applied"),
        field<&PlannedTable::decisions>("decisions", "about row security, then about columns in the table's order, then about deletes and purges", Presence::Defaulted),
        field<&PlannedTable::deletesByCode>("deletes-by-code", "what the application's code does to its rows, as signed, else as found; absent: not known"),
        field<&PlannedTable::estimatedRows>("estimated-rows", "estimated rows"),
        field<&PlannedTable::estimatedBytes>("estimated-bytes", "estimated bytes"),
    };
    static constexpr TypeInfo info = structure<PlannedTable>("PlannedTable", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ExtractionPlan>)
{
    static constexpr FieldInfo fields[] = {
        field<&ExtractionPlan::database>("database", "alias of the source"),
        field<&ExtractionPlan::engine>("engine", "engine"),
        field<&ExtractionPlan::catalogDigest>("catalog-digest", "what it was made from; not part of the plan's digest"),
        field<&ExtractionPlan::settingsDigest>("settings-digest", "of the settings it was made with"),
        field<&ExtractionPlan::warnings>("warnings", "about the whole plan"),
        field<&ExtractionPlan::madeAtUtc>("made-at", "made at utc"),
        field<&ExtractionPlan::tables>("tables", "by name"),
    };
    static constexpr TypeInfo info = structure<ExtractionPlan>("ExtractionPlan", fields);
    return info;
}

const TypeInfo &typeOf(Describe<FieldDifference>)
{
    static constexpr FieldInfo fields[] = {
        field<&FieldDifference::field>("field", "\"mode\", \"columns.email.bronze-type\", \"table\""),
        field<&FieldDifference::before>("before", "empty: was not there"),
        field<&FieldDifference::after>("after", "after"),
    };
    static constexpr TypeInfo info = structure<FieldDifference>("FieldDifference", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableMove>)
{
    static constexpr LabelInfo labels[] = {
        label(TableMove::Added, "added", ""),
        label(TableMove::Removed, "removed", ""),
        label(TableMove::Changed, "changed", ""),
    };
    static constexpr TypeInfo info = enumeration<TableMove>("TableMove", labels);
    return info;
}

const TypeInfo &typeOf(Describe<TableDifference>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableDifference::table>("table", "table"),
        field<&TableDifference::move>("move", "move"),
        field<&TableDifference::fields>("fields", "fields"),
    };
    static constexpr TypeInfo info = structure<TableDifference>("TableDifference", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ExtractionApproval>)
{
    static constexpr FieldInfo fields[] = {
        field<&ExtractionApproval::planDigest>("plan-digest", "plan digest"),
        field<&ExtractionApproval::sqlDigest>("sql-digest", "sql digest"),
        field<&ExtractionApproval::generator>("generator", "\"ekos-lakehouse 0.1.0\""),
        field<&ExtractionApproval::reason>("reason", "reason"),
        field<&ExtractionApproval::actor>("actor", "actor"),
        field<&ExtractionApproval::atUtc>("at", "when"),
        field<&ExtractionApproval::plan>("plan", "as seen"),
    };
    static constexpr TypeInfo info = structure<ExtractionApproval>("ExtractionApproval", fields);
    return info;
}

} // namespace lakehouse::model
