#pragma once

#include "adapters/postgres/connector.h"

#include <pqxx/pqxx>

namespace lakehouse::adapters::postgres {

/// A libpqxx connection over one that libpq has opened, since only libpq connects without blocking. libpqxx 6 and 7 differ in how they take it.
#if PQXX_VERSION_MAJOR >= 7

class PqxxConnection {
public:
    explicit PqxxConnection(OpenConnection open) : m_connection(pqxx::connection::seize_raw_connection(open.release())) {}
    pqxx::connection &get() { return m_connection; }

private:
    pqxx::connection m_connection;
};

#else

class PqxxConnection final : private pqxx::connection_base {
public:
    explicit PqxxConnection(OpenConnection open) : connection_base(m_policy), m_policy(std::move(open)) { init(); }
    ~PqxxConnection() { close(); }
    pqxx::connection_base &get() { return *this; }

private:
    /// Hands the open connection over once; when it is lost there is no other, so libpqxx cannot connect again behind our back.
    /// A lost connection is closed at the end only, since its state is still asked for.
    class Policy : public pqxx::connectionpolicy {
    public:
        explicit Policy(OpenConnection open) : connectionpolicy(std::string()), m_open(std::move(open)) {}
        handle do_startconnect(handle current) override { return current ? current : m_open.release(); }
        handle do_completeconnect(handle current) override { return current; }
        handle do_disconnect(handle current) noexcept override
        {
            if (current)
                m_lost.reset(current);
            return nullptr;
        }

    private:
        OpenConnection m_open;
        OpenConnection m_lost = {};
    };

    Policy m_policy;
};

#endif

/// Runs exactly one statement: the extended protocol refuses a second one behind a semicolon.
inline pqxx::result executeOne(pqxx::nontransaction &transaction, const std::string &sql)
{
#if PQXX_VERSION_MAJOR > 7 || (PQXX_VERSION_MAJOR == 7 && PQXX_VERSION_MINOR >= 10)
    return transaction.exec(sql, pqxx::params{});
#else
    return transaction.exec_params(sql);
#endif
}

} // namespace lakehouse::adapters::postgres
