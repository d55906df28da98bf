#pragma once

#include "kit/history_view.h"
#include "pages/extraction/extraction_presenter.h"

#include <QStringList>

namespace lakehouse::views {

/// The changes of a table by people, the approvals of the plan and their revocations; the id of an item is that of its run.
std::vector<HistoryItem> planHistory(const ExtractionState &state);
/// The approval with this number in the ledger; nothing while it was not read.
std::optional<HistoryItem> approvalOf(const ExtractionState &state, qint64 sequence);
/// Reasons that were given before, the newest first, each once.
QStringList earlierReasons(const ExtractionState &state);

} // namespace lakehouse::views
