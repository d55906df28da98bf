#pragma once

#include "base/result.h"
#include "model/project_settings.h"

namespace lakehouse::adapters::postgres {

/// How far a connection attempt came before it failed; libpq's words depend on the language of the machine, this does not.
enum class ConnectStage { Reaching, Tls, Talking };

/// "PostgreSQL at 127.0.0.1:5432"
QString serverName(const model::SourceConnection &connection);

/// A failed attempt to connect. `words` are libpq's, in its verbose form: server errors carry their SQLSTATE.
base::Error connectError(const model::SourceConnection &connection, ConnectStage stage, const QString &words);
/// The server did not finish the start of a connection in time.
base::Error connectTimedOut(const model::SourceConnection &connection, ConnectStage stage);
base::Error tlsRequiredByServer(const model::SourceConnection &connection, const QString &words);
/// The SQLSTATE in libpq's verbose words about a connection; empty when the server sent none.
QString sqlStateIn(const QString &words);
/// The same of a failed statement.
QString sqlStateOfStatement(const QString &words);

/// A failed statement. `sqlState` may be empty.
base::Error statementError(const model::SourceConnection &connection, const QString &sqlState, const QString &words);
base::Error connectionLost(const model::SourceConnection &connection, const QString &words);
base::Error statementTimedOut(const model::SourceConnection &connection, qint64 afterMs, const QString &words);
/// The reading role lacks a right on `object`; `grant` is the statement that an administrator runs.
base::Error missingRight(const model::SourceConnection &connection, const QString &object, const QString &grant, const QString &words);

} // namespace lakehouse::adapters::postgres
