#pragma once

#include "adapters/ledger_sqlite/sqlite_connection.h"

#include "model/fact_bodies.h"

namespace lakehouse::adapters {

/// Adds entries to the chain inside one write transaction of its caller.
class LedgerAppender {
public:
    /// Reads the head of the chain.
    static base::Result<LedgerAppender> start(SqliteConnection &connection, base::IdSource &ids, base::UtcTime now, const model::Actor &actor);

    /// The id of the fact's subject as it is written. Needs no connection, so that the facts of a large batch can be checked side by side. Fails with
    /// InvalidInput on a body that is not a JSON object, on text that is not valid Unicode, and on a retraction, which only `retract` makes.
    static base::Result<QString> checkedSubject(const model::NewFact &fact);
    /// Nothing when the fact is an observation whose current body is the same. `subject`: what `checkedSubject` gave.
    base::Result<std::optional<model::LedgerEntry>> append(const model::NewFact &fact, const QString &subject);
    base::Result<model::LedgerEntry> retract(const model::RetractionFact &fact, const model::SubjectName &subject, const std::optional<model::RunId> &run = {});

private:
    LedgerAppender(SqliteConnection &connection, base::IdSource &ids, base::UtcTime now, const model::Actor &actor);
    base::Result<bool> isCurrent(const QString &kind, const QString &subject, const QByteArray &body);
    base::Result<model::LedgerEntry> write(const model::NewFact &fact, const QString &subject);

    SqliteConnection *m_connection;
    base::IdSource *m_ids;
    base::UtcTime m_now;
    model::Actor m_actor;
    QString m_actorJson;
    qint64 m_sequence = 0; ///< of the head
    std::optional<model::EntryHash> m_head;
};

} // namespace lakehouse::adapters
