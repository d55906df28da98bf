#include "adapters/postgres/server_errors.h"

#include "adapters/postgres/sql_text.h"
#include "base/shell_word.h"

#include <QRegularExpression>

namespace lakehouse::adapters::postgres {

using base::Error;
using base::ErrorCode;
using base::Retry;
using base::Text;
using model::SourceConnection;

namespace {

Error failure(const SourceConnection &connection, ErrorCode code, Text message, Text hint, const QString &words, Retry retry = Retry::Pointless)
{
    return Error{code, std::move(message), std::move(hint), connection.alias, words.trimmed(), retry};
}

Error wrongPassword(const SourceConnection &connection, const QString &words)
{
    return failure(connection, ErrorCode::NotAllowed,
                   {QT_TRANSLATE_NOOP("core", "%1 did not accept the password of \"%2\"."), serverName(connection), connection.user},
                   {QT_TRANSLATE_NOOP("core", "Set the environment variable %1 to the password of \"%2\", and check the user in ekos.toml."), connection.passwordEnv, connection.user}, words);
}

Error refusedByRules(const SourceConnection &connection, const QString &words)
{
    return failure(connection, ErrorCode::NotAllowed,
                   {QT_TRANSLATE_NOOP("core", "%1 does not let \"%2\" into the database \"%3\" from here."), serverName(connection), connection.user, connection.database},
                   {QT_TRANSLATE_NOOP("core", "Let an administrator check that the role \"%1\" may log in and that pg_hba.conf has a line for it, with or without TLS as tls-mode says."), connection.user}, words);
}

Error tlsFailed(const SourceConnection &connection, const QString &words)
{
    const bool verifies = connection.tlsMode.startsWith(QLatin1String("verify"));
    return failure(connection, ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "%1 and this program did not agree on TLS."), serverName(connection)},
                   verifies ? Text{QT_TRANSLATE_NOOP("core", "Check that tls-root-certificate names the authority of the server's certificate and that the certificate is for \"%1\"; tls-mode is \"%2\"."), connection.host, connection.tlsMode}
                            : Text{QT_TRANSLATE_NOOP("core", "Turn TLS on at the server (ssl = on), or change tls-mode, which is \"%1\"."), connection.tlsMode}, words);
}

Error noAnswer(const SourceConnection &connection, const QString &words)
{
    return failure(connection, ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "%1 did not answer."), serverName(connection)},
                   {QT_TRANSLATE_NOOP("core", "Check that the server runs and that host and port are right: pg_isready -h %1 -p %2"), base::shellWord(connection.host), QString::number(connection.port)}, words, Retry::Later);
}

Error busy(const SourceConnection &connection, Text message, const QString &words)
{
    return failure(connection, ErrorCode::Busy, std::move(message), QT_TRANSLATE_NOOP("core", "Try again in a while."), words, Retry::Later);
}

/// "film" of "permission denied for table film"; servers that speak another language give nothing.
QString deniedObject(const QString &words, const char *kinds)
{
    const QRegularExpression form(QStringLiteral("permission denied for (?:%1) (.+)").arg(QLatin1String(kinds)));
    return form.match(words.section(QLatin1Char('\n'), 0, 0)).captured(1).trimmed();
}

Error deniedStatement(const SourceConnection &connection, const QString &words)
{
    const QString role = quotedIdentifier(connection.user);
    if (const QString schema = deniedObject(words, "schema"); !schema.isEmpty())
        return missingRight(connection, schema, QStringLiteral("GRANT USAGE ON SCHEMA %1 TO %2").arg(quotedIdentifier(schema), role), words);
    if (const QString table = deniedObject(words, "table|view|materialized view|foreign table|relation"); !table.isEmpty())
        return missingRight(connection, table, QStringLiteral("GRANT SELECT ON %1 TO %2").arg(quotedIdentifier(table), role), words);
    return failure(connection, ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "The role \"%1\" lacks a right that this query needs."), connection.user},
                   {QT_TRANSLATE_NOOP("core", "Let an administrator run: GRANT USAGE ON SCHEMA … and GRANT SELECT ON … TO %1; the server's words name the object."), role}, words);
}

bool isConnectionLoss(const QString &sqlState)
{
    return sqlState.startsWith(QLatin1String("08")) || sqlState.startsWith(QLatin1String("57P")) || sqlState == QLatin1String("25P03");
}

} // namespace

QString serverName(const SourceConnection &connection)
{
    const bool isIpv6 = connection.host.contains(QLatin1Char(':'));
    return QStringLiteral("PostgreSQL at %1:%2").arg(isIpv6 ? QLatin1Char('[') + connection.host + QLatin1Char(']') : connection.host).arg(connection.port);
}

QString sqlStateIn(const QString &words)
{
    static const QRegularExpression form(QStringLiteral(":\\s+(?=[A-Z]*[0-9])([0-9A-Z]{5}):\\s")); // every code has a digit, the word FATAL has none
    QRegularExpressionMatchIterator matches = form.globalMatch(words);
    QString state;
    while (matches.hasNext()) // libpq may have tried twice, with TLS and without: the last answer counts
        state = matches.next().captured(1);
    return state;
}

QString sqlStateOfStatement(const QString &words)
{
    static const QRegularExpression form(QStringLiteral("\\A[^:\\n]*:\\s+([0-9A-Z]{5}):\\s"));
    return form.match(words).captured(1);
}

