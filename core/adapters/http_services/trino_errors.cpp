#include "adapters/http_services/trino_errors.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Retry;

namespace {

struct Meaning {
    std::string_view name;
    ErrorCode code;
    Retry retry;
    const char *message; ///< marked for translation
    const char *hint;
};

constexpr const char *conflict = QT_TRANSLATE_NOOP("core", "Another writer changed the table at the same time; nothing of this statement was written.");
constexpr const char *conflictHint = QT_TRANSLATE_NOOP("core", "Run the same command again. If it happens again, look for another program that writes to the table.");
constexpr const char *wrongSql = QT_TRANSLATE_NOOP("core", "Trino does not accept the statement.");
constexpr const char *wrongSqlHint = QT_TRANSLATE_NOOP("core", "If the source has changed since the plan was made, plan and generate again: ekos-lakehouse lakehouse plan");
constexpr const char *wrongValue = QT_TRANSLATE_NOOP("core", "A value does not fit the type it is loaded into.");
constexpr const char *wrongValueHint = QT_TRANSLATE_NOOP("core", "Analyse the source again, so that the plan sees its present values: ekos-lakehouse analyze");
constexpr const char *exists = QT_TRANSLATE_NOOP("core", "Trino already has something of this name.");
constexpr const char *existsHint = QT_TRANSLATE_NOOP("core", "Drop or rename what is there, or choose another name.");
constexpr const char *starting = QT_TRANSLATE_NOOP("core", "Trino cannot take the statement at the moment.");
constexpr const char *startingHint = QT_TRANSLATE_NOOP("core", "Wait until Trino is up, then run the same command again.");
constexpr const char *full = QT_TRANSLATE_NOOP("core", "Trino is short of memory or of places for queries.");
constexpr const char *fullHint = QT_TRANSLATE_NOOP("core", "Run the same command again later, with a lower load-parallelism, or give Trino more memory.");
constexpr const char *ended = QT_TRANSLATE_NOOP("core", "The query was ended at Trino.");
constexpr const char *endedHint = QT_TRANSLATE_NOOP("core", "Run the same command again to finish.");

constexpr Meaning meanings[] = {
    {"CATALOG_NOT_FOUND", ErrorCode::NotFound, Retry::Pointless, QT_TRANSLATE_NOOP("core", "Trino has no such catalog."),
     QT_TRANSLATE_NOOP("core", "Check source-catalog and lake-catalog in ekos.toml against SHOW CATALOGS, or add the catalog file to Trino.")},
    {"SCHEMA_NOT_FOUND", ErrorCode::NotFound, Retry::Pointless, QT_TRANSLATE_NOOP("core", "The catalog has no such schema."),
     QT_TRANSLATE_NOOP("core", "Check that the schema exists and that the user of the catalog may see it; for bronze, generate again: ekos-lakehouse lakehouse generate")},
    {"TABLE_NOT_FOUND", ErrorCode::NotFound, Retry::Pointless, QT_TRANSLATE_NOOP("core", "The schema has no such table."),
     QT_TRANSLATE_NOOP("core", "Check that the table still exists at the source, then plan again: ekos-lakehouse lakehouse plan")},
    {"SYNTAX_ERROR", ErrorCode::InvalidInput, Retry::Pointless, wrongSql, wrongSqlHint},
    {"COLUMN_NOT_FOUND", ErrorCode::InvalidInput, Retry::Pointless, QT_TRANSLATE_NOOP("core", "A column of the statement does not exist."), wrongSqlHint},
    {"TYPE_MISMATCH", ErrorCode::InvalidInput, Retry::Pointless, QT_TRANSLATE_NOOP("core", "Types of the statement do not fit together."), wrongSqlHint},
    {"INVALID_CAST_ARGUMENT", ErrorCode::InvalidInput, Retry::Pointless, wrongValue, wrongValueHint},
    {"NUMERIC_VALUE_OUT_OF_RANGE", ErrorCode::InvalidInput, Retry::Pointless, wrongValue, wrongValueHint},
    {"CONSTRAINT_VIOLATION", ErrorCode::InvalidInput, Retry::Pointless, QT_TRANSLATE_NOOP("core", "A value is missing in a column that needs one."), wrongValueHint},
    {"QUERY_TEXT_TOO_LARGE", ErrorCode::InvalidInput, Retry::Pointless, QT_TRANSLATE_NOOP("core", "The statement is longer than Trino allows."),
     QT_TRANSLATE_NOOP("core", "Set query.max-length=2000000 in Trino's config.properties and restart it.")},
    {"TABLE_ALREADY_EXISTS", ErrorCode::AlreadyExists, Retry::Pointless, exists, existsHint},
    {"SCHEMA_ALREADY_EXISTS", ErrorCode::AlreadyExists, Retry::Pointless, exists, existsHint},
    {"ALREADY_EXISTS", ErrorCode::AlreadyExists, Retry::Pointless, exists, existsHint},
    {"NOT_SUPPORTED", ErrorCode::Unsupported, Retry::Pointless, QT_TRANSLATE_NOOP("core", "Trino cannot do this with this catalog."),
     QT_TRANSLATE_NOOP("core", "Compare Trino's version and the catalog's settings: ekos-lakehouse lakehouse doctor")},
    {"PERMISSION_DENIED", ErrorCode::NotAllowed, Retry::Pointless, QT_TRANSLATE_NOOP("core", "The Trino user may not do this."),
     QT_TRANSLATE_NOOP("core", "Give the user of trino-user the right, or name another user in ekos.toml.")},
    {"USER_CANCELED", ErrorCode::Cancelled, Retry::Pointless, ended, endedHint},
    {"ADMINISTRATIVELY_KILLED", ErrorCode::Cancelled, Retry::Pointless, ended, endedHint},
    {"ABANDONED_QUERY", ErrorCode::Cancelled, Retry::Pointless, ended, endedHint},
    {"ICEBERG_COMMIT_ERROR", ErrorCode::Busy, Retry::Now, conflict, conflictHint},
    {"TRANSACTION_CONFLICT", ErrorCode::Busy, Retry::Now, conflict, conflictHint},
    {"SERVER_STARTING_UP", ErrorCode::Busy, Retry::Later, starting, startingHint},
    {"SERVER_SHUTTING_DOWN", ErrorCode::Busy, Retry::Later, starting, startingHint},
    {"NO_NODES_AVAILABLE", ErrorCode::Busy, Retry::Later, starting, startingHint},
    {"QUERY_QUEUE_FULL", ErrorCode::Busy, Retry::Later, full, fullHint},
    {"CLUSTER_OUT_OF_MEMORY", ErrorCode::Busy, Retry::Later, full, fullHint},
};

/// Trino's message and those of its causes, each once: the connector's own words stand in the last one.
QString wordsOf(const JsonValue &error)
{
    QString words = error["message"].text;
    const JsonValue *cause = &error["failureInfo"];
    for (int depth = 0; depth < 20 && !cause->isNull(); ++depth, cause = &(*cause)["cause"])
        if (const QString message = (*cause)["message"].text; !message.isEmpty() && !words.contains(message))
            words += QLatin1Char('\n') + message;
    return words;
}

bool hasCause(const JsonValue &error, std::span<const char *const> types)
{
    const JsonValue *cause = &error["failureInfo"];
    for (int depth = 0; depth < 20 && !cause->isNull(); ++depth, cause = &(*cause)["cause"])
        if (std::ranges::any_of(types, [cause](const char *type) { return (*cause)["type"].text == QLatin1String(type); }))
            return true;
    return false;
}

bool isConnectionLost(const JsonValue &error)
{
    static constexpr const char *types[] = {"java.net.ConnectException", "java.net.UnknownHostException", "java.net.SocketTimeoutException",
                                            "java.net.NoRouteToHostException", "java.nio.channels.UnresolvedAddressException"};
    return hasCause(error, types);
}

/// What the database behind a catalog answered. Its errors all have one name at Trino, so the words decide.
void describeSourceError(Error &error, const QString &catalog)
{
    const QString &words = error.detail;
    const auto says = [&words](const char *part) { return words.contains(QLatin1String(part), Qt::CaseInsensitive); };
    error.subject = catalog;
    error.retry = Retry::Pointless;
    if (says("authentication failed") || says("permission denied") || says("ORA-01017") || says("insufficient privilege")) {
        error.code = ErrorCode::NotAllowed;
        error.message = {QT_TRANSLATE_NOOP("core", "The source database does not let Trino's catalog \"%1\" read."), catalog};
        error.hint = QT_TRANSLATE_NOOP("core", "Check the user and password of the catalog file, and the rights of that user at the source.");
    } else if (says("connection to") || says("connection attempt failed") || says("terminating connection") || says("ORA-12541") || says("too many clients")) {
        error.code = ErrorCode::Unreachable;
        error.retry = Retry::Later;
        error.message = {QT_TRANSLATE_NOOP("core", "Trino's catalog \"%1\" cannot reach the source database."), catalog};
        error.hint = QT_TRANSLATE_NOOP("core", "Check that the source database runs and that connection-url in the catalog file is right.");
    } else {
        error.code = ErrorCode::ExternalFailure;
        error.message = {QT_TRANSLATE_NOOP("core", "The source database behind Trino's catalog \"%1\" answered with an error."), catalog};
        error.hint = QT_TRANSLATE_NOOP("core", "Read the source's own words below; if a table or column is gone, plan again: ekos-lakehouse lakehouse plan");
    }
}

void describeByType(Error &error, const JsonValue &answer)
{
    const QString type = answer["errorType"].text;
    error.message = {QT_TRANSLATE_NOOP("core", "Trino could not finish the statement (%1)."), answer["errorName"].text};
    error.hint = QT_TRANSLATE_NOOP("core", "Read Trino's own words below; the query's page in Trino's console has more.");
    if (type == QLatin1String("INSUFFICIENT_RESOURCES")) { // limits of one query: another one may fit
        error.retry = Retry::Later;
        error.message = {QT_TRANSLATE_NOOP("core", "The statement needs more memory, time or space than Trino gives one query (%1)."), answer["errorName"].text};
        error.hint = QT_TRANSLATE_NOOP("core", "Run the same command again with a lower load-parallelism, or raise the limit in Trino's config.properties.");
    } else if (type == QLatin1String("USER_ERROR")) {
        error.code = ErrorCode::InvalidInput;
    } else if (isConnectionLost(answer)) {
        error.code = ErrorCode::Unreachable;
        error.retry = Retry::Later;
        error.message = {QT_TRANSLATE_NOOP("core", "A service that Trino needs cannot be reached (%1)."), answer["errorName"].text};
        error.hint = QT_TRANSLATE_NOOP("core", "Check the Iceberg catalog, the object store and the source: ekos-lakehouse lakehouse doctor");
    }
}

} // namespace

Error trinoError(const JsonValue &answer, const QString &queryId, const QString &sourceCatalog)
{
    const QString name = answer["errorName"].text;
    Error error{.code = ErrorCode::ExternalFailure, .subject = queryId, .detail = wordsOf(answer)};
    const auto known = std::ranges::find_if(meanings, [&name](const Meaning &meaning) { return name == QLatin1String(meaning.name.data(), qsizetype(meaning.name.size())); });
    if (name == QLatin1String("JDBC_ERROR") || name == QLatin1String("JDBC_NON_TRANSIENT_ERROR")) {
        describeSourceError(error, sourceCatalog);
    } else if (known != std::end(meanings)) {
        error.code = known->code;
        error.retry = known->retry;
        error.message.source = QString::fromUtf8(known->message);
        error.hint.source = QString::fromUtf8(known->hint);
    } else {
        describeByType(error, answer);
    }
    return error;
}

} // namespace lakehouse::adapters
