#include "usecases/evidence/source_reading.h"

#include "describe/canonical_json.h"
#include "rules/planning/column_plan.h"
#include "rules/planning/extraction_planner.h"
#include "rules/pii/column_names.h"
#include "usecases/evidence/catalog_facts.h"
#include "usecases/evidence/table_profiling.h"

#include <algorithm>
#include <map>

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;
using describe::canonicalJson;

namespace {

/// The measure of a column as the ledger has it, or nothing; nothing too when it is of before NaN and infinities were counted apart.
Result<std::optional<ColumnMeasure>> knownMeasure(ports::Ledger &ledger, const QString &database, const MeasureRequest &request, RunContext &run)
{
    EKOS_TRY(const std::optional<ProfileFact> fact,
             currentFact<ProfileFact>(ledger, FactKind::ColumnProfile, columnSubject(database, request.table, request.column), run));
    if (!fact || !fact->notANumber)
        return std::optional<ColumnMeasure>();
    return std::optional(ColumnMeasure{.table = request.table, .column = request.column, .rows = fact->rows, .isComplete = fact->isComplete, .scale = fact->scale,
        .integerDigits = fact->integerDigits, .notANumber = *fact->notANumber, .infinite = fact->nonFinite - *fact->notANumber, .outOfRange = fact->outOfRange,
        .longNumbers = fact->longNumbers, .unusualArrays = fact->unusualArrays});
}

/// Rows are named by keys that say nothing of a person.
std::vector<MeasureRequest> withoutPersonalKeys(std::vector<MeasureRequest> requests, const CatalogSnapshot &catalog)
{
    std::map<TableName, bool> isPersonal;
    for (const SourceTable &table : catalog.tables) {
        const rules::NameContext context = rules::contextOf(table);
        const SourceKey *key = rules::primaryKeyOf(table);
        isPersonal[table.name] = key && std::ranges::any_of(table.columns, [&](const SourceColumn &column) {
            return std::ranges::find(key->columns, column.name) != key->columns.end() && rules::readNames(table, column, context).clue;
        });
    }
    for (MeasureRequest &request : requests)
        if (isPersonal[request.table])
            request.key.clear();
    return requests;
}

/// The columns whose values are to be read; what the ledger knows of the others goes into the reading.
Result<std::vector<MeasureRequest>> openRequests(ports::Ledger &ledger, Measuring measuring, SourceReading &reading, RunContext &run)
{
    std::vector<MeasureRequest> open;
    for (const MeasureRequest &request : withoutPersonalKeys(rules::measureRequests(reading.catalog), reading.catalog)) {
        if (measuring == Measuring::Missing) {
            EKOS_TRY(std::optional<ColumnMeasure> known, knownMeasure(ledger, reading.catalog.database, request, run));
            // Values that are in the way are looked at again: they may have been replaced, and the keys of their rows are kept nowhere.
            if (known && !rules::isInTheWay(request.type, *known)) {
                reading.measures.push_back(*std::move(known));
                continue;
            }
        }
        open.push_back(request);
    }
    return open;
}

Result<> recordMeasures(ports::Ledger &ledger, const std::vector<ColumnMeasure> &measures, const RunRecorder &recorder, SourceReading &reading, RunContext &run)
{
    if (measures.empty())
        return base::Ok{};
    std::vector<NewFact> facts;
    for (const ColumnMeasure &measure : measures)
        facts.push_back({FactKind::ColumnProfile, columnSubject(reading.catalog.database, measure.table, measure.column),
            canonicalJson(ProfileFact{measure.rows, measure.scale, measure.integerDigits, measure.notANumber + measure.infinite, measure.outOfRange, measure.unusualArrays,
                                      measure.isComplete, measure.notANumber, measure.longNumbers}), recorder.id()});
    EKOS_TRY(const std::vector<LedgerEntry> written, ledger.append(facts, recorder.actor(), run));
    reading.newEntries += qint64(written.size());
    reading.measuredColumns = qint64(measures.size());
    reading.measures.insert(reading.measures.end(), measures.begin(), measures.end());
    return base::Ok{};
}

Result<> retractWhatIsGone(ports::Ledger &ledger, const std::vector<NewFact> &facts, const RunRecorder &recorder, SourceReading &reading, RunContext &run)
{
    const QString &database = reading.catalog.database;
    std::vector<SubjectName> all;
    std::map<FactKind, std::vector<SubjectName>> ofKind;
    for (const NewFact &fact : facts) {
        all.push_back(fact.subject);
        if (std::ranges::find(kindsWithSharedSubjects, fact.kind) != std::end(kindsWithSharedSubjects))
            ofKind[fact.kind].push_back(fact.subject);
    }
    EKOS_TRY(reading.retractions, ledger.retractOthers(database, {std::begin(kindsOfCatalog), std::end(kindsOfCatalog)}, all, recorder.actor(), run));
    for (const FactKind kind : kindsWithSharedSubjects) {
        EKOS_TRY(const qint64 gone, ledger.retractOthers(database, {kind}, ofKind[kind], recorder.actor(), run));
        reading.retractions += gone;
    }
    return base::Ok{};
}

/// Records the catalog: nothing when it is the one that stands there already.
Result<> recordCatalog(ports::Ledger &ledger, const RunRecorder &recorder, SourceReading &reading, RunContext &run)
{
    const CatalogSnapshot &catalog = reading.catalog;
    const SubjectName database{.database = catalog.database, .kind = SubjectKind::Database};
    reading.digest = catalog.digest();
    EKOS_TRY(const std::optional<CatalogFact> before, currentFact<CatalogFact>(ledger, FactKind::Catalog, database, run));
    reading.isChanged = !before || before->digest != reading.digest;
    if (!reading.isChanged)
        return base::Ok{};
    std::vector<NewFact> facts = catalogFacts(catalog, recorder.id());
    const std::size_t objects = facts.size();
    EKOS_TRY(const BlobDigest snapshot, ledger.putBlob(canonicalJson(catalog), run));
    facts.push_back({FactKind::Catalog, database, canonicalJson(CatalogFact{reading.digest, catalog.databaseName, catalog.engine, catalog.serverVersion, catalog.role, snapshot}), recorder.id()});
    EKOS_TRY(const std::vector<LedgerEntry> written, ledger.append(facts, recorder.actor(), run));
    reading.newEntries += qint64(written.size());
    facts.resize(objects);
    return retractWhatIsGone(ledger, facts, recorder, reading, run);
}

} // namespace

