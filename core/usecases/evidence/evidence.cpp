#include "usecases/evidence/evidence.h"

#include "api/operations/evidence.h"
#include "model/fact_bodies.h"
#include "rules/planning/plan_diff.h"
#include "usecases/evidence/import_facts.h"
#include "usecases/evidence/inference.h"
#include "usecases/evidence/source_reading.h"

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 largestPage = 1000;

DatabaseAnalysis described(const SourceReading &reading)
{
    const CatalogSnapshot &catalog = reading.catalog;
    DatabaseAnalysis analysis{.database = catalog.database, .engine = catalog.engine, .serverVersion = catalog.serverVersion, .digest = reading.digest,
        .isChanged = reading.isChanged, .tables = qint64(catalog.tables.size()), .measuredColumns = reading.measuredColumns, .queries = catalog.queries,
        .newEntries = reading.newEntries, .retractions = reading.retractions, .counts = catalog.counts};
    for (const SourceTable &table : catalog.tables)
        analysis.columns += qint64(table.columns.size());
    return analysis;
}

Result<AnalysisReport> analyze(const AnalyzeSource &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(std::vector<SourceConnection> sources, configuredSources(loaded.settings));
    if (request.database) {
        std::erase_if(sources, [&](const SourceConnection &source) { return source.alias != *request.database; });
        if (sources.empty())
            return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "No configured database is called \"%1\"."), *request.database},
                         QT_TRANSLATE_NOOP("core", "See the names with: ekos-lakehouse config show --effective"), *request.database};
    }
    return recorded<AnalysisReport>(workspace, AnalyzeSource::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<AnalysisReport>> {
        Recorded<AnalysisReport> result{.answer = {.run = recorder.id()}};
        qint64 tables = 0;
        for (const SourceConnection &source : sources) {
            EKOS_TRY(const SourceReading reading, readSource(workspace, source, Measuring::All, recorder, run));
            result.answer.databases.push_back(described(reading));
            EKOS_TRY(ports::SourceEngine *engine, workspace.source(source, run));
            EKOS_TRY(result.answer.databases.back().findings, inferFindings(workspace, *engine, reading, recorder, run));
            tables += result.answer.databases.back().tables;
        }
        result.outcome = {QT_TRANSLATE_NOOP("core", "Tables read: %1, in databases: %2."), tables, qint64(sources.size())};
        return result;
    });
}

QString inWords(const SubjectName &subject)
{
    QString words = subject.object.isEmpty() ? subject.database : sqlIdentifier(subject.schema) + QLatin1Char('.') + sqlIdentifier(subject.object);
    if (!subject.part.isEmpty())
        words += QLatin1Char('.') + sqlIdentifier(subject.part);
    return words;
}

/// The table that is meant, among those the ledger knows of.
Result<TableName> tableInLedger(const TableSelector &selector, ports::Ledger &ledger, RunContext &run)
{
    EKOS_TRY(const std::vector<LedgerEntry> known, ledger.currentOfKind(FactKind::Table, run));
    std::vector<TableName> names;
    for (const LedgerEntry &entry : known) {
        EKOS_TRY(TableName name, TableName::create(entry.subject.schema, entry.subject.object));
        names.push_back(std::move(name));
    }
    return rules::resolveTable(selector, names);
}

/// Entries about a table and its parts: columns, keys, checks, triggers, changes, what was not green.
Result<std::vector<LedgerEntry>> entriesOfTable(const TableSelector &selector, ports::LedgerFilter filter, ports::Ledger &ledger, RunContext &run)
{
    EKOS_TRY(const TableName name, tableInLedger(selector, ledger, run));
    std::vector<LedgerEntry> entries;
    const qint64 wanted = filter.limit;
    filter.limit = largestPage;
    while (true) { // by pages of the whole ledger: its parts have subjects of their own
        EKOS_TRY(const std::vector<LedgerEntry> page, ledger.entries(filter, run));
        for (const LedgerEntry &entry : page)
            if (entry.subject.schema == name.schema() && entry.subject.object == name.table() && qint64(entries.size()) < wanted)
                entries.push_back(entry);
        if (qint64(page.size()) < filter.limit || qint64(entries.size()) == wanted)
            return entries;
        filter.afterSequence = page.back().sequence;
    }
}

