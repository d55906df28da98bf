#include "usecases/evidence/evidence.h"

#include "api/operations/evidence.h"
#include "model/fact_bodies.h"
#include "model/review.h"
#include "usecases/evidence/import_facts.h"
#include "usecases/evidence/inference.h"
#include "usecases/evidence/ledger_pages.h"
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
        EKOS_TRY(const ApplicationSource application, readApplication(workspace, run));
        for (const SourceConnection &source : sources) {
            EKOS_TRY(const SourceReading reading, readSource(workspace, source, Measuring::All, recorder, run));
            result.answer.databases.push_back(described(reading));
            EKOS_TRY(ports::SourceEngine *engine, workspace.source(source, run));
            EKOS_TRY(result.answer.databases.back().findings, inferFindings(workspace, *engine, reading, application, recorder, run));
            tables += result.answer.databases.back().tables;
        }
        result.outcome = {QT_TRANSLATE_NOOP("core", "Tables read: %1, in databases: %2."), tables, qint64(sources.size())};
        return result;
    });
}

/// Documents that decisions name must be there: the chain covers their digests only.
template<typename Body>
Result<> findMissingDocuments(FactKind kind, BlobDigest Body::*document, const char *finding, ports::Ledger &ledger, ports::LedgerVerification &verification, RunContext &run)
{
    ports::LedgerFilter filter{.kind = kind, .limit = largestPage};
    while (verification.problems.empty()) {
        EKOS_TRY(const std::vector<LedgerEntry> page, ledger.entries(filter, run));
        for (const LedgerEntry &entry : page) {
            EKOS_TRY(const Body body, describe::readJson<Body>(entry.body));
            if (const Result<QByteArray> bytes = ledger.blob(body.*document, run); !bytes) {
                base::Text text;
                text.source = QString::fromUtf8(finding);
                text.arguments.push_back(bytes.error().message);
                verification.problems.push_back({entry.sequence, text});
            }
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
    EKOS_CHECK(findMissingDocuments(FactKind::LakehouseApproval, &ApprovalFact::approval, QT_TRANSLATE_NOOP("core", "The plan that this approval was given to cannot be read: %1"), *ledger, verification, run));
    EKOS_CHECK(findMissingDocuments(FactKind::SignOff, &SignOffFact::state, QT_TRANSLATE_NOOP("core", "What was signed here cannot be read: %1"), *ledger, verification, run));
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
    registry.add<ShowTimeline>(inWorkspace<ShowTimeline>(workspaces, [](const ShowTimeline &request, const CallContext &, Workspace &workspace, RunContext &run) {
        return showTimeline(request, workspace, run);
    }));
    registry.add<ShowAudit>(inWorkspace<ShowAudit>(workspaces, [](const ShowAudit &request, const CallContext &, Workspace &workspace, RunContext &run) {
        return showAudit(request, workspace, run);
    }));
    registry.add<VerifyLedger>(inWorkspace<VerifyLedger>(workspaces, [](const VerifyLedger &, const CallContext &, Workspace &workspace, RunContext &run) {
        return verifyLedger(workspace, run);
    }));
}

} // namespace lakehouse::usecases
