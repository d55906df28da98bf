#pragma once

#include "rules/findings/claims.h"
#include "rules/findings/measures.h"

namespace lakehouse::rules {

/// Adds what has to be counted to see whether claims and NOT VALID foreign keys hold.
void addMeasuresOfClaims(const model::CatalogSnapshot &catalog, const std::vector<UniqueClaim> &unique, const std::vector<model::MandatoryColumn> &mandatory,
                         WantedMeasures &wanted);

/// The claims that counting contradicts. What was not measured is no conflict.
std::vector<model::Conflict> measuredConflicts(const model::CatalogSnapshot &catalog, const std::vector<UniqueClaim> &unique,
                                               const std::vector<model::MandatoryColumn> &mandatory, const MeasureIndex &measures);

} // namespace lakehouse::rules
