#pragma once

#include "model/catalog.h"
#include "model/extraction_plan.h"
#include "model/fact.h"
#include "model/reconciliation.h"
#include "model/table_profile.h"

namespace lakehouse::model {

/// Bodies of facts, as the ledger keeps them. Each has only what was concluded; columns, keys and triggers are bodies as the catalog has them.

struct CatalogFact {
    CatalogDigest digest = {};
    QString databaseName = {};
    QString engine = {};
    QString serverVersion = {};
    QString role = {};
    BlobDigest snapshot = {};       ///< the whole reading
    bool isAnalyzed = false;        ///< what follows from it stands in the ledger too; a plan reads a catalog without drawing conclusions
    friend bool operator==(const CatalogFact &, const CatalogFact &) = default;
};

struct TableFact {
    TableKind kind = TableKind::Table;
    std::optional<QString> comment = {};
    std::optional<QString> partitionKey = {};
    std::vector<TableName> partitions = {};
    bool isReadable = true;
    bool isFilteredByRowSecurity = false;
    friend bool operator==(const TableFact &, const TableFact &) = default;
};

/// Conclusions of a measure.
struct ProfileFact {
    qint64 rows = 0;                ///< it rests on
    qint64 scale = 0;
    qint64 integerDigits = 0;
    qint64 nonFinite = 0;           ///< NaN and infinities
    qint64 outOfRange = 0;
    qint64 unusualArrays = 0;
    bool isComplete = false;        ///< every row was read
    std::optional<qint64> notANumber = {}; ///< of `nonFinite`; absent in facts of before it was counted apart, and infinite dates stand in `outOfRange` there
    qint64 longNumbers = 0;
    friend bool operator==(const ProfileFact &, const ProfileFact &) = default;
};

inline constexpr base::DigestDomain tableShapeDomain{"table-shape", 1};
/// Over a table's comment and its columns with all that the catalog says of them: what a look at its rows goes by.
using TableShapeDigest = base::DigestOf<tableShapeDomain>;
TableShapeDigest shapeOf(const SourceTable &table);

/// Conclusions of a look at a table's rows. It is taken again when the table has another shape or the number of rows has moved by more than a tenth,
/// so that statistics alone change no fact.
struct TableProfileFact {
    qint64 rows = 0;                ///< it rests on
    qint64 tableRows = -1;          ///< of the whole table: counted when complete, else estimated at that time; −1: not known
    bool isComplete = false;        ///< every row was read
    std::vector<ColumnProfile> columns = {}; ///< of an empty table none
    std::optional<TableShapeDigest> shape = {}; ///< the table's at that time; absent in facts of before it was kept
    friend bool operator==(const TableProfileFact &, const TableProfileFact &) = default;
};

/// Something that was there is gone.
struct RetractionFact {
    FactKind kind = FactKind::Table;///< of the fact that is taken back
    qint64 sequence = 0;            ///< of its entry
    friend bool operator==(const RetractionFact &, const RetractionFact &) = default;
};

struct PlanFact {
    PlanDigest digest = {};
    CatalogDigest catalogDigest = {};
    BlobDigest document = {};       ///< of the whole plan as it was saved, wording included
    SqlDigest sqlDigest = {};       ///< of what `generator` makes of it
    QString generator = {};
    friend bool operator==(const PlanFact &, const PlanFact &) = default;
};

struct ApprovalFact {
    PlanDigest planDigest = {};
    SqlDigest sqlDigest = {};
    QString generator = {};
    Reason reason = {};
    BlobDigest approval = {};       ///< the approval with the plan as it was seen
    friend bool operator==(const ApprovalFact &, const ApprovalFact &) = default;
};

/// A person took back the newest approval of the plan.
struct RevocationFact {
    PlanDigest planDigest = {};     ///< that had been approved
    qint64 approval = 0;            ///< its entry in the ledger
    Reason reason = {};
    friend bool operator==(const RevocationFact &, const RevocationFact &) = default;
};

/// A folder of the pipeline repository and the Git id of its tree.
struct GeneratedTree {
    QString folder = {};
    QString tree = {};
    friend bool operator==(const GeneratedTree &, const GeneratedTree &) = default;
};

/// What was generated. Only a commit that holds exactly these trees is executed.
struct GenerationFact {
    PlanDigest planDigest = {};
    CatalogDigest catalogDigest = {};
    SqlDigest sqlDigest = {};
    QString generator = {};
    qint64 tables = 0;
    bool isApproved = false;        ///< a person had approved exactly this plan and SQL
    std::vector<GeneratedTree> trees = {};
    friend bool operator==(const GenerationFact &, const GenerationFact &) = default;
};

inline constexpr base::DigestDomain reconcileResultsDomain{"reconcile-results", 1};
using ResultsDigest = base::DigestOf<reconcileResultsDomain>;

struct ReconcileRunFact {
    qint64 tables = 0;
    qint64 green = 0;
    std::vector<TableName> notGreen = {};
    ResultsDigest results = {};     ///< over all results of the run
    friend bool operator==(const ReconcileRunFact &, const ReconcileRunFact &) = default;
};

struct RunFact {
    QString operation = {};
    RunState state = RunState::Done;
    qint64 tables = 0;
    qint64 green = 0;
    friend bool operator==(const RunFact &, const RunFact &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<CatalogFact>);
const describe::TypeInfo &typeOf(describe::Describe<TableFact>);
const describe::TypeInfo &typeOf(describe::Describe<ProfileFact>);
const describe::TypeInfo &typeOf(describe::Describe<TableProfileFact>);
const describe::TypeInfo &typeOf(describe::Describe<RetractionFact>);
const describe::TypeInfo &typeOf(describe::Describe<RetractionFact>);
const describe::TypeInfo &typeOf(describe::Describe<PlanFact>);
const describe::TypeInfo &typeOf(describe::Describe<ApprovalFact>);
const describe::TypeInfo &typeOf(describe::Describe<RevocationFact>);
const describe::TypeInfo &typeOf(describe::Describe<GeneratedTree>);
const describe::TypeInfo &typeOf(describe::Describe<GenerationFact>);
const describe::TypeInfo &typeOf(describe::Describe<ReconcileRunFact>);
const describe::TypeInfo &typeOf(describe::Describe<RunFact>);

} // namespace lakehouse::model
