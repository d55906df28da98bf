#pragma once

#include "api/operations/pipeline.h"
#include "kit/history_view.h"
#include "kit/key_value_list.h"
#include "kit/sentence_list.h"

namespace lakehouse::views {

/// What is to be said of a table, in whole sentences.
std::vector<Sentence> tableSentences(const api::PipelineRow &row);
std::vector<KeyValue> tableFacts(const api::PipelineRow &row);

/// What the check of a table came to: one sentence a tier, and what each planted defect did.
std::vector<Sentence> reconciliationSentences(const model::TableReconciliation &reconciliation);

/// "public.film: 16,044 rows more in the source" — the difference of the counts, or that there is none.
QString countDifference(const model::TableReconciliation &reconciliation);

HistoryItem historyItem(const api::TableRun &run);
QString runStateWord(model::RunState state);
std::vector<Sentence> logSentences(const std::vector<model::RunEvent> &events);

/// What running these tables does, for the box above the button.
QStringList runConsequences(const api::PipelineStatus &status, const QStringList &tables, bool inProcess);
QStringList reloadConsequences(const api::PipelineRow &row);
QStringList acceptLossConsequences(const api::PipelineRow &row);

} // namespace lakehouse::views
