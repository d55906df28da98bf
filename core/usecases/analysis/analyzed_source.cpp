#include "usecases/analysis/analyzed_source.h"

#include "rules/planning/extraction_planner.h"
#include "rules/planning/setting_names.h"
#include "usecases/evidence/current_findings.h"
#include "usecases/evidence/source_reading.h"
#include "usecases/review/review_state.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace model;
using api::AnalysisTotals;
using api::AnalyzedTable;
using api::RelationBasis;
using api::TableRelation;
using base::Result;
using base::RunContext;

namespace {

using FactsByTable = std::map<TableName, AnalyzedFacts>;

template<typename Body>
Result<> readLists(FactKind kind, std::vector<Body> AnalyzedFacts::*list, const QString &database, ports::Ledger &ledger, RunContext &run, FactsByTable &facts)
{
    return forEachFinding<Body>(kind, database, ledger, run, [&](Body body, const LedgerEntry &) {
        const TableName table = body.table;
        (facts[table].*list).push_back(std::move(body));
    });
}

template<typename Body>
Result<> readOne(FactKind kind, std::optional<Body> AnalyzedFacts::*one, const QString &database, ports::Ledger &ledger, RunContext &run, FactsByTable &facts)
{
    return forEachFinding<Body>(kind, database, ledger, run, [&](Body body, const LedgerEntry &) {
        std::optional<Body> &place = facts[body.table].*one;
        if (!place)
            place = std::move(body);
    });
}

bool hasOrphans(const AnalyzedFacts &facts, const QString &constraint)
{
    return std::ranges::any_of(facts.conflicts, [&](const Conflict &conflict) { return conflict.kind == ConflictKind::OrphansOfForeignKey && conflict.about == sqlIdentifier(constraint); });
}

/// Both ends of a relation show it, a table that leads to itself once.
void addRelation(const TableRelation &relation, FactsByTable &facts)
{
    facts[relation.table].relations.push_back(relation);
    if (relation.referenced != relation.table)
        facts[relation.referenced].relations.push_back(relation);
}

void addDeclaredRelations(const CatalogSnapshot &catalog, FactsByTable &facts)
{
    for (const SourceTable &table : catalog.tables)
        for (const SourceForeignKey &key : table.foreignKeys)
            addRelation({table.name, key.columns, key.referenced, key.referencedColumns, key.isValidated ? RelationBasis::Declared : RelationBasis::NotValidated, hasOrphans(facts[table.name], key.name)}, facts);
}

Result<> addInferredRelations(const QString &database, ports::Ledger &ledger, RunContext &run, FactsByTable &facts)
{
    return forEachFinding<LogicalForeignKey>(FactKind::LogicalForeignKey, database, ledger, run, [&](const LogicalForeignKey &key, const LedgerEntry &) {
        addRelation({key.table, key.columns, key.referenced, key.referencedColumns, RelationBasis::Inferred, false}, facts);
    });
}

Result<FactsByTable> readFacts(const CatalogSnapshot &catalog, ports::Ledger &ledger, RunContext &run)
{
    FactsByTable facts;
    const QString &database = catalog.database;
    EKOS_CHECK(readOne(FactKind::ScopeProposal, &AnalyzedFacts::scope, database, ledger, run, facts));
    EKOS_CHECK(readOne(FactKind::WriteBehaviour, &AnalyzedFacts::writes, database, ledger, run, facts));
    EKOS_CHECK(readLists(FactKind::PiiCandidate, &AnalyzedFacts::personalData, database, ledger, run, facts));
    EKOS_CHECK(readLists(FactKind::Conflict, &AnalyzedFacts::conflicts, database, ledger, run, facts));
    EKOS_CHECK(readLists(FactKind::IdentityCandidate, &AnalyzedFacts::identity, database, ledger, run, facts));
    EKOS_CHECK(readLists(FactKind::EnumMeaning, &AnalyzedFacts::codeLists, database, ledger, run, facts));
    EKOS_CHECK(readLists(FactKind::FlagColumn, &AnalyzedFacts::flags, database, ledger, run, facts));
    EKOS_CHECK(readLists(FactKind::MandatoryColumn, &AnalyzedFacts::mandatoryColumns, database, ledger, run, facts));
    EKOS_CHECK(forEachFinding<GlossaryTerm>(FactKind::GlossaryTerm, database, ledger, run, [&](GlossaryTerm term, const LedgerEntry &) {
        if (term.table)
            facts[*term.table].terms.push_back(term);
    }));
    EKOS_CHECK(forEachFinding<TableProfileFact>(FactKind::TableProfile, database, ledger, run, [&](TableProfileFact profile, const LedgerEntry &entry) {
        if (const Result<TableName> table = TableName::create(entry.subject.schema, entry.subject.object)) {
            facts[table.value()].profile = std::move(profile);
            facts[table.value()].profiledAtUtc = entry.recordedAtUtc;
        }
    }));
    addDeclaredRelations(catalog, facts);
    EKOS_CHECK(addInferredRelations(database, ledger, run, facts));
    return facts;
}

AnalyzedTable rowOf(const SourceTable &table, const PlannedTable &planned, const AnalyzedFacts &facts)
{
    AnalyzedTable row{.table = table.name, .kind = table.kind, .rows = table.estimatedRows, .columns = qint64(table.columns.size()), .key = planned.decision.key,
        .personalData = qint64(facts.personalData.size()), .conflicts = qint64(facts.conflicts.size()), .isRefused = planned.decision.mode == LoadMode::Refused, .profiledAtUtc = facts.profiledAtUtc};
    if (facts.writes) {
        row.inserts = facts.writes->inserts;
        row.updates = facts.writes->updates;
        row.deletes = facts.writes->deletes;
    }
    if (const auto &watermark = planned.decision.watermark) {
        row.watermark = watermark->column;
        row.watermarkProof = watermark->proof;
    }
    row.orphans = std::ranges::count_if(facts.conflicts, [](const Conflict &conflict) { return conflict.kind == ConflictKind::OrphansOfForeignKey; });
    row.refusedColumns = std::ranges::count_if(planned.decision.columns, [](const PlannedColumn &column) { return column.fidelity == Fidelity::Refused; });
    return row;
}

AnalysisTotals totalsOf(const AnalyzedSource &source)
{
    AnalysisTotals totals{.tables = qint64(source.catalog.tables.size()), .routines = qint64(source.catalog.routines.size())};
    for (const AnalyzedTable &row : source.rows) {
        totals.columns += row.columns;
        totals.profiled += row.profiledAtUtc.has_value();
        totals.watermarks += row.watermark.has_value();
        totals.personalData += row.personalData;
        totals.conflicts += row.conflicts;
        totals.withoutKey += holdsRows(row.kind) && row.key.empty();
    }
    return totals;
}

/// How tables would load if nobody decided anything and Trino showed what it should.
Result<ExtractionPlan> planByFacts(const CatalogSnapshot &catalog, const LakehouseSection &settings, Workspace &workspace, ports::Ledger &ledger, RunContext &run)
{
    EKOS_TRY(const std::vector<ColumnMeasure> measures, knownMeasures(ledger, catalog, run));
    EKOS_TRY(const std::vector<WriteBehaviour> writes, writeBehaviours(workspace, catalog.database, run));
    return rules::plan({.catalog = catalog, .measures = measures, .exposed = std::nullopt, .settings = settings, .changes = {}, .writes = &writes});
}

Result<AnalyzedSourcePointer> readSource(const QString &database, const ports::LedgerHead &head, const LakehouseSection &settings, const SettingsDigest &digest, Workspace &workspace,
                                         ports::Ledger &ledger, RunContext &run)
{
    auto source = std::make_shared<AnalyzedSource>();
    source->head = head;
    source->settings = digest;
    EKOS_TRY(const auto entry, ledger.current(FactKind::Catalog, {.database = database, .kind = SubjectKind::Database}, run));
    source->catalog.database = database;
    if (!entry)
        return AnalyzedSourcePointer(std::move(source));
    EKOS_TRY(source->catalogFact, describe::readJson<CatalogFact>(entry->body));
    source->readAtUtc = entry->recordedAtUtc;
    EKOS_TRY(source->catalog, snapshotOf(*source->catalogFact, ledger, run));
    std::ranges::sort(source->catalog.tables, {}, &SourceTable::name);
    EKOS_TRY(source->facts, readFacts(source->catalog, ledger, run));
    EKOS_TRY(source->planned, planByFacts(source->catalog, settings, workspace, ledger, run));
    for (std::size_t i = 0; i < source->catalog.tables.size(); ++i) {
        const SourceTable &table = source->catalog.tables[i];
        source->rows.push_back(rowOf(table, source->planned.tables[i], source->of(table.name)));
    }
    source->totals = totalsOf(*source);
    return AnalyzedSourcePointer(std::move(source));
}

} // namespace

const AnalyzedFacts &AnalyzedSource::of(const TableName &table) const
{
    static const AnalyzedFacts none;
    const auto found = facts.find(table);
    return found == facts.end() ? none : found->second;
}

Result<AnalyzedSourcePointer> AnalysisMemory::read(const QString &project, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection connection, extractionSource(loaded.settings));
    const SettingsDigest settings = rules::settingsDigest(loaded.settings.lakehouse);
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const ports::LedgerHead head, ledger->head(run));
    {
        const std::lock_guard lock(m_mutex);
        const AnalyzedSourcePointer kept = m_sources.value(project);
        if (kept && kept->catalog.database == connection.alias && kept->settings == settings && kept->head.sequence == head.sequence && kept->head.hash == head.hash)
            return kept;
    }
    EKOS_TRY(const AnalyzedSourcePointer source, readSource(connection.alias, head, loaded.settings.lakehouse, settings, workspace, *ledger, run));
    const std::lock_guard lock(m_mutex);
    m_sources.insert(project, source);
    return source;
}

} // namespace lakehouse::usecases
