#pragma once

#include "model/reconciliation.h"

#include <set>

namespace lakehouse::usecases {

/// Planted defects that are switched off. The product's answer is always none; a test program links another answer in its place, to see
/// that a check which no longer finds its defect makes the run fail.
std::set<model::PlantedDefect> disarmedControls();

} // namespace lakehouse::usecases
