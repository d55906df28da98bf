#include "adapters/postgres/session_pool.h"

namespace lakehouse::adapters::postgres {

using base::Result;

namespace {
constexpr std::size_t mostIdle = 4; // as many as a measurement uses side by side
}

SessionLease::SessionLease(SessionPool &pool, std::unique_ptr<Session> session, const base::CancelToken &cancel)
    : m_pool(&pool), m_session(std::move(session))
{
    m_hook.emplace(cancel.onCancel([one = m_session.get()] { one->interrupt(); }));
}

SessionLease::~SessionLease()
{
    m_hook.reset(); // from here on no cancel reaches the session
    if (m_session)
        m_pool->giveBack(std::move(m_session));
}

SessionPool::SessionPool(model::SourceConnection connection, std::shared_ptr<const base::Secret> password, PostgresLimits limits)
    : m_connection(std::move(connection)), m_password(std::move(password)), m_limits(limits)
{
}

Result<SessionLease> SessionPool::take(base::RunContext &run)
{
    EKOS_CHECK(run.cancel().check());
    std::unique_ptr<Session> session;
    for (std::unique_lock lock(m_mutex); !session && !m_idle.empty(); m_idle.pop_back())
        if (m_idle.back()->isReusable())
            session = std::move(m_idle.back());
    if (!session) {
        EKOS_TRY(session, Session::connect(m_connection, m_password.get(), m_limits, run));
    }
    return SessionLease(*this, std::move(session), run.cancel());
}

void SessionPool::giveBack(std::unique_ptr<Session> session)
{
    if (!session->isReusable())
        return;
    const std::lock_guard lock(m_mutex);
    if (m_idle.size() < mostIdle)
        m_idle.push_back(std::move(session));
}

} // namespace lakehouse::adapters::postgres
