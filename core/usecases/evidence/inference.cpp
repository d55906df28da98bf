#include "usecases/evidence/inference.h"

#include "describe/canonical_json.h"
#include "model/fact_bodies.h"
#include "rules/dictionary/dictionary_reader.h"
#include "rules/findings/findings.h"
#include "usecases/evidence/finding_facts.h"
#include "usecases/evidence/held_findings.h"
#include "usecases/evidence/personal_data.h"

namespace lakehouse::usecases {

using namespace model;
using base::Result;
using base::RunContext;

namespace {

/// What each known dictionary in the database says. One that cannot be read is named, and the others count.
Result<std::vector<rules::DictionaryFindings>> readDictionaries(ports::SourceEngine &source, const CatalogSnapshot &catalog, const RunRecorder &recorder, HeldFindings &held, RunContext &run)
{
    std::vector<rules::DictionaryFindings> dictionaries;
    for (const auto &reader : rules::dictionaryReaders()) {
        for (const QString &schema : reader->findIn(catalog)) {
            EKOS_CHECK(run.step({QT_TRANSLATE_NOOP("core", "Read the dictionary of %1"), reader->application()}));
            const std::vector<rules::DictionaryQuery> queries = reader->queries(catalog, schema);
            std::vector<QString> statements;
            for (const rules::DictionaryQuery &query : queries)
                statements.push_back(query.sql);
            Result<std::vector<ports::SqlRows>> rows = source.queryTogether(statements, run);
            if (!rows) {
                if (rows.error().code == base::ErrorCode::Cancelled)
                    return rows.error();
                recorder.warning("analyze", schema, {QT_TRANSLATE_NOOP("core", "The dictionary of %1 could not be read: %2"), reader->application(), rows.error().message});
                held.holdDictionaries();
                continue;
            }
            std::vector<rules::DictionaryAnswer> answers;
            for (std::size_t i = 0; i < queries.size(); ++i)
                answers.push_back({queries[i].name, std::move(rows.value()[i].rows)});
            EKOS_TRY(rules::DictionaryFindings findings, reader->read(catalog, schema, answers));
            dictionaries.push_back(std::move(findings));
        }
    }
    return dictionaries;
}

/// A file that may be read again tomorrow holds everything. What is no text, or too much of it, holds what was seen in it when it was one: it may stay so
/// for good, and the rest of the application goes on.
void holdUnread(const std::vector<ports::SkippedFile> &skipped, HeldFindings &held)
{
    for (const ports::SkippedFile &file : skipped) {
        if (file.reason == ports::SkippedFile::Reason::Unreadable)
            held.holdApplication();
        else
            held.holdPlace(file.path);
    }
}

template<typename Question>
void holdUncounted(const std::vector<Question> &questions, const std::vector<RowCount> &counts, HeldFindings &held)
{
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (!counts[i].isCounted())
            held.holdCounts(questions[i].table);
}

Result<rules::TakenMeasures> takeMeasures(ports::SourceEngine &source, rules::WantedMeasures wanted, HeldFindings &held, RunContext &run)
{
    rules::TakenMeasures measures{.wanted = std::move(wanted)};
    if (measures.wanted == rules::WantedMeasures{})
        return measures;
    EKOS_CHECK(run.step(QT_TRANSLATE_NOOP("core", "Count what claims and keys say")));
    EKOS_TRY(measures.duplicates, source.countDuplicates(measures.wanted.duplicates, {}, run));
    EKOS_TRY(measures.nulls, source.countNulls(measures.wanted.nulls, {}, run));
    EKOS_TRY(measures.orphans, source.countOrphans(measures.wanted.orphans, {}, run));
    holdUncounted(measures.wanted.duplicates, measures.duplicates, held);
    holdUncounted(measures.wanted.nulls, measures.nulls, held);
    holdUncounted(measures.wanted.orphans, measures.orphans, held);
    return measures;
}

class FactList {
public:
    FactList(const QString &database, const RunId &run, std::vector<NewFact> facts) : m_database(database), m_run(run), m_facts(std::move(facts)) {}

