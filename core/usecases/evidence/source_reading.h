#pragma once

#include "model/fact_bodies.h"
#include "usecases/evidence/table_profiling.h"
#include "usecases/run_recorder.h"

namespace lakehouse::usecases {

/// Which columns are measured: those that have no measure yet, or all again; with all of them tables are profiled too.
enum class Measuring { Missing, All };

struct SourceReading {
    model::CatalogSnapshot catalog = {};
    model::CatalogDigest digest = {}; ///< of the catalog
    std::vector<model::ColumnMeasure> measures = {};
    bool isChanged = false;
    ProfilingResult profiling = {};   ///< not recorded yet
    qint64 measuredColumns = 0;
    qint64 newEntries = 0;
    qint64 retractions = 0;
};

/// Reads the catalog of a source and records what it says; an unchanged source adds nothing to the ledger.
base::Result<SourceReading> readSource(Workspace &workspace, const model::SourceConnection &connection, Measuring measuring,
                                       const RunRecorder &recorder, base::RunContext &run);

/// The whole reading that a fact is about, however large its source is.
base::Result<model::CatalogSnapshot> snapshotOf(const model::CatalogFact &fact, ports::Ledger &ledger, base::RunContext &run);

/// What columns whose values matter were measured to hold, as far as the ledger knows.
base::Result<std::vector<model::ColumnMeasure>> knownMeasures(ports::Ledger &ledger, const model::CatalogSnapshot &catalog, base::RunContext &run);

/// All databases of the settings: the one that is extracted, then further [[databases]].
base::Result<std::vector<model::SourceConnection>> configuredSources(const model::ProjectSettings &settings);

/// The newest fact of a kind about a subject, read back; absent when there is none.
template<typename Body>
base::Result<std::optional<Body>> currentFact(ports::Ledger &ledger, model::FactKind kind, const model::SubjectName &subject, base::RunContext &run);

} // namespace lakehouse::usecases

#include "describe/json_reader.h"

namespace lakehouse::usecases {

template<typename Body>
base::Result<std::optional<Body>> currentFact(ports::Ledger &ledger, model::FactKind kind, const model::SubjectName &subject, base::RunContext &run)
{
    EKOS_TRY(const std::optional<model::LedgerEntry> entry, ledger.current(kind, subject, run));
    if (!entry)
        return std::optional<Body>();
    EKOS_TRY(Body body, describe::readJson<Body>(entry->body));
    return std::optional<Body>(std::move(body));
}

} // namespace lakehouse::usecases
