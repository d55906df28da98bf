#pragma once

#include "kit/history_view.h"
#include "pages/sources/sources_presenter.h"

namespace lakehouse::views {

/// What happened to the selected source: its entry added, edited, removed, its catalog read, its last try.
std::vector<HistoryItem> sourceHistory(const SourcesState &state);
/// Why sources were removed before, newest first, each once.
QStringList removalReasons(const SourcesState &state);

} // namespace lakehouse::views
