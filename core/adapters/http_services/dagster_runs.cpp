#include "adapters/http_services/dagster_runs.h"

#include "adapters/http_services/dagster_client.h"

#include <algorithm>

namespace lakehouse::adapters {

using ports::AssetProgress;
using ports::OrchestratorRun;
using ports::OrchestratorRunState;

const char *const dagsterRunFields =
    "status eventConnection(afterCursor: $after, limit: 1000) { cursor hasMore events { __typename ... on MessageEvent { message stepKey }"
    " ... on MaterializationEvent { assetKey { path } } ... on AssetMaterializationPlannedEvent { assetKey { path } }"
    " ... on AssetCheckEvaluationEvent { evaluation { assetKey { path } checkName success severity description } }"
    " ... on ExecutionStepFailureEvent { error { message causes { message } } }"
    " ... on RunFailureEvent { error { message causes { message } } } } }";

namespace {

QString assetKey(const JsonValue &key)
{
    QString text;
    for (const JsonValue &part : key["path"].items)
        text += (text.isEmpty() ? QString() : QStringLiteral("/")) + part.text;
    return text;
}

OrchestratorRunState stateOf(const QString &status)
{
    if (status == QLatin1String("SUCCESS"))
        return OrchestratorRunState::Succeeded;
    if (status == QLatin1String("FAILURE"))
        return OrchestratorRunState::Failed;
    if (status == QLatin1String("CANCELED"))
        return OrchestratorRunState::Cancelled;
    if (status == QLatin1String("STARTED") || status == QLatin1String("CANCELING") || status == QLatin1String("STARTING"))
        return OrchestratorRunState::Running;
    return OrchestratorRunState::Queued;
}

/// Dagster wraps what went wrong in words of its own; the innermost cause is what a person needs.
QString innermost(const JsonValue &error)
{
    const auto &causes = error["causes"].items;
    return (causes.empty() ? error : causes.back())["message"].text.trimmed();
}

} // namespace

AssetProgress &DagsterRuns::Followed::asset(const QString &key)
{
    const auto found = std::ranges::find(run.assets, key, &AssetProgress::asset);
    return found != run.assets.end() ? *found : run.assets.emplace_back(AssetProgress{.asset = key});
}

void DagsterRuns::Followed::applyFailure(const JsonValue &event)
{
    const auto step = assetOfStep.find(event["stepKey"].text);
    const QString words = innermost(event["error"]);
    if (step == assetOfStep.end()) {
        run.failure = event["stepKey"].text + QStringLiteral(": ") + words; // a step of no asset, such as a check
        return;
    }
    AssetProgress &failed = asset(step->second);
    failed.isFailed = true;
    failed.message = words;
}

void DagsterRuns::Followed::apply(const JsonValue &event)
{
    const QString type = event["__typename"].text;
    if (type == QLatin1String("AssetMaterializationPlannedEvent")) {
        const QString key = assetKey(event["assetKey"]);
        assetOfStep[event["stepKey"].text] = key;
        asset(key);
    } else if (type == QLatin1String("MaterializationEvent")) {
        AssetProgress &done = asset(assetKey(event["assetKey"]));
        done.isDone = true;
        done.isFailed = false; // an earlier attempt may have failed
        done.message = event["message"].text;
    } else if (type == QLatin1String("ExecutionStepFailureEvent")) {
        applyFailure(event);
    } else if (type == QLatin1String("ExecutionStepSkippedEvent")) {
        if (const auto step = assetOfStep.find(event["stepKey"].text); step != assetOfStep.end())
            asset(step->second).message = event["message"].text;
    } else if (type == QLatin1String("AssetCheckEvaluationEvent")) {
        const JsonValue &evaluation = event["evaluation"];
        if (evaluation["success"].text == QLatin1String("false") && evaluation["severity"].text == QLatin1String("ERROR")) {
            AssetProgress &failed = asset(assetKey(evaluation["assetKey"]));
            failed.isFailed = true;
            failed.message = evaluation["checkName"].text + QStringLiteral(": ") + evaluation["description"].text;
        }
    } else if (type == QLatin1String("RunFailureEvent")) {
        const QString words = innermost(event["error"]);
        run.failure = words.isEmpty() ? event["message"].text : event["message"].text + QLatin1Char('\n') + words;
    }
}

QString DagsterRuns::cursor(const QString &runId) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_runs.find(runId);
    return found == m_runs.end() ? QString() : found->second.cursor;
}

bool DagsterRuns::add(const QString &runId, const QString &after, const JsonValue &run)
{
    const std::lock_guard lock(m_mutex);
    Followed &followed = m_runs[runId];
    const JsonValue &page = run["eventConnection"];
    if (followed.cursor == after) {
        followed.run.state = stateOf(run["status"].text);
        for (const JsonValue &event : page["events"].items)
            followed.apply(event);
        followed.cursor = page["cursor"].text;
    }
    return page["hasMore"].text == QLatin1String("true");
}

OrchestratorRun DagsterRuns::run(const QString &runId) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_runs.find(runId);
    return found == m_runs.end() ? OrchestratorRun{} : found->second.run;
}

} // namespace lakehouse::adapters
