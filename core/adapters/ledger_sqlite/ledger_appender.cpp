#include "adapters/ledger_sqlite/ledger_appender.h"

#include "adapters/ledger_sqlite/ledger_row.h"

#include "describe/canonical_json.h"

#include <QJsonDocument>

namespace lakehouse::adapters {

using namespace describe;
using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;

namespace {

Error invalid(base::Text message, base::Text hint)
{
    return {ErrorCode::InvalidInput, std::move(message), std::move(hint)};
}

Result<> checkText(std::initializer_list<const QString *> texts)
{
    for (const QString *text : texts)
        if (!text->isValidUtf16())
            return invalid({QT_TRANSLATE_NOOP("core", "\"%1\" is not valid Unicode text."), *text}, QT_TRANSLATE_NOOP("core", "Correct the name where it comes from."));
    return Ok{};
}

Result<> checkFact(const model::NewFact &fact)
{
    EKOS_CHECK(checkText({&fact.subject.database, &fact.subject.schema, &fact.subject.object, &fact.subject.part}));
    QJsonParseError problem;
    if (!QJsonDocument::fromJson(fact.body, &problem).isObject())
        return invalid({QT_TRANSLATE_NOOP("core", "The body of a fact must be a JSON object: %1."), problem.error == QJsonParseError::NoError ? QStringLiteral("another kind of value") : problem.errorString()},
                       QT_TRANSLATE_NOOP("core", "Correct the fact. Nothing of its batch was written."));
    return Ok{};
}

} // namespace

LedgerAppender::LedgerAppender(SqliteConnection &connection, base::IdSource &ids, base::UtcTime now, const model::Actor &actor)
    : m_connection(&connection), m_ids(&ids), m_now(now), m_actor(actor), m_actorJson(QString::fromUtf8(canonicalJson(actor)))
{
}

Result<LedgerAppender> LedgerAppender::start(SqliteConnection &connection, base::IdSource &ids, base::UtcTime now, const model::Actor &actor)
{
    EKOS_CHECK(checkText({&actor.systemUser, &actor.host, &actor.gitIdentity, &actor.subject, &actor.channel}));
    LedgerAppender appender(connection, ids, now, actor);
    EKOS_TRY(SqliteStatement head, connection.prepare("SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1"));
    EKOS_TRY(const bool found, head.next());
    if (found) {
        appender.m_sequence = head.integer(0);
        EKOS_TRY(appender.m_head, model::EntryHash::parse(head.text(1)));
    }
    return appender;
}

Result<QString> LedgerAppender::checkedSubject(const model::NewFact &fact)
{
    if (fact.kind == model::FactKind::Retraction)
        return invalid(QT_TRANSLATE_NOOP("core", "A retraction cannot be written by itself."),
                       QT_TRANSLATE_NOOP("core", "Read the source again: what is gone is retracted after a complete reading."));
    EKOS_CHECK(checkFact(fact));
    return fact.subject.id().toString();
}

Result<std::optional<model::LedgerEntry>> LedgerAppender::append(const model::NewFact &fact, const QString &subject)
{
    if (model::isObservation(fact.kind)) {
        EKOS_TRY(const bool known, isCurrent(toWord(fact.kind), subject, fact.body));
        if (known)
            return std::optional<model::LedgerEntry>();
    }
    EKOS_TRY(model::LedgerEntry entry, write(fact, subject));
    return std::optional(std::move(entry));
}

Result<model::LedgerEntry> LedgerAppender::retract(const model::RetractionFact &fact, const model::SubjectName &subject, const std::optional<model::RunId> &run)
{
    EKOS_TRY(model::LedgerEntry entry, write({.kind = model::FactKind::Retraction, .subject = subject, .body = canonicalJson(fact), .run = run}, subject.id().toString()));
    EKOS_TRY(SqliteStatement forget, m_connection->prepare("DELETE FROM current WHERE kind = ? AND subject = ?"));
    EKOS_CHECK(forget.bind(toWord(fact.kind)).bind(subject.id().toString()).run());
    return entry;
}

Result<bool> LedgerAppender::isCurrent(const QString &kind, const QString &subject, const QByteArray &body)
{
    EKOS_TRY(SqliteStatement same, m_connection->prepare("SELECT 1 FROM current AS c JOIN entry AS e ON e.seq = c.seq WHERE c.kind = ? AND c.subject = ? AND e.body = ?"));
    return same.bind(kind).bind(subject).bind(body).next();
}

Result<model::LedgerEntry> LedgerAppender::write(const model::NewFact &fact, const QString &subject)
{
    const model::SubjectName &name = fact.subject;
    const auto &kinds = describe::typeOf<model::SubjectKind>().labels;
    LedgerRow row{.sequence = m_sequence + 1, .id = m_ids->next().toString(QUuid::WithoutBraces), .kind = toWord(fact.kind),
                  .subject = {subject, name.database, name.schema, name.object, QString::fromLatin1(kinds[size_t(name.kind)].label), name.part},
                  .body = fact.body, .recordedAt = m_now.microseconds, .actor = m_actorJson};
    if (fact.run)
        row.run = fact.run->toString();
    if (m_head)
        row.previous = m_head->toString();
    const model::EntryHash hash = row.hash();

    EKOS_TRY(SqliteStatement addSubject, m_connection->prepare("INSERT INTO subject(id, database, schema, object, kind, part) VALUES (?, ?, ?, ?, ?, ?)"));
    EKOS_CHECK(addSubject.bind(row.subject.id).bind(name.database).bind(name.schema).bind(name.object).bind(row.subject.kind).bind(name.part).run());
    EKOS_TRY(SqliteStatement addEntry, m_connection->prepare("INSERT INTO entry(seq, id, kind, subject, body, recorded_at, actor, run, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    EKOS_CHECK(addEntry.bind(row.sequence).bind(row.id).bind(row.kind).bind(row.subject.id).bind(row.body).bind(row.recordedAt).bind(row.actor)
                   .bind(row.run).bind(row.previous).bind(hash.toString()).run());
    EKOS_TRY(SqliteStatement setCurrent, m_connection->prepare("INSERT INTO current(kind, subject, seq) VALUES (?, ?, ?) ON CONFLICT(kind, subject) DO UPDATE SET seq = excluded.seq"));
    EKOS_CHECK(setCurrent.bind(row.kind).bind(row.subject.id).bind(row.sequence).run());

    model::LedgerEntry entry{.sequence = row.sequence, .id = row.id, .kind = fact.kind, .subject = name, .body = fact.body, .recordedAtUtc = m_now,
                             .actor = m_actor, .run = fact.run, .previous = m_head, .hash = hash};
    m_sequence = row.sequence;
    m_head = hash;
    return entry;
}

} // namespace lakehouse::adapters
