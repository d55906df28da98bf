#pragma once

#include "kit/sentence_list.h"
#include "pages/analysis/analysis_presenter.h"

namespace lakehouse::views {

inline constexpr QLatin1String tryAgainLink("try-again");

/// What is known of the selected table as a whole, or why there is nothing to say.
std::vector<Sentence> analysisSentences(const AnalysisState &state);

} // namespace lakehouse::views
