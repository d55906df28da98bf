#pragma once

#include "model/catalog.h"
#include "model/evidence.h"

#include <map>
#include <set>

namespace lakehouse::rules {

/// The tables and columns of a reading, to see whether what a finding is about is there. Keeps nothing of the reading.
class CatalogPlaces {
public:
    explicit CatalogPlaces(const model::CatalogSnapshot &catalog);

    /// The first table or column of the finding that the source does not have; nothing when all are there. Names are exact.
    std::optional<base::Text> missing(const model::ScopeProposal &finding) const { return missing(finding.table); }
    std::optional<base::Text> missing(const model::PiiCandidate &finding) const { return missing(finding.table, {finding.column}); }
    std::optional<base::Text> missing(const model::Conflict &finding) const { return missing(finding.table); }
    std::optional<base::Text> missing(const model::IdentityCandidate &finding) const;
    std::optional<base::Text> missing(const model::WriteBehaviour &finding) const { return missing(finding.table); }
    std::optional<base::Text> missing(const model::GlossaryTerm &finding) const;
    std::optional<base::Text> missing(const model::CodeList &finding) const { return missing(finding.table, {finding.column}); }
    std::optional<base::Text> missing(const model::FlagColumn &finding) const { return missing(finding.table, {finding.column}); }
    std::optional<base::Text> missing(const model::LogicalForeignKey &finding) const;
    std::optional<base::Text> missing(const model::MandatoryColumn &finding) const { return missing(finding.table, {finding.column}); }

private:
    std::optional<base::Text> missing(const model::TableName &table, const std::vector<QString> &columns = {}) const;

    std::map<model::TableName, std::set<QString>> m_columns;
};

} // namespace lakehouse::rules
