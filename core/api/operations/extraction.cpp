#include "api/operations/extraction.h"

#include "describe/describe.h"

namespace lakehouse::api {

using namespace describe;

const TypeInfo &typeOf(Describe<PlanMove>)
{
    static constexpr LabelInfo labels[] = {
        label(PlanMove::Unapproved, "unapproved", "nothing was approved yet"),
        label(PlanMove::Same, "same", "as it was approved"),
        label(PlanMove::New, "new", "not part of what was approved"),
        label(PlanMove::Changed, "changed", "other than it was approved"),
    };
    static constexpr TypeInfo info = enumeration<PlanMove>("PlanMove", labels);
    return info;
}

const TypeInfo &typeOf(Describe<PlanRow>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlanRow::table>("table", "table"),
        field<&PlanRow::mode>("mode", "mode"),
        field<&PlanRow::key>("key", "key"),
        field<&PlanRow::watermark>("watermark", "watermark"),
        field<&PlanRow::proof>("proof", "of the watermark"),
        field<&PlanRow::columns>("columns", "that are loaded"),
        field<&PlanRow::refusedColumns>("refused-columns", "that are not"),
        field<&PlanRow::estimatedRows>("estimated-rows", "estimated rows"),
        field<&PlanRow::estimatedBytes>("estimated-bytes", "estimated bytes"),
        field<&PlanRow::bronze>("bronze", "where it lands: \"lake.bronze_public.film\""),
        field<&PlanRow::why>("why", "the reason for its mode"),
        field<&PlanRow::isChanged>("changed", "by a person"),
        field<&PlanRow::isAgainstFacts>("against-facts", "loads incrementally although nothing proves its watermark"),
        field<&PlanRow::isChangeStale>("change-stale", "the change no longer fits the facts and was not applied"),
        field<&PlanRow::change>("change", "the newest by a person that was not undone, applied or stale"),
        field<&PlanRow::decisions>("decisions", "of persons about columns and row security, in force", Presence::Defaulted),
        field<&PlanRow::staleDecisions>("stale-decisions", "that no longer fit the facts and were not applied", Presence::Defaulted),
        field<&PlanRow::deletes>("deletes", "how often what the source deleted is looked for; absent: never"),
        field<&PlanRow::purgePolicy>("purge-policy", "what becomes of rows that the source no longer has; absent: undecided, which is propagate"),
        field<&PlanRow::move>("move", "how it stands to the plan that was approved last"),
        field<&PlanRow::digest>("digest", "digest"),
    };
    static constexpr TypeInfo info = structure<PlanRow>("PlanRow", fields);
    return info;
}

const TypeInfo &typeOf(Describe<PlanCounts>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlanCounts::full>("full", "full"),
        field<&PlanCounts::incremental>("incremental", "incremental"),
        field<&PlanCounts::refused>("refused", "refused"),
        field<&PlanCounts::refusedColumns>("refused-columns", "refused columns"),
    };
    static constexpr TypeInfo info = structure<PlanCounts>("PlanCounts", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ApprovalState>)
{
    static constexpr LabelInfo labels[] = {
        label(ApprovalState::None, "none", ""),
        label(ApprovalState::Current, "current", ""),
        label(ApprovalState::Moved, "moved", ""),
        label(ApprovalState::SettingsMoved, "settings-moved", ""),
    };
    static constexpr TypeInfo info = enumeration<ApprovalState>("ApprovalState", labels);
    return info;
}

const TypeInfo &typeOf(Describe<PlanSummary>)
{
    static constexpr FieldInfo fields[] = {
        field<&PlanSummary::digest>("digest", "digest"),
        field<&PlanSummary::counts>("counts", "counts"),
        field<&PlanSummary::approval>("approval", "whether this very plan and its SQL are approved"),
        field<&PlanSummary::tables>("tables", "tables"),
        field<&PlanSummary::warnings>("warnings", "about the whole plan"),
    };
    static constexpr TypeInfo info = structure<PlanSummary>("PlanSummary", fields);
    return info;
}

const TypeInfo &typeOf(Describe<MakePlan>)
{
    static constexpr TypeInfo info = structure<MakePlan>("MakePlan", {});
    return info;
}

