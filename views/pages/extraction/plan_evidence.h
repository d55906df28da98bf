#pragma once

#include "api/operations/extraction.h"
#include "kit/evidence_view.h"

namespace lakehouse::views {

/// What a table's decision rests on: reasons for and against with the trigger lines that they quote, what was refused and why it does not
/// load otherwise, and the trigger functions that nothing quotes.
std::vector<EvidenceItem> evidenceOf(const api::TableDetail &detail);

} // namespace lakehouse::views
