#pragma once

#include "model/catalog.h"
#include "rules/pii/pattern_counter.h"

#include <map>

namespace lakehouse::rules {

/// A table and what was counted in a sample of its rows.
struct PiiInput {
    const model::SourceTable &table;
    std::map<QString, ValueCounts> counts = {}; ///< by column; one that was not sampled is absent
};

/// Columns that may hold personal data, at most once each, in the order of the table. Names, comments, types and counts decide; the same input gives
/// the same candidates. Counts that speak against a name take its candidate away.
std::vector<model::PiiCandidate> piiCandidates(const PiiInput &input);

/// Columns whose values say something about personal data, in the order of the table: readable ones of text, and others where a name asks for proof.
std::vector<QString> piiSamplingColumns(const model::SourceTable &table);

} // namespace lakehouse::rules
