#pragma once

#include "api/operations/pipeline.h"
#include "ports/run_store.h"

#include <functional>

namespace lakehouse::usecases {

/// The stage under which the log of a launched run says what it covers: what is generated meanwhile changes nothing about that.
inline constexpr char runCoversStage[] = "covers";
/// The message of that: the number of tables, the commit, and behind both each table's name.
base::Text runCoverage(const std::vector<model::TableName> &tables, const QString &commit);
/// The tables that a launched run covers, as the first lines of its log say; none when they do not.
base::Result<std::vector<model::TableName>> coverageOf(const model::RunId &run, ports::RunStore &runs);

/// Once a run has ended, a table without a result did not make it. `reason` may have the orchestrator's words for that.
void closeOutcomes(std::vector<api::TableOutcome> &outcomes, bool isCancelled, const std::function<base::Text(const api::TableOutcome &)> &reason = {});

/// What a run did to each of these tables, as far as it is recorded.
base::Result<std::vector<api::TableOutcome>> tableOutcomes(const std::vector<model::TableName> &tables, const model::RunId &run, ports::RunStore &runs);

/// What a run came to, table by table: each that it covers and each that it touched, as far as it is recorded. By name.
base::Result<std::vector<api::TableOutcome>> runOutcomes(const model::Run &run, ports::RunStore &runs);

} // namespace lakehouse::usecases
