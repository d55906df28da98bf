#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QVarLengthArray>

#include <optional>

struct sqlite3_stmt;

namespace lakehouse::adapters {

class SqliteConnection;

/// A prepared statement while it is used. It goes back to its connection at its end, which must live longer. Parameters are bound in order.
class SqliteStatement {
public:
    enum class Value { Integer, Text, Bytes, Null, Other };

    SqliteStatement(SqliteStatement &&other) noexcept;
    SqliteStatement &operator=(SqliteStatement &&) = delete;
    ~SqliteStatement();

    SqliteStatement &bind(qint64 value);
    SqliteStatement &bind(const QString &value);
    SqliteStatement &bind(const QByteArray &value);
    SqliteStatement &bindNull();
    template<typename T>
    SqliteStatement &bind(const std::optional<T> &value) { return value ? bind(*value) : bindNull(); }

    /// Goes to the next row; false behind the last one, when new values may be bound.
    base::Result<bool> next();
    /// Runs to the end; then new values may be bound.
    base::Result<> run();

    // Of the row that `next` found, counted from 0.
    Value type(int column) const;
    bool isNull(int column) const { return type(column) == Value::Null; }
    qint64 integer(int column) const;
    QByteArray bytes(int column) const; ///< of text: its UTF-8
    QString text(int column) const;
    std::optional<QString> optionalText(int column) const;

private:
    friend class SqliteConnection;
    SqliteStatement(SqliteConnection &connection, const char *sql, sqlite3_stmt *statement);
    void reset();
    void keep(int code);

    SqliteConnection *m_connection;
    const char *m_sql;
    sqlite3_stmt *m_statement;
    int m_parameters = 0; ///< that are bound
    int m_failure = 0;    ///< the first code of a failed bind
    QVarLengthArray<QByteArray, 10> m_values; ///< of bound texts and bytes, which SQLite reads where they stand
};

} // namespace lakehouse::adapters
