#include "usecases/extraction/label_history.h"

#include "describe/json_reader.h"
#include "model/source_objects.h"
#include "usecases/pipeline/table_standing.h"

#include <algorithm>
#include <limits>
#include <map>

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 entriesAtATime = 1000;
constexpr qint64 fewLoads = 50; // the newest load of every row is mostly among them

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

/// When the load of every row began that the rows in bronze go back to, however long ago where no load of every row is known; nothing for a table that was
/// never loaded: it is read whole by its first load.
Result<std::optional<base::UtcTime>> heldSince(const TableName &table, ports::RunStore &store, KnownRuns &runs)
{
    constexpr base::UtcTime longAgo{std::numeric_limits<qint64>::min()};
    for (qint64 limit = fewLoads;; limit *= 10) {
        EKOS_TRY(const std::vector<LoadReport> loads, store.loadsOfTable(table, limit));
        const auto full = std::ranges::find(loads, LoadKind::Full, &LoadReport::kind);
        if (full != loads.end()) {
            EKOS_TRY(const Run *found, runs.find(full->run));
            return std::optional(found ? found->startedAtUtc : longAgo);
        }
        if (qint64(loads.size()) < limit)
            return loads.empty() ? std::nullopt : std::optional(longAgo);
    }
}

} // namespace

Result<std::vector<rules::LabelRename>> unloadedLabelRenames(const CatalogSnapshot &catalog, ports::Ledger &ledger, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const std::vector<rules::LabelReading> readings, labelReadings(catalog.database, ledger, run));
    std::vector<rules::LabelRename> renames = rules::labelRenames(catalog, readings);
    if (renames.empty())
        return renames;
    EKOS_TRY(ports::RunStore *store, workspace.runs(run));
    KnownRuns runs(*store);
    std::map<TableName, std::optional<base::UtcTime>> held;
    std::vector<rules::LabelRename> unloaded;
    for (rules::LabelRename &rename : renames) {
        const auto [since, isNew] = held.try_emplace(rename.table);
        if (isNew) {
            EKOS_TRY(since->second, heldSince(rename.table, *store, runs));
        }
        if (since->second && since->second->microseconds < rename.seenAtUtc.microseconds)
            unloaded.push_back(std::move(rename));
    }
    return unloaded;
}

} // namespace lakehouse::usecases
