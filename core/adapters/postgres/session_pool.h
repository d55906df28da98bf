#pragma once

#include "adapters/postgres/session.h"

#include <mutex>

namespace lakehouse::adapters::postgres {

class SessionPool;

/// A session for the time of one call; a cancel of that call interrupts it. Goes back to the pool, which outlives it.
class SessionLease {
public:
    SessionLease(SessionPool &pool, std::unique_ptr<Session> session, const base::CancelToken &cancel);
    SessionLease(SessionLease &&) noexcept = default;
    ~SessionLease();
    Session &operator*() const { return *m_session; }
    Session *operator->() const { return m_session.get(); }

private:
    SessionPool *m_pool;
    std::unique_ptr<Session> m_session;
    std::optional<base::CancelHook> m_hook;
};

/// Opens sessions when they are needed, and keeps a few idle ones. Any thread.
class SessionPool {
public:
    SessionPool(model::SourceConnection connection, std::shared_ptr<const base::Secret> password, PostgresLimits limits);

    base::Result<SessionLease> take(base::RunContext &run);
    const model::SourceConnection &connection() const { return m_connection; }
    const PostgresLimits &limits() const { return m_limits; }

private:
    friend class SessionLease;
    void giveBack(std::unique_ptr<Session> session);

    const model::SourceConnection m_connection;
    const std::shared_ptr<const base::Secret> m_password;
    const PostgresLimits m_limits;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Session>> m_idle;
};

} // namespace lakehouse::adapters::postgres
