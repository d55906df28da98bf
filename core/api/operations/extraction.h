#pragma once

#include "api/operation.h"
#include "model/extraction_plan.h"
#include "model/lineage.h"
#include "model/run.h"

namespace lakehouse::api {

/// How a table of the plan stands to the plan that was approved last. Unapproved: nothing was approved yet.
enum class PlanMove { Unapproved, Same, New, Changed };

/// One table of the plan, as a list shows it.
struct PlanRow {
    model::TableName table = {};
    model::LoadMode mode = model::LoadMode::Full;
    std::vector<QString> key = {};
    std::optional<QString> watermark = {};
    std::optional<model::WatermarkProof> proof = {}; ///< of the watermark
    qint64 columns = 0;                   ///< that are loaded
    qint64 refusedColumns = 0;            ///< that are not
    qint64 estimatedRows = 0;
    qint64 estimatedBytes = 0;
    QString bronze = {};                  ///< where it lands: "lake.bronze_public.film"
    base::Text why = {};                  ///< the reason for its mode
    bool isChanged = false;               ///< by a person
    bool isAgainstFacts = false;          ///< loads incrementally although nothing proves its watermark
    bool isChangeStale = false;
    std::optional<model::PlanChange> change = {}; ///< the newest by a person that was not undone, applied or stale
    qint64 decisions = 0;                 ///< of persons about columns, row security, deletes and purged rows, in force
    qint64 staleDecisions = 0;            ///< that no longer fit the facts and were not applied
    std::optional<model::DeleteSchedule> deletes = {};  ///< absent: what the source deleted is not looked for
    std::optional<model::PurgePolicy> purgePolicy = {}; ///< absent: undecided, which is Propagate
    PlanMove move = PlanMove::Unapproved;
    model::TableDigest digest = {};
    /// What a person decided of it no longer fits the facts.
    bool isStale() const { return isChangeStale || staleDecisions > 0; }
    friend bool operator==(const PlanRow &, const PlanRow &) = default;
};

struct PlanCounts {
    qint64 full = 0;
    qint64 incremental = 0;
    qint64 refused = 0;
    qint64 refusedColumns = 0;
    friend bool operator==(const PlanCounts &, const PlanCounts &) = default;
};

/// SettingsMoved: ekos.toml says something else than when the plan was made; only a new plan can be approved.
enum class ApprovalState { None, Current, Moved, SettingsMoved };

struct PlanSummary {
    model::PlanDigest digest = {};
    PlanCounts counts = {};
    ApprovalState approval = ApprovalState::None; ///< whether this very plan and its SQL are approved
    std::vector<PlanRow> tables = {};
    std::vector<base::Text> warnings = {}; ///< about the whole plan
    friend bool operator==(const PlanSummary &, const PlanSummary &) = default;
};

/// Reads the source's catalog and decides how each table loads; the result is the proposal.
struct MakePlan {
    using Answer = PlanSummary;
    static constexpr Operation operation{.name = "extraction.plan", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "lakehouse plan",
        .route = Route::post("/v1/projects/{project}/extraction/plans"), .request = &describe::typeOf<MakePlan>, .answer = &describe::typeOf<Answer>,
        .summary = "Decide how each table loads: mode, key, watermark, types, refusals"};
};

/// A generated file with its text, for reading before an approval.
struct SqlText {
    QString path = {};
    QString text = {};
    friend bool operator==(const SqlText &, const SqlText &) = default;
};

/// The body of a trigger's function as the source stores it; lines count from 1, as PL/pgSQL counts them.
struct SourceFunction {
    QString name = {};
    QString trigger = {};
    QString body = {};
    friend bool operator==(const SourceFunction &, const SourceFunction &) = default;
};

/// A table as it was approved last.
struct ApprovedTable {
    QString actor = {};
    base::UtcTime atUtc = {};
    model::Reason reason = {};
    model::PlanDigest planDigest = {};
    QString generator = {};               ///< that wrote the SQL which was seen
    bool isSqlAsSeen = true;              ///< false: that program is another one; `sql` is what this one would write for the same plan
    std::vector<SqlText> sql = {};        ///< empty when the table was not part of that plan
    std::vector<model::FieldDifference> differences = {}; ///< from the approved to the proposed decision
    friend bool operator==(const ApprovedTable &, const ApprovedTable &) = default;
};

struct TableDetail {
    model::PlannedTable planned = {};
    model::TableDigest digest = {};
    std::vector<SqlText> sql = {};
    std::optional<ApprovedTable> approved = {}; ///< not there: no plan was approved yet
    std::vector<SourceFunction> functions = {}; ///< of its triggers: the evidence that reasons quote by line
    friend bool operator==(const TableDetail &, const TableDetail &) = default;
};

struct ExtractionPage {
    model::PlanDigest digest = {};        ///< of the whole plan: what an approval names
    PlanCounts counts = {};
    ApprovalState approval = ApprovalState::None;
    std::optional<model::PlanDigest> approvedDigest = {}; ///< of the plan whose approval is in force, this one or an earlier one
    std::vector<base::Text> warnings = {}; ///< about the whole plan
    std::vector<PlanRow> tables = {};     ///< the tables of this page
    std::optional<QString> next = {};     ///< where the next page begins; not there on the last
    std::optional<TableDetail> detail = {};
    bool wantsAllSql = false;             ///< as it was asked for
    friend bool operator==(const ExtractionPage &, const ExtractionPage &) = default;
};

/// Shows the proposal, a page at a time, or all of one table. Fails with Stale when the plan moved since the first page.
struct ShowExtraction {
    using Answer = ExtractionPage;
    static constexpr Operation operation{.name = "extraction.show", .effect = Effect::Question, .reason = ReasonRule::None, .command = "lakehouse extraction show",
        .route = Route::get("/v1/projects/{project}/extraction"), .request = &describe::typeOf<ShowExtraction>, .answer = &describe::typeOf<Answer>,
        .summary = "The proposed plan, or one table of it with its SQL"};
    std::optional<model::TableSelector> table = {}; ///< everything about this table
    std::optional<QString> after = {};    ///< go on here, as the last page said
    qint64 limit = 500;                   ///< tables on a page
    bool allSql = false;                  ///< on screen every statement of the table, not only how it loads
};

/// Where the columns of a table come from and go to; without a table the whole estate, its columns folded. Read from the proposal.
struct ShowLineage {
    using Answer = model::Lineage;
    static constexpr Operation operation{.name = "lineage.show", .effect = Effect::Question, .reason = ReasonRule::None, .command = "lineage show",
        .route = Route::get("/v1/projects/{project}/lineage"), .request = &describe::typeOf<ShowLineage>, .answer = &describe::typeOf<Answer>,
        .summary = "Where data comes from and goes to, by table or by column"};
    std::optional<model::TableSelector> table = {}; ///< this table with its columns
};

struct ExtractionDifference {
    model::PlanDigest proposed = {};
    std::optional<model::PlanDigest> approved = {}; ///< not there: nothing was approved yet
    bool isSqlMoved = false;              ///< same plan, but this version generates other SQL of it
    std::vector<model::TableDifference> tables = {};
    friend bool operator==(const ExtractionDifference &, const ExtractionDifference &) = default;
};

/// Reads the source again and compares the proposal that follows with the approved plan, by table and field.
struct CompareExtraction {
    using Answer = ExtractionDifference;
    static constexpr Operation operation{.name = "extraction.diff", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "lakehouse extraction diff",
        .route = Route::post("/v1/projects/{project}/extraction/comparisons"), .request = &describe::typeOf<CompareExtraction>, .answer = &describe::typeOf<Answer>,
        .summary = "What moved between the approved plan and the source as it is now",
        .verdict = [](const void *answer) {
            const auto &difference = *static_cast<const ExtractionDifference *>(answer);
            return difference.tables.empty() && !difference.isSqlMoved ? Verdict::Fine : Verdict::Found;
        }};
};

struct ExtractionChanged {
    model::PlanDigest digest = {};        ///< of the plan as it is now
    PlanRow table = {};                   ///< the table as it is now planned
    friend bool operator==(const ExtractionChanged &, const ExtractionChanged &) = default;
};

/// Changes how one table is loaded, how its deletes are found, what becomes of its purged rows, or of the values of one column that bronze cannot hold. Fails with Stale, NotFound, NeedsReason, RefusedByRule.
struct ChangeExtraction {
    using Answer = ExtractionChanged;
    static constexpr Operation operation{.name = "extraction.change", .effect = Effect::Change, .reason = ReasonRule::Asked, .command = "lakehouse extraction change",
        .route = Route::post("/v1/projects/{project}/extraction/changes"), .request = &describe::typeOf<ChangeExtraction>, .answer = &describe::typeOf<Answer>,
        .summary = "Change how one table or one of its columns loads, with a reason"};
    model::PlanDigest expectedDigest = {}; ///< the plan that was read
    model::TableSelector table = {};      ///< the table to change
    model::PlanEdit edit = model::PlanEdit::Full; ///< what is decided
    model::Reason reason = {};            ///< why
    std::optional<QString> column = {};   ///< of Text, Null and Limit, and of an Undo of these
};

struct ApprovalReceipt {
    model::PlanDigest digest = {};        ///< what was approved
    model::SqlDigest sqlDigest = {};      ///< the SQL that it stands for
    qint64 sequence = 0;                  ///< its number in the ledger
    bool isNew = true;                    ///< false: the same person had approved exactly this already
    PlanCounts counts = {};
    friend bool operator==(const ApprovalReceipt &, const ApprovalReceipt &) = default;
};

/// Approves exactly the plan the person saw. Fails with Stale when it or the settings behind it are no longer current, NeedsReason, RefusedByRule.
struct ApproveExtraction {
    using Answer = ApprovalReceipt;
    static constexpr Operation operation{.name = "extraction.approve", .effect = Effect::Change, .reason = ReasonRule::Asked, .command = "lakehouse extraction approve",
        .route = Route::post("/v1/projects/{project}/extraction/approvals"), .request = &describe::typeOf<ApproveExtraction>, .answer = &describe::typeOf<Answer>,
        .summary = "Approve the proposed plan and the SQL it stands for"};
    model::PlanDigest expectedDigest = {}; ///< the plan that was read
    model::Reason reason = {};            ///< why
};

struct RevocationReceipt {
    model::PlanDigest digest = {};        ///< of the plan whose approval was revoked
    qint64 sequence = 0;                  ///< its number in the ledger
    friend bool operator==(const RevocationReceipt &, const RevocationReceipt &) = default;
};

/// Takes back the newest approval by adding an entry; nothing is erased, and what was generated stays. Fails with NotFound without an approval in
/// force, Stale when another plan was approved since, NeedsReason, RefusedByRule.
struct RevokeExtraction {
    using Answer = RevocationReceipt;
    static constexpr Operation operation{.name = "extraction.revoke", .effect = Effect::Change, .reason = ReasonRule::Asked, .command = "lakehouse extraction revoke",
        .route = Route::post("/v1/projects/{project}/extraction/revocations"), .request = &describe::typeOf<RevokeExtraction>, .answer = &describe::typeOf<Answer>,
        .summary = "Revoke the approval of the plan"};
    model::PlanDigest expectedDigest = {}; ///< the approved plan that was seen
    model::Reason reason = {};            ///< why
};

const describe::TypeInfo &typeOf(describe::Describe<PlanMove>);
const describe::TypeInfo &typeOf(describe::Describe<PlanRow>);
const describe::TypeInfo &typeOf(describe::Describe<PlanCounts>);
const describe::TypeInfo &typeOf(describe::Describe<ApprovalState>);
const describe::TypeInfo &typeOf(describe::Describe<PlanSummary>);
const describe::TypeInfo &typeOf(describe::Describe<MakePlan>);
const describe::TypeInfo &typeOf(describe::Describe<SqlText>);
const describe::TypeInfo &typeOf(describe::Describe<SourceFunction>);
const describe::TypeInfo &typeOf(describe::Describe<ApprovedTable>);
const describe::TypeInfo &typeOf(describe::Describe<TableDetail>);
const describe::TypeInfo &typeOf(describe::Describe<ExtractionPage>);
const describe::TypeInfo &typeOf(describe::Describe<ShowExtraction>);
const describe::TypeInfo &typeOf(describe::Describe<ShowLineage>);
const describe::TypeInfo &typeOf(describe::Describe<ExtractionDifference>);
const describe::TypeInfo &typeOf(describe::Describe<CompareExtraction>);
const describe::TypeInfo &typeOf(describe::Describe<ExtractionChanged>);
const describe::TypeInfo &typeOf(describe::Describe<ChangeExtraction>);
const describe::TypeInfo &typeOf(describe::Describe<ApprovalReceipt>);
const describe::TypeInfo &typeOf(describe::Describe<ApproveExtraction>);
const describe::TypeInfo &typeOf(describe::Describe<RevocationReceipt>);
const describe::TypeInfo &typeOf(describe::Describe<RevokeExtraction>);

std::span<const OperationRow> extractionOperations();

} // namespace lakehouse::api
