#pragma once

#include "kit/evidence_view.h"
#include "pages/analysis/read_analysis.h"

namespace lakehouse::views {

/// What the findings about a table rest on: conflicts with both sides first, then what proves key and watermark with the line of the
/// trigger, each finding with its places and lines, constraints and triggers; the options that were rejected last.
std::vector<EvidenceItem> evidenceOf(const ReadTable &table);

} // namespace lakehouse::views
