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

using CountsByColumn = std::map<QString, rules::ValueCounts>;

struct CountedValues {
    std::map<TableName, CountsByColumn> tables = {};
    std::set<TableName> unseen = {};
};

bool isLookedAt(const SourceTable &table)
{
    return table.isReadable && model::holdsRows(table.kind);
}

/// Shows a sample of the values of these tables to counters, one for each column.
Result<CountedValues> countValues(ports::SourceEngine &source, const std::vector<const SourceTable *> &tables, const base::UtcTime &now, RunContext &run)
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
    CountedValues counted;
    if (requests.empty())
        return counted;
    const auto look = [&counters](std::size_t request, std::size_t column, QStringView value) {
        if (!value.isNull())
            counters[request][column].add(value);
    };
    EKOS_TRY(const std::vector<SampleOutcome> outcomes, source.sampleValues(requests, look, run));
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!outcomes[i].isSampled()) {
            if (!outcomes[i].isComplete) // an empty table has no value to show
                counted.unseen.insert(requests[i].table);
            continue;
        }
        CountsByColumn &counts = counted.tables[requests[i].table];
        for (std::size_t column = 0; column < requests[i].columns.size(); ++column)
            counts[requests[i].columns[column]] = counters[i][column].counts();
    }
    return counted;
}

/// What names say now, and of the same columns what values said before: a look that failed takes nothing back.
std::vector<PiiCandidate> beside(std::vector<PiiCandidate> found, const std::vector<PiiCandidate> &known, const SourceTable &table)
{
    for (const PiiCandidate &candidate : known) {
        const bool isThere = std::ranges::find(table.columns, candidate.column, &SourceColumn::name) != table.columns.end();
        if (candidate.table != table.name || !isThere)
            continue;
        const auto same = std::ranges::find(found, candidate.column, &PiiCandidate::column);
        if (same == found.end())
            found.push_back(candidate);
        else
            *same = candidate;
    }
    return found;
}

} // namespace

Result<PersonalDataFound> findPersonalData(ports::SourceEngine &source, const PersonalDataSearch &search, RunContext &run)
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
    EKOS_TRY(CountedValues counted, countValues(source, tables, search.now, run));
    PersonalDataFound result{.unseen = std::move(counted.unseen)};
    for (const PiiCandidate &candidate : search.known)
        if (kept.contains(candidate.table))
            result.candidates.push_back(candidate);
    for (const SourceTable *table : tables) {
        std::vector<PiiCandidate> found = rules::piiCandidates({.table = *table, .counts = counted.tables[table->name]});
        if (result.unseen.contains(table->name))
            found = beside(std::move(found), search.known, *table);
        std::ranges::move(found, std::back_inserter(result.candidates));
    }
    std::ranges::stable_sort(result.candidates, {}, &PiiCandidate::table);
    return result;
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
