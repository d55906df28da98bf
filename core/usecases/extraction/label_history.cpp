#include "usecases/extraction/label_history.h"

#include "describe/json_reader.h"
#include "model/source_objects.h"

#include <algorithm>
#include <map>

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 entriesAtATime = 1000;
constexpr qint64 everyLoad = 1'000'000; // of a table; asked only about tables with a renamed label

Result<std::vector<rules::LabelReading>> labelReadings(const QString &database, ports::Ledger &ledger, RunContext &run)
{
    std::vector<rules::LabelReading> readings;
    ports::LedgerFilter filter{.kind = FactKind::Enum, .limit = entriesAtATime};
    for (bool isMore = true; isMore;) {
        EKOS_TRY(const std::vector<LedgerEntry> entries, ledger.entries(filter, run));
        for (const LedgerEntry &entry : entries) {
            filter.afterSequence = entry.sequence;
            if (entry.subject.database != database || isImportedFact(entry.subject))
                continue;
            EKOS_TRY(SourceEnum read, describe::readJson<SourceEnum>(entry.body));
            readings.push_back({read.schema, read.name, std::move(read.labels), entry.recordedAtUtc});
        }
        isMore = qint64(entries.size()) == entriesAtATime;
    }
    return readings;
}

/// When the newest load of every row of a table began, as far as its run is known.
Result<std::optional<base::UtcTime>> lastFullLoad(const TableName &table, ports::RunStore &runs)
{
    EKOS_TRY(const std::vector<LoadReport> loads, runs.loadsOfTable(table, everyLoad));
    const auto full = std::ranges::find(loads, LoadKind::Full, &LoadReport::kind);
    if (full == loads.end())
        return std::optional<base::UtcTime>();
    const Result<Run> found = runs.find(full->run.toString());
    return found ? std::optional(found.value().startedAtUtc) : std::optional<base::UtcTime>();
}

} // namespace

Result<std::vector<rules::LabelRename>> unloadedLabelRenames(const CatalogSnapshot &catalog, ports::Ledger &ledger, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const std::vector<rules::LabelReading> readings, labelReadings(catalog.database, ledger, run));
    std::vector<rules::LabelRename> renames = rules::labelRenames(catalog, readings);
    if (renames.empty())
        return renames;
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    std::map<TableName, std::optional<base::UtcTime>> loaded;
    for (const rules::LabelRename &rename : renames) {
        if (loaded.contains(rename.table))
            continue;
        EKOS_TRY(loaded[rename.table], lastFullLoad(rename.table, *runs));
    }
    std::erase_if(renames, [&](const rules::LabelRename &rename) {
        const std::optional<base::UtcTime> &since = loaded[rename.table];
        return since && since->microseconds >= rename.seenAtUtc.microseconds;
    });
    return renames;
}

} // namespace lakehouse::usecases
