#pragma once

#include "kit/history_view.h"
#include "pages/extraction/extraction_presenter.h"

#include <QStringList>

namespace lakehouse::views {

/// The changes of a table by people, and the approvals of the plan; the id of an item is that of its run.
std::vector<HistoryItem> planHistory(const ExtractionState &state);
/// Reasons that were given before, the newest first, each once.
QStringList earlierReasons(const ExtractionState &state);

} // namespace lakehouse::views