    template<typename Finding>
    qint64 add(const std::vector<Finding> &findings)
    {
        for (const Finding &finding : findings) {
            NewFact fact = factOf(m_database, finding);
            fact.run = m_run;
            m_facts.push_back(std::move(fact));
        }
        return qint64(findings.size());
    }
    /// The reading that all this follows from is an analysed one.
    Result<> addAnalyzed(Workspace &workspace, RunContext &run)
    {
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
        const SubjectName database{.database = m_database, .kind = SubjectKind::Database};
        EKOS_TRY(std::optional<CatalogFact> reading, currentFact<CatalogFact>(*ledger, FactKind::Catalog, database, run));
        if (!reading)
            return base::Ok{};
        reading->isAnalyzed = true;
        m_facts.push_back({FactKind::Catalog, database, describe::canonicalJson(*reading), m_run});
        return base::Ok{};
    }
    std::vector<NewFact> take() { return std::move(m_facts); }

private:
    const QString &m_database;
    const RunId &m_run;
    std::vector<NewFact> m_facts;
};

/// What profiling concluded of tables whose values were looked at as well: the others are to be looked at again.
std::vector<NewFact> profilesOf(const std::vector<NewFact> &facts, const QString &database, const std::set<TableName> &unseen)
{
    std::set<FactSubject> left;
    for (const TableName &table : unseen)
        left.insert({FactKind::TableProfile, tableSubject(database, table)});
    std::vector<NewFact> kept;
    std::ranges::copy_if(facts, std::back_inserter(kept), [&](const NewFact &fact) { return !left.contains({fact.kind, fact.subject}); });
    return kept;
}

/// Appends what is new and retracts what no longer holds, a kind at a time: what one kind's subjects are says nothing of another's.
Result<> record(std::vector<NewFact> facts, const HeldFindings &held, const QString &database, const RunRecorder &recorder, Workspace &workspace, RunContext &run, api::FindingCounts &counts)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const auto standing, held.standing(database, findingKinds, *ledger, run));
    std::erase_if(facts, [&](const NewFact &fact) { return fact.kind != FactKind::WriteBehaviour && standing.contains({fact.kind, fact.subject}); });
    for (NewFact &fact : facts) {
        const auto stands = standing.find({fact.kind, fact.subject});
        if (stands == standing.end())
            continue;
        EKOS_TRY(const WriteBehaviour seen, describe::readJson<WriteBehaviour>(fact.body));
        EKOS_TRY(const WriteBehaviour merged, held.merged(stands->second, seen));
        fact.body = describe::canonicalJson(merged);
    }
    EKOS_TRY(const std::vector<LedgerEntry> written, ledger->append(facts, recorder.actor(), run));
    counts.newEntries = qint64(written.size());
    for (const FactKind kind : findingKinds) {
        std::vector<SubjectName> seen;
        for (const NewFact &fact : facts)
            if (fact.kind == kind)
                seen.push_back(fact.subject);
        for (const auto &[fact, body] : standing)
            if (fact.kind == kind)
                seen.push_back(fact.subject);
        EKOS_TRY(const qint64 retracted, ledger->retractOthers(database, {kind}, seen, recorder.actor(), run));
        counts.retractions += retracted;
    }
    return base::Ok{};
}

void report(const ApplicationSource &application, const rules::WriteFindings &writes, const RunRecorder &recorder, api::FindingCounts &counts)
{
    counts.sourceFiles = application.report.files;
    for (const ports::SkippedFile &skipped : application.report.skipped) {
        counts.skippedFiles.push_back(skipped.path);
        recorder.warning("analyze", skipped.path, skipped.why);
    }
    counts.unresolvedWrites = qint64(writes.unresolved.size());
    for (const rules::UnresolvedWrite &write : writes.unresolved)
        recorder.warning("analyze", write.evidence.place, {QT_TRANSLATE_NOOP("core", "Line %1 writes to a table that is not known beyond doubt: %2."), write.evidence.line, write.name});
}

} // namespace

Result<api::FindingCounts> inferFindings(Workspace &workspace, ports::SourceEngine &source, const SourceReading &reading, const ApplicationSource &application, const RunRecorder &recorder,
                                         RunContext &run)
{
    const CatalogSnapshot &catalog = reading.catalog;
    HeldFindings held;
    holdUnread(application.report.skipped, held);
    EKOS_TRY(const std::vector<rules::DictionaryFindings> dictionaries, readDictionaries(source, catalog, recorder, held, run));
    EKOS_TRY(const rules::TakenMeasures measures, takeMeasures(source, rules::measuresWanted(catalog, dictionaries), held, run));
    EKOS_TRY(const rules::WriteFindings writes, writesTo(catalog, application, run));
    EKOS_TRY(const std::vector<PiiCandidate> known, knownPersonalData(workspace, catalog.database, run));
    EKOS_TRY(const PersonalDataFound personalData, findPersonalData(source, {catalog, reading.profiling.tables, known, workspace.clock().now()}, run));
    EKOS_CHECK(run.step(QT_TRANSLATE_NOOP("core", "Draw conclusions")));
    const rules::Findings findings = rules::findingsOf({.catalog = catalog, .dictionaries = dictionaries, .sqlFiles = application.sqlFiles, .measures = measures});
    FactList facts(catalog.database, recorder.id(), profilesOf(reading.profiling.facts, catalog.database, personalData.unseen));
    api::FindingCounts counts;
    counts.scope = facts.add(findings.scope);
    counts.pii = facts.add(personalData.candidates);
    counts.conflicts = facts.add(findings.conflicts);
    counts.identity = facts.add(findings.identity);
    counts.writes = facts.add(writes.tables);
    counts.terms = facts.add(findings.glossary);
    counts.codeLists = facts.add(findings.codeLists);
    counts.flags = facts.add(findings.flags);
    counts.relations = facts.add(findings.logicalForeignKeys);
    counts.mandatoryColumns = facts.add(findings.mandatoryColumns);
    report(application, writes, recorder, counts);
    EKOS_CHECK(facts.addAnalyzed(workspace, run));
    EKOS_CHECK(record(facts.take(), held, catalog.database, recorder, workspace, run, counts));
    return counts;
}

} // namespace lakehouse::usecases
