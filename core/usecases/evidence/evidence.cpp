#include "usecases/evidence/evidence.h"

#include "api/operations/evidence.h"
#include "usecases/evidence/import_facts.h"
#include "usecases/evidence/inference.h"
#include "usecases/evidence/ledger_checks.h"
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

} // namespace

void addEvidence(HandlerRegistry &registry, WorkspaceProvider &workspaces)
{
    registry.add<AnalyzeSource>(inWorkspace<AnalyzeSource>(workspaces, analyze));
    registry.add<ImportFacts>(inWorkspace<ImportFacts>(workspaces, importFacts));
    registry.add<RetractFacts>(inWorkspace<RetractFacts>(workspaces, retractFacts));
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
    registry.add<BackUpLedger>(inWorkspace<BackUpLedger>(workspaces, backUpLedger));
    registry.add<RestoreLedger>(inWorkspace<RestoreLedger>(workspaces, restoreLedger));
}

} // namespace lakehouse::usecases
