#include "model/fact_bodies.h"

#include "describe/canonical_json.h"
#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

TableShapeDigest shapeOf(const SourceTable &table)
{
    return TableShapeDigest::of(canonicalJson(SourceTable{.name = table.name, .comment = table.comment, .columns = table.columns}));
}

const TypeInfo &typeOf(Describe<CatalogFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&CatalogFact::digest>("digest", "digest"),
        field<&CatalogFact::databaseName>("database-name", "database name"),
        field<&CatalogFact::engine>("engine", "engine"),
        field<&CatalogFact::serverVersion>("server-version", "server version"),
        field<&CatalogFact::role>("role", "role"),
        field<&CatalogFact::snapshot>("snapshot", "the whole reading"),
        field<&CatalogFact::isAnalyzed>("analyzed", "what follows from it stands in the ledger too", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<CatalogFact>("CatalogFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableFact::kind>("kind", "kind"),
        field<&TableFact::comment>("comment", "comment"),
        field<&TableFact::partitionKey>("partition-key", "partition key"),
        field<&TableFact::partitions>("partitions", "partitions"),
        field<&TableFact::isReadable>("readable", "whether it is readable"),
        field<&TableFact::isFilteredByRowSecurity>("filtered-by-row-security", "whether it is filtered by row security"),
    };
    static constexpr TypeInfo info = structure<TableFact>("TableFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ProfileFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&ProfileFact::rows>("rows", "it rests on"),
        field<&ProfileFact::scale>("scale", "scale"),
        field<&ProfileFact::integerDigits>("integer-digits", "integer digits"),
        field<&ProfileFact::nonFinite>("non-finite", "NaN and infinities"),
        field<&ProfileFact::outOfRange>("out-of-range", "out of range"),
        field<&ProfileFact::unusualArrays>("unusual-arrays", "unusual arrays"),
        field<&ProfileFact::isComplete>("complete", "every row was read"),
        field<&ProfileFact::notANumber>("not-a-number", "of the values that are not finite"),
        field<&ProfileFact::longNumbers>("long-numbers", "values that need more than 38 digits", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ProfileFact>("ProfileFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableProfileFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableProfileFact::rows>("rows", "it rests on"),
        field<&TableProfileFact::tableRows>("table-rows", "of the whole table: counted when complete, else estimated at that time; −1: not known"),
        field<&TableProfileFact::isComplete>("complete", "every row was read"),
        field<&TableProfileFact::columns>("columns", "of an empty table none"),
        field<&TableProfileFact::shape>("shape", "of the table at that time"),
    };
    static constexpr TypeInfo info = structure<TableProfileFact>("TableProfileFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RetractionFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&RetractionFact::kind>("kind", "of the fact that is taken back"),
        field<&RetractionFact::sequence>("sequence", "of its entry"),
    };
    static constexpr TypeInfo info = structure<RetractionFact>("RetractionFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<PlanFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlanFact::digest>("digest", "digest"),
        field<&PlanFact::catalogDigest>("catalog-digest", "catalog digest"),
        field<&PlanFact::document>("document", "of the whole plan as it was saved, wording included"),
        field<&PlanFact::sqlDigest>("sql-digest", "of what `generator` makes of it"),
        field<&PlanFact::generator>("generator", "generator"),
    };
    static constexpr TypeInfo info = structure<PlanFact>("PlanFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ApprovalFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&ApprovalFact::planDigest>("plan-digest", "plan digest"),
        field<&ApprovalFact::sqlDigest>("sql-digest", "sql digest"),
        field<&ApprovalFact::generator>("generator", "generator"),
        field<&ApprovalFact::reason>("reason", "reason"),
        field<&ApprovalFact::approval>("approval", "the approval with the plan as it was seen"),
    };
    static constexpr TypeInfo info = structure<ApprovalFact>("ApprovalFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RevocationFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&RevocationFact::planDigest>("plan-digest", "that had been approved"),
        field<&RevocationFact::approval>("approval", "its entry in the ledger"),
        field<&RevocationFact::reason>("reason", "reason"),
    };
    static constexpr TypeInfo info = structure<RevocationFact>("RevocationFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<GeneratedTree>)
{
    static constexpr FieldInfo fields[] = {
        field<&GeneratedTree::folder>("folder", "folder"),
        field<&GeneratedTree::tree>("tree", "tree"),
    };
    static constexpr TypeInfo info = structure<GeneratedTree>("GeneratedTree", fields);
    return info;
}

const TypeInfo &typeOf(Describe<GenerationFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&GenerationFact::planDigest>("plan-digest", "plan digest"),
        field<&GenerationFact::catalogDigest>("catalog-digest", "catalog digest"),
        field<&GenerationFact::sqlDigest>("sql-digest", "sql digest"),
        field<&GenerationFact::generator>("generator", "generator"),
        field<&GenerationFact::tables>("tables", "tables"),
        field<&GenerationFact::isApproved>("approved", "a person had approved exactly this plan and SQL"),
        field<&GenerationFact::trees>("trees", "trees"),
    };
    static constexpr TypeInfo info = structure<GenerationFact>("GenerationFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReconcileRunFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReconcileRunFact::tables>("tables", "tables"),
        field<&ReconcileRunFact::green>("green", "green"),
        field<&ReconcileRunFact::notGreen>("not-green", "not green"),
        field<&ReconcileRunFact::results>("results", "over all results of the run"),
    };
    static constexpr TypeInfo info = structure<ReconcileRunFact>("ReconcileRunFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RunFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&RunFact::operation>("operation", "operation"),
        field<&RunFact::state>("state", "state"),
        field<&RunFact::tables>("tables", "tables"),
        field<&RunFact::green>("green", "green"),
    };
    static constexpr TypeInfo info = structure<RunFact>("RunFact", fields);
    return info;
}

} // namespace lakehouse::model
