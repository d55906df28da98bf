#include "usecases/evidence/personal_data.h"

#include "describe/json_reader.h"
#include "rules/pii/pii_candidates.h"

#include <QDateTime>

#include <algorithm>
#include <set>

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;

namespace {

using CountsByTable = std::map<TableName, std::map<QString, rules::ValueCounts>>;

bool isLookedAt(const SourceTable &table)
{
    return table.isReadable && (table.kind == TableKind::Table || table.kind == TableKind::PartitionedTable);
}

/// Shows a sample of the values of these tables to counters, one for each column.
Result<CountsByTable> countValues(ports::SourceEngine &source, const std::vector<const SourceTable *> &tables, const base::UtcTime &now, RunContext &run)
{
    std::vector<SampleRequest> requests;
    std::vector<std::vector<rules::PatternCounter>> counters;
    const QDate today = QDateTime::fromMSecsSinceEpoch(now.microseconds / 1000, Qt::UTC).date();
    for (const SourceTable *table : tables) {
        std::vector<QString> columns = rules::piiSamplingColumns(*table);
        if (columns.empty())
            continue;
        counters.emplace_back(columns.size(), rules::PatternCounter(today));
        requests.push_back({.table = table->name, .columns = std::move(columns)});
    }
    CountsByTable counts;
    if (requests.empty())
        return counts;
    const auto look = [&counters](std::size_t request, std::size_t column, QStringView value) {
        if (!value.isNull())
            counters[request][column].add(value);
    };
    EKOS_TRY(const std::vector<SampleOutcome> outcomes, source.sampleValues(requests, look, run));
    for (std::size_t i = 0; i < requests.size(); ++i)
        if (outcomes[i].isSampled())
            for (std::size_t column = 0; column < requests[i].columns.size(); ++column)
                counts[requests[i].table][requests[i].columns[column]] = counters[i][column].counts();
    return counts;
}

} // namespace

Result<std::vector<PiiCandidate>> findPersonalData(ports::SourceEngine &source, const PersonalDataSearch &search, RunContext &run)
{
    EKOS_CHECK(run.step(QT_TRANSLATE_NOOP("core", "Look for personal data")));
    const std::set<TableName> changed(search.changed.begin(), search.changed.end());
    std::vector<const SourceTable *> tables;
    std::set<TableName> kept;
    for (const SourceTable &table : search.catalog.tables) {
        if (isLookedAt(table) && changed.contains(table.name))
            tables.push_back(&table);
        else if (isLookedAt(table))
            kept.insert(table.name);
    }
    EKOS_TRY(const CountsByTable counts, countValues(source, tables, search.now, run));
    std::vector<PiiCandidate> candidates;
    for (const PiiCandidate &candidate : search.known)
        if (kept.contains(candidate.table))
            candidates.push_back(candidate);
    for (const SourceTable *table : tables) {
        const auto counted = counts.find(table->name);
        const std::vector<PiiCandidate> found = rules::piiCandidates({.table = *table, .counts = counted == counts.end() ? std::map<QString, rules::ValueCounts>() : counted->second});
        candidates.insert(candidates.end(), found.begin(), found.end());
    }
    std::ranges::stable_sort(candidates, {}, &PiiCandidate::table);
    return candidates;
}

Result<std::vector<PiiCandidate>> knownPersonalData(Workspace &workspace, const QString &database, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const std::vector<LedgerEntry> entries, ledger->currentOfKind(FactKind::PiiCandidate, run));
    std::vector<PiiCandidate> known;
    for (const LedgerEntry &entry : entries) {
        if (entry.subject.database != database || isImportedFact(entry.subject))
            continue;
        EKOS_TRY(PiiCandidate candidate, describe::readJson<PiiCandidate>(entry.body));
        known.push_back(std::move(candidate));
    }
    return known;
}

} // namespace lakehouse::usecases
