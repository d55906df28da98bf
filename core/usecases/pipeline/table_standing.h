#pragma once

#include "api/operations/pipeline.h"
#include "ports/run_store.h"

#include <map>

namespace lakehouse::usecases {

/// Runs by their ids, each looked up once.
class KnownRuns {
public:
    explicit KnownRuns(ports::RunStore &store) : m_store(store) {}
    /// nullptr: the store knows no such run.
    base::Result<const model::Run *> find(const model::RunId &id);

private:
    ports::RunStore &m_store;
    std::map<QString, std::optional<model::Run>> m_runs;
};

/// Whether a run of the pipeline goes on, as far as is known without asking the orchestrator.
bool mayGoOn(const model::Run &run);
/// Whether it works on tables of the pipeline: a whole run, or one of these.
bool isOfPipeline(const model::Run &run);
/// Whether it works on tables by itself: loads, searches for deletes, checks, maintenance.
bool isOfTables(const model::Run &run);
bool isMaintenance(const model::Run &run);

/// What a table came to by its last load, and the words for it.
struct TableVerdict {
    api::TableState state = api::TableState::Waiting;
    base::Text message = {};
};
TableVerdict verdictOf(const model::LoadFailure &failure);
TableVerdict verdictOf(const model::TableReconciliation &reconciliation);
/// Of one that is not green: what is not as it should be. Equal counts are not said to be the difference.
base::Text whatDiffers(const model::TableReconciliation &reconciliation);
/// Of a load that nothing came after.
TableVerdict verdictOfLoad(const model::Run *run);

} // namespace lakehouse::usecases
