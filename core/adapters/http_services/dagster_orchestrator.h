#pragma once

#include "ports/http_transport.h"
#include "ports/orchestrator.h"

#include <memory>

namespace lakehouse::adapters {

class DagsterClient;
class DagsterRuns;

struct DagsterOptions {
    qint64 requestTimeoutMs = 60000; ///< of one HTTP exchange; importing a thousand assets takes a while
    qint64 connectTimeoutMs = 5000;
    qint64 retryMs = 15000;          ///< how long a broken query is tried again; a launch is sent once
    qint64 reloadMs = 180000;        ///< how long a code location may take to load
    qint64 terminateMs = 60000;      ///< how long a run may take to start before it can be ended
    qint64 eventsMs = 120000;        ///< how long one call of `state` reads events; the next call goes on from there
};

/// The generated project at Dagster, over its GraphQL interface. May be called from any thread; `state` reads only what is new since the last call.
/// A launch carries a tag of its own: when its answer is lost, the run is looked up by it, and one that was cancelled meanwhile is ended.
class DagsterOrchestrator : public ports::Orchestrator {
public:
    /// Fails with InvalidInput when the URL is unusable or the location has no name.
    static base::Result<std::unique_ptr<DagsterOrchestrator>> open(const QString &url, const QString &location, std::shared_ptr<ports::HttpTransport> transport,
                                                                   const DagsterOptions &options = {});
    ~DagsterOrchestrator() override;
    base::Result<> reload(base::RunContext &run) override;
    base::Result<QString> launch(const ports::LaunchRequest &request, base::RunContext &run) override;
    base::Result<ports::OrchestratorRun> state(const QString &foreignId, base::RunContext &run) override;
    base::Result<> terminate(const QString &foreignId, base::RunContext &run) override; ///< succeeds too when the run is over
    std::vector<model::ServiceCheck> check(base::RunContext &run) override;

private:
    DagsterOrchestrator(std::unique_ptr<DagsterClient> client, QString location);
    base::Result<> location(base::RunContext &run);
    base::Result<QString> settleLaunch(const QString &launchId, base::Error cause, base::RunContext &run);

    std::unique_ptr<DagsterClient> m_client;
    std::unique_ptr<DagsterRuns> m_runs;
    QString m_location;
};

} // namespace lakehouse::adapters