const TypeInfo &typeOf(Describe<SqlText>)
{
    static constexpr FieldInfo fields[] = {
        field<&SqlText::path>("path", "path"),
        field<&SqlText::text>("text", "text"),
    };
    static constexpr TypeInfo info = structure<SqlText>("SqlText", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceFunction>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceFunction::name>("name", "name"),
        field<&SourceFunction::trigger>("trigger", "trigger"),
        field<&SourceFunction::body>("body", "body"),
    };
    static constexpr TypeInfo info = structure<SourceFunction>("SourceFunction", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ApprovedTable>)
{
    static constexpr FieldInfo fields[] = {
        field<&ApprovedTable::actor>("actor", "who"),
        field<&ApprovedTable::atUtc>("at", "when"),
        field<&ApprovedTable::reason>("reason", "why"),
        field<&ApprovedTable::planDigest>("plan-digest", "of the plan that was approved"),
        field<&ApprovedTable::generator>("generator", "that wrote the SQL which was seen"),
        field<&ApprovedTable::isSqlAsSeen>("sql-as-seen", "false: that program is another one, and `sql` is what this one would write for the same plan"),
        field<&ApprovedTable::sql>("sql", "empty when the table was not part of that plan"),
        field<&ApprovedTable::differences>("differences", "from the approved to the proposed decision"),
    };
    static constexpr TypeInfo info = structure<ApprovedTable>("ApprovedTable", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableDetail>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableDetail::planned>("planned", "planned"),
        field<&TableDetail::digest>("digest", "digest"),
        field<&TableDetail::sql>("sql", "sql"),
        field<&TableDetail::approved>("approved", "as it was approved last; not there: no plan was approved yet"),
        field<&TableDetail::functions>("functions", "of its triggers: the evidence that reasons quote by line"),
    };
    static constexpr TypeInfo info = structure<TableDetail>("TableDetail", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ExtractionPage>)
{
    static constexpr FieldInfo fields[] = {
        field<&ExtractionPage::digest>("digest", "of the whole plan: what an approval names"),
        field<&ExtractionPage::counts>("counts", "counts"),
        field<&ExtractionPage::approval>("approval", "approval"),
        field<&ExtractionPage::approvedDigest>("approved-digest", "of the plan whose approval is in force, this one or an earlier one"),
        field<&ExtractionPage::warnings>("warnings", "about the whole plan"),
        field<&ExtractionPage::tables>("tables", "the tables of this page"),
        field<&ExtractionPage::next>("next", "where the next page begins; not there on the last"),
        field<&ExtractionPage::wantsAllSql>("wants-all-sql", "as it was asked for"),
        field<&ExtractionPage::detail>("detail", "detail"),
    };
    static constexpr TypeInfo info = structure<ExtractionPage>("ExtractionPage", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowExtraction>)
{
    static constexpr FieldInfo fields[] = {
        field<&ShowExtraction::table>("table", "everything about this table"),
        field<&ShowExtraction::after>("after", "go on here, as the last page said"),
        field<&ShowExtraction::limit>("limit", "tables on a page", Presence::Defaulted),
        field<&ShowExtraction::allSql>("all-sql", "on screen every statement of the table, not only how it loads", Presence::Defaulted),
    };
    static constexpr TypeInfo info = structure<ShowExtraction>("ShowExtraction", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ShowLineage>)
{
    static constexpr FieldInfo fields[] = {
        field<&ShowLineage::table>("table", "this table with its columns; the whole estate when left out"),
    };
    static constexpr TypeInfo info = structure<ShowLineage>("ShowLineage", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ExtractionDifference>)
{
    static constexpr FieldInfo fields[] = {
        field<&ExtractionDifference::proposed>("proposed", "proposed"),
        field<&ExtractionDifference::approved>("approved", "not there: nothing was approved yet"),
        field<&ExtractionDifference::isSqlMoved>("sql-moved", "same plan, but this version generates other SQL of it"),
        field<&ExtractionDifference::tables>("tables", "tables"),
    };
    static constexpr TypeInfo info = structure<ExtractionDifference>("ExtractionDifference", fields);
    return info;
}

const TypeInfo &typeOf(Describe<CompareExtraction>)
{
    static constexpr TypeInfo info = structure<CompareExtraction>("CompareExtraction", {});
    return info;
}

const TypeInfo &typeOf(Describe<ExtractionChanged>)
{
    static constexpr FieldInfo fields[] = {
        field<&ExtractionChanged::digest>("digest", "of the plan as it is now"),
        field<&ExtractionChanged::table>("table", "the table as it is now planned"),
    };
    static constexpr TypeInfo info = structure<ExtractionChanged>("ExtractionChanged", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ChangeExtraction>)
{
    static constexpr FieldInfo fields[] = {
        field<&ChangeExtraction::expectedDigest>("expected-digest", "the plan that was read"),
        field<&ChangeExtraction::table>("table", "the table to change"),
        field<&ChangeExtraction::edit>("edit", "what is decided"),
        field<&ChangeExtraction::reason>("reason", "why"),
        field<&ChangeExtraction::column>("column", "the column to decide about: what becomes of values that bronze cannot hold"),
    };
    static constexpr TypeInfo info = structure<ChangeExtraction>("ChangeExtraction", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ApprovalReceipt>)
{
    static constexpr FieldInfo fields[] = {
        field<&ApprovalReceipt::digest>("digest", "what was approved"),
        field<&ApprovalReceipt::sqlDigest>("sql-digest", "the SQL that it stands for"),
        field<&ApprovalReceipt::sequence>("sequence", "its number in the ledger"),
        field<&ApprovalReceipt::isNew>("new", "false: the same person had approved exactly this already"),
        field<&ApprovalReceipt::counts>("counts", "counts"),
    };
    static constexpr TypeInfo info = structure<ApprovalReceipt>("ApprovalReceipt", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ApproveExtraction>)
{
    static constexpr FieldInfo fields[] = {
        field<&ApproveExtraction::expectedDigest>("expected-digest", "the plan that was read"),
        field<&ApproveExtraction::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<ApproveExtraction>("ApproveExtraction", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RevocationReceipt>)
{
    static constexpr FieldInfo fields[] = {
        field<&RevocationReceipt::digest>("digest", "of the plan whose approval was revoked"),
        field<&RevocationReceipt::sequence>("sequence", "its number in the ledger"),
    };
    static constexpr TypeInfo info = structure<RevocationReceipt>("RevocationReceipt", fields);
    return info;
}

const TypeInfo &typeOf(Describe<RevokeExtraction>)
{
    static constexpr FieldInfo fields[] = {
        field<&RevokeExtraction::expectedDigest>("expected-digest", "the approved plan that was seen"),
        field<&RevokeExtraction::reason>("reason", "why"),
    };
    static constexpr TypeInfo info = structure<RevokeExtraction>("RevokeExtraction", fields);
    return info;
}

std::span<const OperationRow> extractionOperations()
{
    using enum Spelling::Kind;
    static constexpr Spelling change[] = {
        {Sets, "edit", "--full", "full"}, {Sets, "edit", "--incremental", "incremental"}, {Sets, "edit", "--undo", "undo"},
        {Sets, "edit", "--as-text", "text"}, {Sets, "edit", "--as-null", "null"}, {Sets, "edit", "--as-limit", "limit"}, {Sets, "edit", "--accept-row-security", "accept-row-security"},
        {Sets, "edit", "--deletes-every-run", "deletes-every-run"}, {Sets, "edit", "--deletes-audit", "deletes-audit"},
        {Sets, "edit", "--keep-purged", "keep-purged"}, {Sets, "edit", "--remove-purged", "remove-purged"},
        {Alias, "reason", "--note"}, {Taken, "expected-digest", "extraction.show", "digest"},
    };
    static constexpr Spelling approve[] = {{Alias, "reason", "--note"}, {Taken, "expected-digest", "extraction.show", "digest"}};
    static constexpr Spelling revoke[] = {{Alias, "reason", "--note"}, {Taken, "expected-digest", "extraction.show", "approved-digest"}};
    static constexpr OperationRow rows[] = {
        {&MakePlan::operation},
        {&ShowExtraction::operation},
        {&ShowLineage::operation},
        {&CompareExtraction::operation},
        {&ChangeExtraction::operation, change},
        {&ApproveExtraction::operation, approve},
        {&RevokeExtraction::operation, revoke},
    };
    return rows;
}

} // namespace lakehouse::api
