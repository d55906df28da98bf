#pragma once

#include "ports/orchestrator.h"

#include <functional>
#include <map>
#include <mutex>

namespace lakehouse::testsupport {

/// Dagster as far as one run goes. A launched run does its work when its state is asked for the first time, on the asking thread, so that
/// tests need no threads of their own. From any thread.
class FakeOrchestrator final : public ports::Orchestrator {
public:
    /// What a launched run does, and how it ends.
    using Work = std::function<ports::OrchestratorRun(const ports::LaunchRequest &)>;
    void setWork(Work work);
    /// Until it is taken away, every call fails so.
    void setFailure(std::optional<base::Error> failure);
    /// A run stays in this state however often it is asked for, until it is terminated.
    void setNeverEnds();
    /// A run is told to end and goes on.
    void setNeverObeys();

    std::vector<ports::LaunchRequest> launches() const;
    std::vector<QString> terminated() const;
    int reloads() const;

    base::Result<> reload(base::RunContext &run) override;
    base::Result<QString> launch(const ports::LaunchRequest &request, base::RunContext &run) override;
    base::Result<ports::OrchestratorRun> state(const QString &foreignId, base::RunContext &run) override;
    base::Result<> terminate(const QString &foreignId, base::RunContext &run) override;
    std::vector<model::ServiceCheck> check(base::RunContext &run) override;

private:
    base::Result<> mayGoOn(base::RunContext &run) const;

    mutable std::mutex m_mutex;
    Work m_work;
    bool m_neverEnds = false;
    bool m_neverObeys = false;
    std::optional<base::Error> m_failure;
    std::vector<ports::LaunchRequest> m_launches;
    std::map<QString, ports::OrchestratorRun> m_ended;
    std::vector<QString> m_terminated;
    int m_reloads = 0;
};

} // namespace lakehouse::testsupport
