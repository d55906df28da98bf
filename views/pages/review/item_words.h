#pragma once

#include "kit/evidence_view.h"
#include "kit/history_view.h"
#include "kit/key_value_list.h"
#include "kit/sentence_list.h"
#include "pages/review/review_presenter.h"

namespace lakehouse::views {

/// What is to be said of the selected item, or why there is nothing to say.
std::vector<Sentence> itemSentences(const ReviewState &state);
/// Proposal and decision of the selected item.
std::vector<KeyValue> itemFacts(const ReviewState &state);
/// What happens as it is decided, or as it would be as proposed.
std::vector<Sentence> itemEffects(const api::ReviewItemDetail &detail);
std::vector<EvidenceItem> evidenceOf(const model::ReviewItem &item);
/// Decisions and comments about the item, and how its subject was signed or revoked last.
std::vector<HistoryItem> historyOf(const ReviewState &state);
/// Reasons that were given for the item before, the newest first, each once.
QStringList earlierReasons(const ReviewState &state);

} // namespace lakehouse::views
