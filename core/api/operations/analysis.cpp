#include "api/operations/analysis.h"

#include "describe/describe.h"

namespace lakehouse::api {

using namespace describe;

const TypeInfo &typeOf(Describe<AnalyzedTable>)
{
    static constexpr FieldInfo fields[] = {
        field<&AnalyzedTable::table>("table", "table"),
        field<&AnalyzedTable::kind>("kind", "kind"),
        field<&AnalyzedTable::rows>("rows", "estimated; −1: not known"),
        field<&AnalyzedTable::columns>("columns", "columns"),
        field<&AnalyzedTable::key>("key", "columns that tell its rows apart; empty: none does"),
        field<&AnalyzedTable::inserts>("inserts", "by the application's code; all three: not there, nothing is known of it"),
        field<&AnalyzedTable::updates>("updates", "updates"),
        field<&AnalyzedTable::deletes>("deletes", "deletes"),
        field<&AnalyzedTable::watermark>("watermark", "a column that is proved to move with every update"),
        field<&AnalyzedTable::watermarkProof>("watermark-proof", "watermark proof"),
        field<&AnalyzedTable::personalData>("personal-data", "columns that may hold some"),
        field<&AnalyzedTable::conflicts>("conflicts", "conflicts"),
        field<&AnalyzedTable::orphans>("orphans", "foreign keys with rows that lead nowhere"),
        field<&AnalyzedTable::refusedColumns>("refused-columns", "columns that no type of the lake holds faithfully"),
        field<&AnalyzedTable::isRefused>("refused", "the table as a whole cannot be loaded"),
        field<&AnalyzedTable::profiledAtUtc>("profiled-at", "not there: its rows were not looked at"),
    };
    static constexpr TypeInfo info = structure<AnalyzedTable>("AnalyzedTable", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RelationBasis>)
{
    static constexpr LabelInfo labels[] = {
        label(RelationBasis::Declared, "declared", "a foreign key that the database enforces"),
        label(RelationBasis::NotValidated, "not-validated", "a foreign key that holds for new rows only"),
        label(RelationBasis::Inferred, "inferred", "said by the application's model, not by the database"),
    };
    static constexpr TypeInfo info = enumeration<RelationBasis>("RelationBasis", labels);
    return info;
}

const TypeInfo &typeOf(Describe<TableRelation>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableRelation::table>("table", "table"),
        field<&TableRelation::columns>("columns", "columns"),
        field<&TableRelation::referenced>("referenced", "referenced"),
        field<&TableRelation::referencedColumns>("referenced-columns", "in the order of `columns`"),
        field<&TableRelation::basis>("basis", "basis"),
        field<&TableRelation::hasOrphans>("has-orphans", "rows that lead nowhere were counted"),
    };
    static constexpr TypeInfo info = structure<TableRelation>("TableRelation", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableAnalysis>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableAnalysis::table>("table", "as the catalog has it"),
        field<&TableAnalysis::planned>("planned", "as it would load by the facts alone"),
        field<&TableAnalysis::profiledRows>("profiled-rows", "rows that `profile` rests on"),
        field<&TableAnalysis::isProfileComplete>("profile-complete", "these are all rows"),
        field<&TableAnalysis::profile>("profile", "empty: not profiled, or an empty table"),
        field<&TableAnalysis::relations>("relations", "from it and to it, by name"),
        field<&TableAnalysis::scope>("scope", "scope"),
        field<&TableAnalysis::personalData>("personal-data", "personal data"),
        field<&TableAnalysis::conflicts>("conflicts", "conflicts"),
        field<&TableAnalysis::identity>("identity", "identity"),
        field<&TableAnalysis::writes>("writes", "writes"),
        field<&TableAnalysis::terms>("terms", "terms"),
        field<&TableAnalysis::codeLists>("code-lists", "code lists"),
        field<&TableAnalysis::flags>("flags", "flags"),
        field<&TableAnalysis::mandatoryColumns>("mandatory-columns", "mandatory columns"),
    };
    static constexpr TypeInfo info = structure<TableAnalysis>("TableAnalysis", fields);
    return info;
}

const TypeInfo &typeOf(Describe<AnalysisTotals>)
{
    static constexpr FieldInfo fields[] = {
        field<&AnalysisTotals::tables>("tables", "tables"),
        field<&AnalysisTotals::columns>("columns", "columns"),
        field<&AnalysisTotals::profiled>("profiled", "tables whose rows were looked at"),
        field<&AnalysisTotals::watermarks>("watermarks", "tables with a proved watermark"),
        field<&AnalysisTotals::personalData>("personal-data", "columns"),
        field<&AnalysisTotals::conflicts>("conflicts", "conflicts"),
        field<&AnalysisTotals::withoutKey>("without-key", "tables"),
        field<&AnalysisTotals::routines>("routines", "routines"),
    };
    static constexpr TypeInfo info = structure<AnalysisTotals>("AnalysisTotals", fields);
    return info;
}

const TypeInfo &typeOf(Describe<AnalysisPage>)
{
    static constexpr FieldInfo fields[] = {
        field<&AnalysisPage::database>("database", "database"),
        field<&AnalysisPage::engine>("engine", "engine"),
        field<&AnalysisPage::serverVersion>("server-version", "server version"),
        field<&AnalysisPage::digest>("digest", "of what was read; not there: nothing was read yet, and all else is empty"),
        field<&AnalysisPage::readAtUtc>("read-at", "read at"),
        field<&AnalysisPage::isAnalyzed>("analyzed", "conclusions were drawn from this very reading"),
        field<&AnalysisPage::totals>("totals", "totals"),
        field<&AnalysisPage::matching>("matching", "tables that the filter lets through"),
        field<&AnalysisPage::tables>("tables", "of this page, by name"),
        field<&AnalysisPage::next>("next", "where the next page begins; not there on the last"),
        field<&AnalysisPage::detail>("detail", "detail"),
    };
    static constexpr TypeInfo info = structure<AnalysisPage>("AnalysisPage", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowAnalysis>)
{
    static constexpr FieldInfo fields[] = {
        field<&ShowAnalysis::table>("table", "everything about this table"),
        field<&ShowAnalysis::filter>("filter", "words that must all occur in the table's name or in those of its columns", Presence::Defaulted),
        field<&ShowAnalysis::after>("after", "go on here, as the last page said"),
        field<&ShowAnalysis::limit>("limit", "tables on a page", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ShowAnalysis>("ShowAnalysis", fields);
    return info;
}

std::span<const OperationRow> analysisOperations()
{
    static constexpr Spelling show[] = {{Spelling::Kind::Positional, "table", "TABLE"}};
    static constexpr OperationRow rows[] = {{&ShowAnalysis::operation, show}};
    return rows;
}

} // namespace lakehouse::api
