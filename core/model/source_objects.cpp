#include "model/source_objects.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

const TypeInfo &typeOf(Describe<SourceView>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceView::definition>("definition", "definition"),
    };
    static constexpr TypeInfo info = structure<SourceView>("SourceView", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceIndex>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceIndex::name>("name", "name"),
        field<&SourceIndex::method>("method", "\"btree\", \"gin\", …"),
        field<&SourceIndex::keys>("keys", "columns as SQL identifiers, expressions as the source prints them; in key order"),
        field<&SourceIndex::included>("included", "columns that are only carried along, as SQL identifiers"),
        field<&SourceIndex::isUnique>("unique", "whether it is unique"),
        field<&SourceIndex::isPrimary>("primary", "whether it is primary"),
        field<&SourceIndex::isValid>("valid", "false: being built, or its building failed; it promises nothing"),
        field<&SourceIndex::predicate>("predicate", "of a partial index"),
        field<&SourceIndex::exclusion>("exclusion", "of an exclusion constraint: the constraint as the source prints it"),
        field<&SourceIndex::definition>("definition", "the whole CREATE INDEX, with orders, operator classes and collations"),
    };
    static constexpr TypeInfo info = structure<SourceIndex>("SourceIndex", fields);
    return info;
}

const TypeInfo &typeOf(Describe<PolicyCommand>)
{
    static constexpr LabelInfo labels[] = {
        label(PolicyCommand::All, "all", ""),
        label(PolicyCommand::Select, "select", ""),
        label(PolicyCommand::Insert, "insert", ""),
        label(PolicyCommand::Update, "update", ""),
        label(PolicyCommand::Delete, "delete", ""),
    };
    static constexpr TypeInfo info = enumeration<PolicyCommand>("PolicyCommand", labels);
    return info;
}

const TypeInfo &typeOf(Describe<SourcePolicy>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourcePolicy::name>("name", "name"),
        field<&SourcePolicy::command>("command", "command"),
        field<&SourcePolicy::isPermissive>("permissive", "false: restrictive, takes rows away from what the permissive ones show"),
        field<&SourcePolicy::roles>("roles", "\"public\": everybody"),
        field<&SourcePolicy::visible>("visible", "USING"),
        field<&SourcePolicy::accepted>("accepted", "WITH CHECK"),
    };
    static constexpr TypeInfo info = structure<SourcePolicy>("SourcePolicy", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ColumnStatistics>)
{
    static constexpr FieldInfo fields[] = {
        field<&ColumnStatistics::column>("column", "column"),
        field<&ColumnStatistics::nullsPerMillion>("nulls-per-million", "nulls per million"),
        field<&ColumnStatistics::distinct>("distinct", "estimated number of values other than NULL"),
    };
    static constexpr TypeInfo info = structure<ColumnStatistics>("ColumnStatistics", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RoutineKind>)
{
    static constexpr LabelInfo labels[] = {
        label(RoutineKind::Function, "function", ""),
        label(RoutineKind::Procedure, "procedure", ""),
        label(RoutineKind::Aggregate, "aggregate", ""),
        label(RoutineKind::Window, "window", ""),
    };
    static constexpr TypeInfo info = enumeration<RoutineKind>("RoutineKind", labels);
    return info;
}

const TypeInfo &typeOf(Describe<SourceRoutine>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceRoutine::schema>("schema", "schema"),
        field<&SourceRoutine::name>("name", "name"),
        field<&SourceRoutine::identityArguments>("identity-arguments", "\"integer, text\": with schema and name it names the routine"),
        field<&SourceRoutine::kind>("kind", "kind"),
        field<&SourceRoutine::result>("result", "\"trigger\", \"SETOF public.film\"; absent: a procedure"),
        field<&SourceRoutine::language>("language", "language"),
        field<&SourceRoutine::source>("source", "the body as stored; the symbol of a routine in C; empty for an aggregate"),
        field<&SourceRoutine::comment>("comment", "comment"),
    };
    static constexpr TypeInfo info = structure<SourceRoutine>("SourceRoutine", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SequenceOwner>)
{
    static constexpr FieldInfo fields[] = {
        field<&SequenceOwner::table>("table", "table"),
        field<&SequenceOwner::column>("column", "column"),
    };
    static constexpr TypeInfo info = structure<SequenceOwner>("SequenceOwner", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceSequence>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceSequence::schema>("schema", "schema"),
        field<&SourceSequence::name>("name", "name"),
        field<&SourceSequence::type>("type", "\"bigint\""),
        field<&SourceSequence::start>("start", "start"),
        field<&SourceSequence::increment>("increment", "increment"),
        field<&SourceSequence::minimum>("minimum", "minimum"),
        field<&SourceSequence::maximum>("maximum", "maximum"),
        field<&SourceSequence::isCycling>("cycling", "whether it is cycling"),
        field<&SourceSequence::ownedBy>("owned-by", "the column that it numbers: serial or identity"),
        field<&SourceSequence::comment>("comment", "comment"),
    };
    static constexpr TypeInfo info = structure<SourceSequence>("SourceSequence", fields);
    return info;
}

} // namespace lakehouse::model
