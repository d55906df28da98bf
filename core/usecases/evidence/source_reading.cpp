#include "usecases/evidence/source_reading.h"

#include "describe/canonical_json.h"
#include "model/fact_bodies.h"
#include "rules/planning/extraction_planner.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;
using describe::canonicalJson;

namespace {

SubjectName partSubject(const QString &database, const TableName &table, SubjectKind kind, const QString &part)
{
    return {database, table.schema(), table.table(), kind, part};
}

/// Everything a catalog says, as facts.
std::vector<NewFact> factsOf(const CatalogSnapshot &catalog, const RunId &run)
{
    std::vector<NewFact> facts;
    const auto add = [&](FactKind kind, SubjectName subject, QByteArray body) { facts.push_back({kind, std::move(subject), std::move(body), run}); };
    for (const SourceTable &table : catalog.tables) {
        const TableName &name = table.name;
        add(FactKind::Table, tableSubject(catalog.database, name),
            canonicalJson(TableFact{table.kind, table.comment, table.partitionKey, table.partitions, table.isReadable, table.isFilteredByRowSecurity}));
        for (const SourceColumn &column : table.columns)
            add(FactKind::Column, columnSubject(catalog.database, name, column.name), canonicalJson(column));
        for (const SourceKey &key : table.keys)
            add(FactKind::Key, partSubject(catalog.database, name, SubjectKind::Key, key.name), canonicalJson(key));
        for (const SourceForeignKey &key : table.foreignKeys)
            add(FactKind::ForeignKey, partSubject(catalog.database, name, SubjectKind::ForeignKey, key.name), canonicalJson(key));
        for (const SourceCheck &check : table.checks)
            add(FactKind::Check, partSubject(catalog.database, name, SubjectKind::Check, check.name), canonicalJson(check));
        for (const SourceTrigger &trigger : table.triggers)
            add(FactKind::Trigger, partSubject(catalog.database, name, SubjectKind::Trigger, trigger.name), canonicalJson(trigger));
    }
    return facts;
}

/// The measure of a column as the ledger has it, or nothing.
Result<std::optional<ColumnMeasure>> knownMeasure(ports::Ledger &ledger, const QString &database, const MeasureRequest &request, RunContext &run)
{
    EKOS_TRY(const std::optional<ProfileFact> fact,
             currentFact<ProfileFact>(ledger, FactKind::ColumnProfile, columnSubject(database, request.table, request.column), run));
    if (!fact)
        return std::optional<ColumnMeasure>();
    return std::optional(ColumnMeasure{.table = request.table, .column = request.column, .rows = fact->rows, .isComplete = fact->isComplete, .scale = fact->scale,
        .integerDigits = fact->integerDigits, .nonFinite = fact->nonFinite, .outOfRange = fact->outOfRange, .unusualArrays = fact->unusualArrays});
}

Result<> measureColumns(ports::SourceEngine &source, ports::Ledger &ledger, Measuring measuring, const RunRecorder &recorder, SourceReading &reading, RunContext &run)
{
    std::vector<MeasureRequest> open;
    for (const MeasureRequest &request : rules::measureRequests(reading.catalog)) {
        if (measuring == Measuring::Missing) {
            EKOS_TRY(std::optional<ColumnMeasure> known, knownMeasure(ledger, reading.catalog.database, request, run));
            if (known) {
                reading.measures.push_back(*std::move(known));
                continue;
            }
        }
        open.push_back(request);
    }
    if (open.empty())
        return base::Ok{};
    EKOS_TRY(std::vector<ColumnMeasure> measures, source.measure(open, run));
    std::vector<NewFact> facts;
    for (const ColumnMeasure &measure : measures)
        facts.push_back({FactKind::ColumnProfile, columnSubject(reading.catalog.database, measure.table, measure.column),
            canonicalJson(ProfileFact{measure.rows, measure.scale, measure.integerDigits, measure.nonFinite, measure.outOfRange, measure.unusualArrays, measure.isComplete}), recorder.id()});
    EKOS_TRY(const std::vector<LedgerEntry> written, ledger.append(facts, recorder.actor(), run));
    reading.newEntries += qint64(written.size());
    reading.measuredColumns = qint64(measures.size());
    reading.measures.insert(reading.measures.end(), measures.begin(), measures.end());
    return base::Ok{};
}

/// Records the catalog: nothing when it is the one that stands there already.
Result<> recordCatalog(ports::Ledger &ledger, const RunRecorder &recorder, SourceReading &reading, RunContext &run)
{
    const CatalogSnapshot &catalog = reading.catalog;
    const SubjectName database{.database = catalog.database, .kind = SubjectKind::Database};
    const CatalogDigest digest = catalog.digest();
    EKOS_TRY(const std::optional<CatalogFact> before, currentFact<CatalogFact>(ledger, FactKind::Catalog, database, run));
    reading.isChanged = !before || before->digest != digest;
    if (!reading.isChanged)
        return base::Ok{};
    std::vector<NewFact> facts = factsOf(catalog, recorder.id());
    std::vector<SubjectName> seen;
    for (const NewFact &fact : facts)
        seen.push_back(fact.subject);
    EKOS_TRY(const BlobDigest snapshot, ledger.putBlob(canonicalJson(catalog), run));
    facts.push_back({FactKind::Catalog, database, canonicalJson(CatalogFact{digest, catalog.databaseName, catalog.engine, catalog.serverVersion, catalog.role, snapshot}), recorder.id()});
    EKOS_TRY(const std::vector<LedgerEntry> written, ledger.append(facts, recorder.actor(), run));
    reading.newEntries += qint64(written.size());
    EKOS_TRY(reading.retractions, ledger.retractOthers(catalog.database,
        {FactKind::Table, FactKind::Column, FactKind::ColumnProfile, FactKind::Key, FactKind::ForeignKey, FactKind::Check, FactKind::Trigger}, seen, recorder.actor(), run));
    return base::Ok{};
}

} // namespace

Result<SourceReading> readSource(Workspace &workspace, const SourceConnection &connection, Measuring measuring, const RunRecorder &recorder, RunContext &run)
{
    EKOS_TRY(ports::SourceEngine *source, workspace.source(connection, run));
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    SourceReading reading;
    EKOS_TRY(reading.catalog, source->readCatalog(run));
    EKOS_CHECK(recordCatalog(*ledger, recorder, reading, run));
    EKOS_CHECK(measureColumns(*source, *ledger, measuring, recorder, reading, run));
    recorder.info("analyze", connection.alias, {QT_TRANSLATE_NOOP("core", "%1 table(s) read with %2 catalog queries; %3 new ledger entries"),
        base::Plural{qint64(reading.catalog.tables.size())}, reading.catalog.queries, reading.newEntries});
    return reading;
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
