#pragma once

#include "api/operation.h"
#include "model/evidence.h"
#include "model/extraction_plan.h"
#include "model/fact.h"
#include "model/table_profile.h"

namespace lakehouse::api {

/// One table with what was found out about it, as a list shows it.
struct AnalyzedTable {
    model::TableName table = {};
    model::TableKind kind = model::TableKind::Table;
    qint64 rows = -1;                     ///< estimated; −1: not known
    qint64 columns = 0;
    std::vector<QString> key = {};        ///< columns that tell its rows apart; empty: none does
    std::optional<model::InsertClass> inserts = {}; ///< by the application's code; all three: not there, nothing is known of it
    std::optional<model::UpdateClass> updates = {};
    std::optional<model::DeleteClass> deletes = {};
    std::optional<QString> watermark = {};///< a column that is proved to move with every update
    std::optional<model::WatermarkProof> watermarkProof = {};
    qint64 personalData = 0;              ///< columns that may hold some
    qint64 conflicts = 0;
    qint64 orphans = 0;                   ///< foreign keys with rows that lead nowhere
    qint64 refusedColumns = 0;            ///< columns that no type of the lake holds faithfully
    bool isRefused = false;               ///< the table as a whole cannot be loaded
    std::optional<base::UtcTime> profiledAtUtc = {}; ///< not there: its rows were not looked at
    friend bool operator==(const AnalyzedTable &, const AnalyzedTable &) = default;
};

enum class RelationBasis {
    Declared,     ///< a foreign key that the database enforces
    NotValidated, ///< a foreign key that holds for new rows only
    Inferred      ///< said by the application's model, not by the database
};

/// A relation from one table to another, seen from either.
struct TableRelation {
    model::TableName table = {};
    std::vector<QString> columns = {};
    model::TableName referenced = {};
    std::vector<QString> referencedColumns = {}; ///< in the order of `columns`
    RelationBasis basis = RelationBasis::Declared;
    bool hasOrphans = false;              ///< rows that lead nowhere were counted
    friend bool operator==(const TableRelation &, const TableRelation &) = default;
};

/// Everything that is known of one table, without any decision of a person.
struct TableAnalysis {
    model::SourceTable table = {};        ///< as the catalog has it
    model::PlannedTable planned = {};     ///< as it would load by the facts alone
    qint64 profiledRows = 0;              ///< rows that `profile` rests on
    bool isProfileComplete = false;       ///< these are all rows
    std::vector<model::ColumnProfile> profile = {}; ///< empty: not profiled, or an empty table
    std::vector<TableRelation> relations = {};      ///< from it and to it, by name
    std::optional<model::ScopeProposal> scope = {};
    std::vector<model::PiiCandidate> personalData = {};
    std::vector<model::Conflict> conflicts = {};
    std::vector<model::IdentityCandidate> identity = {};
    std::optional<model::WriteBehaviour> writes = {};
    std::vector<model::GlossaryTerm> terms = {};
    std::vector<model::CodeList> codeLists = {};
    std::vector<model::FlagColumn> flags = {};
    std::vector<model::MandatoryColumn> mandatoryColumns = {};
    friend bool operator==(const TableAnalysis &, const TableAnalysis &) = default;
};

/// Sums over all tables, whatever the filter.
struct AnalysisTotals {
    qint64 tables = 0;
    qint64 columns = 0;
    qint64 profiled = 0;                  ///< tables whose rows were looked at
    qint64 watermarks = 0;                ///< tables with a proved watermark
    qint64 personalData = 0;              ///< columns
    qint64 conflicts = 0;
    qint64 withoutKey = 0;                ///< tables
    qint64 routines = 0;
    friend bool operator==(const AnalysisTotals &, const AnalysisTotals &) = default;
};

struct AnalysisPage {
    QString database = {};
    QString engine = {};
    QString serverVersion = {};
    std::optional<model::CatalogDigest> digest = {}; ///< of what was read; not there: nothing was read yet, and all else is empty
    base::UtcTime readAtUtc = {};
    bool isAnalyzed = false;              ///< conclusions were drawn from this very reading
    AnalysisTotals totals = {};
    qint64 matching = 0;                  ///< tables that the filter lets through
    std::vector<AnalyzedTable> tables = {}; ///< of this page, by name
    std::optional<QString> next = {};     ///< where the next page begins; not there on the last
    std::optional<TableAnalysis> detail = {};
    friend bool operator==(const AnalysisPage &, const AnalysisPage &) = default;
};

/// What the newest reading of the source holds and what follows from it, table by table, or everything about one of them. Asks no database.
/// Fails with NotFound for an unknown table, Stale when the source was read anew since the first page.
struct ShowAnalysis {
    using Answer = AnalysisPage;
    static constexpr Operation operation{.name = "analysis.show", .effect = Effect::Question, .reason = ReasonRule::None, .command = "analysis show",
        .route = Route::get("/v1/projects/{project}/analysis"), .request = &describe::typeOf<ShowAnalysis>, .answer = &describe::typeOf<Answer>,
        .summary = "What is in the source, and what was learned about it"};
    std::optional<model::TableSelector> table = {}; ///< everything about this table
    QString filter = {};                  ///< words that must all occur in the table's name or in those of its columns
    std::optional<QString> after = {};    ///< go on here, as the last page said
    qint64 limit = 500;                   ///< tables on a page
};

const describe::TypeInfo &typeOf(describe::Describe<AnalyzedTable>);
const describe::TypeInfo &typeOf(describe::Describe<RelationBasis>);
const describe::TypeInfo &typeOf(describe::Describe<TableRelation>);
const describe::TypeInfo &typeOf(describe::Describe<TableAnalysis>);
const describe::TypeInfo &typeOf(describe::Describe<AnalysisTotals>);
const describe::TypeInfo &typeOf(describe::Describe<AnalysisPage>);
const describe::TypeInfo &typeOf(describe::Describe<ShowAnalysis>);

std::span<const OperationRow> analysisOperations();

} // namespace lakehouse::api