Result<SourceReading> readSource(Workspace &workspace, const SourceConnection &connection, Measuring measuring, const RunRecorder &recorder, RunContext &run)
{
    EKOS_TRY(ports::SourceEngine *source, workspace.source(connection, run));
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    SourceReading reading;
    EKOS_TRY(reading.catalog, source->readCatalog(run));
    EKOS_TRY(const std::vector<MeasureRequest> open, openRequests(*ledger, measuring, reading, run));
    // The catalog is recorded by this process while the server measures.
    std::vector<ColumnMeasure> measures;
    EKOS_CHECK(run.parallelFor(2, 2, [&](qsizetype half) -> Result<> {
        if (half == 0)
            return recordCatalog(*ledger, recorder, reading, run);
        if (!open.empty()) {
            EKOS_TRY(measures, source->measure(open, run));
        }
        return base::Ok{};
    }));
    EKOS_CHECK(recordMeasures(*ledger, measures, recorder, reading, run));
    if (measuring == Measuring::All) {
        EKOS_TRY(reading.profiling, profileTables(*source, *ledger, reading.catalog, recorder, run));
    }
    recorder.info("analyze", connection.alias, {QT_TRANSLATE_NOOP("core", "%1 table(s) read with %2 catalog queries; %3 new ledger entries"),
        base::Plural{qint64(reading.catalog.tables.size())}, reading.catalog.queries, reading.newEntries});
    return reading;
}

Result<CatalogSnapshot> snapshotOf(const CatalogFact &fact, ports::Ledger &ledger, RunContext &run)
{
    constexpr qsizetype most = qsizetype(1) << 30; // our own document, of a source of any size
    EKOS_TRY(const QByteArray document, ledger.blob(fact.snapshot, run));
    return describe::readJson<CatalogSnapshot>(document, {.bytes = most});
}

Result<std::vector<ColumnMeasure>> knownMeasures(ports::Ledger &ledger, const CatalogSnapshot &catalog, RunContext &run)
{
    std::vector<ColumnMeasure> measures;
    for (const MeasureRequest &request : rules::measureRequests(catalog)) {
        EKOS_TRY(std::optional<ColumnMeasure> known, knownMeasure(ledger, catalog.database, request, run));
        if (known)
            measures.push_back(*std::move(known));
    }
    return measures;
}

Result<std::vector<SourceConnection>> configuredSources(const ProjectSettings &settings)
{
    EKOS_TRY(SourceConnection first, extractionSource(settings));
    std::vector<SourceConnection> sources{first};
    for (const DatabaseEntry &entry : settings.databases) {
        if (entry.name == first.alias)
            continue;
        ProjectSettings only = settings;
        only.lakehouse.source.clear();
        only.lakehouse.sourceDatabase = entry.name;
        only.lakehouse.sourceSchemas.clear();
        EKOS_TRY(SourceConnection further, extractionSource(only));
        sources.push_back(std::move(further));
    }
    return sources;
}

} // namespace lakehouse::usecases
