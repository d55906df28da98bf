#pragma once

#include "pages/analysis/read_analysis.h"

namespace lakehouse::views {

/// What the source stores as SQL about a table, as one text: the definition of a view, keys, foreign keys, checks, indexes, triggers with their
/// functions, row security. Empty: nothing.
QString definitionsOf(const api::TableAnalysis &analysis);

} // namespace lakehouse::views
