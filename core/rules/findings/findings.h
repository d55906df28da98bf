#pragma once

#include "rules/dictionary/dictionary_findings.h"
#include "rules/findings/measures.h"
#include "rules/findings/table_definitions.h"

#include "model/catalog.h"

namespace lakehouse::rules {

/// What findings are made of. Everything but the catalog may be empty.
struct FindingsInput {
    const model::CatalogSnapshot &catalog;
    const std::vector<DictionaryFindings> &dictionaries;
    const std::vector<SourceText> &sqlFiles; ///< of the application
    const TakenMeasures &measures;
};

/// What follows from a database and its application by rule, all but write behaviour and personal data. Everything is sorted by place, and every finding
/// has at least one piece of evidence with a place.
struct Findings {
    std::vector<model::ScopeProposal> scope = {};
    std::vector<model::Conflict> conflicts = {};
    std::vector<model::IdentityCandidate> identity = {};
    std::vector<model::GlossaryTerm> glossary = {};
    std::vector<model::FlagColumn> flags = {};
    std::vector<model::CodeList> codeLists = {};
    std::vector<model::LogicalForeignKey> logicalForeignKeys = {};
    std::vector<model::MandatoryColumn> mandatoryColumns = {};
    friend bool operator==(const Findings &, const Findings &) = default;
};

/// What to count before findings are made: claims of uniqueness, columns that should be filled, NOT VALID foreign keys, and key candidates.
WantedMeasures measuresWanted(const model::CatalogSnapshot &catalog, const std::vector<DictionaryFindings> &dictionaries);

/// The same input gives the same findings. A foreign key that only names and types suggest is no finding: too weak to assert.
Findings findingsOf(const FindingsInput &input);

} // namespace lakehouse::rules
