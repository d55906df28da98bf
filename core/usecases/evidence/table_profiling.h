#pragma once

#include "usecases/run_recorder.h"

namespace lakehouse::usecases {

struct ProfilingResult {
    std::vector<model::TableName> tables = {};  ///< whose rows had to be looked at
    std::vector<model::NewFact> facts = {};     ///< what was concluded of them; not recorded yet
};

/// Looks at the rows of tables that were not profiled yet, or have another shape or size since. A table that cannot be looked at has no
/// profile, and the log says why. Whoever records the facts does it together with everything else that rests on the same look: otherwise an analysis
/// that ends in between would never look again.
base::Result<ProfilingResult> profileTables(ports::SourceEngine &source, ports::Ledger &ledger, const model::CatalogSnapshot &catalog, const RunRecorder &recorder, base::RunContext &run);

} // namespace lakehouse::usecases
