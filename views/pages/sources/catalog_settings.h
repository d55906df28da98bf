#pragma once

#include "api/operations/sources.h"
#include "kit/sentence_list.h"

namespace lakehouse::views {

/// The settings that the engine's catalog needs so that no column vanishes, each with what the last try found of it: missing, not tried, or neither; a
/// catalog that does not know a setting loses nothing by it. Nothing for a source that no plan is made from.
std::vector<Sentence> catalogSettings(const api::SourceRow &row, const api::SourceTest *test);

} // namespace lakehouse::views
