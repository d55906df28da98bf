#pragma once

#include "kit/history_view.h"
#include "kit/key_value_list.h"
#include "kit/sentence_list.h"
#include "pages/pipeline/read_pipeline.h"

namespace lakehouse::views {

/// When the run of a load or of a check began, as far as the row or the table's history has it.
std::optional<base::UtcTime> timeOfRun(const std::optional<model::RunId> &run, const api::PipelineRow &row, const std::optional<api::TableHistory> &history);

/// What is to be said of a table, in whole sentences; each number with the time that it is from.
std::vector<Sentence> tableSentences(const api::PipelineRow &row, const std::optional<api::TableHistory> &history);
/// How old its rows are, and when they are loaded next. `readAtUtc`: when the pipeline was read.
std::vector<Sentence> timeSentences(const api::PipelineRow &row, const api::PipelineStatus &status, const std::optional<base::UtcTime> &readAtUtc);
qint64 lagMs(const base::UtcTime &loadedAtUtc, const base::UtcTime &readAtUtc);
std::vector<KeyValue> tableFacts(const api::PipelineRow &row);

/// What the check of a table came to: one sentence a tier, and what each planted defect did.
std::vector<Sentence> reconciliationSentences(const model::TableReconciliation &reconciliation);

/// "public.film: 16,044 rows more in the source" — the difference of the counts, or that there is none.
QString countDifference(const model::TableReconciliation &reconciliation);

HistoryItem historyItem(const api::TableRun &run);
QString runStateWord(model::RunState state);
std::vector<Sentence> logSentences(const std::vector<model::RunEvent> &events);

/// Reasons that people gave for what was decided about tables of this pipeline, the newest first.
QStringList earlierReasons(const ReadPipeline &pipeline);

/// What running these tables does, for the box above the button.
enum class RunExtent { SeveralAtATime, InOneProcess };
QStringList runConsequences(const ReadPipeline &pipeline, const QStringList &tables, RunExtent extent);
/// Of a table whose load waits for a person, when it is loaded again instead of accepting what vanished.
QString repeatConsequence(const api::PipelineRow &row);
/// What maintaining these tables does; none: all of them.
QStringList maintainConsequences(const ReadPipeline &pipeline, const QStringList &tables);
QStringList reloadConsequences(const api::PipelineRow &row);
QStringList undoReloadConsequences(const api::PipelineRow &row);
QStringList acceptLossConsequences(const api::PipelineRow &row);
QStringList acceptDeletesConsequences(const api::PipelineRow &row);

/// Why no reload of the table is to be asked for; empty: it may.
QString whyNoReload(const api::PipelineRow &row);
/// Why no search for its deletes is to be made; empty: it may. `planned`: the table in the present plan, whose own reason is given; nullptr: not read.
QString whyNoDeletes(const api::PipelineRow &row, const model::PlannedTable *planned);

} // namespace lakehouse::views