Result<LedgerPage> showLedger(const ShowLedger &request, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    ports::LedgerFilter filter{.kind = request.kind, .afterSequence = request.after, .limit = std::clamp<qint64>(request.limit, 1, largestPage) + 1};
    EKOS_TRY(std::vector<LedgerEntry> entries, request.table ? entriesOfTable(*request.table, filter, *ledger, run) : ledger->entries(filter, run));
    LedgerPage page;
    if (qint64(entries.size()) == filter.limit) {
        entries.pop_back();
        page.next = entries.back().sequence;
    }
    for (const LedgerEntry &entry : entries)
        page.entries.push_back({entry.sequence, entry.recordedAtUtc, entry.kind, inWords(entry.subject), entry.subject, entry.actor.toString(), entry.run,
                                QString::fromUtf8(entry.body), entry.hash});
    return page;
}

/// Documents that decisions and readings name must be there: the chain covers their digests only.
Result<> findMissingDocuments(ports::Ledger &ledger, ports::LedgerVerification &verification, RunContext &run)
{
    ports::LedgerFilter filter{.kind = FactKind::LakehouseApproval, .limit = largestPage};
    while (verification.problems.empty()) {
        EKOS_TRY(const std::vector<LedgerEntry> page, ledger.entries(filter, run));
        for (const LedgerEntry &entry : page) {
            EKOS_TRY(const ApprovalFact approval, describe::readJson<ApprovalFact>(entry.body));
            if (const Result<QByteArray> document = ledger.blob(approval.approval, run); !document)
                verification.problems.push_back({entry.sequence, {QT_TRANSLATE_NOOP("core", "The plan that this approval was given to cannot be read: %1"), document.error().message}});
        }
        if (qint64(page.size()) < filter.limit)
            break;
        filter.afterSequence = page.back().sequence;
    }
    return base::Ok{};
}

Result<LedgerVerdict> verifyLedger(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(ports::RunStore *runs, workspace.runs(run));
    EKOS_TRY(const std::optional<EntryHash> noted, runs->notedLedgerHead());
    EKOS_CHECK(run.step(QT_TRANSLATE_NOOP("core", "Walk the chain")));
    EKOS_TRY(ports::LedgerVerification verification, ledger->verify(noted, run));
    // The commit is the witness that outlives the project's state folder.
    EKOS_TRY(ports::PipelineRepository *repository, workspace.repository(run));
    const Result<std::optional<QString>> sealed = repository->newestTrailer(QStringLiteral("Ekos-Ledger-Head"), run);
    if (!sealed && sealed.error().code != ErrorCode::NotFound) // before the first generate there is no repository
        return sealed.error();
    if (sealed && sealed.value() && verification.problems.empty()) {
        if (const Result<EntryHash> head = EntryHash::parse(*sealed.value())) {
            EKOS_TRY(verification, ledger->verify(head.value(), run));
        } else {
            verification.problems.push_back({0, {QT_TRANSLATE_NOOP("core", "The newest commit names \"%1\" as the ledger's head, which is none."), *sealed.value()}});
        }
    }
    EKOS_CHECK(findMissingDocuments(*ledger, verification, run));
    LedgerVerdict verdict{.entries = verification.entries, .head = verification.head};
    for (ports::LedgerProblem &problem : verification.problems)
        verdict.findings.push_back({problem.sequence, std::move(problem.finding)});
    return verdict;
}

} // namespace

void addEvidence(HandlerRegistry &registry, WorkspaceProvider &workspaces)
{
    registry.add<AnalyzeSource>(inWorkspace<AnalyzeSource>(workspaces, analyze));
    registry.add<ImportFacts>(inWorkspace<ImportFacts>(workspaces, importFacts));
    registry.add<ShowLedger>(inWorkspace<ShowLedger>(workspaces, [](const ShowLedger &request, const CallContext &, Workspace &workspace, RunContext &run) {
        return showLedger(request, workspace, run);
    }));
    registry.add<VerifyLedger>(inWorkspace<VerifyLedger>(workspaces, [](const VerifyLedger &, const CallContext &, Workspace &workspace, RunContext &run) {
        return verifyLedger(workspace, run);
    }));
}

} // namespace lakehouse::usecases
