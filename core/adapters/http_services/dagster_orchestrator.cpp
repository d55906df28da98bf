#include "adapters/http_services/dagster_orchestrator.h"

#include "adapters/http_services/dagster_client.h"
#include "adapters/http_services/dagster_runs.h"

#include <QElapsedTimer>
#include <QStringList>
#include <QUuid>

#include <chrono>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Retry;
using model::CheckState;
using model::ServiceCheck;
using ports::OrchestratorRunState;

namespace {

constexpr std::chrono::milliseconds lookAgain(300);
constexpr const char *launchTag = "ekos/launch_id";

QByteArray variables(std::initializer_list<std::pair<const char *, QString>> values)
{
    QByteArray json;
    for (const auto &[name, value] : values)
        json += (json.isEmpty() ? "{\"" : ",\"") + QByteArray(name) + "\":" + (value.isNull() ? QByteArray("null") : jsonString(value));
    return json + '}';
}

QByteArray tag(const QString &key, const QString &value)
{
    return "{\"key\":" + jsonString(key) + ",\"value\":" + jsonString(value) + '}';
}

QByteArray launchVariables(const QString &location, const ports::LaunchRequest &request, const QString &launchId)
{
    QByteArray selection;
    for (const QString &asset : request.assets) {
        QByteArray path;
        for (const QString &part : asset.split(QLatin1Char('/')))
            path += (path.isEmpty() ? "" : ",") + jsonString(part);
        selection += (selection.isEmpty() ? "{\"path\":[" : ",{\"path\":[") + path + "]}";
    }
    QByteArray tags = tag(QString::fromLatin1(launchTag), launchId);
    if (!request.runId.isEmpty())
        tags += ',' + tag(QStringLiteral("ekos/run_id"), request.runId);
    const QByteArray job = request.mode == ports::LaunchMode::InProcess ? "\"bronze_in_process\"" : "\"bronze\"";
    return "{\"params\":{\"selector\":{\"repositoryLocationName\":" + jsonString(location) + ",\"repositoryName\":\"__repository__\",\"jobName\":" + job
        + (selection.isEmpty() ? QByteArray() : ",\"assetSelection\":[" + selection + ']') + "},\"runConfigData\":{},\"executionMetadata\":{\"tags\":[" + tags + "]}}}";
}

Error unknownLocation(const QString &location)
{
    return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "Dagster has no code location \"%1\"."), location},
                 QT_TRANSLATE_NOOP("core", "Register the project: installer/stack.sh project add <folder>"), location};
}

Error refused(const JsonValue &answer)
{
    return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "Dagster refused (%1)."), answer["__typename"].text},
                 QT_TRANSLATE_NOOP("core", "Read Dagster's own words below."), QStringLiteral("dagster"), dagsterWords(answer)};
}

ServiceCheck line(const char *check, CheckState state, base::Text finding, base::Text remedy = {})
{
    return {.service = QStringLiteral("dagster"), .check = QString::fromLatin1(check), .state = state, .finding = std::move(finding), .remedy = std::move(remedy)};
}

} // namespace

Result<std::unique_ptr<DagsterOrchestrator>> DagsterOrchestrator::open(const QString &url, const QString &location, std::shared_ptr<ports::HttpTransport> transport,
                                                                       const DagsterOptions &options)
{
    EKOS_TRY(HttpOrigin server, parseOrigin(withoutTrailingSlash(url)));
    if (location.isEmpty())
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "The code location at Dagster has no name."), QT_TRANSLATE_NOOP("core", "Set dagster-location in ekos.toml.")};
    return std::unique_ptr<DagsterOrchestrator>(new DagsterOrchestrator(std::make_unique<DagsterClient>(std::move(server), std::move(transport), options), location));
}

DagsterOrchestrator::DagsterOrchestrator(std::unique_ptr<DagsterClient> client, QString location)
    : m_client(std::move(client)), m_runs(std::make_unique<DagsterRuns>()), m_location(std::move(location))
{
}

DagsterOrchestrator::~DagsterOrchestrator() = default;

