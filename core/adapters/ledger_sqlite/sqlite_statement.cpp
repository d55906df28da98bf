#include "adapters/ledger_sqlite/sqlite_statement.h"

#include "adapters/ledger_sqlite/sqlite_connection.h"
#include "base/utf8.h"

#include <sqlite3.h>

namespace lakehouse::adapters {

using base::Ok;
using base::Result;

SqliteStatement::SqliteStatement(SqliteConnection &connection, const char *sql, sqlite3_stmt *statement)
    : m_connection(&connection), m_sql(sql), m_statement(statement)
{
}

SqliteStatement::SqliteStatement(SqliteStatement &&other) noexcept
    : m_connection(other.m_connection), m_sql(other.m_sql), m_statement(std::exchange(other.m_statement, nullptr)),
      m_parameters(other.m_parameters), m_failure(other.m_failure), m_values(std::move(other.m_values))
{
}

SqliteStatement::~SqliteStatement()
{
    if (!m_statement)
        return; // moved from
    reset();
    m_connection->giveBack(m_sql, m_statement);
}

void SqliteStatement::reset()
{
    sqlite3_reset(m_statement); // repeats the code of the last step, which was handled there
    sqlite3_clear_bindings(m_statement);
    m_values.clear();
    m_parameters = 0;
    m_failure = SQLITE_OK;
}

void SqliteStatement::keep(int code)
{
    if (m_failure == SQLITE_OK)
        m_failure = code;
}

SqliteStatement &SqliteStatement::bind(qint64 value)
{
    keep(sqlite3_bind_int64(m_statement, ++m_parameters, value));
    return *this;
}

SqliteStatement &SqliteStatement::bind(const QString &value)
{
    const QByteArray &utf8 = m_values.emplace_back(value.toUtf8());
    keep(sqlite3_bind_text64(m_statement, ++m_parameters, utf8.constData(), sqlite3_uint64(utf8.size()), SQLITE_STATIC, SQLITE_UTF8));
    return *this;
}

SqliteStatement &SqliteStatement::bind(const QByteArray &value)
{
    const QByteArray &bytes = m_values.emplace_back(value);
    keep(sqlite3_bind_blob64(m_statement, ++m_parameters, bytes.constData(), sqlite3_uint64(bytes.size()), SQLITE_STATIC));
    return *this;
}

SqliteStatement &SqliteStatement::bindNull()
{
    keep(sqlite3_bind_null(m_statement, ++m_parameters));
    return *this;
}

Result<bool> SqliteStatement::next()
{
    if (m_failure != SQLITE_OK)
        return m_connection->failure(m_failure);
    m_connection->startWaiting();
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE) {
        reset();
        return false;
    }
    return m_connection->failure(code);
}

Result<> SqliteStatement::run()
{
    for (bool more = true; more;) {
        EKOS_TRY(more, next());
    }
    return Ok{};
}

SqliteStatement::Value SqliteStatement::type(int column) const
{
    switch (sqlite3_column_type(m_statement, column)) {
    case SQLITE_INTEGER: return Value::Integer;
    case SQLITE_TEXT: return Value::Text;
    case SQLITE_BLOB: return Value::Bytes;
    case SQLITE_NULL: return Value::Null;
    default: return Value::Other;
    }
}

qint64 SqliteStatement::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

QByteArray SqliteStatement::bytes(int column) const
{
    const void *data = sqlite3_column_blob(m_statement, column); // before the length, as SQLite asks for
    return QByteArray(static_cast<const char *>(data), sqlite3_column_bytes(m_statement, column));
}

QString SqliteStatement::text(int column) const
{
    const auto *data = static_cast<const char *>(sqlite3_column_blob(m_statement, column)); // before the length, as SQLite asks for
    return base::fromUtf8({data, std::size_t(sqlite3_column_bytes(m_statement, column))});
}

std::optional<QString> SqliteStatement::optionalText(int column) const
{
    return isNull(column) ? std::nullopt : std::optional(text(column));
}

} // namespace lakehouse::adapters
