#pragma once

#include "api/any_value.h"
#include "api/operation.h"
#include "api/operations/review.h"
#include "cli/terminal.h"
#include "model/service_check.h"

namespace lakehouse::app {

/// What a person is about to decide on, in a few lines; empty when the answer is of another kind.
QString decisionInWords(const api::AnyAnswer &about, const Terminal &terminal);

/// The same for the review; used by decisionInWords.
QString reviewInWords(const api::ReviewOverview &about, const Terminal &terminal);

/// An answer in words, for a person. Operations whose answer reads well as plain fields need nothing of their own.
QString answerInWords(const api::Operation &operation, const api::AnyAnswer &answer, const Terminal &terminal);

/// The lines of checks, and below them what to do.
QString checksInWords(const std::vector<model::ServiceCheck> &checks, const Terminal &terminal);

/// "1 fact", "2,000 facts" of "fact(s)".
QString counted(qint64 number, const char *thing);
/// Of a word whose plural is another one.
QString counted(qint64 number, const char *one, const char *several);

// One function per area, for answers that a person reads as tables and sentences; empty when the operation is of another area.
QString projectAnswer(const api::Operation &operation, const api::AnyAnswer &answer, const Terminal &terminal);
QString sourceAnswer(const api::Operation &operation, const api::AnyAnswer &answer, const Terminal &terminal);
QString evidenceAnswer(const api::Operation &operation, const api::AnyAnswer &answer, const Terminal &terminal);
QString analysisAnswer(const api::Operation &operation, const api::AnyAnswer &answer, const Terminal &terminal);
QString reviewAnswer(const api::Operation &operation, const api::AnyAnswer &answer, const Terminal &terminal);
QString extractionAnswer(const api::Operation &operation, const api::AnyAnswer &answer, const Terminal &terminal);
QString pipelineAnswer(const api::Operation &operation, const api::AnyAnswer &answer, const Terminal &terminal);

} // namespace lakehouse::app