Error connectError(const SourceConnection &connection, ConnectStage stage, const QString &words)
{
    const QString state = sqlStateIn(words);
    if (state == QLatin1String("28P01"))
        return wrongPassword(connection, words);
    if (state.startsWith(QLatin1String("28")))
        return refusedByRules(connection, words);
    if (state == QLatin1String("3D000"))
        return failure(connection, ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "%1 has no database \"%2\"."), serverName(connection), connection.database},
                       {QT_TRANSLATE_NOOP("core", "Check the name in ekos.toml; this lists the databases: psql -h %1 -p %2 -U %3 -l"), base::shellWord(connection.host), QString::number(connection.port), base::shellWord(connection.user)}, words);
    if (state == QLatin1String("42501"))
        return missingRight(connection, connection.database, QStringLiteral("GRANT CONNECT ON DATABASE %1 TO %2").arg(quotedIdentifier(connection.database), quotedIdentifier(connection.user)), words);
    if (state.startsWith(QLatin1String("53")))
        return busy(connection, {QT_TRANSLATE_NOOP("core", "%1 takes no more connections now."), serverName(connection)}, words);
    if (state.startsWith(QLatin1String("57P")))
        return failure(connection, ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "%1 is starting or stopping."), serverName(connection)}, QT_TRANSLATE_NOOP("core", "Try again in a while."), words, Retry::Later);
    if (!state.isEmpty())
        return failure(connection, ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 refused the connection."), serverName(connection)},
                       QT_TRANSLATE_NOOP("core", "Read the server's words. A connection pooler in between must let session settings pass: connect to PostgreSQL itself."), words);
    switch (stage) {
    case ConnectStage::Reaching: return noAnswer(connection, words);
    case ConnectStage::Tls: return tlsFailed(connection, words);
    case ConnectStage::Talking: break;
    }
    return failure(connection, ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "%1 answered, but not as a PostgreSQL server does."), serverName(connection)},
                   QT_TRANSLATE_NOOP("core", "Check that host and port are those of the database, not of another service."), words, Retry::Later);
}

Error connectTimedOut(const SourceConnection &connection, ConnectStage stage)
{
    if (stage == ConnectStage::Reaching)
        return noAnswer(connection, {});
    return failure(connection, ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "%1 took the connection, but then said nothing."), serverName(connection)},
                   QT_TRANSLATE_NOOP("core", "Check that host and port are those of the database, and that the server is not overloaded."), {}, Retry::Later);
}

Error tlsRequiredByServer(const SourceConnection &connection, const QString &words)
{
    return failure(connection, ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "%1 accepts \"%2\" only with TLS."), serverName(connection), connection.user},
                   {QT_TRANSLATE_NOOP("core", "Set tls-mode to \"require\" or \"verify-full\"; it is \"%1\"."), connection.tlsMode}, words);
}

Error missingRight(const SourceConnection &connection, const QString &object, const QString &grant, const QString &words)
{
    return Error{ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "The role \"%1\" may not read \"%2\"."), connection.user, object},
                 {QT_TRANSLATE_NOOP("core", "Let an administrator run: %1;"), grant}, object, words.trimmed()};
}

Error connectionLost(const SourceConnection &connection, const QString &words)
{
    return failure(connection, ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "The connection to %1 was lost."), serverName(connection)},
                   QT_TRANSLATE_NOOP("core", "Check that the server still runs, then start again; nothing was changed."), words, Retry::Now);
}

Error statementTimedOut(const SourceConnection &connection, qint64 afterMs, const QString &words)
{
    return failure(connection, ErrorCode::TimedOut, {QT_TRANSLATE_NOOP("core", "%1 did not finish a query within %2 seconds."), serverName(connection), QString::number(double(afterMs) / 1000)},
                   QT_TRANSLATE_NOOP("core", "Try again when the server has less to do."), words, Retry::Later);
}

Error statementError(const SourceConnection &connection, const QString &sqlState, const QString &words)
{
    if (isConnectionLoss(sqlState))
        return connectionLost(connection, words);
    if (sqlState == QLatin1String("42501"))
        return deniedStatement(connection, words);
    if (sqlState == QLatin1String("55P03"))
        return busy(connection, QT_TRANSLATE_NOOP("core", "A table of the source stayed locked by somebody else."), words);
    if (sqlState == QLatin1String("57014"))
        return busy(connection, {QT_TRANSLATE_NOOP("core", "Somebody at %1 ended the query."), serverName(connection)}, words);
    if (sqlState.startsWith(QLatin1String("40")) || sqlState.startsWith(QLatin1String("53")))
        return busy(connection, {QT_TRANSLATE_NOOP("core", "%1 could not finish the query now."), serverName(connection)}, words);
    if (sqlState == QLatin1String("55000"))
        return failure(connection, ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "An object of the source is not ready to be read."), QT_TRANSLATE_NOOP("core", "A materialised view must be filled first: REFRESH MATERIALIZED VIEW …"), words);
    if (sqlState == QLatin1String("42P01") || sqlState == QLatin1String("42703") || sqlState == QLatin1String("3F000"))
        return failure(connection, ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "The source no longer has a table or column that this query reads."), QT_TRANSLATE_NOOP("core", "Read the catalog again and look at the changes."), words);
    return failure(connection, ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 refused a query."), serverName(connection)}, QT_TRANSLATE_NOOP("core", "Read the server's words for the reason."), words);
}

} // namespace lakehouse::adapters::postgres
