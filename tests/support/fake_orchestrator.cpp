#include "support/fake_orchestrator.h"

namespace lakehouse::testsupport {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using ports::OrchestratorRun;
using ports::OrchestratorRunState;

void FakeOrchestrator::setWork(Work work)
{
    const std::lock_guard lock(m_mutex);
    m_work = std::move(work);
}

void FakeOrchestrator::setFailure(std::optional<Error> failure)
{
    const std::lock_guard lock(m_mutex);
    m_failure = std::move(failure);
}

void FakeOrchestrator::setNeverEnds()
{
    const std::lock_guard lock(m_mutex);
    m_neverEnds = true;
}

void FakeOrchestrator::setNeverObeys()
{
    const std::lock_guard lock(m_mutex);
    m_neverEnds = true;
    m_neverObeys = true;
}

std::vector<ports::LaunchRequest> FakeOrchestrator::launches() const
{
    const std::lock_guard lock(m_mutex);
    return m_launches;
}

std::vector<QString> FakeOrchestrator::terminated() const
{
    const std::lock_guard lock(m_mutex);
    return m_terminated;
}

int FakeOrchestrator::reloads() const
{
    const std::lock_guard lock(m_mutex);
    return m_reloads;
}

Result<> FakeOrchestrator::mayGoOn(RunContext &run) const
{
    EKOS_CHECK(run.cancel().check());
    const std::lock_guard lock(m_mutex);
    if (m_failure)
        return *m_failure;
    return base::Ok{};
}

Result<> FakeOrchestrator::reload(RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    const std::lock_guard lock(m_mutex);
    ++m_reloads;
    return base::Ok{};
}

Result<QString> FakeOrchestrator::launch(const ports::LaunchRequest &request, RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    const std::lock_guard lock(m_mutex);
    m_launches.push_back(request);
    return QStringLiteral("dagster-%1").arg(m_launches.size());
}

Result<OrchestratorRun> FakeOrchestrator::state(const QString &foreignId, RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    Work work;
    ports::LaunchRequest request;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto ended = m_ended.find(foreignId); ended != m_ended.end())
            return ended->second;
        const qsizetype number = foreignId.section(QLatin1Char('-'), 1).toLongLong();
        if (number < 1 || number > qsizetype(m_launches.size()))
            return Error{ErrorCode::NotFound, {"There is no run %1.", foreignId}, "Launch one."};
        if (m_neverEnds)
            return OrchestratorRun{.state = OrchestratorRunState::Running};
        request = m_launches[std::size_t(number - 1)];
        work = m_work;
    }
    const OrchestratorRun ended = work ? work(request) : OrchestratorRun{.state = OrchestratorRunState::Succeeded};
    const std::lock_guard lock(m_mutex);
    m_ended[foreignId] = ended;
    return ended;
}

Result<> FakeOrchestrator::terminate(const QString &foreignId, RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    const std::lock_guard lock(m_mutex);
    m_terminated.push_back(foreignId);
    if (!m_neverObeys)
        m_ended[foreignId] = {.state = OrchestratorRunState::Cancelled};
    return base::Ok{};
}

std::vector<model::ServiceCheck> FakeOrchestrator::check(RunContext &run)
{
    const Result<> answer = mayGoOn(run);
    if (!answer)
        return {{QStringLiteral("dagster"), QStringLiteral("answers"), model::CheckState::Failed, answer.error().message, answer.error().hint}};
    return {{QStringLiteral("dagster"), QStringLiteral("answers"), model::CheckState::Passed, "fake", {}}};
}

} // namespace lakehouse::testsupport
