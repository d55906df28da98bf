#pragma once

#include "model/evidence.h"
#include "usecases/workspace.h"

#include <set>

namespace lakehouse::usecases {

struct PersonalDataSearch {
    const model::CatalogSnapshot &catalog;
    const std::vector<model::TableName> &changed;    ///< tables whose values are looked at
    const std::vector<model::PiiCandidate> &known;   ///< what was found before; of tables that are not looked at it stands
    base::UtcTime now = {};
};

struct PersonalDataFound {
    std::vector<model::PiiCandidate> candidates = {}; ///< by table
    std::set<model::TableName> unseen = {};           ///< tables with rows of which no value could be looked at; they are to be looked at again
};

/// Columns that may hold personal data, by their names and a look at some of their values; values are counted and forgotten. A table whose values
/// cannot be looked at is judged by names alone, beside what was known of it.
base::Result<PersonalDataFound> findPersonalData(ports::SourceEngine &source, const PersonalDataSearch &search, base::RunContext &run);

/// What the ledger has of earlier analyses; nothing that was imported.
base::Result<std::vector<model::PiiCandidate>> knownPersonalData(Workspace &workspace, const QString &database, base::RunContext &run);

} // namespace lakehouse::usecases
