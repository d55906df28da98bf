#pragma once

#include "adapters/http_services/http_origin.h"
#include "adapters/http_services/json_value.h"
#include "adapters/http_services/trino_sql.h"

#include <QDeadlineTimer>

namespace lakehouse::adapters {

/// A question of our own, which changes nothing at Trino.
struct TrinoQuestion {
    QString sql = {};
    QString catalog = {};    ///< what it is about; errors of the database behind it name it
    std::size_t columns = 1; ///< every row has at least so many values, and none of the first `columns` is NULL
    QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever);
};

/// One statement after another over Trino's statement protocol: POST, then GET of each nextUri until there is none.
class TrinoClient {
public:
    TrinoClient(HttpOrigin server, QString user, std::shared_ptr<const base::Secret> password, std::shared_ptr<ports::HttpTransport> transport, TrinoOptions options);

    /// A statement of the product's work; `tag` may be empty.
    base::Result<ports::StatementResult> run(const QString &sql, const QString &tag, base::RunContext &run);
    /// Never among the queries of a run. Fails with TimedOut at the deadline, ExternalFailure when a row is not of the shape that was asked for.
    base::Result<ports::StatementResult> ask(const TrinoQuestion &question, base::RunContext &run);
    /// GET of a path of the server, without sign-in; one try.
    base::Result<ports::HttpResponse> get(const QString &path, base::RunContext &run);
    /// Ends one query by its id, by SQL. Succeeds too when it is over already.
    base::Result<> kill(const QString &queryId, base::RunContext &run);

    const HttpOrigin &server() const { return m_server; }
    const TrinoOptions &options() const { return m_options; }

private:
    struct Statement;
    ports::HttpRequest request(const QByteArray &method, const QString &url, const Statement &statement) const;
    base::Result<JsonValue> submit(const Statement &statement, base::RunContext &run);
    base::Result<JsonValue> poll(const Statement &statement, base::RunContext &run);
    base::Result<ports::StatementResult> finish(Statement statement, base::RunContext &run);
    base::Result<> take(Statement &statement, const JsonValue &answer) const;
    base::Result<> takeRows(Statement &statement, const JsonValue &answer) const;
    base::Error tooLate(const Statement &statement) const;
    void abandon(const Statement &statement);
    QString onServer(const QString &nextUri) const;

    HttpOrigin m_server;
    QString m_user;
    std::shared_ptr<const base::Secret> m_password;
    std::shared_ptr<ports::HttpTransport> m_transport;
    TrinoOptions m_options;
};

/// The source under which the queries of a run are listed: Trino's table of queries shows the source, but not the client tags.
/// What is not plain in the tag is percent-encoded.
QString trinoSourceOf(const QString &tag);

/// Quotes for Trino.
QString trinoIdentifier(const QString &name);
QString trinoString(const QString &text);

} // namespace lakehouse::adapters
