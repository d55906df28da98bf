#pragma once

#include "api/operations/analysis.h"
#include "model/fact_bodies.h"
#include "usecases/workspace.h"

#include <QHash>

#include <map>
#include <mutex>

namespace lakehouse::usecases {

/// What the ledger knows of one table.
struct AnalyzedFacts {
    std::optional<model::TableProfileFact> profile = {};
    std::optional<base::UtcTime> profiledAtUtc = {};
    std::optional<model::ScopeProposal> scope = {};
    std::vector<model::PiiCandidate> personalData = {};
    std::vector<model::Conflict> conflicts = {};
    std::vector<model::IdentityCandidate> identity = {};
    std::optional<model::WriteBehaviour> writes = {};
    std::vector<model::GlossaryTerm> terms = {};
    std::vector<model::CodeList> codeLists = {};
    std::vector<model::FlagColumn> flags = {};
    std::vector<model::MandatoryColumn> mandatoryColumns = {};
    std::vector<api::TableRelation> relations = {}; ///< from it and to it
};

/// The newest reading of the extraction source with all that follows from it, as of one head of the ledger. Immutable.
struct AnalyzedSource {
    ports::LedgerHead head = {};
    model::SettingsDigest settings = {};  ///< of what planning by the facts went by
    std::optional<model::CatalogFact> catalogFact = {}; ///< not there: nothing was read yet
    base::UtcTime readAtUtc = {};
    model::CatalogSnapshot catalog = {};  ///< its tables by name
    model::ExtractionPlan planned = {};   ///< by the facts alone: no decision of a person is in it; its tables stand as those of the catalog
    std::map<model::TableName, AnalyzedFacts> facts = {};
    std::vector<api::AnalyzedTable> rows = {}; ///< as the tables of the catalog
    api::AnalysisTotals totals = {};

    const AnalyzedFacts &of(const model::TableName &table) const;
};

using AnalyzedSourcePointer = std::shared_ptr<const AnalyzedSource>;

/// Keeps the analysis of each project until its ledger or its settings move. From any thread.
class AnalysisMemory {
public:
    base::Result<AnalyzedSourcePointer> read(const QString &project, Workspace &workspace, base::RunContext &run);

private:
    std::mutex m_mutex;
    QHash<QString, AnalyzedSourcePointer> m_sources;
};

} // namespace lakehouse::usecases
