#pragma once

#include "base/digest.h"
#include "base/text.h"
#include "model/catalog.h"
#include "model/evidence.h"
#include "model/mask.h"

namespace lakehouse::model {

enum class LoadMode { Full, Incremental, Refused };

/// How faithfully a column lands in bronze.
enum class Fidelity { Exact, Widening, Decided, Refused };

/// How the values of a column are put into one text on both engines, before hashing; see rules/reconcile.
enum class CanonicalForm {
    Boolean, Integer, Decimal, FloatingPoint, Text, PaddedText, Bytes, Date, Time, Timestamp, TimestampWithZone, Uuid, Interval,
    Json,        ///< text of json as it is; of jsonb as the source prints it
    Array,       ///< of `element`
    NotCompared  ///< landed but left out of hashes, and named as such
};

struct CanonicalType {
    CanonicalForm form = CanonicalForm::Text;
    CanonicalForm element = CanonicalForm::Text; ///< of an array
    qint64 scale = 0;                            ///< of Decimal, also of an array's element
    qint64 length = 0;                           ///< of PaddedText: characters
    friend bool operator==(const CanonicalType &, const CanonicalType &) = default;
};

/// What a person may decide about how one table loads, or one of its columns; applied to every later plan until undone.
enum class PlanEdit {
    Full, Incremental,
    Undo,             ///< takes back what was decided about the table, or about the column
    // of a column whose values bronze cannot hold
    Text,             ///< every value lands as its exact text
    Null,             ///< the values that bronze cannot hold become NULL
    Limit,            ///< they become the nearest value that it can hold
    // of a table
    AcceptRowSecurity, ///< the rows that row security shows the reading role are loaded, and no others
    DeletesEveryRun,   ///< what the source deleted is looked for after every load
    DeletesAudit,      ///< it is looked for every `delete-audit-days`
    KeepPurged,        ///< rows that the source no longer has stay in bronze, marked
    RemovePurged       ///< what the source deletes is deleted in bronze too
};

/// What an edit decides. Of each the newest edit counts; Undo takes back what was decided about a table, whatever that was, or about a column.
enum class PlanAspect { Mode, Column, RowSecurity, Deletes, Purges };
PlanAspect aspectOf(PlanEdit edit);

/// How often what the source deleted is looked for.
enum class DeleteSchedule { EveryRun, Audit };

/// What becomes of a row that the source no longer has.
enum class PurgePolicy {
    Propagate, ///< it is deleted in bronze too: it gets a tombstone, or goes with the next load of every row
    Retain     ///< it stays, with the moment in which its absence was seen, and no load replaces the table
};

/// One column of a planned table: where it comes from, what it becomes, and how it is compared.
struct PlannedColumn {
    QString name = {};          ///< as the source stores it
    QString bronzeName = {};
    QString sourceType = {};    ///< as declared: "numeric(10,2)", "public.rating"
    QString connectorType = {}; ///< what Trino's connector shows; empty when the column is read through `sourceExpression` only
    QString bronzeType = {};    ///< Trino's name of the Iceberg type: "decimal(10,2)", "timestamp(6)"
    std::optional<QString> sourceExpression = {}; ///< SQL of the source over the column, pushed down through the `query` table function
    std::optional<QString> loadExpression = {};   ///< Trino SQL over the column as read that gives `bronzeType`; absent: as it is
    bool isNotNull = false;
    CanonicalType canonical = {};
    Fidelity fidelity = Fidelity::Exact;
    std::optional<Mask> mask = {};   ///< in silver; bronze holds the column as the source does
    std::optional<PlanEdit> decided = {}; ///< by a person: Text, Null or Limit; both engines then compare what `sourceExpression` gives
    friend bool operator==(const PlannedColumn &, const PlannedColumn &) = default;
};

enum class WatermarkProof {
    Trigger,     ///< a trigger sets it on every update
    Application, ///< the application's code sets it on every write
    Person       ///< nothing proves it: a person asked for it, against the facts
};

struct Watermark {
    QString column = {};
    WatermarkProof proof = WatermarkProof::Trigger;
    QString provedBy = {}; ///< "trigger last_updated, function public.last_updated()"
    friend bool operator==(const Watermark &, const Watermark &) = default;
};

/// Where a table stands in each system. Stored in the plan; nothing recomputes a name.
struct TablePlaces {
    QString trinoCatalog = {}; ///< that reads the source
    QString trinoSchema = {};
    QString trinoTable = {};
    QString lakeCatalog = {};
    QString bronzeSchema = {};
    QString bronzeTable = {};
    QString fileSlug = {};     ///< folder of its files, schema and table: "public/film"; percent-encoded, with a hash where two differ only by case
    friend bool operator==(const TablePlaces &, const TablePlaces &) = default;
};

/// Everything that decides how the rows of one table load. This, and nothing else, is what a table's digest covers.
struct TableDecision {
    TableName table = {};
    TableKind kind = TableKind::Table;
    LoadMode mode = LoadMode::Full;
    std::vector<QString> key = {};             ///< columns that identify a row; empty: none
    std::optional<Watermark> watermark = {};
    qint64 lateArrivalMinutes = 60;            ///< overlap where no safe upper bound is to be had
    TablePlaces places = {};
    std::vector<PlannedColumn> columns = {};
    qint64 loadRule = 1;                       ///< version of the rules that load its columns; a newer one asks for a reload
    std::optional<QString> rowsSeenBy = {};    ///< the role whose rows are loaded: row security hides others from it, and a person accepted that
    std::optional<DeleteSchedule> deletes = {};   ///< absent: they are not looked for
    std::optional<PurgePolicy> purgePolicy = {};  ///< absent: nothing and nobody decided it, which is Propagate
    bool keepsPurged() const { return purgePolicy == PurgePolicy::Retain; }
    friend bool operator==(const TableDecision &, const TableDecision &) = default;
};

/// One sentence for a choice, and what it rests on.
struct PlanReason {
    QString about = {};     ///< "mode", "key", "watermark", "deletes", "purges", or the name of a column
    base::Text statement = {};
    QString evidence = {};  ///< "trigger last_updated on public.film, function line 3"
    friend bool operator==(const PlanReason &, const PlanReason &) = default;
};

/// Why a table or one of its columns is not loaded, and what would lift it.
struct Refusal {
    std::optional<QString> column = {};
    base::Text reason = {};
    base::Text remedy = {};
    std::vector<PlanEdit> offers = {};         ///< what a person may decide instead, the most faithful first
    friend bool operator==(const Refusal &, const Refusal &) = default;
};

/// What is worth a look but stops nothing.
using PlanWarning = base::Text;

/// A person's change of how one table is loaded, or one of its columns. Of each aspect of a table and of each column the newest counts.
struct PlanChange {
    TableName table = {};
    PlanEdit edit = PlanEdit::Full;
    Reason reason = {};
    QString actor = {};
    base::UtcTime atUtc = {};
    std::optional<QString> column = {};        ///< absent: it is about the table
    friend bool operator==(const PlanChange &, const PlanChange &) = default;
};

/// A decision in force about anything but the mode, and what became of it.
struct PlannedChange {
    PlanChange change = {};
    bool isStale = false;                      ///< it no longer fits the facts and was not applied
    base::Text outcome = {};                   ///< "2 values become NULL: 1 NaN, 1 infinite."; of a stale one why it does not fit
    std::vector<PlanEdit> offers = {};         ///< what may be decided of the same as it is now, the most faithful first
    friend bool operator==(const PlannedChange &, const PlannedChange &) = default;
};

inline constexpr base::DigestDomain planTableDomain{"extraction-plan-table", 1};
using TableDigest = base::DigestOf<planTableDomain>;
inline constexpr base::DigestDomain planSettingsDomain{"plan-settings", 1};
using SettingsDigest = base::DigestOf<planSettingsDomain>;
inline constexpr base::DigestDomain extractionPlanDomain{"extraction-plan", 1};
using PlanDigest = base::DigestOf<extractionPlanDomain>;

struct PlannedTable {
    TableDecision decision = {};
    std::vector<PlanReason> reasons = {};
    std::vector<Refusal> refusals = {};        ///< of the table, or of columns; a table with mode Refused has at least one
    std::vector<PlanWarning> warnings = {};
    std::optional<PlanChange> change = {};     ///< of its mode, that was applied
    bool isChangeStale = false;                ///< there is a change, and it no longer fits the facts: it was not applied
    std::vector<PlannedChange> decisions = {}; ///< about row security, then about columns in the table's order, then about deletes and purges
    std::optional<DeleteClass> deletesByCode = {}; ///< what the application's code does to its rows, as signed, else as found; absent: not known
    qint64 estimatedRows = 0;
    qint64 estimatedBytes = 0;
    TableDigest digest() const;                ///< over `decision` and the refusals' columns
    friend bool operator==(const PlannedTable &, const PlannedTable &) = default;
};

struct ExtractionPlan {
    QString database = {};     ///< alias of the source
    QString engine = {};
    CatalogDigest catalogDigest = {};  ///< what it was made from; not part of the plan's digest
    SettingsDigest settingsDigest = {}; ///< of the settings it was made with; not part of the plan's digest
    base::UtcTime madeAtUtc = {};
    std::vector<PlanWarning> warnings = {}; ///< about the whole, such as a setting that names nothing of the source
    std::vector<PlannedTable> tables = {}; ///< by name
    /// Over the sorted pairs (subject id, table digest), so that what moved is found without reading the rest.
    PlanDigest digest() const;
    const PlannedTable *find(const TableName &table) const;
    friend bool operator==(const ExtractionPlan &, const ExtractionPlan &) = default;
};

/// One field of one table that differs between two plans.
struct FieldDifference {
    QString field = {};  ///< "mode", "columns.email.bronze-type", "table"
    QString before = {}; ///< empty: was not there
    QString after = {};
    friend bool operator==(const FieldDifference &, const FieldDifference &) = default;
};
enum class TableMove { Added, Removed, Changed };
struct TableDifference {
    TableName table = {};
    TableMove move = TableMove::Changed;
    std::vector<FieldDifference> fields = {};
    friend bool operator==(const TableDifference &, const TableDifference &) = default;
};

inline constexpr base::DigestDomain generatedSqlDomain{"generated-sql", 1};
using SqlDigest = base::DigestOf<generatedSqlDomain>;

/// What a person agreed to: exactly this plan and the SQL that this generator makes of it.
struct ExtractionApproval {
    PlanDigest planDigest = {};
    SqlDigest sqlDigest = {};
    QString generator = {};    ///< "ekos-lakehouse 0.1.0"
    Reason reason = {};
    QString actor = {};
    base::UtcTime atUtc = {};
    ExtractionPlan plan = {};  ///< as seen
    friend bool operator==(const ExtractionApproval &, const ExtractionApproval &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<LoadMode>);
const describe::TypeInfo &typeOf(describe::Describe<Fidelity>);
const describe::TypeInfo &typeOf(describe::Describe<CanonicalForm>);
const describe::TypeInfo &typeOf(describe::Describe<CanonicalType>);
const describe::TypeInfo &typeOf(describe::Describe<PlannedColumn>);
const describe::TypeInfo &typeOf(describe::Describe<WatermarkProof>);
const describe::TypeInfo &typeOf(describe::Describe<Watermark>);
const describe::TypeInfo &typeOf(describe::Describe<TablePlaces>);
const describe::TypeInfo &typeOf(describe::Describe<TableDecision>);
const describe::TypeInfo &typeOf(describe::Describe<PlanReason>);
const describe::TypeInfo &typeOf(describe::Describe<Refusal>);
const describe::TypeInfo &typeOf(describe::Describe<PlanEdit>);
const describe::TypeInfo &typeOf(describe::Describe<DeleteSchedule>);
const describe::TypeInfo &typeOf(describe::Describe<PurgePolicy>);
const describe::TypeInfo &typeOf(describe::Describe<PlanChange>);
const describe::TypeInfo &typeOf(describe::Describe<PlannedChange>);
const describe::TypeInfo &typeOf(describe::Describe<PlannedTable>);
const describe::TypeInfo &typeOf(describe::Describe<ExtractionPlan>);
const describe::TypeInfo &typeOf(describe::Describe<FieldDifference>);
const describe::TypeInfo &typeOf(describe::Describe<TableMove>);
const describe::TypeInfo &typeOf(describe::Describe<TableDifference>);
const describe::TypeInfo &typeOf(describe::Describe<ExtractionApproval>);

} // namespace lakehouse::model
