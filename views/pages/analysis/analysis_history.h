#pragma once

#include "kit/history_view.h"
#include "pages/analysis/analysis_presenter.h"

namespace lakehouse::views {

/// How what is known of the selected table came to be: what one run found first stands together, each change and each thing that is gone alone; newest first.
std::vector<HistoryItem> tableHistory(const AnalysisState &state);

} // namespace lakehouse::views