/// Waits until the location is loaded.
Result<> DagsterOrchestrator::location(base::RunContext &run)
{
    static const QByteArray query = "query($name: String!) { workspaceLocationEntryOrError(name: $name) { __typename ... on PythonError { message causes { message } }"
                                    " ... on WorkspaceLocationEntry { loadStatus locationOrLoadError { __typename ... on PythonError { message stack causes { message } } } } } }";
    QElapsedTimer waited;
    waited.start();
    for (;;) {
        EKOS_TRY(const JsonValue entry, m_client->ask("workspaceLocationEntryOrError", query, variables({{"name", m_location}}), Repeat::Safe, run));
        if (entry.isNull())
            return unknownLocation(m_location);
        if (entry["__typename"].text != QLatin1String("WorkspaceLocationEntry"))
            return refused(entry);
        const JsonValue &load = entry["locationOrLoadError"];
        if (load["__typename"].text == QLatin1String("PythonError"))
            return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "The code location \"%1\" does not load at Dagster."), m_location},
                         QT_TRANSLATE_NOOP("core", "Read Dagster's own words below; if a person has edited the generated project, generate it again: ekos-lakehouse lakehouse generate"),
                         m_location, dagsterWords(load)};
        if (entry["loadStatus"].text == QLatin1String("LOADED") && !load.isNull())
            return base::Ok{};
        if (waited.elapsed() > m_client->options().reloadMs)
            return Error{ErrorCode::TimedOut, {QT_TRANSLATE_NOOP("core", "The code location \"%1\" is not loaded yet."), m_location},
                         QT_TRANSLATE_NOOP("core", "Look at Dagster's page of code locations, then run the same command again."), m_location, {}, Retry::Later};
        if (run.cancel().waitFor(lookAgain))
            return run.cancel().check().error();
    }
}

Result<> DagsterOrchestrator::reload(base::RunContext &run)
{
    static const QByteArray mutation = "mutation($name: String!) { reloadRepositoryLocation(repositoryLocationName: $name) { __typename ... on PythonError { message causes { message } }"
                                       " ... on UnauthorizedError { message } ... on ReloadNotSupported { message } ... on RepositoryLocationNotFound { message } } }";
    EKOS_TRY(const JsonValue answer, m_client->ask("reloadRepositoryLocation", mutation, variables({{"name", m_location}}), Repeat::Safe, run));
    const QString type = answer["__typename"].text;
    if (type == QLatin1String("RepositoryLocationNotFound"))
        return unknownLocation(m_location);
    if (type != QLatin1String("WorkspaceLocationEntry") && type != QLatin1String("PythonError")) // an error of the project's own code is shown by its location
        return refused(answer);
    return location(run);
}

Result<QString> DagsterOrchestrator::launch(const ports::LaunchRequest &request, base::RunContext &run)
{
    static const QByteArray mutation = "mutation($params: ExecutionParams!) { launchRun(executionParams: $params) { __typename ... on LaunchRunSuccess { run { runId } }"
                                       " ... on PythonError { message causes { message } } ... on UnauthorizedError { message } ... on PipelineNotFoundError { message }"
                                       " ... on InvalidSubsetError { message } ... on RunConflict { message } ... on RunConfigValidationInvalid { errors { message } } } }";
    const QString launchId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    Result<JsonValue> asked = m_client->ask("launchRun", mutation, launchVariables(m_location, request, launchId), Repeat::Never, run);
    if (!asked && asked.error().retry != Retry::Later)
        return settleLaunch(launchId, std::move(asked).error(), run);
    EKOS_TRY(const JsonValue answer, std::move(asked));
    const QString type = answer["__typename"].text;
    if (type == QLatin1String("LaunchRunSuccess"))
        return answer["run"]["runId"].text;
    if (type == QLatin1String("PipelineNotFoundError")) {
        EKOS_CHECK(location(run)); // says so when it is the location that is missing
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "The code location \"%1\" has no bronze job."), m_location},
                     QT_TRANSLATE_NOOP("core", "Generate the pipeline: ekos-lakehouse lakehouse generate"), m_location, answer["message"].text};
    }
    if (type == QLatin1String("InvalidSubsetError"))
        return Error{ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "Dagster does not know an asset that was asked for."),
                     QT_TRANSLATE_NOOP("core", "If the asset is new, generate the pipeline and run again: ekos-lakehouse lakehouse generate"), request.assets.empty() ? QString() : request.assets.front(), answer["message"].text};
    if (type == QLatin1String("RunConflict"))
        return Error{ErrorCode::Busy, QT_TRANSLATE_NOOP("core", "Dagster has such a run already."), QT_TRANSLATE_NOOP("core", "Wait for it to end, then run the same command again."), m_location, answer["message"].text, Retry::Later};
    return refused(answer);
}

/// After an answer that was lost: did the launch take place? After a cancel the run that was launched is ended.
Result<QString> DagsterOrchestrator::settleLaunch(const QString &launchId, Error cause, base::RunContext &run)
{
    static const QByteArray query = "query($filter: RunsFilter!) { runsOrError(filter: $filter, limit: 1) { __typename ... on Runs { results { runId } } } }";
    const bool isCancelled = cause.code == ErrorCode::Cancelled;
    base::RunContext cleanUp;
    base::RunContext &context = isCancelled ? cleanUp : run;
    const QByteArray filter = "{\"filter\":{\"tags\":[" + tag(QString::fromLatin1(launchTag), launchId) + "]}}";
    const Result<JsonValue> found = m_client->ask("runsOrError", query, filter, Repeat::Safe, context);
    const QString runId = found ? found.value()["results"].at(0)["runId"].text : QString();
    if (isCancelled) {
        if (!runId.isEmpty())
            EKOS_CHECK(terminate(runId, context));
        return cause;
    }
    if (!runId.isEmpty())
        return runId;
    if (cause.code == ErrorCode::Unreachable || cause.code == ErrorCode::TimedOut) {
        cause.message = {QT_TRANSLATE_NOOP("core", "The connection to Dagster at %1 broke. Whether the run was launched is unknown."), m_client->server().origin};
        cause.hint = QT_TRANSLATE_NOOP("core", "Look at the runs in Dagster before running the same command again.");
    }
    return cause;
}

