#pragma once

#include "api/operations/extraction.h"
#include "kit/sentence_list.h"

namespace lakehouse::views {

/// "The load mode was full and becomes incremental." — one field that differs between the approved and the proposed decision.
QString fieldSentence(const model::FieldDifference &field);
/// All of them, a new or vanished table in one sentence.
std::vector<Sentence> fieldSentences(const std::vector<model::FieldDifference> &fields);

} // namespace lakehouse::views
