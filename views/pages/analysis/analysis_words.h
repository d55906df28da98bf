#pragma once

#include "kit/status.h"
#include "pages/analysis/read_analysis.h"

namespace lakehouse::views {

/// Rows of its own that an analysis looks at; those of a view or a foreign table are not.
bool hasRowsToLookAt(model::TableKind kind);
/// It has rows of its own and nothing that tells them apart.
bool lacksKey(const api::AnalyzedTable &table);
/// It, or one of its columns, cannot be loaded, although it has rows of its own.
bool isRefusedInPart(const api::AnalyzedTable &table);
/// Its rows could be looked at, and were not.
bool isNotProfiled(const api::AnalyzedTable &table);
/// Any of these, a conflict, or a column that may hold personal data.
bool needsLook(const api::AnalyzedTable &table);

/// What is worth a look first: "Refused", "Conflicts", "No key", …
QString stateWord(const api::AnalyzedTable &table);
Status stateOf(const api::AnalyzedTable &table);
/// All that is worth a look, in sentences.
QString stateReason(const api::AnalyzedTable &table);

/// "inserts, updates set the watermark, no deletes"; "not known" without code of the application.
QString changesWords(const api::AnalyzedTable &table);
QString changesReason(const api::AnalyzedTable &table);
/// "table", "view", …
QString kindWord(model::TableKind kind);
/// "a trigger"
QString provedByWords(model::WatermarkProof proof);
/// "e-mail address"
QString personalDataWord(model::PersonalData kind);
/// "weak", "likely", "certain"
QString confidenceWord(model::Confidence confidence);
/// "column", "foreign key": what a fact of the ledger is about.
QString factWord(model::FactKind kind, qint64 count);

/// The sums over all tables, on one line, with the database and when it was read.
QString totalsLine(const api::AnalysisPage &page);
/// What an analysis found that was not known before.
QString reportSentence(const api::AnalysisReport &report);
Status reportStatus(const api::AnalysisReport &report);

} // namespace lakehouse::views
