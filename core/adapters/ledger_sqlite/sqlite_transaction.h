#pragma once

#include "adapters/ledger_sqlite/sqlite_connection.h"

namespace lakehouse::adapters {

/// Rolled back at its end unless committed.
class SqliteTransaction {
public:
    enum class Mode {
        Read, ///< one state of the file for all statements
        Write ///< the only writer, from the start: what is read stays true
    };
    static base::Result<SqliteTransaction> begin(SqliteConnection &connection, Mode mode)
    {
        EKOS_CHECK(connection.execute(mode == Mode::Write ? "BEGIN IMMEDIATE" : "BEGIN"));
        return SqliteTransaction(connection);
    }
    SqliteTransaction(SqliteTransaction &&other) noexcept : m_connection(std::exchange(other.m_connection, nullptr)) {}
    SqliteTransaction &operator=(SqliteTransaction &&) = delete;
    ~SqliteTransaction()
    {
        if (m_connection)
            m_connection->rollBack();
    }
    base::Result<> commit()
    {
        EKOS_CHECK(m_connection->execute("COMMIT"));
        m_connection = nullptr;
        return base::Ok{};
    }

private:
    explicit SqliteTransaction(SqliteConnection &connection) : m_connection(&connection) {}
    SqliteConnection *m_connection;
};

} // namespace lakehouse::adapters
