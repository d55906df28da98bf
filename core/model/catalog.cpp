#include "model/catalog.h"

#include "describe/canonical_json.h"

namespace lakehouse::model {

using namespace describe;

CatalogDigest CatalogSnapshot::digest() const
{
    CatalogSnapshot lasting = *this; // what changes without the source's shape changing stays out
    lasting.counts.clear();
    lasting.queries = 0;
    lasting.readAtUtc = {};
    for (SourceTable &table : lasting.tables) {
        table.estimatedRows = 0;
        table.bytes = 0;
        table.statistics.clear();
    }
    return CatalogDigest::of(canonicalJson(lasting));
}

const TypeInfo &typeOf(Describe<SourceColumn>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceColumn::name>("name", "name"),
        field<&SourceColumn::position>("position", "attnum: stays with the column over a rename"),
        field<&SourceColumn::type>("type", "type"),
        field<&SourceColumn::isNotNull>("not-null", "whether it is not null"),
        field<&SourceColumn::defaultExpression>("default-expression", "default expression"),
        field<&SourceColumn::generatedExpression>("generated-expression", "generated expression"),
        field<&SourceColumn::isIdentity>("identity", "whether it is identity"),
        field<&SourceColumn::isReadable>("readable", "the reading role may select it"),
        field<&SourceColumn::comment>("comment", "comment"),
    };
    static constexpr TypeInfo info = structure<SourceColumn>("SourceColumn", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceKey>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceKey::name>("name", "name"),
        field<&SourceKey::columns>("columns", "in key order; empty entries never: an expression key is not listed here"),
        field<&SourceKey::isPrimary>("primary", "whether it is primary"),
        field<&SourceKey::isNullsNotDistinct>("nulls-not-distinct", "whether it is nulls not distinct"),
        field<&SourceKey::predicate>("predicate", "of a partial unique index"),
        field<&SourceKey::hasExpressions>("expressions", "unique over an expression: never a merge key"),
    };
    static constexpr TypeInfo info = structure<SourceKey>("SourceKey", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceForeignKey>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceForeignKey::name>("name", "name"),
        field<&SourceForeignKey::columns>("columns", "columns"),
        field<&SourceForeignKey::referenced>("referenced", "referenced"),
        field<&SourceForeignKey::referencedColumns>("referenced-columns", "referenced columns"),
        field<&SourceForeignKey::isValidated>("validated", "whether it is validated"),
    };
    static constexpr TypeInfo info = structure<SourceForeignKey>("SourceForeignKey", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TriggerTiming>)
{
    static constexpr LabelInfo labels[] = {
        label(TriggerTiming::Before, "before", ""),
        label(TriggerTiming::After, "after", ""),
        label(TriggerTiming::InsteadOf, "instead-of", ""),
    };
    static constexpr TypeInfo info = enumeration<TriggerTiming>("TriggerTiming", labels);
    return info;
}

const TypeInfo &typeOf(Describe<TriggerEnabled>)
{
    static constexpr LabelInfo labels[] = {
        label(TriggerEnabled::Origin, "origin", ""),
        label(TriggerEnabled::Always, "always", ""),
        label(TriggerEnabled::Replica, "replica", ""),
        label(TriggerEnabled::Disabled, "disabled", ""),
    };
    static constexpr TypeInfo info = enumeration<TriggerEnabled>("TriggerEnabled", labels);
    return info;
}

const TypeInfo &typeOf(Describe<SourceTrigger>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceTrigger::name>("name", "name"),
        field<&SourceTrigger::timing>("timing", "timing"),
        field<&SourceTrigger::enabled>("enabled", "enabled"),
        field<&SourceTrigger::isForEachRow>("for-each-row", "whether it is for each row"),
        field<&SourceTrigger::onInsert>("on-insert", "on insert"),
        field<&SourceTrigger::onUpdate>("on-update", "on update"),
        field<&SourceTrigger::onDelete>("on-delete", "on delete"),
        field<&SourceTrigger::onTruncate>("on-truncate", "on truncate"),
        field<&SourceTrigger::isConstraint>("constraint", "whether it is constraint"),
        field<&SourceTrigger::updateColumns>("update-columns", "of UPDATE OF"),
        field<&SourceTrigger::condition>("condition", "of WHEN"),
        field<&SourceTrigger::functionSchema>("function-schema", "function schema"),
        field<&SourceTrigger::functionName>("function-name", "function name"),
        field<&SourceTrigger::functionLanguage>("function-language", "\"plpgsql\", \"c\", …"),
        field<&SourceTrigger::functionSource>("function-source", "the body as stored"),
        field<&SourceTrigger::functionDefinition>("function-definition", "the whole CREATE FUNCTION, for the parser"),
    };
    static constexpr TypeInfo info = structure<SourceTrigger>("SourceTrigger", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableKind>)
{
    static constexpr LabelInfo labels[] = {
        label(TableKind::Table, "table", ""),
        label(TableKind::PartitionedTable, "partitioned-table", ""),
        label(TableKind::View, "view", ""),
        label(TableKind::MaterializedView, "materialized-view", ""),
        label(TableKind::ForeignTable, "foreign-table", ""),
    };
    static constexpr TypeInfo info = enumeration<TableKind>("TableKind", labels);
    return info;
}

const TypeInfo &typeOf(Describe<SourceTable>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceTable::name>("name", "name"),
        field<&SourceTable::kind>("kind", "kind"),
        field<&SourceTable::comment>("comment", "comment"),
        field<&SourceTable::columns>("columns", "by position"),
        field<&SourceTable::keys>("keys", "primary first, then by name"),
        field<&SourceTable::foreignKeys>("foreign-keys", "foreign keys"),
        field<&SourceTable::checks>("checks", "checks"),
        field<&SourceTable::triggers>("triggers", "by name, which is the order they fire in"),
        field<&SourceTable::indexes>("indexes", "by name; those of keys and exclusion constraints among them", Presence::Defaulted),
        field<&SourceTable::policies>("policies", "by name; they count when row security is on", Presence::Defaulted),
        field<&SourceTable::view>("view", "of a view or a materialised view"),
        field<&SourceTable::partitions>("partitions", "leaves and middle tables below a partitioned root; never tables of their own here"),
        field<&SourceTable::inheritedBy>("inherited-by", "plain inheritance: rows of these show in this one"),
        field<&SourceTable::inheritsFrom>("inherits-from", "plain inheritance: parents, nearest only, in their order", Presence::Defaulted),
        field<&SourceTable::droppedColumns>("dropped-columns", "positions that dropped columns left behind; they are never used again", Presence::Defaulted),
        field<&SourceTable::partitionKey>("partition-key", "partition key"),
        field<&SourceTable::partitionsKeepTriggers>("partitions-keep-triggers", "every partition has exactly the row triggers of this root"),
        field<&SourceTable::isUnlogged>("unlogged", "whether it is unlogged"),
        field<&SourceTable::isReadable>("readable", "the reading role may select from it"),
        field<&SourceTable::isPopulated>("populated", "false: a materialised view that was never filled"),
        field<&SourceTable::hasRowSecurity>("row-security", "it is on, for whomever", Presence::Defaulted),
        field<&SourceTable::isRowSecurityForced>("row-security-forced", "for the owner too", Presence::Defaulted),
        field<&SourceTable::isFilteredByRowSecurity>("filtered-by-row-security", "policies hide rows from the reading role"),
        field<&SourceTable::estimatedRows>("estimated-rows", "from statistics; −1: never analysed. Not part of any digest."),
        field<&SourceTable::bytes>("bytes", "not part of any digest"),
        field<&SourceTable::statistics>("statistics", "of readable columns that were analysed, by position; not part of any digest", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<SourceTable>("SourceTable", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ObjectCount>)
{
    static constexpr FieldInfo fields[] = {
        field<&ObjectCount::kind>("kind", "kind"),
        field<&ObjectCount::read>("read", "read"),
        field<&ObjectCount::counted>("counted", "counted"),
    };
    static constexpr TypeInfo info = structure<ObjectCount>("ObjectCount", fields);
    return info;
}

const TypeInfo &typeOf(Describe<CatalogSnapshot>)
{
    static constexpr FieldInfo fields[] = {
        field<&CatalogSnapshot::database>("database", "alias: name of the [[databases]] entry"),
        field<&CatalogSnapshot::databaseName>("database-name", "as the server names it"),
        field<&CatalogSnapshot::engine>("engine", "\"postgresql\" | \"oracle\""),
        field<&CatalogSnapshot::serverVersion>("server-version", "server version"),
        field<&CatalogSnapshot::role>("role", "the reading role"),
        field<&CatalogSnapshot::tables>("tables", "by name"),
        field<&CatalogSnapshot::routines>("routines", "by schema, name and arguments", Presence::Defaulted),
        field<&CatalogSnapshot::sequences>("sequences", "by schema and name", Presence::Defaulted),
        field<&CatalogSnapshot::enums>("enums", "by schema and name", Presence::Defaulted),
        field<&CatalogSnapshot::domains>("domains", "by schema and name", Presence::Defaulted),
        field<&CatalogSnapshot::compositeTypes>("composite-types", "by schema and name", Presence::Defaulted),
        field<&CatalogSnapshot::rangeTypes>("range-types", "by schema and name", Presence::Defaulted),
        field<&CatalogSnapshot::counts>("counts", "counts"),
        field<&CatalogSnapshot::queries>("queries", "catalog queries it took; not part of the digest"),
        field<&CatalogSnapshot::readAtUtc>("read-at", "read at utc"),
    };
    static constexpr TypeInfo info = structure<CatalogSnapshot>("CatalogSnapshot", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ColumnMeasure>)
{
    static constexpr FieldInfo fields[] = {
        field<&ColumnMeasure::table>("table", "table"),
        field<&ColumnMeasure::column>("column", "column"),
        field<&ColumnMeasure::rows>("rows", "rows it rests on"),
        field<&ColumnMeasure::isComplete>("complete", "every row was read, not a sample"),
        field<&ColumnMeasure::scale>("scale", "numeric: most digits after the point among finite values"),
        field<&ColumnMeasure::integerDigits>("integer-digits", "numeric: most digits before the point"),
        field<&ColumnMeasure::notANumber>("not-a-number", "NaN, of numbers"),
        field<&ColumnMeasure::infinite>("infinite", "of numbers, dates and moments"),
        field<&ColumnMeasure::outOfRange>("out-of-range", "finite dates and moments before the year 1 or after the year 9999; the time of day 24:00:00"),
        field<&ColumnMeasure::longNumbers>("long-numbers", "numeric: finite values that need more than 38 digits"),
        field<&ColumnMeasure::unusualArrays>("unusual-arrays", "arrays with other than one dimension or a lower bound other than 1"),
        field<&ColumnMeasure::keys>("keys", "of a few rows that hold such values, smallest first", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ColumnMeasure>("ColumnMeasure", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ExposedColumn>)
{
    static constexpr FieldInfo fields[] = {
        field<&ExposedColumn::name>("name", "name"),
        field<&ExposedColumn::type>("type", "\"decimal(10,2)\""),
    };
    static constexpr TypeInfo info = structure<ExposedColumn>("ExposedColumn", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ExposedTable>)
{
    static constexpr FieldInfo fields[] = {
        field<&ExposedTable::schema>("schema", "as Trino shows it (lower case)"),
        field<&ExposedTable::table>("table", "table"),
        field<&ExposedTable::columns>("columns", "columns"),
    };
    static constexpr TypeInfo info = structure<ExposedTable>("ExposedTable", fields);
    return info;
}

} // namespace lakehouse::model
