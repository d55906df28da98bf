#include "usecases/evidence/table_profiling.h"

#include "describe/canonical_json.h"
#include "describe/json_reader.h"
#include "model/fact_bodies.h"

#include <map>

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 fewRows = 100; // below that a tenth is no change of size

/// Views and foreign tables are not loaded by themselves, and looking at them may cost what nobody foresees.
bool hasRowsOfItsOwn(const SourceTable &table)
{
    return table.kind != TableKind::View && table.kind != TableKind::ForeignTable && table.isReadable && table.isPopulated;
}

ProfileRequest requestFor(const SourceTable &table)
{
    ProfileRequest request{.table = table.name};
    for (const SourceColumn &column : table.columns)
        if (column.isReadable)
            request.columns.push_back(column.name);
    return request;
}

bool stillFits(const TableProfileFact &known, const SourceTable &table)
{
    if (known.shape != shapeOf(table))
        return false;
    if (table.estimatedRows < 0)
        return true;
    return known.tableRows >= 0 && std::abs(table.estimatedRows - known.tableRows) <= std::max(known.tableRows / 10, fewRows);
}

/// Tables that no look fits as they are now.
Result<std::vector<const SourceTable *>> tablesToProfile(ports::Ledger &ledger, const CatalogSnapshot &catalog, RunContext &run)
{
    std::map<std::pair<QString, QString>, TableProfileFact> known;
    EKOS_TRY(const std::vector<LedgerEntry> entries, ledger.currentOfKind(FactKind::TableProfile, run));
    for (const LedgerEntry &entry : entries) {
        if (entry.subject.database != catalog.database)
            continue;
        EKOS_TRY(TableProfileFact fact, describe::readJson<TableProfileFact>(entry.body));
        known.emplace(std::pair(entry.subject.schema, entry.subject.object), std::move(fact));
    }
    std::vector<const SourceTable *> open;
    for (const SourceTable &table : catalog.tables) {
        if (!hasRowsOfItsOwn(table))
            continue;
        const auto fact = known.find({table.name.schema(), table.name.table()});
        if (fact == known.end() || !stillFits(fact->second, table))
            open.push_back(&table);
    }
    return open;
}

/// An empty table is a conclusion; a sample without a row is none.
bool isConclusion(const TableProfile &profile)
{
    return profile.isProfiled() || (profile.isComplete && profile.rows == 0);
}

} // namespace

Result<ProfilingResult> profileTables(ports::SourceEngine &source, ports::Ledger &ledger, const CatalogSnapshot &catalog, const RunRecorder &recorder, RunContext &run)
{
    ProfilingResult result;
    EKOS_TRY(const std::vector<const SourceTable *> tables, tablesToProfile(ledger, catalog, run));
    if (tables.empty())
        return result;
    std::vector<ProfileRequest> requests;
    for (const SourceTable *table : tables) {
        result.tables.push_back(table->name);
        requests.push_back(requestFor(*table));
    }
    EKOS_TRY(const std::vector<TableProfile> profiles, source.profile(requests, ScanBudget(), run));
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const TableProfile &profile = profiles[i];
        if (!isConclusion(profile)) {
            recorder.info("analyze", profile.table.toString(), {QT_TRANSLATE_NOOP("core", "%1 was not profiled: %2"), profile.table.toString(), profile.notProfiled});
            continue;
        }
        if (profile.tier == ProfileTier::Statistics && !profile.isComplete)
            recorder.info("analyze", profile.table.toString(), {QT_TRANSLATE_NOOP("core", "%1 is too large to be looked at within the budget: its profile rests on the planner's statistics, reckoned up to %2 rows."), profile.table.toString(), profile.rows});
        const TableProfileFact fact{profile.rows, profile.isComplete ? profile.rows : profile.tableRows, profile.isComplete, profile.columns, shapeOf(*tables[i])};
        result.facts.push_back({FactKind::TableProfile, tableSubject(catalog.database, profile.table), describe::canonicalJson(fact), recorder.id()});
    }
    return result;
}

} // namespace lakehouse::usecases