Result<ports::OrchestratorRun> DagsterOrchestrator::state(const QString &foreignId, base::RunContext &run)
{
    static const QByteArray query = QByteArray("query($id: ID!, $after: String) { runOrError(runId: $id) { __typename ... on PythonError { message causes { message } }"
                                               " ... on RunNotFoundError { message } ... on Run { ") + dagsterRunFields + " } } }";
    QElapsedTimer waited;
    waited.start();
    for (bool hasMore = true; hasMore && waited.elapsed() <= m_client->options().eventsMs;) {
        const QString after = m_runs->cursor(foreignId);
        EKOS_TRY(const JsonValue answer, m_client->ask("runOrError", query, variables({{"id", foreignId}, {"after", after.isEmpty() ? QString() : after}}), Repeat::Safe, run));
        if (answer["__typename"].text == QLatin1String("RunNotFoundError"))
            return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "Dagster has no run %1."), foreignId}, QT_TRANSLATE_NOOP("core", "It may have been deleted there; launch it again."), foreignId};
        if (answer["__typename"].text != QLatin1String("Run"))
            return refused(answer);
        hasMore = m_runs->add(foreignId, after, answer);
        if (hasMore && m_runs->cursor(foreignId) == after)
            return Error{ErrorCode::ExternalFailure, QT_TRANSLATE_NOOP("core", "Dagster keeps sending the same page of a run's events."),
                         QT_TRANSLATE_NOOP("core", "Check dagster-url in ekos.toml, and what stands between this machine and Dagster."), foreignId};
    }
    return m_runs->run(foreignId);
}

Result<> DagsterOrchestrator::terminate(const QString &foreignId, base::RunContext &run)
{
    static const QByteArray mutation = "mutation($id: String!) { terminateRun(runId: $id) { __typename ... on PythonError { message causes { message } }"
                                       " ... on TerminateRunFailure { message } ... on RunNotFoundError { message } ... on UnauthorizedError { message } } }";
    QElapsedTimer waited;
    waited.start();
    for (;;) { // Dagster does not end a run that is just starting: it is told again once it has started
        EKOS_TRY(const JsonValue answer, m_client->ask("terminateRun", mutation, variables({{"id", foreignId}}), Repeat::Safe, run));
        if (answer["__typename"].text == QLatin1String("TerminateRunSuccess"))
            return base::Ok{};
        EKOS_TRY(const ports::OrchestratorRun now, state(foreignId, run)); // NotFound when there is no such run
        if (now.state != OrchestratorRunState::Queued && now.state != OrchestratorRunState::Running)
            return base::Ok{};
        if (answer["__typename"].text != QLatin1String("TerminateRunFailure") || waited.elapsed() > m_client->options().terminateMs)
            return refused(answer);
        if (run.cancel().waitFor(lookAgain))
            return run.cancel().check().error();
    }
}

std::vector<ServiceCheck> DagsterOrchestrator::check(base::RunContext &run)
{
    const QString origin = m_client->server().origin;
    const Result<JsonValue> info = m_client->serverInfo(run);
    if (!info)
        return {line("answers", CheckState::Failed, info.error().message, info.error().hint), line("version", CheckState::Skipped, QT_TRANSLATE_NOOP("core", "Dagster does not answer.")),
                line("code-location", CheckState::Skipped, QT_TRANSLATE_NOOP("core", "Dagster does not answer."))};
    std::vector<ServiceCheck> lines{line("answers", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "Dagster at %1 answers."), origin})};
    const QString version = info.value()["dagster_version"].text;
    if (version.startsWith(QLatin1String("1.13.")))
        lines.push_back(line("version", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "Version %1"), version}));
    else
        lines.push_back(line("version", CheckState::Warning, {QT_TRANSLATE_NOOP("core", "Version %1; 1.13 is the one that was tried."), version}, QT_TRANSLATE_NOOP("core", "Install Dagster 1.13.")));
    if (const Result<> loaded = location(run); !loaded)
        lines.push_back(line("code-location", CheckState::Failed, loaded.error().message, loaded.error().hint));
    else
        lines.push_back(line("code-location", CheckState::Passed, {QT_TRANSLATE_NOOP("core", "The code location \"%1\" is loaded."), m_location}));
    return lines;
}

} // namespace lakehouse::adapters
